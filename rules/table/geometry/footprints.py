"""Footprints: what a piece of terrain covers of the table, seen from above.

Coordinates are inches on a grid of 1/1000" (``quantised``), so that the same scene is the same numbers
everywhere. A footprint is an ``Outline`` (a ring of corners, with holes) or ``RoundFootprint`` (a marker's
base). An invalid polygon is refused on creation (M3E-SETUP-03 asks the players to define each piece).
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from typing import Any

import shapely
from msgspec import Struct
from msgspec.structs import force_setattr

from rules.refusal import Refusal
from rules.table.geometry.plane import ConvexPart, Point, convex, disc, part_to_part, point_to_part, turn

QUANTUM = 0.001
# Two bases set in contact on the grid are up to 0.0008" apart or overlapping, so they touch within one
# thousandth.
TOUCH = QUANTUM
MOST_POINTS = 2000
MM = 1 / 25.4


def quantised(value: float) -> float:
    """``value`` on the grid of 1/1000". Raise ``Refusal`` for anything that is not a finite number.

    >>> quantised(1.23449)
    1.234
    """
    if not isfinite(value):
        raise Refusal(f"{value!r} is not a place on the table.", rule="measure.inches", fix="Give inches.")
    # Adding 0.0 turns -0.0 into 0.0: equal places have equal bits.
    return round(value * 1000) / 1000 + 0.0


class RoundFootprint(Struct, frozen=True, tag="round"):
    """A round footprint: centre in inches, diameter ``mm`` in millimetres."""

    x: float
    y: float
    mm: float = 30

    def __post_init__(self) -> None:
        force_setattr(self, "x", quantised(self.x))
        force_setattr(self, "y", quantised(self.y))
        if not 1 <= quantised(self.mm) <= 500:
            raise Refusal(f"A base of {self.mm} mm cannot be used.", fix="Bases are 30, 40 or 50 mm.")

    @property
    def radius(self) -> float:
        return self.mm / 2 * MM


class Outline(Struct, frozen=True, tag="outline"):
    """A polygon footprint: ``points`` in order around it (either way), ``holes`` likewise.

    ``Refusal`` for a ring that crosses itself, has no area, fewer than 3 or more than 2,000 points, or a
    corner that is not a number.

    >>> Outline(((0, 0), (2, 0), (2, 1), (0, 1))).area
    2.0
    """

    points: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()

    def __post_init__(self) -> None:
        count = len(self.points) + sum(len(hole) for hole in self.holes)
        if count > MOST_POINTS:
            raise _unfit(f"it has {count:,} points, more than {MOST_POINTS:,}", "Draw it with fewer corners.")
        force_setattr(self, "points", _ring(self.points, clockwise=False))
        force_setattr(self, "holes", tuple(_ring(hole, clockwise=True) for hole in self.holes))
        polygon = _polygon(self)
        if not polygon.is_valid:
            reason = str(shapely.is_valid_reason(polygon)).split("[")[0].strip().lower() or "invalid"
            raise _unfit(f"its outline is not clean ({reason})", "Draw it so that no two sides cross.")

    @property
    def area(self) -> float:
        """Square inches."""
        return float(_polygon(self).area)


Footprint = Outline | RoundFootprint


def rectangle(x: float, y: float, width: float, depth: float) -> Outline:
    """The upright rectangle with its lower left corner at (x, y)."""
    return Outline(((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def _unfit(why: str, fix: str) -> Refusal:
    return Refusal(f"That footprint cannot be used: {why}.", rule="setup.terrain", fix=fix)


def _ring(points: tuple[Point, ...], *, clockwise: bool) -> tuple[Point, ...]:
    """The ring on the grid, without repeated and straight corners, in the requested direction."""
    ring: list[Point] = []
    for point in points:
        if len(point) != 2:
            raise _unfit("a corner needs two numbers", "Give each corner as x and y in inches.")
        on_grid = (quantised(point[0]), quantised(point[1]))
        if not ring or ring[-1] != on_grid:
            ring.append(on_grid)
    while len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    if len(ring) < 3 or abs(area) < QUANTUM * QUANTUM:
        raise _unfit("it encloses no area", "Give at least three corners that are not in a line.")
    return tuple(reversed(ring)) if (area < 0) != clockwise else tuple(ring)


def _polygon(outline: Outline) -> Any:
    return shapely.Polygon(outline.points, outline.holes)


def bounds(footprint: Footprint) -> tuple[float, float, float, float]:
    """Lowest x, lowest y, highest x, highest y."""
    if isinstance(footprint, RoundFootprint):
        x, y, r = footprint.x, footprint.y, footprint.radius
        return x - r, y - r, x + r, y + r
    xs, ys = [x for x, _ in footprint.points], [y for _, y in footprint.points]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=4096)
def parts(footprint: Footprint) -> tuple[ConvexPart, ...]:
    """The footprint as convex parts that cover it and meet only along their sides."""
    if isinstance(footprint, RoundFootprint):
        return (disc(footprint.x, footprint.y, footprint.radius),)
    if not footprint.holes and _is_convex(footprint.points):
        return (convex(footprint.points),)
    triangles = shapely.constrained_delaunay_triangles(_polygon(footprint))
    rings = [tuple((float(x), float(y)) for x, y in t.exterior.coords[:-1]) for t in triangles.geoms]
    return tuple(convex(ring) for ring in _joined([_counter_clockwise(ring) for ring in sorted(rings)]))


def _counter_clockwise(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    return ring if turn(ring[0], ring[1], ring[2]) > 0 else tuple(reversed(ring))


def _is_convex(ring: tuple[Point, ...]) -> bool:
    count = len(ring)
    return all(turn(ring[i], ring[(i + 1) % count], ring[(i + 2) % count]) >= 0 for i in range(count))


def _joined(rings: list[tuple[Point, ...]]) -> list[tuple[Point, ...]]:
    """Merge neighbours along a whole side while the result stays convex (Hertel and Mehlhorn)."""
    done = False
    while not done:
        done = True
        sides = {(ring[i - 1], ring[i]): (k, i) for k, ring in enumerate(rings) for i in range(len(ring))}
        for (start, end), (k, i) in sides.items():
            other = sides.get((end, start))
            if other is None or other[0] == k:
                continue
            m, j = other
            one, two = rings[k], rings[m]
            union = one[i:] + one[:i] + (two[j:] + two[:j])[1:-1]
            if _is_convex(union):
                rings = [ring for n, ring in enumerate(rings) if n not in (k, m)] + [union]
                done = False
                break
    return rings


@lru_cache(maxsize=4096)
def inset_parts(outline: Outline, by: float) -> tuple[ConvexPart, ...]:
    """The outline shrunk by ``by`` inches (far below the grid), as convex parts."""
    shrunk = _polygon(outline).buffer(-by, join_style="mitre", mitre_limit=50)
    return tuple(
        convex(_counter_clockwise(tuple((float(x), float(y)) for x, y in triangle.exterior.coords[:-1])))
        for piece in _polygons(shrunk)
        for triangle in shapely.constrained_delaunay_triangles(piece).geoms
    )


@lru_cache(maxsize=1024)
def difference(outline: Outline, cuts: tuple[Outline, ...]) -> tuple[Outline, ...]:
    """What is left of ``outline`` without ``cuts``, on the grid."""
    rest = _polygon(outline).difference(shapely.union_all([_polygon(cut) for cut in cuts]))
    rest = shapely.set_precision(rest, QUANTUM)
    return tuple(
        Outline(tuple(p.exterior.coords[:-1]), tuple(tuple(ring.coords[:-1]) for ring in p.interiors))
        for p in _polygons(rest)
    )


def _polygons(shape: Any) -> list[Any]:
    geometries = [shape] if shape.geom_type == "Polygon" else list(getattr(shape, "geoms", ()))
    return [piece for piece in geometries if piece.geom_type == "Polygon" and piece.area > QUANTUM * QUANTUM]


def distance_to(footprint: Footprint, x: float, y: float) -> float:
    """The inches from a point to the footprint, 0 inside it."""
    return min(point_to_part(x, y, part) for part in parts(footprint))


def distance_between(one: Footprint, other: Footprint) -> float:
    """The inches between two footprints, 0 when they meet."""
    return min(part_to_part(a, b) for a in parts(one) for b in parts(other))
