"""The table engine: schemes, strengths, head to head, honest ties, figures that open to their games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.columns import Criterion
from rules.tournament.standings.criteria import SCHEMES, STRENGTH_FIRST, Award, Scheme
from rules.tournament.standings.games import GameResult, Outcome
from rules.tournament.standings.ranking import Adjustment, Holding, Standings
from rules.tournament.standings.statistics import (
    factions,
    strategies,
)
from tests.rules.tournament.events import Lots

NAMES = {1: "Ann", 2: "Bo", 3: "Cleo", 4: "Dan"}
C = Criterion


def ranks(table: Standings) -> list[tuple[int, int]]:
    return [(row.rank, row.player) for row in table.rows]


def season(seed: int) -> tuple[list[int], list[GameResult]]:
    """A field with every kind of game in it, by lot."""
    lots = Lots(seed)
    players = list(range(1, 5 + lots.below(12)))
    games = []
    for number in range(1, 2 + lots.below(5)):
        order = lots.shuffled(players)
        for a, b in zip(order[::2], order[1::2], strict=False):
            outcome = list(Outcome)[max(0, lots.below(20) - 16)]
            games.append(GameResult(number, a, b, lots.below(9), lots.below(9), outcome))
        if len(order) % 2:
            games.append(GameResult(number, order[-1], None))
    return players, games


def test_tournament_points_then_difference_then_victory_points():
    games = [
        GameResult(1, 1, 2, 8, 5),
        GameResult(1, 3, 4, 4, 4),
        GameResult(2, 1, 3, 2, 6),
        GameResult(2, 2, 4, 9, 2),
    ]
    table = Standings([1, 2, 3, 4], games)
    figures = {
        r.player: [r.figures[c] for c in (C.POINTS, C.DIFFERENCE, C.VICTORY_POINTS)] for r in table.rows
    }
    assert figures == {3: [4, 4, 10], 2: [3, 4, 14], 1: [3, -1, 10], 4: [1, -7, 6]}
    assert ranks(table) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    assert [row.by for row in table.rows] == [None, C.POINTS, C.DIFFERENCE, C.POINTS]


def test_the_order_is_the_organisers():
    games = [
        GameResult(1, 1, 2, 9, 0),
        GameResult(1, 3, 4, 5, 4),
        GameResult(2, 1, 4, 8, 1),
        GameResult(2, 3, 2, 6, 5),
        GameResult(3, 4, 2, 5, 0),
    ]
    assert ranks(Standings([1, 2, 3, 4], games))[:2] == [(1, 1), (2, 3)]
    by_wins = Scheme(order=(C.WINS,))
    assert ranks(Standings([1, 2, 3, 4], games, by_wins)) == [(1, 1), (1, 3), (3, 4), (4, 2)]
    fewest = Scheme(order=(C.WINS, C.CONCEDED))
    assert ranks(Standings([1, 2, 3, 4], games, fewest))[:2] == [(1, 1), (2, 3)]


def test_strength_of_schedule_and_of_the_opponents():
    games = [
        GameResult(1, 1, 2, 5, 1),
        GameResult(1, 3, 4, 5, 1),
        GameResult(2, 1, 3, 5, 1),
        GameResult(2, 2, 4, 5, 1),
    ]
    table = Standings([1, 2, 3, 4], games, STRENGTH_FIRST)
    assert {p: table.figure(p, C.POINTS) for p in NAMES} == {1: 6, 2: 3, 3: 3, 4: 0}
    assert {p: table.figure(p, C.OPPONENTS) for p in NAMES} == {1: 6, 2: 6, 3: 6, 4: 6}
    assert {p: table.figure(p, C.OPPONENTS_OPPONENTS) for p in NAMES} == dict.fromkeys(NAMES, 12)
    assert {p: table.figure(p, C.OPPONENTS_CUT) for p in NAMES} == {1: 3, 2: 6, 3: 6, 4: 3}
    assert {p: table.figure(p, C.BEATEN) for p in NAMES} == {1: 12, 2: 0, 3: 0, 4: 0}
    assert ranks(table) == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_head_to_head_counts_only_if_all_the_tied_have_met():
    scheme = Scheme(order=(C.POINTS, C.HEAD_TO_HEAD))
    two = [
        GameResult(1, 2, 1, 5, 1),
        GameResult(1, 3, 4, 5, 1),
        GameResult(2, 1, 3, 5, 1),
        GameResult(2, 2, 4, 1, 5),
    ]
    table = Standings([1, 2, 3, 4], two, scheme)
    assert ranks(table) == [(1, 1), (1, 2), (1, 3), (1, 4)], "1 and 4 have not met: it says nothing"
    both = [
        GameResult(1, 2, 1, 5, 1),
        GameResult(2, 1, 3, 5, 1),
        GameResult(2, 2, 4, 1, 5),
        GameResult(3, 4, 3, 5, 1),
    ]
    table = Standings([1, 2, 3, 4], both, scheme)
    assert ranks(table) == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert [row.by for row in table.rows] == [None, C.POINTS, C.HEAD_TO_HEAD, C.POINTS]


def test_byes_forfeits_adjustments_and_a_capped_difference():
    scheme = Scheme(
        bye=Award(3, 6, 4),
        forfeit_won=Award(3, 8),
        forfeit_lost=Award(-1, 0, 8),
        difference_cap=5,
        order=(C.POINTS,),
    )
    games = [
        GameResult(1, 1, 2, 10, 0),
        GameResult(1, 3, None),
        GameResult(2, 3, 2, 9, 9, Outcome.FORFEIT_BY_B),
        GameResult(2, 1, 4, outcome=Outcome.FORFEIT_BY_BOTH),
        GameResult(3, 1, 3, 5, 6, winner=0),
    ]
    table = Standings([1, 2, 3, 4], games, scheme, adjustments=[Adjustment(2, 2, "painted Crew")])
    points = {p: table.figure(p, C.POINTS) for p in NAMES}
    assert points == {1: 3 - 1 + 1, 2: 0 - 1 + 2, 3: 3 + 3 + 1, 4: -1}
    assert {p: table.figure(p, C.DIFFERENCE) for p in NAMES} == {1: 5 - 5 - 1, 2: -5 - 5, 3: 2 + 5 + 1, 4: -5}
    assert (table.figure(3, C.BYES), table.figure(3, C.PLAYED), table.figure(3, C.WINS)) == (1, 2, 1)
    assert [line.label for line in table.open(3, C.POINTS, NAMES).lines] == [
        "Round 1: bye",
        "Round 2: no-show of Bo",
        "Round 3: 6–5 against Ann",
    ]
    assert table.open(2, C.POINTS, NAMES).lines[-1].label == "painted Crew"


def test_who_dropped_still_counts_for_the_opponents():
    games = [GameResult(1, 1, 9, 5, 1), GameResult(2, 9, 2, 5, 1)]
    table = Standings([1, 2], games)
    assert [row.player for row in table.rows] == [1, 2]
    assert table.figure(1, C.OPPONENTS) == 3


def test_a_campaign_ranks_by_what_is_held():
    holdings = {
        1: Holding(arsenal=40, rating=2, bounties=1),
        2: Holding(arsenal=35, rating=5),
        3: Holding(arsenal=40),
    }

    def order(*criteria: Criterion) -> list[tuple[int, int]]:
        return ranks(Standings([1, 2, 3], [], Scheme(order=criteria), holdings=holdings))

    assert order(C.ARSENAL) == [(1, 1), (1, 3), (3, 2)]
    assert order(C.RATING) == [(1, 2), (2, 1), (3, 3)]
    assert order(C.ARSENAL, C.BOUNTIES) == [(1, 1), (2, 3), (3, 2)]


@pytest.mark.parametrize("seed", range(30))
def test_every_figure_is_the_sum_of_its_lines_and_every_rank_is_honest(seed):
    players, games = season(seed)
    scheme = list(SCHEMES.values())[seed % len(SCHEMES)]
    table = Standings(players, games, scheme)
    assert sorted(row.player for row in table.rows) == players
    for row in table.rows:
        for criterion in Criterion:
            opened = table.open(row.player, criterion, {})
            assert (
                opened.amount
                == sum(line.amount for line in opened.lines)
                == table.figure(row.player, criterion)
            )
    for above, below in zip(table.rows, table.rows[1:], strict=False):
        tied = above.rank == below.rank
        assert tied == (below.by is None)
        if tied:
            same = [c for c in scheme.order if c != C.HEAD_TO_HEAD]
            assert [above.figures[c] for c in same] == [below.figures[c] for c in same]
        elif below.by != C.HEAD_TO_HEAD:
            assert above.figures[below.by] > below.figures[below.by]
            before = scheme.order[: scheme.order.index(below.by)]
            assert all(above.figures[c] == below.figures[c] for c in before if c != C.HEAD_TO_HEAD)
    assert all(row.rank == 1 + sum(other.rank < row.rank for other in table.rows) for row in table.rows)
    shuffled = Standings(players[::-1], Lots(seed).shuffled(games), scheme)
    assert shuffled.rows == table.rows


def test_nobody_gains_a_point_that_the_games_did_not_give():
    for seed in range(30):
        players, games = season(seed)
        played = [g for g in games if g.b is not None and g.outcome == Outcome.SCORE]
        table = Standings(players, played)
        drawn = sum(g.vp_a == g.vp_b for g in played)
        assert sum(table.figure(p, C.POINTS) for p in players) == 3 * (len(played) - drawn) + 2 * drawn
        assert sum(table.figure(p, C.DIFFERENCE) for p in players) == 0
        assert sum(table.figure(p, C.WINS) for p in players) == sum(
            table.figure(p, C.LOSSES) for p in players
        )


GAMES = [
    GameResult(1, 1, 2, 8, 5, faction_a="guild", faction_b="bayou", strategy="Turf War"),
    GameResult(1, 3, 4, 4, 4, faction_a="guild", faction_b="guild", strategy="Turf War"),
    GameResult(2, 1, 3, 2, 6, faction_a="guild", faction_b="guild", strategy="Collect"),
    GameResult(2, 2, 4, 3, 3, faction_a="bayou", faction_b="guild", strategy="Collect"),
    GameResult(3, 1, 2, 0, 7, faction_a="guild", faction_b="bayou", strategy="Collect"),
    GameResult(
        3, 3, 4, outcome=Outcome.FORFEIT_BY_B, faction_a="guild", faction_b="guild", strategy="Collect"
    ),
    GameResult(3, 5, None),
]


def test_statistics_of_factions_leave_mirrors_and_forfeits_out():
    guild, bayou = factions(GAMES)
    assert (guild.name, guild.played, guild.wins, guild.draws, guild.losses, guild.mirrors) == (
        "guild",
        3,
        1,
        1,
        1,
        2,
    )
    assert (guild.share, bayou.share) == (Fraction(1, 2), Fraction(1, 2))
    collect = strategies(GAMES)[0]
    assert (collect.name, collect.played, collect.draws, collect.vp, collect.margin) == (
        "Collect",
        3,
        1,
        21,
        11,
    )
