"""A time zone told in RFC 5545: each change of its clocks between two moments, found in the zone itself.

The onset of an observance is written in the local time of the offset before it, as the RFC wants; the
library's own generator writes it in the offset after it, an hour late when clocks go forward.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

STEP = dt.timedelta(days=1)
MINUTE = dt.timedelta(minutes=1)


def vtimezone(zone: ZoneInfo, first: dt.datetime, last: dt.datetime) -> Timezone:
    """The component for moments from ``first`` to ``last`` (aware)."""
    made = Timezone()
    made.add("tzid", zone.key)
    begin = (first - STEP).astimezone(dt.UTC).replace(second=0, microsecond=0)
    made.add_component(_observance(begin, _offset(zone, begin), zone))
    for before, after in changes(zone, begin, last + STEP):
        made.add_component(_observance(after, _offset(zone, before), zone))
    return made


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
    made = TimezoneDaylight() if local.dst() else TimezoneStandard()
    made.add("dtstart", (onset + offset_before).replace(tzinfo=None))
    made.add("tzoffsetfrom", offset_before)
    made.add("tzoffsetto", _offset(zone, onset))
    made.add("tzname", local.tzname())
    return made
