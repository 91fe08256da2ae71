"""Permission checks and helpers that the endpoints of events share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.events import access
from mfcampaign.events.access import Seat, Visit
from mfcampaign.events.models import Event

TAG, ORGANISER_TAG = "Events", "Event organising"
EVENT = "events/<slug:event>/"
ROUND = f"{EVENT}rounds/<int:round>/"
PLAYER = f"{EVENT}players/<int:player>/"
SEAT = "events/play/<slug:code>/"
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Points = Annotated[int, Meta(ge=0, le=10)]
Moment = Annotated[str, Meta(max_length=16, description="The event's own wall time: 2026-03-07T10:00")]


class EventReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why: everybody reads it."""

    reason: Annotated[str, Meta(min_length=1, max_length=300)]


def visit(call: PortalCall, slug: str, door: Callable[[Any, str], Visit] = access.event) -> Visit:
    """The event and the caller's part in it, by one of the functions of ``access``."""
    visited = door(call.user, slug)
    call.about(visited.event)
    if call.acting:
        visited.event.refresh_from_db()
    return visited


def organised(call: PortalCall, slug: str) -> Event:
    return visit(call, slug, access.organiser).event


def seat(call: PortalCall, code: str) -> Seat:
    """The player whose code that is."""
    own_seat = access.seat(call.user, code)
    call.about(own_seat.event)
    if call.acting:
        own_seat.player.refresh_from_db()
    return own_seat
