"""Words about what happens next: choices, repetition, effects that come later, generated Actions, duels and
what is changed in them.
"""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import custom, execute
from rules.editions.m3e.play.abilities.flow_words import resolvable
from rules.editions.m3e.play.effects.conditions import gain
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.lasting import expire
from rules.editions.m3e.play.procedure.hooks import Happening, stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Acts, Chosen, Compare, HasDone, Markers, Models, Stat
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.game.events.announcements import Targeted
from rules.game.events.table import SpentAction
from rules.game.events.turns import Chained
from tests.rules.editions.m3e.scene import A, B, Scene

ENEMIES = Models(side="enemy")
HURT = w.Damage(amount=1, whom="it")


def duo(ruleset, *printed, **more):
    """``printed``: effects that a1's card says somewhere, for what is looked for on cards alone."""
    more.setdefault("actions", (Action(name="Says", effects=printed),))
    return Scene(ruleset).model("a1", at=(10, 10), **more).model("b1", at=(12, 10)).model("b2", at=(30, 30))


def do(scene, *effects, answers=(), **more):
    """The effects as a text of a1 about b1; the scene they were carried out in."""
    inner = Effects("a1", "b1", **{"label": "Text", **more})
    scene.run(lambda g: execute(g, effects, inner), *answers)
    return inner


def health(scene):
    return {name: model.health for name, model in scene.g.state.models.items()}


def reacting(moment, *effects, **more):
    part = w.Reaction(moment=moment, effects=effects, **more)
    return (Ability(name="Answer", parts=(part,)),)


# Whom, how often, whether


@pytest.mark.rule("M3E-TIME-07")
def test_each_model_and_each_marker_of_a_selection(ruleset):
    scene = duo(ruleset).marker("m8", "scrap", (5, 5)).marker("m9", "corpse", (6, 6))
    each = do(scene, w.Each(models=ENEMIES, effects=(HURT,)), answers=(A.order("b2"),))
    assert health(scene) == {"a1": 8, "b1": 7, "b2": 7}
    assert each.done == 2
    turn = w.TurnMarkers(markers="it_marker", kind="pyre")
    assert do(scene, w.EachMarker(markers=Markers(kinds=("scrap",)), effects=(turn,))).done == 1
    assert sorted(marker.kind for marker in scene.g.state.markers.values()) == ["corpse", "pyre"]


@pytest.mark.rule("M3E-ABIL-01", "M3E-GEN-05")
def test_one_branch_or_the_other_so_often_and_by_x(ruleset):
    scene = duo(ruleset)
    ask = Compare(left=Stat(stat="health", of="target"), is_="<", right=8)
    choose = w.If(test=ask, effects=(w.Kill(),), otherwise=(w.Damage(amount=1),))
    do(scene, choose)
    assert (scene["b1"].health, scene["b1"].where) == (7, "table")
    do(scene, choose)
    assert scene["b1"].where == "gone"
    thrice = duo(ruleset)
    inner = do(
        thrice,
        w.SetX(amount=Chosen(most=5)),
        w.Repeat(times="X", effects=(w.Damage(amount=1),)),
        answers=(A.number(3),),
    )
    assert (thrice["b1"].health, inner.x, inner.done) == (5, 3, 3)


@pytest.mark.rule("M3E-CHOICE-01", "M3E-ABIL-01")
def test_if_the_effect_before_it_did_something(ruleset):
    scene = duo(ruleset)
    do(scene, w.Heal(amount=2, whom="self"), w.If(test=HasDone(), effects=(w.Damage(amount=3),)))
    assert scene["b1"].health == 8
    do(scene, w.Damage(amount=1, whom="self"), w.If(test=HasDone(), effects=(w.Damage(amount=3),)))
    assert scene["b1"].health == 5


@pytest.mark.rule("M3E-ABIL-01", "M3E-TRIG-05")
def test_what_may_be_left_is_asked_paid_and_else_something_else_happens(ruleset):
    may = w.May(effects=(w.Damage(amount=2),), cost=(w.PayStones(),), otherwise=(w.Damage(amount=1),))
    scene = duo(ruleset).crew("A", stones=1)
    do(scene, may, answers=(A.use("no"),))
    assert (scene["b1"].health, scene.seat("A").stones) == (7, 1)
    assert do(scene, may, answers=(A.use("yes"),)).done == 1
    assert (scene["b1"].health, scene.seat("A").stones) == (5, 0)
    do(scene, may)
    assert scene["b1"].health == 4
    do(scene, w.May(effects=(w.Heal(amount=1),), chooser="target", text="Heal?"), answers=(B.use("yes"),))
    assert (scene["b1"].health, scene.asked[-1].text) == (5, "Heal?")
    do(scene, w.May(effects=(w.Damage(amount=1),), chooser="cause"))
    assert scene["b1"].health == 5


RESOLVABLE = [
    (w.DiscardCards(cards=1, whom="target"), True),
    (w.DiscardCards(cards=2, whom="target"), False),
    (w.Gain(condition="burning"), True),
    (w.Gain(condition="slow"), False),
    (w.Gain(condition="fast"), True),
    (w.Gain(condition="stunned"), False),  # it is immune
    (w.Gain(condition="focused", whom="self"), False),  # at its most
    (w.PassToken(number=-1), True),
    (w.PassToken(number=-2), False),
    (w.PassToken(number=-1, player="both"), False),
    (w.Lose(condition="burning", value=2), True),
    (w.Lose(condition="burning", value=3), False),
    (w.Lose(condition="poison"), False),
    (w.EndConditions(), True),
    (w.EndConditions(whom="self"), False),
    (w.Damage(amount=3), True),
    (w.Damage(amount=4), False),
    (w.Damage(amount=(3, 4, 5)), True),
    (w.Heal(amount=1), True),
    (w.Heal(amount=1, whom="self"), False),
    (w.Token(name="soul", number=-1), True),
    (w.Token(name="soul", number=-2), False),
    (w.Token(name="brass", number=1), True),
    (w.Kill(), True),
    (w.Stone(number=-1), True),
    (w.Stone(number=-2), False),
    (w.Stone(number=1), True),
    (w.Damage(amount=9, whom=Models(side="enemy")), True),
    (w.Damage(amount=1, whom=Models(words=("Rat",))), False),
    (w.Damage(amount=1, whom="cause"), False),
    (w.Draw(), True),
]


@pytest.mark.rule("M3E-CHOICE-01", "M3E-CHOICE-03", "M3E-CHOICE-04")
@pytest.mark.parametrize(("effect", "can"), RESOLVABLE, ids=lambda value: str(value)[:50])
def test_what_can_be_chosen(ruleset, effect, can):
    scene = Scene(ruleset).model("a1", conditions={"focused": 2} if "focused" in str(effect) else {})
    scene.crew("A", stones=1, passes=1).hand("B", "5c")
    calm = Ability(name="Calm", parts=(w.NoInjury(condition="stunned"),))
    held = {"burning": 2, "slow": 1}
    scene.model("b1", at=(5, 5), health=4, conditions=held, tokens={"soul": 1}, abilities=(calm,))
    assert resolvable(scene.g, effect, Effects("a1", "b1"), scene["b1"]) is can
    chosen = w.Either(branches=((w.Gain(condition="staggered", whom="self"),), (effect,)))
    do(scene, chosen, answers=(B.branch("0"),) if can else ())
    assert scene["a1"].has("staggered")


@pytest.mark.rule("M3E-CHOICE-03")
def test_whoever_chooses_for_another_may_choose_what_kills_it(ruleset):
    """No model chooses to suffer what would kill itself; its attacker may choose that for it."""
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), health=2)
    either = w.Either(branches=((w.Damage(amount=2),), (w.Gain(condition="slow"),)), chooser="self")
    do(scene, either, answers=(A.branch("0"),))
    assert scene["b1"].where == "gone"


@pytest.mark.rule("M3E-CHOICE-01", "M3E-CHOICE-04")
def test_nothing_that_can_be_chosen_is_ignored_and_who_is_controlled_does_not_die_by_choice(ruleset):
    scene = duo(ruleset)
    either = w.Either(branches=((w.Sacrifice(whom="target"),),))
    do(scene, w.TakeControl(), either)
    assert scene["b1"].in_play
    do(duo(ruleset), w.Either(branches=((w.Heal(amount=1),), (w.EndConditions(),))))


# Later


@pytest.mark.rule("M3E-TIME-08", "M3E-TURN-13", "M3E-TURN-18")
@pytest.mark.parametrize(
    ("when", "moment", "about"),
    [
        ("activation_ends", "activation_ends", "b1"),
        ("next_activation", "activation_begins", "b1"),
        ("end_phase", "end_phase", ""),
    ],
)
def test_what_comes_later_comes_once_and_to_whom_it_was_meant(ruleset, when, moment, about):
    later = w.Later(when=when, effects=(HURT,), whom="target")
    scene = duo(ruleset, later)
    do(scene, later)
    assert health(scene) == {"a1": 8, "b1": 8, "b2": 8}

    def come(name):
        model = scene.g.model(name) if name else None
        scene.run(lambda g: happen(g, Happening(moment, model=model)))

    come("b2" if about else "")
    assert health(scene)["b1"] == (8 if about else 7)
    come(about)
    come(about)
    assert health(scene) == {"a1": 8, "b1": 7, "b2": 8}
    assert scene.g.state.lasting == ()


@pytest.mark.rule("M3E-TIME-08")
def test_after_the_current_action_it_comes_at_once(ruleset):
    scene = duo(ruleset)
    later = w.Later(
        when="after_current",
        effects=(w.Damage(amount=Stat(stat="health", of="it"), whom="it"),),
        whom="target",
    )
    do(scene, later, w.Damage(amount=2, whom="target"))
    assert scene["b1"].health == 0
    nobody = duo(ruleset)
    do(nobody, w.Later(when="end_phase", effects=(HURT,), whom="cause"))
    assert nobody.g.state.lasting == ()


# Duels


@pytest.mark.rule("M3E-CHOICE-02", "M3E-DUEL-01")
def test_a_duel_with_its_two_ends_counts_who_passed(ruleset):
    duel = w.Duel(stat="wp", tn=12, whom=ENEMIES, success=(w.Draw(whom="it"),), failure=(HURT,))
    scene = duo(ruleset).deck("B", "8c 6m 3r")
    assert do(scene, duel, answers=(A.order("b1"), B.cheat("keep"))).done == 1
    assert (health(scene), scene.cards_of("B", "hand")) == ({"a1": 8, "b1": 8, "b2": 7}, "6m")


@pytest.mark.rule("M3E-GEN-04", "M3E-DUEL-01")
def test_in_a_duel_of_the_target_it_stays_who_it_was(ruleset):
    duel = w.Duel(stat="wp", tn=20, failure=(HURT,))
    scene = duo(ruleset).deck("B", "8c")
    do(scene, duel, it="b2")
    assert health(scene) == {"a1": 8, "b1": 8, "b2": 7}


def finals(scene):
    """The final totals that were announced."""
    return [(event.total, event.suits) for event in scene.g.fresh if getattr(event, "step", "") == "final"]


def wp_duel(tn):
    return w.Duel(stat="wp", tn=tn, whom="self", success=(w.Damage(amount=1),))


@pytest.mark.rule("M3E-DUEL-03", "M3E-DUEL-09", "M3E-FATE-17")
def test_before_the_flip_a_duel_is_modified(ruleset):
    change = w.ModifyDuel(plus=1, total=2, suits=("tome", "any"), cannot_cheat=True, cannot_trigger=True)
    scene = duo(ruleset, abilities=reacting("before_duel", change)).deck("A", "3r 9m").hand("A", "12c")
    do(scene, wp_duel(16), answers=(A.suit("crow"), A.take("9m")))
    assert finals(scene) == [(16, ("mask", "tome", "crow"))]
    assert scene["b1"].health == 7
    over = duo(ruleset, abilities=reacting("before_duel", w.ModifyDuel(minus=1))).deck("A", "9m 3r")
    do(over, wp_duel(9))
    assert (finals(over), over["b1"].health) == ([(8, ("ram",))], 8)


@pytest.mark.rule("M3E-DUEL-07", "M3E-DUEL-09")
def test_after_the_flip_a_suit_that_was_chosen_is_added_and_none_where_none_was(ruleset):
    chosen = (w.ChooseSuit(), w.ModifyDuel(total=-2, suits=("chosen",)))
    scene = duo(ruleset, abilities=reacting("flipped", *chosen)).deck("A", "9m")
    do(scene, wp_duel(12), answers=(A.suit("tome"),))
    assert finals(scene) == [(12, ("tome",)), (12, ("mask", "tome"))]
    assert scene["b1"].health == 7
    none = duo(ruleset, abilities=reacting("flipped", w.ModifyDuel(suits=("chosen",)))).deck("A", "9m")
    do(none, wp_duel(12))
    assert finals(none)[-1] == (14, ("mask",))


@pytest.mark.rule("M3E-ABIL-01")
def test_a_suit_is_named_by_whom_the_word_says(ruleset):
    inner = do(duo(ruleset), w.ChooseSuit(chooser="target"), answers=(B.suit("crow"),))
    assert inner.suit == "crow"


@pytest.mark.rule("M3E-DUEL-10")
def test_who_may_not_declare_a_trigger_does_not(ruleset):
    trigger = Trigger(name="More", suits=("mask",), effects=(w.Damage(amount=2),))
    hit = Action(name="Hit", icon="melee", reach=3, stat=9, resist="df", triggers=(trigger,))
    for part, health_left in ((w.ModifyDuel(cannot_trigger=True), 8), (w.ModifyDuel(total=1), 6)):
        scene = Scene(ruleset).model(
            "a1", at=(10, 10), actions=(hit,), abilities=reacting("before_duel", part)
        )
        scene.model("b1", at=(12, 10)).deck("A", "9m").deck("B", "2c")
        scene.act("a1", "Hit", *((A.trigger("More"),) if health_left == 6 else ()))
        assert scene["b1"].health == health_left


@pytest.mark.rule("M3E-DMG-04", "M3E-DUEL-06")
def test_the_damage_flip_of_the_acting_model_is_modified_and_of_no_other(ruleset):
    hit = Action(
        name="Hit", icon="melee", reach=3, stat=5, resist="df", effects=(w.Damage(amount=(1, 3, 5)),)
    )
    change = reacting("before_duel", w.ModifyDuel(damage_plus=1, damage_minus=0))
    for bearer, health_left in (("a1", 3), ("b1", 7)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,)).model("b1", at=(12, 10))
        scene.model(bearer, at=(scene.models[bearer].x, 10), actions=(hit,), abilities=change)
        scene.deck("A", "9m 2c 12r").deck("B", "2m")
        scene.act("a1", "Hit", *((A.take("12r"),) if bearer == "a1" else ()))
        assert scene["b1"].health == health_left


@pytest.mark.rule("M3E-FATE-15", "M3E-FATE-26")
def test_a_flip_is_made_anew_with_more_cards_and_may_not_be_cheated(ruleset):
    again = reacting("flipped", w.Reflip(plus=1))
    scene = duo(ruleset, abilities=again).deck("A", "3r 5m 9c").hand("A", "13t")
    do(scene, wp_duel(14), answers=(A.take("9c"),))
    assert (finals(scene)[-1], scene["b1"].health) == ((14, ("crow",)), 7)
    assert scene.cards_of("A", "discard") == "3r 5m 9c"
    less = duo(ruleset, abilities=reacting("flipped", w.Reflip(minus=1))).deck("A", "13r 5m 9c")
    do(less, wp_duel(14))
    assert (finals(less)[-1], less["b1"].health) == ((10, ("mask",)), 8)


@pytest.mark.rule("M3E-FATE-15", "M3E-ABIL-01")
def test_what_follows_knows_that_a_flip_was_made_anew(ruleset):
    token = w.If(test=HasDone(), effects=(w.Token(name="again", whom="self"),))
    scene = duo(ruleset, abilities=reacting("flipped", w.Reflip(), token)).deck("A", "3r 5m")
    do(scene, wp_duel(14))
    assert (finals(scene)[-1], scene["a1"].tokens) == ((10, ("mask",)), {"again": 1})


@pytest.mark.rule("M3E-DUEL-01")
def test_where_there_is_no_duel_nothing_of_it_changes(ruleset):
    scene = duo(ruleset)
    assert do(scene, w.Reflip()).done == 0
    do(scene, w.ModifyDuel(total=5), w.FailAction(), w.ChangeHit(nothing=True), w.ChangeCondition())
    do(scene, w.MoreShockwaves(), w.NewTarget(whom="cause"), w.EndActivation(whom="target"))
    assert scene.g.fresh == []


# The Action going on


SHOT = Action(name="Shot", icon="missile", reach=30, stat=9, resist="df", effects=(w.Damage(amount=2),))


def targeted(ruleset, *effects, **more):
    """b1 answers to being targeted."""
    answer = reacting("targeted", *effects, **more)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOT,)).model("b2", at=(20, 10))
    return scene.model("b1", at=(12, 10), abilities=answer).deck("A", "9m").deck("B", "2c")


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-23")
def test_an_action_may_be_made_to_fail_or_have_another_target(ruleset):
    failing = targeted(ruleset, w.FailAction())
    assert failing.act("a1", "Shot", A.target("b1")).failed == "Answer"
    assert failing["b1"].health == 8
    other = targeted(ruleset, w.NewTarget(whom=Models(words=("b2",))))
    other.act("a1", "Shot", A.target("b1"))
    assert (other["b1"].health, other["b2"].health) == (8, 6)
    assert [event.target for event in other.events(Targeted)] == ["b1", "b2"]


@pytest.mark.rule("M3E-TURN-13", "M3E-ACT-03")
def test_an_activation_ends_or_has_more_actions(ruleset):
    scene = duo(ruleset).state(activating="b1")
    do(scene, w.EndActivation())
    assert scene.g.ended == ""
    do(scene, w.EndActivation(whom="target"))
    assert scene.g.ended == "b1"
    do(scene, w.MoreActions(number=2, whom="target"), w.MoreActions(whom="cause"))
    (spent,) = scene.events(SpentAction)
    assert (spent.model, spent.acts, spent.bonus) == ("b1", -2, 0)


@pytest.mark.rule("M3E-AREA-10")
def test_a_trigger_drops_further_shockwaves(ruleset):
    scene = duo(ruleset)
    acting = ActionInProgress("a1", SHOT)
    do(scene, w.MoreShockwaves(number=2), w.MoreShockwaves(), in_progress=acting)
    assert acting.more_shockwaves == 3


@pytest.mark.rule("M3E-COND-01", "M3E-TIME-03")
@pytest.mark.parametrize(
    ("change", "left"),
    [
        (w.ChangeCondition(), {}),
        (w.ChangeCondition(less=2), {"burning": 1}),
        (w.ChangeCondition(less=5), {}),
        (w.ChangeCondition(condition="poison", value=2), {"poison": 2}),
    ],
)
def test_a_condition_that_would_be_gained_is_another_less_or_none(ruleset, change, left):
    scene = duo(ruleset, abilities=reacting("would_gain", change, conditions=("burning",)))
    scene.run(lambda g: gain(g, "a1", "burning", 3))
    assert scene["a1"].conditions == left
    scene.run(lambda g: gain(g, "a1", "focused", 1))
    assert scene["a1"].conditions == left | {"focused": 1}


@pytest.mark.rule("M3E-TIME-03", "M3E-DMG-08")
@pytest.mark.parametrize(
    ("change", "suffered"),
    [
        (w.ChangeHit(reduce=1), {"a1": 2}),
        (w.ChangeHit(reduce=9), {}),
        (w.ChangeHit(nothing=True), {}),
        (w.ChangeHit(onto="leader"), {"a2": 3}),
        (w.ChangeHit(onto="it"), {"a1": 3}),
    ],
)
def test_damage_that_would_be_suffered_is_less_none_or_anothers(ruleset, change, suffered):
    """By a friend instead: for the model itself it would never end, so it is asked once a Turn."""
    once = {"once": "turn"}
    scene = duo(ruleset, abilities=reacting("would_suffer", change, w.Heal(amount=0, whom="self"), **once))
    scene.model("a2", at=(5, 5), leader=True)
    scene.run(lambda g: damage(g, Hit("a1", 3, by="b1")))
    before = dict.fromkeys(("a1", "a2", "b1", "b2"), 8)
    assert health(scene) == {name: number - suffered.get(name, 0) for name, number in before.items()}


@pytest.mark.rule("M3E-TIME-03", "M3E-DMG-02")
@pytest.mark.parametrize(("amount", "tokens"), [(0, {}), (1, {"t": 1})])
def test_a_single_point_would_be_suffered_and_none_would_not(ruleset, amount, tokens):
    scene = duo(ruleset, abilities=reacting("would_suffer", w.Token(name="t", whom="self")))
    scene.run(lambda g: damage(g, Hit("a1", amount, by="b1")))
    assert scene["a1"].tokens == tokens


# What lasts


@pytest.mark.rule("M3E-TURN-18", "M3E-ABIL-02")
def test_parts_that_an_effect_gives_last_side_by_side_and_end(ruleset):
    faster, slower = w.StatBonus(stat="mv", amount=2), w.StatBonus(stat="mv", amount=-1)
    grants = [w.Grant(part=part, until="turn") for part in (faster, slower, faster)]
    scene = duo(ruleset, *grants)
    assert do(scene, *grants, w.Grant(ability="Armor")).done == 1
    assert [effect.name for effect in scene.g.state.lasting] == ["Text#2", "Text"]
    assert stat(scene.g, scene["b1"], "mv") == 6
    expire(scene.g, "turn", "b2")
    assert stat(scene.g, scene["b1"], "mv") == 6
    expire(scene.g, "turn", "b1")
    assert stat(scene.g, scene["b1"], "mv") == 5


@pytest.mark.rule("M3E-CTRL-02", "M3E-CTRL-03")
def test_control_of_an_enemy_lasts_and_of_a_friend_is_nothing(ruleset):
    scene = duo(ruleset).model("a2", at=(5, 5))
    do(scene, w.TakeControl(until="activation"), w.TakeControl(whom="leader"))
    assert (scene["b1"].player, scene["b1"].seat) == (0, 1)
    expire(scene.g, "activation")
    assert scene["b1"].player == 1
    scene.run(lambda g: execute(g, (w.TakeControl(),), Effects("a1", "a2")))
    assert scene.g.state.lasting == ()


# Who Activates next


@pytest.mark.rule("M3E-TURN-16", "M3E-TRIG-05")
def test_another_may_activate_next_for_a_price(ruleset):
    def crew(**more):
        scene = duo(ruleset).model("a2", at=(12, 12)).model("a3", at=(14, 14), activated=True)
        return scene.model("a4", at=(30, 10)).state(activating="a1", **more).crew("A", stones=1)

    def chained(scene):
        return [(event.model, event.then) for event in scene.events(Chained)]

    price = w.ActivateNext(cost=(w.PayStones(),))
    scene = crew()
    do(scene, price, answers=(A.model("none"),))
    assert chained(scene) == []
    do(scene, price, answers=(A.model("a2"),))
    assert (chained(scene), scene.seat("A").stones) == ([("a2", ())], 0)
    poor = crew()
    poor.crew("A", stones=0)
    assert do(poor, price).done == 0
    named = crew()
    do(named, w.ActivateNext(whom="self"), w.ActivateNext(whom="cause"), w.ActivateNext(whom="target"))
    assert named.asked == []
    do(named, w.ActivateNext(models=Models(words=("a3", "a4"))), answers=(A.model("a4"),))
    assert chained(named) == [("a4", ())]
    far = crew()
    assert do(far, w.ActivateNext(inches=40, most=2), answers=(A.model(["a4", "a2"]),)).done == 2
    assert chained(far) == [("a4", ("a2",))]
    assert do(crew(chain=("a4",)), w.ActivateNext()).done == 0
    assert do(crew(in_a_row=9), w.ActivateNext()).done == 0


# Generated Actions


PUNCH = Action(
    name="Punch", icon="melee", reach=3, stat=9, resist="df", effects=(w.Damage(amount=(1, 2, 3)),)
)
ROAR = Action(name="Roar", bonus=True, effects=(w.Heal(amount=1, whom="self"),))


def generating(ruleset, **more):
    start = Action(name="Start", effects=(w.TakeAction(**more),), targets="model", reach=30)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(start, PUNCH, ROAR), health=5)
    scene.model("b1", at=(12, 10), actions=(PUNCH,)).model("b2", at=(10, 12))
    return scene.deck("A", "9m 2c 5t").deck("B", "2c 2m")


@pytest.mark.rule("M3E-TIME-09", "M3E-TRIG-12")
def test_an_action_is_generated_by_name_and_may_be_left(ruleset):
    scene = generating(ruleset, name="Roar")
    scene.act("a1", "Start", A.target("b1"), A.action("none"))
    assert scene["a1"].health == 5
    scene.act("a1", "Start", A.target("b1"), A.action("Roar"))
    assert scene["a1"].health == 6
    must = generating(ruleset, name="Roar", optional=False)
    must.act("a1", "Start", A.target("b1"))
    assert must["a1"].health == 6


@pytest.mark.rule("M3E-TIME-09", "M3E-TRIG-14")
@pytest.mark.parametrize(
    ("more", "target", "struck"),
    [
        ({"on_target": True}, "b1", "b1"),
        ({"different": True}, "b1", "b2"),
        ({"upon": "target"}, "b2", "b2"),
        ({"upon": Models(words=("b2",))}, "b1", "b2"),
    ],
)
def test_whom_a_generated_action_must_target(ruleset, more, target, struck):
    scene = generating(ruleset, icon="melee", optional=False, **more).deck("A", "9m 13t")
    scene.act("a1", "Start", A.target(target), A.take("13t"))
    assert {name for name in ("b1", "b2") if scene[name].health < 8} == {struck}


@pytest.mark.rule("M3E-TIME-09", "M3E-DUEL-03", "M3E-DMG-04")
def test_what_is_changed_for_a_generated_action_alone(ruleset):
    more = {"plus": 1, "total": 2, "suits": ("ram",), "damage_plus": 1, "no_triggers": True}
    scene = generating(ruleset, name="Punch", optional=False, on_target=True, **more)
    scene.deck("A", "4m 9c 2t 12r")
    scene.act("a1", "Start", A.target("b1"), A.take("9c"), A.take("12r"))
    assert finals(scene)[0] == (20, ("crow", "ram"))
    assert scene["b1"].health == 5


@pytest.mark.rule("M3E-ACT-03", "M3E-TIME-09")
def test_the_same_action_again_or_any_of_a_sort(ruleset):
    again = Action(name="Again", effects=(w.TakeAction(again=True), w.Heal(amount=1, whom="self")))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(again,), health=5)
    scene.act("a1", "Again", A.action("Again"), A.action("none"))
    assert scene["a1"].health == 7
    any_bonus = generating(ruleset, acts=Acts(bonus=True, kind="not_general"), optional=False)
    any_bonus.act("a1", "Start", A.target("b1"))
    assert any_bonus["a1"].health == 6


@pytest.mark.rule("M3E-CTRL-02", "M3E-TIME-09")
def test_an_enemy_is_made_to_act_by_who_controls_it_meanwhile(ruleset):
    scene = generating(ruleset, name="Punch", whom="target", controlled_by="self", optional=False)
    scene.deck("A", "9m 13c 2m").deck("B", "5t 6t")
    scene.act("a1", "Start", A.target("b1"), A.target("b2"), B.relent("no"))
    assert scene["b2"].health < 8
    assert scene["b1"].player == 1


# Applied by other means


@pytest.mark.rule("M3E-GEN-02")
def test_a_registered_generator_has_its_data(ruleset):
    seen = []

    @custom("tests:flow")
    def note(g, data, scene):
        seen.append((data, scene.source))
        yield from ()

    do(duo(ruleset), w.Registered(key="tests:flow", data={"number": 3}))
    assert seen == [({"number": 3}, "a1")]


@pytest.mark.rule("M3E-CHOICE-03")
@pytest.mark.parametrize(("health", "asked", "left"), [(1, [], 1), (2, ["use"], 1)])
def test_whoever_may_suffer_damage_is_not_asked_when_it_would_die_of_it(ruleset, health, asked, left):
    may = w.May(effects=(w.Damage(amount=1, whom="self"),))
    scene = Scene(ruleset).model("a1", at=(10, 10), health=health)
    answers = [A.use("yes")] if asked else []
    scene.run(lambda g: execute(g, (may,), Effects("a1", label="Thoughts")), *answers)
    assert (scene.kinds(), scene["a1"].health) == (asked, left)


@pytest.mark.rule("M3E-ACT-17")
def test_what_fails_when_it_is_declared_costs_nothing_and_targets_nobody(ruleset):
    fails = Ability(name="Doubt", parts=(w.Reaction(moment="declared", effects=(w.FailAction(),)),))
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", cost=(w.PayCards(),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claw,), abilities=(fails,)).hand("A", "3r")
    scene.model("b1", at=(11.2, 10)).model("b2", at=(8.8, 10))
    failed = scene.act("a1", "Claw")
    assert (failed.failed, failed.target, scene.cards_of("A", "hand")) == ("Doubt", "", "3r")
