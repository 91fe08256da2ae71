"""The web server's worker: its loop waits for clients, its threads for none. A thread is reserved for health
checks, and as many for requests that write as for those that read.

gunicorn's threaded worker gives a connection a thread as soon as its first byte is there, and waits in the
loop for a client to hang up, so a handful of clients that send slowly, do not read or do not leave stop
everybody. Here the loop reads a request whole before it gets a thread, sends what its client did not read at
once, and hangs up, each without blocking and within ``ARRIVAL_SECONDS``. Connections that wait hold at
most ``MOST_HELD`` together: beyond that the address that holds most loses its largest, of equal ones the
oldest. A request that is larger than ``LARGEST_REQUEST``, or does not state its length, is refused before a
view or the disk sees it.
A writer may wait for a lock of the database (``waiting.LOCK_SECONDS``); no reader waits for its thread.
"""

from __future__ import annotations

import errno
import json
import re
import selectors
import socket
import sys
import time
from collections import Counter, defaultdict, deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from environs import Env
from gunicorn.workers.gthread import TConn, ThreadWorker

from mfcampaign.live.handoff import allow_open_files, hand_over
from mfcampaign.web.resilience.addresses import household
from mfcampaign.web.resilience.waiting import begin_at

env = Env()
ARRIVAL_SECONDS = env.float("ARRIVAL_SECONDS", 20.0)
"""From the first byte of a request to its last; between two pieces of an answer that its client reads; from
an answer to the end of what its client still sends."""
LARGEST_REQUEST = env.int("LARGEST_REQUEST", 12 * 1024 * 1024)
LARGEST_HEAD = 64 * 1024
EACH_HELD = 64 * 1024
MOST_HELD = env.int("MOST_HELD", 8 * LARGEST_REQUEST)
"""Bytes of connections that wait for their clients, and as many of requests that wait for a thread. Each
counts with what it has sent or not read and ``EACH_HELD``: 1,536 that say nothing."""
HEALTH_HELD = 64 * EACH_HELD
OPEN_FILES = 4096
STOP_SECONDS = 2.0
"""How long a worker that stops waits for clients that send or say nothing."""
LOOK_SECONDS = 0.5
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
FULL = (errno.EMFILE, errno.ENFILE)


class NotTaken(Exception):
    """A request that gets no thread; ``status`` says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Waiting:
    """A client that the loop waits for until ``until``: to read by default."""

    events = selectors.EVENT_READ
    held = EACH_HELD

    def __init__(self, seconds: float = ARRIVAL_SECONDS) -> None:
        self.until = time.monotonic() + seconds


class Arrival(Waiting):
    """The part of one request that has arrived so far."""

    def __init__(self, seconds: float = ARRIVAL_SECONDS) -> None:
        super().__init__(seconds)
        self.content = bytearray()
        self._size: int | None = None

    def take(self, piece: bytes) -> bool:
        """Whether the request is complete with this piece; ``NotTaken`` as soon as it cannot be."""
        if not self.content:
            self.until = time.monotonic() + ARRIVAL_SECONDS
        self.content += piece
        self.held = EACH_HELD + len(self.content)
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


class Departure(Waiting):
    """What the client has not read of its answer yet; ``keep``: whether it may ask again afterwards."""

    events = selectors.EVENT_WRITE

    def __init__(self, rest: deque[memoryview], keep: bool) -> None:
        super().__init__()
        self.rest, self.keep = rest, keep
        self.held = EACH_HELD + sum(map(len, rest))


class LingeringClose(Waiting):
    """An answer that ends the connection was sent. What still comes is thrown away: hung up on with unread
    bytes, the client would lose the answer."""


class Answer:
    """Where a thread writes, in place of the socket: the system takes what it can at once, ``rest`` stays."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.rest: deque[memoryview] = deque()

    def sendall(self, data: bytes) -> None:
        sent = 0
        if not self.rest:
            with suppress(BlockingIOError):
                sent = self.sock.send(data)
        if sent < len(data):
            self.rest.append(memoryview(data)[sent:])

    send = sendall

    def setblocking(self, _blocking: bool) -> None:
        """It never blocks."""

    def gettimeout(self) -> float:
        return 0.0

    def shutdown(self, _how: int) -> None:
        raise OSError("the loop hangs up")

    def close(self) -> None:
        """The loop does."""


def problem_answer(status: HTTPStatus) -> bytes:
    """RFC 9457, for a request that no view has seen."""
    words = {"type": "about:blank", "title": status.phrase, "status": status, "detail": f"{status.phrase}."}
    body = json.dumps(words).encode()
    head = f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        head += "Retry-After: 5\r\n"
    return f"{head}Content-Type: application/problem+json\r\n\r\n".encode() + body


class PortalWorker(ThreadWorker):
    """gunicorn's threaded worker, whose loop alone waits for clients."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.worker_connections = sys.maxsize  # all are let in; who stays is decided in ``_make_room``
        self.cfg.set("sendfile", False)  # an ``Answer`` is no socket
        self.waiting: dict[TConn, Waiting] = {}
        self.queued: Counter[ThreadPoolExecutor] = Counter()
        self.looked_at = time.monotonic()
        self.stops_at = float("inf")

    def init_process(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        allow_open_files(OPEN_FILES)
        self.health_pool = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.write_pool = ThreadPoolExecutor(self.cfg.threads, thread_name_prefix="write")
        super().init_process()

    def accept(self, listener: Any) -> None:
        try:
            super().accept(listener)
        except OSError as problem:
            if problem.errno not in FULL:
                raise
            self._make_room(most=0)

    def enqueue_req(self, conn: TConn) -> None:
        """A connection that is new, or kept alive: its next request is read first."""
        self._wait(conn, Arrival(self.cfg.keepalive if conn.initialized else ARRIVAL_SECONDS))
        if conn.initialized and (ahead := conn.parser.unreader.take_buffered()):
            self._take(conn, ahead)

    def _wait(self, conn: TConn, waiting: Waiting) -> None:
        conn.sock.setblocking(False)
        self._make_room(MOST_HELD)
        self.waiting[conn] = waiting
        self.poller.register(conn.sock, waiting.events, partial(self._on_ready, conn))

    def _wait_no_more(self, conn: TConn) -> None:
        del self.waiting[conn]
        self.poller.unregister(conn.sock)

    def _make_room(self, most: int) -> None:
        """Where more than ``most`` is held, hang up on those of the address that holds most, until a tenth is
        free: on the largest, and of those as large on the oldest, so that one body cuts no hundred others."""
        over = sum(waiting.held for waiting in self.waiting.values()) - most
        if over <= 0:
            return
        over += MOST_HELD // 10
        held: Counter[str] = Counter()
        largest: dict[str, deque[TConn]] = defaultdict(deque)
        for conn, waiting in sorted(self.waiting.items(), key=lambda each: -(each[1].held // EACH_HELD)):
            address = household(str(conn.client[0]) if conn.client else "")
            held[address] += waiting.held
            largest[address].append(conn)
        while over > 0 and self.waiting:
            address = max(held, key=held.__getitem__)
            conn = largest[address].popleft()
            held[address] -= self.waiting[conn].held
            over -= self.waiting[conn].held
            self._drop(conn)

    def _on_ready(self, conn: TConn, _sock: Any) -> None:
        waiting = self.waiting.get(conn)
        if waiting is None:  # hung up on for another one whose event came first
            return
        try:
            if isinstance(waiting, Departure):
                self._send(conn, waiting)
            elif not (piece := conn.sock.recv(PIECE)):
                self._drop(conn)
            elif isinstance(waiting, Arrival):
                self._take(conn, piece)
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._drop(conn)

    def _take(self, conn: TConn, piece: bytes) -> None:
        arrival = self.waiting[conn]
        assert isinstance(arrival, Arrival)
        try:
            complete = arrival.take(piece)
        except NotTaken as reason:
            self._refuse(conn, reason.status)
            return
        if complete:
            self._start(conn, arrival)
        elif arrival.expects_continue:
            with suppress(OSError):
                conn.sock.send(CONTINUE)
        self._make_room(MOST_HELD)

    def _start(self, conn: TConn, arrival: Arrival) -> None:
        """The whole request is here: it gets a thread; one for a stream goes to the listening process."""
        if arrival.asks_stream:
            if hand_over(conn.sock, bytes(arrival.content)):
                self._drop(conn)
            else:
                self._refuse(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            return
        pool = self.pool_for(arrival)
        most = HEALTH_HELD if arrival.asks_health else MOST_HELD
        if self.queued[pool] + arrival.held > most:
            self._refuse(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._wait_no_more(conn)
        self.queued[pool] += arrival.held
        conn.data_ready = True
        conn.init()
        conn.sock.setblocking(False)
        conn.parser.unreader.unread(bytes(arrival.content))
        answered = partial(self._answered, conn, pool, arrival.held)
        future: Future[Any] = pool.submit(self.answer, conn, time.monotonic())
        future.add_done_callback(partial(self.method_queue.defer, answered))

    def answer(self, conn: TConn, arrived_at: float) -> tuple[bool, deque[memoryview]]:
        """In a thread: whether the client may ask again, and what it has not read of its answer. The portal
        may say that the request has waited too long for its thread."""
        begin_at(arrived_at)
        sock, conn.sock = conn.sock, Answer(conn.sock)
        try:
            keep = self.handle(conn)
            return bool(keep), conn.sock.rest
        finally:
            conn.sock = sock

    def pool_for(self, arrival: Arrival) -> ThreadPoolExecutor:
        if arrival.asks_health:
            return self.health_pool
        readers: ThreadPoolExecutor = self.tpool
        return self.write_pool if arrival.writes else readers

    def _answered(self, conn: TConn, pool: ThreadPoolExecutor, held: int, done: Future[Any]) -> None:
        self.queued[pool] -= held
        keep, rest = (False, deque()) if done.cancelled() or done.exception() else done.result()
        if rest:
            self._wait(conn, Departure(rest, keep))
        else:
            self._departed(conn, keep)

    def _send(self, conn: TConn, departure: Departure) -> None:
        piece = departure.rest.popleft()
        sent = conn.sock.send(piece[:PIECE])
        departure.until = time.monotonic() + ARRIVAL_SECONDS
        departure.held -= sent
        if sent < len(piece):
            departure.rest.appendleft(piece[sent:])
        if not departure.rest:
            self._wait_no_more(conn)
            self._departed(conn, departure.keep)

    def _departed(self, conn: TConn, keep: bool) -> None:
        if keep:
            self.enqueue_req(conn)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(conn)
        else:
            self._wait(conn, LingeringClose())

    def _refuse(self, conn: TConn, status: HTTPStatus) -> None:
        self._wait_no_more(conn)
        with suppress(OSError):
            conn.sock.send(problem_answer(status))
        self._departed(conn, keep=False)

    def _drop(self, conn: TConn) -> None:
        self._wait_no_more(conn)
        self._close(conn)

    def _close(self, conn: TConn) -> None:
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Hang up on those that are late, and soon on those that only wait while the worker stops."""
        now = time.monotonic()
        if now < self.looked_at + LOOK_SECONDS:
            return
        self.looked_at = now
        if not self.alive:
            self.stops_at = min(self.stops_at, now + STOP_SECONDS)
        for conn, waiting in list(self.waiting.items()):
            if waiting.until < now and isinstance(waiting, Arrival) and waiting.content:
                self._refuse(conn, HTTPStatus.REQUEST_TIMEOUT)
            elif waiting.until < now or (self.stops_at < now and not isinstance(waiting, Departure)):
                self._drop(conn)
