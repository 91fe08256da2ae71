"""Sight, cover and deployment by the Second Edition's guide, and its table of terrain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.edition import edition_of
from rules.editions.m2e import terrain as guide
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.zones import zone
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.measuring import gap, within
from rules.table.sight.cover import Covered, cover, covered
from rules.table.sight.line_of_sight import line_of_sight, sees
from rules.table.sight.vantage import is_vantage, on_vantage
from rules.table.terrain import Piece
from tests.rules.table.scene import R30, box, model, table

TABLE_M3E = edition_of("m3e").table.policies
TABLE_M2E = edition_of("m2e").table.policies

LEFT, RIGHT = model("left", 8, 18), model("right", 20, 18)


def seen(scene: Table, one: Base, other: Base, **readings) -> bool:
    policies = replace(TABLE_M2E, **readings)
    answer = sees(scene, one, other, policies)
    assert bool(line_of_sight(scene, one, other, policies)) == answer
    return answer


# On the ground


@pytest.mark.rule("T2-BLOCK-01", "T2-A02", "T2-TABLE-04")
@pytest.mark.parametrize(
    ("height", "sizes", "expected"),
    [
        (2, (2, 2), False),
        (2, (1, 2), False),
        (1, (2, 2), True),
        (1, (1, 2), True),
        (1, (1, 1), False),
    ],
)
def test_what_is_as_high_as_both_models_blocks(height, sizes, expected):
    rock = guide.piece("obstacle", "rock", rectangle(13, 14, 2, 8), height)
    one, other = replace(LEFT, size=sizes[0]), replace(RIGHT, size=sizes[1])
    assert seen(table(rock), one, other) is expected
    assert seen(table(rock), other, one) is expected
    acting = seen(table(rock), one, other, blocking_compare="acting")
    assert acting is (height < sizes[0])


@pytest.mark.rule("T2-BLOCK-01")
def test_there_is_no_shadow_in_the_guide():
    wall = box("wall", 17, 10, 2, 16, "blocking", ht=2)
    tall = replace(LEFT, size=3)
    assert sees(table(wall), tall, RIGHT, TABLE_M2E)
    assert not sees(table(wall), tall, RIGHT, TABLE_M3E), "in its Shadow, and no taller"


WOODS = guide.piece("forest", "woods", rectangle(12, 14, 4, 8))


@pytest.mark.rule("T2-DENSE-01", "T2-DENSE-02", "T2-DENSE-03", "T2-DENSE-04", "T2-GEN-01", "T2-FOR-01")
def test_one_sees_into_and_out_of_woods_and_not_through():
    inside = model("inside", 14, 18)
    assert seen(table(WOODS), LEFT, inside)
    assert seen(table(WOODS), inside, RIGHT)
    assert seen(table(WOODS), inside, model("also", 14, 21))
    assert not seen(table(WOODS), LEFT, RIGHT)
    assert seen(table(WOODS), replace(LEFT, size=6), RIGHT), "higher than the woods"
    trees = guide.forest("grove", rectangle(12, 14, 4, 8), [(14, 17.5)], mm=50)
    behind = model("behind", 15.3, 16.9)
    assert seen(table(trees[0]), LEFT, behind)
    assert not seen(table(*trees), model("west", 11, 17.9), model("east", 16.9, 17.2), no_height="zero")


@pytest.mark.rule("T2-AREA-02", "T2-A03", "T2-GEN-06")
def test_fog_of_height_0_cuts_sight_at_any_height_and_covers():
    fog = guide.piece("fog", "fog", rectangle(12, 14, 4, 8))
    giants = replace(LEFT, size=6), replace(RIGHT, size=6)
    assert fog.height == 0
    assert not seen(table(fog), *giants)
    assert seen(table(fog), *giants, fog_los_height=3)
    assert not seen(table(fog), LEFT, RIGHT, fog_los_height=3)
    roof = guide.building("roof", rectangle(4, 14, 6, 8), roof=5)
    assert not seen(table(fog, roof), LEFT.at(9, 18, 5), RIGHT), "from above as well"
    (grant,) = cover(table(fog), LEFT, model("in", 14, 18), TABLE_M2E)
    assert ROWS.named(grant.rule) == "T2-COVER-03"


# Vantage points

ROOF = guide.building("roof", rectangle(4, 14, 6, 8), roof=5)
UP = LEFT.at(9, 18, 5)


@pytest.mark.rule("T2-VANT-01", "T2-VLOS-01", "T2-GEN-09")
def test_what_can_be_stood_on_at_2_or_more_is_a_vantage_point():
    steep = guide.building("steep", rectangle(4, 14, 6, 8))
    stairs, bridge = (
        guide.stairs("stairs", rectangle(2, 2, 3, 2), 3),
        guide.bridge("b", rectangle(9, 2, 6, 2), 2.9),
    )
    low = guide.building("low", rectangle(4, 14, 6, 8), roof=1.9)
    assert [is_vantage(piece) for piece in (ROOF, stairs, bridge, low, steep)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert bridge.floors == (2,), "real height, rounded down"
    assert on_vantage(UP)
    assert not on_vantage(LEFT)


@pytest.mark.rule("T2-VLOS-02", "T2-VLOS-06")
def test_from_a_roof_one_looks_over_what_is_low_where_the_line_passes():
    # The line falls from 7 to 2 over some 14.8 inches: it is at 4 six tenths of the way, near x = 18.5.
    target = model("target", 25, 18)
    near = guide.piece("obstacle", "near", rectangle(12, 10, 1, 16), 4)
    far = guide.piece("obstacle", "far", rectangle(21, 10, 1, 16), 4)
    assert seen(table(ROOF, near), UP, target)
    assert not seen(table(ROOF, far), UP, target)
    assert seen(table(ROOF, far), UP, target.at(25, 18)) is seen(table(ROOF, far), target, UP)
    assert not seen(table(near), LEFT, target), "on the ground it blocks"
    at = 9 + R30 + (7 - 4) / 5 * (16 - 2 * R30)
    before = guide.piece("obstacle", "before", rectangle(at - 1.5, 10, 1.49, 16), 4)
    across = guide.piece("obstacle", "across", rectangle(at - 1.5, 10, 1.52, 16), 4)
    assert seen(table(ROOF, before), UP, target)
    assert not seen(table(ROOF, across), UP, target)


@pytest.mark.rule("T2-VLOS-03")
def test_a_ledge_within_the_models_height_is_disregarded_and_one_farther_blocks():
    below = model("below", 12, 18)
    assert seen(table(ROOF), LEFT.at(8, 18, 5), below), "1.4 inches to the ledge, Ht 2"
    assert not seen(table(ROOF), LEFT.at(6, 18, 5), below)
    assert seen(table(ROOF), below, LEFT.at(8, 18, 5))
    assert seen(table(ROOF), LEFT.at(6, 18, 5), model("distant", 33, 18)), "the line clears the ledge"


@pytest.mark.rule("T2-A13", "T2-VLOS-03")
def test_by_another_reading_the_nearest_ledge_will_do():
    at_side, below = LEFT.at(6, 15.5, 5), model("below", 12, 15.5)
    assert not seen(table(ROOF), at_side, below)
    assert seen(table(ROOF), at_side, below, ledge="nearest"), "the side is near, though not on the way"
    assert not seen(table(ROOF), LEFT.at(7, 18, 5), below, ledge="nearest")
    pillar = Piece("pillar", RoundFootprint(9, 18, 200), ("blocking", "impassable"), 5, floors=(5,))
    assert seen(table(pillar), LEFT.at(6.5, 18, 5), model("far side", 14, 18), ledge="nearest")
    assert not seen(table(pillar), LEFT.at(6.5, 18, 5), model("far side", 14, 18))


@pytest.mark.rule("T2-VLOS-04")
def test_lower_models_in_between_are_disregarded_from_a_vantage_point():
    target, between = model("target", 20, 18), model("between", 15, 18, 2)
    assert seen(table(ROOF, between), UP, target)
    assert not seen(table(between), LEFT, target)
    giant = model("giant", 15, 18, 7)
    assert not seen(table(ROOF, giant), UP, target)
    assert seen(table(ROOF, replace(giant, size=6)), UP, target)


@pytest.mark.rule("T2-VLOS-05", "T2-A08")
def test_terrain_as_low_as_the_lower_model_hides_nothing_and_still_covers():
    target = model("target", 20, 18)
    crate = guide.piece("obstacle", "crate", rectangle(18.2, 10, 1, 16), 2)
    assert seen(table(ROOF, crate), UP, target)
    assert not seen(table(ROOF, replace(crate, height=3)), UP, target)
    assert [grant.piece for grant in cover(table(ROOF, crate), UP, target, TABLE_M2E)] == ["crate"]
    stand = guide.building("stand", rectangle(18.8, 14, 6, 8), roof=2, height=2)
    screen = guide.piece("obstacle", "screen", rectangle(18.2, 10, 0.5, 16), 4)
    raised = target.at(20, 18, 2)
    assert seen(table(ROOF, stand, screen), UP, raised), "2 and the 2 it stands on"
    assert not seen(table(ROOF, stand, replace(screen, height=5)), UP, raised)


@pytest.mark.rule("T2-VLOS-07", "T2-COVER-01")
def test_cover_from_above_is_found_as_on_the_ground():
    target = model("target", 20, 18)
    wall = guide.line("wall", "wall", 18.5, 10, 18.5, 26)
    assert [g.piece for g in cover(table(ROOF, wall), UP, target, TABLE_M2E)] == ["wall"]
    assert [g.piece for g in cover(table(wall), LEFT, target, TABLE_M2E)] == ["wall"]
    off = guide.line("wall", "wall", 17.8, 10, 17.8, 26)
    assert cover(table(ROOF, off), UP, target, TABLE_M2E) == ()


@pytest.mark.rule("T2-VLOS-08")
def test_on_equal_roofs_sight_is_as_on_the_ground():
    other = guide.building("other", rectangle(22, 14, 6, 8), roof=5)
    across = model("across", 25, 18, elevation=5)
    assert seen(table(ROOF, other), LEFT.at(6, 18, 5), across), "the ledges are no matter"
    tower = guide.piece("obstacle", "tower", rectangle(15, 10, 1, 16), 7)
    assert not seen(table(ROOF, other, tower), UP, across)
    assert seen(table(ROOF, other, replace(tower, height=6)), UP, across)
    assert seen(table(ROOF), LEFT.at(5, 18, 5), model("friend", 9, 18, elevation=5))


@pytest.mark.rule("T2-VLOS-09")
def test_range_is_measured_from_above():
    target = model("target", 15, 18)
    assert gap(UP, target, TABLE_M2E) == pytest.approx(6 - 2 * R30)
    assert within(UP, target, 5, TABLE_M2E)
    assert not within(UP, target, 5, TABLE_M3E)


@pytest.mark.rule("T2-BLD-03", "T2-BLD-02", "T2-GEN-08")
def test_open_windows_and_doors_stop_no_sight_even_through_the_house():
    windows = rectangle(12, 17, 0.5, 2), rectangle(17.5, 17, 0.5, 2)
    house = guide.building(
        "house", rectangle(12, 14, 6, 8), interior=rectangle(12.5, 14.5, 5, 7), openings=windows
    )
    inside = model("inside", 15, 18)
    assert seen(table(house), LEFT, inside)
    assert seen(table(house), LEFT, RIGHT), "in at one window and out at the other"
    assert not seen(table(house), LEFT.at(8, 21), RIGHT.at(20, 21))
    assert not seen(table(replace(house, openings=windows[:1])), LEFT, RIGHT)


# Cover


@pytest.mark.rule("T2-COVER-01", "T2-COVER-02", "T2-COVER-03", "T2-LIN-03", "T2-LIN-04", "T2-LIN-05")
@pytest.mark.parametrize(
    ("row", "effect"),
    [
        ("wall", Covered(0, -1, -1)),
        ("fence", Covered(0, -1, 0)),
        ("wire", Covered(0, -1, 0)),
    ],
)
def test_walls_are_hard_cover_fences_and_wire_soft(row, effect):
    target = model("target", 20, 18)
    line = guide.line(row, row, 18.5, 10, 18.5, 26)
    scene = table(line)
    assert (
        covered(
            scene,
            cover(scene, LEFT, target, TABLE_M2E),
            TABLE_M2E,
        )
        == effect
    )
    assert line.has("blocking") is (row == "wall")
    assert line.has("hazardous") is (row == "wire")
    assert line.has("severe") is (row != "wire")
    beside = model("beside", 18.5, 27.5)
    assert cover(scene, model("north", 18.5, 33), beside, TABLE_M2E) == (), "near, and no line passes through"


@pytest.mark.rule("T2-COVER-04", "T2-A04", "T2-GEN-02", "T2-FOR-02")
def test_only_shots_mind_cover_and_hard_takes_soft_with_it():
    target = model("target", 20, 18)
    trees = guide.forest("grove", rectangle(17, 14, 5, 8), [(18.4, 18)])
    scene = table(*trees)
    grants = cover(scene, LEFT, target, TABLE_M2E)
    assert [ROWS.named(grant.rule) for grant in grants] == ["T2-COVER-03", "T2-COVER-02"]
    assert covered(scene, grants, TABLE_M2E) == Covered(0, -1, -1)
    assert covered(scene, grants, replace(TABLE_M2E, cover_stack=True)) == Covered(0, -2, -1)
    assert covered(scene, grants, TABLE_M2E, "melee") == Covered()


@pytest.mark.rule("M3E-COVER-01")
def test_in_the_third_edition_cover_adds_to_df_and_hinders_damage():
    wall = box("wall", 18, 10, 1, 16, "blocking", ht=1)
    scene = table(wall)
    grants = cover(scene, LEFT, model("target", 20, 18))
    assert covered(scene, grants) == Covered(1, 0, -1)
    assert covered(scene, grants, TABLE_M3E, "melee") == Covered()


# Deployment


@pytest.mark.rule("T2-GEN-01", "T2-GEN-04", "T2-GEN-06", "T2-GEN-07", "T2-A09")
def test_one_deploys_in_ground_that_is_eligible():
    south = zone("standard", "south")
    here = model("here", 18, 4)
    rows = {
        "forest": True,
        "rough": True,
        "fog": True,
        "trap": True,
        "tree": False,
        "deep_water": False,
        "obstacle": False,
        "building": False,
    }
    for row, eligible in rows.items():
        scene = table(guide.piece(row, row, rectangle(16, 2, 4, 4), policies=TABLE_M2E))
        if eligible:
            guide.check_deployment(scene, here, south)
        else:
            with pytest.raises(Refusal, match="T2-GEN"):
                guide.check_deployment(scene, here, south)
    severe = replace(TABLE_M2E, hazard_area_fourth="severe")
    for row in ("fog", "trap"):
        piece = guide.piece(row, row, rectangle(16, 2, 4, 4), policies=severe)
        assert piece.has("severe")
        with pytest.raises(Refusal, match="T2-GEN"):
            guide.check_deployment(table(piece), here, south)
    with pytest.raises(Refusal, match="M3E-SETUP-19"):
        guide.check_deployment(table(), here.at(18, 8), south)


@pytest.mark.rule("T2-GEN-08", "T2-GEN-09", "T2-BLD-01", "T2-BLD-04")
def test_one_deploys_on_a_roof_that_can_be_climbed_and_in_its_rooms():
    south = zone("standard", "south")
    house = guide.building("house", rectangle(14, 1, 6, 6), roof=3, interior=rectangle(14.5, 1.5, 5, 5))
    up = model("up", 17, 4, elevation=3)
    with pytest.raises(Refusal, match="T2-GEN-09"):
        guide.check_deployment(table(house), up, south)
    for way in (
        guide.ladder("ladder", rectangle(13.8, 3, 0.2, 1), 3),
        guide.stairs("s", rectangle(12, 3, 2, 1), 3),
    ):
        guide.check_deployment(table(house, way), up, south)
    guide.check_deployment(table(house), up.at(17, 4, 0), south)
    far = guide.ladder("far", rectangle(11, 3, 0.2, 1), 3)
    with pytest.raises(Refusal, match="T2-GEN-09"):
        guide.check_deployment(table(house, far), up, south)


@pytest.mark.rule("T2-GEN-01", "T2-GEN-02", "T2-GEN-03", "T2-GEN-04", "T2-GEN-05", "T2-GEN-06", "T2-GEN-07")
@pytest.mark.rule("T2-GEN-08", "T2-GEN-10", "T2-GEN-11", "T2-GEN-12", "T2-TABLE-04", "T2-LIN-01")
def test_the_rows_are_those_of_the_guide():
    # rule, Ht, then the marks of Blocking Climbable Dense Enclosed Hard Hazardous Impassable Severe Soft
    # StopPush Deploy, as the ledger restores them.
    columns = (
        "blocking",
        "climbable",
        "dense",
        "enclosed",
        "hard_cover",
        "hazardous",
        "impassable",
        "severe",
        "soft_cover",
        "stops_pushes",
        "deployment",
    )
    printed = {
        "T2-GEN-01": (5, "--X----XX-X"),
        "T2-GEN-02": (5, "X---X-X--X-"),
        "T2-GEN-03": (5, "X---X-X--X-"),
        "T2-GEN-04": (0, "-------X--X"),
        "T2-GEN-05": (0, "------X--X-"),
        "T2-GEN-06": (0, "--X--X--X-X"),
        "T2-GEN-07": (0, "-----X----X"),
        "T2-GEN-08": (5, "X---X-X--X-"),
        "T2-GEN-10": (1, "X---X--X---"),
        "T2-GEN-11": (1, "-------XX--"),
        "T2-GEN-12": (1, "-----X--X--"),
    }
    rows = {}
    for name, row in guide.GUIDE_ROWS.items():
        if row.height is not None:
            piece = guide.piece(name, name, rectangle(0, 0, 1, 1), policies=TABLE_M2E)
            marks = "".join("X" if column in piece.traits else "-" for column in columns)
            rows[row.rule] = (piece.height, marks)
    assert rows == printed
    assert guide.piece("tree", "low tree", rectangle(0, 0, 1, 1), 3).height == 3
    with pytest.raises(Refusal, match="T2-LIN-01"):
        guide.line("rough", "rough", 0, 0, 4, 0)
