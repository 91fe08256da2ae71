"""The permission check of events: organisers' pages answer 404 to everybody else.

Everybody who has an event's address may read it; the address of an unlisted event cannot be guessed.
"""

from __future__ import annotations

from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.events.models import Event, Player


class Visit(Struct, frozen=True):
    """One person's role at one event."""

    event: Event
    player: Player | None
    organiser: bool

    @property
    def aggregate(self) -> Event:
        return self.event


def visible_to(user: Viewer) -> QuerySet[Event]:
    """The listed events, and those one runs or plays in."""
    if not user.is_authenticated:
        return Event.objects.filter(listed=True)
    events = _as_seen_by(user)
    return events.filter(Q(listed=True) | Q(mine__isnull=False) | Q(own__isnull=False))


def _as_seen_by(user: Viewer) -> QuerySet[Event]:
    return Event.objects.annotate(
        mine=FilteredRelation("players", condition=Q(players__user=user)),
        own=FilteredRelation("organisers", condition=Q(organisers__user=user)),
    )


def event(user: Viewer, slug: str) -> Visit:
    """The event and the part ``user`` has in it. One query."""
    if not user.is_authenticated:
        return Visit(get_object_or_404(Event, slug=slug), None, False)
    events: Any = _as_seen_by(user)
    row: Any = get_object_or_404(events.select_related("mine", "own"), slug=slug)
    player: Player | None = getattr(row, "mine", None)
    if player is not None:
        player.event = row
    return Visit(row, player, getattr(row, "own", None) is not None)


def organiser(user: Viewer, slug: str) -> Visit:
    """As ``event``, for organisers only."""
    visit = event(user, slug)
    if not visit.organiser:
        raise Http404
    return visit


class Seat(Struct, frozen=True):
    """A player's own page, open to everybody who holds its code; ``organiser`` if they look."""

    event: Event
    player: Player
    organiser: bool

    @property
    def aggregate(self) -> Event:
        return self.event


def seat(user: Viewer, code: str) -> Seat:
    """The player of that code. One query, one more for who is signed in."""
    player = get_object_or_404(Player.objects.select_related("event"), code=code)
    runs = user.is_authenticated and player.event.organisers.filter(user=user).exists()
    return Seat(player.event, player, runs)
