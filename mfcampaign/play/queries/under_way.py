"""The Encounters somebody has under way here, for their own front page."""

from __future__ import annotations

from itertools import islice

from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.play.models import Encounter, Seat, people_of

MOST_RUNNING = 3
# Long texts and sealed seeds, which no list shows.
UNREAD = ("seed", "encounter__setup", "encounter__checkpoint", "encounter__result", "encounter__server_seed")


class Running(Struct, frozen=True):
    """One Encounter that goes on: ``gathering`` before its first card, ``mode`` and ``people`` in words."""

    title: str
    url: str
    gathering: bool
    mode: str
    people: str


def running(user: Person) -> list[Running]:
    """The few touched last of those that go on. One query."""
    rows = Seat.objects.filter(
        encounter__seats__user=user,
        encounter__state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING],
    )
    # Each Encounter comes with its two seats, twice where one person has both.
    newest = rows.order_by("-encounter__updated_at", "-encounter", "seat")[: 4 * MOST_RUNNING]
    seats: dict[Encounter, dict[int, Seat]] = {}
    for seat in newest.select_related("encounter", "user").defer(*UNREAD):
        seats.setdefault(seat.encounter, {})[seat.seat] = seat
    return [
        Running(
            row.title,
            row.get_absolute_url(),
            row.state == Encounter.State.GATHERING,
            row.get_mode_display(),
            people_of(row, both.values()),
        )
        for row, both in islice(seats.items(), MOST_RUNNING)
    ]
