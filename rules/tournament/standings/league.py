"""The standings of a campaign league, in the shape its pages read.

Usually by wins, then draws, then the difference of Victory Points, then Victory Points scored, then
Arsenal value (the scheme CAMPAIGN); a league may have another scheme. Players equal in all of its
criteria share their rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rules.columns import LEAGUE_TABLE, Criterion
from rules.tournament.standings import ranking
from rules.tournament.standings.criteria import CAMPAIGN, Scheme
from rules.tournament.standings.games import PlayerResult


class LeagueStanding(Struct, frozen=True):
    """One row of the standings; ``rank`` is shared by the tied. ``LEAGUE_TABLE`` names its columns."""

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
    # What the scheme ranks by, in its order, as far as a row can have it by itself.
    figures: tuple[tuple[Criterion, int], ...] = ()

    @property
    def cells(self) -> tuple[tuple[Criterion, int], ...]:
        """The columns that every league's table shows, with their figures."""
        return tuple((each, getattr(self, each.column.field)) for each in LEAGUE_TABLE)

    @property
    def points(self) -> int:
        """Pairing points: two a win, one a draw."""
        return 2 * self.wins + self.draws


class LeagueHolding(Struct, frozen=True):
    """What a player holds now: Scrip, Arsenal value in Soulstones, byes so far, the Campaign Rating of the
    Crew hired last, Bounties accomplished."""

    scrip: int = 0
    arsenal_value: int = 0
    byes: int = 0
    rating: int = 0
    bounties: int = 0


def league_standings(
    entries: Iterable[int],
    results: Iterable[PlayerResult],
    holdings: Mapping[int, LeagueHolding],
    scheme: Scheme = CAMPAIGN,
    adjustments: Iterable[ranking.Adjustment] = (),
) -> list[LeagueStanding]:
    """The standings of ``entries``; a result of anybody else is ignored. ``adjustments`` count where the
    scheme ranks by points.

    >>> results = [PlayerResult(1, 2, 1, 6, 3, True), PlayerResult(2, 1, 1, 3, 6, False)]
    >>> [standing.rank for standing in league_standings([1, 2], results, {})]
    [1, 2]
    """
    held = {
        id: ranking.Holding(arsenal=h.arsenal_value, rating=h.rating, bounties=h.bounties, scrip=h.scrip)
        for id, h in holdings.items()
    }
    byes = [PlayerResult(id, None, 0, 0, 0, True, "bye") for id, h in holdings.items() for _ in range(h.byes)]
    ranked = ranking.Standings(
        entries, scheme=scheme, holdings=held, seen=[*results, *byes], adjustments=adjustments
    )
    return [_standing(ranked, row, scheme) for row in ranked.rows]


def _standing(ranked: ranking.Standings, row: ranking.Row, scheme: Scheme) -> LeagueStanding:
    figures = row.figures
    return LeagueStanding(
        rank=row.rank,
        entry=row.player,
        **{each.column.field: ranked.figure(row.player, each) for each in LEAGUE_TABLE},
        figures=tuple((c, figures[c]) for c in scheme.order if c in figures),
    )
