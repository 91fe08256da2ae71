"""Sight lines through one piece of terrain: does any pass through it, and what is the least a line must
cross?

The first is exact. The second ("any single line crosses 1 inch or less", M3E-SHADOW-03, M3E-TRAIT-05) is
the least of a function of lines that is smooth between critical directions, along each family of lines
that can hold its least: those that touch a base, or turn about a corner, a crossing of edges, or the
point of a base nearest to a side; and, where a base stands on a piece of several parts, lines that neither
touch nor turn about anything: they leave the piece and enter it again, and the least of the sum of both
stretches lies between the least of each. Each family is searched between its critical directions; the
result is the length of a real line, so it never claims less than some line crosses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt

from rules.table.geometry.plane import (
    FINE,
    ConvexPart,
    Point,
    along_line,
    clipped,
    edges,
    length,
    point_to_part,
    widened,
)
from rules.table.sight.lines import Barrier, Cut, Frame, Pivot, SightLine, pivots, stretches, tangents

# Lines along a seam of two parts run inside the piece: the parts are made to overlap by a hair.
HAIR = 1e-7
STEPS = 6
DIRECTIONS = 48
# A circle with the side it is touched on (1 or -1), or a point (0).
Hinge = tuple[Pivot, float]
GOLDEN = (sqrt(5.0) - 1.0) / 2.0


def line_through(frame: Frame, parts: Sequence[ConvexPart]) -> SightLine | None:
    """A sight line that passes through the inside of the parts (by more than 1e-6"), or ``None``."""
    for part in parts:
        if not frame.near(part):
            continue
        point = _seen_point(frame, frame.place(widened(part, -min(part.rho, 1e-6))))
        if point is not None:
            return frame.back(_line_by(frame, point))
    return None


def _seen_point(frame: Frame, part: ConvexPart) -> Point | None:
    """A point of the part that lies between the bases, if any: in the hull of both, in neither."""
    quad = _between(frame)
    ring: Sequence[Point] = part.corners
    if len(ring) == 1:
        if point_to_part(0, 0, part) >= frame.r and point_to_part(frame.d, 0, part) >= frame.big:
            return _nearest_in(quad, ring[0], part.rho)
        ring = _round(ring[0], part.rho)
    for (x1, y1), (x2, y2) in zip(quad, quad[1:] + quad[:1], strict=True):
        ring = _clip(ring, x1, y1, x2, y2)
    if len(ring) < 3 or _area(ring) < 1e-9:
        return None
    mx, my = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    inner = [(x + (mx - x) * 1e-6, y + (my - y) * 1e-6) for x, y in ring]
    loose = [p for p in inner if length(*p) > frame.r and length(p[0] - frame.d, p[1]) > frame.big]
    if loose:
        return max(loose, key=lambda p: min(length(*p) - frame.r, length(p[0] - frame.d, p[1]) - frame.big))
    in_a = [p for p in inner if length(*p) <= frame.r]
    in_b = [p for p in inner if length(*p) > frame.r]
    if not in_a or not in_b:
        return None
    (x1, y1), (x2, y2) = in_a[0], in_b[0]
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        t = (low + high) / 2
        low, high = (t, high) if length(x1 + t * (x2 - x1), y1 + t * (y2 - y1)) <= frame.r else (low, t)
    return x1 + high * (x2 - x1), y1 + high * (y2 - y1)


def _between(frame: Frame) -> tuple[Point, Point, Point, Point]:
    """The four points where the outer tangents touch, counter-clockwise from A's lower one."""
    r, big, nx, ny, d = frame.r, frame.big, frame.nx, frame.ny, frame.d
    return ((r * nx, -r * ny), (d + big * nx, -big * ny), (d + big * nx, big * ny), (r * nx, r * ny))


def _nearest_in(quad: tuple[Point, ...], centre: Point, rho: float) -> Point | None:
    """The point of the quad nearest to the circle's centre, moved inward, if the circle contains
    it."""
    x, y = centre
    spots: list[Point] = []
    for (x1, y1), (x2, y2) in zip(quad, quad[1:] + quad[:1], strict=True):
        dx, dy = x2 - x1, y2 - y1
        square = dx * dx + dy * dy
        t = 0.0 if square == 0.0 else min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / square))
        spots.append((x1 + t * dx, y1 + t * dy))
    if all((b[0] - a[0]) * (y - a[1]) >= (b[1] - a[1]) * (x - a[0]) for a, b in _sides(quad)):
        best = centre
    else:
        best = min(spots, key=lambda p: length(p[0] - x, p[1] - y))
    return best if length(best[0] - x, best[1] - y) < rho - 1e-9 else None


def _sides(ring: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, ring[1:] + ring[:1], strict=True)


def _round(centre: Point, rho: float) -> list[Point]:
    """64 corners on a circle, by the rational points of a quarter turn."""
    quarter = [(((1 - t * t) / (1 + t * t)), (2 * t / (1 + t * t))) for t in [i / 16 for i in range(16)]]
    ring: list[Point] = []
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        ring += [(centre[0] + rho * (a * c - b * s), centre[1] + rho * (b * c + a * s)) for c, s in quarter]
    return ring


def _clip(ring: Sequence[Point], x1: float, y1: float, x2: float, y2: float) -> list[Point]:
    """What of a convex ring is to the left of the line through the two points."""
    side = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in ring]
    out: list[Point] = []
    for i, (x, y) in enumerate(ring):
        j = (i + 1) % len(ring)
        if side[i] >= 0.0:
            out.append((x, y))
        if side[i] * side[j] < 0.0:
            t = side[i] / (side[i] - side[j])
            out.append((x + t * (ring[j][0] - x), y + t * (ring[j][1] - y)))
    return out


def _area(ring: Sequence[Point]) -> float:
    nxt = [*ring[1:], ring[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, nxt, strict=True)) / 2


def _line_by(frame: Frame, point: Point) -> Cut:
    """A sight line through a point between the bases, one of those that join the chords of the
    tangents."""
    a_low, b_low, b_high, a_high = _between(frame)
    low, high = 0.0, 1.0
    for _ in range(60):
        t = (low + high) / 2
        x1, y1 = a_low[0] + t * (a_high[0] - a_low[0]), a_low[1] + t * (a_high[1] - a_low[1])
        x2, y2 = b_low[0] + t * (b_high[0] - b_low[0]), b_low[1] + t * (b_high[1] - b_low[1])
        above = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) > 0.0
        low, high = (t, high) if above else (low, t)
    far = length(x2 - x1, y2 - y1)
    nx, ny = -(y2 - y1) / far, (x2 - x1) / far
    cut = frame.cut(nx, ny, nx * x1 + ny * y1)
    assert cut is not None
    return cut


def least_crossing(frame: Frame, parts: Sequence[ConvexPart], enough: float = 0.0) -> tuple[float, SightLine]:
    """The least length of the parts that one sight line crosses, with that line, in inches. The search
    stops at the first line that crosses ``enough`` or less."""
    near = [frame.place(widened(part, HAIR)) for part in parts if frame.near(part)]
    best: tuple[float, Cut] | None = None
    for cut in _simple(frame, near):
        here = crossed(near, cut)
        if best is None or here < best[0]:
            best = here, cut
        if here <= enough:
            return here, frame.back(cut)
    assert best is not None
    for family in (_families, _free_families):
        for cut in family(frame, near, best[0]):
            here = crossed(near, cut)
            if here < best[0]:
                best = here, cut
            if here <= enough:
                return here, frame.back(cut)
    return best[0], frame.back(best[1])


def surely_crossed(frame: Frame, parts: Sequence[ConvexPart]) -> float:
    """A length of the parts that every sight line crosses, at little cost; many cross more.

    Where both outer tangents run inside a convex part, it reaches across all that lies between them; and
    every sight line runs at least from A's foremost point to B's.
    """
    upper, lower = (frame.cut(frame.nx, side * frame.ny, frame.r) for side in (1.0, -1.0))
    assert upper is not None
    assert lower is not None
    # Points of the two tangents abreast of each other are equally far along them, from ``upper.x`` on.
    start, end = ((x - upper.x) / upper.ux for x in (frame.r, frame.d - frame.big))
    most = 0.0
    for part in (frame.place(part) for part in parts if frame.near(part)):
        above, below = (along_line(part, cut.x, cut.y, cut.ux, cut.uy) for cut in (upper, lower))
        if above is not None and below is not None:
            most = max(most, (min(above[1], below[1], end) - max(above[0], below[0], start)) * upper.ux)
    return most


def crossed(near: Sequence[ConvexPart], cut: Cut) -> float:
    """How much of the placed parts a sight line crosses."""
    return sum(high - low for low, high in clipped(stretches(near, cut), cut.start, cut.end))


def _simple(frame: Frame, near: Sequence[ConvexPart]) -> Iterator[Cut]:
    """The centre line, the outer tangents, and the lines straight out over each side."""
    lines = [(0.0, 1.0, 0.0), (frame.nx, frame.ny, frame.r), (frame.nx, -frame.ny, frame.r)]
    for part in near:
        for (x1, y1), (x2, y2) in edges(part):
            far = length(x2 - x1, y2 - y1)
            ux, uy = (x2 - x1) / far, (y2 - y1) / far
            lines += [(ux, uy, 0.0), (ux, uy, ux * frame.d)]
    for line in lines:
        cut = frame.cut(*line)
        if cut is not None:
            yield cut


def _families(frame: Frame, near: Sequence[ConvexPart], best: float) -> Iterator[Cut]:
    """Promising lines of every family, from the rough search and then refined."""
    hinges = _hinges(frame, near)
    for hinge in hinges:
        turns = sorted({t for other in hinges for t in _turns(hinge, other)})
        for low, high in pairwise(turns):
            if high - low < FINE:
                continue
            tries = [low + (high - low) * (i + 0.5) / STEPS for i in range(STEPS)]
            rated = [(_rate(frame, near, hinge, t), t) for t in (low, *tries, high)]
            k = min(range(len(rated)), key=lambda i: rated[i][0])
            if rated[k][0] >= best + 0.25 * (high - low) * (frame.d + 1.0):
                continue
            ends = rated[max(0, k - 1)][1], rated[min(len(rated) - 1, k + 1)][1]
            for t in (rated[k][1], _golden(partial(_rate, frame, near, hinge), *ends)):
                cut = _turned(frame, hinge, t)
                if cut is not None:
                    best = min(best, crossed(near, cut))
                    yield cut


def _free_families(frame: Frame, near: Sequence[ConvexPart], best: float) -> Iterator[Cut]:
    """Promising lines that start or end inside the parts and turn about nothing.

    In one direction the length crossed is linear in the line's offset between corners, less the root that
    each end inside adds: convex, so ``_slid`` has its least. Over the directions each valley is searched.
    One convex part has no such least: a line leaves it once, at best from the point nearest to a side.
    """
    on_base = any(
        point_to_part(0.0, 0.0, part) < frame.r or point_to_part(frame.d, 0.0, part) < frame.big
        for part in near
    )
    if len(near) < 2 or not on_base:
        return
    hinges = _hinges(frame, near)

    def rate(t: float) -> float:
        cut = _slid(frame, near, hinges, t)
        return 1e9 if cut is None else crossed(near, cut)

    # The steepest sight lines of all are the inner tangents of the bases.
    steepest = (frame.r + frame.big) / frame.d
    most = steepest / (1.0 + sqrt(max(0.0, 1.0 - steepest * steepest)))
    tries = [most * (2.0 * (i + 0.5) / DIRECTIONS - 1.0) for i in range(DIRECTIONS)]
    rated = [1e9, *(rate(t) for t in tries), 1e9]
    for i, t in enumerate(tries):
        before, here, after = rated[i : i + 3]
        # Within a step a valley falls no farther than it fell over the steps beside it.
        falls = max((far - here for far in (before, after) if far < 1e9), default=1e9)
        if here > min(before, after) or here - falls >= best:
            continue
        step = 2.0 * most / DIRECTIONS
        refined = _golden(rate, t - step, t + step)
        cut = _slid(frame, near, hinges, refined if rate(refined) <= here else t)
        if cut is not None:
            best = min(best, crossed(near, cut))
            yield cut


def _slid(frame: Frame, near: Sequence[ConvexPart], hinges: Sequence[Hinge], t: float) -> Cut | None:
    """The line that crosses least among those in that direction with an end inside the parts."""
    ux, uy = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
    nx, ny = -uy, ux
    middle = nx * frame.d
    least, most = max(-frame.r, middle - frame.big), min(frame.r, middle + frame.big)
    offsets = {nx * x + ny * y + side * r for (x, y, r), side in hinges}
    levels = [least, *sorted(c for c in offsets if least < c < most), most]
    best: tuple[float, Cut] | None = None
    for low, high in pairwise(levels):
        if high - low < FINE:
            continue
        offset = _least_offset(frame, near, (nx, ny), low, high)
        cut = None if offset is None else frame.cut(nx, ny, offset)
        if cut is not None:
            here = crossed(near, cut)
            if best is None or here < best[0]:
                best = here, cut
    return None if best is None else best[1]


def _least_offset(
    frame: Frame, near: Sequence[ConvexPart], normal: Point, low: float, high: float
) -> float | None:
    """Between two neighbouring levels, the offset at which least is crossed; ``None`` if no end is inside."""
    nx, ny = normal
    middle = nx * frame.d
    linear: list[float] = []
    at_a = at_b = False
    tries = low + (high - low) / 3, high - (high - low) / 3
    for offset in tries:
        cut = frame.cut(nx, ny, offset)
        if cut is None:
            return None
        spans = stretches(near, cut)
        at_a = any(start < cut.start < end for start, end in spans)
        at_b = any(start < cut.end < end for start, end in spans)
        if not at_a and not at_b:
            return None
        here = sum(end - start for start, end in clipped(spans, cut.start, cut.end))
        linear.append(here + at_a * _root(frame.r, offset) + at_b * _root(frame.big, offset - middle))
    slope = (linear[1] - linear[0]) / (tries[1] - tries[0])
    for _ in range(40):
        offset = (low + high) / 2
        rises = slope
        rises += offset / max(_root(frame.r, offset), 1e-12) if at_a else 0.0
        rises += (offset - middle) / max(_root(frame.big, offset - middle), 1e-12) if at_b else 0.0
        low, high = (low, offset) if rises > 0.0 else (offset, high)
    return (low + high) / 2


def _root(radius: float, offset: float) -> float:
    """Half the chord of a circle at that distance from its centre."""
    return sqrt(max(0.0, radius * radius - offset * offset))


def _hinges(frame: Frame, near: Sequence[ConvexPart]) -> list[Hinge]:
    """Circles with the side they are touched on, and points."""
    barrier = Barrier("", tuple(near))
    hinges: dict[Hinge, None] = {}
    for pivot in pivots(frame, [barrier]):
        for side in (1.0, -1.0) if pivot[2] > 2 * HAIR else (0.0,):
            hinges[pivot if side else (pivot[0], pivot[1], 0.0), side] = None
    for x, r in ((0.0, frame.r), (frame.d, frame.big)):
        hinges[(x, 0.0, 0.0), 0.0] = None
        for part in near:
            for (x1, y1), (x2, y2) in edges(part):
                far = length(x2 - x1, y2 - y1)
                nx, ny = (y2 - y1) / far, -(x2 - x1) / far
                hinges[(x + r * nx, r * ny, 0.0), 0.0] = None
    inner = frame.d * frame.r / (frame.r + frame.big)
    hinges[(inner, 0.0, 0.0), 0.0] = None
    return list(hinges)


def _turns(hinge: Hinge, other: Hinge) -> Iterator[float]:
    """Directions (tangent of half the angle from the x-axis) in which the hinge's line touches the other."""
    if hinge is other:
        return
    for nx, ny, _ in tangents(hinge[0], other[0]):
        ux, uy = (ny, -nx) if ny > 0.0 else (-ny, nx)
        if ux > FINE:
            yield uy / (1.0 + ux)


def _turned(frame: Frame, hinge: Hinge, t: float) -> Cut | None:
    (x, y, r), side = hinge
    ux, uy = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
    return frame.cut(-uy, ux, -uy * x + ux * y + side * r)


def _rate(frame: Frame, near: Sequence[ConvexPart], hinge: Hinge, t: float) -> float:
    cut = _turned(frame, hinge, t)
    return 1e9 if cut is None else crossed(near, cut)


def _golden(rate: Callable[[float], float], low: float, high: float) -> float:
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_a, at_b = rate(a), rate(b)
    for _ in range(28):
        if at_a <= at_b:
            high, b, at_b = b, a, at_a
            a = high - GOLDEN * (high - low)
            at_a = rate(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + GOLDEN * (high - low)
            at_b = rate(b)
    return (low + high) / 2
