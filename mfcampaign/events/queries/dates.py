"""The dates of ladders for calendars: until when open challenges are to be answered and played."""

from __future__ import annotations

import datetime as dt

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.events.models import Challenge, Event, EventOrganiser
from mfcampaign.web.moments import Moment


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
