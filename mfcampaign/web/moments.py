"""A moment for calendars, from any app, and the wording of a moment on a page."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

EVENING = 18  # the hour from which "today" is "tonight"
NEAR_DAYS = 7  # so far away a date also says how many days it is from now


class Moment(Struct, frozen=True):
    """One date: ``key`` names it for good, ``at`` may move; ``yours`` is true of what one does oneself. What
    lasts goes from ``at`` to ``until``; a deadline has none."""

    key: str
    what: str
    at: dt.datetime
    url: str
    yours: bool = False
    until: dt.datetime | None = None


def said(at: dt.datetime, now: dt.datetime) -> str:
    """A moment as people say it, by the days of the zone it is given in: near ones relative to ``now``.

    >>> zone = dt.timezone.utc
    >>> now = dt.datetime(2026, 11, 22, 12, tzinfo=zone)
    >>> for day, hour in ((22, 9), (22, 19), (23, 7), (21, 23), (24, 19), (19, 8)):
    ...     said(dt.datetime(2026, 11, day, hour, tzinfo=zone), now)
    'today 09:00'
    'tonight 19:00'
    'tomorrow 07:00'
    'yesterday 23:00'
    'Tue 24 Nov, 19:00, in 2 days'
    'Thu 19 Nov, 08:00, 3 days ago'
    >>> said(dt.datetime(2026, 12, 24, 8, tzinfo=zone), now)
    'Thu 24 Dec, 08:00'
    >>> said(dt.datetime(2025, 12, 24, 8, tzinfo=zone), now)
    '24 Dec 2025, 08:00'
    """
    days = (at.date() - now.astimezone(at.tzinfo).date()).days
    clock = f"{at:%H:%M}"
    if days == 0:
        return f"{'tonight' if at.hour >= EVENING and at > now else 'today'} {clock}"
    if abs(days) == 1:
        return f"{'tomorrow' if days == 1 else 'yesterday'} {clock}"
    if at.year != now.year and abs(days) > NEAR_DAYS:
        return f"{at.day} {at:%b %Y}, {clock}"
    day = f"{at:%a} {at.day} {at:%b}, {clock}"
    if abs(days) > NEAR_DAYS:
        return day
    return f"{day}, in {days} days" if days > 0 else f"{day}, {-days} days ago"


def exactly(at: dt.datetime, zone: str) -> str:
    """The whole moment with its zone, as it is shown on hover.

    >>> exactly(dt.datetime(2026, 11, 22, 19, tzinfo=dt.timezone.utc), "UTC")
    'Sunday 22 November 2026, 19:00 (UTC)'
    """
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M} ({zone})"
