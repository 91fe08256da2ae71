"""Exact sight against the slow oracle, and the laws it must keep, on random scenes."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.table.bases import Base, centres_apart, overlap
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, RoundFootprint, distance_to
from rules.table.policies import TablePolicies
from rules.table.sight.barriers import barriers_between
from rules.table.sight.convex_blockers import FreeLineSearch
from rules.table.sight.index import SightIndex
from rules.table.sight.line_of_sight import line_of_sight, sees
from rules.table.sight.lines import free_line
from rules.table.sight.occlusion import frame_of
from rules.table.terrain import Piece
from tests.rules.table.sight import oracle

TRAITS = (("blocking",), ("blocking",), ("dense",), ("concealing", "dense"), ("severe",))


def scene(seed: int, *, grid: bool = False) -> tuple[Table, list[Base]]:
    """A table corner with some pieces and models on the ground; ``grid`` sets all on half inches."""
    chance = Random(seed)
    snap = (lambda v: round(v * 2) / 2) if grid else (lambda v: v)
    pieces: list[Piece] = []
    for i in range(chance.randint(4, 9)):
        x, y = snap(chance.uniform(3, 10)), snap(chance.uniform(3, 10))
        height = chance.choice([1, 2, 3, 3, 4, None])
        pieces.append(Piece(f"p{i}", _shape(chance, x, y, grid), chance.choice(TRAITS), height))
    bases: list[Base] = []
    for i in range(7):
        base = Base(
            f"b{i}",
            snap(chance.uniform(1, 12)),
            snap(chance.uniform(1, 12)),
            chance.choice([30, 30, 40, 50]),
            chance.choice([1, 1, 2, 2, 3]),
        )
        clear = all(
            distance_to(p.footprint, base.x, base.y) >= base.radius for p in pieces if p.has("blocking")
        )
        if clear and not any(overlap(base, other) for other in bases):
            bases.append(base)
    return Table(tuple(pieces), tuple(bases)), bases


def _shape(chance: Random, x: float, y: float, grid: bool):
    if grid:
        w, d = chance.choice([0.5, 1, 2]), chance.choice([0.5, 1, 3])
        return Outline(((x, y), (x + w, y), (x + w, y + d), (x, y + d)))
    if chance.random() < 0.15:
        return RoundFootprint(x, y, chance.choice([30, 50]))
    turn, corners = chance.uniform(0, 2 * pi), chance.choice([3, 4, 4, 6])
    size = chance.uniform(0.5, 2.2)
    return Outline(
        tuple(
            (x + size * cos(turn + 2 * pi * i / corners), y + 0.6 * size * sin(turn + 2 * pi * i / corners))
            for i in range(corners)
        )
    )


class Held(NamedTuple):
    """Pairs of a scene by the exact answer, and those where the oracle knows better."""

    seen: int
    hidden: int
    wrong: list[tuple[int, str, str, str]]


def compare(seed: int, points: int, *, grid: bool = False) -> Held:
    """Holds the exact answer of every pair against the oracle: a line claimed has to be free, and where
    there is none, none may be found."""
    table, bases = scene(seed, grid=grid)
    seen = hidden = 0
    wrong = []
    for i, a in enumerate(bases):
        for b in bases[:i]:
            sight = line_of_sight(table, a, b)
            if sight:
                seen += 1
                if sight.line is not None and not oracle.honest(table, a, b, sight.line):
                    wrong.append((seed, a.name, b.name, "its line is not free"))
            else:
                hidden += 1
                if oracle.finds_a_line(table, a, b, points):
                    wrong.append((seed, a.name, b.name, "there is a line"))
    return Held(seen, hidden, wrong)


def held(seeds: Iterable[int], points: int, grids: int) -> Held:
    """Many scenes; every ``grids``-th on half inches."""
    comparisons = [compare(seed, points, grid=seed % grids == 0) for seed in seeds]
    wrong = [each for one in comparisons for each in one.wrong]
    return Held(sum(one.seen for one in comparisons), sum(one.hidden for one in comparisons), wrong)


@pytest.mark.rule("M3E-LOS-02", "M3E-LOS-04", "M3E-LOS-05", "M3E-LOS-07", "M3E-SHADOW-02")
def test_the_exact_answer_and_the_oracle_agree():
    result = held(range(1, 100), 16, 1000)
    assert not result.wrong
    assert min(result.seen, result.hidden) > 100


@pytest.mark.rule("M3E-LOS-09")
def test_they_agree_on_grids_where_lines_graze():
    result = held(range(40), 16, 1)
    assert not result.wrong
    assert min(result.seen, result.hidden) > 50


def test_the_oracle_finds_what_there_is():
    """An oracle that found nothing would agree to every "hidden"."""
    pairs = missed = narrow = 0
    for seed in range(300, 340):
        table, bases = scene(seed)
        for a, b in [(a, b) for i, a in enumerate(bases) for b in bases[:i] if sees(table, a, b)]:
            pairs += 1
            narrow += bool(oracle.blocked(table, a, b, oracle.candidates(a, b, [], 8)).all())
            missed += not oracle.finds_a_line(table, a, b, 8)
    assert pairs > 300
    assert narrow > 0
    assert missed == 0


@pytest.mark.soak
@pytest.mark.rule("M3E-LOS-02", "M3E-LOS-04")
def test_they_agree_on_20_000_scenes(seeds):
    for seed in seeds(20_000):
        assert compare(seed, 48, grid=seed % 4 == 0).wrong == []


def test_sampling_errs_where_the_exact_answer_does_not():
    """Eight points a base miss real lines: the reason for exactness, and a check that the oracle can tell."""
    missed = total = 0
    for seed in range(60):
        table, bases = scene(seed)
        for i, a in enumerate(bases):
            for b in bases[:i]:
                if sees(table, a, b):
                    total += 1
                    lines = oracle.candidates(a, b, [], 8)
                    missed += bool(oracle.blocked(table, a, b, lines).all())
    assert total > 200
    assert 0 < missed < total / 10


# Laws


def quarter_turn(table: Table) -> Table:
    """The table turned a quarter about its middle."""

    def spot(x: float, y: float) -> tuple[float, float]:
        return 36 - y, x

    return _moved(table, spot)


def mirror(table: Table) -> Table:
    return _moved(table, lambda x, y: (36 - x, y))


def _moved(table: Table, spot) -> Table:
    pieces = []
    for piece in table.pieces:
        shape = piece.footprint
        if isinstance(shape, RoundFootprint):
            shape = RoundFootprint(*spot(shape.x, shape.y), shape.mm)
        else:
            shape = Outline(tuple(spot(x, y) for x, y in shape.points))
        pieces.append(Piece(piece.name, shape, piece.traits, piece.height))
    return Table(tuple(pieces), tuple(base.at(*spot(base.x, base.y)) for base in table.bases))


def pairs(table: Table):
    return [(a, b) for i, a in enumerate(table.bases) for b in table.bases[:i]]


SEEDS = st.integers(0, 10**6)


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.booleans())
@pytest.mark.rule("M3E-LOS-02")
def test_sight_is_mutual(seed, grid):
    table, _ = scene(seed, grid=grid)
    for a, b in pairs(table):
        assert sees(table, a, b) == sees(table, b, a)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_turning_or_mirroring_the_table_changes_nothing(seed):
    table, _ = scene(seed)
    for turned in (quarter_turn(table), mirror(table)):
        for a, b in pairs(table):
            assert sees(table, a, b) == sees(turned, turned.base(a.name), turned.base(b.name))


@settings(max_examples=20, deadline=None)
@given(SEEDS, SEEDS)
def test_more_terrain_never_opens_sight(seed, other):
    table, _ = scene(seed)
    extra = [
        Piece(f"extra {piece.name}", piece.footprint, piece.traits, piece.height)
        for piece in scene(other)[0].pieces
        if piece.has("blocking")
    ]
    fuller = table.with_pieces(*extra)
    for a, b in pairs(table):
        assert sees(table, a, b) or not sees(fuller, a, b)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
@pytest.mark.rule("M3E-LOS-02")
def test_the_blockers_named_close_sight_and_none_could_be_spared(seed):
    table, _ = scene(seed)
    for a, b in pairs(table):
        sight = line_of_sight(table, a, b)
        if sight:
            continue
        names = {blocker.name for blocker in sight.blockers}
        assert names
        only = Table(
            tuple(p for p in table.pieces if p.name in names),
            tuple(m for m in table.bases if m.name in names),
        )
        assert not sees(only, a, b)
        for name in names:
            fewer = only.without_piece(name).without_base(name)
            assert sees(fewer, a, b)


@pytest.mark.rule("M3E-LOS-02")
@pytest.mark.parametrize("grid", [False, True])
def test_the_quick_answer_is_the_one_that_barrier_by_barrier_gives(grid):
    """``SightIndex`` sorts out most of the table by comparisons; the general way judges every barrier."""
    compared = 0
    for seed in range(120):
        table, _ = scene(seed, grid=grid)
        look = SightIndex(table)
        for a, b in pairs(table):
            if centres_apart(a, b) > a.radius + b.radius + 0.001:
                plain = free_line(frame_of(a, b), tuple(barriers_between(table, a, b))) is not None
                assert look.sees(a, b) == look.sees(b, a) == plain, (seed, a.name, b.name)
                compared += 1
    assert compared > 1000


def crowded(seed: int) -> Table:
    """Nothing keeps its distance: bases in contact, in terrain and over one another, angled and round walls,
    models and markers, some of them raised."""
    chance = Random(seed)
    pieces = [
        Piece(f"p{i}", shape, chance.choice(TRAITS[:3]), chance.choice([1, 2, 3, 4, None]))
        for i, shape in enumerate(_wall(chance, seed % 3 == 0) for _ in range(chance.randint(2, 6)))
    ]
    bases: list[Base] = []
    for i in range(7):
        x, y, kind = chance.uniform(2, 12), chance.uniform(2, 12), chance.choice(["model", "model", "marker"])
        base = Base(
            f"b{i}",
            x,
            y,
            chance.choice([30, 40, 50]),
            chance.choice([1, 2, 3]),
            kind=kind,
            elevation=chance.choice([0, 0, 0, 2]),
        )
        if bases and chance.random() < 0.5:
            other, way = chance.choice(bases), chance.uniform(0, 2 * pi)
            far = base.radius + other.radius
            base = base.at(max(1, other.x + far * cos(way)), max(1, other.y + far * sin(way)))
        bases.append(base)
    return Table(tuple(pieces), tuple(bases))


def _wall(chance: Random, grid: bool):
    x, y = chance.uniform(4, 10), chance.uniform(4, 10)
    if grid:
        x, y = round(x * 2) / 2, round(y * 2) / 2
    elif chance.random() < 0.2:
        return RoundFootprint(x, y, chance.choice([30, 50, 80]))
    w, d, turn = chance.choice([2, 3]), chance.choice([1, 3]), 0.0 if grid else chance.uniform(0, 2 * pi)
    ring = chance.choice(
        [
            [(0, 0), (w, 0), (w, d), (0, d)],
            [(0, 0), (w, 0), (w, 0.5), (0.5, 0.5), (0.5, d), (0, d)],
            [(0, 0), (w, 0), (w, d), (w - 0.5, d), (w - 0.5, 0.5), (0.5, 0.5), (0.5, d), (0, d)],
        ]
    )
    turned = [(x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn)) for u, v in ring]
    return Outline(tuple((max(0, east), max(0, north)) for east, north in turned))  # what juts out is cut off


def disagreements(grazing: str, seeds: Iterable[int]) -> tuple[int, int]:
    """In crowds: pairs asked, and those of them that the quick and the general way judge differently."""
    compared = differ = 0
    policies = TablePolicies(grazing=grazing)
    for seed in seeds:
        table = crowded(seed)
        look = SightIndex(table, policies)
        for a, b in pairs(table):
            if centres_apart(a, b) > a.radius + b.radius + 0.001:
                barriers = tuple(barriers_between(table, a, b, policies))
                plain = free_line(frame_of(a, b), barriers) is not None
                compared += 1
                differ += not look.sees(a, b) == look.sees(b, a) == plain
    return compared, differ


@pytest.mark.rule("M3E-LOS-02", "M3E-LOS-09")
@pytest.mark.parametrize("grazing", ["blocks", "free"])
def test_the_quick_answer_holds_where_nothing_keeps_its_distance(grazing):
    compared, differ = disagreements(grazing, range(12))
    assert compared > 150
    assert differ == 0


def test_without_the_opening_lines_sight_would_be_missed(monkeypatch):
    monkeypatch.setattr(FreeLineSearch, "_opening", lambda _: None)
    assert disagreements("blocks", range(12))[1] > 0


def test_a_lookout_is_kept_for_a_table_and_never_mistaken_for_another():
    table, bases = scene(3)
    assert SightIndex.of(table) is SightIndex.of(table)
    for _ in range(30):
        table = table.with_base(bases[0].at(bases[0].x, bases[0].y))
        assert SightIndex.of(table).table is table
    assert SightIndex.of(table).terrain is SightIndex.of(table.without_base(bases[1].name)).terrain


def test_two_bases_of_a_table_are_looked_at_once(monkeypatch):
    table, bases = scene(3)
    asked, answer = [], SightIndex._answer
    monkeypatch.setattr(SightIndex, "_answer", lambda *given: asked.append(given) or answer(*given))
    one, other = bases[:2]
    assert len({sees(table, one, other) for _ in range(3)}) == len(asked) == 1
    # A base that is not of the table is looked at each time, and so is another table.
    guest = one.at(one.x + 0.5, one.y)
    assert sees(table, guest, other) == sees(table, guest, other)
    sees(table.without_base(bases[2].name), one, other)
    assert len(asked) == 4
