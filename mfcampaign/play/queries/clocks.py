"""The chess clocks on a page; its script lets them run until the server sends new figures."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from django.utils import timezone
from msgspec import Struct

from mfcampaign.play import loading
from mfcampaign.play.clocks import in_words, milliseconds
from mfcampaign.play.models import Encounter, Seat


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
