"""Movement by the Second Edition's guide: climbing, lines, flight, falls, Pushes."""

from __future__ import annotations

from contextlib import contextmanager
from math import cos, pi, sin

import pytest
from msgspec.structs import replace

from rules.edition import edition_of
from rules.editions.m2e import terrain as guide
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.movement.hazards import halved, harm_from, harmed_by
from rules.table.movement.leaps import fly
from rules.table.movement.moves import Allowance, counts_as_a_move, walk_path
from rules.table.movement.places import place
from rules.table.movement.pushes import push
from rules.table.obstacles.falls import fall_damage
from rules.table.reach.reachable_region import flight_region, reachable_region, shortest_path
from rules.table.reach.toward import push_toward
from tests.rules.table.scene import R30, box, model, table

TABLE_M3E = edition_of("m3e").table.policies
TABLE_M2E = edition_of("m2e").table.policies

SONNIA = model("Sonnia", 10, 18)
FENCE = guide.line("fence", "fence", 13, 10, 13, 26)
HOUSE = guide.building("house", rectangle(14, 14, 6, 8), roof=4.7)
RUNGS = guide.ladder("ladder", rectangle(13.75, 17, 0.25, 2), 4.7)


def walk(scene, base, *path, inches=6.0, policies=TABLE_M2E, **how):
    return walk_path(scene, base, path, Allowance(inches, **how), policies)


@contextmanager
def refused(rule: str):
    with pytest.raises(Refusal) as caught:
        yield
    assert ROWS.named(caught.value.rule) == rule


# Climbing


@pytest.mark.rule("T2-CLIMB-01", "T2-BLD-01")
def test_each_inch_up_a_ladder_costs_two_and_a_house_without_one_is_not_climbed():
    foot = SONNIA.at(13.75 - R30, 18)
    up = (13.75 - R30, 18, 4), (15, 18)
    walked = walk(table(HOUSE, RUNGS, foot), foot, *up, inches=10)
    assert walked.spent == pytest.approx(2 * 4 + 1.25 + R30, abs=0.001)
    assert (walked.base.elevation, walked.falls) == (4, ())
    third = walk(table(HOUSE, RUNGS, foot), foot, *up, inches=10, policies=TABLE_M3E)
    assert third.spent == pytest.approx(walked.spent - 4)
    with refused("M3E-MOVE-08"):
        bare = SONNIA.at(14 - R30, 18)
        walk(table(HOUSE, bare), bare, (14 - R30, 18, 4), inches=20)
    low, rungs = (
        guide.building("low", rectangle(14, 14, 6, 8), roof=2),
        guide.ladder("l", rectangle(13.75, 17, 0.25, 2), 2),
    )
    reach = reachable_region(table(low, rungs, foot), foot, Allowance(5.2), TABLE_M2E)
    assert reach.contains(14, 18, 2)
    assert not reach.contains(14.5, 18, 2)


@pytest.mark.rule("T2-CLIMB-02")
def test_stairs_cost_no_more_than_their_length():
    flight = guide.stairs("stairs", rectangle(11, 17, 3, 2), 3)
    walked = walk(table(flight, SONNIA), SONNIA, (11, 18), (13, 18, 3), inches=3)
    assert walked.spent == pytest.approx(3)
    assert not flight.has("climbable")


@pytest.mark.rule("T2-CLIMB-03", "T2-PUSH-10", "T2-FALL-01")
def test_walking_off_a_roof_is_a_fall_at_once_that_costs_nothing():
    up = SONNIA.at(19, 18, 4)
    walked = walk(table(HOUSE, up), up, (21, 18))
    assert walked.spent == pytest.approx(2, abs=0.001)
    assert [(fall.inches, fall.damage) for fall in walked.falls] == [(4, 4)]
    low = guide.building("low", rectangle(14, 14, 6, 8), roof=2)
    short = walk(table(low, up.at(19, 18, 2)), up.at(19, 18, 2), (21, 18))
    assert [(fall.inches, fall.damage) for fall in short.falls] == [(2, 0)]


# Falls


@pytest.mark.rule("T2-FALL-01", "T2-FALL-02", "T2-FALL-03")
def test_falls_hurt_by_the_inch_beyond_two_and_are_measured_to_where_one_lands():
    drops = (0.5, 2, 2.01, 2.5, 3, 4)
    assert [fall_damage(drop, TABLE_M2E) for drop in drops] == [0, 0, 3, 3, 3, 4]
    cliff, step = box("cliff", 8, 10, 4, 16, "climbable", ht=6), box("step", 12, 10, 4, 16, "climbable", ht=3)
    edge = model("edge", 11, 18, elevation=6)
    pushed = push(table(cliff, step, edge), edge, 1, 0, 3, TABLE_M2E)
    assert [(fall.inches, fall.damage) for fall in pushed.falls] == [(3, 3)]
    assert pushed.base.elevation == 3


# Severe, unimpeded, Impassable


@pytest.mark.rule("T2-SEV-01", "T2-UNIMP-01", "T2-GEN-04", "T2-AREA-01", "T2-PUSH-03", "T2-FOR-01")
def test_severe_ground_doubles_moves_and_slows_no_push():
    swamp = guide.piece("rough", "swamp", rectangle(12, 10, 2, 16))
    scene, wade = table(swamp, SONNIA), 2 + 2 * R30
    assert walk(scene, SONNIA, (20, 18), inches=20).spent == pytest.approx(10 + wade, abs=0.005)
    scout = model("scout", 10, 18, unaffected=("severe",))
    assert walk(table(swamp), scout, (20, 18), inches=20).spent == pytest.approx(10)
    assert push(scene, SONNIA, 1, 0, 6, TABLE_M2E).base.x == 16
    assert push(scene, SONNIA, 1, 0, 6, TABLE_M3E).base.x < 14
    woods = guide.piece("forest", "woods", rectangle(12, 10, 2, 16))
    assert walk(table(woods), SONNIA, (20, 18), inches=20).spent == pytest.approx(10 + wade, abs=0.005)


@pytest.mark.rule("T2-IMP-01", "T2-GEN-02", "T2-GEN-03", "T2-GEN-05", "T2-GEN-08", "T2-FOR-02", "T2-OBS-01")
@pytest.mark.rule("T2-PUSH-07", "T2-PUSH-08", "T2-AREA-03")
@pytest.mark.parametrize("row", ["tree", "obstacle", "deep_water", "building"])
def test_impassable_pieces_stop_moves_and_pushes_in_contact(row):
    rock = guide.piece(row, row, rectangle(12, 17, 2, 2))
    with refused("M3E-TRAIT-13"):
        walk(table(rock), SONNIA, (18, 18), inches=20)
    pushed = push(table(rock), SONNIA, 1, 0, 6, TABLE_M2E)
    assert (pushed.stopped_by, pushed.base.x) == (row, pytest.approx(12 - R30, abs=0.002))
    with refused("M3E-TRAIT-13"):
        place(table(rock), SONNIA, SONNIA.at(13, 18), 9, TABLE_M2E)
    assert rock.has("stops_pushes")


# Linear obstacles


@pytest.mark.rule("T2-LIN-01", "T2-LIN-02", "T2-GEN-10", "T2-GEN-11", "T2-GEN-12")
def test_lines_are_an_inch_thick_and_high_and_cost_an_inch_more_to_cross():
    assert FENCE.footprint.area == pytest.approx(16)
    for row, more in (("wall", 1), ("fence", 1), ("wire", 0)):
        line = guide.line(row, row, 13, 10, 13, 26)
        assert line.height == 1
        assert walk(table(line), SONNIA, (16, 18), inches=9).spent == pytest.approx(6 + more)
    with refused("M3E-MOVE-02"):
        walk(table(FENCE), SONNIA, (16, 18), inches=6.9)
    helped = model("scout", 10, 18, unaffected=("severe",))
    assert walk(table(FENCE), helped, (16, 18), inches=9).spent == pytest.approx(6)
    there_and_back = walk(table(FENCE), SONNIA, (16, 18), (10, 18), inches=20)
    assert there_and_back.spent == pytest.approx(14), "each crossing costs its inch"
    double = replace(TABLE_M2E, wall_cross_cost="double_while_overlapping")
    band = 1 + 2 * R30
    assert walk(table(FENCE), SONNIA, (16, 18), inches=9, policies=double).spent == pytest.approx(
        6 + band, abs=0.01
    )


@pytest.mark.rule("T2-A07")
def test_wire_costs_an_inch_more_where_that_is_the_reading():
    wire = guide.line("wire", "wire", 13, 10, 13, 26)
    dearer = replace(TABLE_M2E, barbed_extra=1)
    assert walk(table(wire), SONNIA, (16, 18), inches=9, policies=dearer).spent == pytest.approx(7)


@pytest.mark.rule("T2-LIN-06", "T2-LIN-07", "T2-LIN-08")
def test_nothing_ends_on_a_line_and_pushes_cross_or_halt_before_it():
    with refused("T2-LIN-07"):
        walk(table(FENCE), SONNIA, (13, 18), inches=9)
    over = push(table(FENCE), SONNIA, 1, 0, 4.2, TABLE_M2E)
    assert (over.base.x, over.stopped_by) == (pytest.approx(14.2), "")
    wire = guide.line("wire", "wire", 13, 10, 13, 26)
    short = push(table(wire), SONNIA, 1, 0, 3.5, TABLE_M2E)
    assert (short.base.x, short.stopped_by) == (pytest.approx(12.5 - R30, abs=0.002), "wire")
    assert harmed_by(table(wire), SONNIA, short.legs, short.base, policies=TABLE_M2E) == ()
    long = push(table(wire), SONNIA, 1, 0, 5, TABLE_M2E)
    assert harmed_by(table(wire), SONNIA, long.legs, long.base, policies=TABLE_M2E) == (wire,)


@pytest.mark.rule("T2-LIN-02", "T2-LIN-07")
def test_the_region_leads_over_a_line_and_leaves_it_out():
    scene = table(FENCE, SONNIA)
    reach = reachable_region(scene, SONNIA, Allowance(6), TABLE_M2E)
    assert reach.contains(14.9, 18)
    assert not reach.contains(15.05, 18)
    assert not reach.contains(13, 18)
    path, moved = shortest_path(scene, SONNIA, 14.6, 19, Allowance(6.2), TABLE_M2E)
    assert moved.base.x == 14.6
    assert walk(scene, SONNIA, *path, inches=6.2).spent == pytest.approx(moved.spent)
    across = reachable_region(scene, SONNIA, Allowance(8), TABLE_M2E)
    slant = 10 + 6.9 * cos(0.8), 18 + 6.9 * sin(0.8)
    assert across.contains(*slant), "slantwise too, 7 inches less a little"
    assert not across.contains(10 + 7.02 * cos(0.8), 18 + 7.02 * sin(0.8))
    free = reachable_region(scene, SONNIA, Allowance(6, ignores=("severe",)), TABLE_M2E)
    assert free.contains(15.9, 18)
    assert not free.contains(13, 18)


# Flight


@pytest.mark.rule("T2-FLY-05", "T2-FLY-03", "T2-FLY-02")
def test_a_flier_from_a_roof_of_3_to_one_of_5_three_inches_off_spends_five_of_six():
    near = guide.building("near", rectangle(8, 16, 4, 4), roof=3)
    far = guide.building("far", rectangle(12.5, 16, 4, 4), roof=5)
    flier = model("Nephilim", 10, 18, elevation=3)
    between = model("between", 12.25, 18)
    scene = table(near, far, flier, between)
    flown = fly(scene, flier, flier.at(13, 18, 5), 6, TABLE_M2E)
    assert 6 - flown.spent == pytest.approx(1)
    with refused("T2-FLY-03"):
        fly(scene, flier, flier.at(14.1, 18, 5), 6, TABLE_M2E)
    assert fly(scene, flier, flier.at(14.1, 18, 5), 6, TABLE_M3E).spent == pytest.approx(4.1)


@pytest.mark.rule("T2-FLY-01", "T2-FLY-04")
def test_going_down_is_free_and_hurts_no_flier():
    up = model("Nephilim", 19, 18, elevation=4)
    flown = fly(table(HOUSE, up), up, up.at(22, 18, 0), 3, TABLE_M2E)
    assert (flown.spent, flown.falls) == (pytest.approx(3), ())
    reach = flight_region(table(HOUSE, up), up, 3, TABLE_M2E)
    assert reach.contains(21.9, 18, 0)
    assert reach.contains(17, 18, 4)
    low = model("Nephilim", 21, 18)
    assert not flight_region(table(HOUSE, low), low, 3.9, TABLE_M2E).contains(19, 18, 4)
    assert flight_region(table(HOUSE, low), low, 6.1, TABLE_M2E).contains(19, 18, 4)
    open_air = flight_region(table(low), low, 4, TABLE_M2E)
    assert open_air.area == pytest.approx(pi * 16, rel=0.002)


@pytest.mark.rule("T2-FLY-02", "T2-BLD-04")
def test_a_flier_ends_on_no_model_and_in_no_wall_nor_on_a_steep_roof():
    steep = guide.building("steep", rectangle(14, 14, 6, 8))
    other = model("other", 11, 20)
    scene = table(steep, other, SONNIA)
    for spot, rule in (
        (SONNIA.at(11.5, 20), "M3E-MOVE-05"),
        (SONNIA.at(16, 18), "M1-MOVE-09"),
        (SONNIA.at(16, 18, 5), "M1-MOVE-09"),
        (SONNIA.at(11, 17, 2), "M3E-MOVE-06"),
        (SONNIA.at(0.2, 18), "M3E-MOVE-01"),
    ):
        with refused(rule):
            fly(scene, SONNIA, spot, 30, TABLE_M2E)
    assert fly(table(HOUSE), SONNIA, SONNIA.at(16, 18, 4), 10, TABLE_M2E).base.elevation == 4
    assert not flight_region(scene, SONNIA, 30, TABLE_M2E).contains(16, 18)


@pytest.mark.rule("T2-ENCL-01", "T2-ENCL-02", "T2-ENCL-03", "T2-BLD-02")
def test_a_flier_crosses_an_enclosed_building_and_its_roof_but_never_its_wall():
    hall = guide.building(
        "hall",
        rectangle(14, 14, 6, 8),
        roof=4,
        interior=rectangle(14.5, 14.5, 5, 7),
        openings=(rectangle(14, 17, 0.5, 2),),
    )
    scene = table(hall)
    inside, roof = SONNIA.at(17, 18), SONNIA.at(17, 18, 4)
    with refused("T2-ENCL-01"):
        fly(scene, SONNIA, inside, 20, TABLE_M2E)
    with refused("T2-ENCL-02"):
        fly(scene, inside, SONNIA, 20, TABLE_M2E)
    assert fly(scene, SONNIA, SONNIA.at(22, 18), 20, TABLE_M2E).spent == 12
    assert fly(scene, SONNIA, roof, 20, TABLE_M2E).base.elevation == 4
    assert fly(scene, roof, SONNIA, 20, TABLE_M2E).base.elevation == 0
    assert walk(scene, SONNIA, (17, 18), inches=9).base.x == 17, "by the door"
    ghost = replace(SONNIA, spirit=True)
    assert fly(scene, ghost, ghost.at(17, 18), 20, TABLE_M2E, "incorporeal").base.x == 17
    reach = flight_region(scene, SONNIA, 12, TABLE_M2E)
    assert reach.contains(17, 18, 4)
    assert not reach.contains(17, 18, 0)
    assert flight_region(scene, inside, 12, TABLE_M2E).area == 0


# Incorporeal


GHOST = model("Carver", 10, 18, spirit=True)


@pytest.mark.rule("T2-INC-01")
def test_the_incorporeal_and_others_pass_each_other_and_it_passes_terrain():
    rock = guide.piece("obstacle", "rock", rectangle(12, 17, 2, 2))
    scene = table(rock, GHOST)
    assert walk(scene, GHOST, (16, 18), inches=6).spent == pytest.approx(6)
    assert push(scene, GHOST, 1, 0, 6, TABLE_M2E).base.x == 16
    other = model("other", 13, 20)
    with refused("M3E-MOVE-05"):
        walk(table(other), GHOST.at(10, 20), (13, 20), inches=6)
    assert walk(table(GHOST, other), other, (8, 16), inches=9).spent > 0
    across = walk(table(GHOST), model("walker", 8, 18), (12, 18), inches=9)
    assert across.spent == pytest.approx(4)
    with refused("M3E-MOVE-04"):
        walk(
            table(GHOST),
            model("walker", 8, 18),
            (12, 18),
            inches=9,
            policies=TABLE_M3E,
        )
    assert reachable_region(table(GHOST), model("walker", 8, 18), Allowance(6), TABLE_M2E).contains(12, 18)
    assert not reachable_region(table(GHOST), model("walker", 8, 18), Allowance(6), TABLE_M2E).contains(
        10, 18
    )


@pytest.mark.rule("T2-INC-02", "T2-A05")
def test_damage_of_shooting_and_melee_is_halved_upward():
    assert [halved(n, TABLE_M2E) for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
    assert halved(5, replace(TABLE_M2E, half_rounding="down")) == 2


@pytest.mark.rule("T2-INC-03", "T2-A06")
def test_the_incorporeal_falls_from_a_cliff_and_not_where_a_way_leads_down():
    up = GHOST.at(19, 18, 4)
    scene = table(HOUSE, up)
    flown = fly(scene, up, up.at(22, 18, 0), 5, TABLE_M2E, "incorporeal")
    assert [fall.damage for fall in flown.falls] == [4]
    assert fly(table(HOUSE, RUNGS, up), up, up.at(22, 18, 0), 5, TABLE_M2E, "incorporeal").falls == ()
    always, never = (replace(TABLE_M2E, incorporeal_fall=value) for value in ("always", "never"))
    assert fly(table(HOUSE, RUNGS, up), up, up.at(22, 18, 0), 5, always, "incorporeal").falls
    assert fly(scene, up, up.at(22, 18, 0), 5, never, "incorporeal").falls == ()


# Pushes


@pytest.mark.rule("T2-PUSH-01", "T2-PUSH-04", "T2-PUSH-05")
def test_a_push_is_straight_and_goes_all_the_way_or_as_far_as_its_controller_likes():
    pushed = push(table(SONNIA), SONNIA, 1, 0, 5, TABLE_M2E)
    assert (pushed.base.x, len(pushed.legs)) == (15, 1)
    assert push(table(SONNIA), SONNIA, 1, 0, 2.5, TABLE_M2E).base.x == 12.5


@pytest.mark.rule("T2-PUSH-02")
def test_a_push_is_no_move_by_the_guide_and_one_in_the_third_edition():
    assert not counts_as_a_move("push", TABLE_M2E)
    assert counts_as_a_move("push", TABLE_M3E)
    assert counts_as_a_move("walk", TABLE_M2E)


@pytest.mark.rule("T2-PUSH-06")
def test_toward_and_away_are_straight_lines_through_the_middles():
    other = model("other", 14, 21)
    toward = push_toward(table(SONNIA, other), SONNIA, (10, 18), (14, 21), 2.5, "toward", TABLE_M2E).base
    away = push_toward(table(SONNIA, other), SONNIA, (10, 18), (14, 21), 2.5, "away", TABLE_M2E).base
    assert (toward.x, toward.y) == (12, 19.5)
    assert (away.x, away.y) == (8, 16.5)


@pytest.mark.rule("T2-PUSH-07")
def test_a_push_neither_climbs_nor_passes_models():
    foot = SONNIA.at(11, 18)
    assert push(table(HOUSE, RUNGS, foot), foot, 1, 0, 6, TABLE_M2E).stopped_by == "ladder"
    assert push(table(foot, model("other", 14, 18)), foot, 1, 0, 6, TABLE_M2E).stopped_by == "other"


@pytest.mark.rule("T2-PUSH-09")
def test_off_a_ledge_a_push_falls_is_hurt_and_goes_on():
    up = SONNIA.at(19, 18, 4)
    pushed = push(table(HOUSE, up), up, 1, 0, 6, TABLE_M2E)
    assert [(round(fall.x, 2), fall.damage) for fall in pushed.falls] == [(round(20 + R30, 2), 4)]
    assert (pushed.base.x, pushed.base.elevation) == (pytest.approx(25, abs=0.003), 0)


# Hazards


@pytest.mark.rule("T2-HAZ-01", "T2-HAZ-04", "T2-PUSH-11", "T2-GEN-07")
def test_hazards_harm_who_activates_inside_or_enters_once_a_turn_and_piece():
    traps = [
        guide.piece("trap", name, RoundFootprint(x, 18, 40)) for name, x in (("first", 13), ("second", 16))
    ]
    scene = table(*traps, SONNIA)
    walked = walk(scene, SONNIA, (19, 18), inches=20)
    pieces = harmed_by(scene, SONNIA, walked.legs, walked.base, policies=TABLE_M2E)
    assert [piece.name for piece in pieces] == ["first", "second"], "two pieces can each damage"
    again = harmed_by(scene, SONNIA, walked.legs, walked.base, already={"first"}, policies=TABLE_M2E)
    assert [piece.name for piece in again] == ["second"]
    inside = SONNIA.at(13, 18)
    assert harmed_by(scene, inside, activating=True, policies=TABLE_M2E) == (traps[0],)
    assert harmed_by(scene, inside, policies=TABLE_M2E) == (), "standing there is not entering"
    pushed = push(scene, SONNIA, 1, 0, 3, TABLE_M2E)
    assert harmed_by(scene, SONNIA, pushed.legs, pushed.base, own_action=False, policies=TABLE_M2E) == (
        traps[0],
    )
    placed = SONNIA.at(16, 18)
    assert harmed_by(scene, SONNIA, (), placed, placed=True, policies=TABLE_M2E) == (traps[1],)
    leaving = walk(scene, inside, (10, 18), inches=20)
    assert harmed_by(scene, inside, leaving.legs, leaving.base, policies=TABLE_M2E) == ()
    beside = SONNIA.at(13, 18 + R30 + 20 / 25.4)
    assert harmed_by(scene, beside, activating=True, policies=TABLE_M2E) == (), "touching is not inside"


@pytest.mark.rule("T2-HAZ-02", "T2-HAZ-03")
def test_the_opponent_flips_one_two_four_and_nobody_cheats_it():
    trap = guide.piece("trap", "trap", RoundFootprint(13, 18, 40))
    harm = harm_from(trap, TABLE_M2E)
    assert (harm.flip, harm.flipped_by, harm.may_be_cheated) == ((1, 2, 4), "opponent", False)
    assert harm_from(trap, TABLE_M2E, agreed=(2, 3, 5)).flip == (2, 3, 5)
    assert harm_from(trap, TABLE_M3E).damage == 1
