"""Tails SQLite: ``PRAGMA data_version`` changes when another connection commits, and frames have ids in the
order of their commits."""

from __future__ import annotations

import asyncio
import sqlite3

from mfcampaign.live.hub import Hub
from mfcampaign.live.tail import COLUMNS, PIECE, Row
from mfcampaign.live.tickets import Ticket
from mfcampaign.live.wire import KEPT

LOOK_SECONDS, REST_SECONDS = 0.025, 0.5
"""The interval between looks with listeners, and without."""


class SqliteTail:
    """Queries take microseconds, so they run in the loop itself."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA query_only=ON")
        self._version = -1
        self._frame = self._one("SELECT coalesce(max(id), 0) FROM live_frame")
        self._ended = self._one("SELECT coalesce(max(at), 0) FROM live_ended")

    def _one(self, sql: str, *values: object) -> int:
        return int(self._connection.execute(sql, values).fetchone()[0])

    async def rows(self, topic: str, since: int) -> list[Row]:
        wanted = f"SELECT {COLUMNS} FROM live_frame WHERE topic = ?"  # noqa: S608  # nosec B608  names of ours
        after = self._connection.execute(
            f"{wanted} AND number >= ? ORDER BY number LIMIT ?", (topic, since, KEPT + 2)
        ).fetchall()
        return (
            after or self._connection.execute(f"{wanted} ORDER BY number DESC LIMIT 1", (topic,)).fetchall()
        )

    async def ended(self, ticket: Ticket) -> bool:
        sql = "SELECT count(*) FROM live_ended WHERE holder = ? AND at >= ?"
        return any(self._one(sql, holder, ticket.issued) for holder in ticket.holders)

    async def run(self, hub: Hub) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS if hub.topics else REST_SECONDS)
            try:
                self.poll(hub)
            except sqlite3.OperationalError:  # somebody holds the file for themselves: look again
                continue

    def poll(self, hub: Hub) -> None:
        """Pass on the frames committed since the last look."""
        version = self._one("PRAGMA data_version")
        if version == self._version:
            return
        for holder, at in self._connection.execute(
            "SELECT holder, at FROM live_ended WHERE at > ? ORDER BY at", (self._ended - 1000,)
        ).fetchall():
            self._ended = max(self._ended, at)
            hub.end(holder, at)
        while True:
            frames = self._connection.execute(
                f"SELECT id, topic, {COLUMNS} FROM live_frame WHERE id > ? ORDER BY id LIMIT ?",  # noqa: S608  # nosec B608
                (self._frame, PIECE),
            ).fetchall()
            for pk, topic, number, *columns in frames:
                self._frame = pk
                hub.take(topic, number, columns)
            if len(frames) < PIECE:
                break
        self._version = version
