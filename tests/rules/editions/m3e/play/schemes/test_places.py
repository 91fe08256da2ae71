"""Schemes 6, 7 and 9: who stands where (M3E-SCHEME-09, -10, -12, -13)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.schemes.common import killed_by_its_own
from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.ruleset import RulesetPolicies
from tests.rules.editions.m3e.play.schemes.making import HIT, NEXT, SMALL, ends, flanks, may, reveals, table


def holding(ruleset, *costs, own=(4, 4), apart=10.0):
    scene = table(ruleset, "Hold Up Their Forces")
    for number, cost in enumerate(own, 1):
        scene.model(f"a{number}", at=(5, apart * number), cost=cost, actions=(HIT,))
    for number, cost in enumerate(costs, 1):
        scene.model(f"b{number}", at=(5 + NEXT + 0.9, apart * number), cost=cost)
    return scene


@pytest.mark.rule("M3E-SCHEME-09")
def test_hold_up_their_forces(ruleset):
    scene = holding(ruleset, 5, 6)
    assert may(scene, end=True)
    assert reveals(scene, "Hold Up Their Forces") == 0
    assert not may(holding(ruleset, 5, 4))  # no higher Cost
    assert not may(holding(ruleset, 5))
    assert not may(holding(ruleset, 9, 9, own=(4,)))
    # Two on one enemy are one held up.
    crowd = holding(ruleset, 9, own=(4, 4), apart=0.6)
    assert not may(crowd)
    assert ends(holding(ruleset, 5, 6)) == (1, 0)
    leader = holding(ruleset, 16, 16, own=(15, 15))  # the card's Cost, whatever hiring a Leader costs
    assert may(leader)


def prison(ruleset, *, at=(18, 18), guard=(18, 19.5), other=(30, 30), revealed=False, **more):
    scene = table(ruleset, "Take Prisoner", secret={"model": "b1"}, revealed=revealed)
    scene.model("a1", at=guard, actions=(HIT,)).model("b2", at=other, **more)
    return scene.model("b1", at=at, station="Minion")


@pytest.mark.rule("M3E-SCHEME-10")
def test_take_prisoner(ruleset):
    assert reveals(prison(ruleset), "Take Prisoner") == 0
    assert not may(prison(ruleset, guard=(18, 21)))
    assert not may(prison(ruleset, other=(18, 12.82)))
    assert may(prison(ruleset, other=(18, 12.81)))
    assert may(prison(ruleset, other=(18, 15), abilities=SMALL))
    assert may(prison(ruleset, other=(18, 15)), end=True)
    stations = table(ruleset, "Take Prisoner").model("a1", station="Minion")
    for number, station in enumerate(("Master", "Henchman", "Enforcer", "Minion"), 1):
        stations.model(f"b{number}", station=station, at=(3 * number, 20))
    keys = [choice.key for choice in SCHEMES["Take Prisoner"].secrets(stations.g, 0)]
    assert keys == ["model=b3", "model=b4"]


@pytest.mark.rule("M3E-SCHEME-10")
@pytest.mark.parametrize(
    ("revealed", "by", "gained"), [(True, "b2", 1), (False, "b2", 0), (True, "a1", 0), (True, "", 0)]
)
def test_a_prisoner_killed_by_its_own_side_after_the_reveal(ruleset, revealed, by, gained):
    scene = prison(ruleset, guard=(3, 3), revealed=revealed)
    scene.run(lambda g: kill(g, "b1", by=by, instant=True))
    assert killed_by_its_own(scene.g, scene["b1"]) == (by == "b2")
    assert ends(scene)[0] == gained


@pytest.mark.rule("M3E-SCHEME-12")
def test_outflank(ruleset):
    west, east = ((3.5, 18), 0), ((33, 19.5), 0)
    assert reveals(flanks(ruleset, west, east), "Outflank") == 0
    assert not may(flanks(ruleset, west, ((3.0, 20), 0)))  # the same end
    assert not may(flanks(ruleset, ((3.6, 18), 0), east))  # too far
    corner = flanks(ruleset, ((2, 34), 0), ((34, 2), 0), deployment="Corner")
    assert may(corner)
    assert may(corner, end=True)
    assert not may(flanks(ruleset, west, east, deployment="Flank"))
    small = table(ruleset, "Outflank").model("a1", at=(3, 18)).model("a2", at=(33, 18), abilities=SMALL)
    assert not may(small)


@pytest.mark.rule("M3E-SCHEME-13")
@pytest.mark.parametrize(("policy", "possible"), [("own", False), ("any", True)])
def test_whose_models_outflank(ruleset, policy, possible):
    assert may(flanks(ruleset, ((3, 18), 0), ((33, 18), 1), outflank_models=policy)) == possible
    assert RulesetPolicies().outflank_models == "own"
