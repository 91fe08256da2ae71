"""Plane geometry: rounded convex parts, distances, and intervals along a line.

Lengths are inches. A ``ConvexPart`` is the hull of its corners (counter-clockwise) widened by ``rho``: a base
or round marker is one corner with its radius, a convex footprint its corners with ``rho`` 0, a blocker
the same with the touch of M3E-LOS-09 added. Only ``+ - * /`` and ``sqrt`` are used, which IEEE 754
rounds alike everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

Point = tuple[float, float]
Interval = tuple[float, float]

# Lengths along or across a sight line that differ by less than this are equal.
FINE = 1e-9


class ConvexPart(Struct, frozen=True):
    """A convex part; (``cx``, ``cy``, ``bound``) is a circle around all of it."""

    corners: tuple[Point, ...]
    rho: float
    cx: float
    cy: float
    bound: float


def disc(x: float, y: float, radius: float) -> ConvexPart:
    return ConvexPart(((x, y),), radius, x, y, radius)


def convex(corners: Sequence[Point], rho: float = 0.0) -> ConvexPart:
    """The part with those corners, which must be convex and counter-clockwise."""
    low_x, high_x = min(x for x, _ in corners), max(x for x, _ in corners)
    low_y, high_y = min(y for _, y in corners), max(y for _, y in corners)
    cx, cy = (low_x + high_x) / 2, (low_y + high_y) / 2
    far = max(length(x - cx, y - cy) for x, y in corners)
    return ConvexPart(tuple(corners), rho, cx, cy, far + rho)


def widened(part: ConvexPart, by: float) -> ConvexPart:
    return ConvexPart(part.corners, part.rho + by, part.cx, part.cy, part.bound + by)


def length(dx: float, dy: float) -> float:
    """``sqrt(dx² + dy²)``, which unlike ``hypot`` has the same bits with every C library."""
    return sqrt(dx * dx + dy * dy)


def edges(part: ConvexPart) -> Iterable[tuple[Point, Point]]:
    corners = part.corners
    if len(corners) == 2:
        return ((corners[0], corners[1]),)
    return zip(corners, corners[1:] + corners[:1], strict=True) if len(corners) > 2 else ()


def point_to_segment(x: float, y: float, start: Point, end: Point) -> float:
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = 0.0 if square == 0.0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square))
    return length(x - ax - along * dx, y - ay - along * dy)


def point_to_part(x: float, y: float, part: ConvexPart) -> float:
    """The distance from a point to the part, 0 inside."""
    corners = part.corners
    if len(corners) == 1:
        return max(0.0, length(x - corners[0][0], y - corners[0][1]) - part.rho)
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in edges(part)]
    if len(corners) > 2 and min(sides) >= 0.0:
        return 0.0
    return max(0.0, min(point_to_segment(x, y, a, b) for a, b in edges(part)) - part.rho)


def part_to_part(one: ConvexPart, other: ConvexPart) -> float:
    """The distance between two parts, 0 when they meet."""
    if len(one.corners) == 1:
        (x, y), rho = one.corners[0], one.rho
        return max(0.0, point_to_part(x, y, other) - rho)
    if len(other.corners) == 1:
        return part_to_part(other, one)
    if any(_cross(a, b, c, d) for a, b in edges(one) for c, d in edges(other)):
        return 0.0
    bare_one, bare_other = widened(one, -one.rho), widened(other, -other.rho)
    nearest = min(
        min(point_to_part(x, y, bare_other) for x, y in one.corners),
        min(point_to_part(x, y, bare_one) for x, y in other.corners),
    )
    return max(0.0, nearest - one.rho - other.rho)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return turn(a, b, c) * turn(a, b, d) < 0.0 and turn(c, d, a) * turn(c, d, b) < 0.0


def turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of the triangle: positive when a, b, c are counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def along_line(
    part: ConvexPart, x: float, y: float, ux: float, uy: float, thin: float = FINE
) -> Interval | None:
    """Where the line through (x, y) along the unit (ux, uy) is inside the part, as two distances from
    (x, y); ``None`` when it misses the part or enters it no deeper than ``thin``."""
    rho = part.rho
    placed = [((kx - x) * ux + (ky - y) * uy, (ky - y) * ux - (kx - x) * uy) for kx, ky in part.corners]
    off = [o for _, o in placed]
    if min(off) >= rho - thin or max(off) <= thin - rho:
        return None
    crossings: list[float] = []
    if rho > 0.0:
        square = rho * rho
        for s, o in placed:
            if -rho < o < rho:
                half = sqrt(square - o * o)
                crossings += (s - half, s + half)
    count = len(placed)
    for i in range(count if count > 2 else count - 1):
        (s0, o0), (s1, o1) = placed[i], placed[(i + 1) % count]
        _edge_crossings(s0, o0, s1, o1, rho, crossings)
        if count == 2:
            _edge_crossings(s1, o1, s0, o0, rho, crossings)
    return (min(crossings), max(crossings)) if crossings else None


def _edge_crossings(s0: float, o0: float, s1: float, o1: float, rho: float, crossings: list[float]) -> None:
    """Add where the outer side of one widened edge crosses offset 0."""
    if rho > 0.0:
        ds, do = s1 - s0, o1 - o0
        far = length(ds, do)
        nx, ny = rho * do / far, -rho * ds / far
        s0, o0, s1, o1 = s0 + nx, o0 + ny, s1 + nx, o1 + ny
    if (o0 <= 0.0 <= o1 or o1 <= 0.0 <= o0) and o0 != o1:
        crossings.append(s0 + (s1 - s0) * (o0 / (o0 - o1)))


def merged(intervals: Iterable[Interval], join: float = FINE) -> list[Interval]:
    """The union of intervals, sorted; those no farther apart than ``join`` become one."""
    out: list[Interval] = []
    for low, high in sorted(intervals):
        if out and low <= out[-1][1] + join:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out


def clipped(intervals: Iterable[Interval], low: float, high: float) -> list[Interval]:
    """The parts of the intervals in [low, high] that have some length."""
    kept = ((max(low, a), min(high, b)) for a, b in intervals)
    return [(a, b) for a, b in kept if b > a]
