"""When a mail is due, by the person's own time zone. Pure: the caller passes the time."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from rules.campaign.calendar import instant

MORNING = dt.time(8, 0)
MONDAY = 0


def mail_due(rhythm: str, now: dt.datetime, zone: ZoneInfo) -> dt.datetime | None:
    """The next moment at which mails of this rhythm go, at or after ``now``; ``None``: never.

    >>> noon = dt.datetime(2026, 3, 28, 12, tzinfo=dt.UTC)
    >>> mail_due("daily", noon, ZoneInfo("Europe/Madrid")).isoformat()  # the clocks go forward that night
    '2026-03-29T06:00:00+00:00'
    >>> mail_due("weekly", noon, ZoneInfo("UTC")).isoformat()
    '2026-03-30T08:00:00+00:00'
    >>> mail_due("at_once", noon, ZoneInfo("UTC")) == noon, mail_due("never", noon, ZoneInfo("UTC"))
    (True, None)
    """
    if rhythm == "never":
        return None
    if rhythm == "at_once":
        return now
    day = now.astimezone(zone).date()
    for ahead in range(9):
        candidate = day + dt.timedelta(days=ahead)
        if rhythm == "weekly" and candidate.weekday() != MONDAY:
            continue
        if (due := instant(candidate, MORNING, zone)) >= now:
            return due
    raise AssertionError("each nine days hold a Monday morning to come")
