"""Fifty players for two minutes while the parts of their portal are killed: what was said is done, once.

Each player reads a page or acts about every three seconds, and sends what was not answered again under its
key, as the portal's own pages and programs do. The test is the supervisor that begins a killed portal again.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from tests import services
from tests.project.processes import get
from tests.workers.conftest import OwnRedis
from tests.workers.portal import Portal, end, until

pytestmark = [pytest.mark.workers, pytest.mark.slow, pytest.mark.soak]

PLAYERS, SECONDS, READING_S, A_KILL_EACH_S = 50, 120.0, 3.0, 9.0
AGAIN_S = 0.2
WORST_P95_S = 30.0
"""What no machine takes, however busy; the aim on two calm cores is half a second (docs/measurements.md)."""
SLUG = "evening"
WHOLE = "the whole portal"
LIMITS = dict.fromkeys(("API_RATE_ADDRESS", "API_RATE_TOKEN"), "100000/min")


class House:
    """The processes of one portal, those that can be killed by name, and what a supervisor does."""

    def __init__(self, portal: Portal, port: int) -> None:
        self.portal, self.port = portal, port
        self.killed: Counter[str] = Counter()

    def begin(self) -> None:
        raise NotImplementedError

    @property
    def ways(self) -> dict[str, Callable[[], bool]]:
        """How each part dies, and whether it was there to die. It is there again when this returns, or comes
        by itself."""
        raise NotImplementedError

    def kill(self, chance: random.Random) -> bool:
        """The part that was killed least often; whether it died: it may not have come again yet."""
        ways = self.ways
        if self.killed[WHOLE]:  # once: to start is two seconds of work, in which nobody is answered
            ways.pop(WHOLE, None)
        way = min(ways, key=lambda name: (self.killed[name], chance.random()))
        died = ways[way]()
        self.killed[way] += died
        return died


class Embedded(House):
    """``manage.py portal``: web server, streams and ticker on SQLite."""

    def begin(self) -> None:
        self.process = self.portal.start("manage.py", "portal", "--no-demo", "--port", str(self.port))

    @property
    def ways(self) -> dict[str, Callable[[], bool]]:
        return {
            "the web worker": lambda: _killed(_children(self._part("web"))),
            "the stream process": lambda: _killed(self._part("live")),
            "the ticker": lambda: _killed(self._part("ticker")),
            "the web server": lambda: _killed(self._part("web")),
            WHOLE: lambda: _ended(self.process),
        }

    def _part(self, name: str) -> list[psutil.Process]:
        return [each for each in _children([self.process]) if _name(each) == f"portal-{name}"]

    def supervise(self) -> None:
        if self.process.poll() is not None:
            self.begin()


class GrownUp(House):
    """Web server, streams, two workers and beat, with a PostgreSQL and a Redis that nobody else uses."""

    def __init__(self, portal: Portal, port: int, redis: OwnRedis) -> None:
        super().__init__(portal, port)
        self.redis = redis

    def begin(self) -> None:
        web = ["-m", "gunicorn", "mfcampaign.wsgi:application", "--bind", f"127.0.0.1:{self.port}"]
        self.web = self.portal.start(
            *web, "--config", "python:mfcampaign.web.resilience.gunicorn", "--workers", "2"
        )
        self.live = self.portal.start("-m", "mfcampaign.live")
        self.workers = [self.portal.worker(), self.portal.worker()]
        self.beat = self.portal.beat()

    @property
    def ways(self) -> dict[str, Callable[[], bool]]:
        return {
            "a web worker": lambda: _killed(_children([self.web])[:1]),
            "a worker": lambda: _ended(self.workers[0].process),
            "a worker's child": lambda: _killed(_children([self.workers[1].process])),
            "the stream process": lambda: _ended(self.live),
            "beat": lambda: _ended(self.beat),
            "Redis": self._kill_redis,
            "PostgreSQL": self._kill_postgres,
        }

    def _kill_redis(self) -> bool:
        self.redis.kill()
        time.sleep(2)
        self.redis.start()
        return True

    def _kill_postgres(self) -> bool:
        """One of its processes: it ends all connections, and reads again what it had logged."""
        with psycopg.connect(self.portal.environment["DATABASE_URL"], autocommit=True) as connection:
            os.kill(connection.info.backend_pid, signal.SIGKILL)
            try:
                connection.execute("SELECT 1")
            except psycopg.OperationalError:
                return True
        return False

    def supervise(self) -> None:
        for number, worker in enumerate(self.workers):
            if worker.process.poll() is not None:
                self.workers[number] = self.portal.worker()
        if self.live.poll() is not None:
            self.live = self.portal.start("-m", "mfcampaign.live")
        if self.beat.poll() is not None:
            self.beat = self.portal.beat()


def _children(parents: Sequence[psutil.Process | subprocess.Popen[str]]) -> list[psutil.Process]:
    found = []
    for parent in parents:
        with contextlib.suppress(psutil.NoSuchProcess):
            found += psutil.Process(parent.pid).children()
    return found


def _name(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.NoSuchProcess):
        return str(process.name())
    return ""


def _killed(victims: list[psutil.Process]) -> bool:
    """Whether one of them was there to be killed."""
    died = False
    for victim in victims:
        with contextlib.suppress(psutil.NoSuchProcess):
            victim.kill()
            died = True
    return died


def _ended(process: subprocess.Popen[str]) -> bool:
    """Killed with all that it started; whether it was there."""
    alive = process.poll() is None
    end(process)
    return alive


@pytest.fixture(params=["embedded", "grown up"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    port = services.free_port()
    with contextlib.ExitStack() as stack:
        if request.param == "embedded":
            portal = Portal(tmp_path, services.portal_sqlite(tmp_path / "portal.sqlite3"), **LIMITS)
            running: House = Embedded(portal, port)
        else:
            redis: OwnRedis = request.getfixturevalue("own_redis")
            portal = Portal(tmp_path, stack.enter_context(own_postgres()), redis.url, **LIMITS)
            running = GrownUp(portal, port, redis)
        stack.callback(portal.close)
        yield running


@contextlib.contextmanager
def own_postgres() -> Iterator[str]:
    """A database on a server of its own, which writes down what it has answered, as those of hosts do."""
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(services._own_postgres())
        except services.ServiceMissing as missing:
            pytest.skip(str(missing))
        url = stack.enter_context(services._new_database(server))
        services._migrate(url)
        services._furnish(url)
        with psycopg.connect(url, autocommit=True) as connection:
            name = connection.info.dbname
            connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit TO on')  # type: ignore[arg-type]
        yield url


class Player:
    """One at a phone: what was said to be done, and how long each answer ``took`` from the first try; and the
    ``last_try`` alone, without what waited for a part to come again."""

    def __init__(self, port: int, way_in: dict[str, str]) -> None:
        self.port, self.name = port, way_in["name"]
        self.token, self.session = way_in["token"], way_in["session"]
        self.chance = random.Random(self.name)
        self.took: list[float] = []
        self.last_try: list[float] = []
        self.unanswered: Counter[str] = Counter()
        self.refused: list[str] = []
        self.keys: list[str] = []
        self.hired: list[str] = []
        self.crews: list[str] = []
        self.evenings: list[str] = []

    @property
    def said(self) -> dict[str, list[str]]:
        """What the portal said this player has."""
        return {"hired": sorted(self.hired), "crews": sorted(self.crews), "evenings": self.evenings}

    def play(self, ends: float) -> None:
        time.sleep(self.chance.uniform(0, READING_S))
        acts = (self.hire, self.take_back, self.build, self.say_when)
        while time.monotonic() < ends:
            if self.chance.random() < 0.5:
                self.chance.choice(acts)()
            else:
                self.read()
            time.sleep(self.chance.uniform(0.5, 1.5) * READING_S)

    def read(self) -> None:
        pages = (
            f"/leagues/{SLUG}/",
            f"/leagues/{SLUG}/standings/",
            f"/leagues/{SLUG}/hires/",
            "/crews/",
            "/",
        )
        page = self.chance.choice(pages)
        status, _ = self._sent("GET", page, {"Cookie": f"sessionid={self.session}"})
        assert status == 200, (page, status)

    def hire(self) -> None:
        window = self._ask("GET", "hires/")[1]
        offers = [each["slug"] for each in window["models"] if not each["reasons"] and each["price"]]
        if offers:
            slug = self.chance.choice(offers)
            if self._ask("POST", "hires/models/", {"slug": slug})[0] == 200:
                self.hired.append(slug)

    def take_back(self) -> None:
        if self.hired and self._ask("POST", "hires/take-back/")[0] == 200:
            self.hired.pop()

    def build(self) -> None:
        name = f"{self.name} {len(self.keys)}"
        wanted = {"name": name, "faction": "guild", "leader": "lady-justice", "size": 50}
        if self._ask("POST", "/crews/", wanted)[0] == 201:
            self.crews.append(name)

    def say_when(self) -> None:
        days = sorted(self.chance.sample(["mon", "tue", "wed", "thu", "fri"], 2))
        if self._ask("PUT", "evenings/3/", {"evenings": days})[0] == 200:
            self.evenings = days

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The answer of the API, after as many tries as it takes; what is refused is kept."""
        path = path if path.startswith("/") else f"/leagues/{SLUG}/{path}"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if method != "GET":
            key = headers["Idempotency-Key"] = f"{self.name}-{len(self.keys) + len(self.refused)}"
        status, text = self._sent(method, f"/api/v1{path}", headers, json.dumps(body or {}))
        if status >= 400:
            self.refused.append(f"{method} {path} {status} {text.decode()[:200]}")
        elif method != "GET":
            self.keys.append(key)
        return status, json.loads(text)

    def _sent(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> tuple[int, bytes]:
        began = time.monotonic()
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            tried = time.monotonic()
            try:
                connection.request(method, path, body if method != "GET" else None, headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status < 500:
                    self.took.append(time.monotonic() - began)
                    self.last_try.append(time.monotonic() - tried)
                    return answer.status, text
                self.unanswered[f"{answer.status}"] += 1
            except (OSError, http.client.HTTPException) as problem:
                self.unanswered[type(problem).__name__] += 1
            finally:
                connection.close()
            time.sleep(AGAIN_S)


def test_an_evening_of_fifty_players_loses_nothing_that_was_said_to_be_done(
    house: House, capsys: pytest.CaptureFixture[str], seeds: Any
) -> None:
    portal = house.portal
    ways_in = portal.ask("begin_evening", slug=SLUG, players=PLAYERS)
    house.begin()
    until(lambda: (get(house.port, "/about/") or (0,))[0] == 200, "the portal")
    players = [Player(house.port, way_in) for way_in in ways_in]
    loads = [os.getloadavg()[0]]
    ends = time.monotonic() + SECONDS
    chance = random.Random(next(iter(seeds(1))))
    with ThreadPoolExecutor(PLAYERS) as threads:
        evenings = [threads.submit(player.play, ends) for player in players]
        next_kill = time.monotonic() + A_KILL_EACH_S
        while not all(each.done() for each in evenings):
            house.supervise()
            if next_kill < time.monotonic() < ends - A_KILL_EACH_S:
                if house.kill(chance):
                    next_kill = time.monotonic() + A_KILL_EACH_S
            time.sleep(0.1)
        for each in evenings:
            each.result()
    loads.append(os.getloadavg()[0])
    keys = [key for player in players for key in player.keys]
    found = portal.ask("evening", slug=SLUG, keys=keys)
    took = quantiles([seconds for player in players for seconds in player.took], n=20)
    last_try = quantiles([seconds for player in players for seconds in player.last_try], n=20)
    figures = {
        "answers": sum(len(player.took) for player in players),
        "acts": len(keys),
        "refused": sum(len(player.refused) for player in players),
        "killed": dict(house.killed),
        "sent again": dict(sum((player.unanswered for player in players), Counter())),
        "p50": round(took[9], 3),
        "p95": round(took[18], 3),
        "p95 of the last try": round(last_try[18], 3),
        "slowest": round(max(max(player.took) for player in players), 2),
        "load": loads,
    }
    with capsys.disabled():
        sys.stdout.write(f"\n{type(house).__name__}: {figures}\n")
    due = {
        player.name: {
            "hired": sorted(player.hired),
            "crews": sorted(player.crews),
            "evenings": player.evenings,
        }
        for player in players
    }
    assert found["players"] == due
    assert found["unknown"] == found["told_twice"] == found["ledger"] == found["wrong"] == []
    assert len(keys) > 5 * PLAYERS
    assert set(+house.killed) == set(house.ways), "a part was killed by nobody"
    assert house.killed.total() >= SECONDS / A_KILL_EACH_S - 3
    assert sum(player.unanswered.total() for player in players) > 0, "no kill met anybody"
    assert last_try[18] <= WORST_P95_S
