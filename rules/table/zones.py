"""Divisions of the table: corners, quarters, halves, and Deployment Zones with the line between them.

Seen from above with (0, 0) at the lower left. Which Deployments there are is each edition's; the shapes of
zones that several share stand here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Outline, distance_to, rectangle
from rules.table.geometry.plane import Point, length
from rules.table.measuring import at_most, completely_inside, farthest_from_point, inside_of
from rules.table.policies import POLICIES, TablePolicies

End = Literal["south", "north"]
ENDS: tuple[End, End] = ("south", "north")
Line = tuple[Point, Point]


class Zone(Struct, frozen=True):
    """A Deployment Zone: an area, or a quarter disc of ``reach`` inches round ``corner``."""

    area: Outline | None = None
    corner: Point | None = None
    reach: float = 0.0

    def holds(self, base: Base) -> bool:
        """Whether the base is completely in the zone, as deployment requires (M3E-SETUP-19)."""
        if self.area is not None:
            return completely_inside(base, self.area)
        assert self.corner is not None
        return at_most(farthest_from_point(base, *self.corner), self.reach)

    def apart(self, x: float, y: float) -> float:
        """The inches from a point of the table to the zone, 0 in it."""
        if self.area is not None:
            return distance_to(self.area, x, y)
        assert self.corner is not None
        return max(0.0, length(x - self.corner[0], y - self.corner[1]) - self.reach)

    def within(self, base: Base, inches: float) -> bool:
        """Whether any part of the base is within that many inches of the zone (M3E-MEAS-03)."""
        return at_most(self.apart(base.x, base.y) - base.radius, inches)

    def touches(self, base: Base) -> bool:
        """Whether any part of the base is in the zone."""
        if self.area is not None:
            return inside_of(base, self.area)
        assert self.corner is not None
        apart = length(base.x - self.corner[0], base.y - self.corner[1])
        return apart < self.reach + base.radius - TOUCH


class Deployment(Struct, frozen=True, kw_only=True):
    """A way to deploy: ``slug`` is stored and asked by, ``words`` describe both zones.

    ``zones`` and ``centre`` take the width and depth of a table and its policies; they return both zones, the
    lower (left) one first, and the line between the sides. ``only`` is the size of the one table for which
    they are defined, ``None`` where it may be any.
    """

    slug: str
    words: str
    zones: Callable[[float, float, TablePolicies], tuple[Zone, Zone]]
    centre: Callable[[float, float, TablePolicies], Line]
    only: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        return self.slug.capitalize()

    def known_on(self, table: Table) -> bool:
        """Whether its zones are known on a table of that size."""
        return self.only is None or self.only == (table.width, table.depth)

    def both(self, table: Table | None = None, policies: TablePolicies = POLICIES) -> tuple[Zone, Zone]:
        return _both(self, *_size(table), policies)

    def zone(self, end: End, table: Table | None = None, policies: TablePolicies = POLICIES) -> Zone:
        """One player's zone; the opponent's is the other end."""
        return self.both(table, policies)[ENDS.index(end)]

    def centre_line(self, table: Table | None = None, policies: TablePolicies = POLICIES) -> Line:
        return self.centre(*_size(table), policies)

    def half(self, end: End, table: Table | None = None, policies: TablePolicies = POLICIES) -> Outline:
        """The half of the table that contains that end's zone."""
        return half_beside(self.centre_line(table, policies), end, table)


@lru_cache(maxsize=64)
def _both(deployment: Deployment, w: float, d: float, policies: TablePolicies) -> tuple[Zone, Zone]:
    return deployment.zones(w, d, policies)


# Shapes of zones


def opposite(low: tuple[Point, ...], w: float, d: float) -> tuple[Zone, Zone]:
    """The zone of that outline, and the same on the table turned half about."""
    return Zone(Outline(low)), Zone(Outline(tuple((w - x, d - y) for x, y in low)))


def along_edges(w: float, d: float, depth: float) -> tuple[Zone, Zone]:
    """Zones of that depth along the lower and the upper edge."""
    return opposite(rectangle(0, 0, w, depth).points, w, d)


def in_corners(w: float, d: float, reach: float) -> tuple[Zone, Zone]:
    """The quarter discs of that reach round the lower left and the upper right corner."""
    return Zone(corner=(0.0, 0.0), reach=reach), Zone(corner=(w, d), reach=reach)


def in_quarters(w: float, d: float, band: float) -> tuple[Zone, Zone]:
    """What lies within ``band`` inches of the edges in two opposite quarters."""
    low = ((0.0, 0.0), (w / 2, 0.0), (w / 2, band), (band, band), (band, d / 2), (0.0, d / 2))
    return opposite(low, w, d)


# Lines and halves


def across(w: float, d: float) -> Line:
    """The line between the lower and the upper half."""
    return (0.0, d / 2), (w, d / 2)


def diagonal(w: float, d: float) -> Line:
    """The line from the upper left to the lower right corner."""
    return (0.0, d), (w, 0.0)


def half_beside(line: Line, end: End, table: Table | None = None) -> Outline:
    """The half of the table below or above a line from its left to its right."""
    return _half_beside(line, end, *_size(table))


@lru_cache(maxsize=64)
def _half_beside(line: Line, end: End, w: float, d: float) -> Outline:
    (ax, ay), (bx, by) = line
    low = [(x, y) for x, y in _corners(w, d) if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0]
    south = Outline(((ax, ay), *low, (bx, by)))
    return south if end == "south" else Outline(tuple((w - x, d - y) for x, y in south.points))


def centre_point(table: Table | None = None) -> Point:
    w, d = _size(table)
    return w / 2, d / 2


def corners(table: Table | None = None) -> tuple[Point, Point, Point, Point]:
    return _corners(*_size(table))


def _corners(w: float, d: float) -> tuple[Point, Point, Point, Point]:
    return (0.0, 0.0), (w, 0.0), (w, d), (0.0, d)


def quarters(table: Table | None = None) -> tuple[Outline, Outline, Outline, Outline]:
    """The four quarters of 18" × 18": lower left, lower right, upper right, upper left
    (M3E-SETUP-12)."""
    w, d = _size(table)
    x, y = w / 2, d / 2
    return rectangle(0, 0, x, y), rectangle(x, 0, x, y), rectangle(x, y, x, y), rectangle(0, y, x, y)


def quarters_of(base: Base, table: Table | None = None, *, completely: bool = False) -> tuple[int, ...]:
    """The quarters (0 to 3, as ``quarters``) that the base is in, or completely in."""
    test = completely_inside if completely else inside_of
    return tuple(i for i, quarter in enumerate(quarters(table)) if test(base, quarter))


def _size(table: Table | None) -> tuple[float, float]:
    return (36.0, 36.0) if table is None else (table.width, table.depth)
