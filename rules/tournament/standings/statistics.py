"""What the games say about Factions, Strategies, players and pairs of players. Shares are exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec import Struct

from rules.tournament.standings.games import GameResult, PlayerResult, sides

Z_95 = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


class Tally(Struct, frozen=True):
    """Games of one kind. A mirror (a Faction against itself) counts in ``mirrors`` alone: it can only
    come out even."""

    name: str
    played: int
    wins: int
    draws: int
    losses: int
    vp: int
    vp_against: int
    mirrors: int = 0

    @property
    def share(self) -> Fraction | None:
        """Wins and half the draws among the games; None where there is no game to judge by."""
        return Fraction(2 * self.wins + self.draws, 2 * self.played) if self.played else None

    @property
    def interval(self) -> tuple[int, int] | None:
        """Between which percentages the share lies, whatever chance did: Wilson's interval of 95 %, in whole
        percent outwards; None without a game.

        >>> Tally("", 4, 3, 0, 1, 0, 0).interval, Tally("", 40, 30, 0, 10, 0, 0).interval
        ((30, 96), (59, 86))
        """
        if self.share is None:
            return None
        share, n, z = float(self.share), self.played, Z_95
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0, math.floor(100 * (middle - half))), min(100, math.ceil(100 * (middle + half)))


def factions(games: Iterable[GameResult]) -> list[Tally]:
    """Every Faction that was played, the most played first.

    >>> [
    ...     (t.name, t.share)
    ...     for t in factions([GameResult(1, 1, 2, 5, 3, faction_a="guild", faction_b="bayou")])
    ... ]
    [('bayou', Fraction(0, 1)), ('guild', Fraction(1, 1))]
    """
    return _tallies(games, lambda side: side.faction, lambda s: s.faction == s.opponent_faction)


class StrategyTally(Struct, frozen=True):
    """How a Strategy played: games, draws, Victory Points of both sides together, of the closer side."""

    name: str
    played: int
    draws: int
    vp: int
    margin: int


def strategies(games: Iterable[GameResult]) -> list[StrategyTally]:
    """Every Strategy that was played, the most played first; forfeits and byes tell nothing."""
    by_strategy: dict[str, list[PlayerResult]] = {}
    for side in sides(games):
        if side.kind == "game" and side.strategy:
            by_strategy.setdefault(side.strategy, []).append(side)
    tallies = [
        StrategyTally(
            name,
            len(played) // 2,
            sum(side.won is None for side in played) // 2,
            sum(side.vp for side in played),
            sum(abs(side.vp - side.vp_against) for side in played) // 2,
        )
        for name, played in by_strategy.items()
    ]
    return sorted(tallies, key=lambda tally: (-tally.played, tally.name))


def _tallies(
    games: Iterable[GameResult], name: Callable[[PlayerResult], str], mirror: Callable[[PlayerResult], bool]
) -> list[Tally]:
    return _tally(sides(games), name, mirror)


def _tally(
    seen: Iterable[PlayerResult], name: Callable[[PlayerResult], str], mirror: Callable[[PlayerResult], bool]
) -> list[Tally]:
    groups: dict[str, list[PlayerResult]] = {}
    for side in seen:
        if side.kind == "game" and name(side):
            groups.setdefault(name(side), []).append(side)
    tallies = [_counted(key, group, mirror) for key, group in groups.items()]
    return sorted(tallies, key=lambda tally: (-tally.played - tally.mirrors, tally.name))


def _counted(name: str, group: list[PlayerResult], mirror: Callable[[PlayerResult], bool]) -> Tally:
    judged = [side for side in group if not mirror(side)]
    return Tally(
        name,
        played=len(judged),
        wins=sum(side.won is True for side in judged),
        draws=sum(side.won is None for side in judged),
        losses=sum(side.won is False for side in judged),
        vp=sum(side.vp for side in judged),
        vp_against=sum(side.vp_against for side in judged),
        mirrors=(len(group) - len(judged)) // 2,
    )
