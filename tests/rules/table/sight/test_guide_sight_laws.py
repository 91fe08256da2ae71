"""Sight by the Second Edition's guide: its laws on random scenes, and lines aslant judged by hand."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.edition import edition_of
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.sight.index import SightIndex
from rules.table.sight.line_of_sight import line_of_sight, sees
from rules.table.sight.vantage import is_diagonal
from rules.table.terrain import Piece
from tests.rules.table.sight import oracle
from tests.rules.table.sight.test_sight_laws import mirror, pairs, quarter_turn
from tests.rules.table.sight.test_sight_laws import scene as random_scene

TABLE_M2E = edition_of("m2e").table.policies


def raised(seed: int) -> Table:
    """The random scene with some models on roofs of different heights, and Shadows out of the way."""
    scene, bases = random_scene(seed)
    pieces, standing = list(scene.pieces), []
    for i, base in enumerate(bases):
        height = (0, 0, 2, 4, 4, 3, 0)[(i + seed) % 7]
        standing.append(base.at(base.x, base.y, height))
        if height:
            pieces.append(
                Piece(
                    f"stand {i}",
                    rectangle(base.x - 0.7, base.y - 0.7, 1.4, 1.4),
                    ("blocking", "impassable"),
                    height,
                    floors=(height,),
                )
            )
    return Table(tuple(pieces), tuple(standing))


def turned(table_: Table, way) -> Table:
    """As ``way`` turns it; the floors of pieces are kept."""
    turned_table = way(Table(table_.pieces, table_.bases))
    pieces = tuple(
        replace(new, floors=old.floors) for new, old in zip(turned_table.pieces, table_.pieces, strict=True)
    )
    return Table(pieces, turned_table.bases)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
@pytest.mark.rule("T2-VLOS-06")
def test_sight_by_the_guide_is_mutual_and_turns_with_the_table(seed):
    scene = raised(seed)
    others = [turned(scene, quarter_turn), turned(scene, mirror)]
    for a, b in pairs(scene):
        here = sees(scene, a, b, TABLE_M2E)
        assert here == sees(scene, b, a, TABLE_M2E)
        assert all(here == sees(other, other.base(a.name), other.base(b.name), TABLE_M2E) for other in others)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
@pytest.mark.rule("T2-VLOS-06")
def test_more_terrain_never_opens_sight_by_the_guide_either(seed, other):
    scene = raised(seed)
    extra = [
        replace(piece, name=f"extra {piece.name}")
        for piece in random_scene(other)[0].pieces
        if piece.has("blocking")
    ]
    fuller = scene.with_pieces(*extra)
    look = SightIndex(fuller, TABLE_M2E)
    for a, b in pairs(scene):
        assert sees(scene, a, b, TABLE_M2E) or not look.sees(a, b)


def by_hand(scene: Table, a: Base, b: Base, line: shapely.LineString, slack: float) -> bool:
    """Whether the guide stops that line, by the heights along it; ``slack`` widens what is solid."""
    ux, uy = (b.x - a.x) / dist(a, b), (b.y - a.y) / dist(a, b)
    span = dist(a, b) - a.radius - b.radius
    low, high = (a.size + a.elevation, b.size + b.elevation) if is_diagonal(a, b) else (0, 0)
    for piece in scene.pieces:
        dense = piece.has("dense") and not piece.has("blocking")
        outline = oracle.outline(piece.footprint)
        radius = 0.0 if outline.geom_type == "Polygon" else piece.footprint.radius
        outline = outline.buffer(radius + slack, quad_segs=64)
        stands = [
            base
            for base in (a, b)
            if base.elevation >= 2
            and piece.floors == (base.elevation,)
            and outline.distance(shapely.Point(base.x, base.y)) < base.radius - 0.001
        ]
        top = 99 if piece.top is None else piece.top
        ends = [outline.distance(shapely.Point(e.x, e.y)) < e.radius - 0.001 for e in (a, b)]
        if stands or not (dense or piece.has("blocking")) or (dense and any(ends)):
            continue
        over = outline.intersection(line)
        if over.is_empty:
            continue
        if not is_diagonal(a, b):
            sizes = [e.size + (e.elevation if max(a.elevation, b.elevation) >= 2 else 0) for e in (a, b)]
            if top >= max(sizes):
                return True
            continue
        if top <= min(low, high):
            continue
        spots = shapely.get_coordinates(shapely.segmentize(over, 0.01))
        along = ((spots[:, 0] - a.x) * ux + (spots[:, 1] - a.y) * uy - a.radius) / span
        if (low + (high - low) * along <= top + slack).any():
            return True
    return any(
        base.name not in (a.name, b.name)
        and base.size + base.elevation >= max(e.size + e.elevation for e in (a, b))
        and line.distance(shapely.Point(base.x, base.y)) < base.radius + slack
        for base in scene.bases
    )


def dist(a: Base, b: Base) -> float:
    return hypot(a.x - b.x, a.y - b.y)


@pytest.mark.rule("T2-VLOS-02", "T2-VLOS-04", "T2-VLOS-05", "T2-VLOS-06")
def test_lines_aslant_are_judged_as_by_hand():
    """Every free line claimed is free, and no line found free by sampling is denied; ends on roofs aside,
    whose own ledge is a matter of its own."""
    counts = {True: 0, False: 0}
    for seed in range(25):
        scene = raised(seed)
        for a, b in pairs(scene):
            if not is_diagonal(a, b):
                continue
            sight = line_of_sight(scene, a, b, TABLE_M2E)
            if sight.line is not None:
                line = shapely.LineString([(sight.line.x1, sight.line.y1), (sight.line.x2, sight.line.y2)])
                assert not by_hand(scene, a, b, line, -1e-4), (seed, a.name, b.name)
            elif not any(own_ledge(scene, a, b)):
                assert all(by_hand(scene, a, b, line, 1e-3) for line in sampled(a, b)), (seed, a.name, b.name)
            counts[sight.seen] += 1
    assert min(counts.values()) > 5


def own_ledge(scene: Table, a: Base, b: Base):
    """Roofs that an end stands on, and that hold it back because the ledge is farther than its Ht."""
    blockers = {blocker.name for blocker in line_of_sight(scene, a, b, TABLE_M2E).blockers}
    return [
        name
        for name in blockers
        if name.startswith("stand") and scene.piece(name).floors in ((a.elevation,), (b.elevation,))
    ]


def sampled(a: Base, b: Base, points: int = 9):
    rings = [
        [
            (c.x + c.radius * cos(2 * pi * i / points), c.y + c.radius * sin(2 * pi * i / points))
            for i in range(points)
        ]
        for c in (a, b)
    ]
    for p in rings[0]:
        for q in rings[1]:
            way = q[0] - p[0], q[1] - p[1]
            if (p[0] - a.x) * way[0] + (p[1] - a.y) * way[1] >= 0:
                if (q[0] - b.x) * way[0] + (q[1] - b.y) * way[1] <= 0:
                    yield shapely.LineString([p, q])
