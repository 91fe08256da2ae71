"""The event as it stands, read once for each count of its acts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from mfcampaign.campaigns import cache as shelf
from mfcampaign.events.loading import Record, record
from mfcampaign.events.models import Event

Made = TypeVar("Made")


def cached(event: Event, what: str, make: Callable[[], Made], *more: Hashable) -> Made:
    """As for leagues: ``make()`` for this event as it stands, or what it made before."""
    return shelf.remembered(cast(Any, event), f"event-{what}", make, *more)


def cached_record(event: Event) -> Record:
    """The record of the event; three queries, or none while nothing has happened. Not to be changed."""
    return cached(event, "record", lambda: record(event))
