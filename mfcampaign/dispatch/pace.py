"""How often and how long: the dispatcher's few figures, each with the settings name that changes it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

MAX_ATTEMPTS = 5
# An occurrence that is made later than this after it was due says so.
LATE_AFTER = timedelta(minutes=10)
# At most this many missed occurrences of one schedule are made up for in one tick.
CATCH_UP = 10


def resend_after() -> timedelta:
    """A bell whose command has not ended is rung again after this (``DISPATCH_RESEND_SECONDS``)."""
    return timedelta(seconds=getattr(settings, "DISPATCH_RESEND_SECONDS", 60.0))


def unsent_after() -> timedelta:
    """A bell that nobody rang after the commit is rung by the sweeper after this."""
    return min(timedelta(seconds=5), resend_after())


def stale_after() -> timedelta:
    """A run that began longer ago than this has been killed: tasks are stopped at their hard limit."""
    return timedelta(seconds=getattr(settings, "CELERY_TASK_TIME_LIMIT", 30) + 5)
