"""A calendar of leagues as RFC 5545: each moment in the zone of its league, the zones told with it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from icalendar import Calendar, Event, Timezone

from mfcampaign.campaigns.queries.dates import Moment
from mfcampaign.notices.letters import absolute
from mfcampaign.notices.vtimezone import vtimezone

HALF_AN_HOUR = dt.timedelta(minutes=30)


def calendar(name: str, leagues: Iterable[tuple[Any, list[Moment]]], now: dt.datetime) -> bytes:
    """The feed: moments by league. A moment that moves keeps its UID, so calendars move it too."""
    made = Calendar()
    made.add("prodid", "-//Malifaux Leagues//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", dt.timedelta(hours=1), parameters={"value": "DURATION"})
    leagues = list(leagues)
    for zone in _zones(leagues):
        made.add_component(zone)
    for campaign, moments in leagues:
        for moment in moments:
            made.add_component(_event(campaign, moment, now))
    return made.to_ical()


def _zones(leagues: list[tuple[Any, list[Moment]]]) -> Iterator[Timezone]:
    """Each zone that a moment is told in, once."""
    dates: dict[str, list[dt.datetime]] = defaultdict(list)
    for campaign, moments in leagues:
        dates[campaign.timezone] += [moment.at for moment in moments]
    for name, found in dates.items():
        if found and name != "UTC":
            yield vtimezone(ZoneInfo(name), min(found), max(found))


def _event(campaign: Any, moment: Moment, now: dt.datetime) -> Event:
    """Half an hour that ends at the deadline: a moment without length hides in most calendars."""
    zone = ZoneInfo(campaign.timezone)
    found = Event()
    found.add("uid", f"{campaign.slug}.{moment.key}@{urlsplit(settings.SITE_URL).hostname}")
    found.add("dtstamp", now)
    found.add("sequence", campaign.acts)
    found.add("dtstart", _written(moment.at.astimezone(dt.UTC) - HALF_AN_HOUR, zone))
    found.add("dtend", _written(moment.at.astimezone(dt.UTC), zone))
    found.add("summary", f"{moment.what} · {campaign.name}")
    found.add("url", absolute(moment.url))
    found.add("transp", "TRANSPARENT")
    return found


def _written(at: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """In the league's zone; in UTC for the hour that the clocks repeat, whose second time has no name."""
    local = at.astimezone(zone)
    return at if local.fold else local
