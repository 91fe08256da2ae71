"""The record of one person: what they played, wherever it was, as they saw it. Pure: days are given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from rules.tournament.standings.statistics import Tally


class PlayedGame(Struct, frozen=True):
    """One finished game. ``where`` it was and ``about`` which one, ``path`` its page; ``rival`` says which
    opponents are one, ``person`` their number where their own past is open. A ``forfeit`` tells nothing of
    play and counts in no tally; ``instead`` says who did not come, and ``won`` what its standings make of
    it: None where they count it for nobody. ``kind`` is league, event or friendly, ``edition`` a code; the
    Leaders are full names, the title after a comma; ``schemes`` are one's own; ``named`` is the opponent's
    own name where ``opponent`` is that of a Crew. What nobody wrote down is empty."""

    at: dt.datetime
    where: str
    about: str
    path: str
    opponent: str
    rival: str
    person: int | None
    vp: int
    vp_against: int
    won: bool | None
    faction: str = ""
    opponent_faction: str = ""
    strategy: str = ""
    forfeit: bool = False
    instead: str = ""
    kind: str = ""
    edition: str = ""
    leader: str = ""
    opponent_leader: str = ""
    deployment: str = ""
    schemes: tuple[str, ...] = ()
    named: str = ""

    @property
    def leader_name(self) -> str:
        """The Leader without the title, of which one name may have several."""
        return self.leader.partition(", ")[0]


class Participation(Struct, frozen=True):
    """An event or league that a person took part in."""

    at: dt.datetime
    name: str
    path: str


class Rival(Struct, frozen=True):
    """An opponent by their own name, else that of the last game; the figures; the games, the last first."""

    name: str
    person: int | None
    tally: Tally
    games: tuple[PlayedGame, ...]

    @property
    def met(self) -> int:
        """How often they met, forfeits too."""
        return len(self.games)

    @property
    def crews(self) -> tuple[str, ...]:
        """What their Crews were called, the last first, where that is not the name."""
        return tuple(dict.fromkeys(game.opponent for game in self.games if game.opponent != self.name))


class MonthlyRecord(Struct, frozen=True):
    """Games won, drawn and lost in all by the end of a month (``2026-03``)."""

    month: str
    won: int
    drawn: int
    lost: int


def total(games: Iterable[PlayedGame], name: str = "") -> Tally:
    """All of them as one line; draws are what nobody won."""
    played = [game for game in games if not game.forfeit]
    return Tally(
        name,
        len(played),
        sum(game.won is True for game in played),
        sum(game.won is None for game in played),
        sum(game.won is False for game in played),
        sum(game.vp for game in played),
        sum(game.vp_against for game in played),
    )


def tallies(games: Iterable[PlayedGame], by: Callable[[PlayedGame], str]) -> list[Tally]:
    """One line for each word of ``by`` (an empty one is left out), the most played first."""
    return tallies_of_many(games, lambda game: (by(game),) if by(game) else ())


def tallies_of_many(games: Iterable[PlayedGame], by: Callable[[PlayedGame], Iterable[str]]) -> list[Tally]:
    """As ``tallies``, of a game that counts under several words."""
    words: dict[str, list[PlayedGame]] = {}
    for game in games:
        for word in dict.fromkeys(() if game.forfeit else by(game)):
            words.setdefault(word, []).append(game)
    totals = [total(group, word) for word, group in words.items()]
    return sorted(totals, key=lambda tally: (-tally.played, tally.name))


def rivals(games: Iterable[PlayedGame]) -> list[Rival]:
    """Head to head with each opponent, the most met first."""
    met: dict[str, list[PlayedGame]] = {}
    for game in latest(games):
        met.setdefault(game.rival, []).append(game)
    opponents = []
    for played in met.values():
        name = played[0].named or played[0].opponent
        opponents.append(Rival(name, played[0].person, total(played, name), tuple(played)))
    return sorted(opponents, key=lambda rival: (-len(rival.games), rival.name))


def latest(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """The last first; of one moment those that came later."""
    return sorted(games, key=lambda game: game.at)[::-1]


def monthly_record(games: Iterable[PlayedGame], most: int = 12) -> list[MonthlyRecord]:
    """The months in which something was played, the last ``most`` of them, with all that was before."""
    months: dict[str, list[PlayedGame]] = {}
    for game in sorted(games, key=lambda game: game.at):
        if not game.forfeit:
            months.setdefault(f"{game.at:%Y-%m}", []).append(game)
    months_so_far: list[MonthlyRecord] = []
    for month, played in months.items():
        before = months_so_far[-1] if months_so_far else MonthlyRecord("", 0, 0, 0)
        now = total(played)
        months_so_far.append(
            MonthlyRecord(month, before.won + now.wins, before.drawn + now.draws, before.lost + now.losses)
        )
    return _last(months_so_far, most)


def _last(records: Sequence[MonthlyRecord], most: int) -> list[MonthlyRecord]:
    return list(records[max(0, len(records) - most) :])
