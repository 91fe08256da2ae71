"""What is dear: few at a time, each within a time, charged to whoever asks; everything else goes on."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from mfcampaign.accounts.operations import visitor_of_session
from mfcampaign.web.resilience import cost
from mfcampaign.web.resilience.failures import Busy
from mfcampaign.web.resilience.shared_cache import Counted
from rules import budget
from rules.refusal import Refusal
from rules.tournament.matching.blossom import solve
from tests import services
from tests.project.processes import get, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_(rf: RequestFactory) -> Any:
    request = rf.get("/")
    request.user = AnonymousUser()
    return request


def test_no_more_compute_side_by_side_than_may_and_the_next_is_told_when_to_come_back(request_: Any) -> None:
    with (
        mock.patch.object(cost, "_slots", threading.BoundedSemaphore(1)),
        mock.patch.object(cost, "WAIT_SECONDS", 0.1),
    ):
        with cost.expensive(request_), cost.expensive(request_):
            other: list[object] = []
            thread = threading.Thread(target=lambda: other.append(_outcome(request_)))
            thread.start()
            thread.join()
            assert other == [Busy]
        assert _outcome(request_) is None, "the slot is free again"
        with pytest.raises(KeyError), cost.expensive(request_):
            raise KeyError
        assert _outcome(request_) is None, "after a failure, too"


def _outcome(request: Any) -> object:
    with mock.patch.object(
        cost, "counted", return_value=Counted(0, 0)
    ):  # a thread of its own sees no rows of the test's transaction
        try:
            with cost.expensive(request):
                return None
        except Busy as busy:
            return type(busy)


def test_a_long_computation_ends_in_time_and_says_what_was_reached(request_: Any) -> None:
    graph = {(i, j): i * j % 7 for i in range(40) for j in range(i)}
    with pytest.raises(budget.OutOfBudget, match="of 40 players are paired"), cost.expensive(request_, -1.0):
        solve(40, graph)
    with cost.expensive(request_):
        assert len(solve(6, {(i, j): i * j % 7 for i in range(6) for j in range(i)})[0]) == 6


def test_who_computes_much_has_to_wait_and_others_do_not(request_: Any, rf: RequestFactory) -> None:
    with mock.patch.object(cost, "HOUR_SECONDS", 0.05):
        with cost.expensive(request_):
            until = time.thread_time() + 0.1
            while time.thread_time() < until:
                pass
        with pytest.raises(Refusal, match="within one hour"), cost.expensive(request_):
            pass
        other = rf.get("/", REMOTE_ADDR="192.0.2.7")
        other.user = AnonymousUser()
        with cost.expensive(other):
            pass


def test_browsers_without_an_account_share_the_share_of_their_address(rf: RequestFactory) -> None:
    """Each visitor is a person of its own, and an address has as many visitors as it has sessions."""
    with mock.patch.object(cost, "HOUR_SECONDS", 0.05):
        first, second = rf.get("/"), rf.get("/")
        first.user, second.user = (visitor_of_session(key) for key in ("one", "another"))  # type: ignore[assignment]
        with cost.expensive(first):
            until = time.thread_time() + 0.1
            while time.thread_time() < until:
                pass
        with pytest.raises(Refusal, match="within one hour"), cost.expensive(second):
            pass


@pytest.mark.parametrize(
    "method_and_path",
    [("get", "/tables/sight/"), ("get", "/tables/new/"), ("post", "/api/v1/calculator/pairing/")],
)
def test_pages_and_api_answer_503_while_all_slots_are_taken(method_and_path: tuple[str, str]) -> None:
    method, path = method_and_path
    with mock.patch.object(cost, "_slots", threading.BoundedSemaphore(1)) as slots:
        slots.acquire()
        with mock.patch.object(cost, "WAIT_SECONDS", 0.01):
            body: dict[str, Any] = {"players": [{"id": 1}, {"id": 2}]}
            answer = getattr(Client(), method)(path, body, content_type="application/json")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0


@pytest.mark.soak  # on each landing health answers while every thread computes (test_worker.py)
@pytest.mark.workers
def test_a_storm_of_tables_stops_neither_health_nor_pages(tmp_path: Path) -> None:
    """Six strangers ask for tables that are hard to make; a page and health are asked meanwhile."""
    port = services.free_port()
    command = [sys.executable, "-m", "gunicorn", "mfcampaign.wsgi:application", "--bind", f"127.0.0.1:{port}"]
    command += [
        "--worker-class",
        "mfcampaign.web.resilience.worker.PortalWorker",
        "--threads",
        "4",
        "--workers",
        "1",
    ]
    database = services.portal_sqlite(tmp_path / "portal.sqlite3")
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": database}
    with running(command, environment, tmp_path / "web.log") as server:
        server.until(lambda: (get(port, "/about/") or [0])[0] == 200)
        statuses: list[int] = []

        def ask(number: int) -> None:
            hard = f"/tables/generate/?word=storm+{number}&longest=30&asymmetry=60&deployment=any&coverage=44"
            statuses.append((get(port, hard) or (0,))[0])

        storm = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in storm:
            thread.start()
        waits: dict[str, list[float]] = {"/healthz": [], "/about/": []}
        while any(thread.is_alive() for thread in storm) and len(waits["/healthz"]) < 40:
            for path, took in waits.items():
                began = time.monotonic()
                answer = get(port, path)
                took.append(time.monotonic() - began)
                assert answer is not None
                assert answer[0] == 200
            time.sleep(0.05)
        for thread in storm:
            thread.join()
        assert set(statuses) <= {200, 503}
        assert sorted(waits["/healthz"])[len(waits["/healthz"]) // 2] < 0.5, waits
        assert max(waits["/about/"]) < 15, "a page waits for no more than its turn"
