"""Schedules the ticker's look at each league, so that a tick costs the same whatever the number of leagues.

Each act asks for a look at the next tick (``Campaign.look_at``). A look runs every watcher for that league;
each does what is due and returns its next moment, and the earliest of these is the league's next look. So an
idle tick reads one index, and the workers share a busy evening league by league.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

from mfcampaign.campaigns.models import Campaign
from mfcampaign.dispatch import operations as dispatch

# ``watcher(campaign, now)``: rings for what is past, and gives the moments to come.
Watcher = Callable[[Campaign, dt.datetime], Iterable[dt.datetime]]
_watchers: list[Watcher] = []

LOOK = "leagues-to-look-at"
# A look that was handed to a worker and never came back is asked for again after this.
LEASE = dt.timedelta(minutes=3)
# A running league is looked at so often even if nothing asked for it.
AT_LEAST = dt.timedelta(days=1)
UNDER_WAY = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD, Campaign.State.RUNNING)


def watcher(function: Watcher) -> Watcher:
    if function not in _watchers:
        _watchers.append(function)
    return function


def due(now: dt.datetime, most: int | None = None) -> list[int]:
    """The leagues to look at, those that have waited longest first. One query by an index."""
    rows = Campaign.objects.filter(look_at__lte=now).order_by("look_at", "pk")
    return list(rows.values_list("pk", flat=True)[:most])


def turn(now: dt.datetime) -> bool:
    """Have every due league looked at, here or by the workers; whether some had to be left for the next
    tick."""
    pks = due(now)
    if not pks:
        return False
    if dispatch.in_process():
        return dispatch.each_for(pks, lambda pk: check_league(pk, now)) < len(pks)
    # Leased in one statement, so that the next tick does not ask for what is under way.
    leased = now + LEASE
    Campaign.objects.filter(pk__in=pks, look_at__lte=now).update(look_at=leased)
    try:
        dispatch.fan_out(LOOK, pks)
    except Exception:
        # The broker is away: the next tick asks for all of them again.
        Campaign.objects.filter(pk__in=pks, look_at=leased).update(look_at=now)
        raise
    return False


def check_league(pk: int, now: dt.datetime) -> None:
    """Do what is due in one league. Twice, or side by side, does nothing twice."""
    campaign = Campaign.objects.filter(pk=pk).first()
    if campaign is None:
        return
    moments = [moment for watch in _watchers for moment in watch(campaign, now)]
    if campaign.state in UNDER_WAY:
        # Spread over the hour: leagues that were imported together are not looked at together for ever.
        moments.append(now + AT_LEAST + dt.timedelta(minutes=pk % 60))
    # An act meanwhile has asked for a look of its own.
    unchanged = Campaign.objects.filter(pk=pk, acts=campaign.acts)
    unchanged.update(look_at=min(moments, default=None))
