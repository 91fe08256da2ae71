"""The table of teams: what their members did in a league's own table, added up."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.tournament.standings.league import LeagueStanding


class TeamStanding(Struct, frozen=True):
    """One team; ``points`` are two a win and one a draw, ``rank`` is shared by the tied."""

    rank: int
    team: str
    members: int
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    difference: int
    vp: int


def team_standings(rows: Iterable[tuple[str, LeagueStanding]]) -> tuple[TeamStanding, ...]:
    """Each player's team and line, added up: by points, then the difference, then Victory Points. Who is in
    no team counts for none.

    >>> row = LeagueStanding(1, 1, 2, 1, 1, 0, 0, 9, 4, 0, 35)
    >>> [(team.rank, team.team, team.points) for team in team_standings([("Tower", row), ("", row)])]
    [(1, 'Tower', 3)]
    """
    teams: dict[str, list[LeagueStanding]] = {}
    for team, row in rows:
        if team:
            teams.setdefault(team, []).append(row)
    summed = [_sum(team, members) for team, members in teams.items()]
    summed.sort(key=lambda team: (*_order(team), team.team))
    ranked: list[TeamStanding] = []
    for place, standing in enumerate(summed, start=1):
        tied = bool(ranked) and _order(ranked[-1]) == _order(standing)
        ranked.append(_at(standing, ranked[-1].rank if tied else place))
    return tuple(ranked)


def _order(team: TeamStanding) -> tuple[int, int, int]:
    return -team.points, -team.difference, -team.vp


def _at(team: TeamStanding, rank: int) -> TeamStanding:
    return TeamStanding(rank, *(getattr(team, name) for name in TeamStanding.__struct_fields__[1:]))


def _sum(team: str, rows: list[LeagueStanding]) -> TeamStanding:
    def total(name: str) -> int:
        return sum(getattr(row, name) for row in rows)

    return TeamStanding(
        0,
        team,
        len(rows),
        *(total(name) for name in ("played", "wins", "draws", "losses", "points", "difference", "vp")),
    )
