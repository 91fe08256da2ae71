"""The policies of the table, edition by edition: measuring, movement, sight, cover, hazards, areas."""

from __future__ import annotations

from rules.editions.m1e.table import TABLE_M1E
from rules.editions.m2e.table import TABLE_M2E
from rules.editions.m3e.table import TABLE_M3E
from rules.table.policies import TablePolicies

TABLE_POLICIES: dict[str, TablePolicies] = {"m3e": TABLE_M3E, "m2e": TABLE_M2E, "m1e": TABLE_M1E}
