"""A slow, independent answer to "is there a free sight line?", for the exact one to be held against.

It samples: every pair of some points on both edges, and lines laid just beside every pair of corners (the
lines that pass through the narrowest gaps), each a little off, in rational numbers. What it finds free is
free; what it does not find may still be there. Shapely judges each line, nothing of ``lines`` is used.
"""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin, sqrt

import numpy as np
import shapely

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.lines import Segment
from rules.core.table.shapes import Outline

MARGIN = 1e-5


def outline(footprint) -> shapely.Geometry:
    if isinstance(footprint, Outline):
        return shapely.Polygon(footprint.points, footprint.holes)
    return shapely.Point(footprint.x, footprint.y)


def candidates(a: Base, b: Base, corners: list[tuple[float, float]], points: int) -> np.ndarray:
    """Sight lines as an array (n, 2, 2): a sample of edge points, and lines just beside pairs of corners."""
    rings = [
        [(c.x + c.radius * cos(2 * pi * i / points), c.y + c.radius * sin(2 * pi * i / points))
         for i in range(points)] for c in (a, b)
    ]  # fmt: skip
    lines = [(p, q) for p in rings[0] for q in rings[1]]
    places = [(Fraction(x), Fraction(y)) for x, y in corners]
    for i, (x1, y1) in enumerate(places):
        for x2, y2 in places[:i]:
            for off1, off2 in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                found = _stretch(a, b, x1, y1, x2, y2, off1, off2)
                if found is not None:
                    lines.append(found)
    kept = np.array(lines, dtype=float)
    way = kept[:, 1] - kept[:, 0]
    leaves = ((kept[:, 0] - (a.x, a.y)) * way).sum(axis=1) >= 0
    arrives = ((kept[:, 1] - (b.x, b.y)) * way).sum(axis=1) <= 0
    return kept[leaves & arrives]


def _stretch(a, b, x1, y1, x2, y2, off1, off2):
    """The sight line beside two corners, on the sides asked, by 1/5000 inch; ``None`` if it misses a base."""
    dx, dy = x2 - x1, y2 - y1
    if not (dx or dy):
        return None
    size = Fraction(abs(dx) + abs(dy))
    nx, ny = -dy / size / 5000, dx / size / 5000
    px, py, qx, qy = x1 + off1 * nx, y1 + off1 * ny, x2 + off2 * nx, y2 + off2 * ny
    ux, uy = qx - px, qy - py
    if ux * Fraction(b.x - a.x) + uy * Fraction(b.y - a.y) < 0:
        ux, uy = -ux, -uy
    ends = []
    for base, sign in ((a, 1), (b, -1)):
        square = ux * ux + uy * uy
        foot = ((Fraction(base.x) - px) * ux + (Fraction(base.y) - py) * uy) / square
        off = (px + foot * ux - Fraction(base.x)) ** 2 + (py + foot * uy - Fraction(base.y)) ** 2
        rest = (Fraction(base.radius) ** 2 - off) / square
        if rest < 0:
            return None
        at = foot + sign * Fraction(sqrt(rest))
        ends.append((float(px + at * ux), float(py + at * uy)))
    return tuple(ends)


def blocked(
    table: Table, a: Base, b: Base, lines: np.ndarray, margin: float = MARGIN, rim: float = 0.0
) -> np.ndarray:
    """Which of the lines the rules stop; models on the ground, convex Dense pieces, no roofs.

    ``margin``: how near grazes; ``rim``: how far from a Dense piece an end still counts as in it.
    """
    drawn = shapely.linestrings(lines)
    starts, ends = shapely.points(lines[:, 0]), shapely.points(lines[:, 1])
    out = np.zeros(len(lines), dtype=bool)
    for base in table.bases:
        if base.name not in (a.name, b.name) and base.size >= a.size and base.size >= b.size:
            out |= shapely.distance(drawn, shapely.Point(base.x, base.y)) <= base.radius + margin
    for piece in table.pieces:
        shape = outline(piece.footprint)
        ht = 99 if piece.height is None else piece.height
        meets = _from(drawn, piece, shape) <= margin
        high = ht >= a.size and ht >= b.size
        if "blocking" in piece.traits:
            if high or (piece.height is not None and any(_shaded(end, piece, shape) for end in (a, b))):
                out |= meets
        elif "dense" in piece.traits and high:
            within = [
                _from(spots, piece, shape) <= rim
                if _from(shapely.Point(end.x, end.y), piece, shape) < end.radius - 0.001
                else np.zeros_like(out)
                for end, spots in ((a, starts), (b, ends))
            ]  # fmt: skip
            out |= meets & ~within[0] & ~within[1]
    return out


def _from(things, piece, shape):
    """Distance to the piece; to a round one exactly, by its centre."""
    if isinstance(piece.footprint, Outline):
        return shapely.distance(things, shape)
    centre = shapely.Point(piece.footprint.x, piece.footprint.y)
    return np.maximum(0.0, shapely.distance(things, centre) - piece.footprint.radius)


def _shaded(end: Base, piece, shape) -> bool:
    gap = _from(shapely.Point(end.x, end.y), piece, shape) - end.radius
    return piece.height >= end.size and gap < min(piece.height, 3) - 0.001


def finds_a_line(table: Table, a: Base, b: Base, points: int) -> bool:
    corners = [
        corner for piece in table.pieces if isinstance(piece.footprint, Outline)
        for corner in piece.footprint.points
    ]  # fmt: skip
    lines = candidates(a, b, corners, points)
    return bool((~blocked(table, a, b, lines)).any())


def honest(table: Table, a: Base, b: Base, line: Segment) -> bool:
    """Whether a claimed free line is one, to 1e-7 inch: its ends, its way, and that nothing stops it."""
    for end, x, y in ((a, line.x1, line.y1), (b, line.x2, line.y2)):
        off = (Fraction(x) - Fraction(end.x)) ** 2 + (Fraction(y) - Fraction(end.y)) ** 2
        if abs(off - Fraction(end.radius) ** 2) > Fraction(1, 10**7):
            return False
    drawn = shapely.LineString([(line.x1, line.y1), (line.x2, line.y2)])
    if any(drawn.distance(shapely.Point(e.x, e.y)) < e.radius - 1e-7 for e in (a, b)):
        return False
    one = np.array([[(line.x1, line.y1), (line.x2, line.y2)]])
    return not blocked(table, a, b, one, 1e-6 - 1e-7, 2e-6)[0]
