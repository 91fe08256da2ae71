"""Limits of expensive computations: few at a time in a process, each with a deadline, charged to its person.

A long computation holds a thread and the interpreter. ``expensive`` lets ``DEAR_AT_ONCE`` of such requests
compute side by side, so that threads remain for all others; the next ones wait a moment and are then answered
with 503 and ``Retry-After``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

from mfcampaign.web.resilience.failures import Busy
from mfcampaign.web.resilience.rate_limit import SECONDS as HOUR
from mfcampaign.web.resilience.rate_limit import asker, counted
from rules import budget
from rules.refusal import Refusal

WAIT_SECONDS = 2.0
EACH_SECONDS = 8.0
HOUR_SECONDS = 300
"""Seconds of computing, all requests of one person or address within one hour together."""
UNITS = 1000

_slots = threading.BoundedSemaphore(settings.DEAR_AT_ONCE)
_within: ContextVar[bool] = ContextVar("within an expensive computation", default=False)


@contextmanager
def expensive(request: HttpRequest, seconds: float = EACH_SECONDS) -> Iterator[None]:
    """Compute within, for at most so many seconds (``rules.budget.OutOfBudget``, where its loops ask).

    ``Busy`` while as many others compute; ``Refusal`` for a person who used up this hour's share. Nested
    calls count as one.
    """
    if _within.get():
        yield
        return
    who = asker(request)
    expect_share(who)
    if not _slots.acquire(timeout=WAIT_SECONDS):
        raise Busy
    mark = _within.set(True)
    until = time.monotonic() + seconds
    try:
        with charged(who), budget.limited(lambda: time.monotonic() > until):
            yield
    finally:
        _within.reset(mark)
        _slots.release()


def expect_share(who: str) -> None:
    """``Refusal`` for a person (id) or address that used up this hour's share."""
    used = counted(f"cost:{who}", HOUR, 0, wait=False).number
    if used > HOUR_SECONDS * UNITS:
        raise Refusal("That was much to compute within one hour.", fix="Wait a while.")


@contextmanager
def charged(who: str) -> Iterator[None]:
    """What is computed within counts towards the share of that person or address: the part of a worker, too,
    which has no request."""
    began = time.thread_time()
    try:
        yield
    finally:
        counted(f"cost:{who}", HOUR, int((time.thread_time() - began) * UNITS), wait=False)
