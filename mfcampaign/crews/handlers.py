"""Crews on sign-in (Crews of the browser's session go to the account) and on the ticker (deletion of old
ones)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from mfcampaign.accounts.persons import Person
from mfcampaign.crews import access, operations
from mfcampaign.crews.models import Crew
from mfcampaign.dispatch import operations as dispatch
from rules.refusal import Refusal


@receiver(user_logged_in, dispatch_uid="crews.keep_begun_here")
def keep_begun_here(request: HttpRequest, user: Person, **_: Any) -> None:
    """Crews that this browser began without an account go to the one that signs in."""
    begun = access.begun_here(request)
    if not begun:
        return
    for crew in Crew.objects.filter(public_id__in=begun, owner=None, deleted_at=None):
        try:
            operations.keep(crew, user)
        except Refusal:  # kept by somebody else meanwhile, or no room: it stays under its link
            continue
    access.forget(request)


@dispatch.ticker
def forget_abandoned(now: dt.datetime) -> bool:
    """Crews without an account that nobody changed for long leave the database."""
    return operations.forget_abandoned(now)
