"""Leagues and their players by name, as far as the viewer may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from django.db.models import Q

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.access import visible_to
from mfcampaign.campaigns.models import Campaign, Entry


def leagues_named(viewer: Viewer, words: Sequence[str], most: int) -> list[Campaign]:
    """The leagues whose name holds every word, the newest first. One query."""
    named = reduce(and_, (Q(name__icontains=word) for word in words))
    return list(visible_to(viewer).filter(named).order_by("-pk")[:most])


def players_named(viewer: Viewer, words: Sequence[str], most: int) -> list[Entry]:
    """The players of leagues by what their pages call them. Left out are those whose league the viewer may
    not know of, those who hide their games, and those who still build. One query."""
    shown = Q(user__is_active=True) & (Q(user__past_open=True) | Q(user=viewer.pk))
    entries = Entry.objects.filter(shown, campaign__in=visible_to(viewer)).exclude(Entry.BUILDS_FIRST)
    for word in words:
        own = Q(user__display_name__icontains=word)
        own |= Q(user__display_name="", user__username__icontains=word)
        entries = entries.filter(Q(crew_name__icontains=word) | Q(crew_name="") & own)
    return list(entries.select_related("campaign", "user").order_by("-pk")[:most])
