"""Fifty players at the embedded portal: how long their pages take.

Each asks for one main page after the other, and every twentieth time does an act of the league: at once, as
fast as the portal answers (the worst evening), and with three seconds of reading between.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from itertools import cycle, islice
from statistics import quantiles
from subprocess import DEVNULL, Popen
from sys import executable
from typing import Any

from scripts.benchmarks.pages import _FACTS, ROOT, _manage, ask
from tests.services import free_port

PLAYERS, SECONDS, AN_ACT = 50, 30.0, 20
READING = {"at_once": 0.0, "reading_3_s": 3.0}


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        env = {
            **os.environ,
            "VAR_DIR": home,
            "DATABASE_URL": f"sqlite:///{home}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "scripts.benchmarks.site_settings",
        }
        env.pop("REDIS_URL", None)
        port = free_port()
        portal = Popen(
            [executable, "manage.py", "portal", "--port", str(port)], cwd=ROOT, env=env, stdout=DEVNULL
        )
        try:
            _await(port)
            cookie, *paths = _manage(env, "shell", "-v0", "-c", _FACTS).strip().splitlines()[-1].split()
            for path in paths:
                ask(port, path, cookie)
            return {name: _evening(port, cookie, paths, pause) for name, pause in READING.items()}
        finally:
            portal.terminate()
            portal.wait(40)


def _await(port: int) -> None:
    for _ in range(120):
        try:
            ask(port, "/yardstick", "")
        except OSError:
            time.sleep(1)
        else:
            return
    raise RuntimeError("The portal does not answer.")


def _evening(port: int, cookie: str, paths: list[str], reading: float) -> dict[str, Any]:
    """The percentiles of all pages, in milliseconds, and how many were asked for."""
    times: list[float] = []
    ends = time.monotonic() + SECONDS

    def play(place: int) -> None:
        time.sleep(reading * place / PLAYERS)
        for number, path in enumerate(islice(cycle(paths), place % len(paths), None), 1):
            if time.monotonic() > ends:
                return
            if number % AN_ACT == place % AN_ACT:
                ask(port, "/act", cookie)
            times.append(ask(port, path, cookie)[0])
            time.sleep(reading)

    players = [threading.Thread(target=play, args=(place,)) for place in range(PLAYERS)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    cuts = quantiles(times, n=20)
    return {"pages": len(times), "p50_ms": round(1000 * cuts[9], 1), "p95_ms": round(1000 * cuts[18], 1)}
