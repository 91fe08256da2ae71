"""``manage.py portal``, which ``make run`` calls: a living league from nothing, and a clean end."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from mfcampaign.web.management.commands.portal import STEADY_SECONDS
from tests import migrated_database, services
from tests.project.processes import PATIENCE, Running, get, running

pytestmark = [pytest.mark.workers, pytest.mark.slow]
COMMAND = [sys.executable, "manage.py", "portal", "--port"]


class Embedded:
    """One installation without a variable but the place of its files."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = services.free_port()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "VAR_DIR": str(home)}

    def start(self, *options: str):
        return running([*COMMAND, str(self.port), *options], self.environment, self.home / "portal.log")

    def count(self, table: str) -> int:
        with sqlite3.connect(self.home / "portal.sqlite3") as connection:
            number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            return number


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Embedded:
    """Its tables are there, and empty: what migrations do has tests of its own."""
    home = tmp_path_factory.mktemp("embedded")
    migrated_database.take(home / "portal.sqlite3")
    return Embedded(home)


@pytest.fixture
def portal(embedded: Embedded) -> Iterator[Running]:
    with embedded.start() as process:
        process.until(lambda: "Ctrl-C stops it." in process.output)  # the last line of the greeting
        yield process


def parts(portal: Running) -> dict[str, psutil.Process]:
    """The processes that the portal began, which started in this order."""
    began = sorted(psutil.Process(portal.process.pid).children(), key=lambda part: part.pid)
    return dict(zip(("web", "live", "ticker"), began, strict=True))


def family(portal: Running) -> list[psutil.Process]:
    children = psutil.Process(portal.process.pid).children(recursive=True)
    assert len(children) == 4, "gunicorn, its worker, what open pages listen to, and the ticker"
    return children


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    return not alive


def test_it_opens_with_the_demo_league_names_its_people_and_ends_when_told(
    portal: Running, embedded: Embedded
) -> None:
    assert f"http://127.0.0.1:{embedded.port}/" in portal.output
    assert f"http://127.0.0.1:{embedded.port}/events/play/" in portal.output
    assert portal.output.count("organiser") == 1
    status, headers, body = get(embedded.port, "/")
    assert status == 200
    assert b"</html>" in body
    assert "unsafe" not in headers["content-security-policy"]
    assert embedded.count("campaigns_entry") == 22, (
        "eight in the Third Edition's league, four each in the Second's and Fourth's, six whose Leaders grow"
    )
    children = family(portal)
    assert portal.stop(signal.SIGINT) == 0
    assert "Stopped." in portal.output
    assert gone(children)
    assert get(embedded.port, "/") is None


@pytest.mark.soak
def test_killed_it_leaves_nobody_behind(portal: Running, embedded: Embedded) -> None:
    children = family(portal)
    portal.process.kill()
    assert gone(children)
    assert get(embedded.port, "/") is None


def test_a_second_start_plays_nothing_again_and_a_web_worker_that_dies_is_replaced(
    portal: Running, embedded: Embedded
) -> None:
    assert "Playing the demo league" not in portal.output
    assert embedded.count("campaigns_campaign") == 4
    (worker,) = parts(portal)["web"].children()
    worker.kill()
    assert gone([worker])
    portal.until(lambda: get(embedded.port, "/"))
    assert portal.process.poll() is None


def test_a_part_that_dies_is_started_again_and_stops_nothing_else(
    portal: Running, embedded: Embedded
) -> None:
    """A request that comes while there is no web server waits for the next one."""
    before = parts(portal)
    time.sleep(STEADY_SECONDS + 0.5)
    for name, part in before.items():
        its_own = [part, *part.children(recursive=True)]
        part.kill()
        assert gone(its_own), "what it had started would go on beside the next one"
        assert get(embedded.port, "/"), "nobody is refused"
        portal.until(lambda name=name: f"{name} ended by itself with -9; it was started" in portal.output)
    parts_of = psutil.Process(portal.process.pid).children
    names = ["portal-live", "portal-ticker", "portal-web"]
    portal.until(lambda: sorted(part.name() for part in parts_of()) == names)
    after = parts_of()
    assert not {part.pid for part in after} & {part.pid for part in before.values()}
    assert portal.process.poll() is None


def test_a_part_that_cannot_stay_ends_the_whole(portal: Running) -> None:
    def kill_again() -> bool:
        for part in psutil.Process(portal.process.pid).children():
            if part.name() == "portal-live":
                part.kill()
        return portal.process.poll() is not None

    children = family(portal)
    deadline = time.monotonic() + PATIENCE
    while not kill_again():
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert portal.process.wait() == 1
    assert "A part of the portal ended by itself with -9" in portal.output
    assert gone(children)
