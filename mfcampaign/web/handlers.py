"""The work of the platform on the ticker."""

from __future__ import annotations

import datetime as dt

from django.contrib.sessions.models import Session

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web.resilience import shared_cache

SESSIONS_AT_ONCE = 500


@dispatch.ticker
def forget_expired(now: dt.datetime) -> None:
    """Counts and locks whose time is over leave the database."""
    shared_cache.forget_expired()


@dispatch.ticker
def forget_sessions(now: dt.datetime) -> bool:
    """Sessions that have ended leave the database, a few at a time."""
    ended = Session.objects.filter(expire_date__lt=now).order_by("pk").values_list("pk", flat=True)
    keys = list(ended[:SESSIONS_AT_ONCE])
    Session.objects.filter(pk__in=keys).delete()
    return len(keys) == SESSIONS_AT_ONCE
