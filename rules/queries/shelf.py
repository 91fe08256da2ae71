"""The Encounters somebody has under way here, for their own front page."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from rules.models import Encounter

MOST_RUNNING = 3


def running(user: Any) -> QuerySet[Encounter]:
    """The few touched last of those that go on, seats and people read along. Three queries."""
    live = Encounter.objects.filter(state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING])
    return live.filter(seats__user=user).distinct().prefetch_related("seats__user")[:MOST_RUNNING]
