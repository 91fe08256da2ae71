"""Calendars as RFC 5545: each moment in the zone of its league or ladder, with that zone's VTIMEZONE."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Protocol
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard

from mfcampaign.notices.mail_messages import absolute
from mfcampaign.web.moments import Moment

HALF_AN_HOUR = dt.timedelta(minutes=30)


class Owner(Protocol):
    """The source of moments: a league or a ladder, with its zone and the count of its acts."""

    slug: str
    name: str
    timezone: str
    acts: int


Dates = tuple[Owner, list[Moment]]


def calendar(name: str, owners: Iterable[Dates], now: dt.datetime) -> bytes:
    """The feed: the moments of each. One that moves keeps its UID, so calendars move it too."""
    ical = Calendar()
    ical.add("prodid", "-//Malifaux Leagues//EN")
    ical.add("version", "2.0")
    ical.add("method", "PUBLISH")
    ical.add("name", name)
    ical.add("x-wr-calname", name)
    ical.add("refresh-interval", dt.timedelta(hours=1), parameters={"value": "DURATION"})
    owners = list(owners)
    for zone in _zones(owners):
        ical.add_component(zone)
    for owner, moments in owners:
        for moment in moments:
            ical.add_component(_event(owner, moment, now))
    return ical.to_ical()


def _zones(owners: list[Dates]) -> Iterator[Timezone]:
    """Each time zone of the calendar's moments, once."""
    dates: dict[str, list[dt.datetime]] = defaultdict(list)
    for owner, moments in owners:
        dates[owner.timezone] += [at for moment in moments for at in (moment.at, moment.until) if at]
    for name, days in dates.items():
        if days and name != "UTC":
            yield vtimezone(ZoneInfo(name), min(days), max(days))


def _event(owner: Owner, moment: Moment, now: dt.datetime) -> Event:
    """What lasts from its beginning to its end; else half an hour that ends at the deadline, since a moment
    without length hides in most calendars."""
    zone = ZoneInfo(owner.timezone)
    event = Event()
    event.add("uid", f"{owner.slug}.{moment.key}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("dtstamp", now)
    event.add("sequence", owner.acts)
    begins, ends = (
        (moment.at - HALF_AN_HOUR, moment.at) if moment.until is None else (moment.at, moment.until)
    )
    event.add("dtstart", _written(begins.astimezone(dt.UTC), zone))
    event.add("dtend", _written(ends.astimezone(dt.UTC), zone))
    event.add("summary", f"{moment.what} · {owner.name}")
    event.add("url", absolute(moment.url))
    event.add("transp", "TRANSPARENT")
    return event


def _written(at: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """In ``zone``; in UTC for the hour that the clocks repeat, whose second time has no name."""
    local = at.astimezone(zone)
    return at if local.fold else local


STEP = dt.timedelta(days=1)
MINUTE = dt.timedelta(minutes=1)


def vtimezone(zone: ZoneInfo, first: dt.datetime, last: dt.datetime) -> Timezone:
    """The component for moments from ``first`` to ``last`` (aware)."""
    timezone = Timezone()
    timezone.add("tzid", zone.key)
    begin = (first - STEP).astimezone(dt.UTC).replace(second=0, microsecond=0)
    timezone.add_component(_observance(begin, _offset(zone, begin), zone))
    for before, after in changes(zone, begin, last + STEP):
        timezone.add_component(_observance(after, _offset(zone, before), zone))
    return timezone


def changes(
    zone: ZoneInfo, begin: dt.datetime, end: dt.datetime
) -> Iterator[tuple[dt.datetime, dt.datetime]]:
    """The last minute before and the first after each change of the offset, in UTC."""
    at = begin
    while at < end:
        step = at + STEP
        if _offset(zone, at) != _offset(zone, step):
            before, after = at, step
            while after - before > MINUTE:
                middle = before + ((after - before) / 2 // MINUTE) * MINUTE
                if _offset(zone, middle) == _offset(zone, at):
                    before = middle
                else:
                    after = middle
            yield before, after
        at = step


def _offset(zone: ZoneInfo, at: dt.datetime) -> dt.timedelta:
    return at.astimezone(zone).utcoffset() or dt.timedelta()


def _observance(
    onset: dt.datetime, offset_before: dt.timedelta, zone: ZoneInfo
) -> TimezoneStandard | TimezoneDaylight:
    local = onset.astimezone(zone)
    observance = TimezoneDaylight() if local.dst() else TimezoneStandard()
    observance.add("dtstart", (onset + offset_before).replace(tzinfo=None))
    observance.add("tzoffsetfrom", offset_before)
    observance.add("tzoffsetto", _offset(zone, onset))
    observance.add("tzname", local.tzname())
    return observance
