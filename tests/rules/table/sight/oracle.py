"""A slow, independent answer to "is there a free sight line?", for the exact one to be held against.

It samples: every pair of some points on both edges; lines laid just beside every pair of corners (the
lines that pass through the narrowest gaps), each a little off, in rational numbers; and the tangents of
both bases and of every other model with each corner and with each other, a little off too. What it finds
free is free; what it does not find may still be there, in a gap narrower than a few ten-thousandths of an
inch. Shapely judges each line; nothing of ``lines`` or ``convex_blockers`` is used.
"""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin, sqrt

import numpy as np
import shapely

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline
from rules.table.sight.lines import SightLine

MARGIN = 1e-5
Place = tuple[float, float]


def outline(footprint) -> shapely.Geometry:
    if isinstance(footprint, Outline):
        return shapely.Polygon(footprint.points, footprint.holes)
    return shapely.Point(footprint.x, footprint.y)


def candidates(
    a: Base, b: Base, corners: list[Place], points: int, discs: list[tuple[float, float, float]] = ()
) -> np.ndarray:
    """Sight lines as an array (n, 2, 2): a sample of edge points, and lines just beside corners and discs."""
    rings = [
        [
            (c.x + c.radius * cos(2 * pi * i / points), c.y + c.radius * sin(2 * pi * i / points))
            for i in range(points)
        ]
        for c in (a, b)
    ]
    lines = [(p, q) for p in rings[0] for q in rings[1]]
    for one, other in _near_both(a, b, corners):
        places = [Fraction(round(value * 1000), 1000) for value in (*one, *other)]
        for sides in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            stretch = _stretch(a, b, *places, *sides)
            if stretch is not None:
                lines.append(stretch)
    segments = np.concatenate([np.array(lines, dtype=float), _beside_circles(a, b, corners, discs)])
    way = segments[:, 1] - segments[:, 0]
    leaves = ((segments[:, 0] - (a.x, a.y)) * way).sum(axis=1) >= 0
    arrives = ((segments[:, 1] - (b.x, b.y)) * way).sum(axis=1) <= 0
    return segments[leaves & arrives]


def _near_both(a: Base, b: Base, corners: list[Place]) -> list[tuple[Place, Place]]:
    """Pairs of corners whose line comes within a hundredth of an inch of both bases."""
    places = np.array(sorted(set(corners)), dtype=float).reshape(-1, 2)
    one, other = np.triu_indices(len(places), 1)
    way = places[other] - places[one]
    size = np.hypot(way[:, 0], way[:, 1])
    near = np.ones(len(one), dtype=bool)
    for end in (a, b):
        dx, dy = end.x - places[one, 0], end.y - places[one, 1]
        near &= np.abs(dx * way[:, 1] - dy * way[:, 0]) <= (end.radius + 0.01) * size
    return [(tuple(places[i]), tuple(places[j])) for i, j in zip(one[near], other[near], strict=True)]


def _stretch(a, b, x1, y1, x2, y2, off1, off2):
    """The sight line beside two corners, on the sides asked, by about 1/5000 inch; ``None`` if it misses a
    base."""
    dx, dy = x2 - x1, y2 - y1
    size = abs(dx) + abs(dy)
    nx, ny = -dy / size / 5000, dx / size / 5000
    px, py, qx, qy = x1 + off1 * nx, y1 + off1 * ny, x2 + off2 * nx, y2 + off2 * ny
    ux, uy = qx - px, qy - py
    bases = [(Fraction(round(c.x * 1000), 1000), Fraction(round(c.y * 1000), 1000)) for c in (a, b)]
    if ux * (bases[1][0] - bases[0][0]) + uy * (bases[1][1] - bases[0][1]) < 0:
        ux, uy = -ux, -uy
    ends = []
    square = ux * ux + uy * uy
    for (x, y), mm, sign in ((bases[0], a.mm, 1), (bases[1], b.mm, -1)):
        foot = ((x - px) * ux + (y - py) * uy) / square
        off = (px + foot * ux - x) ** 2 + (py + foot * uy - y) ** 2
        rest = (Fraction(mm) * 5 / 254) ** 2 - off
        if rest < 0:
            return None
        at = float(foot) + sign * sqrt(rest / square)
        ends.append((float(px) + at * float(ux), float(py) + at * float(uy)))
    return tuple(ends)


def _beside_circles(a, b, corners, discs) -> np.ndarray:
    """Sight lines that pass a disc by 1/5000 inch, or begin or end that near a base's rim, and a corner or
    another such circle too."""
    wide = [(x, y, r + 2e-4) for x, y, r in discs] + [(c.x, c.y, c.radius - 2e-4) for c in (a, b)]
    others = [*wide, *((x, y, 2e-4) for x, y in corners)]
    one, other = np.array(wide)[:, None, :], np.array(others)[None, :, :]
    dx, dy = other[..., 0] - one[..., 0], other[..., 1] - one[..., 1]
    square = dx * dx + dy * dy
    tangents = []
    for side in (1.0, -1.0):
        k = one[..., 2] - side * other[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            h = np.sqrt(square - k * k)
            for way in (h, -h):
                nx, ny = (k * dx - way * dy) / square, (k * dy + way * dx) / square
                c = nx * one[..., 0] + ny * one[..., 1] + one[..., 2]
                tangents.append(np.stack([nx, ny, c], axis=-1).reshape(-1, 3))
    lines = np.concatenate(tangents)
    lines = lines[np.isfinite(lines).all(axis=1)]
    flip = np.where(lines[:, 0] * (b.y - a.y) - lines[:, 1] * (b.x - a.x) > 0, 1.0, -1.0)
    ways = np.stack([-lines[:, 1] * flip, lines[:, 0] * flip], axis=-1)
    ends, inside = [], np.ones(len(lines), dtype=bool)
    for end, sign in ((a, 1.0), (b, -1.0)):
        off = lines[:, 2] - lines[:, 0] * end.x - lines[:, 1] * end.y
        rest = end.radius**2 - off * off
        inside &= rest >= 0
        along = sign * np.sqrt(np.maximum(rest, 0.0))
        ends.append(np.array([end.x, end.y]) + lines[:, :2] * off[:, None] + ways * along[:, None])
    return np.stack(ends, axis=1)[inside]


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
            ]
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
        corner
        for piece in table.pieces
        if isinstance(piece.footprint, Outline)
        for corner in piece.footprint.points
    ]
    discs = [(m.x, m.y, m.radius) for m in table.bases if m.name not in (a.name, b.name)]
    discs += [
        (p.footprint.x, p.footprint.y, p.footprint.radius)
        for p in table.pieces
        if not isinstance(p.footprint, Outline)
    ]
    lines = candidates(a, b, corners, points, discs)
    return bool((~blocked(table, a, b, lines)).any())


def honest(table: Table, a: Base, b: Base, line: SightLine) -> bool:
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
