"""Until when an Aftermath waits for its player, and which ones no deadline of a week will end (A-39)."""

from __future__ import annotations

import datetime as dt

from django.db.models import Exists, F, OuterRef, QuerySet

from mfcampaign.campaigns.models import Aftermath, Campaign, Encounter, WeekEntry


def late(now: dt.datetime) -> QuerySet[Aftermath]:
    """The open Aftermaths that no deadline will end: it was past when they began. Not those of players
    who were given more time, as long as they have it."""
    week = "side__encounter__week"
    longer = WeekEntry.objects.filter(
        week=OuterRef(f"{week}_id"), entry=OuterRef("side__entry_id"), extended_until__gt=now
    )
    return (
        Aftermath.objects.filter(
            ~Exists(longer),
            state=Aftermath.State.OPEN,
            opened_at__gte=F(f"{week}__games_close_at"),
            side__encounter__state=Encounter.State.AFTERMATH,
        )
        .exclude(side__encounter__week__campaign__state=Campaign.State.CANCELLED)
        .select_related("side__entry__user", f"{week}__campaign")
    )


def due_at(made: Aftermath) -> dt.datetime:
    """Until when it waits for its player: the week's deadline, or ``aftermath_h`` hours from its beginning
    when that was past already (A-39)."""
    week = made.side.encounter.week
    if made.opened_at is None or made.opened_at < week.games_close_at:
        return week.games_close_at
    return made.opened_at + dt.timedelta(hours=week.campaign.rules.aftermath_h)
