"""Endpoints of chess clocks beside real tables."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from django.utils import timezone
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.play import access, loading
from mfcampaign.play.access import Visit
from mfcampaign.play.api.common import PLAY, TAG, players
from mfcampaign.play.clocks import MOST_MINUTES
from mfcampaign.play.models import LONGEST_KEY, TableClock
from mfcampaign.play.operations import table_clocks
from rules.game.results.overtime import PenaltyMinutes, PenaltyVp, TimePenalty

CLOCK = "table-clocks/<slug:clock>/"
Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]


class NewTableClock(Struct, frozen=True, forbid_unknown_fields=True):
    """``minutes`` for each side; each begun ``penalty_minutes`` over them cost ``penalty_vp`` Victory Points
    (0: overtime is only noted)."""

    minutes: Minutes
    penalty_vp: PenaltyVp = 0
    penalty_minutes: PenaltyMinutes = 5


class ClockPressed(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose clock ``runs`` from ``ago`` milliseconds before now on: ``0`` the first side's, ``1`` the
    second's, ``-`` nobody's. ``key`` is any word of the device; the same one sent again changes nothing.
    ``after`` is the key of the device's press before, which took effect first however long it was on its
    way."""

    runs: Literal["0", "1", "-"]
    key: Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY)]
    ago: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    after: Annotated[str, Meta(max_length=LONGEST_KEY)] = ""


class TableClockView(Struct, frozen=True):
    """A clock of two ``sides``: the seconds that both have ``left`` now (below 0: over), whose clocks run
    now, and the VP that overtime costs each so far. Nobody presses it once it ``ended``."""

    clock: str
    sides: tuple[str, str]
    seconds: int
    left: tuple[float, float]
    runs: tuple[int, ...]
    penalty_vp: int
    penalty_minutes: int
    penalties: tuple[int, int]
    ended: bool


def table_clock_view(row: TableClock) -> TableClockView:
    clock = loading.table_clock_of(row)
    left = clock.left_at(timezone.now())
    return TableClockView(
        row.code,
        (row.first, row.second),
        row.seconds,
        left,
        clock.runs,
        row.penalty_vp,
        row.penalty_minutes,
        (row.penalty.of(left[0]), row.penalty.of(left[1])),
        row.ended_at is not None,
    )


@players("post", f"{PLAY}clock/", example={"minutes": 60, "penalty_vp": 1}, status=201)
def start_table_clock(call: PersonCall, visit: Visit, body: NewTableClock) -> Done[TableClockView]:
    """Start a chess clock beside the table of a record, or return the one that is there."""
    penalty = TimePenalty(body.penalty_vp, body.penalty_minutes)
    row = table_clocks.start_beside(visit.row, call.user, body.minutes, penalty)
    return Done("", table_clock_view(row), row.get_absolute_url())


@get(CLOCK, TableClockView, open=True, tag=TAG)
def table_clock(call: PortalCall, clock: str) -> TableClockView:
    """A chess clock beside a real table, for whoever holds its code."""
    return table_clock_view(access.table_clock(call.user, clock))


@act(
    "post",
    f"{CLOCK}press/",
    access.table_clock,
    example={"runs": "1", "key": "a word of the device"},
    page="play:table_clock",
    no_account=True,
    tag=TAG,
)
def press_table_clock(call: PersonCall, row: TableClock, body: ClockPressed) -> Done[TableClockView]:
    """Press the clock: the other side’s runs, or nobody’s."""
    ago = dt.timedelta(milliseconds=body.ago)
    pressed = table_clocks.press(row, call.user, body.runs, body.key, ago, body.after)
    return Done("", table_clock_view(pressed))
