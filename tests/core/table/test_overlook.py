"""Sight of a whole table: the matrix, what a move changes in it, the overlay."""

from __future__ import annotations

import pytest

from rules.core.table.bases import overlap
from rules.core.table.overlook import matrix, moved, overlay
from rules.core.table.shapes import distance_to
from rules.core.table.sight import sees
from scripts.benchmarks.chance import Chance
from scripts.benchmarks.sight import scene
from tests.core.table.scene import box, model, table


def test_the_matrix_is_what_each_pair_says():
    tables = [scene(seed, plain=False, models=8) for seed in range(3)]
    for one in tables:
        found = matrix(one)
        for a in one.bases:
            for b in one.bases:
                assert found.sees(a.name, b.name) == sees(one, a, b)


@pytest.mark.parametrize("seed", range(8))
def test_after_a_move_the_kept_matrix_equals_a_new_one(seed):
    one, chance, changed = scene(seed, plain=False), Chance(seed), 0
    before = matrix(one)
    for base in one.bases[:10]:
        spot = base.at(chance.between(2, 34), chance.between(2, 34))
        if any(distance_to(p.footprint, spot.x, spot.y) < spot.radius for p in one.pieces):
            continue
        if any(overlap(spot, other) for other in one.bases if other.name != base.name):
            continue
        after = one.with_base(spot)
        fresh = matrix(after)
        assert moved(before, base, after) == fresh
        changed += fresh != before
    assert changed


def test_the_overlay_shades_what_a_wall_hides_and_leaves_out_where_nobody_can_stand():
    wall = box("wall", 17, 10, 2, 16, "blocking", "impassable", ht=5)
    one = table(wall, model("Rasputina", 10, 18), model("other", 5, 5))
    cells = {(c.x, c.y): c.seen for c in overlay(one, one.base("Rasputina"))}
    assert cells[14.5, 18.5]
    assert not cells[24.5, 18.5]
    assert cells[24.5, 2.5]
    assert (17.5, 18.5) not in cells
    assert (5.5, 5.5) not in cells
    assert (10.5, 18.5) in cells, "its own place is free for the question"
