"""Sequential and simultaneous effects, choices, X, conflicts of rules (M3E-TIME, M3E-CHOICE, M3E-GEN,
M3E-ABIL)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Carried
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.effects.damage import damage, may_use_stone
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, stat
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen, whole
from rules.editions.m3e.play.turn import step_a_effects
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger, UpgradeCard
from rules.game.events.table import HealthSet, TokensSet
from tests.rules.editions.m3e.scene import A, B, Scene


def marks(*names, moment="end_phase", optional=False, once=""):
    parts = tuple(
        w.Reaction(moment=moment, optional=optional, once=once, effects=(w.Token(name=name, whom="self"),))
        for name in names
    )
    return Ability(name="Marks", parts=parts)


def order(scene):
    return [(e.model, e.name) for e in scene.g.fresh if type(e).__name__ == "TokensSet"]


@pytest.mark.rule("M3E-TIME-11")
def test_the_active_players_models_one_by_one_then_the_others(ruleset):
    scene = Scene(ruleset).model("a1", abilities=(marks("x", "y"),)).model("a2", abilities=(marks("z"),))
    scene.model("b1", abilities=(marks("p"),)).state(active=0, initiative=1)
    scene.run(lambda g: happen(g, Happening("end_phase")), A.order("Marks:1:a1"))
    assert order(scene) == [("a1", "y"), ("a1", "x"), ("a2", "z"), ("b1", "p")]


@pytest.mark.rule("M3E-TIME-11")
def test_without_an_active_player_initiative_is_first(ruleset):
    scene = Scene(ruleset).model("a1", abilities=(marks("x"),)).model("b1", abilities=(marks("p"),))
    scene.state(active=None, initiative=1)
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert order(scene) == [("b1", "p"), ("a1", "x")]


def test_optional_reactions_may_be_left(ruleset):
    scene = Scene(ruleset).model("a1", abilities=(marks("x", "y", optional=True),))
    scene.run(lambda g: happen(g, Happening("end_phase")), A.use("Marks:1:a1"), A.use("pass"))
    assert order(scene) == [("a1", "y")]


@pytest.mark.rule("M3E-ONCE-01", "M3E-ONCE-02")
def test_a_reaction_once_a_turn(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", abilities=(marks("x", once="turn"),))
        .model("a2", abilities=(marks("x", once="turn"),))
    )
    for _ in range(2):
        scene.run(lambda g: happen(g, Happening("end_phase")), *([A.order("Marks:0:a1")] if _ == 0 else []))
    assert order(scene) == [("a1", "x"), ("a2", "x")]


@pytest.mark.rule("M3E-TIME-08")
def test_generated_effects_first_in_first_out(ruleset):
    scene = Scene(ruleset)
    order = []

    def say(g, word, *more):
        order.append(word)
        for later in more:
            g.later(lambda later=later: say(g, later))
        yield from ()

    def effect(g):
        g.later(lambda: say(g, "one", "one of one"))
        g.later(lambda: say(g, "two"))
        order.append("the effect")
        yield from ()

    scene.run(lambda g: whole(g, lambda: effect(g)))
    assert order == ["the effect", "one", "two", "one of one"]


def generating(name, *next_names):
    return Action(name=name, effects=tuple(w.TakeAction(name=n, optional=False) for n in next_names))


@pytest.mark.rule("M3E-TIME-09", "M3E-TIME-10")
def test_generated_actions_queue_and_what_they_generate_comes_before_the_next(ruleset):
    actions = (
        generating("One", "Two", "Three"),
        generating("Two", "Four"),
        generating("Three"),
        generating("Four"),
    )
    scene = Scene(ruleset).model("a1", actions=actions)
    scene.act("a1", "One")
    started_and_ended = [
        (type(e).__name__, e.action)
        for e in scene.g.fresh
        if type(e).__name__ in ("ActionDeclared", "ActionEnded")
    ]
    assert [name for kind, name in started_and_ended if kind == "ActionDeclared"] == [
        "One",
        "Two",
        "Four",
        "Three",
    ]
    assert started_and_ended[1] == ("ActionEnded", "One")
    assert scene["a1"].acts == 1


@pytest.mark.rule("M3E-ABIL-03")
def test_after_x_resolves_when_x_has(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5, abilities=(marks("t", moment="moved"),))
    scene.act("a1", "Walk", A.destination([12.0, 10.0]))
    kinds = [type(e).__name__ for e in scene.g.fresh]
    assert kinds.index("Moved") < kinds.index("TokensSet")


@pytest.mark.rule("M3E-ABIL-01")
def test_a_reactive_ability_in_printed_order(ruleset):
    both = Ability(
        name="Both",
        parts=(
            w.Reaction(
                moment="end_phase",
                effects=(w.Token(name="first", whom="self"), w.Token(name="second", whom="self")),
            ),
        ),
    )
    scene = Scene(ruleset).model("a1", abilities=(both,))
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert order(scene) == [("a1", "first"), ("a1", "second")]


@pytest.mark.rule("M3E-ABIL-02")
def test_a_second_copy_of_a_reaction_does_nothing(ruleset):
    scene = Scene(ruleset).model("a1", abilities=(marks("x"), marks("x")))
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert order(scene) == [("a1", "x")]


@pytest.mark.rule("M3E-ABIL-02")
@pytest.mark.parametrize(("name", "healed", "left"), [("Regeneration +1", 2, 6), ("Mending", 1, 5)])
def test_the_values_of_copies_add_and_nothing_else(ruleset, name, healed, left):
    """By the card and by an Upgrade: two heals of 1 and two reductions by 1, where the value has a plus."""
    heals = w.Reaction(moment="activation_begins", effects=(w.Heal(amount=1, whom="self"),))
    both = Ability(name=name, parts=(heals, w.Reduce(amount=1)))
    scene = Scene(ruleset).upgrade(UpgradeCard(slug="band", name="Band", abilities=(both,)))
    scene.model("a1", health=2, abilities=(both,), upgrades=("band",))
    scene.run(lambda g: happen(g, Happening("activation_begins", model=g.model("a1"))))
    assert scene["a1"].health == 2 + healed
    scene.g.emit(HealthSet("a1", 8))
    scene.run(lambda g: damage(g, Hit("a1", 4)))
    assert scene["a1"].health == left


# Choices


def carried(scene, *effects):
    return lambda g: execute(g, effects, Carried(source="a1", target="b1", label="Test"))


EITHER = w.Either(branches=((w.DiscardCards(cards=1, whom="target"),), (w.Gain(condition="stunned"),)))


@pytest.mark.rule("M3E-CHOICE-01")
@pytest.mark.parametrize(
    ("hand", "stunned", "answers", "left"),
    [
        ("1r", False, (B.branch("0"),), ("", {})),
        ("1r", False, (B.branch("1"),), ("1r", {"stunned": 1})),
        ("", False, (), ("", {"stunned": 1})),
        ("1r", True, (), ("", {"stunned": 1})),
        ("", True, (), ("", {"stunned": 1})),
    ],
)
def test_this_or_that_only_what_can_be_resolved(ruleset, hand, stunned, answers, left):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), conditions={"stunned": 1} if stunned else {})
    scene.hand("B", hand)
    scene.run(carried(scene, EITHER), *answers)
    assert (scene.cards_of("B", "hand"), scene["b1"].conditions) == left


@pytest.mark.rule("M3E-CHOICE-02")
@pytest.mark.parametrize(("card", "health"), [("7r", 6), ("8r", 8)])
def test_a_duel_to_avoid_a_penalty_is_attempted(ruleset, card, health):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), wp=5).deck("B", card)
    scene.run(carried(scene, w.Duel(stat="wp", tn=13, failure=(w.Damage(amount=2),))))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-CHOICE-03")
@pytest.mark.parametrize(("health", "branches"), [(2, 1), (3, 2)])
def test_nobody_may_choose_to_suffer_what_would_kill_it(ruleset, health, branches):
    either = w.Either(branches=((w.Damage(amount=2),), (w.Gain(condition="slow"),)))
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), health=health)
    scene.run(carried(scene, either), *([B.branch("1")] if branches == 2 else []))
    assert (scene["b1"].health, scene["b1"].conditions) == (health, {"slow": 1})


@pytest.mark.rule("M3E-CHOICE-04")
def test_under_an_opponents_control_it_never_chooses_to_kill_itself(ruleset):
    from msgspec.structs import replace

    either = w.Either(branches=((w.Sacrifice(whom="target"),), (w.Gain(condition="slow"),)))
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5))
    scene.models["b1"] = replace(scene.models["b1"], controller=0)
    scene.run(carried(scene, either))
    assert scene["b1"].conditions == {"slow": 1}


# General principles


def said(name, moment, **more):
    part = w.Reaction(moment=moment, effects=(w.Token(name=name, whom="self"),), **more)
    return (Ability(name=name.title(), parts=(part,)),)


def told(scene) -> list[str]:
    """Who was given tokens, in that order."""
    return [f"{event.model} {event.name}" for event in scene.events(TokensSet)]


@pytest.mark.rule("M3E-TIME-11", "M3E-TIME-06")
@pytest.mark.parametrize(("active", "first"), [(0, "a1 proud"), (1, "b1 sorry")])
def test_who_kills_and_who_is_killed_answer_at_once(ruleset, active, first):
    """The killer's ability is no earlier than the victim's: the Active player's comes first."""
    scene = Scene(ruleset).state(active=active).model("a1", abilities=said("proud", "killing"))
    scene.model("b1", at=(5, 5), abilities=said("sorry", "killed"), health=1)
    scene.run(lambda g: damage(g, Hit("b1", 1, by="a1")))
    assert told(scene)[0] == first
    assert len(told(scene)) == 2


@pytest.mark.rule("M3E-TIME-11")
def test_effects_of_no_model_come_last_in_the_first_players_order(ruleset):
    """Also those of the Active player: a Scheme waits for the other side's models."""
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), abilities=said("mine", "end_phase"))
    log = []

    def of_nobody() -> list[PendingReaction]:
        def note(name):
            log.append(f"{name} after {told(scene)}")
            yield from ()

        return [
            PendingReaction("x", 1, "B's Strategy", lambda: note("x")),
            PendingReaction("y", 0, "A's Scheme", lambda: note("y")),
        ]

    scene.run(lambda g: happen(g, Happening("end_phase"), besides=of_nobody), A.order("y"))
    assert log == ["y after ['b1 mine']", "x after ['b1 mine']"]


@pytest.mark.rule("M3E-TIME-11", "M3E-TRIG-10", "M3E-ACT-22")
@pytest.mark.parametrize(
    ("active", "order"),
    [
        (0, ["a1 tale", "a1 boast", "b1 tale", "b1 sulk"]),
        (1, ["b1 tale", "b1 sulk", "a1 tale", "a1 boast"]),
    ],
)
def test_what_comes_after_resolving_goes_by_the_active_player(ruleset, active, order):
    """Triggers of both sides and abilities: all of a model of the Active player's, then of the other's."""

    def trigger(name, **more):
        return Trigger(
            name=name, timing="after_resolving", effects=(w.Token(name="tale", whom="self"),), **more
        )

    hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", triggers=(trigger("Brag"),))
    scene = Scene(ruleset).state(active=active).deck("A", "9r").deck("B", "8r")
    scene.model("a1", at=(10, 10), actions=(hit,), abilities=said("boast", "action_resolved"))
    moan = trigger("Moan", resists="df")
    scene.model("b1", at=(11.181, 10), abilities=said("sulk", "resolved_upon"), triggers=(moan,))
    answers = [A.trigger("Brag"), B.trigger("Moan"), A.order("trigger:a1"), B.order("trigger:b1")]
    scene.act("a1", "Hit", *(answers if active == 0 else [*answers[:2], answers[3], answers[2]]))
    assert told(scene) == order


@pytest.mark.rule("M3E-GEN-04")
def test_this_model_is_the_one_whose_text_it_is(ruleset):
    part = w.Reaction(
        moment="damaged",
        about="others",
        side="friendly",
        inches=6,
        effects=(w.Token(name="t", whom="self"),),
    )
    revenge = Ability(name="Revenge", parts=(part,))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(revenge,)).model("a2", at=(12, 10))
    scene.run(lambda g: damage(g, Hit("a2", 1)))
    assert (scene["a1"].tokens, scene["a2"].tokens) == ({"t": 1}, {})


@pytest.mark.rule("M3E-GEN-05")
def test_x_is_local_to_one_effect(ruleset):
    flip = (w.FlipNumber(profile=(1, 2, 3)), w.Damage(amount="X"))
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5)).deck("A", "7r")
    scene.run(carried(scene, *flip))
    assert scene["b1"].health == 6
    scene.run(carried(scene, w.Damage(amount="X")))
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-GEN-07")
def test_no_stat_goes_below_0(ruleset):
    low = Ability(name="Low", parts=(w.StatBonus(stat="df", amount=-9),))
    scene = Scene(ruleset).model("a1", abilities=(low,))
    assert stat(scene.g, scene["a1"], "df") == 0


@pytest.mark.rule("M3E-GEN-03")
def test_what_forbids_wins_over_what_permits(ruleset):
    """A trigger may generate an Action; being engaged forbids a missile one."""
    shoot = Action(name="Shoot", icon="missile", reach=8, stat=5, resist="df")
    again = Action(name="Again", effects=(w.TakeAction(icon="missile"),))
    hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(shoot, again))
        .model("b1", at=(11.181, 10), actions=(hit,))
    )
    scene.act("a1", "Again")
    assert scene.asked == []


def test_a_moment_that_nobody_listed_is_refused():
    with pytest.raises(ValueError, match="no moment"):
        Happening("teatime")


# What lasts, who controls, what is shown


def act(scene, *effects):
    return lambda g: execute(g, effects, Carried(source="a1", target="b1", label="Test"))


@pytest.mark.rule("M3E-TURN-18")
def test_a_part_lasts_until_its_end(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), df=5).state(phase="end", active=None)
    scene.run(act(scene, w.Grant(part=w.StatBonus(stat="df", amount=2))))
    scene.run(act(scene, w.Grant(part=w.StatBonus(stat="df", amount=2))))
    assert stat(scene.g, scene["b1"], "df") == 7
    scene.run(step_a_effects)
    assert stat(scene.g, scene["b1"], "df") == 5


@pytest.mark.rule("M3E-CTRL-02", "M3E-CTRL-03")
def test_control_lasts_until_its_end(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5)).state(phase="end", active=None)
    scene.run(act(scene, w.TakeControl()))
    assert (scene["b1"].player, scene["b1"].seat) == (0, 1)
    scene.run(step_a_effects)
    assert scene["b1"].player == 1


@pytest.mark.rule("M3E-STONE-01")
def test_an_ability_may_let_others_use_stones(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", station="Minion")
        .model(
            "a2", at=(5, 5), station="Minion", abilities=(Ability(name="Marked", parts=(w.UsesStones(),)),)
        )
        .crew("A", stones=1)
    )
    assert not may_use_stone(scene.g, scene["a1"])
    assert may_use_stone(scene.g, scene["a2"])


@pytest.mark.rule("M3E-FATE-14", "M3E-FATE-04")
def test_cards_are_looked_at_revealed_and_removed(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1")
        .model("b1", at=(5, 5))
        .deck("B", "5r 6m")
        .hand("B", "9c")
        .discard("A", "2t 3t")
    )
    before = scene.g.state
    scene.run(act(scene, w.LookAt(cards=2, whom="target"), w.LookAt(source="hand", both=True, whom="target")))
    assert scene.g.state == before
    looked, revealed = scene.g.fresh
    assert (looked.audience, [c.code for c in looked.cards], looked.by) == (0, ["5r", "6m"], 0)
    assert (revealed.audience, [c.code for c in revealed.cards]) == ("all", ["9c"])
    scene.run(act(scene, w.SetAside()))
    assert (scene.cards_of("A", "aside"), scene.cards_of("A", "discard")) == ("3t", "2t")
