"""The search for a free line of sight among convex blockers, kept fast.

Everything is in the frame of two bases: A at the origin with radius ``radius_a``, B at (``d``, 0) with radius
``radius_b``. Answers equal ``lines.free_cut`` on the same barriers; decision 10 argues why critical
lines suffice, and why of these the ones below do. Loops are written out because a table asks this a hundred
thousand times. What saves work, each in one place:

- *first lines* (``add``): the centre line and both outer tangents are judged while parts are placed;
- *closed* (``add``): one connected piece between the bases reaches across both outer tangents;
- *extreme corners* (``_extreme_corners``): no line between the bases is so steep that it could touch another;
- *opening lines* (``_opening``): of each family of free lines only the first is looked for, turning from
  the steepest descent: there the gap between something above it and something farther off below it opens;
- *off* (``_off``): a part clear of a base is before it or behind it with all that a line enters of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from math import sqrt
from typing import Any

from rules.table.bases import Base
from rules.table.geometry.plane import FINE, ConvexPart, Point, along_line
from rules.table.sight.lines import SHORT, SightLine, crossings

# A part placed in the frame: its corners along it and across it, how far they are rounded, whether it lies
# between the bases, clear of both (then every line that enters it is a sight line stopped), and its owner.
PlacedBlocker = tuple[Sequence[float], Sequence[float], float, bool, Hashable]
# A blocker as lines meet it: the corners that can be its highest and its lowest across a line, and itself.
BlockerCorners = tuple[Sequence[Point], Sequence[Point], PlacedBlocker]
# A support of critical lines: x, y, and the distance at which a line passes it.
Support = tuple[float, float, float]
# A line n · x = c with ny >= 0: nx, ny, c.
Line = tuple[float, float, float]
NOTHING: Set[Hashable] = frozenset()
# With a margin above this the quick estimate decides; corners are rounded by 1e-6".
THIN = 1e-5
# One end of sight as a flat tuple: x, y, radius, effective Size, the base, and by piece whether its Shadow
# closes lines to the base, as far as that was asked.
SightEnd = tuple[float, float, float, int, Base, dict[Any, bool] | None]


class FreeLineSearch:
    """Two bases apart from each other, in their frame, and the blockers between them: ``free`` finds a
    line."""

    __slots__ = (
        "across",
        "ax",
        "ay",
        "beside",
        "blockers",
        "closed",
        "closing",
        "cos",
        "d",
        "down",
        "nx",
        "ny",
        "over",
        "radius_a",
        "radius_b",
        "sin",
        "under",
        "up",
    )

    def __init__(self, a: SightEnd, b: SightEnd) -> None:
        ax, ay, radius_a, _, _, _ = a
        bx, by, radius_b, _, _, _ = b
        self.ax, self.ay, self.radius_a, self.radius_b = ax, ay, radius_a, radius_b
        dx, dy = bx - ax, by - ay
        self.d = d = sqrt(dx * dx + dy * dy)
        self.cos, self.sin = cos, sin = dx / d, dy / d
        # The upper outer tangent in the frame: n · x = r, the lower one mirrored.
        self.nx = nx = (radius_a - radius_b) / d
        self.ny = ny = sqrt(1.0 - nx * nx)
        # Both on the table: what lies between them has ux * x + uy * y < most.
        xc, xs, yc, ys = nx * cos, nx * sin, ny * cos, ny * sin
        ux, uy, lx, ly = xc - ys, xs + yc, xc + ys, xs - yc
        self.up = ux, uy, ux * ax + uy * ay + radius_a
        self.down = lx, ly, lx * ax + ly * ay + radius_a
        self.blockers: list[PlacedBlocker] = []
        # Those that are not between the bases: where along a line they are matters.
        self.beside: list[PlacedBlocker] = []
        # Once no line is free: the owners of blockers that together leave none, whatever else there is.
        self.closing: Set[Hashable] = NOTHING
        # Whether something between the bases stops the centre line, the outer tangents, every line.
        self.across = self.over = self.under = self.closed = False

    def add(self, shape: Sequence[ConvexPart], owner: Hashable, connected: bool = False) -> None:
        """Add the parts that lie between the outer tangents; ``connected``: they form one connected shape."""
        ax, ay, cos, sin, radius_a, radius_b, d = (
            self.ax,
            self.ay,
            self.cos,
            self.sin,
            self.radius_a,
            self.radius_b,
            self.d,
        )
        at_u, at_v, wide = (
            cos * ax + sin * ay,
            cos * ay - sin * ax,
            radius_a if radius_a > radius_b else radius_b,
        )
        nx, ny = self.nx, self.ny
        tall, tilt, spare = radius_a / ny, nx / ny, 1.0 / ny - 1.0
        above = below = False
        for part in shape:
            corners, rho = part.corners, part.rho
            vs = [cos * y - sin * x - at_v for x, y in corners]
            low, high = min(vs) - rho, max(vs) + rho
            if low >= wide or high <= -wide:
                continue
            us = [cos * x + sin * y - at_u for x, y in corners]
            first, last = min(us) - rho, max(us) + rho
            if last <= -radius_a or first >= d + radius_b:
                continue
            # How high the outer tangents are beside it, and the rounding error of that.
            far, near, margin = tall - tilt * first, tall - tilt * last, rho * spare + THIN
            if far < near:
                far, near = near, far
            close = near - margin <= high <= far + margin or near - margin <= -low <= far + margin
            if not close and low < near and -near < high:
                over, under = high > far, -low > far
            else:
                upper = [nx * u + ny * v for u, v in zip(us, vs, strict=True)]
                lower = [nx * u - ny * v for u, v in zip(us, vs, strict=True)]
                if min(upper) >= radius_a + rho or min(lower) >= radius_a + rho:
                    continue
                over, under = max(upper) > radius_a - rho + FINE, max(lower) > radius_a - rho + FINE
            if first <= radius_a or last >= d - radius_b:
                blocker = us, vs, rho, False, owner
                self.blockers.append(blocker)
                self.beside.append(blocker)
                continue
            if over and under:
                self._close(owner)
                return
            above, below = above or over, below or under
            self.across = self.across or (low < -FINE and high > FINE)
            self.blockers.append((us, vs, rho, True, owner))
        self.over, self.under = self.over or above, self.under or below
        if above and below and connected and self._between(shape):
            self._close(owner)

    def add_disc(self, x: float, y: float, rho: float, owner: Hashable) -> None:
        """Add a round blocker at a place on the table, which reaches between the outer tangents."""
        dx, dy = x - self.ax, y - self.ay
        u, v = dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin
        radius_a = self.radius_a
        if not -radius_a - rho < u < self.d + self.radius_b + rho:
            return
        between = radius_a + rho < u < self.d - self.radius_b - rho
        blocker = (u,), (v,), rho, between, owner
        self.blockers.append(blocker)
        if not between:
            self.beside.append(blocker)
            return
        along, off, limit = self.nx * u, self.ny * v, radius_a - rho + FINE
        over, under = along + off > limit, along - off > limit
        self.over, self.under = self.over or over, self.under or under
        self.across = self.across or FINE - rho < v < rho - FINE
        if over and under:
            self._close(owner)

    def _close(self, owner: Hashable) -> None:
        """One blocker closes every line alone."""
        self.closed, self.closing = True, frozenset((owner,))

    def closed_by(self, shape: Sequence[ConvexPart]) -> bool:
        """Whether parts of one connected shape lie between the bases and reach across both outer
        tangents."""
        (ux, uy, top), (lx, ly, bottom) = self.up, self.down
        over = under = False
        for part in shape:
            beyond = part.rho - FINE
            for x, y in part.corners:
                over = over or ux * x + uy * y > top - beyond
                under = under or lx * x + ly * y > bottom - beyond
        return over and under and self._between(shape)

    def _between(self, shape: Sequence[ConvexPart]) -> bool:
        """Whether all of it lies between the bases, the parts beside the outer tangents too."""
        ax, ay, cos, sin = self.ax, self.ay, self.cos, self.sin
        radius_a, before = self.radius_a, self.d - self.radius_b
        for part in shape:
            along = [(x - ax) * cos + (y - ay) * sin for x, y in part.corners]
            if min(along) - part.rho <= radius_a or max(along) + part.rho >= before:
                return False
        return True

    def free(self) -> Line | None:
        """A line that no blocker stops; ``None`` when there is none."""
        if self.closed:
            return None
        nx, ny, radius_a = self.nx, self.ny, self.radius_a
        if not (self.across or self._blocked_by(0.0, 1.0, 0.0)):
            return 0.0, 1.0, 0.0
        over = None if self.over else self._blocked_by(nx, ny, radius_a)
        if not (self.over or over):
            return nx, ny, radius_a
        under = None if self.under else self._blocked_by(-nx, ny, -radius_a)
        if not (self.under or under):
            return -nx, ny, -radius_a
        if over and over is under and self._off(over, from_b=False) and self._off(over, from_b=True):
            self._close(over[-1])  # one part reaches from tangent to tangent, clear of both bases
            return None
        return self._opening()

    def _blocked_by(self, a: float, b: float, c: float) -> PlacedBlocker | None:
        """The blocker beside or behind a base that the sight line on n · x = c (n = (a, b), b >= 0)
        meets."""
        for blocker in self.beside:
            us, vs, rho, _, _ = blocker
            offs = [a * u + b * v for u, v in zip(us, vs, strict=True)]
            if min(offs) < c + rho - FINE and max(offs) > c + FINE - rho and self._meets(blocker, a, b, c):
                return blocker
        return None

    def _opening(self) -> Line | None:
        """The first free one of the lines that touch something below and pass under something above.

        n · p + below = n · q - above for a floor p and a ceiling q. Turning counter-clockwise the gap between
        the two opens where p is the farther one along the line. Where edges of blockers cross a base's
        edge, lines at which gaps close are tried too.
        """
        blockers, floors, ceilings, both = self._supports()
        closing: set[Hashable] = set()
        radius_a, radius_b, d = self.radius_a + FINE, self.radius_b + FINE, self.d
        for px, py, below in floors:
            for qx, qy, above in ceilings:
                wx, wy, apart = qx - px, qy - py, below + above
                square = wx * wx + wy * wy
                rest = square - apart * apart
                if rest < -FINE or square < FINE * FINE:
                    continue
                h = sqrt(rest) if rest > 0.0 else 0.0
                for way in (h, -h) if both else (h,):
                    ny = (apart * wy - way * wx) / square
                    if ny <= 0.0:
                        continue
                    nx = (apart * wx + way * wy) / square
                    c = nx * px + ny * py + below
                    if (
                        -radius_a <= c <= radius_a
                        and -radius_b <= c - nx * d <= radius_b
                        and not self._stopped(nx, ny, c, blockers, closing)
                    ):
                        start, end = self._ends(nx, ny, c)
                        if end > start:
                            return nx, ny, c
        self.closing = closing
        return None

    def _supports(self) -> tuple[list[BlockerCorners], list[Support], list[Support], bool]:
        """The blockers with their extreme corners, the floors and ceilings that lines can touch, and
        whether edges of blockers cross the bases' edges."""
        nx, ny, radius_a, d, radius_b = self.nx, self.ny, self.radius_a, self.d, self.radius_b
        steep = (radius_a + radius_b) / d
        flat = sqrt(1.0 - steep * steep)
        # A line leaves A below its highest point, and comes to B above its lowest.
        floors: list[Support] = [(d, 0.0, -radius_b)]
        ceilings: list[Support] = [(0.0, 0.0, -radius_a)]
        by_corners: list[BlockerCorners] = []
        met: list[Support] = []
        for blocker in self.blockers:
            us, vs, rho, between, _ = blocker
            tops, bottoms = _extreme_corners(us, vs, steep, flat)
            by_corners.append((tops, bottoms, blocker))
            most = radius_a + rho + SHORT
            for corner_points, supports in ((tops, floors), (bottoms, ceilings)):
                for x, y in corner_points:
                    if (
                        nx * x + ny * y < most
                        and nx * x - ny * y < most
                        and -most < x < d + radius_b + rho + SHORT
                    ):
                        supports.append((x, y, rho))
            if not between:
                met += self._crossings(blocker)
        if met:
            floors += [(0.0, 0.0, -radius_a), *met]
            ceilings += [(d, 0.0, -radius_b), *met]
        return by_corners, floors, ceilings, bool(met)

    def _crossings(self, blocker: PlacedBlocker) -> Iterator[Support]:
        """Where the part's edge crosses the edge of a base."""
        us, vs, rho, _, _ = blocker
        for at, radius, from_b in ((0.0, self.radius_a, False), (self.d, self.radius_b, True)):
            if not self._off(blocker, from_b=from_b):
                part = ConvexPart(tuple(zip(us, vs, strict=True)), rho, 0.0, 0.0, 0.0)
                for x, y in crossings(part, at, 0.0, radius):
                    yield x, y, 0.0

    def _off(self, blocker: PlacedBlocker, *, from_b: bool) -> bool:
        """Whether the part is clear of A, or of B."""
        us, vs, rho, _, _ = blocker
        if from_b:
            d, far = self.d, rho + self.radius_b
            return max(us) < d - far or _clear([u - d for u in us], vs, far)
        far = rho + self.radius_a
        return min(us) > far or _clear(us, vs, far)

    def _stopped(
        self, a: float, b: float, c: float, blockers: list[BlockerCorners], closing: set[Hashable]
    ) -> bool:
        """Whether the sight line on n · x = c (n = (a, b), b >= 0) meets a blocker. That one comes
        first in ``blockers`` then, and its owner is added to ``closing``."""
        for index, (tops, bottoms, blocker) in enumerate(blockers):
            _, _, rho, between, owner = blocker
            if (
                max([a * x + b * y for x, y in tops]) > c + FINE - rho
                and min([a * x + b * y for x, y in bottoms]) < c + rho - FINE
                and (between or self._meets(blocker, a, b, c))
            ):
                if index:  # the next line is likely to meet it too
                    blockers[index], blockers[0] = blockers[0], blockers[index]
                if index or not closing:
                    closing.add(owner)
                return True
        return False

    def _meets(self, blocker: PlacedBlocker, a: float, b: float, c: float) -> bool:
        """Whether a part that the whole line enters is entered between the bases."""
        us, vs, rho, _, _ = blocker
        start, end = self._ends(a, b, c)
        start, end = start + SHORT, end - SHORT
        along = [b * x - a * y for x, y in zip(us, vs, strict=True)]
        if max(along) + rho <= start or min(along) - rho >= end:
            return False
        if len(us) == 1:
            half = sqrt(max(0.0, rho * rho - (a * us[0] + b * vs[0] - c) ** 2))
            return along[0] + half > start and along[0] - half < end
        # Between its bare corners first: what the line enters there it enters when they are rounded.
        offs = [a * x + b * y - c for x, y in zip(us, vs, strict=True)]
        off, at = offs[-1], along[-1]
        crosses: list[float] = []
        for now, there in zip(offs, along, strict=True):
            if (off > 0.0) is not (now > 0.0):
                crosses.append(at + (there - at) * (off / (off - now)))
            off, at = now, there
        if crosses:
            low, high = min(crosses), max(crosses)
            if high > start and low < end:
                return True
            if self._off(blocker, from_b=high > start):
                return False
        span = along_line(
            ConvexPart(tuple(zip(us, vs, strict=True)), rho, 0.0, 0.0, 0.0), a * c, b * c, b, -a
        )
        return span is not None and span[1] > start and span[0] < end

    def _ends(self, a: float, b: float, c: float) -> tuple[float, float]:
        """Where a line leaves A and where it reaches B, from its foot along (b, -a)."""
        off = c - a * self.d
        start = sqrt(max(0.0, self.radius_a * self.radius_a - c * c))
        return start, b * self.d - sqrt(max(0.0, self.radius_b * self.radius_b - off * off))

    def on_table(self, line: Line) -> Line:
        """The same line in the table's coordinates (there ny may be negative)."""
        a, b, c = line
        nx, ny = a * self.cos - b * self.sin, a * self.sin + b * self.cos
        return nx, ny, c + nx * self.ax + ny * self.ay

    def segment(self, line: Line) -> SightLine:
        """The sight line on that line, on the table."""
        nx, ny, c = line
        ends: list[Point] = [(nx * c + t * ny, ny * c - t * nx) for t in self._ends(nx, ny, c)]
        cos, sin = self.cos, self.sin
        (x1, y1), (x2, y2) = [(self.ax + x * cos - y * sin, self.ay + x * sin + y * cos) for x, y in ends]
        return SightLine(x1, y1, x2, y2)


def _extreme_corners(
    us: Sequence[float], vs: Sequence[float], steep: float, flat: float
) -> tuple[list[Point], list[Point]]:
    """The corners that can be the part's highest, and its lowest, across a line of at most that
    steepness: those neither of whose neighbours rises, or falls, more steeply."""
    if len(us) == 1:
        return [(us[0], vs[0])], [(us[0], vs[0])]
    tops: list[Point] = []
    bottoms: list[Point] = []
    u, v = us[-1], vs[-1]
    rise, run = flat * (v - vs[-2]), steep * abs(u - us[-2]) + FINE
    climbs, drops = rise > run, -rise > run
    for x, y in zip(us, vs, strict=True):
        climbed, dropped = climbs, drops
        rise, run = flat * (y - v), steep * abs(x - u) + FINE
        climbs, drops = rise > run, -rise > run
        if not (dropped or climbs):
            tops.append((u, v))
        if not (climbed or drops):
            bottoms.append((u, v))
        u, v = x, y
    return tops, bottoms


def _clear(us: Sequence[float], vs: Sequence[float], far: float) -> bool:
    """Whether the convex part (counter-clockwise) lies farther than that from the origin: a line that
    parts the two runs along one of its edges or across the way to its nearest corner."""
    beyond = far * far + SHORT
    square, u, v = min([(u * u + v * v, u, v) for u, v in zip(us, vs, strict=True)])
    if square <= beyond:
        return False
    least = min([u * x + v * y for x, y in zip(us, vs, strict=True)])
    if least > 0.0 and least * least > beyond * square:
        return True
    u, v = us[-1], vs[-1]
    for x, y in zip(us, vs, strict=True):
        turn, dx, dy = u * y - v * x, x - u, y - v
        if turn < 0.0 and turn * turn > beyond * (dx * dx + dy * dy):
            return True
        u, v = x, y
    return False
