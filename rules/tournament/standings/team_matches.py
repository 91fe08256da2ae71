"""Matches of teams: who won by the games at the tables, and the standings of teams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.columns import Criterion
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.games import GameResult
from rules.tournament.standings.ranking import Row, Standings

WON, DRAWN = 2, 1
"""Table points of a game."""
TIEBREAKS = ("match points", "table points", "difference of Victory Points", "Victory Points")
"""What teams are ranked by, in this order."""


class TableScore(Struct, frozen=True):
    """What one table gave the first team and the second: table points and Victory Points."""

    points: tuple[int, int]
    vp: tuple[int, int] = (0, 0)


class TeamMatch(Struct, frozen=True):
    """A match of team ``a`` against ``b`` (None: a bye) that is played out, table by table."""

    round: int
    a: int
    b: int | None
    tables: tuple[TableScore, ...] = ()

    @property
    def points(self) -> tuple[int, int]:
        """Table points of both."""
        return sum(t.points[0] for t in self.tables), sum(t.points[1] for t in self.tables)

    @property
    def vp(self) -> tuple[int, int]:
        """Victory Points of both."""
        return sum(t.vp[0] for t in self.tables), sum(t.vp[1] for t in self.tables)

    @property
    def result(self) -> GameResult:
        """The match as one game, won by whoever has more table points, whatever the Victory Points.

        >>> tables = (TableScore((2, 0), (5, 4)), TableScore((0, 2), (1, 9)), TableScore((2, 0), (3, 2)))
        >>> TeamMatch(1, 7, 8, tables).result.victor
        7
        """
        if self.b is None:
            return GameResult(self.round, self.a, None)
        first, second = self.points
        winner = 0 if first == second else self.a if first > second else self.b
        return GameResult(self.round, self.a, self.b, *self.vp, winner=winner)


class TeamPlace(Struct, frozen=True):
    """One team's line. ``tables`` are its table points; ``rank`` is shared by the tied, ``by`` says in words
    what puts it below the one above (empty: first, or tied)."""

    rank: int
    team: int
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    tables: int
    difference: int
    vp: int
    by: str = ""
    tied: bool = False

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The figures of TIEBREAKS."""
        return self.points, self.tables, self.difference, self.vp


def score_of(game: GameResult, *, turned: bool = False) -> TableScore:
    """The table of a game whose ``a`` is of the first team, or of the second where it is ``turned``; who sat
    there alone wins it.

    >>> score_of(GameResult(1, 1, 2, 4, 4)).points, score_of(GameResult(1, 1, None), turned=True).points
    ((1, 1), (0, 2))
    """
    points = [WON if won else DRAWN if won is None else 0 for won in game.won]
    vp = [game.vp_a, game.vp_b]
    if turned:
        points.reverse()
        vp.reverse()
    return TableScore((points[0], points[1]), (vp[0], vp[1]))


def team_places(
    teams: Iterable[int], matches: Sequence[TeamMatch], scheme: Scheme, tables: int
) -> tuple[TeamPlace, ...]:
    """The standings of ``teams`` of so many ``tables``: match points by ``scheme``, then table points, then
    Victory Points. A bye gives what the scheme says and half of the table points, so that nobody is ranked by
    the luck of it alone.

    >>> match = TeamMatch(1, 1, 2, (TableScore((2, 0), (5, 2)),))
    >>> [
    ...     (place.rank, place.team, place.points, place.by)
    ...     for place in team_places([1, 2], [match], Scheme(), 1)
    ... ]
    [(1, 1, 3, ''), (2, 2, 0, 'match points')]
    """
    standings = Standings(teams, [match.result for match in matches], scheme)
    won: dict[int, int] = dict.fromkeys(standings.players, 0)
    for match in matches:
        shares = (tables, 0) if match.b is None else match.points
        for team, share in zip((match.a, match.b), shares, strict=True):
            if team in won:
                won[team] += share
    lines = sorted((_place(row, won) for row in standings.rows), key=lambda line: line.key, reverse=True)
    return tuple(_ranked(lines))


def _place(row: Row, won: Mapping[int, int]) -> TeamPlace:
    figure = row.figures
    return TeamPlace(
        0,
        row.player,
        figure[Criterion.PLAYED],
        figure[Criterion.WINS],
        figure[Criterion.DRAWS],
        figure[Criterion.LOSSES],
        figure[Criterion.POINTS],
        won[row.player],
        figure[Criterion.DIFFERENCE],
        figure[Criterion.VICTORY_POINTS],
    )


def _ranked(lines: Sequence[TeamPlace]) -> list[TeamPlace]:
    ranked: list[TeamPlace] = []
    keys = [line.key for line in lines]
    for place, line in enumerate(lines):
        above = ranked[-1] if ranked else None
        shares = above is not None and above.key == line.key
        by = ""
        if above is not None and not shares:
            by = next(w for w, x, y in zip(TIEBREAKS, above.key, line.key, strict=True) if x != y)
        rank = above.rank if above is not None and shares else place + 1
        ranked.append(replace(line, rank=rank, by=by, tied=keys.count(line.key) > 1))
    return ranked
