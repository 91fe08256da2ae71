"""The Third Edition's Deployment Zones, on a table of any size (M3E-SETUP-06 to -14).

``south`` and ``north`` zones lie at the lower and upper edge, or the lower left and upper right corner or
quarter; a mirrored or turned choice is the same table turned.
"""

from __future__ import annotations

from typing import Literal, cast, get_args

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline
from rules.table.geometry.plane import Point, point_to_segment
from rules.table.measuring import at_most
from rules.table.policies import POLICIES, TablePolicies
from rules.table.zones import (
    Deployment,
    End,
    Zone,
    across,
    along_edges,
    corners,
    diagonal,
    in_corners,
    in_quarters,
    opposite,
)

DeploymentM3 = Literal["standard", "corner", "flank", "wedge"]
NAMES: tuple[DeploymentM3, ...] = get_args(DeploymentM3)
BY_SUIT: dict[str, DeploymentM3] = {"r": "standard", "c": "corner", "t": "flank", "m": "wedge"}
STANDARD_DEPTH, CORNER_REACH, FLANK_BAND, WEDGE_TIP = 8.0, 12.0, 9.0, 12.0


def _corner(w: float, d: float, policies: TablePolicies) -> tuple[Zone, Zone]:
    if policies.corner_zone == "disc":
        return in_corners(w, d, CORNER_REACH)
    low = ((0.0, 0.0), (CORNER_REACH, 0.0), (CORNER_REACH, CORNER_REACH), (0.0, CORNER_REACH))
    return opposite(low, w, d)


def _by_zone(w: float, d: float, policies: TablePolicies) -> tuple[Point, Point]:
    """The line between zones in corners or quarters (M3E-SETUP-13)."""
    return diagonal(w, d) if policies.centre_line == "by_zone" else across(w, d)


DEPLOYMENTS = (
    Deployment(
        slug="standard",
        words="within 8 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, STANDARD_DEPTH),
        centre=lambda w, d, _: across(w, d),
    ),
    Deployment(
        slug="corner",
        words="within 12 inches of two opposite corners",
        zones=_corner,
        centre=_by_zone,
    ),
    Deployment(
        slug="flank",
        words="two opposite quarters, within 9 inches of their edges",
        zones=lambda w, d, _: in_quarters(w, d, FLANK_BAND),
        centre=_by_zone,
    ),
    Deployment(
        slug="wedge",
        words="two wedges from opposite edges, their tips 12 inches in",
        zones=lambda w, d, _: opposite(((0.0, 0.0), (w, 0.0), (w / 2, WEDGE_TIP)), w, d),
        centre=lambda w, d, _: across(w, d),
    ),
)
_BY_SLUG = {each.slug: each for each in DEPLOYMENTS}


def deployment_of(suit: str) -> DeploymentM3:
    """The Deployment of the Defender's suit, r t c or m (M3E-SETUP-06)."""
    try:
        return BY_SUIT[suit.lower()]
    except KeyError:
        raise Refusal(f"{suit!r} is no suit.", rule="M3E-SETUP-06", fix="One of r, c, t, m.") from None


def zone(
    deployment: DeploymentM3, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> Zone:
    """One player's zone; the opponent's is the other end (M3E-SETUP-07 to -11)."""
    return _BY_SLUG[deployment].zone(end, table, policies)


def zone_named(deployment: str, end: str) -> Zone:
    """The zone of a Deployment as an Encounter names it, Standard where none was agreed."""
    return zone(cast(DeploymentM3, deployment.lower() or "standard"), cast(End, end))


def centre_line(
    deployment: DeploymentM3, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[Point, Point]:
    """The line that cuts the table in two equal halves (M3E-SETUP-12, -13)."""
    return _BY_SLUG[deployment].centre_line(table, policies)


def half(
    deployment: DeploymentM3, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> Outline:
    """The half of the table that contains that end's zone (M3E-SETUP-14)."""
    return _BY_SLUG[deployment].half(end, table, policies)


def half_named(deployment: str, end: str) -> Zone:
    """The half of the table that contains the zone of those names, as an area."""
    return Zone(area=half(cast(DeploymentM3, deployment.lower() or "standard"), cast(End, end)))


def on_centre_line(
    base: Base, deployment: DeploymentM3, table: Table | None = None, policies: TablePolicies = POLICIES
) -> bool:
    """Whether any part of the base is on the centre line."""
    start, end = centre_line(deployment, table, policies)
    return at_most(point_to_segment(base.x, base.y, start, end), base.radius)


def friendly_corners(
    deployment: DeploymentM3, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[Point, ...]:
    """The table corners in that end's zone (M3E-SETUP-14)."""
    own = zone(deployment, end, table, policies)
    if own.corner is not None:
        return (own.corner,)
    assert own.area is not None
    return tuple(point for point in corners(table) if point in own.area.points)


def friendly_edges(
    deployment: DeploymentM3, end: End, table: Table | None = None, policies: TablePolicies = POLICIES
) -> tuple[tuple[Point, Point], ...]:
    """The table edges along which that end's zone lies (M3E-SETUP-14)."""
    ring = corners(table)
    sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
    own = zone(deployment, end, table, policies)
    if own.corner is not None:
        return tuple(side for side in sides if own.corner in side)
    assert own.area is not None
    points = own.area.points
    return tuple(side for side in sides if sum(point_to_segment(x, y, *side) == 0.0 for x, y in points) >= 2)
