"""The retry policy of commands: how often and after how long the dispatcher tries again, with the settings.

A delivery outwards (a mail, a webhook) raises ``RetryLater`` with its own pause.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

MAX_ATTEMPTS = 5
# A command whose worker was killed in its last attempt has more: it is seldom the command that kills.
MAX_ATTEMPTS_WHEN_KILLED = 8
# An occurrence that is made later than this after it was due says so.
LATE_AFTER = timedelta(minutes=10)
# At most this many missed occurrences of one schedule are made up for in one tick.
CATCH_UP = 10


def resend_after() -> timedelta:
    """The wake-up of a command that has not ended is sent again after this (``DISPATCH_RESEND_SECONDS``)."""
    return timedelta(seconds=getattr(settings, "DISPATCH_RESEND_SECONDS", 60.0))


def unsent_after() -> timedelta:
    """A wake-up that was not sent after the commit is sent by the sweeper after this."""
    return min(timedelta(seconds=5), resend_after())


def abandoned_after() -> timedelta:
    """A running command whose row nobody holds is woken again this long after its last wake-up and start."""
    return timedelta(seconds=3)


def most_attempts(*, killed: bool) -> int:
    """How often a command is tried; ``killed``: its worker was killed in the last attempt."""
    return MAX_ATTEMPTS_WHEN_KILLED if killed else MAX_ATTEMPTS


def stale_after() -> timedelta:
    """A run that began longer ago than this has been killed: tasks are stopped at their hard limit."""
    return timedelta(seconds=getattr(settings, "CELERY_TASK_TIME_LIMIT", 30) + 5)
