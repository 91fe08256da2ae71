"""All that a viewer may see of what one person played. The fetch is the permission check."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from msgspec import Struct

from mfcampaign.accounts import queries as accounts
from mfcampaign.campaigns.history import past as leagues
from mfcampaign.events.queries import past as events
from rules.tournament.standings import record as pure
from rules.tournament.standings.record import MonthlyRecord, Participation, PlayedGame, Rival
from rules.tournament.standings.statistics import Tally


class Past(Struct, frozen=True):
    """A person's games, the last first, with every figure that is made of them."""

    person: int
    name: str
    games: tuple[PlayedGame, ...]
    parts: tuple[Participation, ...]
    total: Tally
    factions: tuple[Tally, ...]
    strategies: tuple[Tally, ...]
    rivals: tuple[Rival, ...]
    course: tuple[MonthlyRecord, ...]

    @property
    def forfeits(self) -> int:
        """How many of the games nobody played: they stand among them, and in no figure."""
        return sum(game.forfeit for game in self.games)

    def against(self, person: int | None) -> Rival | None:
        """What this person and ``person`` made of their meetings."""
        return next((rival for rival in self.rivals if person is not None and rival.person == person), None)


def past_of(viewer: Any, person: int) -> Past:
    """``Http404`` for who keeps it to themselves, and for whom ``viewer`` meets nowhere; six queries."""
    found = accounts.person_open_to(viewer, person)
    if found is None:
        raise Http404
    parts = [*events.parts(viewer, person), *leagues.parts(viewer, person)]
    if not parts and viewer.pk != person:
        raise Http404
    games = [*events.meetings(viewer, person), *leagues.meetings(viewer, person)]
    return Past(
        person,
        str(found),
        tuple(pure.latest(games)),
        tuple(sorted(parts, key=lambda part: part.at, reverse=True)),
        pure.total(games),
        tuple(pure.tallies(games, lambda game: game.faction)),
        tuple(pure.tallies(games, lambda game: game.strategy)),
        tuple(pure.rivals(games)),
        tuple(pure.monthly_record(games)),
    )
