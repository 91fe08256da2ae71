"""What an edition decides about its tables."""

from __future__ import annotations

from msgspec import Struct

from rules.table.policies import TablePolicies


class TableRules(Struct, frozen=True, kw_only=True):
    """``policies``: measuring, movement, sight, cover, hazards, areas."""

    policies: TablePolicies
