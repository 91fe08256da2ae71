"""The Fourth Edition's tables."""

from __future__ import annotations

from rules.table.policies import TablePolicies
from rules.table.rules import TableRules
from rules.table.zones import Deployment, across, along_edges

DEPLOYMENTS = (
    Deployment(
        slug="standard",
        words="within 8 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, 8),
        centre=lambda w, d, _: across(w, d),
    ),
)
RULES = TableRules(policies=TablePolicies(), deployments=DEPLOYMENTS)
