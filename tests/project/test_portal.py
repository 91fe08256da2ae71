"""``manage.py portal``, which ``make run`` calls: a living league from nothing, and a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests import migrated_database, services
from tests.project.processes import PATIENCE, ROOT, Running, get, running

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
    assert embedded.count("campaigns_entry") == 16, (
        "eight in the Third Edition's league, four in the Second's, four in the Fourth's"
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
    assert embedded.count("campaigns_campaign") == 3
    (worker,) = parts(portal)["web"].children()
    worker.kill()
    assert gone([worker])
    portal.until(lambda: get(embedded.port, "/"))
    assert portal.process.poll() is None


@pytest.mark.parametrize("name", ["web", "live", "ticker"])
def test_a_part_that_dies_ends_the_whole(portal: Running, embedded: Embedded, name: str) -> None:
    children = family(portal)
    parts(portal)[name].kill()
    assert portal.process.wait(PATIENCE) == 1
    assert "ended by itself" in portal.output
    assert gone(children)
    assert get(embedded.port, "/") is None


def test_what_cannot_be_prepared_is_said_and_nothing_is_opened(tmp_path: Path) -> None:
    (tmp_path / "portal.sqlite3").write_bytes(b"this is no database " * 100)
    other = Embedded(tmp_path)
    with running([*COMMAND, str(other.port)], other.environment, tmp_path / "portal.log") as portal:
        assert portal.process.wait(PATIENCE) == 1
        assert "file is not a database" in portal.output
        assert "could not be prepared; the reason stands above" in portal.output


def test_a_taken_port_is_said_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*COMMAND, port], cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    assert done.returncode == 1
    assert f"127.0.0.1:{port} cannot be used" in done.stderr
    assert "PORT=" in done.stderr


def test_beyond_this_machine_it_warns_and_gives_the_demos_people_passwords_of_their_own(
    embedded: Embedded,
) -> None:
    with embedded.start("--host", "0.0.0.0") as portal:  # noqa: S104  as asked
        portal.until(lambda: "Ctrl-C stops it." in portal.output)
        assert "Others reach this portal" in portal.output
        told = re.search(r"  organiser +(\S+)   organises", portal.output)
        assert told is not None
        assert told[1] != "malifaux"
        assert (embedded.home / "secret_key").exists()
