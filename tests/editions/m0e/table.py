"""Its table: two Deployment Zones, and Walks that may go anywhere."""

from __future__ import annotations

from rules.table.policies import TablePolicies
from rules.table.rules import TableRules
from rules.table.zones import Deployment, across, along_edges, diagonal, in_corners

DEPLOYMENTS = (
    Deployment(
        slug="banks",
        words="within 4 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, 4),
        centre=lambda w, d, _: across(w, d),
    ),
    Deployment(
        slug="wharf",
        words="within 8 inches of two opposite corners",
        zones=lambda w, d, _: in_corners(w, d, 8),
        centre=lambda w, d, _: diagonal(w, d),
    ),
)
RULES = TableRules(policies=TablePolicies(climb_price=3), words="by its own leaflet", deployments=DEPLOYMENTS)
