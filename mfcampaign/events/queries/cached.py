"""The event as it stands, read once for each count of its acts."""

from __future__ import annotations

from mfcampaign.events.loading import Record, record
from mfcampaign.events.models import Event
from mfcampaign.web.cache import cached


def cached_record(event: Event) -> Record:
    """The record of the event; three queries, or none while nothing has happened. Not to be changed."""
    return cached(event, "record", lambda: record(event))
