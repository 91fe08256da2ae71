"""The Second Edition's table, by a tournament organiser's terrain guide (T2)."""

from __future__ import annotations

from rules.editions.m2e.pieces import GUIDE
from rules.editions.m2e.zones import DEPLOYMENTS
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

TABLE = TablePolicies(
    climbing="any_but_push",
    walk_may_not_leave="strikes",
    vertical_counts=False,
    climb_price=2,
    falling="each_inch",
    severe_slows_pushes=False,
    push_is_a_move=False,
    flight_counts_rise=True,
    sight_from="vantage",
    shadows=False,
    cover_from="near_terrain",
    hazards_once_a="turn",
    spirits_pass=True,
    spirits_fly=True,
)
RULES = TableRules(policies=TABLE, words="by the terrain guide", deployments=DEPLOYMENTS, guide=GUIDE)
