"""The region and the shortest way over Severe terrain, round engagement ranges, and against the checker."""

from __future__ import annotations

from math import acos, hypot, pi, sqrt

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, rectangle
from rules.table.movement.moves import Allowance, walk_path
from rules.table.obstacles.legs import slow_stretches
from rules.table.policies import POLICIES
from rules.table.reach.path_search import PathSearch
from rules.table.reach.reachable_region import ReachableRegion, reachable_region, shortest_path
from rules.table.terrain import flat_building, water
from scripts.benchmarks.chance import Chance
from scripts.benchmarks.sight import scene
from tests.rules.table.scene import R30, distance_to_region, model, table

IGGY = model("Iggy", 18, 18)
# Its rim, where the centre of a 30 mm base comes into it, is 1" north of Iggy.
EDGE = 19.0
LAKE = water("lake", rectangle(4, EDGE + R30, 28, 12))


def refracted(across: float, deep: float) -> float:
    """What it costs to come from an inch before the rim to so far across and so deep in, by brute force."""
    return min(
        hypot(across * k / 20000, 1.0) + 2 * hypot(across * (1 - k / 20000), deep) for k in range(20001)
    )


@pytest.mark.rule("M3E-TRAIT-14")
@pytest.mark.parametrize(("across", "deep"), [(0.0, 2.0), (1.0, 1.5), (3.0, 0.8), (4.0, 0.5), (5.2, 0.1)])
def test_the_way_into_severe_terrain_breaks_where_it_costs_least(across, deep):
    cost, scene_ = refracted(across, deep), table(LAKE, IGGY)
    x, y = 18 + across, EDGE + deep
    _, moved = shortest_path(scene_, IGGY, x, y, Allowance(8))
    assert moved.spent == pytest.approx(cost, abs=0.004)
    assert moved.spent >= cost - 0.004
    assert reachable_region(scene_, IGGY, Allowance(cost + 0.05)).contains(x, y)
    assert not reachable_region(scene_, IGGY, Allowance(cost - 0.01)).contains(x, y)
    with pytest.raises(Refusal, match="no way"):
        shortest_path(scene_, IGGY, x, y, Allowance(cost - 0.01))


@pytest.mark.rule("M3E-TRAIT-14")
def test_one_may_wade_across_and_go_on():
    ditch = water("ditch", rectangle(4, EDGE + R30, 28, 0.5))
    # The base is in it from the first touch until it is clear: its own width and half an inch.
    in_severe = 0.5 + 2 * R30
    reach = reachable_region(table(ditch, IGGY), IGGY, Allowance(6))
    far = 6 - 1 - 2 * in_severe
    assert reach.contains(18, EDGE + in_severe + far - 0.02)
    assert not reach.contains(18, EDGE + in_severe + far + 0.01)


@pytest.mark.rule("M3E-ENG-03")
def test_a_walk_may_go_round_a_range_and_comes_out_behind_it():
    enemy, mine = model("Sorrow", 20, 18, side="other", reach=1), model("Iggy", 15, 18, side="mine")
    hold = 1 + 2 * R30
    # Two tangents and the arc between them.
    taut = 2 * sqrt(25 - hold * hold) + hold * (pi - 2 * acos(hold / 5))
    _, moved = shortest_path(table(enemy, mine), mine, 25, 18, Allowance(taut + 0.1))
    assert moved.spent == pytest.approx(taut, abs=0.06)
    assert reachable_region(table(enemy, mine), mine, Allowance(taut + 0.1)).contains(25, 18)
    assert not reachable_region(table(enemy, mine), mine, Allowance(taut - 0.1)).contains(25, 18)
    behind = reachable_region(table(enemy, mine), mine, Allowance(8.5))
    assert behind.contains(20 + hold - 0.02, 18), "through the range, and no farther"
    assert not behind.contains(20 + hold + 0.02, 18)


@pytest.mark.rule("M3E-MOVE-08")
@pytest.mark.parametrize("mm", [30, 40, 50])
def test_the_way_up_keeps_in_touch_wherever_the_wall_stands_on_the_grid(mm):
    for k in range(8):
        x = 19 + 0.137 * k
        slanted = Outline(((x, 15), (x + 4, 14.6), (x + 4.3, 20), (x + 0.3, 20.2)))
        climber = Base("Iggy", 17, 18, mm)
        scene_ = table(flat_building("house", slanted, 2), climber)
        _, moved = shortest_path(scene_, climber, x + 1.6, 17, Allowance(8), elevation=2.0)
        assert moved.base.elevation == 2.0


# Against the checker, and a search on a grid


def rough(seed: int) -> Table:
    """A random table: a third of the pieces are Severe, a third bar the way; two of three models engage."""
    base_scene = scene(seed, plain=False, models=8)
    pieces = tuple(
        replace(piece, traits=("severe",) if n % 3 == 0 else ("impassable",) if n % 2 else piece.traits)
        for n, piece in enumerate(base_scene.pieces)
    )
    bases = (replace(b, side="AB"[n % 2], reach=(1, 2, None)[n % 3]) for n, b in enumerate(base_scene.bases))
    return Table(pieces, tuple(bases))


def places(region: ReachableRegion, chance: Chance, count: int) -> list[tuple[float, float]]:
    """Some places of a region near its rim, and some far inside."""
    room = shapely.union_all([room for _, room in region.polygons])
    corners = shapely.get_coordinates(room.buffer(-0.004))
    some = [tuple(corners[int(chance.between(0, len(corners) - 1))]) for _ in range(count)]
    low_x, low_y, high_x, high_y = room.bounds
    while len(some) < 2 * count:
        x, y = chance.between(low_x, high_x), chance.between(low_y, high_y)
        if room.buffer(-0.004).contains(shapely.Point(x, y)):
            some.append((x, y))
    return some


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**6), st.floats(2, 6), st.sampled_from(["walk", "move"]))
@pytest.mark.rule("M3E-MOVE-02", "M3E-TRAIT-14", "M3E-TRAIT-13", "M3E-ENG-03")
def test_the_checker_passes_a_way_to_every_place_of_the_region(seed, inches, way):
    scene_, chance, allowance = rough(seed), Chance(seed), Allowance(inches, way)
    base = scene_.bases[0]
    for x, y in places(reachable_region(scene_, base, allowance), chance, 2):
        path, moved = shortest_path(scene_, base, x, y, allowance)
        assert walk_path(scene_, base, path, allowance) == moved
        assert moved.spent <= inches + 0.001


@pytest.mark.parametrize("seed", [5, 6])
def test_a_bend_opens_nothing_outside_its_wedge(seed):
    """Whole polygons from every place reached cover no more than the wedges do."""
    scene_ = rough(seed)
    scene_ = Table(tuple(replace(p, traits=("impassable",)) for p in scene_.pieces), scene_.bases)
    reached = 0
    for base in scene_.bases[:4]:
        search = PathSearch(scene_, base, Allowance(5, "move"), POLICIES, False)
        search.run()
        (level,), (settled,) = search.search_levels, search.settled
        every = np.zeros((len(settled), 2))
        left = 5.0 - level.spent[settled]
        polygons = level.visibility.polygons(
            level.spots[settled], level.in_severe[settled], left, every, every
        )
        ((_, room),) = reachable_region(scene_, base, Allowance(5, "move")).polygons
        reached += len(settled)
        assert shapely.union_all(polygons).difference(room.buffer(0.002)).area < 0.004, (seed, base.name)
    assert reached > 60


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=3))
@pytest.mark.rule("M3E-MOVE-02", "M3E-TRAIT-14")
def test_no_way_that_the_checker_passes_ends_outside_the_region(seed, steps):
    scene_ = rough(seed)
    for base in scene_.bases[:3]:
        x, y, path = base.x, base.y, []
        for dx, dy in steps:
            path.append((x + dx, y + dy))
            x, y = path[-1]
            try:
                moved = walk_path(scene_, base, path, Allowance(99, "move"))
            except Refusal:
                break
            reach = reachable_region(scene_, base, Allowance(moved.spent + 0.02, "move"))
            assert distance_to_region(reach, moved.base.x, moved.base.y) < 0.03, (seed, base.name, path)


@pytest.mark.rule("M3E-TRAIT-14")
@pytest.mark.parametrize("seed", [1])
def test_nothing_that_a_grid_reaches_over_severe_terrain_is_left_out(seed):
    scene_ = rough(seed + 40)
    base = min(scene_.bases, key=lambda b: min(hypot(b.x - 18, b.y - 18), 99.0))
    reach = reachable_region(scene_, base, Allowance(3.5, "move"))
    step, best = 0.5, {(0, 0): 0.0}
    queue = [(0, 0)]
    while queue:
        i, j = queue.pop(0)
        here = base.at(base.x + i * step, base.y + j * step)
        for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            spot = (here.x + di * step, here.y + dj * step)
            try:
                moved = walk_path(scene_, here, [spot], Allowance(99, "move"))
            except Refusal:
                continue
            spent = best[i, j] + moved.spent
            if spent <= 3.5 and spent < best.get((i + di, j + dj), 99.0) - 1e-9:
                best[i + di, j + dj] = spent
                queue.append((i + di, j + dj))
                assert distance_to_region(reach, *spot) < 0.03, (seed, spot, spent)
    assert len(best) > 40


def test_the_scenes_do_lead_through_severe_terrain():
    in_severe = 0
    for seed in range(5):
        scene_ = rough(seed)
        base: Base = scene_.bases[0]
        for x, y in places(reachable_region(scene_, base, Allowance(4, "move")), Chance(seed), 1):
            _, moved = shortest_path(scene_, base, x, y, Allowance(4, "move"))
            in_severe += any(slow_stretches(scene_, leg, base) for leg in moved.legs)
    assert in_severe > 1, "or the laws above would say nothing of it"
