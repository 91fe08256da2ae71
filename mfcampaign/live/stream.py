"""The ASGI callable of ``/live/<ticket>/``: server-sent events without Django's request and without a thread
for each listener.

``id:`` is the number of a frame. A listener sends the last number it has (``?since=`` or ``Last-Event-ID``)
and first receives what it missed; ``event: whole`` where that is no longer stored, ``event: here`` for
players, ``event: end`` when the ticket has ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from mfcampaign.live import tickets
from mfcampaign.live.hub import Hub, Listener
from mfcampaign.live.tail import Tail
from mfcampaign.live.wire import message_of, missed
from rules.plain_numbers import whole

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
PREFIX = "/live/"
BEAT_SECONDS = 15
MOST_LISTENERS = 10_000
END = b"event: end\ndata: {}\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
# A browser would ask for pages over a connection that is kept alive, and here are none.
CLOSE = (b"connection", b"close")


class Live:
    """``run`` tails the database beside the streams; the server starts it once."""

    def __init__(self, tail: Tail) -> None:
        self.hub = Hub()
        self.tail = tail

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.tail.run(self.hub))
            tasks.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.hub.beat(time.time())

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path, method = scope["path"], scope["method"]
        if not path.startswith(PREFIX) or method != "GET":
            await _refuse(send, 404)
            return
        ticket = tickets.read(path.removeprefix(PREFIX).rstrip("/"))
        mine = ticket is not None and tickets.is_for(ticket, _header(scope, b"cookie"))
        if ticket is None or not mine or await self.tail.ended(ticket):
            await _refuse(send, 403)
            return
        if len(self.hub) >= MOST_LISTENERS:  # it polls, and tries again
            await _refuse(send, 503)
            return
        listener = Listener(ticket, _since(scope))
        await self._serve(listener, receive, send)

    async def _serve(self, listener: Listener, receive: Receive, send: Send) -> None:
        listener.task = asyncio.current_task()
        gone = asyncio.ensure_future(_gone(receive, listener))
        try:
            # Before the first read: what is committed meanwhile marks it as behind and is read, too.
            self.hub.add(listener)
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, CLOSE]})
            await self._stream(listener, send)
        except asyncio.CancelledError:
            if not listener.over:
                raise
        finally:
            gone.cancel()
            self.hub.drop(listener)

    async def _stream(self, listener: Listener, send: Send) -> None:
        await _body(send, b"retry: 3000\n\n")
        while True:
            if listener.behind and not listener.over:
                await self._catch_up(listener)
            if listener.waiting:
                message = b"".join(listener.waiting)
                listener.waiting.clear()
                await _body(send, message)
            elif listener.over:
                await send({"type": "http.response.body", "body": END})
                return
            elif not listener.behind:
                listener.woken.clear()
                await listener.woken.wait()

    async def _catch_up(self, listener: Listener) -> None:
        """Read what the listener missed; what comes during the read is read once more."""
        ticket = listener.ticket
        rows = await self.tail.rows(ticket.topic, listener.sent)
        now = missed(rows, listener.sent, ticket.part)
        if now.whole:
            listener.push(f'id: {now.number}\nevent: whole\ndata: {{"number":{now.number}}}\n\n'.encode())
        elif now.frames:
            messages = (message_of(n, body) for n, body in enumerate(now.frames, listener.sent + 1))
            listener.push(b"".join(messages))
        listener.sent = now.number
        listener.behind = self.hub.known.setdefault(ticket.topic, now.number) > now.number


async def _gone(receive: Receive, listener: Listener) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass
        listener.stop(at_once=True)


async def _refuse(send: Send, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0"), CLOSE]}
    )
    await send({"type": "http.response.body", "body": b""})


async def _body(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


def _since(scope: MutableMapping[str, Any]) -> int:
    asked = parse_qs(scope["query_string"]).get(b"since", [b""])[0].decode("latin-1")
    return whole(_header(scope, b"last-event-id") or asked, 999_999_999) or 0


def _header(scope: MutableMapping[str, Any], name: bytes) -> str:
    """The header's value; of several the first, as a browser sends one."""
    return str(next((value for key, value in scope["headers"] if key == name), b"").decode("latin-1"))
