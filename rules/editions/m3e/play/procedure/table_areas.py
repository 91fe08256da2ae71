"""The ground to which rules refer: halves, the centreline, zones, quarters, corners (M3E-SETUP-12 to -14).

Coordinates are inches from the lower left corner. Policy ``on_a_half`` says what "on" and "in" require of a
base when the text does not say "completely" (M3E-STRAT-13).
"""

from __future__ import annotations

from math import hypot
from typing import cast

from rules.editions.m3e import zones
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.zones import DeploymentM3
from rules.game.table_access.interface import Body
from rules.table import zones as table_zones
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import Point, point_to_segment
from rules.table.measuring import completely_inside, inside_of
from rules.table.zones import End

POINT_MM = 1.0  # the smallest base there is, for "its centre is in"


def table_of(g: Game) -> Table:
    return Table(width=g.table.width, depth=g.table.depth)


def deployment_of(g: Game) -> DeploymentM3:
    return cast(DeploymentM3, g.state.deployment.lower())


def end_of(g: Game, seat: int) -> End:
    """The end of the table that belongs to the player."""
    return cast(End, g.crew(seat).zone)


def base_of(body: Body, mm: float | None = None) -> Base:
    return Base(body.id, body.x, body.y, mm or body.mm)


# Halves and the centreline


def centreline(g: Game) -> tuple[Point, Point]:
    """The two ends of the centreline, the left one first as the player in the south sees it
    (M3E-SETUP-13)."""
    return zones.centre_line(deployment_of(g), table_of(g), g.rules.table)


def on_centreline(g: Game, body: Body) -> bool:
    """Whether any part of the base is on the centreline; its centre, under policy ``on_a_half``
    "centre"."""
    far = point_to_segment(body.x, body.y, *centreline(g))
    return far <= (TOUCH if g.policies.on_a_half == "centre" else body.mm / 2 * MM + TOUCH)


def on_half(g: Game, body: Body, seat: int) -> bool:
    """Whether the body is on the half that contains that player's zone (M3E-SETUP-14,
    M3E-STRAT-13)."""
    half = zones.half(deployment_of(g), end_of(g, seat), table_of(g), g.rules.table)
    if g.policies.on_a_half == "wholly":
        return completely_inside(base_of(body), half)
    return inside_of(base_of(body, POINT_MM if g.policies.on_a_half == "centre" else None), half)


def completely_on_half(g: Game, body: Body, seat: int) -> bool:
    half = zones.half(deployment_of(g), end_of(g, seat), table_of(g), g.rules.table)
    return completely_inside(base_of(body), half)


def in_zone(g: Game, body: Body, seat: int) -> bool:
    """Whether the body is in that player's Deployment Zone (M3E-SETUP-07 to -11, M3E-STRAT-13)."""
    zone = zones.zone(deployment_of(g), end_of(g, seat), table_of(g), g.rules.table)
    if g.policies.on_a_half == "wholly":
        return zone.holds(base_of(body))
    return zone.touches(base_of(body, POINT_MM if g.policies.on_a_half == "centre" else None))


def quarters_of(g: Game, body: Body) -> tuple[int, ...]:
    """The table quarters, 0 to 3, that contain any part of the base."""
    return table_zones.quarters_of(base_of(body), table_of(g))


# Points


def near_point(body: Body, point: Point, inches: float) -> bool:
    """Whether the base is within that many inches of a point of the table."""
    return hypot(body.x - point[0], body.y - point[1]) - body.mm / 2 * MM <= inches + TOUCH


def centrepoint(g: Game) -> Point:
    return table_zones.centre_point(table_of(g))


def corners(g: Game) -> tuple[Point, ...]:
    return table_zones.corners(table_of(g))


def own_corners(g: Game, seat: int) -> tuple[Point, ...]:
    """The table corners in the player's own zone."""
    return zones.friendly_corners(deployment_of(g), end_of(g, seat), table_of(g), g.rules.table)
