"""Turf War (M3E-STRAT-03 to -06)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as change

from rules.editions.m3e.examples.encounters import duel_of_two
from rules.editions.m3e.play.actions.general import offered
from rules.editions.m3e.play.scoring.registry import STRATEGIES
from rules.game.events.table import MarkerDropped
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import flat_building
from tests.rules.editions.m3e.play.strategies.making import (
    HIT,
    NEXT,
    SMALL,
    count,
    killed,
    strategy_marker,
    table,
)
from tests.rules.editions.m3e.scene import A


@pytest.mark.rule("M3E-STRAT-03")
def test_five_neutral_impassable_markers_lie_before_anybody_is_deployed(ruleset):
    play = duel_of_two("turf", strategy="Turf War")
    while play.asks[0].kind != "deploy":
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    laid = [event.marker for event in play.events if isinstance(event, MarkerDropped)]
    assert {(m.x, m.y) for m in laid} == {(9, 9), (27, 9), (9, 27), (27, 27), (18, 18)}
    assert all(m.seat is None and m.traits == ("impassable",) and m.kind == "strategy" for m in laid)
    # On the way: nobody may be deployed on one.
    flank = duel_of_two("turf", strategy="Turf War", deployment="Flank")
    while flank.asks[0].kind != "deploy":
        ask = flank.asks[0]
        flank.answer(ask.seat, next(iter(ask.options.listed())))
    options = flank.asks[0].options
    near, far = (
        ([8.2, 8.2], [4.0, 4.0])
        if flank.state.crews[flank.asks[0].seat].zone == "south"
        else ([27.8, 27.8], [32, 32])
    )
    assert not options.contains(near)
    assert options.contains([float(n) for n in far])


@pytest.mark.rule("M3E-STRAT-03", "M3E-MARK-03")
def test_markers_lie_on_top_of_what_stands_there(ruleset):
    """A Marker in the middle of a building would be out of everybody's reach."""
    scene = table(ruleset, "Turf War").model("a1", at=(18, 19), where="reserve")
    scene.table = ExactTable((flat_building("house", rectangle(15, 15, 6, 6), 3),))
    scene.run(STRATEGIES["Turf War"].lay)
    heights = {(m.x, m.y): m.elevation for m in scene.g.state.markers.values()}
    assert heights == {(9, 9): 0, (27, 9): 0, (9, 27): 0, (27, 27): 0, (18, 18): 3}
    roof = table(ruleset, "Plant Explosives").model("a1", at=(18, 18), tokens={"explosives": 1})
    roof.models["a1"] = change(roof.models["a1"], elevation=3.0)
    roof.table = ExactTable((flat_building("house", rectangle(15, 15, 6, 6), 3),))
    roof.act("a1", "Interact", A.interact("plant"), A.spot([18.0, 19.181]))
    (planted,) = roof.g.state.markers.values()
    assert planted.elevation == 3
    assert roof.g.table.touching(planted, roof["a1"])


@pytest.mark.rule("M3E-STRAT-04", "M3E-ACT-07")
@pytest.mark.parametrize(("was", "becomes"), [(1, None), (None, 0)])
def test_interact_turns_a_marker_one_step(ruleset, was, becomes):
    scene = table(ruleset, "Turf War").model("a1", at=(9, 12)).model("b1", at=(30, 30))
    strategy_marker(scene, "k1", (9, 12 - NEXT), seat=was, traits=("impassable",))
    scene.act("a1", "Interact", A.interact("turf:k1"))
    assert scene.g.state.markers["k1"].seat == becomes


@pytest.mark.rule("M3E-STRAT-04", "M3E-ENG-03")
def test_not_a_friendly_one_nor_one_out_of_contact_nor_while_engaged(ruleset):
    def keys(seat, at, enemy):
        scene = table(ruleset, "Turf War").model("a1", at=(9, 12)).model("b1", at=enemy, actions=(HIT,))
        strategy_marker(scene, "k1", at, seat=seat)
        return [action.key for action in offered(scene.g, scene["a1"]) if action.key.startswith("turf")]

    touching, away = (9, 12 - NEXT), (30, 30)
    assert keys(1, touching, away) == ["turf:k1"]
    assert keys(0, touching, away) == []
    assert keys(1, (9, 12 - NEXT - 0.1), away) == []
    assert keys(1, touching, (9, 13.5)) == []


def turf_of(ruleset, victim, by="a1", **more):
    scene = table(ruleset, "Turf War").model("a1", at=(18, 30)).model("b1", at=victim, **more)
    scene.model("b2", at=(30, 30))
    for name, at, seat in (
        ("sw", (9, 9), 1),
        ("se", (27, 9), 1),
        ("nw", (9, 27), None),
        ("ne", (27, 27), 0),
        ("mid", (18, 18), 1),
    ):
        strategy_marker(scene, name, at, seat=seat)
    return scene


@pytest.mark.rule("M3E-STRAT-05")
def test_a_kill_may_turn_an_enemy_marker_of_the_victims_quarter_neutral(ruleset):
    scene = turf_of(ruleset, (5, 5))
    killed(scene, "b1", "a1", A.marker("sw"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["sw", "mid", "none"]
    assert scene.g.state.markers["sw"].seat is None
    between = turf_of(ruleset, (18.2, 5))
    killed(between, "b1", "a1", A.marker("none"))
    assert [choice.key for choice in between.asked[0].options.choices] == ["sw", "se", "mid", "none"]
    assert between.g.state.markers["se"].seat == 1
    only_middle = turf_of(ruleset, (5, 30))
    killed(only_middle, "b1", "a1", A.marker("mid"))
    assert [choice.key for choice in only_middle.asked[0].options.choices] == ["mid", "none"]


@pytest.mark.rule("M3E-STRAT-05", "M3E-KILL-04", "M3E-STRAT-02")
def test_no_marker_turns_for_a_kill_of_nobodys_or_of_a_friend_or_insignificant_one(ruleset):
    killed(turf_of(ruleset, (5, 5)), "b1", "")
    killed(turf_of(ruleset, (5, 5)), "b1", "b2")
    killed(turf_of(ruleset, (5, 5), abilities=SMALL), "b1", "a1")


@pytest.mark.rule("M3E-STRAT-06")
def test_turf_war_counts_friendly_markers(ruleset):
    scene = turf_of(ruleset, (5, 5))
    assert (count(scene, 0), count(scene, 1)) == (1, 3)
