"""The Fourth Edition's tables: its zones and pieces, and what its rulebook advises (M4-HIRE-02).

Distances are horizontal (M4-MEAS-01), sight, Cover and Concealment its own (M4-LOS, M4-COVER); a fall of two
inches or more is 1 damage (M4-MOVE-14). Its own moves are not kept yet: where a move may go is the Third
Edition's, and the pages say so.
"""

from __future__ import annotations

from rules.editions.m4e.advice import COVERAGE, warnings
from rules.editions.m4e.zones import DEPLOYMENTS
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

RULES = TableRules(
    policies=TablePolicies(
        vertical_counts=False,
        falling="one",
        sight_from="near_end",
        shadows=False,
        cover_from="near_blocking",
        concealing_by_height=False,
    ),
    words="with moves of the Third",
    deployments=DEPLOYMENTS,
    advice=warnings,
    keeps_advice=True,
    coverage=COVERAGE,
    coverage_words="The rulebook asks for about 45 to 65 %.",
    usual_coverage=48,
    usual_mix=(26, 41, 33),
)
