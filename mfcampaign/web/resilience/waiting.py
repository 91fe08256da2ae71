"""How long a request waits for the writers before it: for a lock of the database, and for its thread.

Only web processes are impatient (``mfcampaign/wsgi.py``); workers, the ticker and commands of operators wait
as long as the settings of the database say.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection
from django.db.backends.signals import connection_created
from django.http import HttpRequest

LOCK_SECONDS = 2.0
AT_ONCE_SECONDS = 0.1
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

_thread = threading.local()
_in_vain_at = 0.0


def wait_briefly() -> None:
    """From now on this process waits ``LOCK_SECONDS`` for a lock, then the answer is 503."""
    connection_created.connect(_impatient, dispatch_uid="waiting.impatient")


def _impatient(connection: Any, **_: Any) -> None:
    _set_wait(connection, LOCK_SECONDS)


def _set_wait(connection: Any, seconds: float) -> None:
    milliseconds = int(seconds * 1000)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout={milliseconds}")
        elif connection.vendor == "postgresql":
            cursor.execute(f"SET lock_timeout='{milliseconds}ms'")


@contextmanager
def unless_locked() -> Iterator[None]:
    """What one statement writes within is not worth waiting for: on SQLite, where one writer stops all
    others, it is left out while somebody writes for long."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        before: int = cursor.fetchone()[0]
    _set_wait(connection, AT_ONCE_SECONDS)
    try:
        yield
    except OperationalError as problem:
        if "locked" not in str(problem):
            raise
    finally:
        _set_wait(connection, before / 1000)


def begin_at(moment: float) -> None:
    """The request that this thread answers next was complete at that moment (``time.monotonic``)."""
    _thread.arrived_at = moment


def waited_in_vain() -> None:
    """A request of this process got no lock in its time."""
    global _in_vain_at
    _in_vain_at = time.monotonic()


def queued_behind_lock(request: HttpRequest) -> bool:
    """Whether a request that writes stood in the queue for a thread while one before it waited in vain: it is
    not begun, or those behind it would wait as long again. A queue that is merely long goes on."""
    arrived_at: float = getattr(_thread, "arrived_at", time.monotonic())
    late = time.monotonic() - arrived_at > LOCK_SECONDS
    return late and arrived_at < _in_vain_at and request.method not in SAFE_METHODS
