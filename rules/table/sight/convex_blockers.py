"""Is there a free line among solid convex parts? The heart of sight, kept fast.

Everything is in the frame of two bases: A at the origin with radius ``r``, B at (``d``, 0) with radius
``big``. Answers equal ``lines.free_cut`` on the same barriers; docs/decisions/0010 argues why critical lines
suffice, and why of these the ones below do. Loops are written out because a table asks this a hundred
thousand times. What spares them work, each in one place:

- *first lines* (``View.add``): the centre line and both outer tangents are judged while parts are placed;
- *shut* (``View.add``): one connected piece between the bases reaches across both outer tangents;
- *rims* (``_rims``): no line between the bases is so steep that it could rest on another corner;
- *opening lines* (``View._opening``): of each family of free lines only the first is looked for, turning from
  the steepest descent: there the gap between something above it and something farther off below it opens;
- *off* (``View._off``): a part clear of a base is before it or behind it with all that a line enters of it.
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
Solid = tuple[Sequence[float], Sequence[float], float, bool, Hashable]
# A solid as lines meet it: the corners that can be its highest and its lowest across a line, and the solid.
Rimmed = tuple[Sequence[Point], Sequence[Point], Solid]
# What a line may rest on: x, y, and how far beyond that it has to pass.
Rest = tuple[float, float, float]
# A line n · x = c with ny >= 0: nx, ny, c.
Line = tuple[float, float, float]
NOTHING: Set[Hashable] = frozenset()
# Farther than this from deciding, quick figures decide; corners are rounded by 1e-6".
THIN = 1e-5
# One end of sight, flat: x, y, radius, effective Size, the base, and what is known of Shadows that it is in.
SightEnd = tuple[float, float, float, int, Base, dict[Any, bool] | None]


class FreeLineSearch:
    """Two bases apart from each other, in their frame, and what stands between them."""

    __slots__ = (
        "across",
        "ax",
        "ay",
        "big",
        "closers",
        "cos",
        "d",
        "down",
        "nx",
        "ny",
        "over",
        "r",
        "shut",
        "sides",
        "sin",
        "solids",
        "under",
        "up",
    )

    def __init__(self, a: SightEnd, b: SightEnd) -> None:
        ax, ay, r, _, _, _ = a
        bx, by, big, _, _, _ = b
        self.ax, self.ay, self.r, self.big = ax, ay, r, big
        dx, dy = bx - ax, by - ay
        self.d = d = sqrt(dx * dx + dy * dy)
        self.cos, self.sin = cos, sin = dx / d, dy / d
        # The upper outer tangent in the frame: n · x = r, the lower one mirrored.
        self.nx = nx = (r - big) / d
        self.ny = ny = sqrt(1.0 - nx * nx)
        # Both on the table: what lies between them has ux * x + uy * y < most.
        xc, xs, yc, ys = nx * cos, nx * sin, ny * cos, ny * sin
        ux, uy, lx, ly = xc - ys, xs + yc, xc + ys, xs - yc
        self.up = ux, uy, ux * ax + uy * ay + r
        self.down = lx, ly, lx * ax + ly * ay + r
        self.solids: list[Solid] = []
        # Those that are not between the bases: where along a line they are matters.
        self.sides: list[Solid] = []
        # Once no line is free: of what the solids are that leave none, whatever else there is.
        self.closers: Set[Hashable] = NOTHING
        # Whether something between the bases stops the centre line, the outer tangents, every line.
        self.across = self.over = self.under = self.shut = False

    def add(self, shape: Sequence[ConvexPart], of: Hashable, whole: bool = False) -> None:
        """Add the parts that lie between the outer tangents; ``whole``: all of them hang together."""
        ax, ay, cos, sin, r, big, d = self.ax, self.ay, self.cos, self.sin, self.r, self.big, self.d
        at_u, at_v, wide = cos * ax + sin * ay, cos * ay - sin * ax, r if r > big else big
        nx, ny = self.nx, self.ny
        tall, tilt, spare = r / ny, nx / ny, 1.0 / ny - 1.0
        above = below = False
        for part in shape:
            corners, rho = part.corners, part.rho
            vs = [cos * y - sin * x - at_v for x, y in corners]
            low, high = min(vs) - rho, max(vs) + rho
            if low >= wide or high <= -wide:
                continue
            us = [cos * x + sin * y - at_u for x, y in corners]
            first, last = min(us) - rho, max(us) + rho
            if last <= -r or first >= d + big:
                continue
            # How high the outer tangents are beside it, and how much rounding may cheat by that.
            far, near, rim = tall - tilt * first, tall - tilt * last, rho * spare + THIN
            if far < near:
                far, near = near, far
            close = near - rim <= high <= far + rim or near - rim <= -low <= far + rim
            if not close and low < near and -near < high:
                over, under = high > far, -low > far
            else:
                upper = [nx * u + ny * v for u, v in zip(us, vs, strict=True)]
                lower = [nx * u - ny * v for u, v in zip(us, vs, strict=True)]
                if min(upper) >= r + rho or min(lower) >= r + rho:
                    continue
                over, under = max(upper) > r - rho + FINE, max(lower) > r - rho + FINE
            if first <= r or last >= d - big:
                solid = us, vs, rho, False, of
                self.solids.append(solid)
                self.sides.append(solid)
                continue
            if over and under:
                self._shut(of)
                return
            above, below = above or over, below or under
            self.across = self.across or (low < -FINE and high > FINE)
            self.solids.append((us, vs, rho, True, of))
        self.over, self.under = self.over or above, self.under or below
        if above and below and whole and self._between(shape):
            self._shut(of)

    def add_disc(self, x: float, y: float, rho: float, of: Hashable) -> None:
        """Add a round solid at a place on the table, known to reach between the outer tangents."""
        dx, dy = x - self.ax, y - self.ay
        u, v = dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin
        r = self.r
        if not -r - rho < u < self.d + self.big + rho:
            return
        between = r + rho < u < self.d - self.big - rho
        solid = (u,), (v,), rho, between, of
        self.solids.append(solid)
        if not between:
            self.sides.append(solid)
            return
        along, off, rim = self.nx * u, self.ny * v, r - rho + FINE
        over, under = along + off > rim, along - off > rim
        self.over, self.under = self.over or over, self.under or under
        self.across = self.across or FINE - rho < v < rho - FINE
        if over and under:
            self._shut(of)

    def _shut(self, of: Hashable) -> None:
        """It closes every line alone."""
        self.shut, self.closers = True, frozenset((of,))

    def closed_by(self, shape: Sequence[ConvexPart]) -> bool:
        """Whether parts that hang together lie between the bases and reach across both outer tangents."""
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
        r, before = self.r, self.d - self.big
        for part in shape:
            along = [(x - ax) * cos + (y - ay) * sin for x, y in part.corners]
            if min(along) - part.rho <= r or max(along) + part.rho >= before:
                return False
        return True

    def free(self) -> Line | None:
        """A line that no solid stops, or ``None``: then there is none."""
        if self.shut:
            return None
        nx, ny, r = self.nx, self.ny, self.r
        if not (self.across or self._hindered(0.0, 1.0, 0.0)):
            return 0.0, 1.0, 0.0
        over = None if self.over else self._hindered(nx, ny, r)
        if not (self.over or over):
            return nx, ny, r
        under = None if self.under else self._hindered(-nx, ny, -r)
        if not (self.under or under):
            return -nx, ny, -r
        if over and over is under and self._off(over, from_b=False) and self._off(over, from_b=True):
            self._shut(over[-1])  # one part reaches from tangent to tangent, clear of both bases
            return None
        return self._opening()

    def _hindered(self, a: float, b: float, c: float) -> Solid | None:
        """The solid beside or behind a base that the sight line on n · x = c (n = (a, b), b >= 0) meets."""
        for solid in self.sides:
            us, vs, rho, _, _ = solid
            offs = [a * u + b * v for u, v in zip(us, vs, strict=True)]
            if min(offs) < c + rho - FINE and max(offs) > c + FINE - rho and self._meets(solid, a, b, c):
                return solid
        return None

    def _opening(self) -> Line | None:
        """The first free one of the lines that rest on something below and pass under something above.

        n · p + below = n · q - above for a floor p and a ceiling q. Turning counter-clockwise the gap between
        the two opens where p is the farther one along the line. With edges of solids across a base's, lines
        at which gaps close are tried too.
        """
        solids, floors, ceilings, both = self._rested()
        closers: set[Hashable] = set()
        r, big, d = self.r + FINE, self.big + FINE, self.d
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
                        -r <= c <= r
                        and -big <= c - nx * d <= big
                        and not self._stopped(nx, ny, c, solids, closers)
                    ):
                        start, end = self._ends(nx, ny, c)
                        if end > start:
                            return nx, ny, c
        self.closers = closers
        return None

    def _rested(self) -> tuple[list[Rimmed], list[Rest], list[Rest], bool]:
        """The solids with their rims, the floors and ceilings that lines can rest on, and whether edges of
        solids cross the bases' edges."""
        nx, ny, r, d, big = self.nx, self.ny, self.r, self.d, self.big
        steep = (r + big) / d
        flat = sqrt(1.0 - steep * steep)
        # A line leaves A below its highest point, and comes to B above its lowest.
        floors: list[Rest] = [(d, 0.0, -big)]
        ceilings: list[Rest] = [(0.0, 0.0, -r)]
        rimmed: list[Rimmed] = []
        met: list[Rest] = []
        for solid in self.solids:
            us, vs, rho, between, _ = solid
            tops, bottoms = _rims(us, vs, steep, flat)
            rimmed.append((tops, bottoms, solid))
            most = r + rho + SHORT
            for rim, rests in ((tops, floors), (bottoms, ceilings)):
                for x, y in rim:
                    if (
                        nx * x + ny * y < most
                        and nx * x - ny * y < most
                        and -most < x < d + big + rho + SHORT
                    ):
                        rests.append((x, y, rho))
            if not between:
                met += self._crossings(solid)
        if met:
            floors += [(0.0, 0.0, -r), *met]
            ceilings += [(d, 0.0, -big), *met]
        return rimmed, floors, ceilings, bool(met)

    def _crossings(self, solid: Solid) -> Iterator[Rest]:
        """Where the part's edge crosses the edge of a base."""
        us, vs, rho, _, _ = solid
        for at, radius, from_b in ((0.0, self.r, False), (self.d, self.big, True)):
            if not self._off(solid, from_b=from_b):
                part = ConvexPart(tuple(zip(us, vs, strict=True)), rho, 0.0, 0.0, 0.0)
                for x, y in crossings(part, at, 0.0, radius):
                    yield x, y, 0.0

    def _off(self, solid: Solid, *, from_b: bool) -> bool:
        """Whether the part is clear of A, or of B."""
        us, vs, rho, _, _ = solid
        if from_b:
            d, far = self.d, rho + self.big
            return max(us) < d - far or _clear([u - d for u in us], vs, far)
        far = rho + self.r
        return min(us) > far or _clear(us, vs, far)

    def _stopped(self, a: float, b: float, c: float, solids: list[Rimmed], closers: set[Hashable]) -> bool:
        """Whether the sight line on n · x = c (n = (a, b), b >= 0) meets a solid. That one comes first in
        ``solids`` then, and its owner among the ``closers``."""
        for index, (tops, bottoms, solid) in enumerate(solids):
            _, _, rho, between, of = solid
            if (
                max([a * x + b * y for x, y in tops]) > c + FINE - rho
                and min([a * x + b * y for x, y in bottoms]) < c + rho - FINE
                and (between or self._meets(solid, a, b, c))
            ):
                if index:  # the next line is likely to meet it too
                    solids[index], solids[0] = solids[0], solids[index]
                if index or not closers:
                    closers.add(of)
                return True
        return False

    def _meets(self, solid: Solid, a: float, b: float, c: float) -> bool:
        """Whether a part that the whole line enters is entered between the bases."""
        us, vs, rho, _, _ = solid
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
            if self._off(solid, from_b=high > start):
                return False
        found = along_line(
            ConvexPart(tuple(zip(us, vs, strict=True)), rho, 0.0, 0.0, 0.0), a * c, b * c, b, -a
        )
        return found is not None and found[1] > start and found[0] < end

    def _ends(self, a: float, b: float, c: float) -> tuple[float, float]:
        """Where a line leaves A and where it comes to B, from its foot along (b, -a)."""
        off = c - a * self.d
        start = sqrt(max(0.0, self.r * self.r - c * c))
        return start, b * self.d - sqrt(max(0.0, self.big * self.big - off * off))

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


def _rims(
    us: Sequence[float], vs: Sequence[float], steep: float, flat: float
) -> tuple[list[Point], list[Point]]:
    """The corners that can be the part's highest, and its lowest, across a line of at most that steepness:
    neither neighbour of theirs rises, or falls, more steeply."""
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
    """Whether the convex part (counter-clockwise) lies farther than that from the origin: a line that parts
    the two runs along one of its edges or across the way to its nearest corner."""
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
