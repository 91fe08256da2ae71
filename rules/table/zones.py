"""Divisions of the table: halves, quarters, corners, centre line and Deployment Zones (M3E-SETUP-06 to -14).

Seen from above with (0, 0) at the lower left. ``south``/``north`` zones lie at the lower/upper edge (or
the lower left/upper right corner or quarter); a mirrored or turned choice is the same table turned.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Outline, distance_to, rectangle
from rules.table.geometry.plane import Point, length, point_to_segment
from rules.table.measuring import at_most, completely_inside, farthest_from_point, inside_of
from rules.table.policies import POLICIES, TablePolicies

Deployment = Literal["standard", "corner", "flank", "wedge"]
End = Literal["south", "north"]
DEPLOYMENTS: tuple[Deployment, ...] = get_args(Deployment)
BY_SUIT: dict[str, Deployment] = {"r": "standard", "c": "corner", "t": "flank", "m": "wedge"}
STANDARD_DEPTH, CORNER_REACH, FLANK_BAND, WEDGE_TIP = 8.0, 12.0, 9.0, 12.0


def deployment_of(suit: str) -> Deployment:
    """Return the Deployment of the Defender's suit, r t c or m (M3E-SETUP-06)."""
    try:
        return BY_SUIT[suit.lower()]
    except KeyError:
        raise Refusal(f"{suit!r} is no suit.", rule="setup.deployment", fix="One of r, c, t, m.") from None


class Zone(Struct, frozen=True):
    """A Deployment Zone: an area, or a quarter disc of ``reach`` inches round ``corner``."""

    area: Outline | None = None
    corner: Point | None = None
    reach: float = 0.0

    def holds(self, base: Base) -> bool:
        """Return whether the base is completely in the zone, as deployment requires (M3E-SETUP-19)."""
        if self.area is not None:
            return completely_inside(base, self.area)
        assert self.corner is not None
        return at_most(farthest_from_point(base, *self.corner), self.reach)

    def apart(self, x: float, y: float) -> float:
        """Return the inches from a point of the table to the zone, 0 in it."""
        if self.area is not None:
            return distance_to(self.area, x, y)
        assert self.corner is not None
        return max(0.0, length(x - self.corner[0], y - self.corner[1]) - self.reach)

    def touches(self, base: Base) -> bool:
        """Return whether any part of the base is in the zone."""
        if self.area is not None:
            return inside_of(base, self.area)
        assert self.corner is not None
        apart = length(base.x - self.corner[0], base.y - self.corner[1])
        return apart < self.reach + base.radius - TOUCH


def zone(
    deployment: Deployment, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> Zone:
    """Return one player's zone; the opponent's is the other end (M3E-SETUP-07 to -11)."""
    return _zone(deployment, end, *_size(table), policies)


@lru_cache(maxsize=64)
def _zone(deployment: Deployment, end: End, w: float, d: float, policies: TablePolicies) -> Zone:
    turn_round = end == "north"
    if deployment == "corner" and policies.corner_zone == "disc":
        return Zone(corner=(w, d) if turn_round else (0.0, 0.0), reach=CORNER_REACH)
    points = _south(deployment, w, d)
    if turn_round:
        points = tuple((w - x, d - y) for x, y in points)
    return Zone(Outline(points))


def _south(deployment: Deployment, w: float, d: float) -> tuple[Point, ...]:
    if deployment == "standard":
        return rectangle(0, 0, w, STANDARD_DEPTH).points
    if deployment == "corner":
        return rectangle(0, 0, CORNER_REACH, CORNER_REACH).points
    if deployment == "wedge":
        return ((0.0, 0.0), (w, 0.0), (w / 2, WEDGE_TIP))
    b = FLANK_BAND
    return ((0.0, 0.0), (w / 2, 0.0), (w / 2, b), (b, b), (b, d / 2), (0.0, d / 2))


def centre_line(
    deployment: Deployment, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[Point, Point]:
    """Return the line that cuts the table in two equal halves (M3E-SETUP-12, -13)."""
    w, d = _size(table)
    if deployment in ("corner", "flank") and policies.centre_line == "by_zone":
        return (0.0, d), (w, 0.0)
    return (0.0, d / 2), (w, d / 2)


def centre_point(table: Table | None = None) -> Point:
    w, d = _size(table)
    return w / 2, d / 2


def corners(table: Table | None = None) -> tuple[Point, Point, Point, Point]:
    w, d = _size(table)
    return (0.0, 0.0), (w, 0.0), (w, d), (0.0, d)


def quarters(table: Table | None = None) -> tuple[Outline, Outline, Outline, Outline]:
    """Return the four quarters of 18" × 18": lower left, lower right, upper right, upper left
    (M3E-SETUP-12)."""
    w, d = _size(table)
    x, y = w / 2, d / 2
    return rectangle(0, 0, x, y), rectangle(x, 0, x, y), rectangle(x, y, x, y), rectangle(0, y, x, y)


def quarters_of(base: Base, table: Table | None = None, *, completely: bool = False) -> tuple[int, ...]:
    """Return the quarters (0 to 3, as ``quarters``) that the base is in, or completely in."""
    test = completely_inside if completely else inside_of
    return tuple(i for i, quarter in enumerate(quarters(table)) if test(base, quarter))


def half(
    deployment: Deployment, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> Outline:
    """Return the half of the table that contains that end's zone (M3E-SETUP-14)."""
    return _half(deployment, end, *_size(table), policies)


@lru_cache(maxsize=64)
def _half(deployment: Deployment, end: End, w: float, d: float, policies: TablePolicies) -> Outline:
    table = Table(width=w, depth=d)
    (ax, ay), (bx, by) = centre_line(deployment, table, policies)
    low = [(x, y) for x, y in corners(table) if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0]
    south = Outline(((ax, ay), *low, (bx, by)))
    return south if end == "south" else Outline(tuple((w - x, d - y) for x, y in south.points))


def on_centre_line(
    base: Base, deployment: Deployment, table: Table | None = None, policies: TablePolicies = POLICIES
) -> bool:
    """Return whether any part of the base is on the centre line."""
    start, end = centre_line(deployment, table, policies)
    return at_most(point_to_segment(base.x, base.y, start, end), base.radius)


def friendly_corners(
    deployment: Deployment, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[Point, ...]:
    """Return the table corners in that end's zone (M3E-SETUP-14)."""
    own = zone(deployment, end, table, policies)
    if own.corner is not None:
        return (own.corner,)
    assert own.area is not None
    return tuple(point for point in corners(table) if point in own.area.points)


def friendly_edges(
    deployment: Deployment, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[tuple[Point, Point], ...]:
    """Return the table edges along which that end's zone lies (M3E-SETUP-14)."""
    ring = corners(table)
    sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
    own = zone(deployment, end, table, policies)
    if own.corner is not None:
        return tuple(side for side in sides if own.corner in side)
    assert own.area is not None
    points = own.area.points
    return tuple(side for side in sides if sum(point_to_segment(x, y, *side) == 0.0 for x, y in points) >= 2)


def _size(table: Table | None) -> tuple[float, float]:
    return (36.0, 36.0) if table is None else (table.width, table.depth)
