"""Who engages whom: range and sight (M3E-ENG-01, -02)."""

from __future__ import annotations

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.measure import within
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.sight import sees


def engages(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> bool:
    """Whether ``one`` engages the enemy ``other``: in its longest melee range and in its sight.

    With unequal ranges this may hold one way only. A model without a melee action engages nobody.
    """
    if one.reach is None or one.kind != "model" or other.kind != "model" or one.side == other.side:
        return False
    return within(one, other, one.reach, policies) and sees(table, one, other, policies)


def engaged_by(table: Table, model: Base, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """The enemies that engage the model; it is engaged when there is one."""
    return tuple(other for other in table.bases if engages(table, other, model, policies))


def engaging(table: Table, model: Base, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """The enemies the model engages; that alone costs it nothing (M3E-ENG-03)."""
    return tuple(other for other in table.bases if engages(table, model, other, policies))
