"""Tails PostgreSQL, which notifies at each commit. Frames are read by topic and number, never by id, because
ids are assigned before the commit."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg

from mfcampaign.live.hub import Hub
from mfcampaign.live.tail import COLUMNS, PIECE, Row
from mfcampaign.live.tickets import Ticket
from mfcampaign.live.wire import CHANNEL, ENDED, KEPT

SWEEP_SECONDS = 2.0
"""How often it is looked whether a notification was lost."""


class PostgresTail:
    """One connection that listens and asks; the queries of all streams take turns on it."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        ours = ("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "service")
        self._parameters = {name: parameters[name] for name in ours if parameters.get(name)}
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()
        self._woken = asyncio.Event()
        self._notified: set[str] = set()
        self._ended = 0

    async def rows(self, topic: str, since: int) -> list[Row]:
        wanted = f"SELECT {COLUMNS} FROM live_frame WHERE topic = %s"  # noqa: S608  # nosec B608  names of ours
        after = await self._ask(f"{wanted} AND number >= %s ORDER BY number LIMIT %s", topic, since, KEPT + 2)
        return after or await self._ask(f"{wanted} ORDER BY number DESC LIMIT 1", topic)

    async def ended(self, ticket: Ticket) -> bool:
        sql = "SELECT 1 FROM live_ended WHERE holder = ANY(%s) AND at >= %s LIMIT 1"
        return bool(await self._ask(sql, list(ticket.holders), ticket.issued))

    async def run(self, hub: Hub) -> None:
        while True:
            try:
                await self._connect()
                await self._follow(hub)
            except psycopg.Error:  # restarted or out of reach: streams stay, and read what they missed
                self._connection = None
                await asyncio.sleep(SWEEP_SECONDS)

    async def _connect(self) -> None:
        opened = await psycopg.AsyncConnection.connect(**self._parameters, autocommit=True)
        opened.add_notify_handler(lambda note: self._notified.add(note.payload))
        await opened.execute(f"LISTEN {CHANNEL}")
        self._connection = opened
        if not self._ended:
            self._ended = (await self._ask("SELECT coalesce(max(at), 0) FROM live_ended"))[0][0]

    async def _follow(self, hub: Hub) -> None:
        loop = asyncio.get_running_loop()
        sweep = loop.time() + SWEEP_SECONDS
        while True:
            self._listen()
            try:
                await asyncio.wait_for(self._woken.wait(), max(0.0, sweep - loop.time()))
            except TimeoutError:
                sweep = loop.time() + SWEEP_SECONDS
                self._notified |= {ENDED, *await self._moved(hub)}
            self._woken.clear()
            await self._ask("SELECT 1")  # takes in what was notified
            while self._notified:
                await self._hand_on(hub, self._notified.pop())

    async def _moved(self, hub: Hub) -> list[str]:
        """The topics listened to that went on without a notification."""
        sql = "SELECT topic, max(number) FROM live_frame WHERE topic = ANY(%s) GROUP BY topic"
        latest = await self._ask(sql, list(hub.topics))
        return [topic for topic, number in latest if number > hub.known.get(topic, 0)]

    async def _hand_on(self, hub: Hub, what: str) -> None:
        if what == ENDED:
            sql = "SELECT holder, at FROM live_ended WHERE at > %s ORDER BY at"
            for holder, at in await self._ask(sql, self._ended - 60_000):
                self._ended = max(self._ended, at)
                hub.end(holder, at)
        elif what in hub.topics:
            later = f"SELECT {COLUMNS} FROM live_frame WHERE topic = %s AND number > %s"  # noqa: S608  # nosec B608
            sql = f"{later} ORDER BY number LIMIT %s"
            known = hub.known.get(what)
            # Its first listener reads for itself just now: it only has to know of the latest.
            if known is None:
                rows = await self.rows(what, 2**31 - 1)
            else:
                rows = await self._ask(sql, what, known, PIECE)
            for number, *columns in rows:
                hub.take(what, number, columns)

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        async with self._turn:
            if self._connection is None:
                raise psycopg.OperationalError("not connected")
            asyncio.get_running_loop().remove_reader(self._connection.fileno())
            cursor = await self._connection.execute(sql, values or None)
            rows = await cursor.fetchall()
        if self._notified:
            self._woken.set()
        self._listen()
        return rows

    def _listen(self) -> None:
        """Wake when the server says something while no query waits for it."""
        if self._connection is not None and not self._turn.locked():
            asyncio.get_running_loop().add_reader(self._connection.fileno(), self._said)

    def _said(self) -> None:
        if self._connection is not None:
            asyncio.get_running_loop().remove_reader(self._connection.fileno())
        self._woken.set()
