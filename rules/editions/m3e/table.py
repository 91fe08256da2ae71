"""The policies of the table of the Third Edition's core rulebook (M3E)."""

from __future__ import annotations

from rules.table.policies import TablePolicies

TABLE_M3E = TablePolicies()
