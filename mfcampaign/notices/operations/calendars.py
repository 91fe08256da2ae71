"""Secret addresses of calendars: created, used, revoked."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.notices.models import CalendarLink

# A calendar is fetched every few minutes; its last use is stored to the hour.
USED_EVERY = dt.timedelta(hours=1)


def token_hash(token: str) -> str:
    """The stored hash of a token of 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make(user: Person, campaign: Any = None) -> str:
    """Create a new address of this calendar; the former one ends. The token is returned, never stored."""
    revoke(user, campaign)
    token = secrets.token_urlsafe(32)
    CalendarLink.objects.create(user=user, campaign=campaign, token_hash=token_hash(token))
    return token


def revoke(user: Person, campaign: Any = None) -> int:
    """End the address of this calendar; the number that were open."""
    links = CalendarLink.objects.filter(user=user, campaign=campaign, revoked_at=None)
    return links.update(revoked_at=timezone.now())


def use(token: str) -> CalendarLink | None:
    """The link of that token while it is open; ``None`` for all others alike."""
    link = (
        CalendarLink.objects.select_related("user", "campaign")
        .filter(token_hash=token_hash(token), revoked_at=None, user__is_active=True)
        .first()
    )
    if link is None:
        return None
    now = timezone.now()
    if link.last_used_at is None or now - link.last_used_at > USED_EVERY:
        CalendarLink.objects.filter(pk=link.pk).update(last_used_at=now)
    return link
