"""A person's Encounters: those in progress for the front page, and all of them."""

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

MOST_RUNNING, MOST_SHOWN = 3, 60
# How long after its end a record is still listed for reporting.
KEPT_AFTER = timedelta(days=2)
# The columns of a list; long texts and encrypted seeds are not read.
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
    """The Encounters that a person plays or played, the latest first; none for a stranger. Three
    queries."""
    rows = Encounter.objects.filter(seats__user=viewer.pk) if viewer.pk else Encounter.objects.none()
    return rows.distinct().prefetch_related("seats__user")[:MOST_SHOWN]


class Recorded(Struct, frozen=True):
    """A record in progress, by its addresses; ``game_url`` is empty when it belongs to no league,
    ``clock_url`` when no clock lies beside the table."""

    url: str
    cards_url: str
    game_url: str
    clock_url: str


def recorded(user: Person) -> list[Recorded]:
    """The latest few records that somebody writes or still has to report. One query."""
    rows = Encounter.objects.filter(seats__user=user, mode=Encounter.Mode.RECORD)
    open_rows = rows.exclude(state=Encounter.State.LEFT).filter(
        Q(state=Encounter.State.PLAYING) | Q(ended_at__gt=timezone.now() - KEPT_AFTER)
    )
    fields = (
        open_rows.select_related("table_clock")
        .only("public_id", "origin", "table_clock__code")
        .distinct()
        .order_by("-updated_at", "-pk")
    )
    return [
        Recorded(
            row.get_absolute_url(),
            reverse("play:cards", args=[row.public_id]),
            origin.url if (origin := origin_of(row)) else "",
            clock.get_absolute_url() if (clock := getattr(row, "table_clock", None)) else "",
        )
        for row in fields[:MOST_RUNNING]
    ]


def _seats(user: Person) -> QuerySet[Seat]:
    rows = Seat.objects.filter(
        encounter__seats__user=user,
        encounter__state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING],
    )
    # Each Encounter is joined with its two seats, and appears twice when one person has both.
    newest = rows.order_by("-encounter__updated_at", "-encounter", "seat")[: 4 * MOST_RUNNING]
    shown = (*SHOWN, "user__username", "user__display_name")
    return newest.select_related("encounter", "user").only(*shown)


class EncounterUnderWay(Struct, frozen=True):
    """One Encounter in progress: ``gathering`` before its first card, ``mode`` and ``people`` in words,
    ``game_url`` the page of its game, if any."""

    title: str
    url: str
    gathering: bool
    mode: str
    people: str
    game_url: str = ""


def running(user: Person) -> list[EncounterUnderWay]:
    """The latest few Encounters in progress. One query."""
    seats: dict[Encounter, dict[int, Seat]] = {}
    for seat in _seats(user):
        seats.setdefault(seat.encounter, {})[seat.seat] = seat
    return [
        EncounterUnderWay(
            row.title,
            row.get_absolute_url(),
            row.state == Encounter.State.GATHERING,
            row.get_mode_display(),
            people_of(row, both.values()),
            origin.url if (origin := origin_of(row)) else "",
        )
        for row, both in islice(seats.items(), MOST_RUNNING)
    ]
