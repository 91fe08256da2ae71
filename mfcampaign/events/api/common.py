"""Permission checks and helpers that the endpoints of events share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.endpoint import act
from mfcampaign.events import access
from mfcampaign.events.access import Visit
from mfcampaign.events.models import Event

TAG, ORGANISER_TAG = "Events", "Event organising"
EVENT = "events/<slug:event>/"
ROUND = f"{EVENT}rounds/<int:round>/"
PLAYER = f"{EVENT}players/<int:player>/"
SEAT = "events/play/<slug:code>/"
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Points = Annotated[int, Meta(ge=0, le=10)]
"""Of a table or a list of names."""
organises = partial(
    act, access=access.organiser, scope="organise", page="events:manage", stays=True, tag=ORGANISER_TAG
)
"""An act of organisers, whose form several of their pages have."""
plays = partial(act, access=access.seat, page="events:seat", no_account=True, tag=TAG)
"""An act of the player whose code it is, with or without an account."""
Moment = Annotated[str, Meta(max_length=16, description="The event's own wall time: 2026-03-07T10:00")]


class EventReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why: everybody reads it."""

    reason: Annotated[str, Meta(min_length=1, max_length=300)]


def visit(call: PortalCall, slug: str, door: Callable[[Any, str], Visit] = access.event) -> Visit:
    """The event and the caller's part in it, by one of the functions of ``access``."""
    visited = door(call.user, slug)
    call.about(visited.event)
    return visited


def organised(call: PortalCall, slug: str) -> Event:
    return visit(call, slug, access.organiser).event
