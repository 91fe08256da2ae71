"""The record of an event, read once for each state of the event."""

from __future__ import annotations

from msgspec.structs import astuple

from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event
from mfcampaign.events.snapshots import event_snapshot
from mfcampaign.web.cache import cached


def cached_record(event: Event) -> Record:
    """The record of the event; three queries, or none while nothing has happened."""
    return Record(event, *astuple(cached(event, "record", lambda: event_snapshot(event))))
