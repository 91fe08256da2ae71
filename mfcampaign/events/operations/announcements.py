"""Notices about an event to people with an account: in their inbox and by mail, as they prefer.

Each is sent once, in the transaction of the act it describes, and never to the person who acted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.urls import reverse

from mfcampaign.accounts.notification import notify
from mfcampaign.audit.operations import ActInProgress
from mfcampaign.events.models import Event, Player

NEWS, RULING, MEMBERSHIP, DEADLINE = "news", "ruling", "membership", "deadline"


def notify_players(
    act: ActInProgress[Event], sentence: str, *, only: Collection[int] | None = None, kind: str = NEWS
) -> None:
    """Tell those who are in the event, or of them the players numbered ``only``."""
    rows = act.row.players.exclude(state=Player.State.OUT).exclude(user=None).select_related("user")
    if only is not None:
        rows = rows.filter(number__in=only)
    _notify(act, [row.user for row in rows], sentence, kind, "event")


def notify_organisers(act: ActInProgress[Event], sentence: str, *, kind: str) -> None:
    """Tell who runs the event."""
    rows = act.row.organisers.select_related("user")
    _notify(act, [row.user for row in rows], sentence, kind, "manage")


def _notify(act: ActInProgress[Event], users: Iterable[Any], sentence: str, kind: str, page: str) -> None:
    others = [user for user in users if user.pk != act.act.actor_id]
    if others:
        notify(
            others,
            kind=kind,
            subject=f"{act.row.name}: {sentence}",
            url=reverse(f"events:{page}", args=[act.row.slug]),
            key=f"act:{act.act.pk}",
        )
