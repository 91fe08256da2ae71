"""Strategic Withdrawal: when it may be declared, and in which order (SL-WITHDRAW-01, -02)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class WithdrawalPolicies(Protocol):
    @property
    def double_withdrawal(self) -> bool: ...


def may_withdraw(
    initiative_winner: int, withdrawn: Collection[int], policies: WithdrawalPolicies
) -> tuple[int, ...]:
    """The seats that may withdraw now, in the order in which they are asked. It is asked directly
    after each initiative flip and at no other time (SL-WITHDRAW-01).

    The winner of the flip decides first (SL-WITHDRAW-02). Once a Crew has withdrawn nobody else may,
    unless the campaign lets both (A-09).

    >>> from rules.game.results.result import HOUSE
    >>> may_withdraw(1, (), HOUSE), may_withdraw(0, (1,), HOUSE)
    ((1, 0), ())
    """
    if withdrawn and not policies.double_withdrawal:
        return ()
    return tuple(seat for seat in (initiative_winner, 1 - initiative_winner) if seat not in withdrawn)


WITHDRAWN = "withdrawn"
