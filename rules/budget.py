"""What a long computation may cost: the caller says when it is spent, the loops ask.

The core has no clock. Whoever calls it sets what tells the end (``limited``: a deadline, a number of steps),
and the loops that can take long ask in each turn (``check``). Within no limit nothing is asked and nothing
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.refusal import Refusal

_spent: ContextVar[Callable[[], bool] | None] = ContextVar("spent", default=None)


class OutOfBudget(Refusal):
    """The computation took longer than it may; the sentence says what was reached."""

    def __init__(self, reached: str) -> None:
        super().__init__(
            f"That takes longer to compute than it may: {reached}.", fix="Ask for less, or in smaller parts."
        )


@contextmanager
def limited(spent: Callable[[], bool]) -> Iterator[None]:
    """Until ``spent()`` is true; within it ``check`` raises from then on."""
    before = _spent.set(spent)
    try:
        yield
    finally:
        _spent.reset(before)


def check(reached: Callable[[], str]) -> None:
    """``OutOfBudget``, saying what was ``reached``, once the budget is spent.

    >>> with limited(lambda: True):
    ...     check(lambda: "2 of 9 were tried")
    Traceback (most recent call last):
    rules.budget.OutOfBudget: That takes longer to compute than it may: 2 of 9 were tried.
    """
    spent = _spent.get()
    if spent is not None and spent():
        raise OutOfBudget(reached())
