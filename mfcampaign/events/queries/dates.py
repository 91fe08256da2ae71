"""The dates of events for calendars: their days; of ladders, until when open challenges are to be answered
and played."""

from __future__ import annotations

import datetime as dt

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.events.models import Challenge, Event, EventOrganiser, Player
from mfcampaign.web.moments import Moment

PAST = dt.timedelta(days=31)
"""How long a day stays in calendars that are read anew."""
MOST = 300


def days(user: Person) -> list[tuple[Event, list[Moment]]]:
    """The days of the events that ``user`` plays in or runs, from a month ago on. One query."""
    plays = Exists(Player.objects.filter(event=OuterRef("pk"), user=user).exclude(state=Player.State.OUT))
    runs = Exists(EventOrganiser.objects.filter(event=OuterRef("pk"), user=user))
    rows = _held(timezone.now() - PAST).annotate(plays=plays, runs=runs)
    return [(row, [day_of(row, yours=row.plays)]) for row in rows.filter(Q(plays=True) | Q(runs=True))[:MOST]]


def public_days() -> list[tuple[Event, list[Moment]]]:
    """The days of all listed events from yesterday on. One query."""
    rows = _held(timezone.now() - dt.timedelta(days=1)).filter(listed=True)
    return [(row, [day_of(row)]) for row in rows[:MOST]]


def day_of(event: Event, *, yours: bool = False) -> Moment:
    """An event from its beginning to the end of its last round, if no round begins late."""
    lasts = dt.timedelta(minutes=max(event.rounds, 1) * event.round_minutes)
    where = f" at {event.place}" if event.place else ""
    what = f"Cancelled: event{where}" if event.phase == Event.Phase.CANCELLED else f"Event{where}"
    page = reverse("events:event", args=[event.slug])
    return Moment("day", what, event.starts_at, page, yours, event.starts_at + lasts)


def _held(since: dt.datetime) -> QuerySet[Event]:
    days = Event.objects.exclude(format=Event.Format.LADDER).exclude(phase=Event.Phase.CANCELLED)
    return days.filter(starts_at__gte=since).order_by("starts_at", "pk")


def moments(user: Person) -> list[tuple[Event, list[Moment]]]:
    """The open challenges that ``user`` has a part in, and all of the ladders they run, by ladder. One query.

    A challenge is one moment: once accepted, it moves from the end of the days to answer to that of the
    days to play; once it is over it is none.
    """
    runs = EventOrganiser.objects.filter(event=OuterRef("event"), user=user)
    rows = (
        Challenge.objects.annotate(runs=Exists(runs))
        .filter(
            Q(challenger__user=user) | Q(challenged__user=user) | Q(runs=True),
            event__phase=Event.Phase.RUNNING,
            state__in=Challenge.OPEN,
        )
        .select_related("event", "challenger", "challenged")
        .order_by("event", "number")
    )
    by_event: dict[int, tuple[Event, list[Moment]]] = {}
    for row in rows:
        by_event.setdefault(row.event_id, (row.event, []))[1].append(_moment(row, user))
    return list(by_event.values())


def _moment(row: Challenge, user: Viewer) -> Moment:
    yours = user.pk in (row.challenger.user_id, row.challenged.user_id)
    page = "event" if yours else "manage"
    return Moment(
        f"challenge-{row.number}",
        _what(row, user),
        _until(row),
        reverse(f"events:{page}", args=[row.event.slug]),
        yours,
    )


def _until(row: Challenge) -> dt.datetime:
    return row.answer_by if row.play_by is None else row.play_by


def _what(row: Challenge, user: Viewer) -> str:
    one, other = row.challenger, row.challenged
    if row.state == Challenge.State.WAITING:
        if other.user_id == user.pk:
            return f"Your answer to the challenge of {one.name} is due"
        whose = "your challenge" if one.user_id == user.pk else f"the challenge of {one.name}"
        return f"The answer of {other.name} to {whose} is due"
    if user.pk not in (one.user_id, other.user_id):
        return f"The game of {one.name} and {other.name} is due"
    return f"Your game against {(other if one.user_id == user.pk else one).name} is due"
