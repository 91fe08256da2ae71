"""The web server's worker: it reads a whole request before it uses a thread, and reserves a thread for health
checks and as many for requests that write as for those that read.

gunicorn's threaded worker gives a connection a thread as soon as its first byte is there, so a handful of
clients that send slowly, or never end, hold every thread. Here the loop that accepts connections also reads
them, without blocking. A request that is not complete within ``ARRIVAL_SECONDS`` is disconnected; one that is
larger than ``LARGEST_REQUEST``, or does not state its length, is refused before it reaches a view or the
disk. A writer may wait for a lock of the database (``waiting.LOCK_SECONDS``); no reader waits for its thread.
"""

from __future__ import annotations

import json
import re
import selectors
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from environs import Env
from gunicorn.workers.gthread import TConn, ThreadWorker

from mfcampaign.live.handoff import hand_over
from mfcampaign.web.resilience import waiting

env = Env()
ARRIVAL_SECONDS = env.float("ARRIVAL_SECONDS", 20.0)
"""From the first byte of a request to its last; and for reading an answer, which holds a thread where it is
larger than what the system keeps of it."""
LARGEST_REQUEST = env.int("LARGEST_REQUEST", 12 * 1024 * 1024)
LARGEST_HEAD = 64 * 1024
SWITCH_SECONDS = 0.001
"""The longest time for which a busy thread keeps the interpreter while another waits."""
PIECE = 256 * 1024
END_OF_HEAD = b"\r\n\r\n"
STREAM = b"GET /live/"
WRITES = re.compile(rb"(?:POST|PUT|PATCH|DELETE) ")
HEALTH = re.compile(rb"(?:GET|HEAD) /(?:healthz|metrics)[ ?]")
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n)", re.IGNORECASE)
LONGEST_LENGTH = 12
UNMEASURED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class NotTaken(Exception):
    """A request that gets no thread; ``status`` says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Arrival:
    """The part of one request that has arrived so far."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.hung_up_at = time.monotonic() + ARRIVAL_SECONDS
        self._size: int | None = None

    def take(self, piece: bytes) -> bool:
        """Whether the request is complete with this piece; ``NotTaken`` as soon as it cannot be."""
        self.content += piece
        if self._size is None:
            self._size = self._size_by_head()
        if self._size is None:
            if len(self.content) > LARGEST_HEAD:
                raise NotTaken(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return False
        if self._size > LARGEST_REQUEST:
            raise NotTaken(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return len(self.content) >= self._size

    @property
    def expects_continue(self) -> bool:
        """Whether the client waits for ``100 Continue`` before it sends the body."""
        head = self.content.find(END_OF_HEAD)
        return 0 <= head == len(self.content) - len(END_OF_HEAD) and bool(EXPECTS.search(self.content))

    @property
    def asks_health(self) -> bool:
        return HEALTH.match(self.content) is not None

    @property
    def writes(self) -> bool:
        return WRITES.match(self.content) is not None

    @property
    def asks_stream(self) -> bool:
        return self.content.startswith(STREAM)

    def _size_by_head(self) -> int | None:
        """The bytes of the request; ``None`` while its head is not complete."""
        end = self.content.find(END_OF_HEAD)
        if end < 0:
            return None
        head = bytes(self.content[: end + 2])
        if UNMEASURED.search(head):
            raise NotTaken(HTTPStatus.LENGTH_REQUIRED)
        length = LENGTH.search(head)
        if length and len(length[1]) > LONGEST_LENGTH:
            raise NotTaken(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return end + len(END_OF_HEAD) + (int(length[1]) if length else 0)


def problem_answer(status: HTTPStatus) -> bytes:
    """RFC 9457, for a request that no view has seen."""
    words = {"type": "about:blank", "title": status.phrase, "status": status, "detail": f"{status.phrase}."}
    body = json.dumps(words).encode()
    head = f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Content-Type: application/problem+json\r\n\r\n".encode() + body


class PortalWorker(ThreadWorker):
    """gunicorn's threaded worker, whose loop reads whole requests."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, Arrival] = {}
        self.health_pool: ThreadPoolExecutor | None = None
        self.write_pool: ThreadPoolExecutor | None = None

    def init_process(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self.health_pool = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.write_pool = ThreadPoolExecutor(self.cfg.threads, thread_name_prefix="write")
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """A connection that is new, or kept alive and readable again: its request is read first."""
        conn.sock.setblocking(False)
        self.arriving[conn] = Arrival()
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_arriving, conn))
        if conn.initialized and (ahead := conn.parser.unreader.take_buffered()):
            self.take(conn, ahead)

    def on_arriving(self, conn: TConn, _sock: Any) -> None:
        try:
            piece = conn.sock.recv(PIECE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if piece:
            self.take(conn, piece)
        else:
            self.drop(conn)

    def take(self, conn: TConn, piece: bytes) -> None:
        arrival = self.arriving[conn]
        try:
            complete = arrival.take(piece)
        except NotTaken as reason:
            self.drop(conn, reason.status)
            return
        if complete:
            self.start(conn, arrival)
        elif arrival.expects_continue:
            with suppress(OSError):
                conn.sock.send(CONTINUE)

    def start(self, conn: TConn, arrival: Arrival) -> None:
        """The whole request is here: it gets a thread; one for a stream goes to the listening process."""
        if arrival.asks_stream:
            taken = hand_over(conn.sock, bytes(arrival.content))
            self.drop(conn, None if taken else HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._forget(conn)
        conn.data_ready = True
        conn.init()
        conn.parser.unreader.unread(bytes(arrival.content))
        future: Future[Any] = self.pool_for(arrival).submit(self.answer, conn, time.monotonic())
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def pool_for(self, arrival: Arrival) -> ThreadPoolExecutor:
        if arrival.asks_health:
            assert self.health_pool is not None
            return self.health_pool
        if arrival.writes:
            assert self.write_pool is not None
            return self.write_pool
        return self.tpool  # type: ignore[no-any-return]  gunicorn has no types

    def answer(self, conn: TConn, arrived_at: float) -> Any:
        """In a thread of the pool: the portal may say that the request has waited too long for it."""
        waiting.begin_at(arrived_at)
        return self.handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer, in a thread, for as long as the client reads each piece within ``ARRIVAL_SECONDS``.

        A page is one piece, and mostly the system's buffer takes it at once.
        """
        conn.sock.settimeout(ARRIVAL_SECONDS)
        return super().handle_request(req, conn)

    def drop(self, conn: TConn, status: HTTPStatus | None = None) -> None:
        """Hang up, with a last word where there is one."""
        self._forget(conn)
        if status is not None:
            with suppress(OSError):
                conn.sock.send(problem_answer(status))
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Beside what gunicorn hangs up on: requests that take too long to arrive."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [conn for conn, arrival in self.arriving.items() if arrival.hung_up_at < now]:
            self.drop(conn, HTTPStatus.REQUEST_TIMEOUT if self.arriving[conn].content else None)

    def _forget(self, conn: TConn) -> None:
        del self.arriving[conn]
        self.poller.unregister(conn.sock)
