"""The events somebody plays in or runs, for their own front page."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from mfcampaign.accounts.persons import Person
from mfcampaign.events.models import Event, EventOrganiser, Player

MOST_OWN = 6


def coming(user: Person) -> QuerySet[Event]:
    """Events not over that ``user`` plays in (``plays``) or organises (``runs``), the next first."""
    plays = Player.objects.filter(event=OuterRef("pk"), user=user).exclude(state=Player.State.OUT)
    runs = EventOrganiser.objects.filter(event=OuterRef("pk"), user=user)
    events = Event.objects.annotate(plays=Exists(plays), runs=Exists(runs))
    live = events.exclude(phase__in=[Event.Phase.FINISHED, Event.Phase.CANCELLED])
    return (live.filter(plays=True) | live.filter(runs=True)).order_by("starts_at", "pk")[:MOST_OWN]
