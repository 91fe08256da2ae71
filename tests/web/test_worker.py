"""The web server: slow clients hold no thread, bodies are limited, health has a thread of its own."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

import pytest

from mfcampaign.web.resilience.worker import LARGEST_REQUEST, Arrival, NotTaken, PortalWorker
from tests import services
from tests.project.processes import Running, get, running

THREADS = 4
APP = "tests.web.busy_app:application"


def test_a_request_is_complete_with_its_last_byte_and_no_sooner() -> None:
    arrival = Arrival()
    whole = b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
    assert [arrival.take(whole[at : at + 1]) for at in range(len(whole))] == [False] * (len(whole) - 1) + [
        True
    ]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"Content-Length: 99999999999\r\n", HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        (b"Content-Length: " + b"9" * 5000 + b"\r\n", HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        (b"Transfer-Encoding: chunked\r\n", HTTPStatus.LENGTH_REQUIRED),
        (b"A: " + b"x" * 70_000, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    ],
)
def test_what_is_too_large_or_unmeasured_is_refused_by_its_head(head: bytes, status: HTTPStatus) -> None:
    with pytest.raises(NotTaken) as refused:
        Arrival().take(b"POST / HTTP/1.1\r\n" + head + b"\r\n")
    assert refused.value.status == status


class OnePool(PortalWorker):
    """The negative control: who writes gets the threads of those who read."""

    def pool_for(self, arrival: Arrival) -> ThreadPoolExecutor:
        return self.tpool  # type: ignore[no-any-return]


WORKER = "mfcampaign.web.resilience.worker.PortalWorker"


@contextlib.contextmanager
def serving(home: Path, worker: str = WORKER) -> Iterator[tuple[Running, int]]:
    port = services.free_port()
    command = [sys.executable, "-m", "gunicorn", APP, "--bind", f"127.0.0.1:{port}", "--workers", "1"]
    command += ["--worker-class", worker, "--threads", str(THREADS)]
    environment = {"PATH": os.environ["PATH"], "ARRIVAL_SECONDS": "6"}
    with running(command, environment, home / "web.log") as server:
        server.until(lambda: get(port, "/"))
        yield server, port


def opened(port: int, sent: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.sendall(sent)
    return client


@pytest.mark.workers
def test_slow_half_open_and_oversized_clients_stop_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as (_server, port):
        slow = [opened(port, b"GET / HT") for _ in range(8)]
        slow += [
            opened(port, b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc") for _ in range(8)
        ]
        slow += [opened(port, b"") for _ in range(8)]
        began = time.monotonic()
        assert get(port, "/") == get(port, "/"), "answered twice while all of them wait"
        assert (get(port, "/") or [0])[0] == 200
        assert time.monotonic() - began < 5, "sooner than any of the slow ones is hung up on"
        large = opened(
            port, b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % (LARGEST_REQUEST + 1)
        )
        status, _, rest = large.recv(4000).partition(b"\r\n")
        assert status.startswith(b"HTTP/1.1 413 ")
        assert json.loads(rest.split(b"\r\n\r\n")[1])["status"] == 413
        connection = opened(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        answers = b""
        while answers.count(b"HTTP/1.1 200") < 2:
            piece = connection.recv(4000)
            assert piece, answers
            answers += piece
        ended = [client.recv(4000) for client in slow]
        assert all(not answer or answer.startswith(b"HTTP/1.1 408") for answer in ended), "hung up on in time"


@pytest.mark.workers
def test_clients_that_read_slowly_or_never_hold_a_thread_for_so_long_only(tmp_path: Path) -> None:
    with serving(tmp_path) as (_server, port):
        asked = b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
        slow = [opened(port, asked) for _ in range(THREADS)]
        dripping = threading.Event()
        threads = [threading.Thread(target=_drip, args=(client, dripping)) for client in slow[::2]]
        for thread in threads:
            thread.start()
        time.sleep(1)
        began = time.monotonic()
        health = get(port, "/healthz")
        assert health is not None
        assert health[2] == b"health"
        assert time.monotonic() - began < 1
        assert (get(port, "/") or [0])[0] == 200, "a thread came free"
        assert time.monotonic() - began < 6 + 10, "after ARRIVAL_SECONDS, on a machine with other work"
        dripping.set()
        for thread in threads:
            thread.join()
        for client in slow:
            client.close()


def _drip(client: socket.socket, ended: threading.Event) -> None:
    """Read a little at a time: each bit is progress, the whole is never done."""
    with contextlib.suppress(OSError):
        while not ended.wait(0.2) and client.recv(1000):
            pass


@pytest.mark.workers
def test_health_answers_while_every_thread_computes(tmp_path: Path) -> None:
    """The bound is 100 ms; the median is held, for a machine that runs a suite beside it pauses processes."""
    with serving(tmp_path) as (_server, port):
        busy = [threading.Thread(target=get, args=(port, "/busy?3")) for _ in range(THREADS + 2)]
        for thread in busy:
            thread.start()
        time.sleep(0.5)
        took = []
        for _ in range(20):
            began = time.monotonic()
            answer = get(port, "/healthz")
            took.append(time.monotonic() - began)
            assert answer is not None
            assert answer[2] == b"health", "no thread of the pool was free"
        assert statistics.median(took) < 0.1, sorted(took)
        assert any(thread.is_alive() for thread in busy), "they were still computing"
        for thread in busy:
            thread.join()


@pytest.mark.workers
@pytest.mark.parametrize("worker", [WORKER, "tests.web.test_worker.OnePool"])
def test_who_reads_does_not_wait_for_those_who_write(tmp_path: Path, worker: str) -> None:
    """Three times as many writers as threads wait for something; with one pool for all, a page waits, too."""
    with serving(tmp_path, worker) as (_server, port):
        asked = b"POST /waits?4 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
        writers = [opened(port, asked) for _ in range(3 * THREADS)]
        time.sleep(1)
        began = time.monotonic()
        assert (get(port, "/") or [0])[0] == 200
        took = time.monotonic() - began
        assert (took < 2) == (worker == WORKER), took
        for client in writers:
            client.close()
