"""The listeners of each topic in the listening process: data structures only, no database and no network."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from mfcampaign.live.tickets import Ticket
from mfcampaign.live.wire import body_of, message_of

MOST_WAITING = 50
"""Messages that wait for one listener; one that is slower comes back by itself."""
MOST_OF_ONE = 12
"""Streams of one person or session; the oldest is closed."""
SEATS = {"first": (0,), "second": (1,), "both": (0, 1)}


class Listener:
    """One open stream. ``sent`` is the number of the last frame it was given; ``behind`` asks its task to
    read the frames between from the database."""

    __slots__ = ("behind", "over", "sent", "task", "ticket", "waiting", "woken")

    def __init__(self, ticket: Ticket, sent: int) -> None:
        self.ticket = ticket
        self.sent = sent
        self.behind = True
        self.over = False
        self.waiting: deque[bytes] = deque()
        self.woken = asyncio.Event()
        self.task: asyncio.Task[object] | None = None

    def push(self, message: bytes) -> None:
        self.waiting.append(message)
        if len(self.waiting) > MOST_WAITING:
            self.stop(at_once=True)
        self.woken.set()

    def stop(self, *, at_once: bool = False) -> None:
        """End the stream after what waits, or without waiting for a slow reader."""
        self.over = True
        self.woken.set()
        if at_once and self.task is not None:
            self.task.cancel()


class Hub:
    """Listeners by topic and by holder. ``known`` is the last number of each topic that is listened to."""

    def __init__(self) -> None:
        self.topics: dict[str, dict[Listener, None]] = {}
        self.holders: dict[str, dict[Listener, None]] = {}
        self.known: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(len(listeners) for listeners in self.topics.values())

    def add(self, listener: Listener) -> None:
        ticket = listener.ticket
        self.topics.setdefault(ticket.topic, {})[listener] = None
        for holder in ticket.holders:
            held = self.holders.setdefault(holder, {})
            held[listener] = None
            if len(held) > MOST_OF_ONE and not holder.startswith("watch:"):
                next(iter(held)).stop(at_once=True)
        self._tell_presence(ticket)

    def drop(self, listener: Listener) -> None:
        ticket = listener.ticket
        _forget(self.topics, ticket.topic, listener)
        if ticket.topic not in self.topics:
            self.known.pop(ticket.topic, None)
        for holder in ticket.holders:
            _forget(self.holders, holder, listener)
        self._tell_presence(ticket)

    def take(self, topic: str, number: int, columns: Sequence[str]) -> None:
        """A frame of ``topic`` came: up-to-date listeners get it, those that missed one read them all."""
        listeners = self.topics.get(topic)
        if not listeners:
            return
        self.known[topic] = max(number, self.known.get(topic, 0))
        messages: dict[str, bytes] = {}
        for listener in tuple(listeners):
            if number <= listener.sent:
                continue
            if listener.behind or number != listener.sent + 1:
                # It reads, or is going to: by ``known`` it sees that there is more.
                listener.behind = True
                listener.woken.set()
                continue
            part = listener.ticket.part
            if part not in messages:
                messages[part] = message_of(number, body_of(number, columns, part))
            listener.sent = number
            listener.push(messages[part])

    def end(self, holder: str, at: int) -> None:
        """Streams of ``holder`` whose tickets were given until ``at`` are over."""
        for listener in tuple(self.holders.get(holder, ())):
            if listener.ticket.issued <= at:
                listener.stop()

    def beat(self, seconds: float) -> None:
        """A sign of life to all, and the end for those whose ticket is too old at ``seconds`` since 1970."""
        for listeners in tuple(self.topics.values()):
            for listener in tuple(listeners):
                if listener.ticket.ends <= seconds:
                    listener.stop()
                elif not listener.waiting:
                    listener.push(b":\n\n")

    def here(self, topic: str) -> tuple[int, ...]:
        """The seats whose players listen."""
        parts = {listener.ticket.part for listener in self.topics.get(topic, ())}
        return tuple(sorted({seat for part in parts for seat in SEATS.get(part, ())}))

    def _tell_presence(self, ticket: Ticket) -> None:
        """Players, and nobody else, hear which of them are here."""
        if ticket.part not in SEATS:
            return
        seats = ",".join(str(seat) for seat in self.here(ticket.topic))
        message = f'event: here\ndata: {{"seats":[{seats}]}}\n\n'.encode()
        for listener in tuple(self.topics.get(ticket.topic, ())):
            if listener.ticket.part in SEATS:
                listener.push(message)


def _forget(of: dict[str, dict[Listener, None]], name: str, listener: Listener) -> None:
    held = of.get(name)
    if held is not None:
        held.pop(listener, None)
        if not held:
            del of[name]
