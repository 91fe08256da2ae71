"""Reckoning (M3E-STRAT-20 to -22)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.effects.arrivals import replace_model
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.scoring.score import score_strategy
from rules.editions.m3e.ruleset import RulesetPolicies
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.game.state import KillRecord, VictoryPoint
from tests.rules.editions.m3e.play.strategies.making import NEXT, SMALL, count, table
from tests.rules.editions.m3e.scene import A


def reckoned(ruleset, *victims, turn=2, **policies):
    scene = table(ruleset, "Reckoning", policies=policies, turn=turn).model("a1").model("b9", at=(30, 30))
    kills = []
    for number, fields in enumerate(victims, 1):
        when = fields.pop("turn", turn)
        scene.model(f"b{number}", where="gone", **fields)
        kills.append(KillRecord(turn=when, victim=f"b{number}", seat=1, by="", by_seat=None))
    return scene.state(kills=tuple(kills))


@pytest.mark.rule("M3E-STRAT-20")
def test_enemies_killed_this_turn_count_whoever_killed_them(ruleset):
    scene = reckoned(ruleset, {}, {}, {"turn": 1}, {"abilities": SMALL})
    assert (count(scene, 0), count(scene, 1)) == (2, 0)
    by_fire = table(ruleset, "Reckoning").model("a1").model("b1", health=1, at=(5, 5)).model("b2", at=(9, 9))
    by_fire.run(lambda g: damage(g, Hit("b1", 1, source="burning")))
    assert count(by_fire, 0) == 1


@pytest.mark.rule("M3E-STRAT-20", "M3E-STRAT-02", "M3E-SCHEME-20")
def test_nobody_left_in_play_is_enough_for_any_vp(ruleset):
    scores = tuple(VictoryPoint(turn, 0, "Reckoning", "strategy") for turn in (2, 3, 4))
    alone = table(ruleset, "Reckoning", turn=5, scores=scores).model("a1").model("b1", where="gone")
    alone.model("b2", abilities=SMALL, at=(3, 30))
    score_strategy(alone.g, 0)
    assert alone.g.state.vp(0) == 4
    buried = table(ruleset, "Reckoning", turn=5, scores=scores).model("a1").model("b1", where="buried")
    score_strategy(buried.g, 0)
    assert buried.g.state.vp(0) == 3


@pytest.mark.rule("M3E-STRAT-21")
@pytest.mark.parametrize(
    ("fields", "weight"),
    [
        ({"station": "Master", "leader": True}, 3),
        ({"station": "Master"}, 3),
        ({"station": "Henchman"}, 2),
        ({"station": "Enforcer"}, 1),
        ({"station": "Minion"}, 1),
        ({"station": "Enforcer", "leader": True}, 3),
    ],
)
def test_who_weighs_what(ruleset, fields, weight):
    assert count(reckoned(ruleset, dict(fields)), 0) == weight


@pytest.mark.rule("M3E-STRAT-22")
@pytest.mark.parametrize("weight", [2, 3, 5])
def test_a_henchman_who_leads(ruleset, weight):
    leader = {"station": "Henchman", "leader": True}
    assert count(reckoned(ruleset, leader, henchman_leader_weight=weight), 0) == weight
    assert RulesetPolicies().henchman_leader_weight == 3


@pytest.mark.rule("M3E-REPL-08", "M3E-STRAT-20")
@pytest.mark.parametrize(("counts", "number"), [(False, 0), (True, 1)])
def test_a_model_replaced_into_the_other_crew(ruleset, counts, number):
    scene = table(ruleset, "Reckoning", policies={"replaced_counts_as_kill": counts})
    scene.card(StatCard(slug="new", name="New", health=5)).model("a1", at=(3, 3)).model("b1", at=(10, 10))
    scene.model("b2", at=(30, 30))
    scene.run(lambda g: replace_model(g, ("b1",), ("new",), seat=0), A.spot([11.181, 10.0]))
    assert count(scene, 0) == number


@pytest.mark.rule("M3E-STRAT-20", "M3E-TRIG-09")
def test_a_kill_in_a_duel_counts_at_the_end_of_the_turn(ruleset):
    """A whole Action, not a kill by hand: the Strategy reads what the engine wrote."""
    surge = Trigger(name="Surge", suits=("ram",), effects=(w.Draw(),))
    strike = Action(
        name="Strike",
        icon="melee",
        reach=1,
        stat=9,
        resist="df",
        effects=(w.Damage(amount=9),),
        triggers=(surge,),
    )
    scene = table(ruleset, "Reckoning").model("a1", actions=(strike,)).model("b1", at=(18 + NEXT, 18))
    scene.model("b2", at=(30, 30)).deck("A", "9c").deck("B", "2c")
    scene.act("a1", "Strike")
    score_strategy(scene.g, 0)
    assert scene.g.state.vp(0) == 1
