"""More time for one player: what waits for them at a deadline, and until when.

An organiser's ruling sets ``WeekEntry.extended_until``. The week's own deadline holds for everybody else.
"""

from __future__ import annotations

import datetime as dt

from django.db.models import QuerySet
from django.utils import timezone

from mfcampaign.campaigns.models import Entry, Game, Week, WeekEntry
from rules.refusal import Refusal


def running(week: Week, now: dt.datetime | None = None) -> QuerySet[WeekEntry]:
    """The parts of players who still have longer."""
    return week.parts.filter(extended_until__gt=now or timezone.now())


def games_due(week: Week) -> QuerySet[Game]:
    """The open games that the week's deadline settles: those of players with more time wait."""
    waiting = running(week).values("entry")
    return week.games.filter(state__in=Game.OPEN_STATES).exclude(sides__entry__in=waiting)


def hires_close_at(week: Week) -> dt.datetime:
    """When the window closes at the latest: with the last extension of somebody who is not done."""
    undone = week.parts.filter(
        hires_locked_at=None, extended_until__isnull=False, entry__state=Entry.State.ACTIVE
    )
    own = undone.values_list("extended_until", flat=True)
    return max([week.hires_close_at, *(until for until in own if until is not None)])


def further_deadlines(week: Week) -> list[dt.datetime]:
    """Extensions beyond the games' deadline: each is a deadline of its own."""
    longer = week.parts.filter(extended_until__gt=week.games_close_at)
    moments = longer.order_by("extended_until").values_list("extended_until", flat=True)
    return [until for until in moments if until is not None]


def expect_time_left(part: WeekEntry) -> None:
    """While the window is held open for somebody, the others' time for hires is over."""
    now = timezone.now()
    own = part.extended_until is not None and part.extended_until > now
    if part.week.hires_close_at > now or own or not running(part.week, now).exists():
        return
    raise Refusal(
        "The New Hires of this week are over; only a player who was given more time may still hire.",
        rule=part.week.campaign.played.rows.hires,
    )
