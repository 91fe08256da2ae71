"""Listeners for tests and benches: server-sent events over plain connections, cut whenever one likes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any


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


async def open_stream(port: int, address: str, last: int | None = None) -> Heard:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    again = f"Last-Event-ID: {last}\r\n" if last is not None else ""
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
