"""The events that a person plays in or organises, for the front page."""

from __future__ import annotations

from django.db.models import FilteredRelation, Q, QuerySet

from mfcampaign.accounts.persons import Person
from mfcampaign.events.models import Event, Player

MOST_OWN = 6
PLAYS = [state for state in Player.State if state != Player.State.OUT]


def coming(user: Person) -> QuerySet[Event]:
    """Events not over that ``user`` plays in (``plays``) or organises (``runs``), the next first."""
    # Both joins find one row at most, so no event is doubled.
    plays = Q(players__user=user, players__state__in=PLAYS)
    events = Event.objects.annotate(
        own=FilteredRelation("players", condition=plays),
        run=FilteredRelation("organisers", condition=Q(organisers__user=user)),
    )
    live = events.exclude(phase__in=[Event.Phase.FINISHED, Event.Phase.CANCELLED])
    mine = live.filter(Q(own__isnull=False) | Q(run__isnull=False))
    return mine.annotate(plays=Q(own__isnull=False), runs=Q(run__isnull=False)).order_by("starts_at", "pk")[
        :MOST_OWN
    ]
