"""Several at one moment: a thread for each, and a place amid the work where they wait for each other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tests.workers.portal import PATIENCE


class Meeting:
    """Where ``hands`` wait for all of them, once: each is there before any goes on.

    Nobody waits for one that has ended or failed, nor longer than ``seconds``: whoever is kept away by a
    lock that the first one holds cannot come. ``met`` tells whether all were there.
    """

    def __init__(self, hands: int, seconds: float = PATIENCE) -> None:
        self._gate = threading.Barrier(hands)
        self._seconds = seconds
        self._looked = threading.Event()
        self._been = threading.local()
        self.met = False

    def wait(self) -> None:
        """The first time in each thread; later ones pass."""
        if hasattr(self._been, "here"):
            return
        self._been.here = True
        self._looked.set()
        with contextlib.suppress(threading.BrokenBarrierError):
            self._gate.wait(self._seconds)
            self.met = True

    def end(self) -> None:
        """One of them will not come, or has gone on already."""
        self._looked.set()
        self._gate.abort()

    def somebody_is_here(self) -> None:
        """Wait until the first one has come, or has ended without coming."""
        self._looked.wait(PATIENCE)


def one_amid_the_other(first: Callable[[], Any], second: Callable[[], Any], meeting: Meeting) -> list[str]:
    """``second`` begins once ``first`` has come to the meeting; the exceptions, in words.

    What keeps ``second`` from getting there is what ``first`` holds, not chance.
    """

    def later() -> None:
        meeting.somebody_is_here()
        second()

    return at_once([first, later], meeting)


def at_once(works: list[Callable[[], Any]], meeting: Meeting | None = None) -> list[str]:
    """Every work on a thread of its own, begun together; the exceptions, in words."""
    begin, errors = threading.Barrier(len(works)), []

    def run(work: Callable[[], Any]) -> None:
        try:
            begin.wait(PATIENCE)
            work()
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
        finally:
            if meeting is not None:
                meeting.end()
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors
