"""The First Edition's Deployment Zones on a table of 36 by 36 inches (M1-ENC-05, -06)."""

from __future__ import annotations

import math
from typing import Literal, get_args

from rules.table.geometry.footprints import Outline
from rules.table.geometry.plane import Point
from rules.table.policies import TablePolicies
from rules.table.zones import Deployment, Zone

DeploymentM1 = Literal["diagonal", "standard", "corners"]
NAMES: tuple[DeploymentM1, ...] = get_args(DeploymentM1)
SIDE = 36.0
NEUTRAL_STRIP, DIAGONAL_DEPTH, STANDARD_DEPTH, CORNER_SIDE = 20.0, 8.0, 6.0, 8.0


def zones(deployment: DeploymentM1) -> tuple[Outline, Outline]:
    """Both zones, the lower (left) one first.

    Diagonal: two bands 8" deep along a strip 20" wide around the diagonal. Standard: 6" along opposite edges.
    Corners: squares of 8" in opposite corners.
    """
    south = Outline(_south(deployment))
    return south, Outline(tuple((SIDE - x, SIDE - y) for x, y in south.points))


def _south(deployment: DeploymentM1) -> tuple[Point, ...]:
    if deployment == "standard":
        return (0.0, 0.0), (SIDE, 0.0), (SIDE, STANDARD_DEPTH), (0.0, STANDARD_DEPTH)
    if deployment == "corners":
        return (0.0, 0.0), (CORNER_SIDE, 0.0), (CORNER_SIDE, CORNER_SIDE), (0.0, CORNER_SIDE)
    # A line parallel to the diagonal at that distance meets both edges that far from the corner.
    near = round(SIDE - (NEUTRAL_STRIP / 2 + DIAGONAL_DEPTH) * math.sqrt(2), 3)
    far = round(SIDE - NEUTRAL_STRIP / 2 * math.sqrt(2), 3)
    return (near, 0.0), (far, 0.0), (0.0, far), (0.0, near)


def centre_line(deployment: DeploymentM1) -> tuple[Point, Point]:
    """The line between the two sides."""
    if deployment == "standard":
        return (0.0, SIDE / 2), (SIDE, SIDE / 2)
    return (0.0, SIDE), (SIDE, 0.0)


def _deployment(name: DeploymentM1, words: str) -> Deployment:
    def both(w: float, d: float, policies: TablePolicies) -> tuple[Zone, Zone]:
        low, high = zones(name)
        return Zone(low), Zone(high)

    return Deployment(
        slug=name, words=words, zones=both, centre=lambda w, d, _: centre_line(name), only=(SIDE, SIDE)
    )


DEPLOYMENTS = (
    _deployment("diagonal", "two bands 8 inches deep along a strip of 20 inches about the diagonal"),
    _deployment("standard", "within 6 inches of two opposite edges"),
    _deployment("corners", "squares of 8 inches in two opposite corners"),
)
