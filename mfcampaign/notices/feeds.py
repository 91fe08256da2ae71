"""A calendar as RFC 5545: each moment in the zone of its league or ladder, the zones told with it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Protocol
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from icalendar import Calendar, Event, Timezone

from mfcampaign.notices.letters import absolute
from mfcampaign.notices.vtimezone import vtimezone
from mfcampaign.web.moments import Moment

HALF_AN_HOUR = dt.timedelta(minutes=30)


class Owner(Protocol):
    """What moments are of: a league or a ladder, with its zone and the count of its acts."""

    slug: str
    name: str
    timezone: str
    acts: int


Dates = tuple[Owner, list[Moment]]


def calendar(name: str, owners: Iterable[Dates], now: dt.datetime) -> bytes:
    """The feed: the moments of each. One that moves keeps its UID, so calendars move it too."""
    made = Calendar()
    made.add("prodid", "-//Malifaux Leagues//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", dt.timedelta(hours=1), parameters={"value": "DURATION"})
    owners = list(owners)
    for zone in _zones(owners):
        made.add_component(zone)
    for owner, moments in owners:
        for moment in moments:
            made.add_component(_event(owner, moment, now))
    return made.to_ical()


def _zones(owners: list[Dates]) -> Iterator[Timezone]:
    """Each zone that a moment is told in, once."""
    dates: dict[str, list[dt.datetime]] = defaultdict(list)
    for owner, moments in owners:
        dates[owner.timezone] += [moment.at for moment in moments]
    for name, found in dates.items():
        if found and name != "UTC":
            yield vtimezone(ZoneInfo(name), min(found), max(found))


def _event(owner: Owner, moment: Moment, now: dt.datetime) -> Event:
    """Half an hour that ends at the deadline: a moment without length hides in most calendars."""
    zone = ZoneInfo(owner.timezone)
    found = Event()
    found.add("uid", f"{owner.slug}.{moment.key}@{urlsplit(settings.SITE_URL).hostname}")
    found.add("dtstamp", now)
    found.add("sequence", owner.acts)
    found.add("dtstart", _written(moment.at.astimezone(dt.UTC) - HALF_AN_HOUR, zone))
    found.add("dtend", _written(moment.at.astimezone(dt.UTC), zone))
    found.add("summary", f"{moment.what} · {owner.name}")
    found.add("url", absolute(moment.url))
    found.add("transp", "TRANSPARENT")
    return found


def _written(at: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """In ``zone``; in UTC for the hour that the clocks repeat, whose second time has no name."""
    local = at.astimezone(zone)
    return at if local.fold else local
