"""A person over all events and leagues, for programs: as much as the caller may know of anyway."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, Paged, by_place
from mfcampaign.people.past import past_of
from rules.tournament.standings.record import MonthlyRecord, Participation, PlayedGame
from rules.tournament.standings.statistics import Tally

TAG = "People"
PERSON = "people/<int:person>/"


class HeadToHead(Struct, frozen=True):
    """One opponent by the name of the last game; ``person`` where their own past is open to you. ``met``
    counts forfeits too, the tally games alone."""

    person: int | None
    met: int
    tally: Tally


class PersonView(Struct, frozen=True):
    """A person's figures. Forfeits count in none; ``course`` sums up month by month."""

    person: int
    name: str
    total: Tally
    factions: tuple[Tally, ...]
    strategies: tuple[Tally, ...]
    rivals: tuple[HeadToHead, ...]
    course: tuple[MonthlyRecord, ...]
    parts: tuple[Participation, ...]


@get(PERSON, PersonView, open=True, tag=TAG)
def person_past(call: Call, person: int) -> PersonView:
    """What a person played over all events and leagues that are open to you. 404 where you meet them
    nowhere, and where they keep it to themselves."""
    found = past_of(call.user, person)
    rivals = tuple(HeadToHead(rival.person, len(rival.games), rival.tally) for rival in found.rivals)
    return PersonView(
        found.person,
        found.name,
        found.total,
        found.factions,
        found.strategies,
        rivals,
        found.course,
        found.parts,
    )


@get(f"{PERSON}games/", Page[PlayedGame], query=Paged, open=True, tag=TAG)
def person_games(call: Call, person: int) -> Page[PlayedGame]:
    """The games of a person, the last first, each as that person saw it."""
    return by_place(past_of(call.user, person).games, call.query, lambda game: game)
