"""For tests and benches: the listening process over a database of frames alone, and listeners of it over
plain connections, cut whenever one likes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from mfcampaign.live import handoff, tickets
from tests.project.processes import Running, running

TOPIC = "encounter:1"


TABLES = """
PRAGMA journal_mode=WAL;
CREATE TABLE live_frame (id integer PRIMARY KEY AUTOINCREMENT, topic varchar(60), number integer,
 public text, first text, second text, UNIQUE (topic, number));
CREATE TABLE live_ended (id integer PRIMARY KEY AUTOINCREMENT, holder varchar(80) UNIQUE, at bigint);
"""


class Place:
    """A database of frames alone, the process that tails it, and a door that hands it connections."""

    def __init__(self, home: Path) -> None:
        self.database = home / "frames.sqlite3"
        self.socket = str(home / "live.sock")
        self.rows = sqlite3.connect(self.database, isolation_level=None, timeout=20, check_same_thread=False)
        self.rows.executescript(TABLES)
        self.door = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._let_in, daemon=True).start()

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.door.accept()
                with connection:
                    head = b""
                    while b"\r\n\r\n" not in head:
                        head += connection.recv(65536)
                    handoff.hand_over(connection, head)

    def tell(self, number: int, topic: str = TOPIC, words: str = "") -> None:
        values = (topic, number, f'{{"at":{time.time()},"words":"{words}"}}', '{"own":1}', '{"own":2}')
        self.rows.execute(
            "INSERT INTO live_frame (topic, number, public, first, second) VALUES (?,?,?,?,?)", values
        )

    def end(self, holder: str) -> None:
        self.rows.execute("INSERT INTO live_ended (holder, at) VALUES (?, ?)", (holder, tickets.now()))

    def address(self, part: str = "public", who: str = "person:1", topic: str = TOPIC) -> str:
        return f"/live/{tickets.signed(tickets.Ticket(topic, part, (who,), tickets.now()))}/"


@contextlib.contextmanager
def listening(home: Path) -> Iterator[tuple[Place, Running]]:
    """A ``Place`` in the folder ``home`` with its process, both gone afterwards."""
    place = Place(home)
    before, settings.LIVE_SOCKET = settings.LIVE_SOCKET, place.socket
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{place.database}",
        "LIVE_SOCKET": place.socket,
        "SECRET_KEY": settings.SECRET_KEY,
        "VAR_DIR": str(home),
        "DJANGO_SETTINGS_MODULE": "mfcampaign.settings",
    }
    try:
        with running([sys.executable, "-m", "mfcampaign.live"], environment, home / "live.log") as process:
            process.until(lambda: os.path.exists(place.socket))
            yield place, process
    finally:
        settings.LIVE_SOCKET = before
        place.door.close()
        place.rows.close()


class Heard:
    """One open stream over TCP. ``event`` gives its name, id and data; ``ConnectionError`` when it ended."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, status: int) -> None:
        self.reader, self.writer, self.status = reader, writer, status

    async def event(self) -> tuple[str, str, Any]:
        name, number, data = "message", "", ""
        while True:
            line = await self.reader.readline()
            if not line:
                raise ConnectionError
            text = line.decode().strip()
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("id: "):
                number = text[4:]
            elif text.startswith("data: "):
                data = text[6:]
            elif not text and data:
                return name, number, json.loads(data)

    def cut(self) -> None:
        """As a phone that loses its signal: no word to the other side."""
        self.writer.transport.abort()


async def open_stream(port: int, address: str, last: int | None = None, session: str = "") -> Heard:
    """``session``: the key in the browser's cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    again = f"Last-Event-ID: {last}\r\n" if last is not None else ""
    if session:
        again += f"Cookie: theme=dark; {settings.SESSION_COOKIE_NAME}={session}\r\n"
    writer.write(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n{again}\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    if b"chunked" in head.lower():
        reader = _unchunked(reader)
    return Heard(reader, writer, status)


def _unchunked(source: asyncio.StreamReader) -> asyncio.StreamReader:
    """What stands in the chunks of an answer whose length is not known."""
    target = asyncio.StreamReader()

    async def copy() -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ValueError):
            while size := int((await source.readline()).strip() or b"0", 16):
                target.feed_data(await source.readexactly(size))
                await source.readexactly(2)
        target.feed_eof()

    target.copying = asyncio.ensure_future(copy())  # type: ignore[attr-defined]
    return target


async def listen_through(
    port: int, address: Callable[[], str], upto: int, cuts: Callable[[], bool], heard: list[int]
) -> None:
    """Listen until frame ``upto``, cut off after an event wherever ``cuts`` says so, and come back with the
    number of the last; ``heard`` gets every number that arrived."""
    deadline = time.monotonic() + 120
    while not heard or heard[-1] < upto:
        assert time.monotonic() < deadline, f"heard {len(heard)}, the last of them {heard[-1:]}"
        stream = await open_stream(port, address(), heard[-1] if heard else 0)
        if stream.status != 200:
            await asyncio.sleep(0.05)
            continue
        try:
            while not heard or heard[-1] < upto:
                name, number, _data = await stream.event()
                if name == "message":
                    heard.append(int(number))
                if cuts():
                    break
        except ConnectionError:
            pass
        stream.cut()
