"""``manage.py ticker``: ticks and sweeps of a portal without Celery, until the process is stopped."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from mfcampaign.dispatch.operations import sweep, tick


class Command(BaseCommand):
    help = "Tick every minute and sweep every few seconds, in this process, until SIGTERM or SIGINT."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tick", type=float, default=60.0, help="seconds between ticks")
        parser.add_argument("--sweep", type=float, default=5.0, help="seconds between sweeps")
        parser.add_argument("--once", action="store_true", help="tick and sweep once, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: stop.set())
        next_tick = 0.0
        while not stop.is_set():
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + options["tick"]
                ticked = self._survive(tick)
                if ticked is not None and ticked.more:
                    next_tick = 0.0  # a batch at a time: sweeps come in between
            self._survive(sweep)
            close_old_connections()
            if options["once"]:
                return
            stop.wait(min(options["sweep"], max(0.1, next_tick - time.monotonic())))

    def _survive(self, look_after: Any) -> Any:
        """A database that is away for a minute must not stop the clock for good."""
        try:
            return look_after()
        except Exception as problem:
            self.stderr.write(f"{look_after.__name__}: {problem}")
            return None
