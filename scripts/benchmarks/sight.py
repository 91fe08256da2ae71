"""Sight on random tables: exact, and beside it what is usually done, in the same run.

The usual way: 8 points on each base's edge, a ``LineString`` between every two, ``intersects`` with each
piece until one line is free. It is timed on the very same pairs, table by table in turn, and its errors
are counted: each is a free line that it missed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from math import cos, hypot, pi, sin
from typing import Any

import shapely

from rules.table.bases import Base, overlap
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, distance_to
from rules.table.sight.index import SightIndex
from rules.table.sight.line_of_sight import sees
from rules.table.terrain import Piece
from scripts.benchmarks.chance import Chance

TABLES, ROUNDS, POINTS = 24, 3, 8
Look = Callable[[Base, Base], bool]


def run() -> dict[str, Any]:
    return {
        "terrain_alone": _compared(plain=True),
        "models_heights_traits": _compared(plain=False),
    }


def _compared(*, plain: bool) -> dict[str, Any]:
    ratios, exact_rates, naive_rates = [], [], []
    pairs = missed = wrong = seen = 0
    for seed in range(TABLES):
        table = scene(seed, plain=plain)
        views = [(a, b) for i, a in enumerate(table.bases) for b in table.bases[:i]]
        shapes = Drawn(table)
        exact = [sees(table, a, b) for a, b in views]
        naive = [shapes.sees(a, b) for a, b in views]
        for _ in range(ROUNDS):
            # Each round works its answers out; what is prepared of the table stays.
            SightIndex.of(table).kept.clear()
            fast = _seconds(partial(sees, table), views)
            slow = _seconds(shapes.sees, views)
            ratios.append(slow / fast)
            exact_rates.append(1 / fast)
            naive_rates.append(1 / slow)
        pairs += len(views)
        seen += sum(exact)
        missed += sum(e and not n for e, n in zip(exact, naive, strict=True))
        wrong += sum(n and not e for e, n in zip(exact, naive, strict=True))
    return {
        "queries_per_second": round(statistics.median(exact_rates)),
        "naive_queries_per_second": round(statistics.median(naive_rates)),
        "times_naive": round(statistics.median(ratios), 1),
        "pairs": pairs,
        "seen_percent": round(100 * seen / pairs, 1),
        "naive_missed_a_free_line": missed,
        "naive_saw_through_a_shadow": wrong,
    }


def _seconds(look: Look, views: list[tuple[Base, Base]]) -> float:
    """Seconds of the processor for one question."""
    began = time.process_time()
    for a, b in views:
        look(a, b)
    return (time.process_time() - began) / len(views)


class Drawn:
    """The table as shapely shapes, for the usual way."""

    def __init__(self, table: Table) -> None:
        self.pieces = [
            (_stature(p), shapely.Polygon(p.footprint.points))
            for p in table.pieces
            if isinstance(p.footprint, Outline) and p.has("blocking")
        ]
        self.models = {
            b.name: (b.size, shapely.Point(b.x, b.y).buffer(b.radius))
            for b in table.bases
            if b.kind == "model"
        }
        self.rings = {
            b.name: [
                (b.x + b.radius * cos(2 * pi * k / POINTS), b.y + b.radius * sin(2 * pi * k / POINTS))
                for k in range(POINTS)
            ]
            for b in table.bases
        }

    def sees(self, one: Base, other: Base) -> bool:
        tall = max(one.size, other.size)
        walls = [shape for height, shape in self.pieces if height >= tall]
        walls += [
            shape
            for name, (size, shape) in self.models.items()
            if size >= tall and name not in (one.name, other.name)
        ]
        for start in self.rings[one.name]:
            for end in self.rings[other.name]:
                line = shapely.LineString((start, end))
                if not any(line.intersects(wall) for wall in walls):
                    return True
        return False


def _stature(piece: Piece) -> float:
    return float("inf") if piece.height is None else float(piece.height)


# -- scenes ---------------------------------------------------------------------------------------


def scene(seed: int, *, plain: bool, pieces: int = 15, models: int = 20) -> Table:
    """A 36" table: ``pieces`` of terrain and ``models``, two in five of them close to terrain.

    ``plain``: all pieces are walls without an end to their height and models block nothing (Size 0 and
    markers); else heights, Sizes and traits differ. Shadows stay out: the usual way knows none.
    """
    chance = Chance(seed)
    terrain = tuple(_piece(chance, f"p{i}", plain) for i in range(pieces))
    bases: list[Base] = []
    while len(bases) < models:
        x, y = chance.between(1, 35), chance.between(1, 35)
        near = min(distance_to(p.footprint, x, y) for p in terrain)
        base = Base(
            f"b{len(bases)}",
            x,
            y,
            chance.of((30, 30, 40, 50)),
            0 if plain else chance.of((1, 2, 2, 3)),
            kind="marker" if plain else "model",
        )
        if near <= base.radius or (len(bases) % 5 < 2 and near - base.radius > 1.0):
            continue
        if not any(overlap(base, other) for other in bases):
            bases.append(base)
    return Table(terrain, tuple(bases))


def _piece(chance: Chance, name: str, plain: bool) -> Piece:
    x, y = chance.between(4, 32), chance.between(4, 32)
    kind = chance.of(("polygon", "rectangle", "ruin"))
    turn = chance.between(0, 2 * pi)
    if kind == "polygon":
        count, size = chance.of((3, 5, 6, 8)), chance.between(0.8, 2.0)
        ring = [(size * cos(2 * pi * k / count), size * sin(2 * pi * k / count)) for k in range(count)]
    elif kind == "rectangle":
        w, d = chance.between(0.5, 2.0), chance.between(0.4, 1.5)
        ring = [(-w, -d), (w, -d), (w, d), (-w, d)]
    else:
        w, d, thick = chance.between(2, 4), chance.between(2, 4), 0.5
        ring = [(0, 0), (w, 0), (w, thick), (thick, thick), (thick, d), (0, d)]
    points = tuple((x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn)) for u, v in ring)
    assert max(hypot(u, v) for u, v in ring) < 6
    inner = tuple((min(35.9, max(0.1, u)), min(35.9, max(0.1, v))) for u, v in points)
    height = None if plain else chance.of((1, 2, 3, 4))
    return Piece(name, Outline(inner), ("blocking",), height)
