"""How often sampled sight errs: N points on each base, a line between every two, against the exact answer.

A sampled line that is free is free, so sampling errs one way alone: it misses gaps. Every pair in sight of
random tables is asked again with 8, 32 and 128 points; a miss at N points is one more false "no".
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
import shapely

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline
from rules.table.sight.line_of_sight import sees
from scripts.benchmarks.sight import scene

TABLES, POINTS = 60, (8, 32, 128)


def run(tables: int = TABLES) -> dict[str, Any]:
    return {"terrain_alone": _misses(tables, plain=True), "models_block_too": _misses(tables, plain=False)}


def _misses(tables: int, *, plain: bool) -> dict[str, Any]:
    seen = pairs = 0
    missed = dict.fromkeys(POINTS, 0)
    for seed in range(5000, 5000 + tables):
        table = scene(seed, plain=plain)
        for i, a in enumerate(table.bases):
            for b in table.bases[:i]:
                pairs += 1
                if not sees(table, a, b):
                    continue
                seen += 1
                for points in POINTS:
                    if _finds(table, a, b, points):
                        break  # more points of the same ring find it as well
                    missed[points] += 1
    return {
        "pairs": pairs,
        "in_sight": seen,
        **{f"missed_at_{points}": count for points, count in missed.items()},
        **{f"missed_at_{points}_percent": round(100 * count / seen, 2) for points, count in missed.items()},
        **{f"wrong_a_table_at_{points}": round(count / tables, 2) for points, count in missed.items()},
    }


def _finds(table: Table, a: Base, b: Base, points: int) -> bool:
    """Whether one of the sampled lines is free of what blocks this pair."""
    tall = max(a.size, b.size)
    band = shapely.MultiPoint([(a.x, a.y), (b.x, b.y)]).convex_hull.buffer(1.1)
    walls = [
        shapely.Polygon(p.footprint.points)
        for p in table.pieces
        if isinstance(p.footprint, Outline) and (p.height is None or p.height >= tall)
    ]
    walls = [wall for wall in walls if wall.intersects(band)]
    discs = [
        m for m in table.bases if m.kind == "model" and m.size >= tall and m.name not in (a.name, b.name)
    ]
    turns = [2 * pi * k / points for k in range(points)]
    rings = [np.array([(c.x + c.radius * cos(t), c.y + c.radius * sin(t)) for t in turns]) for c in (a, b)]
    starts, ends = np.repeat(rings[0], points, axis=0), np.tile(rings[1], (points, 1))
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    for wall in walls:
        shapely.prepare(wall)
        lines = lines[~shapely.intersects(wall, lines)]
        if not len(lines):
            return False
    for disc in discs:
        lines = lines[shapely.distance(shapely.Point(disc.x, disc.y), lines) > disc.radius]
        if not len(lines):
            return False
    return True
