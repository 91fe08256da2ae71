"""The listening process: how long after a commit all listeners have a frame, and what idle listeners cost.

Frames are as large as those of a game; writer and listeners are on the same machine and take their share of
it, so the process alone is quicker than told. Beside it polling: the age of what a page knows when it asks
each two and a half seconds, by the time of the web server's answers. ``LISTENERS=500,2000`` names how many.
``python -m scripts.benchmarks.live`` prints JSON, within a minute.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sqlite3
import statistics
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

from scripts.benchmarks.pages import _manage, _server
from tests.live.listening import Place, listening, open_stream

ONE_GAME, IDLE = (int(number) for number in os.environ.get("LISTENERS", "500,2000").split(","))
GAMES, OF_A_GAME = 100, 5
SECONDS = 10
ASKED_EACH = 2.5
_EVENT = """
from django.contrib.auth import get_user_model
from mfcampaign.events import demo
get_user_model().objects.create_user("host")
names = [f"player {n}" for n in range(12)]
for name in names[:demo.WITH_ACCOUNT]:
    get_user_model().objects.create_user(name)
event = demo.make("host", names)
event.refresh_from_db()
print(event.pk, event.slug, event.acts)
"""


def run() -> dict[str, Any]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    with tempfile.TemporaryDirectory() as home, listening(Path(home)) as (place, process):
        alive = psutil.Process(process.process.pid)
        one = asyncio.run(_acts(place, alive, {"encounter:1": ONE_GAME}, pause=0.2))
        topics = {f"encounter:{number}": OF_A_GAME for number in range(2, 2 + GAMES)}
        many = asyncio.run(_acts(place, alive, topics, pause=1 / GAMES))
        idle = asyncio.run(_idle(place, alive))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return {
        f"{ONE_GAME}_listeners_of_one_game": one,
        f"{GAMES}_games_{OF_A_GAME}_listeners_each": many,
        f"{IDLE}_idle_listeners": idle,
        "polling": _polling(),
    }


async def _listeners(place: Place, topics: dict[str, int], took: list[float]) -> list[Any]:
    """Open streams that note how old each frame is when it arrives."""

    async def listen(stream: Any) -> None:
        while True:
            name, _number, frame = await stream.event()
            if name == "message":
                took.append(time.time() - frame["public"]["at"])

    streams = []
    wanted = [(topic, n) for topic, number in topics.items() for n in range(number)]
    for topic, n in wanted:
        stream = await open_stream(place.port, place.address(who=f"person:{topic} {n}", topic=topic))
        if stream.status != 200:
            raise RuntimeError(f"A stream was answered {stream.status}.")
        streams.append(stream)
    return [*streams, *(asyncio.ensure_future(listen(stream)) for stream in streams)]


async def _acts(place: Place, alive: psutil.Process, topics: dict[str, int], pause: float) -> dict[str, Any]:
    """Acts in turn on each topic, one each ``pause`` seconds, and how old they arrive."""
    took: list[float] = []
    held = await _listeners(place, topics, took)
    began, busy = time.perf_counter(), sum(alive.cpu_times()[:2])
    due, names, acts = began, list(topics), 0
    while time.perf_counter() < began + SECONDS:
        place.tell(acts // len(names) + 1, names[acts % len(names)], words="x" * 900)
        acts += 1
        due += pause
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await asyncio.sleep(1)
    used = (sum(alive.cpu_times()[:2]) - busy) / (time.perf_counter() - began)
    expected = sum(topics[names[act % len(names)]] for act in range(acts))
    await _let_go(held)
    return {
        "acts": acts,
        "arrived": f"{len(took)} of {expected}",
        "commit_to_listener_ms": _spread(took),
        "cpu_percent_of_a_core": round(100 * used, 1),
    }


async def _idle(place: Place, alive: psutil.Process) -> dict[str, Any]:
    held = await _listeners(place, {f"event:{number}": 20 for number in range(IDLE // 20)}, [])
    busy, began = sum(alive.cpu_times()[:2]), time.perf_counter()
    await asyncio.sleep(SECONDS)
    used = (sum(alive.cpu_times()[:2]) - busy) / (time.perf_counter() - began)
    figures = {
        "memory_mb": round(alive.memory_info().rss / 2**20, 1),
        "threads": alive.num_threads(),
        "database_connections": sum(file.path == str(place.database) for file in alive.open_files()),
        "cpu_percent_of_a_core": round(100 * used, 1),
    }
    await _let_go(held)
    return figures


async def _let_go(held: list[Any]) -> None:
    for each in held:
        each.cancel() if isinstance(each, asyncio.Future) else each.cut()
    await asyncio.sleep(0.5)


def _polling() -> dict[str, Any]:
    """How old what a page knows is: it asks at a moment of chance within each pause and waits."""
    with tempfile.TemporaryDirectory() as home:
        path = f"{home}/bench.sqlite3"
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{path}",
            "DJANGO_SETTINGS_MODULE": "scripts.benchmarks.site_settings",
        }
        environment.pop("REDIS_URL", None)
        for command in (["migrate", "-v0"], ["load_catalogue", "-v0"]):
            _manage(environment, *command)
        pk, slug, acts = _manage(environment, "shell", "-v0", "-c", _EVENT).strip().splitlines()[-1].split()
        rows = sqlite3.connect(path, isolation_level=None)
        with _server(environment) as port:
            answers: list[float] = []
            number = int(acts)
            _asked(port, f"/events/{slug}/follow/?since=0")  # the first of a process makes it ready
            for act in range(100):
                if act % 10 == 0:
                    number += 1
                    rows.execute("UPDATE events_event SET acts = ? WHERE id = ?", (number, pk))
                    rows.execute(
                        "INSERT INTO live_frame (topic, number, public, first, second)"
                        " VALUES (?, ?, '{}', '{}', '{}')",
                        (f"event:{pk}", number),
                    )
                answers.append(_asked(port, f"/events/{slug}/follow/?since={number - 1}"))
        # Pauses differ by a quarter to either side; what happens in one is as old as the rest of it.
        pauses = [ASKED_EACH * (0.75 + 0.5 * part / 10) for part in range(11)]
        ages = [pause * (n + 0.5) / len(answers) + took for pause in pauses for n, took in enumerate(answers)]
    return {"answer_ms": _spread(answers), "age_ms_by_computation": _spread(ages)}


def _asked(port: int, address: str) -> float:
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", address)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{address} answers {answer.status}.")
    return time.perf_counter() - began


def _spread(times: list[float]) -> dict[str, float]:
    """Median, 95th percentile and the longest, in milliseconds."""
    cuts = statistics.quantiles(times, n=20)
    return {
        name: round(1000 * value, 1)
        for name, value in (("p50", cuts[9]), ("p95", cuts[18]), ("longest", max(times)))
    }


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
