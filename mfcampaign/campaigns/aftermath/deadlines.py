"""Deadlines of an Aftermath's answers, and the Aftermaths that no deadline of a week ends (A-39)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from mfcampaign.campaigns.models import Aftermath, Campaign, Game, WeekEntry


def late(now: dt.datetime) -> QuerySet[Aftermath]:
    """The open Aftermaths that outlast their week's deadline, or may: see ``due_at``. Not those of players
    who were given more time, as long as they have it."""
    week = "side__game__week"
    longer = WeekEntry.objects.filter(
        week=OuterRef(f"{week}_id"), entry=OuterRef("side__entry_id"), extended_until__gt=now
    )
    return (
        Aftermath.objects.filter(
            ~Exists(longer), state=Aftermath.State.OPEN, side__game__state__in=Game.WITH_RESULT
        )
        .filter(**{f"{week}__games_close_at__lte": now})
        .exclude(side__game__week__campaign__state=Campaign.State.CANCELLED)
        .select_related("side__entry__user", f"{week}__campaign")
    )


def outlasting(campaign: Campaign) -> QuerySet[Any]:
    """The league's open Aftermaths whose games are played: see ``due_at``. ``longer_until`` is until when
    their player was given more time than the others, if so. One query."""
    week = "side__game__week"
    own_part = WeekEntry.objects.filter(week=OuterRef(f"{week}_id"), entry=OuterRef("side__entry_id"))
    return (
        Aftermath.objects.filter(state=Aftermath.State.OPEN, side__game__state__in=Game.WITH_RESULT)
        .filter(**{f"{week}__campaign": campaign})
        .exclude(side__game__week__campaign__state=Campaign.State.CANCELLED)
        .annotate(longer_until=Subquery(own_part.values("extended_until")[:1]))
        .select_related("side__entry__user", f"{week}__campaign")
    )


def due_at(aftermath: Aftermath) -> dt.datetime:
    """Until when it waits for its player (A-39): the week's deadline, and ``aftermath_least_h`` hours from
    its beginning at least; ``aftermath_h`` hours when it began, or was opened again, after that deadline or
    after its game was over."""
    game = aftermath.side.game
    deadline, rules = game.week.games_close_at, game.week.rules
    if aftermath.opened_at is None:
        return deadline
    began_late = aftermath.opened_at >= deadline or game.state == Game.State.CLOSED
    hours = rules.aftermath_h if began_late else rules.aftermath_least_h
    return max(deadline, aftermath.opened_at + dt.timedelta(hours=hours))
