"""The schemes that a league may be ranked by: each worked out by hand on the same four players."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from rules.campaign.policies import Policies, policies_from
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.tournament.standings.criteria import SCHEMES, scheme_of
from rules.tournament.standings.games import GameResult, Outcome, PlayerResult
from rules.tournament.standings.league import LeagueHolding, LeagueStanding, league_standings
from rules.tournament.standings.ranking import Standings

# 1 beat 2 high and sat a week out; 2 beat 3 and 4 high; 3 beat 1; 4 drew with 3. One Bounty: of 4.
GAMES = ((1, 2, 8, 0), (2, 3, 8, 1), (2, 4, 7, 0), (3, 1, 4, 3), (3, 4, 2, 2))
HELD = {
    1: LeagueHolding(scrip=9, arsenal_value=30, byes=1, rating=2),
    2: LeagueHolding(scrip=1, arsenal_value=41),
    3: LeagueHolding(scrip=4, arsenal_value=35, rating=-1),
    4: LeagueHolding(scrip=4, arsenal_value=50, bounties=1),
}


def ranked(**policies: Any) -> list[int]:
    """The players from first to last as a league of these house rules ranks them."""
    return [row.entry for row in table(**policies)]


def table(**policies: Any) -> list[LeagueStanding]:
    rules = policies_from(policies)
    scores = []
    for a, b, vp, against in GAMES:
        won = None if vp == against else vp > against
        scores += [
            PlayerResult(a, b, 1, vp, against, won),
            PlayerResult(b, a, 1, against, vp, None if won is None else not won),
        ]
    scheme = scheme_of(rules.standings_scheme, rules.standings_order)
    return league_standings(HELD, scores, HELD, scheme)


@pytest.mark.rule("A-40")
@pytest.mark.switch("standings_scheme", "campaign")
def test_a_league_ranks_by_wins_then_draws():
    """Two wins of 2; 3 has a win and a draw, 1 a win, 4 a draw."""
    assert ranked() == [2, 3, 1, 4]


@pytest.mark.rule("A-40")
@pytest.mark.switch("standings_scheme", "malifaux")
def test_by_points_a_bye_counts_as_a_win():
    """6 points of 1 (difference 7) and of 2 (6), 4 of 3, 1 of 4."""
    assert ranked(standings_scheme="malifaux") == [1, 2, 3, 4]
    first = dict(table(standings_scheme="malifaux")[0].figures)
    assert (first["points"], first["difference"]) == (6, 7)


@pytest.mark.rule("A-40")
@pytest.mark.switch("standings_scheme", "strength-first")
def test_by_strength_those_who_met_more_points_come_first():
    """1 met 2 and 3 (10 points), 2 met 1, 3 and 4 (11): with 6 points each, 2 leads by strength alone."""
    assert ranked(standings_scheme="strength-first") == [2, 1, 3, 4]
    assert [dict(row.figures)["opponents"] for row in table(standings_scheme="strength-first")[:2]] == [
        11,
        10,
    ]


@pytest.mark.rule("A-40")
@pytest.mark.switch("standings_scheme", "duel")
def test_a_duel_asks_first_who_won_among_the_tied():
    """Two points a win and a bye: 1 and 2 have four, and 1 beat 2."""
    assert ranked(standings_scheme="duel") == [1, 2, 3, 4]
    assert dict(table(standings_scheme="duel")[0].figures)["points"] == 4


@pytest.mark.rule("A-40")
@pytest.mark.switch("standings_order", ())
@pytest.mark.switch("standings_order", ("bounties", "scrip", "arsenal"))
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((), [2, 3, 1, 4]),
        (("bounties", "scrip", "arsenal"), [4, 1, 3, 2]),
        (("rating",), [1, 2, 4, 3]),
        (("losses", "conceded"), [1, 2, 4, 3]),
    ],
)
def test_an_order_of_ones_own_takes_the_place_of_the_schemes(order, expected):
    assert ranked(standings_order=order) == expected


def test_the_house_rules_name_every_scheme_and_every_criterion():
    assert set(get_args(get_type_hints(Policies)["standings_scheme"])) == set(SCHEMES)
    everything = tuple(str(criterion) for criterion in Criterion)
    assert policies_from({"standings_order": everything}).standings_order == everything
    with pytest.raises(Refusal, match="standings_order"):
        policies_from({"standings_order": ["luck"]})


@pytest.mark.rule("M2-SCORE-10")
@pytest.mark.switch("standings_scheme", "second-edition")
def test_second_edition_days_count_byes_and_concessions_as_games():
    """3 points and 10 VP for either; a bye is won by 5, a game conceded by 10."""
    day = scheme_of("second-edition")
    assert (day.win, day.draw, day.loss) == (3, 1, 0)
    bye, conceded = day.bye, day.forfeit_won
    assert (bye.points, bye.vp, bye.vp - bye.vp_against) == (3, 10, 5)
    assert (conceded.points, conceded.vp, conceded.vp - conceded.vp_against) == (3, 10, 10)
    games = [
        GameResult(1, 1, 2, 7, 3),
        GameResult(1, 3, None),
        GameResult(2, 1, 3, outcome=Outcome.FORFEIT_BY_B),
        GameResult(2, 2, None),
    ]
    standings = Standings((1, 2, 3), games, day)
    assert [standings.figure(player, Criterion.POINTS) for player in (1, 2, 3)] == [6, 3, 3]
    assert [standings.figure(player, Criterion.DIFFERENCE) for player in (1, 2, 3)] == [14, 1, 5]
    first = dict(table(standings_scheme="second-edition")[0].figures)
    assert (first["points"], first["difference"]) == (6, 12), "a win by 8, a loss by 1, the bye by 5"
