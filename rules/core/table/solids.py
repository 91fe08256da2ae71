"""Is there a free line among solid convex parts? The heart of sight, kept fast.

Everything is in the frame of two bases: A at the origin with radius ``r``, B at (``d``, 0) with radius
``big``. Answers equal ``lines.free_cut`` on the same barriers; the argument why critical lines suffice is
in docs/decisions/0010. Loops are written out because a table asks this a hundred thousand times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from rules.core.table.bases import Base
from rules.core.table.lines import SHORT, Segment, crossings
from rules.core.table.plane import FINE, Part, Point, along_line

# Corners in the frame, how far they are rounded, and whether the part lies between the bases, clear of
# both: then every line that enters it is a sight line stopped.
Solid = tuple[Sequence[Point], float, bool]
# A place to turn about: x, y, radius, and the ways from it to its part's next corners on both sides, zero
# where these say nothing.
Corner = tuple[float, float, float, float, float, float, float]
# Corners are rounded by 1e-6": what is farther than that across a line by any measure here is beyond doubt.
THIN, CLEAR = 1e-5, 1e-4
# A line n · x = c with ny >= 0: nx, ny, c.
Line = tuple[float, float, float]


class View:
    """Two bases apart from each other, in their frame, and the lines between them."""

    __slots__ = ("ax", "ay", "big", "cos", "d", "down", "nx", "ny", "r", "shut", "sin", "up")

    def __init__(self, a: Base, b: Base) -> None:
        self.ax, self.ay = ax, ay = a.x, a.y
        dx, dy = b.x - ax, b.y - ay
        self.r, self.big = r, big = a.radius, b.radius
        self.d = d = sqrt(dx * dx + dy * dy)
        self.cos, self.sin = cos, sin = dx / d, dy / d
        # The upper outer tangent in the frame: n · x = r, the lower one mirrored.
        self.nx = nx = (r - big) / d
        self.ny = ny = sqrt(1.0 - nx * nx)
        # Both on the table: what lies between them has ux * x + uy * y < most.
        ux, uy = nx * cos - ny * sin, nx * sin + ny * cos
        lx, ly = nx * cos + ny * sin, nx * sin - ny * cos
        self.up = ux, uy, ux * ax + uy * ay + r
        self.down = lx, ly, lx * ax + ly * ay + r
        # One solid reaches across both outer tangents, clear of the bases: nothing passes.
        self.shut = False

    def add(self, shape: Sequence[Part], solids: list[Solid]) -> None:
        """Add the parts that lie between the outer tangents, in the frame."""
        (ux, uy, top), (lx, ly, bottom) = self.up, self.down
        for part in shape:
            corners, rho = part.corners, part.rho
            upper = [ux * x + uy * y for x, y in corners]
            if min(upper) >= top + rho:
                continue
            lower = [lx * x + ly * y for x, y in corners]
            if min(lower) >= bottom + rho:
                continue
            ax, ay, cos, sin = self.ax, self.ay, self.cos, self.sin
            placed = [((x - ax) * cos + (y - ay) * sin, (y - ay) * cos - (x - ax) * sin) for x, y in corners]
            first, last = min(placed)[0] - rho, max(placed)[0] + rho
            if first < self.d + self.big and last > -self.r:
                between = first > self.r and last < self.d - self.big
                solids.append((placed, rho, between))
                if between and max(upper) > top - rho + FINE and max(lower) > bottom - rho + FINE:
                    self.shut = True
                    return

    def free(self, solids: list[Solid]) -> Line | None:
        """A line that no solid stops, or ``None``: then there is none. Reorders ``solids``."""
        if self.shut:
            return None
        if not solids or not self.stopped(0.0, 1.0, 0.0, solids):
            return 0.0, 1.0, 0.0
        nx, ny, r = self.nx, self.ny, self.r
        if not self.stopped(nx, ny, r, solids):
            return nx, ny, r
        if not self.stopped(-nx, ny, -r, solids):
            return -nx, ny, -r
        return self._critical(solids)

    def stopped(self, a: float, b: float, c: float, solids: list[Solid]) -> bool:
        """Whether the sight line on n · x = c (n = (a, b), b >= 0) meets a solid."""
        for index, (corners, rho, between) in enumerate(solids):
            offs = [a * x + b * y for x, y in corners]
            if min(offs) >= c + rho - FINE or max(offs) <= c + FINE - rho:
                continue
            if between or self._meets(corners, rho, a, b, c):
                if index:  # the next line is likely to meet it too
                    solids[index], solids[0] = solids[0], solids[index]
                return True
        return False

    def _meets(self, corners: Sequence[Point], rho: float, a: float, b: float, c: float) -> bool:
        """Whether a part that the whole line enters is entered between the bases."""
        start, end = self._ends(a, b, c)
        start, end = start + SHORT, end - SHORT
        along = [b * x - a * y for x, y in corners]
        if max(along) + rho <= start or min(along) - rho >= end:
            return False
        # Between its bare corners first: what the line enters there it enters when they are rounded.
        x, y = corners[-1]
        off, at = a * x + b * y - c, along[-1]
        low, high = end, start
        for (x, y), there in zip(corners, along, strict=True):
            now = a * x + b * y - c
            if (off > 0.0 >= now or now > 0.0 >= off) and off != now:
                cross = at + (there - at) * (off / (off - now))
                low, high = (cross if cross < low else low), (cross if cross > high else high)
            off, at = now, there
        if high > start and low < end and low < high:
            return True
        found = along_line(Part(tuple(corners), rho, 0.0, 0.0, 0.0), a * c, b * c, b, -a)
        return found is not None and found[1] > start and found[0] < end

    def _ends(self, a: float, b: float, c: float) -> tuple[float, float]:
        """Where a line leaves A and where it comes to B, from its foot along (b, -a)."""
        off = c - a * self.d
        start = sqrt(max(0.0, self.r * self.r - c * c))
        return start, b * self.d - sqrt(max(0.0, self.big * self.big - off * off))

    def _critical(self, solids: list[Solid]) -> Line | None:
        """The first free one of the lines that touch two of: a base, a rounded corner, a crossing."""
        r, big, d = self.r + FINE, self.big + FINE, self.d
        corners = self._corners(solids)
        for i in range(1, len(corners)):
            x1, y1, r1, ex1, ey1, fx1, fy1 = corners[i]
            for x2, y2, r2, ex2, ey2, fx2, fy2 in corners[:i]:
                dx, dy = x2 - x1, y2 - y1
                square = dx * dx + dy * dy
                if square < FINE * FINE:
                    continue
                if r1 + r2 < THIN and square > 0.01:
                    # Two corners: no line by both misses a part with a neighbour well on either side.
                    if (dx * ey1 - dy * ex1) * (dx * fy1 - dy * fx1) < -CLEAR:
                        continue
                    if (dx * ey2 - dy * ex2) * (dx * fy2 - dy * fx2) < -CLEAR:
                        continue
                for k in (r1 - r2, r1 + r2) if r2 > 0.0 else (r1,):
                    rest = square - k * k
                    if rest < 0.0:
                        continue
                    h = sqrt(rest)
                    for way in (h, -h):
                        nx, ny = (k * dx - way * dy) / square, (k * dy + way * dx) / square
                        c = nx * x1 + ny * y1 + r1
                        if ny < 0.0:
                            nx, ny, c = -nx, -ny, -c
                        if not (-r <= c <= r and -big <= c - nx * d <= big):
                            continue
                        if (nx * ex1 + ny * ey1) * (nx * fx1 + ny * fy1) < -THIN:
                            continue
                        if (nx * ex2 + ny * ey2) * (nx * fx2 + ny * fy2) < -THIN:
                            continue
                        if not self.stopped(nx, ny, c, solids):
                            start, end = self._ends(nx, ny, c)
                            if end > start:
                                return nx, ny, c
        return None

    def _corners(self, solids: Sequence[Solid]) -> list[Corner]:
        """All that a free line may be slid and turned against, with the ways to a corner's neighbours."""
        nx, ny, r, d, big = self.nx, self.ny, self.r, self.d, self.big
        found: list[Corner] = [(0.0, 0.0, r, 0.0, 0.0, 0.0, 0.0), (d, 0.0, big, 0.0, 0.0, 0.0, 0.0)]
        for corners, rho, between in solids:
            most, last = r + rho + SHORT, len(corners) - 1
            for i, (x, y) in enumerate(corners):
                if (
                    nx * x + ny * y >= most
                    or nx * x - ny * y >= most
                    or not -most < x < d + big + rho + SHORT
                ):
                    continue
                if between and last > 1:
                    (px, py), (qx, qy) = corners[i - 1], corners[i + 1 if i < last else 0]
                    found.append((x, y, rho, px - x, py - y, qx - x, qy - y))
                else:
                    found.append((x, y, rho, 0.0, 0.0, 0.0, 0.0))
            if not between:
                found += self._crossings(corners, rho)
        return found

    def _crossings(self, corners: Sequence[Point], rho: float) -> Iterator[Corner]:
        """Where the part's edge crosses the edge of a base."""
        part = Part(tuple(corners), rho, 0.0, 0.0, 0.0)
        if min(corners)[0] - rho <= self.r:
            for x, y in crossings(part, 0.0, 0.0, self.r):
                yield x, y, 0.0, 0.0, 0.0, 0.0, 0.0
        if max(corners)[0] + rho >= self.d - self.big:
            for x, y in crossings(part, self.d, 0.0, self.big):
                yield x, y, 0.0, 0.0, 0.0, 0.0, 0.0

    def segment(self, line: Line) -> Segment:
        """The sight line on that line, on the table."""
        nx, ny, c = line
        ends: list[Point] = [(nx * c + t * ny, ny * c - t * nx) for t in self._ends(nx, ny, c)]
        cos, sin = self.cos, self.sin
        (x1, y1), (x2, y2) = [(self.ax + x * cos - y * sin, self.ay + x * sin + y * cos) for x, y in ends]
        return Segment(x1, y1, x2, y2)
