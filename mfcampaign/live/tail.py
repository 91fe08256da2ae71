"""The base class of both tails: one connection that reads new frames, woken by other connections' commits.

Frames come from the table alone, so a lost wake-up delays and loses nothing.
"""

from __future__ import annotations

from typing import Protocol

from mfcampaign.live.hub import Hub
from mfcampaign.live.tickets import Ticket

Row = tuple[int, str, str, str]
COLUMNS = "number, public, first, second"
PIECE = 500
"""The number of rows read at a time."""


class Tail(Protocol):
    """``rows`` are the frames of a topic from ``since`` on, or the latest one alone; ``ended`` says whether
    a ticket's holder was ended after it was issued; ``run`` fills the hub until it is cancelled."""

    async def rows(self, topic: str, since: int) -> list[Row]: ...

    async def ended(self, ticket: Ticket) -> bool: ...

    async def run(self, hub: Hub) -> None: ...
