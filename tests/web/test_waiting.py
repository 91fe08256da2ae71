"""A held lock: who writes hears soon that it is not the time, who reads does not notice."""

from __future__ import annotations

import http.client
import os
import sqlite3
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test import RequestFactory

from mfcampaign.accounts.models import User
from mfcampaign.dispatch.models import Command
from mfcampaign.web.resilience import waiting
from mfcampaign.web.resilience.metrics import RequestMiddleware
from tests import services
from tests.project.processes import PATIENCE, get, running

WRITERS = 20


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_web_process_waits_briefly_for_a_lock_and_a_worker_as_long_as_it_is_set(
    monkeypatch: Any,
) -> None:
    monkeypatch.setattr(waiting, "LOCK_SECONDS", 0.3)
    row = User.objects.create_user(username="held")
    held, free = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=row.pk)
            User.objects.filter(pk=row.pk).update(first_name="held")
            held.set()
            free.wait(PATIENCE)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(PATIENCE)
    waiting._impatient(connection)
    began = time.monotonic()
    with pytest.raises(OperationalError), transaction.atomic():
        User.objects.filter(pk=row.pk).update(first_name="waits")
    assert 0.2 < time.monotonic() - began < 10
    waiting._set_wait(connection, 20)
    later: list[float] = []

    def patient() -> None:
        waiting._set_wait(connection, 60)
        began = time.monotonic()
        User.objects.filter(pk=row.pk).update(first_name="waited")
        later.append(time.monotonic() - began)
        connections.close_all()

    waiter = threading.Thread(target=patient)
    waiter.start()
    time.sleep(1)
    free.set()
    holder.join()
    waiter.join()
    assert later[0] > 0.5, "the negative control: it would have waited"


@pytest.mark.django_db(transaction=True)
def test_what_is_not_worth_waiting_for_is_left_out_while_somebody_writes() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("one writer at a time is SQLite's way")
    name = str(connection.settings_dict["NAME"])
    writer = sqlite3.connect(name, uri=name.startswith("file:"), isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    try:
        began = time.monotonic()
        with waiting.unless_locked():
            Command.objects.create(kind="test", natural_key="left out")
        assert time.monotonic() - began < 5
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout")
            assert cursor.fetchone()[0] >= 1000, "others wait as before"
    finally:
        writer.execute("ROLLBACK")
        writer.close()
    with waiting.unless_locked():
        Command.objects.create(kind="test", natural_key="written")
    assert list(Command.objects.values_list("natural_key", flat=True)) == ["written"]
    with pytest.raises(OperationalError, match="disk"), waiting.unless_locked():
        raise OperationalError("database or disk is full")


def test_a_request_that_writes_and_stood_behind_a_lock_is_not_begun(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []

    def view(request: Any) -> Any:
        served.append(request.method)
        raise AssertionError("begun")

    middleware = RequestMiddleware(view)
    long_ago = time.monotonic() - waiting.LOCK_SECONDS - 1
    waiting.begin_at(long_ago)
    try:
        monkeypatch.setattr(waiting, "_in_vain_at", long_ago - 1)
        with pytest.raises(AssertionError, match="begun"):
            middleware(rf.post("/theme/"))  # a queue that is merely long goes on
        served.clear()
        waiting.waited_in_vain()
        answer = middleware(rf.post("/theme/"))
        assert (answer.status_code, bool(answer["Retry-After"]), served) == (503, True, [])
        for request, late in ((rf.get("/"), 9.0), (rf.post("/theme/"), 0.0)):
            waiting.begin_at(time.monotonic() - late)
            with pytest.raises(AssertionError, match="begun"):
                middleware(request)
    finally:
        del waiting._thread.arrived_at


@pytest.mark.workers
def test_a_held_lock_stops_no_reader_and_writers_hear_when_to_come_back(tmp_path: Path) -> None:
    port = services.free_port()
    command = [sys.executable, "-m", "gunicorn", "mfcampaign.wsgi:application"]
    command += ["--bind", f"127.0.0.1:{port}", "--config", "python:mfcampaign.web.resilience.gunicorn"]
    database = services.portal_sqlite(tmp_path / "portal.sqlite3")
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": database}
    with running(command, environment, tmp_path / "web.log") as server:
        server.until(lambda: (get(port, "/about/") or [0])[0] == 200)
        get(port, "/api/v1/leagues/")
        writer = sqlite3.connect(tmp_path / "portal.sqlite3", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        answers: list[tuple[int, str, float]] = []
        began = time.monotonic()
        threads = [threading.Thread(target=_sign_in, args=(port, answers)) for _ in range(WRITERS)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        read: dict[str, float] = {}
        for path in ("/static/css/tokens.css", "/about/", "/leagues/", "/api/v1/leagues/", "/healthz"):
            asked = time.monotonic()
            answer = get(port, path)
            read[path] = time.monotonic() - asked
            assert answer is not None
            assert answer[0] == 200, path
        assert any(thread.is_alive() for thread in threads), "they were still waiting"
        for thread in threads:
            thread.join()
        took = time.monotonic() - began
        writer.execute("ROLLBACK")
        writer.close()
        assert {(status, bool(later)) for status, later, _ in answers} == {(503, True)}
        assert took < 2 * waiting.LOCK_SECONDS + 6, "none waits for two others"
        assert max(read.values()) < 1.5, read
        late: list[tuple[int, str, float]] = []
        _sign_in(port, late)
        assert late[0][0] == 200, "and then it is said that the password is wrong"


def _sign_in(port: int, answers: list[tuple[int, str, float]]) -> None:
    """A form that counts its tries, with the token of the browser."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    began, token = time.monotonic(), "a" * 32
    client.request(
        "POST",
        "/account/login/",
        f"login=nobody&password=wrong&csrfmiddlewaretoken={token}",
        {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={token}"},
    )
    answer = client.getresponse()
    answer.read()
    answers.append((answer.status, answer.headers.get("Retry-After", ""), time.monotonic() - began))
    client.close()
