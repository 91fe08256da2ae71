"""The rulesets of the table, edition by edition: measuring, movement, sight, cover, hazards, areas.

>>> TABLE_M2E.climb_price, TABLE_M1E.auras
(2, 'route')
"""

from __future__ import annotations

from rules.table.policies import TablePolicies

# The Third Edition's core rulebook (M3E).
TABLE_M3E = TablePolicies()

# The Second Edition by a tournament organiser's terrain guide (T2).
TABLE_M2E = TablePolicies(
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

# The First Edition's movement and sight by the rulings of 2013 (M1, M1R); its cover is not among them.
TABLE_M1E = TablePolicies(
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

TABLE_POLICIES: dict[str, TablePolicies] = {"m3e": TABLE_M3E, "m2e": TABLE_M2E, "m1e": TABLE_M1E}
