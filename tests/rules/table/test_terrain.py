"""Terrain pieces of the rulebook, their traits, and the advice about them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.advice import warnings
from rules.editions.m3e.pieces import GUIDE
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.answers import on_highest_surface
from rules.table.board import Table
from rules.table.elevation import stands_on, supported
from rules.table.geometry.footprints import rectangle
from rules.table.obstacles.falls import landing_place
from rules.table.sheet import terrain_sheet_of
from rules.table.sight.line_of_sight import sees
from rules.table.sight.occlusion import in_shadow
from rules.table.terrain import (
    Piece,
    barbed_wire,
    covers,
    crate_stack,
    crates,
    fence,
    flat_building,
    fog_bank,
    hill,
    inside,
    staircase,
    steep_building,
    touches,
    wall,
    water,
    woods,
)
from tests.rules.table.scene import R30, box, model, table

SPOT = rectangle(10, 10, 4, 4)


@pytest.mark.rule("M3E-TERR-01")
def test_wire_water_woods_and_fog():
    assert barbed_wire("x", SPOT).traits == ("hazardous",)
    assert water("x", SPOT).traits == ("severe",)
    assert woods("x", SPOT).traits == ("concealing", "dense", "severe")
    assert fog_bank("x", SPOT).traits == ("concealing", "dense")


@pytest.mark.rule("M3E-TERR-03", "M3E-TERR-04")
def test_buildings():
    flat, steep = flat_building("flat", SPOT, 3.9), steep_building("steep", SPOT, 5.5)
    assert (flat.height, flat.traits) == (3, ("blocking", "climbable"))
    assert (steep.height, steep.traits) == (5, ("blocking", "impassable"))
    assert supported(table(flat), model("a", 12, 12, elevation=3))
    assert not supported(table(steep), model("a", 12, 12, elevation=5))
    assert flat_building("flat", SPOT, 4.9).height == 4
    with pytest.raises(Refusal) as caught:
        flat_building("tower", SPOT, 5)
    assert ROWS.named(caught.value.rule) == "M3E-TERR-03"


@pytest.mark.rule("M3E-TERR-07", "M3E-TERR-10")
def test_crates_fences_and_walls():
    assert (crates("x", SPOT, 2.7).height, crates("x", SPOT, 2.7).traits) == (
        2,
        ("blocking", "climbable", "destructible"),
    )
    assert crate_stack("x", SPOT, (1, 2.5, 1.5)).height == 2
    assert (fence("x", SPOT, 1.5).height, fence("x", SPOT, 1.5).traits) == (1, ("climbable", "destructible"))
    assert (wall("x", SPOT, 2.2).height, wall("x", SPOT, 2.2).traits) == (2, ("blocking", "climbable"))
    a, b = model("a", 8, 12, 1), model("b", 16, 12, 1)
    assert sees(table(fence("x", SPOT, 3)), a, b)
    assert not sees(table(wall("x", SPOT, 3)), a, b)


@pytest.mark.rule("M3E-TERR-08", "M3E-TERR-09")
@pytest.mark.parametrize("build", [staircase, hill])
def test_partway_up_a_base_is_as_high_as_its_lowest_point(build):
    """Two inches high over four inches: half an inch of height for each inch of the way."""
    slope = build("slope", rectangle(10, 10, 3, 4), 2, rises=((11.5, 10), (11.5, 14)))
    scene = table(slope)
    for y, height in ((10.2, 0.0), (12, (2 - R30) / 2), (13.9, (3.9 - R30) / 2)):
        stood = on_highest_surface(scene, model("a", 11.5, y, 2))
        assert stood.elevation == pytest.approx(height, abs=0.0006), y
        assert supported(scene, stood)
        assert stood.effective_size == 2 + int(height)
    assert on_highest_surface(scene, model("a", 11.5, 14 + R30 - 0.01)).elevation == pytest.approx(
        1.995, abs=0.001
    )
    falling = model("a", 11.5, 12, elevation=6)
    landed = landing_place(scene, falling)
    assert landed.elevation == pytest.approx((2 - R30) / 2, abs=0.0006)
    agreed = model("a", 11.5, 12, elevation=1.4)
    assert supported(scene, agreed), "the players may agree otherwise"
    plain = table(build("slope", rectangle(10, 10, 3, 4), 2))
    assert on_highest_surface(plain, model("a", 11.5, 12)).elevation == 2


@pytest.mark.rule("M3E-TERR-08")
def test_only_what_is_gradual_rises_from_one_place_to_another():
    with pytest.raises(Refusal, match="hill or stairs"):
        Piece("x", SPOT, height=2, rises=((0, 0), (1, 0)))
    with pytest.raises(Refusal, match="has a Height"):
        Piece("x", SPOT, gradual=True, rises=((0, 0), (1, 0)))
    with pytest.raises(Refusal, match="one place"):
        Piece("x", SPOT, height=2, gradual=True, rises=((1, 1), (1.0001, 1)))
    (sheet,) = GUIDE.kind("staircase").sheets("Stairs", width=2, depth=3, height=2)
    laid = replace(sheet, at=(20.0, 20.0), turn=90.0).piece()
    assert laid.rises == ((21.5, 20.0), (18.5, 20.0))
    assert terrain_sheet_of(laid).piece() == laid


@pytest.mark.rule("M3E-TERR-08", "M3E-TERR-09")
def test_height_on_stairs_and_hills_is_that_of_the_base_rounded_down():
    stairs, mound = staircase("stairs", SPOT, 3.5), hill("hill", SPOT, 3.5)
    assert (stairs.height, stairs.traits) == (3, ("blocking", "climbable"))
    assert (mound.height, mound.traits) == (3, ())
    for piece in (stairs, mound):
        half_way = model("a", 12, 12, 2, elevation=1.9)
        assert supported(table(piece), half_way)
        assert stands_on(half_way, piece)
        assert half_way.effective_size == 3
    a, b = model("a", 8, 12, 2), model("b", 16, 12, 2)
    assert sees(table(mound), a, b)
    assert not sees(table(stairs), a, b)


@pytest.mark.rule("M3E-TRAIT-01")
def test_in_terrain_is_overlapping_and_touching_is_not():
    pond = water("pond", SPOT)
    assert covers(pond, 14 + R30 - 0.01, 12, R30)
    assert not covers(pond, 14 + R30, 12, R30)
    assert touches(pond, 14 + R30, 12, R30)
    assert not touches(pond, 14.01 + R30, 12, R30)
    with pytest.raises(Refusal, match="no trait"):
        Piece("odd", SPOT, ("sticky",))


@pytest.mark.rule("M3E-TERR-05")
def test_any_part_of_a_base_in_the_rooms_is_inside_and_touching_them_is_not():
    rooms, door = rectangle(10.5, 10.5, 3, 3), rectangle(10, 11, 0.5, 2)
    house = flat_building("house", SPOT, 3, interior=rooms, openings=(door,))
    assert inside(house, 10.51 - R30, 12, R30, 0)
    assert not inside(house, 10.5 - R30, 12, R30, 0)
    assert not inside(house, 12, 12, R30, 3)


@pytest.mark.rule("M3E-TRAIT-12")
def test_heights_are_whole_inches():
    for wrong in (-1, 1.5):
        with pytest.raises(Refusal):
            Piece("odd", SPOT, (), wrong)
    with pytest.raises(Refusal):
        hill("odd", SPOT, float("nan"))


@pytest.mark.rule("M3E-TRAIT-07")
def test_what_stood_on_destroyed_crates_has_nothing_under_it():
    stack = crates("stack", SPOT, 2)
    scene = table(stack, model("a", 12, 12, elevation=2))
    assert supported(scene, scene.base("a"))
    assert not supported(scene.without_piece("stack"), scene.base("a"))


@pytest.mark.rule("M3E-TERR-11", "M3E-LOS-10")
def test_advice_is_given_and_refuses_nothing():
    assert [w.sentence for w in warnings(Table())] == ["Terrain covers 0% of the table."]
    odd = table(
        box("long", 2, 2, 7, 2, "severe"),
        box("tower", 12, 12, 3, 3, "blocking", ht=5),
        box("wall", 20, 20, 3, 1, "blocking"),
    )
    assert [(w.subject, ROWS.named(w.rule)) for w in warnings(odd)] == [
        ("long", "M3E-TERR-11"),
        ("tower", "M3E-TERR-11"),
        ("wall", "M3E-LOS-10"),
        ("", "M3E-TERR-11"),
    ]
    good = [
        box(f"{x} {y}", x, y, 6, 6, *(["severe"] if x == 2 else ["blocking"]), ht=2)
        for x in (2, 12, 22)
        for y in (2, 10, 18, 26)
    ]
    assert warnings(table(*good)) == ()
    same = [box(f"{x} {y}", x, y, 6, 6, "severe") for x in (2, 12, 22) for y in (2, 10, 18, 26)]
    assert [w.sentence for w in warnings(table(*same))] == ["All terrain has the same traits."]


@pytest.mark.rule("M3E-SHADOW-01")
def test_only_blocking_with_height_casts_a_shadow():
    near = model("near", 15, 12)
    assert in_shadow(near, wall("wall", SPOT, 2))
    assert not in_shadow(near, fence("fence", SPOT, 2))
