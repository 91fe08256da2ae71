"""The event page while 200 clients watch it: p95 beside a constant view, under the same watching.

The watchers ask as their pages do (every eight seconds, with the acts they have seen; almost all of it
204s). The server is that of the page bench. ``python -m scripts.benchmarks.watching`` prints JSON.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import threading
import time
from http.client import HTTPConnection, HTTPException
from typing import Any

from scripts.benchmarks.pages import _manage, _server

WATCHERS, EVERY, LOOKS = 200, 8.0, 60
HANDS = 4
_FACTS = """
from mfcampaign.events.demo import NAME
from mfcampaign.events.models import Event
event = Event.objects.get(name=NAME)
print(event.slug, event.acts)
"""


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        env = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{home}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "scripts.benchmarks.site_settings",
        }
        env.pop("REDIS_URL", None)
        for command in (["migrate", "-v0"], ["load_catalogue", "-v0"], ["demo"]):
            _manage(env, *command)
        slug, acts = _manage(env, "shell", "-v0", "-c", _FACTS).strip().splitlines()[-1].split()
        with _server(env) as port:
            return _measure(port, f"/events/{slug}/", acts)


def _measure(port: int, page: str, acts: str) -> dict[str, Any]:
    over, told = threading.Event(), {204: 0}
    watch = {"HX-Request": "true", "X-Seen": acts}
    hands = [threading.Thread(target=_watch, args=(port, page, watch, over, told)) for _ in range(HANDS)]
    for hand in hands:
        hand.start()
    try:
        constant, looked = [], []
        for _ in range(LOOKS):
            constant.append(_look(port, "/constant", {})[0])
            looked.append(_look(port, page, {})[0])
    finally:
        over.set()
        for hand in hands:
            hand.join()
    p95, base = (statistics.quantiles(times, n=20)[-1] for times in (looked, constant))
    return {
        "watchers": WATCHERS,
        "unchanged_answers": told[204],
        "p95_ms": round(1000 * p95, 1),
        "p95_over_constant": round(p95 / base, 1),
        "median_over_constant": round(statistics.median(looked) / statistics.median(constant), 1),
    }


def _watch(
    port: int, page: str, headers: dict[str, str], over: threading.Event, told: dict[int, int]
) -> None:
    """One hand asks for its share of the watchers, evenly spread."""
    pause = EVERY * HANDS / WATCHERS
    while not over.wait(pause):
        try:
            _, status = _look(port, page, headers)
        except (OSError, HTTPException):
            continue
        told[status] = told.get(status, 0) + 1


def _look(port: int, page: str, headers: dict[str, str]) -> tuple[float, int]:
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", page, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return time.perf_counter() - began, answer.status


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
