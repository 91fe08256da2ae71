"""An event's page and a league's while 200 clients watch it (``WATCHERS=1000``: so many): p95 beside
the yardstick page, under the same watching.

The watchers ask as their pages do where nothing streams, with the acts they have seen: almost all of it
is 204s. Between them the page and the yardstick page are asked for in turn, in rounds; a ratio is the
median of the rounds. The server is that of the page bench. What was asked, and how much of it in time,
is told as well: on a machine too busy for the watching the figures say less.
``python -m scripts.benchmarks.watching`` prints JSON, within a minute or so.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import threading
import time
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from scripts.benchmarks.pages import _manage, _server

WATCHERS = int(os.environ.get("WATCHERS", "200"))
HANDS = 10
ROUNDS, LOOKS, SECONDS = 3, 60, 12.0
_FACTS = """
from django.contrib.auth import get_user_model
from mfcampaign.events import demo
get_user_model().objects.create_user("host")
names = [f"player {n}" for n in range(10)]
for name in names[:demo.WITH_ACCOUNT]:
    get_user_model().objects.create_user(name)
event = demo.make("host", names)
event.refresh_from_db()
from mfcampaign.campaigns.models import Campaign
league = Campaign.objects.filter(listed=True).latest("acts")
print(event.slug, event.acts, league.slug, league.acts)
"""


class Watched(NamedTuple):
    """A page, and what those who have it open ask for every so many seconds."""

    page: str
    asked: str
    headers: dict[str, str]
    every: float


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
        facts = _manage(env, "shell", "-v0", "-c", _FACTS).strip().splitlines()[-1].split()
        event, event_acts, league, league_acts = facts
        seen = {"HX-Request": "true", "X-Seen": event_acts}
        pages = {
            "event": Watched(f"/events/{event}/", f"/events/{event}/", seen, 8.0),
            "league": Watched(
                f"/leagues/{league}/", f"/leagues/{league}/follow/?since={league_acts}", {}, 30.0
            ),
        }
        with _server(env) as port:
            return {name: _measure(port, watched) for name, watched in pages.items()}


def _measure(port: int, watched: Watched) -> dict[str, Any]:
    page = watched.page
    for path in ("/yardstick", page) * 4:
        if _look(port, path, {})[1] != 200:
            raise RuntimeError(f"{path} does not answer.")
    over = threading.Event()
    statuses: dict[int, int] = {}
    hands = [threading.Thread(target=_watch, args=(port, watched, over, statuses, n)) for n in range(HANDS)]
    began = time.perf_counter()
    for hand in hands:
        hand.start()
    try:
        rounds = [_round(port, page) for _ in range(ROUNDS)]
    finally:
        over.set()
        for hand in hands:
            hand.join()
    wanted = (time.perf_counter() - began) * WATCHERS / watched.every
    tails = [(_p95(pages), _p95(yardstick)) for pages, yardstick in rounds]
    middles = [(statistics.median(pages), statistics.median(yardstick)) for pages, yardstick in rounds]
    return {
        "watchers": WATCHERS,
        "looks": sum(len(pages) for pages, _ in rounds),
        "answers_to_watchers": {str(status): times for status, times in sorted(statuses.items())},
        "watching_done_in_time": round(sum(statuses.values()) / wanted, 2),
        "p95_ms": round(1000 * statistics.median(page for page, _ in tails), 1),
        "p95_over_yardstick": round(statistics.median(page / base for page, base in tails), 1),
        "median_over_yardstick": round(statistics.median(page / base for page, base in middles), 1),
    }


def _round(port: int, page: str) -> tuple[list[float], list[float]]:
    """Times of the page and of the yardstick page, asked for in turn, for so many looks or seconds."""
    pages: list[float] = []
    yardstick: list[float] = []
    ends = time.perf_counter() + SECONDS
    while len(pages) < LOOKS and time.perf_counter() < ends:
        yardstick.append(_look(port, "/yardstick", {})[0])
        pages.append(_look(port, page, {})[0])
    return pages, yardstick


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _watch(port: int, watched: Watched, over: threading.Event, statuses: dict[int, int], place: int) -> None:
    """One hand asks for its share of the watchers, evenly spread, late ones at once."""
    pause = watched.every * HANDS / WATCHERS
    due = time.perf_counter() + pause * place / HANDS
    while not over.wait(max(0.0, due - time.perf_counter())):
        due += pause
        try:
            _, status = _look(port, watched.asked, watched.headers)
        except (OSError, HTTPException):
            status = 0
        statuses[status] = statuses.get(status, 0) + 1


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
