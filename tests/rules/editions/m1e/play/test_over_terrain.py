"""Moves of the First Edition among terrain as they are played: falls, jumps, flights, Spirits, climbing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.actions import menu, take
from rules.editions.m1e.play.events import earthquake
from rules.editions.m1e.play.figures import Figure
from rules.editions.m1e.play.ground.movement import charge, fall_back, walk
from rules.editions.m1e.play.ground.pieces import sees
from rules.editions.m1e.play.magic import bring_nearer
from rules.editions.m1e.readings import M1E
from rules.game.events.announcements import DuelBegan
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, Trait
from tests.rules.editions.m1e.play.scenes import SWORD, Scene, figure

MAN = figure()
GHOST = figure("ghost", characteristics=("Spirit",), wk=5)
FLIER, FLOATER = figure("flier", talents=["Fly"], wk=5), figure("floater", talents=["Float"], wk=5)


def box(name: str, x: float, y: float, wide: float, deep: float, *traits: Trait, ht: int) -> Piece:
    return Piece(name, rectangle(x, y, wide, deep), traits, ht)


WALL = box("rock", 11.5, 0, 1, 36, "impassable", "blocking", ht=5)
CRAG = box("crag", 13, 9, 1, 2, "impassable", ht=1)


def roof(ht: int, x: float = 8.0) -> Piece:
    return box(f"roof {x:g}", x, 8, 4, 4, "climbable", ht=ht)


def among(*pieces: Piece, who: Figure = MAN, x: float = 10.0, up: float = 0.0, **more: Any) -> Scene:
    """a1 at (x, 10), so far up, among these pieces."""
    at = Scene([(who, x, 10)], more.pop("enemies", ()), table=ExactTable(pieces, {}, M1E.table), **more)
    return at.change("a1", elevation=up).begin("a1")


def jump(at: Scene, *place: float) -> None:
    offer = next(held for held in menu(at.match, at["a1"]) if held.key == "jump")
    at.run(take(at.match, "a1", offer), destination=[list(place)] if place else [])


def options(at: Scene, inches: float = 5.0) -> Any:
    """Where a Walk of a1 may end."""
    at.run(walk(at.match, "a1", inches))
    return at.asked[-1].options


@pytest.mark.rule("M1-MOVE-11", "M1R-SPI-07", "M1-MOVE-09", "M1-MOVE-10")
@pytest.mark.parametrize(("who", "left"), [(MAN, 2), (GHOST, 2), (FLIER, 6), (FLOATER, 6)])
def test_who_walks_off_a_roof_falls_unless_it_flies(who: Figure, left: int) -> None:
    at = among(roof(6), who=who, up=6.0, decks=("3c 3r", ""))
    at.run(walk(at.match, "a1", 5), destination=[[14.0, 10.0]])
    assert (at["a1"].elevation, at["a1"].health) == (0.0, left)


@pytest.mark.rule("M1-MOVE-06")
def test_a_jump_down_hurts_nobody_and_is_half_a_walk_deep() -> None:
    leaper = figure(wk=8)
    at = among(roof(4), who=leaper, up=4.0)
    jump(at, 14.0, 10.0)
    assert (at["a1"].elevation, at["a1"].health) == (0.0, 6)
    high = among(roof(6), who=leaper, up=6.0)
    jump(high)
    assert not high.asked[0].options.contains([14.0, 10.0])


@pytest.mark.rule("M1-MOVE-06")
def test_a_jump_leads_over_a_gap_and_a_walk_into_it() -> None:
    pair = roof(3), roof(3, x=13.8)
    at = among(*pair, who=figure(wk=8), x=11.5, up=3.0)
    jump(at, 15.0, 10.0)
    assert (at["a1"].x, at["a1"].elevation) == (15.0, 3.0)
    assert not options(among(*pair, x=11.5, up=3.0)).contains([15.0, 10.0])


@pytest.mark.rule("M1-ABL-09", "M1-ABL-11", "M1-MOVE-09", "M1-MOVE-10")
def test_what_flies_goes_over_rock_and_what_floats_may_end_on_it() -> None:
    low = box("slab", 11.5, 0, 2, 36, "impassable", "blocking", ht=2)
    for who, beyond, on_top in ((MAN, False, False), (FLIER, True, False), (FLOATER, True, True)):
        assert options(among(WALL, who=who)).contains([14.0, 10.0]) is beyond
        assert options(among(low, who=who)).contains([12.5, 10.0]) is on_top
    laden = among(WALL, who=FLIER).change("a1", tokens={"treasure": 1})
    assert not options(laden).contains([14.0, 10.0]), "with the treasure it only walks"


@pytest.mark.rule("M1-ABL-11", "M1-MOVE-09", "Q-57")
def test_a_flight_lands_on_the_roof_or_where_its_player_says() -> None:
    at = among(roof(4), who=FLIER, x=6.0)
    at.run(walk(at.match, "a1", 5), destination=[[9.0, 10.0]])
    assert at["a1"].elevation == 4.0
    assert not options(among(roof(4), who=FLIER, x=6.0)).contains([[9.0, 10.0, 2.0]])
    region = options(among(roof(4), who=FLIER, x=6.0)).region()
    assert region.contains(9.0, 10.0, 4.0)


@pytest.mark.rule("M1-ABL-11", "M1-MOVE-03", "M1-MOR-05")
def test_what_flies_charges_and_falls_back_over_rock() -> None:
    at = among(WALL, who=FLIER, enemies=[(MAN, 15, 10)])
    assert at.run(charge(at.match, "a1", "b1", 6))
    plain = among(WALL, enemies=[(MAN, 15, 10)])
    assert not plain.run(charge(plain.match, "a1", "b1", 6))
    for who, beyond in ((FLIER, True), (figure(wk=5), False)):
        fleeing = among(WALL, who=who, x=13.5).change("a1", y=18.0)
        fleeing.run(fall_back(fleeing.match, "a1"))
        assert (fleeing["a1"].x < 4) is beyond


@pytest.mark.rule("M1R-SPI-05", "M1-CARD-06", "M1-STR-06")
def test_a_spirit_walks_through_rock_and_keeps_its_height() -> None:
    reached = options(among(WALL, who=GHOST))
    assert reached.contains([14.0, 10.0])
    assert not reached.contains([12.0, 10.0])
    assert not options(among(roof(4), who=GHOST, x=6.0)).contains([[9.0, 10.0, 4.0]])
    laden = among(WALL, who=GHOST).change("a1", tokens={"treasure": 1})
    assert not options(laden).contains([14.0, 10.0])


@pytest.mark.rule("M1R-SPI-02", "M1R-SPI-09")
def test_a_spirit_hides_nobody_and_is_passed() -> None:
    for plain in (True, False):
        for between, free in ((GHOST, True), (MAN, False)):
            table = (
                None if plain else ExactTable((box("far", 30, 30, 1, 1, "blocking", ht=1),), {}, M1E.table)
            )
            at = Scene([(MAN, 10, 10)], [(between, 12, 10), (MAN, 16, 10)], table=table)
            assert sees(at.match, at["a1"], at["b2"]) is (free or plain)
            reached = options(at, 4.5)
            assert reached.contains([14.0, 10.0]) is free
            assert not reached.contains([12.0, 10.0])


@pytest.mark.rule("M1R-SPI-06", "M1R-SPI-08")
@pytest.mark.parametrize(("who", "x"), [(GHOST, 12.0), (FLIER, 12.0), (MAN, 14.591)])
def test_who_is_pulled_passes_what_it_passes_by_itself(who: Figure, x: float) -> None:
    at = among(CRAG, enemies=[(who, 16, 10)])
    at.run(bring_nearer(at.match, "a1", "b1", 9), destination=[[12.0, 10.0]])
    assert at["b1"].x == pytest.approx(x, abs=0.001)


@pytest.mark.rule("M1-EVT-06", "M1-MOVE-11")
def test_who_is_pushed_off_a_roof_falls() -> None:
    at = among(roof(6), enemies=[(MAN, 8.0, 10)], x=20.0, decks=("", "3c 3r")).change("b1", elevation=6.0)
    at.match.state = replace(at.match.state, turn=2)
    at.run(earthquake(at.match), destination=[[7.0, 10.0]])
    assert (at["b1"].elevation, at["b1"].health) == (0.0, 2)


@pytest.mark.rule("M1-ABL-01", "M1-TER-05", "Q-59")
def test_an_arachnid_climbs_with_its_charge_and_walks_with_its_walk() -> None:
    """Up a side 4 inches high: 8 of movement."""
    spider, up = figure(talents=["Arachnid"], cg=9), [[7.409, 10.0], [7.409, 10.0, 4.0], [7.9, 10.0]]
    reached = options(among(roof(4), who=spider, x=7.4), 4.0)
    assert reached.contains(up)
    assert not reached.contains([2.9, 10.0])
    assert not options(among(roof(4), who=figure(cg=9), x=7.4), 4.0).contains(up)


@pytest.mark.rule("M1R-SPI-10", "M1-CMB-05")
def test_who_leaves_the_sight_of_an_enemy_in_its_reach_is_struck_at() -> None:
    pike = replace(SWORD, name="Pike", inches=3, combat=9)
    thin = box("thin", 11, 0, 0.3, 36, "impassable", "blocking", ht=5)
    at = among(thin, who=GHOST, enemies=[(figure("pikeman", weapons=(pike,)), 8.5, 10)], decks=("1c", "13c"))
    assert not at.run(walk(at.match, "a1", 4), destination=[[12.0, 10.0]])
    assert (len(at.all_of(DuelBegan)), at["a1"].x) == (1, 10.0)
