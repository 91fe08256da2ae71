"""Standings: pure, recomputed from the games each time, ties said honestly.

Order: wins, then draws, then the difference of Victory Points, then Victory Points scored, then
Arsenal value. Players equal in all of these share their rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace


class Score(Struct, frozen=True):
    """One finished game as one side sees it. ``won`` is None for a draw."""

    entry: int
    opponent: int
    vp: int
    opponent_vp: int
    won: bool | None


class Standing(Struct, frozen=True):
    """One row of the table; ``rank`` is shared by the tied."""

    rank: int
    entry: int
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    vp: int
    difference: int
    scrip: int
    arsenal_value: int

    @property
    def points(self) -> int:
        """Pairing points: two a win, one a draw."""
        return 2 * self.wins + self.draws


class Holding(Struct, frozen=True):
    """What a player holds now: Scrip, Arsenal value in Soulstones, byes so far."""

    scrip: int = 0
    arsenal_value: int = 0
    byes: int = 0


def standings(
    entries: Iterable[int], scores: Iterable[Score], holdings: Mapping[int, Holding]
) -> list[Standing]:
    """The table over ``entries``; a score of anybody else is ignored.

    >>> [s.rank for s in standings([1, 2], [Score(1, 2, 6, 3, True), Score(2, 1, 3, 6, False)], {})]
    [1, 2]
    """
    games: dict[int, list[Score]] = {entry: [] for entry in entries}
    for score in scores:
        if score.entry in games:
            games[score.entry].append(score)
    rows = [_row(entry, found, holdings.get(entry, Holding())) for entry, found in games.items()]
    rows.sort(key=lambda row: (_order(row), row.entry))
    ranked: list[Standing] = []
    for place, row in enumerate(rows, start=1):
        tied = ranked and _order(ranked[-1]) == _order(row)
        ranked.append(_with_rank(row, ranked[-1].rank if tied else place))
    return ranked


def _row(entry: int, games: list[Score], holding: Holding) -> Standing:
    return Standing(
        rank=0,
        entry=entry,
        played=len(games),
        wins=sum(g.won is True for g in games),
        draws=sum(g.won is None for g in games),
        losses=sum(g.won is False for g in games),
        byes=holding.byes,
        vp=sum(g.vp for g in games),
        difference=sum(g.vp - g.opponent_vp for g in games),
        scrip=holding.scrip,
        arsenal_value=holding.arsenal_value,
    )


def _order(row: Standing) -> tuple[int, ...]:
    return (-row.wins, -row.draws, -row.difference, -row.vp, -row.arsenal_value)


def _with_rank(row: Standing, rank: int) -> Standing:
    return replace(row, rank=rank)
