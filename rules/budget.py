"""What a long computation may cost, and where it may not begin.

The core has no clock. Whoever calls it sets what tells the end (``limited``: a deadline, a number of steps),
and the loops that can take long ask in each turn (``check``). Within no limit nothing is asked and nothing
changes. What can take long says so as it begins (``begin``): a portal that holds a lock for others refuses it
(``refuse_while``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.refusal import Refusal

_spent: ContextVar[Callable[[], bool] | None] = ContextVar("spent", default=None)
_held: Callable[[], bool] = bool


class OutOfBudget(Refusal):
    """The computation took longer than it may; the sentence says what was reached."""

    def __init__(self, reached: str) -> None:
        super().__init__(
            f"That takes longer to compute than it may: {reached}.", fix="Ask for less, or in smaller parts."
        )


class Misplaced(RuntimeError):
    """A long computation began where others wait for its end: a fault of the calling code."""


def refuse_while(held: Callable[[], bool]) -> Callable[[], bool]:
    """From now on no long computation begins while ``held()`` is true; what was asked before."""
    global _held
    before, _held = _held, held
    return before


def begin(what: str) -> None:
    """``Misplaced`` where ``what`` must not be computed now.

    >>> before = refuse_while(lambda: True)
    >>> begin("a pairing")
    Traceback (most recent call last):
    rules.budget.Misplaced: a pairing is computed while others wait for a lock
    >>> _ = refuse_while(before)
    """
    if _held():
        raise Misplaced(f"{what} is computed while others wait for a lock")


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
