"""Standings are recomputed from games, and ties share a rank."""

from __future__ import annotations

from rules.tournament.standings.games import PlayerResult
from rules.tournament.standings.league import LeagueHolding, league_standings


def game(a: int, b: int, vp_a: int, vp_b: int) -> list[PlayerResult]:
    won = None if vp_a == vp_b else vp_a > vp_b
    return [
        PlayerResult(a, b, 1, vp_a, vp_b, won),
        PlayerResult(b, a, 1, vp_b, vp_a, None if won is None else not won),
    ]


def test_wins_before_difference_before_points():
    rows = league_standings([1, 2, 3, 4], game(1, 2, 5, 4) + game(3, 4, 8, 0), {})
    assert [r.entry for r in rows] == [3, 1, 2, 4]
    assert [(r.wins, r.difference, r.vp) for r in rows] == [(1, 8, 8), (1, 1, 5), (0, -1, 4), (0, -8, 0)]


def test_the_tied_share_a_rank_and_the_next_rank_is_skipped():
    rows = league_standings([1, 2, 3], game(1, 2, 3, 3), {})
    assert [(r.rank, r.entry) for r in rows] == [(1, 1), (1, 2), (3, 3)]


def test_arsenal_value_breaks_the_last_tie_and_a_stranger_does_not_count():
    rows = league_standings(
        [1, 2], game(1, 9, 4, 2) + game(2, 9, 4, 2), {2: LeagueHolding(scrip=5, arsenal_value=40, byes=1)}
    )
    assert [(r.rank, r.entry, r.byes, r.scrip) for r in rows] == [(1, 2, 1, 5), (2, 1, 0, 0)]
