"""Words about Health, Conditions, tokens, cards and stones: what is done, and how much of it."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.abilities.health_words import accuracy, focus, kinds_of
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Hit
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Chosen, Done, HasDone, Models, Stat
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from tests.rules.editions.m3e.scene import A, B, Scene

ENEMIES = Models(side="enemy")


def duo(ruleset, **more):
    return Scene(ruleset).model("a1", at=(10, 10), **more).model("b1", at=(12, 10)).model("b2", at=(30, 30))


def do(scene, *effects, answers=(), **more):
    """The effects as a text of a1 about b1; the scene they were carried out in."""
    inner = Effects("a1", "b1", **{"label": "Text", **more})
    scene.run(lambda g: execute(g, effects, inner), *answers)
    return inner


def reacting(moment, *effects, **more):
    part = w.Reaction(moment=moment, effects=effects, **more)
    return (Ability(name="Answer", parts=(part,)),)


# Damage


@pytest.mark.rule("M3E-DMG-05", "M3E-COND-19")
def test_what_a_duel_brings_to_a_flip(ruleset):
    mine, theirs = DuelSide("a1", 0, "df", 9, focused=True), DuelSide("b1", 1, "df", 1)
    opposed, simple = DuelInProgress(mine, theirs), DuelInProgress(mine, tn=3)
    scene = duo(ruleset)
    by_eight = ruleset.accuracy_of(8)
    given = [accuracy(scene.g, Effects("a1", duel=duel, side=mine)) for duel in (opposed, simple, None)]
    assert given == [by_eight, 0, 0]
    lost = DuelInProgress(theirs, mine)
    assert accuracy(scene.g, Effects("b1", duel=lost, side=theirs)) == ruleset.accuracy_of(0)
    assert accuracy(scene.g, Effects("a1", duel=lost, side=mine)) == by_eight, "as the resister sees it"
    reacting = Effects("a1", duel=opposed)
    assert (accuracy(scene.g, reacting), focus(reacting)) == (0, 0)
    assert [focus(Effects("a1", duel=opposed, side=side)) for side in (mine, theirs)] == [1, 0]


SHOT = Action(name="Shot", icon="missile", reach=9, stat=5, resist="df")
WALK = Action(name="Walk", icon="aura")


@pytest.mark.parametrize(
    ("word", "more", "kinds"),
    [
        ({}, {}, {"ability"}),
        ({"of": "burning"}, {"action": SHOT}, {"condition", "burning"}),
        ({}, {"action": SHOT}, {"action", "attack", "missile"}),
        ({}, {"action": WALK}, {"action", "aura"}),
        ({"area": "pulse"}, {"action": WALK}, {"action", "aura", "pulse"}),
        ({}, {"action": SHOT, "by_trigger": True}, {"trigger", "missile"}),
        ({}, {"by_trigger": True}, {"trigger"}),
        ({}, {"action": SHOT, "of": "b1"}, {"ability"}),
        ({}, {"action": SHOT, "happening": Happening("damaged")}, {"ability"}),
    ],
)
def test_what_sort_of_damage_it_is(word, more, kinds):
    action, of = more.pop("action", None), more.pop("of", "a1")
    acting = ActionInProgress(of, action) if action else None
    more = dict(more)
    assert kinds_of(w.Damage(amount=1, **word), Effects("a1", in_progress=acting, **more)) == kinds


@pytest.mark.rule("M3E-TIME-07", "M3E-DMG-02")
def test_damage_counts_what_was_suffered_and_waits_for_anothers(ruleset):
    pain = reacting("damaged", w.Damage(amount=1, whom="target"), w.Heal(amount=Done(), whom="self"))
    scene = duo(ruleset).model("a1", health=5, abilities=pain)
    scene.run(lambda g: damage(g, Hit("a1", 1)))
    assert scene["a1"].health == 0
    armored = duo(ruleset).model("b1", conditions={"shielded": 1})
    assert do(armored, w.Damage(amount=3)).done == 2


CHANGES = [
    (w.ChangeDamage(plus=1), ("9m", "2c 12r"), [A.take("12r")], 5),
    (w.ChangeDamage(minus=1), ("9m", "2c 12r"), [], 7),
    (w.ChangeDamage(irreducible=True), ("9m", "12r"), [], 4),
    (w.ChangeDamage(ignoring=("armor",)), ("9m", "12r"), [], 4),
    (w.ChangeDamage(), ("9m", "12r"), [], 5),
    (w.MoreDamage(amount=2), ("9m", "12r"), [], 3),
]


@pytest.mark.rule("M3E-DMG-11", "M3E-TIME-02", "M3E-DMG-08", "M3E-TRIG-08")
@pytest.mark.parametrize(("change", "decks", "answers", "left"), CHANGES, ids=lambda value: str(value)[:60])
def test_what_a_trigger_changes_in_the_damage_of_its_action(ruleset, change, decks, answers, left):
    """Armor 1 against damage of 1, 3 or 4."""
    trigger = Trigger(name="Change", suits=("mask",), timing="when_resolving", effects=(change,))
    hit = Action(
        name="Hit",
        icon="melee",
        reach=3,
        stat=5,
        resist="df",
        effects=(w.Damage(amount=(1, 3, 4)),),
        triggers=(trigger,),
    )
    armor = (Ability(name="Armor", parts=(w.Armor(amount=1),)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,)).model("b1", at=(12, 10), abilities=armor)
    scene.deck("A", " ".join(decks)).deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Change"), *answers)
    assert scene["b1"].health == left


@pytest.mark.rule("M3E-TIME-03", "M3E-DMG-08")
@pytest.mark.parametrize(
    ("change", "left"),
    [
        (w.ChangeDamage(reduce=2), 6),
        (w.ChangeDamage(reduce=9), 7),
        (w.ChangeDamage(reduce=9, floor=0), 8),
        (w.ChangeDamage(nothing=True), 8),
    ],
)
def test_a_resisting_trigger_takes_off_so_much(ruleset, change, left):
    trigger = Trigger(name="Less", suits=("crow",), timing="when_resolving", resists="df", effects=(change,))
    hit = Action(name="Hit", icon="melee", reach=3, stat=9, resist="df", effects=(w.Damage(amount=4),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,))
    scene.model("b1", at=(12, 10), triggers=(trigger,)).deck("A", "9m").deck("B", "2c")
    scene.act("a1", "Hit", B.trigger("Less"))
    assert scene["b1"].health == left


@pytest.mark.rule("M3E-DMG-11")
def test_changes_without_an_action_change_nothing(ruleset):
    scene = duo(ruleset)
    do(scene, w.ChangeDamage(plus=1), w.MoreDamage())
    assert scene.g.fresh == []
    acting = ActionInProgress("a1", SHOT)
    do(scene, w.ChangeDamage(blasts=1, cheatable=True), w.ChangeDamage(cheatable=None), in_progress=acting)
    assert (acting.change.blasts, acting.change.cheatable, acting.change.reductions) == (1, True, [])


@pytest.mark.rule("M3E-AREA-04", "M3E-DMG-11")
def test_blasts_that_a_trigger_adds_lie_beside_the_target(ruleset):
    hit = Action(name="Hit", icon="melee", reach=3, stat=5, resist="df")
    acting = ActionInProgress("a1", hit)
    scene = duo(ruleset).deck("A", "9m").model("b2", at=(13.5, 10))
    acting.target_model = scene["b1"]
    burst = (w.ChangeDamage(blasts=1), w.Damage(amount=(1, 3, 4), cheatable=False))
    do(scene, *burst, in_progress=acting, answers=(A.spot([13.574, 10.0]),))
    assert (scene["b1"].health, scene["b2"].health) == (5, 7)


# Healing and Conditions


@pytest.mark.rule("M3E-HEAL-01", "M3E-FATE-16")
@pytest.mark.parametrize(("minus", "health"), [({}, 4), ({"minus": 1}, 2)])
def test_a_healing_flip_is_of_one_card_unless_the_word_says_otherwise(ruleset, minus, health):
    scene = duo(ruleset).model("b1", health=1).deck("A", "12r 2r")
    do(scene, w.Heal(amount=(1, 2, 3), **minus))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-HEAL-01", "M3E-GEN-06")
def test_healing_counts_what_was_healed(ruleset):
    scene = duo(ruleset).model("b1", health=6).model("b2", health=1)
    assert do(scene, w.Heal(amount=3, whom=ENEMIES)).done == 5
    assert (scene["b1"].health, scene["b2"].health) == (8, 4)


@pytest.mark.rule("M3E-COND-01", "M3E-COND-02", "M3E-COND-06")
def test_conditions_are_gained_lowered_and_ended_and_counted(ruleset):
    scene = duo(ruleset)
    assert do(scene, w.Gain(condition="burning", value=3), w.Lose(condition="burning", value=2)).done == 2
    assert scene["b1"].conditions == {"burning": 1}
    assert do(scene, w.Lose(condition="burning", value=Done())).done == 0
    assert do(scene, w.Gain(condition="slow", whom=ENEMIES)).done == 2
    assert do(scene, w.Lose(condition="slow")).done == 1
    assert do(scene, w.Lose(condition="burning")).done == 1
    do(scene, w.Gain(condition="adversary", of="Guard"))
    assert scene["b1"].conditions == {"adversary:Guard": 1}
    assert scene["b2"].conditions == {"slow": 1}


SICK = {"burning": 2, "slow": 1, "adversary:Guard": 1}


@pytest.mark.rule("M3E-COND-02", "M3E-ACT-21")
@pytest.mark.parametrize(
    ("word", "answers", "left"),
    [
        ({}, [A.condition("slow")], {"burning": 2, "adversary:Guard": 1}),
        ({"chooser": "target"}, [B.condition("burning")], {"slow": 1, "adversary:Guard": 1}),
        ({"number": None}, [], {}),
        ({"number": 9, "conditions": ("slow",)}, [], {"burning": 2, "adversary:Guard": 1}),
        ({"number": None, "conditions": ("adversary", "slow")}, [], {"burning": 2}),
        (
            {"number": 2, "optional": True},
            [A.condition("slow"), A.condition("none")],
            {"burning": 2, "adversary:Guard": 1},
        ),
        ({"conditions": ("poison",)}, [], SICK),
        ({"number": 0}, [], SICK),
    ],
    ids=lambda value: str(value)[:50],
)
def test_conditions_end_of_somebodys_choice(ruleset, word, answers, left):
    scene = duo(ruleset).model("b1", conditions=SICK)
    assert do(scene, w.EndConditions(**word), answers=answers).done == len(SICK) - len(left)
    assert scene["b1"].conditions == left


@pytest.mark.rule("M3E-COND-02", "M3E-COND-01")
def test_conditions_that_end_may_be_anothers_from_then_on(ruleset):
    scene = duo(ruleset).model("b1", conditions={"burning": 2})
    do(scene, w.EndConditions(move_to="self"))
    assert (scene["a1"].conditions, scene["b1"].conditions) == ({"burning": 2}, {})


# Cards


@pytest.mark.rule("M3E-FATE-05", "M3E-CTRL-02")
@pytest.mark.parametrize(
    ("word", "hands"),
    [
        ({"cards": 2}, (2, 0)),
        ({"whom": "target"}, (0, 1)),
        ({"whom": ENEMIES}, (0, 2)),
        ({"player": "opposing"}, (0, 1)),
        ({"player": "both", "cards": 3}, (3, 3)),
        ({"player": "own", "whom": "target"}, (1, 0)),
        ({"whom": "cause"}, (1, 0)),
    ],
)
def test_who_draws(ruleset, word, hands):
    scene = duo(ruleset)
    assert do(scene, w.Draw(**word)).done == word.get("cards", 1)
    assert (len(scene.seat("A").hand), len(scene.seat("B").hand)) == hands


@pytest.mark.rule("M3E-FATE-12", "M3E-FATE-13")
@pytest.mark.parametrize(
    ("word", "answers", "hands", "gone"),
    [
        ({}, [A.cards(["5r"])], ("9m", "2c"), 1),
        ({"whom": "target"}, [], ("5r 9m", ""), 1),
        ({"cards": 3}, [A.cards(["9m", "5r"])], ("", "2c"), 2),
        ({"player": "both"}, [A.cards(["9m"])], ("5r", ""), 2),
        ({"whom": "cause"}, [A.cards(["9m"])], ("5r", "2c"), 1),
    ],
)
def test_who_discards_and_how_many_there_were(ruleset, word, answers, hands, gone):
    scene = duo(ruleset).hand("A", "5r 9m").hand("B", "2c")
    inner = do(scene, w.DiscardCards(**word), answers=answers)
    assert (scene.cards_of("A", "hand"), scene.cards_of("B", "hand"), inner.done) == (*hands, gone)
    assert inner.card is not None
    assert do(duo(ruleset), w.DiscardCards()).card is None


# Tokens, Pass Tokens, Soulstones


@pytest.mark.rule("M3E-TOKEN-01")
@pytest.mark.parametrize(
    ("word", "answers", "left", "done"),
    [
        ({}, [], {"soul": 3}, 1),
        ({"number": 4}, [], {"soul": 6}, 4),
        ({"number": -1}, [], {"soul": 1}, 1),
        ({"number": -5}, [], {}, 2),
        ({"all": True}, [], {}, 2),
        ({"number": 0}, [], {"soul": 2}, 0),
        ({"optional": True}, [B.use("no")], {"soul": 2}, 0),
        ({"optional": True}, [B.use("yes")], {"soul": 3}, 1),
        ({"number": 0, "optional": True}, [], {"soul": 2}, 0),
    ],
    ids=lambda value: str(value)[:40],
)
def test_tokens_are_gained_and_taken(ruleset, word, answers, left, done):
    scene = duo(ruleset).model("b1", tokens={"soul": 2})
    assert do(scene, w.Token(name="soul", **word), answers=answers).done == done
    assert scene["b1"].tokens == left


@pytest.mark.rule("M3E-TOKEN-01", "M3E-ABIL-03")
def test_who_gains_a_token_may_react_and_who_loses_one_does_not(ruleset):
    scene = duo(ruleset).model("b1", abilities=reacting("gained_token", w.Draw()), tokens={"soul": 1})
    do(scene, w.Token(name="soul"))
    assert len(scene.seat("B").hand) == 1
    do(scene, w.Token(name="soul", number=-1))
    assert len(scene.seat("B").hand) == 1


@pytest.mark.rule("M3E-TOKEN-01")
@pytest.mark.parametrize(
    ("word", "held", "done"),
    [
        ({}, ({}, {"soul": 4}), 3),
        ({"number": 2}, ({"soul": 1}, {"soul": 3}), 2),
        ({"number": 9}, ({}, {"soul": 4}), 3),
        ({"number": 0}, ({"soul": 3}, {"soul": 1}), 0),
        ({"source": "target", "to": "self"}, ({"soul": 4}, {}), 1),
        ({"to": "cause"}, ({"soul": 3}, {"soul": 1}), 0),
    ],
)
def test_tokens_go_from_one_to_another(ruleset, word, held, done):
    glad = reacting("gained_token", w.Draw())
    scene = duo(ruleset).model("a1", tokens={"soul": 3}).model("b1", tokens={"soul": 1}, abilities=glad)
    assert do(scene, w.MoveTokens(name="soul", **word)).done == done
    assert (scene["a1"].tokens, scene["b1"].tokens) == held
    assert len(scene.seat("B").hand) == int(held[1].get("soul", 0) > 1)


@pytest.mark.rule("M3E-TURN-11", "M3E-STONE-01")
def test_pass_tokens_and_stones_never_fall_below_nothing(ruleset):
    scene = duo(ruleset).crew("A", passes=1, stones=1).crew("B", stones=3)
    assert do(scene, w.PassToken(number=-2)).done == 2
    do(scene, w.PassToken(number=2, player="opposing"))
    assert (scene.seat("A").passes, scene.seat("B").passes) == (0, 2)
    assert do(scene, w.Stone(number=-2, player="both")).done == 3
    assert (scene.seat("A").stones, scene.seat("B").stones) == (0, 1)
    assert do(scene, w.Stone(number=-1)).done == 0
    assert do(scene, w.Stone(number=Chosen(most=2)), answers=(A.number(2),)).done == 2
    assert scene.seat("A").stones == 2


# Death


@pytest.mark.rule("M3E-KILL-01", "M3E-KILL-03", "M3E-TIME-07")
def test_several_are_killed_one_after_the_other_and_counted(ruleset):
    scene = duo(ruleset)
    assert do(scene, w.Kill(whom=ENEMIES), answers=(A.order("b2"),)).done == 2
    assert not any(scene[name].in_play for name in ("b1", "b2"))
    assert do(scene, w.Sacrifice(), w.If(test=HasDone(), effects=(w.Draw(),))).done == 1
    assert not scene["a1"].in_play


@pytest.mark.rule("M3E-KILL-02", "M3E-KILL-06")
@pytest.mark.parametrize(
    ("word", "left"), [({}, []), ({"kind": "scrap"}, ["scrap"]), ({"whom": "self"}, ["corpse"])]
)
def test_another_marker_is_left_or_none_by_whom_the_word_means(ruleset, word, left):
    scene = duo(ruleset).model("b1", characteristics=("Living",), at=(20, 20))
    do(scene, w.NoMarkers(**word))
    scene.run(lambda g: kill(g, "b1", instant=True), *([B.spot([20.0, 20.0])] if left else []))
    assert [marker.kind for marker in scene.g.state.markers.values()] == left


def test_a_figure_may_be_an_amount(ruleset):
    scene = duo(ruleset).model("b1", health=5)
    do(scene, w.Damage(amount=Stat(stat="lost", of="target")))
    assert scene["b1"].health == 2
