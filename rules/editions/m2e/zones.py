"""The Second Edition's Deployment Zones on a table of 36 by 36 inches (M2-SETUP-02, -04 to -07)."""

from __future__ import annotations

from typing import Literal, get_args

from rules.table import zones
from rules.table.geometry.footprints import rectangle
from rules.table.geometry.plane import Point
from rules.table.zones import Zone

DeploymentM2 = Literal["standard", "corner", "flank", "close"]
DEPLOYMENTS: tuple[DeploymentM2, ...] = get_args(DeploymentM2)
SIDE = 36.0
STANDARD_DEPTH, CLOSE_DEPTH, CORNER_REACH = 6.0, 12.0, 12.0


def zones_of(deployment: DeploymentM2) -> tuple[Zone, Zone]:
    """Return both zones, the lower (left) one first.

    Standard and Close: 6" and 12" along opposite edges. Corner: within 12" of opposite corners. Flank:
    opposite quarters of 18" by 18", within 9" of their edges, as in the Third Edition.
    """
    if deployment == "corner":
        return Zone(corner=(0.0, 0.0), reach=CORNER_REACH), Zone(corner=(SIDE, SIDE), reach=CORNER_REACH)
    if deployment == "flank":
        return zones.zone("flank", "south"), zones.zone("flank", "north")
    depth = STANDARD_DEPTH if deployment == "standard" else CLOSE_DEPTH
    return Zone(rectangle(0, 0, SIDE, depth)), Zone(rectangle(0, SIDE - depth, SIDE, depth))


def centre_line(deployment: DeploymentM2) -> tuple[Point, Point]:
    """Return the line between the two sides."""
    if deployment in ("corner", "flank"):
        return (0.0, SIDE), (SIDE, 0.0)
    return (0.0, SIDE / 2), (SIDE, SIDE / 2)
