"""The games that one person played, over all apps, as far as the viewer may see them. The fetch is the
permission check.

Apps that have games register a ``GameHistory`` in ``AppConfig.ready``; this module imports none of them.
"""

from __future__ import annotations

from typing import Protocol

from django.http import Http404
from msgspec import Struct

from mfcampaign.accounts import queries as accounts
from mfcampaign.accounts.persons import Viewer
from rules.tournament.standings import record as pure
from rules.tournament.standings.record import MonthlyRecord, Participation, PlayedGame, Rival
from rules.tournament.standings.statistics import Tally


class GameHistory(Protocol):
    """One app's games of a person, as far as ``viewer`` may see them."""

    def parts(self, viewer: Viewer, person: int) -> list[Participation]: ...

    def meetings(self, viewer: Viewer, person: int) -> list[PlayedGame]: ...


_histories: dict[str, GameHistory] = {}


def register_history(app: str, history: GameHistory) -> None:
    """Register ``history`` (a module will do) as a source of a person's games."""
    _histories[app] = history


class Past(Struct, frozen=True):
    """A person's games, the last first, with every figure that is made of them."""

    person: int
    name: str
    games: tuple[PlayedGame, ...]
    parts: tuple[Participation, ...]
    total: Tally
    factions: tuple[Tally, ...]
    opposing_factions: tuple[Tally, ...]
    leaders: tuple[Tally, ...]
    titles: tuple[Tally, ...]
    strategies: tuple[Tally, ...]
    schemes: tuple[Tally, ...]
    deployments: tuple[Tally, ...]
    rivals: tuple[Rival, ...]
    course: tuple[MonthlyRecord, ...]
    kinds: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()

    @property
    def forfeits(self) -> int:
        """The number of games that were not played: they are listed, and count in no figure."""
        return sum(game.forfeit for game in self.games)

    def against(self, person: int | None) -> Rival | None:
        """The results of this person against ``person``."""
        return next((rival for rival in self.rivals if person is not None and rival.person == person), None)


def past_of(viewer: Viewer, person: int, *, kind: str = "", edition: str = "") -> Past:
    """All of it, or the games of one ``kind`` and one ``edition``; ``kinds`` and ``editions`` are those there
    are. ``Http404`` for people who hide their games or whom ``viewer`` meets nowhere. Seven queries, one
    more for friendly games that are counted."""
    user = accounts.person_open_to(viewer, person)
    if user is None:
        raise Http404
    histories = [_histories[app] for app in sorted(_histories, reverse=True)]
    parts = [part for history in histories for part in history.parts(viewer, person)]
    if not parts and viewer.pk != person:
        raise Http404
    every = [game for history in histories for game in history.meetings(viewer, person)]
    games = [game for game in every if kind in ("", game.kind) and edition in ("", game.edition)]
    return Past(
        person,
        str(user),
        tuple(pure.latest(games)),
        tuple(sorted(parts, key=lambda part: part.at, reverse=True)),
        pure.total(games),
        tuple(pure.tallies(games, lambda game: game.faction)),
        tuple(pure.tallies(games, lambda game: game.opponent_faction)),
        tuple(pure.tallies(games, lambda game: game.leader_name)),
        tuple(pure.tallies(games, lambda game: game.leader if ", " in game.leader else "")),
        tuple(pure.tallies(games, lambda game: game.strategy)),
        tuple(pure.tallies_of_many(games, lambda game: game.schemes)),
        tuple(pure.tallies(games, lambda game: game.deployment)),
        tuple(pure.rivals(games)),
        tuple(pure.monthly_record(games)),
        tuple(sorted({game.kind for game in every} - {""})),
        tuple(sorted({game.edition for game in every} - {""})),
    )
