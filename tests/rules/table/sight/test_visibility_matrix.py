"""Sight of a whole table: the matrix, what a move changes in it, the overlay."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rules.edition import edition_of
from rules.table.bases import overlap
from rules.table.geometry.footprints import distance_to
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.index import SightIndex
from rules.table.sight.line_of_sight import sees
from rules.table.sight.visibility_matrix import matrix_after_move, visibility_matrix, visibility_overlay
from scripts.benchmarks.chance import Chance
from scripts.benchmarks.sight import scene
from tests.rules.table.scene import box, model, table
from tests.rules.table.sight.test_sight_laws import crowded
from tests.rules.table.sight.test_sight_laws import scene as corner


def test_the_matrix_is_what_each_pair_says():
    tables = [scene(seed, plain=False, models=8) for seed in range(3)]
    for one in tables:
        matrix = visibility_matrix(one)
        for a in one.bases:
            for b in one.bases:
                assert matrix.sees(a.name, b.name) == sees(one, a, b)


@pytest.mark.parametrize("seed", range(8))
def test_after_a_move_the_kept_matrix_equals_a_new_one(seed):
    one, chance, changed = scene(seed, plain=False), Chance(seed), 0
    before = visibility_matrix(one)
    for base in one.bases[:10]:
        spot = base.at(chance.between(2, 34), chance.between(2, 34))
        if any(distance_to(p.footprint, spot.x, spot.y) < spot.radius for p in one.pieces):
            continue
        if any(overlap(spot, other) for other in one.bases if other.name != base.name):
            continue
        after = one.with_base(spot)
        fresh = visibility_matrix(after)
        assert matrix_after_move(before, base, after) == fresh
        changed += fresh != before
    assert changed


def astray(one, seed: int, steps: int, policies, far: float) -> tuple[int, int]:
    """Models and markers of a table walk, leap and climb by chance, into one another and into terrain: how
    often who sees whom has changed, and how often the updated matrix differs from the one computed from
    scratch."""
    chance, matrix = Random(seed), visibility_matrix(one, policies)
    changed = wrong = 0
    for _ in range(steps):
        old, near = chance.choice(one.bases), chance.random() < 0.7
        x, y = [
            min(far, max(1.0, at + chance.uniform(-2, 2) if near else chance.uniform(1, far)))
            for at in (old.x, old.y)
        ]
        if chance.random() < 0.3:
            x, y = round(x * 2) / 2, round(y * 2) / 2
        one = one.with_base(old.at(x, y, chance.choice([0, 2]) if chance.random() < 0.2 else None))
        before, matrix, fresh = (
            matrix,
            matrix_after_move(matrix, old, one, policies),
            visibility_matrix(one, policies),
        )
        changed += before != fresh
        wrong += matrix != fresh
        assert not matrix.lines.keys() & matrix.closing.keys(), "each answer rests on one thing"
    return changed, wrong


READINGS = (
    POLICIES,
    TablePolicies(grazing="free"),
    edition_of("m1e").table.policies,
    edition_of("m2e").table.policies,
    edition_of("m4e").table.policies,
)


@pytest.mark.parametrize("policies", READINGS)
def test_a_matrix_kept_through_many_moves_stays_right(policies):
    walks = [astray(crowded(seed), seed, 6, policies, 12) for seed in range(2)]
    walks += [astray(corner(seed, grid=seed % 2 == 0)[0], seed, 6, policies, 12) for seed in (1, 2)]
    assert sum(changed for changed, _ in walks) > 4
    assert not any(wrong for _, wrong in walks)


@pytest.mark.soak
def test_matrices_kept_through_12_000_moves_stay_right(seeds):
    for seed in seeds(600):
        one, far = [
            (lambda: scene(seed, plain=False), 35),  # noqa: B023
            (lambda: crowded(seed), 12),  # noqa: B023
            (lambda: corner(seed)[0], 12),  # noqa: B023
            (lambda: corner(seed, grid=True)[0], 12),  # noqa: B023
        ][seed % 4]
        assert astray(one(), seed, 20, READINGS[max(0, seed // 4 % 7 - 2)], far)[1] == 0, seed


def test_equal_matrices_are_not_unequal():
    one = table(model("a", 5, 5), model("b", 15, 5))
    assert not visibility_matrix(one) != visibility_matrix(one)
    assert visibility_matrix(one) != visibility_matrix(one.with_base(model("c", 10, 5)))


def asked(monkeypatch, before, old, after) -> set[frozenset[str]]:
    """The pairs that are asked again for a move."""
    compared, fresh = [], visibility_matrix(after)

    def listen(way):
        def counted(self, one, other, *known):
            compared.append(frozenset((one.name, other.name)))
            return way(self, one, other, *known)

        return counted

    monkeypatch.setattr(SightIndex, "answer", listen(SightIndex.answer))
    monkeypatch.setattr(SightIndex, "recheck", listen(SightIndex.recheck))
    assert matrix_after_move(before, old, after) == fresh
    return set(compared)


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
            gone = asked(patch, visibility_matrix(one), here, away)
        with monkeypatch.context() as patch:
            came = asked(patch, visibility_matrix(away), away.base("m"), one)
        assert gone == came == own | {frozenset(pair) for pair in also}, spot


def test_a_model_that_closed_nothing_is_not_asked_about(monkeypatch):
    """Two walls hide b from a, neither alone; c only stands among what they hide."""
    walls = box("left", 9, 0, 1, 6.5, "blocking", ht=4), box("right", 11, 5.5, 1, 6, "blocking", ht=4)
    one = table(*walls, model("a", 4, 6), model("b", 17, 6), model("c", 13.5, 6.8))
    assert not visibility_matrix(one).sees("a", "b")
    away = one.with_base(one.base("c").at(30, 30))
    assert asked(monkeypatch, visibility_matrix(one), one.base("c"), away) == {
        frozenset("ac"),
        frozenset("bc"),
    }


def searched(monkeypatch, before, old, after) -> int:
    """How many pairs have to be looked at from scratch for a move."""
    calls, answer, fresh = [], SightIndex._answer, visibility_matrix(after)

    def listen(self, a, b):
        calls.append((a, b))
        return answer(self, a, b)

    monkeypatch.setattr(SightIndex, "_answer", listen)
    assert matrix_after_move(before, old, after) == fresh
    return len(calls)


@pytest.mark.parametrize(
    ("spot", "looks"),
    [
        ((10, 15.3), 0),  # the wall hides one still, and the other is seen along the same line
        ((11.5, 15), 0),  # along the line beside that
        ((10, 31), 2),  # round the wall, and behind the crate
    ],
)
def test_what_an_answer_rested_on_is_tried_first(monkeypatch, spot, looks):
    wall, crate = box("wall", 14, 8, 1, 20, "blocking", ht=4), box("crate", 8, 22, 4, 1, "blocking", ht=4)
    here = model("m", 10, 15)
    one = table(wall, crate, here, model("hidden", 20, 15), model("seen", 10, 3))
    assert searched(monkeypatch, visibility_matrix(one), here, one.with_base(here.at(*spot))) == looks


@pytest.mark.rule("M3E-SHADOW-02")
def test_who_steps_into_a_shadow_is_lost_from_sight_over_a_low_wall():
    """The line stays as it was, and the wall lower than who looks over it; only the Shadow is new."""
    here = model("m", 3, 10, size=1)
    one = table(box("low", 10, 5, 1, 10, "blocking", ht=2), here, model("tall", 20, 10, size=3))
    assert visibility_matrix(one).sees("m", "tall")
    after = one.with_base(here.at(9, 10))
    assert not visibility_matrix(after).sees("m", "tall")
    assert matrix_after_move(visibility_matrix(one), here, after) == visibility_matrix(after)


@pytest.mark.rule("M3E-LOS-05", "M3E-LOS-06")
def test_who_climbs_where_it_was_hidden_looks_over_the_wall():
    here = model("m", 3, 10)
    one = table(box("wall", 10, 0, 1, 20, "blocking", ht=3), here, model("other", 20, 10))
    assert not visibility_matrix(one).sees("m", "other")
    after = one.with_base(here.at(3, 11, elevation=2))
    assert visibility_matrix(after).sees("m", "other")
    assert matrix_after_move(visibility_matrix(one), here, after) == visibility_matrix(after)


def test_the_overlay_is_what_a_base_there_would_see():
    one = scene(5, plain=False, models=8)
    base = one.bases[0]
    cells = visibility_overlay(one, base, step=3.0)
    assert {cell.seen for cell in cells} == {True, False}
    for cell in cells:
        assert cell.seen == sees(one, base, model("?", cell.x, cell.y)), cell


def test_where_the_acting_model_alone_is_compared_both_ways_are_asked():
    """T2-A02: a small model's lines are closed by what a large one looks over."""
    acting = replace(edition_of("m2e").table.policies, blocking_compare="acting")
    small, large, between = model("small", 5, 18, 1), model("large", 15, 18, 3), model("between", 10, 18, 2)
    before = table(small, large, between.at(10, 25))
    after = before.with_base(between)
    matrix = visibility_matrix(after, acting)
    assert not matrix.sees("small", "large")
    assert matrix.sees("large", "small")
    assert (
        matrix_after_move(visibility_matrix(before, acting), before.base("between"), after, acting) == matrix
    )
    assert matrix_after_move(matrix, between, before, acting) == visibility_matrix(before, acting)


@pytest.mark.rule("M3E-SHADOW-11")
def test_where_only_who_draws_looks_off_its_roof_both_ways_are_asked_of_who_moves():
    """The one that walks into the Shadow is seen from the roof and does not see whoever stands there."""
    only_drawing = TablePolicies(roof_waiver="drawing_end")
    below, above = model("below", 20, 18), model("above", 13.2, 18, elevation=3)
    before = table(box("block", 8, 12, 6, 12, "blocking", "climbable", ht=3), below, above)
    matrix = visibility_matrix(before, only_drawing)
    assert matrix.sees("below", "above")
    after = before.with_base(below.at(15.5, 18))
    moved = matrix_after_move(matrix, below, after, only_drawing)
    assert (moved.sees("below", "above"), moved.sees("above", "below")) == (False, True)


def test_the_overlay_shades_what_a_wall_hides_and_leaves_out_where_nobody_can_stand():
    wall = box("wall", 17, 10, 2, 16, "blocking", "impassable", ht=5)
    one = table(wall, model("Rasputina", 10, 18), model("other", 5, 5))
    cells = {(c.x, c.y): c.seen for c in visibility_overlay(one, one.base("Rasputina"))}
    assert cells[14.5, 18.5]
    assert not cells[24.5, 18.5]
    assert cells[24.5, 2.5]
    assert (17.5, 18.5) not in cells
    assert (5.5, 5.5) not in cells
    assert (10.5, 18.5) in cells, "its own place is free for the question"
