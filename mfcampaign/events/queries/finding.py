"""Events and their players by name, as far as the viewer may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from django.db.models import Q

from mfcampaign.accounts.persons import Viewer
from mfcampaign.events.access import visible_to
from mfcampaign.events.models import Event, Player


def events_named(viewer: Viewer, words: Sequence[str], most: int) -> list[Event]:
    """The events whose name or place holds every word, the newest first. One query."""
    named = reduce(and_, (Q(name__icontains=word) | Q(place__icontains=word) for word in words))
    return list(visible_to(viewer).filter(named).distinct().order_by("-pk")[:most])


def players_named(viewer: Viewer, words: Sequence[str], most: int) -> list[Player]:
    """The players of events who have an account and do not hide their games. One query."""
    named = reduce(and_, (Q(name__icontains=word) for word in words))
    shown = Q(user__is_active=True) & (Q(user__past_open=True) | Q(user=viewer.pk))
    seen = visible_to(viewer).values("pk")
    return list(
        Player.objects.filter(named & shown, event__in=seen).select_related("event").order_by("-pk")[:most]
    )
