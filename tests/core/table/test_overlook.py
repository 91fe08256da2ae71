"""Sight of a whole table: the matrix, what a move changes in it, the overlay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.editions.tables import TABLES
from rules.core.table.bases import overlap
from rules.core.table.lookout import Lookout
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


def asked(monkeypatch, before, old, after) -> set[frozenset[str]]:
    """The pairs that are asked again for a move."""
    found, told = [], Lookout.told

    def listen(self, one, other):
        found.append(frozenset((one.name, other.name)))
        return told(self, one, other)

    monkeypatch.setattr(Lookout, "told", listen)
    assert moved(before, old, after) == matrix_of(after, told, monkeypatch)
    return set(found)


def matrix_of(one, told, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Lookout, "told", told)
        return matrix(one)


def test_a_move_asks_only_for_pairs_that_it_may_change(monkeypatch):
    """The wall hides a from b whoever walks there; m parts c from d or e from f when it stands there."""
    wall = box("wall", 9, 2, 1, 6, "blocking", ht=4)
    crowd = [model("a", 5, 5), model("b", 15, 5), model("c", 5, 20), model("d", 15, 20), model("e", 5, 28)]
    for spot, also in ((12, 5), set()), ((10, 20), {"cd"}), ((10, 28), {"ef"}), ((30, 30), set()):
        here = model("m", *spot)
        one = table(wall, *crowd, model("f", 15, 28), here)
        own = {frozenset(("m", name)) for name in "abcdef"}
        with monkeypatch.context() as patch:
            away = one.with_base(here.at(33, 3))
            gone = asked(patch, matrix(one), here, away)
        with monkeypatch.context() as patch:
            came = asked(patch, matrix(away), away.base("m"), one)
        assert gone == came == own | {frozenset(pair) for pair in also}, spot


def test_the_overlay_is_what_a_base_there_would_see():
    one = scene(5, plain=False, models=8)
    base = one.bases[0]
    cells = overlay(one, base, step=3.0)
    assert {cell.seen for cell in cells} == {True, False}
    for cell in cells:
        assert cell.seen == sees(one, base, model("?", cell.x, cell.y)), cell


def test_where_the_acting_model_alone_is_compared_both_ways_are_asked():
    """T2-A02: a small model's lines are closed by what a large one looks over."""
    acting = replace(TABLES["m2e"], blocking_compare="acting")
    small, large, between = model("small", 5, 18, 1), model("large", 15, 18, 3), model("between", 10, 18, 2)
    before = table(small, large, between.at(10, 25))
    after = before.with_base(between)
    found = matrix(after, acting)
    assert not found.sees("small", "large")
    assert found.sees("large", "small")
    assert moved(matrix(before, acting), before.base("between"), after, acting) == found
    assert moved(found, between, before, acting) == matrix(before, acting)


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
