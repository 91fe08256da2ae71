"""The Fourth Edition's tables: its zones and pieces, and what its rulebook advises (M4-HIRE-02).

Distances are horizontal (M4-MEAS-01); a fall of two inches or more is 1 damage (M4-MOVE-14). Its own sight
and cover are not kept yet: what is measured of these is the Third Edition's, and the pages say so.
"""

from __future__ import annotations

from rules.editions.m4e.advice import COVERAGE, warnings
from rules.editions.m4e.zones import DEPLOYMENTS
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

RULES = TableRules(
    policies=TablePolicies(vertical_counts=False, falling="one"),
    words="with sight and cover of the Third",
    deployments=DEPLOYMENTS,
    advice=warnings,
    keeps_advice=True,
    coverage=COVERAGE,
    coverage_words="The rulebook asks for about 45 to 65 %.",
    usual_coverage=48,
    usual_mix=(26, 41, 33),
)
