"""Where a move may end, and the shortest way: by the rules' words, and against a slow search on a grid."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import hypot, pi

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.movement.moves import Allowance
from rules.table.policies import TablePolicies
from rules.table.reach.reachable_region import reachable_region, shortest_path
from rules.table.terrain import flat_building, staircase, steep_building, wall, water
from scripts.benchmarks.chance import Chance
from scripts.benchmarks.sight import scene
from tests.rules.table.scene import R30, box, distance_to_region, model, table

IGGY = model("Iggy", 18, 18)
BARRIER = steep_building("wall", rectangle(19, 14, 0.5, 8), 5)


@pytest.mark.rule("M3E-MOVE-02")
def test_on_open_ground_the_region_is_the_disc_of_the_allowance():
    reach = reachable_region(table(IGGY), IGGY, Allowance(5))
    assert reach.area == pytest.approx(pi * 25, rel=0.005)
    assert reach.contains(22.99, 18)
    assert not reach.contains(23.01, 18)


@pytest.mark.rule("M3E-MOVE-01")
def test_no_part_of_the_base_leaves_the_table():
    corner = model("Iggy", 1, 1)
    reach = reachable_region(table(corner), corner, Allowance(5))
    assert reach.contains(R30 + 0.001, 1)
    assert not reach.contains(R30 - 0.01, 1)


@pytest.mark.rule("M3E-MOVE-03", "M3E-TRAIT-13")
def test_a_way_round_a_wall_is_split_and_as_long_as_a_taut_string():
    scene_ = table(BARRIER, IGGY)
    with pytest.raises(Refusal, match="no way"):
        shortest_path(scene_, IGGY, 20.5, 18, Allowance(5))
    path, moved = shortest_path(scene_, IGGY, 20.5, 18, Allowance(12))
    assert len(path) > 3
    # A string around two rounded corners: two straight stretches and two arcs at the base's radius.
    r = R30
    lower = hypot(18 - 19, 18 - 22)
    tangent = (lower**2 - r**2) ** 0.5
    assert tangent * 2 < moved.spent < 2 * lower + pi * r + 0.5
    assert moved.base.x == 20.5
    assert not reachable_region(scene_, IGGY, Allowance(5)).contains(20.5, 18)
    assert reachable_region(scene_, IGGY, Allowance(moved.spent + 0.02)).contains(20.5, 18)


@pytest.mark.rule("M3E-TRAIT-14")
def test_severe_terrain_halves_the_reach_while_any_part_is_in_it():
    lake = water("lake", rectangle(18 + R30, 10, 10, 16))
    reach = reachable_region(table(lake, IGGY), IGGY, Allowance(6))
    assert reach.contains(20.99, 18)
    assert not reach.contains(21.03, 18)
    assert reach.contains(12.01, 18)
    unhindered = reachable_region(table(lake, IGGY), IGGY, Allowance(6, ignores=("severe",)))
    assert unhindered.contains(23.99, 18)


@pytest.mark.rule("M3E-TRAIT-14")
def test_the_way_goes_round_a_pond_when_that_is_cheaper():
    pond = water("pond", rectangle(20, 17, 2, 2.2))
    _, moved = shortest_path(table(pond, IGGY), IGGY, 24, 18, Allowance(9))
    assert 6.0 < moved.spent < 6.0 + 2.0


@pytest.mark.rule("M3E-MOVE-04", "M3E-MOVE-05")
def test_nobody_moves_through_models_or_ends_on_one_even_if_allowed_through():
    line = [model(f"m{k}", 20, 14 + k * 1.1) for k in range(8)]
    scene_ = table(IGGY, *line)
    assert not reachable_region(scene_, IGGY, Allowance(4)).contains(21.5, 18)
    ghost = reachable_region(scene_, IGGY, Allowance(4, through_models=True))
    assert ghost.contains(21.5, 18)
    assert not ghost.contains(20, 18)


@pytest.mark.rule("M3E-MOVE-08", "M3E-MOVE-09")
def test_a_walk_climbs_what_it_touches_and_other_moves_do_not():
    house = flat_building("house", rectangle(19, 15, 5, 5), 2)
    scene_ = table(house, IGGY)
    walked = reachable_region(scene_, IGGY, Allowance(5))
    assert walked.contains(20.9, 18, 2.0), "0.4 to the wall, 2 up, and on"
    assert not walked.contains(21.2, 18, 2.0)
    assert not reachable_region(scene_, IGGY, Allowance(5, "move")).contains(19.5, 18, 2.0)
    path, moved = shortest_path(scene_, IGGY, 20.5, 18, Allowance(5), elevation=2.0)
    assert moved.base.elevation == 2.0
    assert any(len(place) == 3 for place in path)
    # Up to the wall, two inches of climbing, and on: straight but for the sidestep to a place tried.
    assert 4.5 <= moved.spent < 4.65


@pytest.mark.rule("M3E-TERR-08")
def test_stairs_cost_no_movement_for_the_height():
    stairs = staircase("stairs", rectangle(19, 17, 2, 2), 2)
    house = flat_building("house", rectangle(21, 15, 4, 6), 2)
    scene_ = table(stairs, house, IGGY)
    path, moved = shortest_path(scene_, IGGY, 22.5, 18, Allowance(5, "move"), elevation=2.0)
    assert moved.base.elevation == 2.0, path
    assert moved.spent == pytest.approx(4.5, abs=0.1)


@pytest.mark.rule("M3E-MOVE-06", "M3E-MOVE-07")
def test_who_may_drop_walks_off_the_edge_and_goes_on_below():
    roof = flat_building("roof", rectangle(15, 15, 4, 6), 3)
    up = Base("Iggy", 18, 18, elevation=3.0)
    scene_ = table(roof, up)
    assert not reachable_region(scene_, up, Allowance(4)).contains(21, 18)
    assert reachable_region(scene_, up, Allowance(4), dropping=True).contains(21, 18)
    _, moved = shortest_path(scene_, up, 21, 18, Allowance(4), elevation=0.0, dropping=True)
    assert moved.falls[0].inches == 3.0
    assert moved.falls[0].damage == 1


@pytest.mark.rule("M3E-ENG-03")
def test_a_walk_does_not_leave_an_engagement_range_it_is_in_or_enters():
    enemy = model("Sorrow", 20, 18, side="other", reach=1)
    mine = model("Iggy", 18.2, 18, side="mine")
    scene_ = table(enemy, mine)
    walk = reachable_region(scene_, mine, Allowance(6))
    hold = 1 + 2 * R30
    assert not walk.contains(15, 18)
    assert walk.contains(20, 18 + hold - 0.02)
    assert reachable_region(scene_, mine, Allowance(6, "move")).contains(15, 18)
    free = model("Iggy", 15, 18, side="mine")
    passing = reachable_region(table(enemy, free), free, Allowance(9))
    assert passing.contains(20, 18 + hold + 0.3), "one may go round"
    assert passing.contains(20 - hold + 0.3, 18), "one may end in it"


def test_a_push_has_no_region():
    with pytest.raises(Refusal, match="straight"):
        reachable_region(table(IGGY), IGGY, Allowance(4, "push"))


# Against other ways of asking


# The region draws its arcs from outside: by this much at the most for a 50 mm base beside another.
SPARE = 0.012


def cheapest_on_a_grid(scene_: Table, base: Base, inches: float, step: float = 0.25):
    """The cost to each grid place by legal straight steps: never less than the true one."""
    walls = shapely.union_all(
        [
            shapely.Polygon(p.footprint.points).buffer(base.radius + SPARE, quad_segs=32)
            for p in scene_.pieces
            if p.has("climbable") or p.has("impassable")
        ]
        + [
            shapely.Point(b.x, b.y).buffer(base.radius + b.radius + SPARE, quad_segs=32)
            for b in scene_.bases
            if b.name != base.name
        ]
    )
    room = shapely.box(base.radius, base.radius, 36 - base.radius, 36 - base.radius).difference(walls)
    shapely.prepare(room)
    hops = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if (i, j) != (0, 0)]
    best, queue, order = {(0, 0): 0.0}, [(0.0, 0, (0, 0))], count(1)
    while queue:
        spent, _, (i, j) = heappop(queue)
        if spent > best[i, j]:
            continue
        x, y = base.x + i * step, base.y + j * step
        for di, dj in hops:
            there, price = (i + di, j + dj), spent + step * hypot(di, dj)
            if price > inches or price >= best.get(there, 1e9):
                continue
            line = shapely.LineString([(x, y), (x + di * step, y + dj * step)])
            if room.covers(line):
                best[there] = price
                heappush(queue, (price, next(order), there))
    return {(base.x + i * step, base.y + j * step): spent for (i, j), spent in best.items()}


def solid_scene(seed: int) -> Table:
    """A random table whose pieces can neither be climbed nor passed."""
    drawn = scene(seed, plain=False, models=10)
    pieces = tuple(type(p)(p.name, p.footprint, ("blocking", "impassable"), p.height) for p in drawn.pieces)
    return Table(pieces, drawn.bases)


@pytest.mark.parametrize("seed", range(3))
def test_the_region_holds_all_that_a_search_on_a_grid_can_reach(seed):
    scene_ = solid_scene(seed)
    checked = 0
    for base in scene_.bases[:2]:
        reach = reachable_region(scene_, base, Allowance(4, "move"))
        for (x, y), spent in cheapest_on_a_grid(scene_, base, 3.97).items():
            checked += 1
            assert distance_to_region(reach, x, y) < 0.04, (seed, base.name, x, y, spent)
    assert checked > 200


@pytest.mark.parametrize("seed", range(4))
def test_every_place_of_the_region_can_be_walked_to(seed):
    scene_, chance, tried = scene(seed, plain=False, models=8), Chance(seed), 0
    for base in scene_.bases[:3]:
        reach = reachable_region(scene_, base, Allowance(5))
        for _ in range(12):
            x = round(base.x + chance.between(-5, 5), 3)
            y = round(base.y + chance.between(-5, 5), 3)
            if reach.contains(x, y):
                _, moved = shortest_path(scene_, base, x, y, Allowance(5), elevation=0.0)
                assert moved.spent <= 5.001
                tried += 1
    assert tried > 8


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.floats(1, 5))
@pytest.mark.rule("M3E-MOVE-02")
def test_reach_grows_with_distance_and_when_a_piece_is_taken_away(seed, inches):
    scene_ = solid_scene(seed)
    base = scene_.bases[0]
    near, far = (reachable_region(scene_, base, Allowance(i, "move")) for i in (inches, inches + 0.5))
    assert all(distance_to_region(far, x, y) < 0.02 for _, ring, _ in near.rings() for x, y in ring[::25])
    cleared = reachable_region(scene_.without_piece(scene_.pieces[0].name), base, Allowance(inches, "move"))
    assert all(distance_to_region(cleared, x, y) < 0.03 for _, ring, _ in near.rings() for x, y in ring[::25])


def test_a_legal_path_stays_legal_when_a_far_piece_is_taken_away():
    scene_ = table(BARRIER, wall("far", rectangle(30, 30, 2, 1), 2), box("dense", 3, 3, 2, 2, "dense"), IGGY)
    path, before = shortest_path(scene_, IGGY, 20.5, 18, Allowance(12))
    again, after = shortest_path(scene_.without_piece("far"), IGGY, 20.5, 18, Allowance(12))
    assert path == again
    assert before.spent == after.spent


@pytest.mark.rule("M3E-MOVE-04", "M3E-MEAS-05")
@pytest.mark.parametrize("off", [0, 0.0004, -0.0004])
def test_a_base_in_contact_may_go_where_one_that_is_not_may(off):
    touching = model("Iggy", 13.75 - R30 + off, 18)
    standing = box("wall", 13.75, 10, 2, 16, "impassable", ht=3)
    other = model("other", 13.75 - R30, 18 - 2 * R30)
    reach = reachable_region(table(standing, other), touching, Allowance(4))
    apart = reachable_region(table(standing, other), touching.at(touching.x - 0.002, 18), Allowance(4))
    assert reach.area == pytest.approx(apart.area, rel=0.02)
    assert reach.contains(13.75 - R30, 21), "one may end in contact too"
    _, moved = shortest_path(table(standing, other), touching, 13.75 - R30, 21, Allowance(4))
    assert moved.spent == pytest.approx(3, abs=0.01)


@pytest.mark.rule("M3E-ENG-03")
def test_nor_does_it_climb_out_of_one():
    roof = flat_building("roof", rectangle(14, 15, 4, 6), 4)
    foot, enemy = model("foot", 14 - R30, 18, side="A"), model("enemy", 12, 18, 1, side="B", reach=1)
    assert reachable_region(table(roof, foot), foot, Allowance(6)).contains(14.5, 18, 4)
    assert not reachable_region(table(roof, foot, enemy), foot, Allowance(6)).contains(14.5, 18, 4)
    assert reachable_region(
        table(roof, foot, enemy), foot, Allowance(6, "walk"), TablePolicies(walk_may_not_leave="strikes")
    ).contains(14.5, 18, 4)
