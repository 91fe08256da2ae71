"""The listening process: uvicorn's HTTP for connections that the web server's workers hand over.

A worker that reads ``GET /live/…`` sends the open connection through ``settings.LIVE_SOCKET``, with what it
has read of it, and forgets it. So streams come from the address and port of the pages, by whatever proxy
proxies to them, and hold neither a thread nor a connection of the web server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from django.conf import settings
from uvicorn.server import ServerState

from mfcampaign.live import stream
from mfcampaign.live.handoff import allow_open_files
from mfcampaign.live.sqlite_tail import SqliteTail
from mfcampaign.live.tail import Tail

LARGEST_HEAD = 64 * 1024
HAND_SECONDS = 2.0
"""Within which a worker's hand-over has to be complete."""
WAITING = 1024
OPEN_FILES = 12_000


class Handed:
    """Takes connections over: ``serve`` runs until a signal comes."""

    def __init__(self, live: stream.Live) -> None:
        self.live = live
        # The process answers streams alone and tells nobody of them: addresses hold tickets.
        self.config = uvicorn.Config(
            live,
            loop="uvloop",
            http="httptools",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )
        self.config.load()
        self.state = ServerState()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, path: str) -> None:
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, over.set)
        tailing = asyncio.create_task(self.live.run())
        tailing.add_done_callback(lambda _task: over.set())
        with _listening(path) as listener:
            taking = asyncio.create_task(self._take_all(listener))
            await over.wait()
            taking.cancel()
        for listener in [each for group in self.live.hub.topics.values() for each in group]:
            listener.stop(at_once=True)
        await asyncio.sleep(0)
        if tailing.done():
            tailing.result()
        tailing.cancel()

    async def _take_all(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                hand, _ = await loop.sock_accept(listener)
            except OSError:  # no more files may be open: somebody leaves soon
                await asyncio.sleep(HAND_SECONDS)
                continue
            task = asyncio.create_task(self._take(hand))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take(self, hand: socket.socket) -> None:
        """One connection with its head."""
        loop = asyncio.get_running_loop()
        with hand, contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(HAND_SECONDS):
                connection, head = await _received(hand)
            connection.setblocking(False)
            http: Any = self.config.http_protocol_class
            protocol = http(config=self.config, server_state=self.state, app_state={})
            await loop.connect_accepted_socket(lambda: protocol, connection)
            protocol.data_received(head)


async def _received(hand: socket.socket) -> tuple[socket.socket, bytes]:
    """The connection and what was read of it, until the worker closes its end."""
    loop = asyncio.get_running_loop()
    await _readable(hand)
    first, descriptors, _, _ = socket.recv_fds(hand, 1, 1)
    if not descriptors:
        raise OSError("nothing was handed over")
    connection = socket.socket(fileno=descriptors[0])
    try:
        head = first
        while piece := await loop.sock_recv(hand, LARGEST_HEAD):
            head += piece
            if len(head) > LARGEST_HEAD:
                raise OSError("too much was handed over")
    except BaseException:
        connection.close()
        raise
    return connection, head


async def _readable(hand: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(hand, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(hand)


@contextlib.contextmanager
def _listening(path: str) -> Any:
    """The socket that workers hand connections to; for this user alone, gone when the process is."""
    Path(path).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        mask = os.umask(0o177)
        try:
            listener.bind(path)
        finally:
            os.umask(mask)
        listener.listen(WAITING)
        listener.setblocking(False)
        try:
            yield listener
        finally:
            Path(path).unlink(missing_ok=True)


def main() -> None:
    allow_open_files(OPEN_FILES)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_run())


async def _run() -> None:
    await Handed(stream.Live(_tail())).serve(settings.LIVE_SOCKET)


def _tail() -> Tail:
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return SqliteTail(str(settings.DATABASES["default"]["NAME"]))
    # Ten megabytes that a portal on SQLite does without.
    from django.db import connection

    from mfcampaign.live.postgres_tail import PostgresTail

    return PostgresTail(connection.get_connection_params())
