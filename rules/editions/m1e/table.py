"""The First Edition's movement and sight by the rulings of 2013 (M1, M1R); its cover is not among them."""

from __future__ import annotations

from rules.editions.m1e.zones import DEPLOYMENTS
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

TABLE = TablePolicies(
    climbing="any_but_push",
    walk_may_not_leave="strikes",
    vertical_counts=False,
    climb_price=2,
    falling="flips",
    models_compare="target",
    shadows=False,
    spirits_hide=False,
    spirits_pass=True,
    auras="route",
    push_into="place",
)
RULES = TableRules(policies=TABLE, words="by the rulings of 2013", deployments=DEPLOYMENTS)
