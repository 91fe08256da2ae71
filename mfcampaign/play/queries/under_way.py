"""The Encounters somebody has here: those under way, for their own front page, and all of them."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.play.models import Encounter, Seat, people_of
from mfcampaign.play.origins import origin_of
from mfcampaign.web.resilience.prepared import prepared

MOST_RUNNING, MOST_SHOWN = 3, 60
# So long after its end a record is still looked at, and reported.
KEPT_AFTER = timedelta(days=2)
# All that a list shows; long texts and sealed seeds stay where they are.
SHOWN = (
    "seat",
    "bot",
    "encounter__public_id",
    "encounter__title",
    "encounter__state",
    "encounter__mode",
    "encounter__origin",
)


def played(viewer: Viewer) -> QuerySet[Encounter]:
    """What one plays or played, touched last first; nothing for a stranger. Three queries."""
    rows = Encounter.objects.filter(seats__user=viewer.pk) if viewer.pk else Encounter.objects.none()
    return rows.distinct().prefetch_related("seats__user")[:MOST_SHOWN]


class Recorded(Struct, frozen=True):
    """A record under way, by its addresses; ``game_url`` is empty for one that belongs to no league."""

    url: str
    cards_url: str
    game_url: str


def recorded(user: Person) -> list[Recorded]:
    """The few records touched last that somebody writes or has still to report. One query."""
    rows = Encounter.objects.filter(seats__user=user, mode=Encounter.Mode.RECORD)
    open_rows = rows.exclude(state=Encounter.State.LEFT).filter(
        Q(state=Encounter.State.PLAYING) | Q(ended_at__gt=timezone.now() - KEPT_AFTER)
    )
    fields = open_rows.only("public_id", "origin").distinct().order_by("-updated_at", "-pk")
    return [
        Recorded(
            row.get_absolute_url(),
            reverse("play:cards", args=[row.public_id]),
            origin.url if (origin := origin_of(row)) else "",
        )
        for row in fields[:MOST_RUNNING]
    ]


@prepared
def _seats(user: int) -> QuerySet[Seat]:
    rows = Seat.objects.filter(
        encounter__seats__user=user,
        encounter__state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING],
    )
    # Each Encounter comes with its two seats, twice where one person has both.
    newest = rows.order_by("-encounter__updated_at", "-encounter", "seat")[: 4 * MOST_RUNNING]
    shown = (*SHOWN, "user__username", "user__display_name")
    return newest.select_related("encounter", "user").only(*shown)


class Running(Struct, frozen=True):
    """One Encounter that goes on: ``gathering`` before its first card, ``mode`` and ``people`` in words,
    ``game_url`` the page of the game it is, if it is one of something larger."""

    title: str
    url: str
    gathering: bool
    mode: str
    people: str
    game_url: str = ""


def running(user: Person) -> list[Running]:
    """The few touched last of those that go on. One query."""
    seats: dict[Encounter, dict[int, Seat]] = {}
    for seat in _seats(user.pk):
        seats.setdefault(seat.encounter, {})[seat.seat] = seat
    return [
        Running(
            row.title,
            row.get_absolute_url(),
            row.state == Encounter.State.GATHERING,
            row.get_mode_display(),
            people_of(row, both.values()),
            origin.url if (origin := origin_of(row)) else "",
        )
        for row, both in islice(seats.items(), MOST_RUNNING)
    ]
