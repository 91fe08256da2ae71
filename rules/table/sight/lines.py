"""Sight lines between two bases, exactly: is one of them free? No sampling.

A sight line joins the edges of two bases and crosses neither (M3E-LOS-01): on a straight line that meets
both bases it is the stretch between them. A free line can be slid, then turned, until it touches two of:
a base, a rounded corner of a blocker, a point where a blocker's edge crosses a base's. So one exists if
and only if one of these *critical lines* is free. decision 10 (docs/decisions) has the whole argument.

Everything runs in the frame of the two bases: A at the origin, B at (d, 0), inches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Literal

from msgspec import Struct

from rules.table.geometry.plane import (
    FINE,
    ConvexPart,
    Interval,
    Point,
    along_line,
    convex,
    disc,
    edges,
    length,
    merged,
    point_to_part,
)

# Overlaps along a line shorter than this are touches.
SHORT = 1e-8
# A point, or a circle to be touched: x, y, radius.
Pivot = tuple[float, float, float]


class SightLine(Struct, frozen=True):
    """A sight line from (``x1``, ``y1``) on one base's edge to (``x2``, ``y2``) on the other's, in inches."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def length(self) -> float:
        return length(self.x2 - self.x1, self.y2 - self.y1)

    def reversed(self) -> SightLine:
        return SightLine(self.x2, self.y2, self.x1, self.y1)


class Barrier(Struct, frozen=True):
    """What may stop lines: ``solid`` stops each line that enters it; ``dense`` those that enter and leave,
    where a stretch that starts in it at A (``from_a``) or ends in it at B (``to_b``) is forgiven; ``floor``
    those that never leave its outline (M3E-LOS-03, -04, -07)."""

    name: str
    parts: tuple[ConvexPart, ...]
    mode: Literal["solid", "dense", "floor"] = "solid"
    from_a: bool = False
    to_b: bool = False
    rule: str = ""

    def turned(self) -> Barrier:
        """The same barrier as seen from B."""
        return Barrier(self.name, self.parts, self.mode, self.to_b, self.from_a, self.rule)


class Cut(Struct, frozen=True):
    """A sight line in the frame: through (``x``, ``y``) along the unit (``ux``, ``uy``), from ``start`` to
    ``end``."""

    x: float
    y: float
    ux: float
    uy: float
    start: float
    end: float


class Frame:
    """Two bases apart from each other, A at the origin and B on the x-axis."""

    def __init__(self, ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> None:
        self.ax, self.ay, self.r, self.big = ax, ay, ar, br
        self.d = length(bx - ax, by - ay)
        self.cos, self.sin = (bx - ax) / self.d, (by - ay) / self.d
        # The upper outer tangent: n · x = r, the lower one mirrored.
        self.nx = (ar - br) / self.d
        self.ny = sqrt(max(0.0, 1.0 - self.nx * self.nx))

    def place(self, part: ConvexPart) -> ConvexPart:
        c, s, ax, ay = self.cos, self.sin, self.ax, self.ay
        corners = tuple(((x - ax) * c + (y - ay) * s, (y - ay) * c - (x - ax) * s) for x, y in part.corners)
        if len(corners) == 1:
            return disc(corners[0][0], corners[0][1], part.rho)
        return convex(corners, part.rho)

    def back(self, cut: Cut) -> SightLine:
        c, s = self.cos, self.sin
        ends = [(cut.x + t * cut.ux, cut.y + t * cut.uy) for t in (cut.start, cut.end)]
        (x1, y1), (x2, y2) = [(self.ax + x * c - y * s, self.ay + x * s + y * c) for x, y in ends]
        return SightLine(x1, y1, x2, y2)

    def near(self, part: ConvexPart) -> bool:
        """Whether the part's circle reaches the strip between the bases (in table coordinates)."""
        dx, dy = part.cx - self.ax, part.cy - self.ay
        x, y = dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin
        return (
            abs(y) < part.bound + max(self.r, self.big)
            and -part.bound - self.r < x < self.d + self.big + part.bound
        )

    def meets(self, part: ConvexPart) -> bool:
        """Whether the placed part may meet the region that sight lines sweep."""
        rho, nx, ny, r = part.rho, self.nx, self.ny, self.r
        corners = part.corners
        return (
            max(x for x, _ in corners) + rho > -r
            and min(x for x, _ in corners) - rho < self.d + self.big
            and min(nx * x + ny * y for x, y in corners) < r + rho
            and min(nx * x - ny * y for x, y in corners) < r + rho
        )

    def cut(self, nx: float, ny: float, c: float) -> Cut | None:
        """The sight line on the line n · x = c; ``None`` when that misses a base."""
        if ny < 0.0:
            nx, ny, c = -nx, -ny, -c
        r, big = self.r, self.big
        off = c - nx * self.d
        if abs(c) > r + FINE or abs(off) > big + FINE:
            return None
        start = sqrt(max(0.0, r * r - c * c))
        end = ny * self.d - sqrt(max(0.0, big * big - off * off))
        return Cut(nx * c, ny * c, ny, -nx, start, end) if end > start else None


def tangents(one: Pivot, other: Pivot) -> Iterator[tuple[float, float, float]]:
    """The lines n · x = c that touch both circles: at most 4, none when one circle contains the
    other."""
    (x1, y1, r1), (x2, y2, r2) = one, other
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    if square < FINE * FINE:
        return
    for side in (1.0, -1.0) if r2 > 0.0 else (1.0,):
        k = r1 - side * r2
        rest = square - k * k
        if rest < 0.0:
            continue
        h = sqrt(rest)
        for way in (h, -h) if r1 > 0.0 or r2 > 0.0 else (h,):
            nx, ny = (k * dx - way * dy) / square, (k * dy + way * dx) / square
            size = length(nx, ny)
            nx, ny = nx / size, ny / size
            yield nx, ny, nx * x1 + ny * y1 + r1


def barrier_stops(barrier: Barrier, cut: Cut) -> bool:
    """Whether the barrier, placed in the frame, stops that line."""
    start, end = cut.start + SHORT, cut.end - SHORT
    if barrier.mode == "solid":
        for part in barrier.parts:
            span = along_line(part, cut.x, cut.y, cut.ux, cut.uy)
            if span is not None and span[1] > start and span[0] < end:
                return True
        return False
    spans = stretches(barrier.parts, cut)
    if barrier.mode == "floor":
        return any(low <= start and high >= end for low, high in spans)
    return any(
        high > start
        and low < end
        and not (barrier.from_a and low <= start)
        and not (barrier.to_b and high >= end)
        for low, high in spans
    )


def stretches(parts: Sequence[ConvexPart], cut: Cut) -> list[Interval]:
    """Where the whole line of the cut runs inside the parts taken together."""
    spans = (along_line(part, cut.x, cut.y, cut.ux, cut.uy) for part in parts)
    return merged((span for span in spans if span is not None), join=SHORT)


def placed(frame: Frame, barriers: Iterable[Barrier]) -> list[Barrier]:
    """The barriers that could matter, in the frame, with only the parts that could."""
    out: list[Barrier] = []
    for barrier in barriers:
        parts = tuple(
            part for part in (frame.place(p) for p in barrier.parts if frame.near(p)) if frame.meets(part)
        )
        if parts:
            out.append(Barrier(barrier.name, parts, barrier.mode, barrier.from_a, barrier.to_b, barrier.rule))
    return out


def free_line(frame: Frame, barriers: Iterable[Barrier]) -> SightLine | None:
    """A sight line that nothing stops; ``None`` when there is none."""
    near = placed(frame, barriers)
    cut = free_cut(frame, near)
    return None if cut is None else frame.back(cut)


def free_cut(frame: Frame, near: Sequence[Barrier]) -> Cut | None:
    """The same as ``free_line``, with barriers already placed."""
    centre = frame.cut(0.0, 1.0, 0.0)
    assert centre is not None
    if not any(barrier_stops(barrier, centre) for barrier in near):
        return centre
    upper, lower = frame.cut(frame.nx, frame.ny, frame.r), frame.cut(frame.nx, -frame.ny, frame.r)
    for cut in (upper, lower):
        if cut is not None and not any(barrier_stops(barrier, cut) for barrier in near):
            return cut
    if any(_shuts(frame, barrier, upper, lower) for barrier in near):
        return None
    for line in critical_lines(frame, near):
        cut = frame.cut(*line)
        if cut is not None and not any(barrier_stops(barrier, cut) for barrier in near):
            return cut
    return None


def _shuts(frame: Frame, barrier: Barrier, upper: Cut | None, lower: Cut | None) -> bool:
    """Whether one convex part, clear of both bases, reaches across both outer tangents: nothing
    passes."""
    if barrier.mode != "solid" or upper is None or lower is None:
        return False
    return any(
        point_to_part(0.0, 0.0, part) > frame.r
        and point_to_part(frame.d, 0.0, part) > frame.big
        and barrier_stops(Barrier("", (part,)), upper)
        and barrier_stops(Barrier("", (part,)), lower)
        for part in barrier.parts
    )


def pivots(frame: Frame, near: Iterable[Barrier]) -> list[Pivot]:
    """Everything that a free line may be slid and turned against."""
    unique: dict[Pivot, None] = {(0.0, 0.0, frame.r): None, (frame.d, 0.0, frame.big): None}
    for barrier in near:
        for part in barrier.parts:
            for x, y in part.corners:
                if frame.meets(disc(x, y, part.rho + SHORT)):
                    unique[x, y, part.rho] = None
            for x, y in (*crossings(part, 0.0, 0.0, frame.r), *crossings(part, frame.d, 0.0, frame.big)):
                unique[x, y, 0.0] = None
    return list(unique)


def critical_lines(frame: Frame, near: Iterable[Barrier]) -> Iterator[tuple[float, float, float]]:
    objects = pivots(frame, near)
    for i, one in enumerate(objects):
        for other in objects[:i]:
            yield from tangents(one, other)


def crossings(part: ConvexPart, x: float, y: float, radius: float) -> list[Point]:
    """Where the part's edge crosses the circle (points on its widened sides, and some harmless
    others)."""
    if point_to_part(x, y, part) > radius:
        return []
    points: list[Point] = []
    for kx, ky in part.corners:
        if part.rho > 0.0:
            points += _circles(kx, ky, part.rho, x, y, radius)
    for (sx, sy), (ex, ey) in edges(part):
        far = length(ex - sx, ey - sy)
        ux, uy = (ex - sx) / far, (ey - sy) / far
        ox, oy = sx + part.rho * uy - x, sy - part.rho * ux - y
        foot = -(ox * ux + oy * uy)
        off = ox * uy - oy * ux
        if abs(off) <= radius:
            half = sqrt(radius * radius - off * off)
            points += [
                (x + ox + s * ux, y + oy + s * uy)
                for s in (foot - half, foot + half)
                if -FINE <= s <= far + FINE
            ]
    return points


def _circles(x1: float, y1: float, r1: float, x2: float, y2: float, r2: float) -> list[Point]:
    d = length(x2 - x1, y2 - y1)
    if d < FINE or not abs(r1 - r2) <= d <= r1 + r2:
        return []
    ux, uy = (x2 - x1) / d, (y2 - y1) / d
    along = (d * d + r1 * r1 - r2 * r2) / (2.0 * d)
    off = sqrt(max(0.0, r1 * r1 - along * along))
    return [(x1 + along * ux - s * off * uy, y1 + along * uy + s * off * ux) for s in (1.0, -1.0)]
