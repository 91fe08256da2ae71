"""Long computing stays outside every transaction: who holds a lock makes everybody else wait.

An operation that needs something computed from what it reads under its lock asks for it by ``computed``. The
transaction is rolled back, the answer is computed without one, and the operation is done again; it finds the
answer if it still reads the same.

Whoever opens the outermost transaction does it again: the operation itself (``computes``), an act of the API
with its answer (``api.serving``), a command of the workers (``dispatch.execution``). Of an operation that is
not marked the view is done again, by ``web.middleware.RefusalMiddleware``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import connection

from rules.refusal import Refusal

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST_TRIES = 8


class Computed(NamedTuple):
    """What a function gave for its arguments, or the exception that it raised."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: Any = None
    error: Exception | None = None


class NotComputed(Exception):
    """The operation needs what ``function`` gives for ``arguments``: it is rolled back and done again."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        super().__init__(f"{function.__qualname__} was not computed before the transaction")
        self.function, self.arguments = function, arguments


_computed: ContextVar[list[Computed] | None] = ContextVar("computed for this operation", default=None)
_alone: ContextVar[bool] = ContextVar("nobody waits", default=False)


def in_transaction() -> bool:
    """Whether a transaction is open here that others may wait for; one of a test case is none."""
    return not _alone.get() and any(not _of_test(block) for block in connection.atomic_blocks)


def _of_test(block: Any) -> bool:
    return bool(block._from_testcase)


@contextmanager
def nobody_waits() -> Iterator[None]:
    """The database is this process's alone, as before a portal serves: here one may compute anywhere."""
    mark = _alone.set(True)
    try:
        yield
    finally:
        _alone.reset(mark)


def computed(function: Callable[..., Result], *arguments: Any) -> Result:
    """``function(*arguments)``, computed without a transaction. The arguments are compared, and are all that
    the function depends on, but for chance."""
    if not in_transaction():
        return function(*arguments)
    for answer in _computed.get() or ():
        if answer.function is function and answer.arguments == arguments:
            if answer.error is not None:
                raise answer.error
            result: Result = answer.result
            return result
    raise NotComputed(function, arguments)


def with_computing(
    operation: Callable[[], Result],
    before: Callable[[], object] = lambda: None,
    needed: NotComputed | None = None,
) -> Result:
    """Do the operation, again after each computation that it needs; ``before`` is called ahead of each. Where
    it was tried already, it ``needed`` something: that is computed first.

    Within another such call, or another's transaction, that one does it again. ``Refusal`` when what it is
    computed from changes each time."""
    if _computed.get() is not None or in_transaction():
        return operation()
    answers: list[Computed] = []
    mark = _computed.set(answers)
    try:
        for _ in range(MOST_TRIES):
            if needed is not None:
                before()
                answers.append(_compute(needed.function, needed.arguments))
            try:
                return operation()
            except NotComputed as another:
                needed = another
    finally:
        _computed.reset(mark)
    raise Refusal("What this depends on changed each time it was computed.", fix="Try again in a moment.")


def computes(operation: Callable[Given, Result]) -> Callable[Given, Result]:
    """Mark an operation that may need something computed (``with_computing``)."""

    @wraps(operation)
    def again(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        return with_computing(lambda: operation(*args, **kwargs))

    return again


def _compute(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Computed:
    try:
        return Computed(function, arguments, function(*arguments))
    except Exception as error:
        return Computed(function, arguments, error=error)
