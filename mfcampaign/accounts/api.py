"""The current-user endpoint, and what a person played over all events and leagues."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from mfcampaign.accounts.past import past_of
from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_place
from rules.tournament.standings.record import MonthlyRecord, Participation, PlayedGame
from rules.tournament.standings.statistics import Tally

PEOPLE = "People"
PERSON = "people/<int:person>/"


class Me(Struct, frozen=True):
    """The person behind the token or session, and what this way in may do."""

    id: int
    name: str
    timezone: str
    guest: bool
    scopes: tuple[str, ...]


@get(
    "me/",
    Me,
    tag="You",
    answer_example={
        "id": 7,
        "name": "Mara",
        "timezone": "Europe/Madrid",
        "guest": False,
        "scopes": ["read", "play"],
    },
)
def me(call: PersonCall) -> Me:
    """The current user, and the scopes of this token."""
    user = call.user
    return Me(user.pk, str(user), user.timezone, user.is_guest, call.scopes)


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


@get(PERSON, PersonView, open=True, tag=PEOPLE)
def person_past(call: PortalCall, person: int) -> PersonView:
    """What a person played over all events and leagues that are open to you. 404 where you meet them
    nowhere, and where they keep it to themselves."""
    return msgspec.convert(past_of(call.user, person), PersonView, from_attributes=True)


@get(f"{PERSON}games/", Page[PlayedGame], query=PageQuery, open=True, tag=PEOPLE)
def person_games(call: PortalCall, person: int) -> Page[PlayedGame]:
    """The games of a person, the last first, each as that person saw it."""
    return by_place(past_of(call.user, person).games, call.query, lambda game: game)
