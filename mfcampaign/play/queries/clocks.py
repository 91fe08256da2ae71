"""The chess clocks on a page; its script lets them run until the server sends new figures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

import msgspec
from django.utils import timezone
from msgspec import Struct

from mfcampaign.play import loading
from mfcampaign.play.clocks import NOBODY, in_words, milliseconds
from mfcampaign.play.models import ClockPress, Encounter, Seat, TableClock


class SideClock(Struct, frozen=True):
    """``words`` are as when the page is made; ``up`` means that no time is left."""

    seat: int
    name: str
    words: str
    runs: bool
    up: bool


class ShownClocks(Struct, frozen=True):
    """``figures`` are the script's input, ``now`` the server's time in milliseconds. ``claims`` is the
    visitor's seat where the game may be claimed, ``ready`` whether it may be now."""

    sides: tuple[SideClock, ...]
    figures: str
    now: int
    claims: int | None
    ready: bool


def shown(row: Encounter, seats: Sequence[Seat], own: Collection[int] = ()) -> ShownClocks | None:
    """The clocks; ``None`` without a query when nothing is timed, otherwise one query."""
    clock = loading.clock_of(row)
    if clock is None:
        return None
    now = timezone.now()
    left, up = clock.left_at(now), clock.up_at(now)
    claims = next(iter(own)) if row.clock_claim and len(own) == 1 else None
    return ShownClocks(
        tuple(
            SideClock(seat, seats[seat].label, in_words(left[seat]), seat in clock.runs, seat in up)
            for seat in (0, 1)
        ),
        msgspec.json.encode(clock.figures).decode(),
        milliseconds(now),
        claims,
        claims is not None and clock.claimant_at(now) == claims,
    )


class TableSide(Struct, frozen=True):
    """One half of a clock beside a real table. ``presses`` is whose clock runs after it is pressed; it can be
    pressed while its own runs, or while none does. ``off`` are the VP that its overtime costs so far."""

    seat: int
    name: str
    words: str
    runs: bool
    up: bool
    off: int
    presses: str
    may: bool


class TableClockPage(Struct, frozen=True):
    """``stop`` is whose clock runs after the button in the middle: nobody's, or whose was paused (empty:
    nothing to pause). ``late`` are the presses that were made without a signal, the last first."""

    clock: TableClock
    sides: tuple[TableSide, ...]
    figures: str
    now: int
    runs: str
    stop: str
    late: tuple[ClockPress, ...]

    @property
    def running(self) -> bool:
        return self.runs != NOBODY


LATE = 30.0
"""Seconds after which a press counts as received late."""
MOST_LATE = 5


def table_clock(row: TableClock) -> TableClockPage:
    """Two queries."""
    clock, now = loading.table_clock_of(row), timezone.now()
    left, up = clock.left_at(now), clock.up_at(now)
    presses = list(row.presses.order_by("-at", "-pk"))
    runs = str(clock.runs[0]) if clock.runs else NOBODY
    before = next((press.runs for press in presses if press.runs != NOBODY), "")
    sides = tuple(
        TableSide(
            seat,
            name,
            in_words(left[seat]),
            seat in clock.runs,
            seat in up,
            row.penalty.of(left[seat]),
            str(1 - seat),
            row.ended_at is None and runs in (NOBODY, str(seat)),
        )
        for seat, name in enumerate((row.first, row.second))
    )
    late = (press for press in presses if (press.received_at - press.at).total_seconds() > LATE)
    return TableClockPage(
        row,
        sides,
        msgspec.json.encode(clock.figures).decode(),
        milliseconds(now),
        runs,
        NOBODY if runs != NOBODY else before,
        tuple(islice(late, MOST_LATE)),
    )
