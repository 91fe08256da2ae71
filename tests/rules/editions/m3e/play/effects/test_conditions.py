"""Conditions: gaining, cancelling, caps, ends, and what each does (M3E-COND)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.effects.conditions import action_limit, burn, change_condition, gain
from rules.editions.m3e.play.effects.movement import move
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.turn import activation_step, step_a_effects, suffer
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.announcements import DuelBegan
from rules.game.events.table import ConditionSet
from tests.rules.editions.m3e.scene import A, B, Scene

NEXT = (11.181, 10.0)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),))


def one(ruleset, conditions=None, policies=None, **model):
    return Scene(ruleset, **(policies or {})).model("a1", at=(10, 10), conditions=conditions or {}, **model)


def gains(scene, key, value=1):
    return scene.run(lambda g: gain(g, "a1", key, value))


@pytest.mark.rule("M3E-COND-01")
def test_values_add_up_and_the_others_are_there_once(ruleset):
    scene = one(ruleset, {"burning": 2, "slow": 1})
    gains(scene, "burning", 1)
    gains(scene, "slow")
    assert scene["a1"].conditions == {"slow": 1, "burning": 3}
    assert len(scene.events(ConditionSet)) == 2


@pytest.mark.rule("M3E-COND-02")
def test_at_0_a_condition_ends(ruleset):
    scene = one(ruleset, {"burning": 2})
    scene.run(lambda g: change_condition(g, "a1", "burning", -5))
    assert scene["a1"].conditions == {}


@pytest.mark.rule("M3E-COND-03")
@pytest.mark.parametrize(
    ("held", "gained", "left"),
    [
        ({"slow": 1}, ("fast", 1), {}),
        ({"fast": 1}, ("slow", 1), {}),
        ({"distracted": 3}, ("focused", 1), {"distracted": 2}),
        ({"focused": 1}, ("distracted", 3), {"distracted": 2}),
        ({"focused": 2}, ("distracted", 2), {}),
    ],
)
def test_opposites_cancel(ruleset, held, gained, left):
    scene = one(ruleset, held)
    gains(scene, *gained)
    assert scene["a1"].conditions == left


AFTER = Ability(
    name="After", parts=(w.Reaction(moment="gained_condition", effects=(w.Token(name="t", whom="self"),)),)
)


@pytest.mark.rule("M3E-COND-04")
@pytest.mark.parametrize(("gained", "fires"), [(1, False), (2, True)])
def test_after_gaining_only_when_something_is_left(ruleset, gained, fires):
    scene = one(ruleset, {"focused": 1}, abilities=(AFTER,))
    gains(scene, "distracted", gained)
    assert (scene["a1"].tokens == {"t": 1}) is fires


@pytest.mark.rule("M3E-COND-05")
def test_damage_from_a_condition_names_it(ruleset):
    scene = one(ruleset, {"burning": 4})
    scene.run(lambda g: suffer(g, "a1", "burning"))
    assert [(e.source, e.amount) for e in scene.g.fresh] == [("Burning", 2)]


@pytest.mark.rule("M3E-COND-06")
@pytest.mark.parametrize(
    ("held", "plus"),
    [
        ({"adversary:Guard": 1}, 1),
        ({"adversary:Guard": 1, "adversary:Minion": 1}, 1),
        ({"adversary:Woe": 1}, 0),
    ],
)
def test_adversary_is_one_plus_for_those_it_names(ruleset, held, plus):
    scene = one(ruleset, actions=(HIT,), keywords=("Guard",), station="Minion")
    scene.model("b1", at=NEXT, conditions=held).deck("A", "2r 2m").deck("B", "9c")
    scene.act("a1", "Hit", *([A.take("2m")] if plus else []))
    assert scene.events(DuelBegan)[0].plus == (plus, 0)


@pytest.mark.rule("M3E-COND-07")
@pytest.mark.parametrize(
    ("policy", "held"),
    [("separate", {"adversary:Guard": 1, "adversary:Woe": 1}), ("one", {"adversary:Guard": 1})],
)
def test_two_adversaries(ruleset, policy, held):
    scene = one(ruleset, {"adversary:Guard": 1}, {"adversaries": policy})
    gains(scene, "adversary:Woe")
    assert scene["a1"].conditions == held


@pytest.mark.rule("M3E-COND-06", "M3E-COND-08", "M3E-COND-09")
def test_what_ends_in_the_end_phase(ruleset):
    held = {"adversary:Guard": 1, "shielded": 2, "injured": 2, "fast": 1, "focused": 1, "staggered": 1}
    scene = one(ruleset, held).state(phase="end", active=None)
    scene.run(step_a_effects)
    assert scene["a1"].conditions == {"fast": 1, "focused": 1, "staggered": 1}


@pytest.mark.rule("M3E-COND-09", "M3E-GEN-07")
def test_injured_lowers_df_and_wp_to_no_less_than_0(ruleset):
    scene = one(ruleset, {"injured": 6}, df=5, wp=7, mv=4)
    assert [stat(scene.g, scene["a1"], name) for name in ("df", "wp", "mv", "sz")] == [0, 1, 4, 2]


@pytest.mark.rule("M3E-COND-10", "M3E-COND-11")
@pytest.mark.parametrize(
    ("station", "held", "limit"),
    [
        ("Minion", {"fast": 1}, 3),
        ("Minion", {"slow": 1}, 1),
        ("Master", {"fast": 1}, 3),
        ("Master", {"slow": 1}, 2),
    ],
)
def test_fast_and_slow(ruleset, station, held, limit):
    scene = one(ruleset, held, station=station)
    assert action_limit(scene.g, scene["a1"]) == limit


@pytest.mark.rule("M3E-COND-12")
def test_staggered_is_slow_of_foot_and_not_moved_by_friends(ruleset):
    scene = one(ruleset, {"staggered": 1}, mv=5).model("a2", at=(14, 10)).model("b1", at=(20, 20))
    assert stat(scene.g, scene["a1"], "mv") == 3
    assert not scene.run(lambda g: move(g, "a1", 2, "push", by="a2"))
    assert scene.run(lambda g: move(g, "a1", 2, "push", by="b1", chooser=1), B.destination([8.0, 10.0]))
    assert scene.run(lambda g: move(g, "a1", 2, "push", by="a1"), A.destination([6.0, 10.0]))


@pytest.mark.rule("M3E-COND-12", "M3E-GEN-07")
def test_mv_never_below_0(ruleset):
    scene = one(ruleset, {"staggered": 1}, mv=1)
    assert stat(scene.g, scene["a1"], "mv") == 0
    assert {"Walk", "Charge"} <= {action.name for action in menu(scene.g, scene["a1"])}


@pytest.mark.rule("M3E-COND-10", "M3E-COND-11", "M3E-COND-12", "M3E-COND-13", "M3E-COND-14")
def test_what_ends_with_the_activation(ruleset):
    scene = one(ruleset, {"slow": 1, "staggered": 1, "stunned": 1, "poison": 1, "injured": 1}).model(
        "b1", at=(30, 30)
    )
    scene.run(activation_step, A.activate("a1"), A.action("end"))
    assert scene["a1"].conditions == {"poison": 1, "injured": 1}
    gains(scene, "slow")
    scene.g.state = scene.g.state.with_model(scene["a1"])
    scene.run(activation_step, B.activate("b1"), B.action("end"))
    assert scene["a1"].conditions == {"poison": 1, "injured": 1, "slow": 1}


@pytest.mark.rule("M3E-COND-14", "M3E-TURN-13")
@pytest.mark.parametrize(("moment", "left"), [("activation_ends", {}), ("activated", {"slow": 1})])
def test_what_is_gained_when_the_activation_ends_and_after_it(ruleset, moment, left):
    """Effects at its end come before its Conditions end; what follows it lasts through the next."""
    tired = w.Reaction(moment=moment, effects=(w.Gain(condition="slow", whom="self"),))
    scene = one(ruleset, {}, abilities=(Ability(name="Tired", parts=(tired,)),)).model("b1", at=(30, 30))
    scene.run(activation_step, A.activate("a1"), A.action("end"))
    assert scene["a1"].conditions == left


@pytest.mark.rule("M3E-COND-15", "M3E-COND-16")
@pytest.mark.parametrize(
    ("policy", "damage"),
    [
        ("beyond_the_first", {1: 1, 3: 1, 4: 2, 6: 2, 7: 3, 9: 3, 10: 4, 12: 4, 13: 5, 30: 5}),
        ("by_three", {1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 12: 5, 30: 5}),
    ],
)
def test_burning_by_its_value(policy, damage):
    assert {value: burn(value, policy) for value in damage} == damage


@pytest.mark.rule("M3E-COND-16")
@pytest.mark.parametrize(("policy", "left"), [("beyond_the_first", 7), ("by_three", 6)])
def test_every_three_points(ruleset, policy, left):
    scene = one(ruleset, {"burning": 3}, {"every_three": policy}).state(phase="end", active=None)
    scene.run(step_a_effects)
    assert scene["a1"].health == left


@pytest.mark.rule("M3E-COND-15", "M3E-COND-17", "M3E-KILL-04")
def test_burning_stays_and_poison_drops(ruleset):
    scene = one(ruleset, {"burning": 4, "poison": 1}).state(phase="end", active=None)
    scene.run(step_a_effects, A.order("burning:a1"))
    assert (scene["a1"].health, scene["a1"].conditions) == (5, {"burning": 4})


@pytest.mark.rule("M3E-COND-17")
def test_the_question_about_poison_names_its_rule(ruleset):
    scene = one(ruleset, {"poison": 1}).model("a2", at=(20, 20), conditions={"poison": 1})
    scene.state(phase="end", active=None)
    scene.run(step_a_effects, A.order("poison:a2"))
    assert scene.asked[0].rule == "M3E-COND-17"


@pytest.mark.rule("M3E-COND-18")
@pytest.mark.parametrize(("target", "minus", "left"), [("b1", 1, 2), ("a2", 0, 3)])
def test_distracted_against_enemies(ruleset, target, minus, left):
    scene = one(ruleset, {"distracted": 3}, actions=(HIT,)).model(target, at=NEXT)
    relent = [A.relent("no")] if target == "a2" else []
    scene.act("a1", "Hit", *relent)
    assert scene.events(DuelBegan)[0].minus[0] == minus
    assert scene["a1"].conditions == {"distracted": left}


@pytest.mark.rule("M3E-COND-18")
def test_distracted_lets_go_after_every_action_at_an_enemy(ruleset):
    """A simple duel has the minus too; an Action without one, and one that fails, lower it."""
    other = (w.TargetIs(other=True),)
    tell = Action(name="Tell", targets="model", reach=3, stat=5, tn=14, restrictions=other)
    look = Action(name="Look", targets="model", reach=3, restrictions=other)
    scene = one(ruleset, {"distracted": 3}, actions=(tell, look))
    scene.model("b1", at=NEXT).deck("A", "9r 2c")
    assert not scene.act("a1", "Tell").succeeded
    assert (scene.events(DuelBegan)[0].minus[0], scene["a1"].conditions) == (1, {"distracted": 2})
    scene.act("a1", "Look")
    assert scene["a1"].conditions == {"distracted": 1}


@pytest.mark.rule("M3E-COND-19")
def test_focused_before_an_opposed_duel_and_on_its_damage(ruleset):
    """The tie gives two minuses; Focused takes one away."""
    scene = (
        one(ruleset, {"focused": 2}, actions=(HIT,))
        .model("b1", at=NEXT)
        .deck("A", "9r 8m 2c 13c")
        .deck("B", "9c")
    )
    scene.act("a1", "Hit", A.focus("yes"), A.take("9r"))
    assert scene.events(DuelBegan)[0].plus == (1, 0)
    assert scene["a1"].conditions == {"focused": 1}
    assert scene.cards_of("A", "discard").split()[:4] == ["8m", "13c", "2c", "9r"]
    assert scene["b1"].health == 7


@pytest.mark.rule("M3E-COND-19")
def test_the_resister_may_focus_too_and_nobody_in_a_simple_duel(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(HIT,))
        .model("b1", at=NEXT, conditions={"focused": 1})
    )
    scene.deck("A", "2r").deck("B", "9c 10c")
    scene.act("a1", "Hit", B.focus("yes"), B.take("10c"))
    assert scene["b1"].conditions == {}
    think = Action(name="Think", stat=5, tn=8)
    alone = one(ruleset, {"focused": 1}, actions=(think,))
    alone.act("a1", "Think")
    assert "focus" not in alone.kinds()


@pytest.mark.rule("M3E-COND-20")
def test_focused_never_above_2(ruleset):
    scene = one(ruleset, {"focused": 1})
    gains(scene, "focused", 3)
    assert scene["a1"].conditions == {"focused": 2}


@pytest.mark.rule("M3E-COND-21")
@pytest.mark.parametrize(("policy", "left"), [("before_cancelling", 1), ("after_cancelling", 2)])
def test_focused_3_while_distracted_1(ruleset, policy, left):
    scene = one(ruleset, {"distracted": 1}, {"focus_cap": policy})
    gains(scene, "focused", 3)
    assert scene["a1"].conditions == {"focused": left}


def test_an_immune_model_gains_nothing(ruleset):
    immune = Ability(name="Fireproof", parts=(w.NoInjury(condition="burning"),))
    scene = one(ruleset, abilities=(immune,))
    assert gains(scene, "burning", 3) == 0
    assert scene["a1"].conditions == {}
