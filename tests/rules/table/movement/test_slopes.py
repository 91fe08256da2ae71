"""Hills and stairs in the region of a move: it agrees with what a path may do, partway up and down too."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import hypot

import pytest
import shapely

from rules.edition import edition_of
from rules.editions.m2e import terrain as guide
from rules.refusal import Refusal
from rules.table.answers import on_highest_surface
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.movement.moves import Allowance, walk_path
from rules.table.movement.pushes import push
from rules.table.reach.reachable_region import ReachableRegion, reachable_region, shortest_path
from rules.table.terrain import Piece, covers, flat_building, hill, partway, staircase, water
from scripts.benchmarks.chance import Chance
from tests.rules.table.scene import R30, model, table

TABLE_M2E = edition_of("m2e").table.policies

STEPS = Piece("steps", rectangle(14, 14, 2, 4), (), 3, gradual=True, rises=((15, 14), (15, 18)))
WALKWAY = guide.bridge("walkway", rectangle(14, 18, 2, 6), 3)


def region(scene: Table, base: Base, inches: float, policies=TABLE_M2E) -> ReachableRegion:
    return reachable_region(scene, base, Allowance(inches, "move"), policies)


@pytest.mark.rule("M3E-TERR-09")
def test_who_stands_partway_up_a_hill_goes_on_from_there():
    mound, half = hill("mound", rectangle(12, 12, 12, 12), 2), model("half", 18, 18, elevation=1)
    reach = region(table(mound, half), half, 4)
    for height in (0, 1, 2):
        assert reach.contains(21.9, 18, height)
        assert not reach.contains(22.1, 18, height)
        path, moved = shortest_path(
            table(mound, half), half, 21.9, 18, Allowance(4, "move"), elevation=height
        )
        assert (moved.base.elevation, moved.falls) == (height, ()), path


@pytest.mark.rule("M3E-TERR-08", "T2-CLIMB-02", "T2-GEN-09")
def test_stairs_are_gone_up_by_their_foot_alone():
    scene = table(STEPS, WALKWAY)
    before, behind, beside = model("before", 15, 13), model("behind", 15, 25), model("beside", 13, 17)
    assert region(scene, before, 6).contains(15, 18.9, 3)
    assert not region(scene, before, 6).contains(15, 19.1, 3), "the height is free, the way is not"
    assert not region(scene, behind, 6).contains(15, 20, 3), "nobody climbs the walkway"
    with pytest.raises(Refusal, match="hill, stairs") as caught:
        walk_path(scene, beside, [(13.9, 17), (14, 17.2, 3)], Allowance(6), TABLE_M2E)
    assert caught.value.fix.endswith("by the side from which it rises.")
    assert not region(scene, beside, 3).contains(15, 18, 3)
    round_it, moved = shortest_path(scene, beside, 15, 19, Allowance(8), TABLE_M2E, elevation=3)
    assert moved.spent > hypot(2, 17 - 14 - R30) + 2
    assert moved.falls == (), round_it


@pytest.mark.rule("M3E-TERR-08", "M3E-MOVE-08")
def test_a_climbable_staircase_is_climbed_from_beside_as_well_for_its_height():
    flight = staircase("flight", rectangle(14, 14, 2, 4), 2, rises=((15, 14), (15, 18)))
    house = flat_building("house", rectangle(12, 18, 6, 4), 2)
    beside = model("beside", 14 - R30 - 0.2, 17)
    assert reachable_region(table(flight, house), beside, Allowance(3)).contains(14, 17, 2)
    assert not reachable_region(table(flight, house), beside, Allowance(3, "move")).contains(14, 17, 2)


@pytest.mark.rule("M3E-TERR-08")
def test_partway_up_the_stairs_one_goes_on_to_either_end():
    scene = table(STEPS, WALKWAY)
    partway_up = on_highest_surface(scene, model("a", 15, 16))
    assert 0 < partway_up.elevation < 3
    reach = region(scene, partway_up, 4)
    assert reach.contains(15, 19.9, 3)
    assert reach.contains(15, 12.1, 0)
    assert reach.contains(15, 16, partway_up.elevation)


@pytest.mark.rule("M3E-TERR-08", "T2-PUSH-09", "T2-FALL-02")
def test_stairs_bring_down_at_their_foot_and_beside_their_head_one_falls():
    scene = table(STEPS, WALKWAY)
    top = model("top", 15, 17.5, elevation=3)
    down, aside = (
        push(scene, top, 0, -1, 6, TABLE_M2E),
        push(scene, top, 1, 0, 4, TABLE_M2E),
    )
    assert (down.base.elevation, down.falls) == (0, ())
    assert [(fall.inches, fall.damage) for fall in aside.falls] == [(3, 3)]
    stepped = walk_path(scene, top, [(18, 17.5)], Allowance(4), TABLE_M2E)
    assert [fall.inches for fall in stepped.falls] == [3]
    around = table(Piece("steps", STEPS.footprint, (), 3, gradual=True))
    assert push(around, top, 1, 0, 4, TABLE_M2E).falls == ()


# Against a search of steps that ``walk_path`` allows


STEP = 0.5
NEAR = [(i, j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2) if hypot(i, j) in (1, 2**0.5, 5**0.5)]


def heights(scene: Table, base: Base) -> set[float]:
    """At which the base may be there, as far as the region tells them apart, and where the slope is."""
    levels = {0.0, base.elevation}
    for piece in scene.pieces:
        if covers(piece, base.x, base.y, base.radius):
            levels |= {float(at) for at in piece.floors}
            if piece.gradual:
                levels |= {float(piece.top), partway(piece, base.x, base.y, base.radius)}
    return levels


def walked(scene: Table, base: Base, inches: float, policies) -> dict[tuple[float, float, float], float]:
    """What it costs by steps on a grid, each a legal path, to come to each place and height."""
    order = count()
    best = {(base.x, base.y, base.elevation): 0.0}
    queue = [(0.0, next(order), base)]
    allowance = Allowance(inches, "move")
    while queue:
        spent, _, here = heappop(queue)
        if spent > best[here.x, here.y, here.elevation]:
            continue
        for i, j in NEAR:
            x, y = here.x + i * STEP, here.y + j * STEP
            if spent + STEP * hypot(i, j) > inches:
                continue
            for height in heights(scene, here.at(x, y)):
                try:
                    moved = walk_path(scene, here, [(x, y, height)], allowance, policies)
                except Refusal:
                    continue
                there, price = moved.base, spent + moved.spent
                if moved.falls or there.elevation != height or price > inches:
                    continue
                if price < best.get((there.x, there.y, height), 1e9) - 1e-9:
                    best[there.x, there.y, height] = price
                    heappush(queue, (price, next(order), there))
    return best


def scene_of(seed: int) -> tuple[Table, Base]:
    """A slope or two, a bridge, a pond, and somebody on, before or beside them."""
    chance = Chance(seed)
    way = [((15, 14), (15, 18)), ((14, 16), (16, 16)), None][seed % 3]
    pieces = [
        Piece(
            "steps", rectangle(14, 14, 2, 4), ("severe",) if seed % 4 == 3 else (), 2, gradual=True, rises=way
        ),
        guide.bridge("walkway", rectangle(14, 18, 2, 5), 2),
        hill("mound", RoundFootprint(20, 16, 80), 2, rises=((18.5, 16), (21.5, 16)) if seed % 2 else None),
        water("pond", rectangle(9, 12, 3, 3)),
    ]
    scene = Table(tuple(pieces), (model("other", 17.3, 12.3),))
    x, y = (round(2 * value) / 2 for value in (chance.between(13, 19), chance.between(14, 19)))
    return scene, on_highest_surface(scene, model("a", x, y))


@pytest.mark.rule("M3E-TERR-08", "M3E-TERR-09", "M3E-MOVE-02")
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 60))]
)
def test_the_region_is_where_legal_paths_lead(seed):
    scene, base = scene_of(seed)
    policies, inches = (edition_of("m3e").table.policies, TABLE_M2E)[seed % 2], 3.5
    reach = reachable_region(scene, base, Allowance(inches, "move"), policies)
    # Nothing that can be walked to lies well outside.
    for (x, y, height), spent in walked(scene, base, inches - 0.35, policies).items():
        on_level = [area for z, area in reach.polygons if abs(z - height) <= 0.001] or [
            area for _, area in reach.polygons
        ]
        assert min(area.distance(shapely.Point(x, y)) for area in on_level) < 0.01, (x, y, height, spent)
    # To every place inside a legal path leads.
    chance, tried = Chance(seed + 100), 0
    for height, room in reach.polygons:
        for _ in range(8):
            low_x, low_y, high_x, high_y = room.bounds
            x, y = round(chance.between(low_x, high_x), 3), round(chance.between(low_y, high_y), 3)
            if room.buffer(-0.01).covers(shapely.Point(x, y)):
                tried += 1
                _, moved = shortest_path(
                    scene, base, x, y, Allowance(inches, "move"), policies, elevation=height
                )
                assert moved.base.elevation == height
    assert tried > 3
