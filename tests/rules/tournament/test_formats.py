"""Formats without a search: each promise counted out on every size that a club sees."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.refusal import Refusal
from rules.tournament.brackets import bracket_after, champion, double_elimination, seeding, single_elimination
from rules.tournament.ladder import (
    Challenge,
    LadderRules,
    after_result,
    challenge,
    ladder_with,
    ladder_without,
    may_challenge,
)
from rules.tournament.pairing.field import Entrant
from rules.tournament.pairing.swiss import draw_round
from rules.tournament.round_robin import cut, due_in, groups, round_robin
from tests.rules.tournament.events import Lots


@pytest.mark.parametrize("count", range(2, 21))
def test_round_robin_everybody_once_seats_balanced(count):
    days = round_robin(range(1, count + 1))
    assert len(days) == count - 1 + count % 2
    met = Counter(frozenset((g.first, g.second)) for day in days for g in day.games)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, count + 1), 2))
    for day in days:
        seats = [id for g in day.games for id in (g.first, g.second)] + ([day.bye] if day.bye else [])
        assert sorted(seats) == list(range(1, count + 1))
    first = Counter(g.first for day in days for g in day.games)
    second = Counter(g.second for day in days for g in day.games)
    assert all(abs(first[id] - second[id]) <= 1 for id in range(1, count + 1))
    byes = Counter(day.bye for day in days if day.bye)
    assert set(byes.values()) <= {1}


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("qualify", [1, 2, 3, 4])
def test_those_of_one_group_do_not_meet_first_in_the_cut(count, qualify):
    dealt = groups(range(1, 5 * count + 1), count)
    seeds = cut(dealt, qualify)
    assert sorted(seeds) == sorted(id for group in dealt for id in group[:qualify])
    home = {id: number for number, group in enumerate(dealt) for id in group}
    pairs = [(m.a.number, m.b.number) for m in single_elimination(len(seeds)) if m.round == 1]
    known = [(a, b) for a, b in pairs if max(a, b) <= len(seeds)]
    assert known
    assert all(home[seeds[a - 1]] != home[seeds[b - 1]] for a, b in known)


def test_a_group_holds_two_players_at_the_least_and_one_group_is_all_of_them():
    assert groups([3, 1, 2], 1) == ((3, 1, 2),)
    assert groups([1, 2, 3, 4], 2) == ((1, 4), (2, 3))
    for count in (0, -1, 3):
        with pytest.raises(ValueError, match="two players at the least"):
            groups([1, 2, 3, 4], count)


def test_twice_round_changes_the_seats():
    games = [(g.first, g.second) for day in round_robin([1, 2, 3, 4, 5], twice=True) for g in day.games]
    assert len(set(games)) == len(games) == 20
    assert {(b, a) for a, b in games} == set(games)


def test_groups_are_of_even_strength_and_the_cut_keeps_them_apart():
    dealt = groups(range(1, 17), 4)
    assert [sum(group) for group in dealt] == [34, 34, 34, 34]
    assert cut(dealt, 2)[:4] == (1, 2, 3, 4)
    with pytest.raises(ValueError, match="fewer players"):
        cut([[1, 2], [3]], 2)
    with pytest.raises(ValueError, match="two players"):
        groups([1, 2, 3], 2)


@pytest.mark.parametrize("players", range(2, 34))
def test_single_elimination_the_better_seed_always_wins(players):
    ties = play(single_elimination(players, third=True), players)
    assert champion(ties) == 1
    final = next(
        tie for tie in ties if tie.winner == 1 and tie.match.round == max(t.match.round for t in ties)
    )
    assert {final.a, final.b} == {1, 2}
    assert not any(tie.open for tie in ties)
    assert sum(not tie.walkover for tie in ties if tie.match.side == "winners") == players - 1
    third = [tie.winner for tie in ties if tie.match.side == "third"]
    assert third == ([3] if players > 2 else [])


@pytest.mark.parametrize("players", range(2, 34))
@pytest.mark.parametrize("seed", range(4))
def test_double_elimination_nobody_is_out_before_the_second_defeat(players, seed):
    lots = Lots(seed)
    ties = play(double_elimination(players), players, lots)
    lost: Counter[int] = Counter()
    for tie in ties:
        if tie.winner and not tie.walkover:
            lost[tie.b if tie.winner == tie.a else tie.a] += 1
    best = champion(ties)
    assert best is not None
    assert lost[best] <= 1
    assert all(lost[id] == 2 for id in range(1, players + 1) if id != best)
    assert not any(tie.open for tie in ties)


@pytest.mark.parametrize("players", [8, 16, 32])
def test_double_elimination_rematches_come_late(players):
    """With the better seed always winning, nobody meets again before the losers' last two rounds."""
    ties = [tie for tie in play(double_elimination(players), players) if not tie.walkover and tie.winner]
    late = max(tie.match.round for tie in ties if tie.match.side == "losers") - 1
    early = [
        tie
        for tie in ties
        if tie.match.side == "winners" or (tie.match.side == "losers" and tie.match.round < late)
    ]
    assert max(Counter(frozenset((tie.a, tie.b)) for tie in early).values()) == 1


def play(matches, players, lots=None):
    """Play a bracket out: the better seed wins, or the lot."""
    won: dict[int, int] = {}
    seeds = list(range(1, players + 1))
    for _ in range(len(matches) + 1):
        ties = bracket_after(matches, seeds, won)
        ready = [tie for tie in ties if tie.open]
        if not ready:
            return ties
        for tie in ready:
            won[tie.match.number] = min(tie.a, tie.b) if lots is None else (tie.a, tie.b)[lots.below(2)]
    raise AssertionError("the bracket never ends")


def test_seeding_keeps_the_best_apart_and_a_stranger_cannot_win():
    order = seeding(16)
    assert all(a + b == 17 for a, b in zip(order[::2], order[1::2], strict=True))
    assert {1, 2, 3, 4} == {min(order[place : place + 4]) for place in (0, 4, 8, 12)}
    with pytest.raises(ValueError, match="does not play"):
        bracket_after(single_elimination(4), [1, 2, 3, 4], {1: 9})


def test_a_draw_by_lot_spares_rematches_and_hangs_on_the_lot():
    field = [Entrant(i, points=i, met={(i % 8) + 1: 1}) for i in range(1, 9)]
    rounds = [draw_round(field, lot) for lot in range(40)]
    assert not any(pair.rematch for round_ in rounds for pair in round_.pairs)
    assert len({frozenset(round_.couples) for round_ in rounds}) > 10
    assert draw_round(field, 3) == draw_round(field[::-1], 3)


RUNGS = (1, 2, 3, 4, 5, 6)


def test_a_ladder_lets_one_challenge_upwards_within_reach():
    rules = LadderRules(reach=2)
    assert may_challenge(RUNGS, 5, rules) == (4, 3)
    assert may_challenge(RUNGS, 1, rules) == ()
    assert may_challenge(RUNGS, 5, rules, open_=[Challenge(4, 2)]) == (3,)
    assert may_challenge(RUNGS, 5, rules, recent=[3, 4]) == (4,)
    assert challenge(RUNGS, Challenge(5, 3), rules) == Challenge(5, 3)


@pytest.mark.parametrize(
    ("opponent", "open_", "recent", "reason"),
    [
        (Challenge(5, 9), [], [], "Two different players"),
        (Challenge(5, 4), [Challenge(4, 3)], [], "open challenge"),
        (Challenge(5, 1), [], [], "rungs at the most"),
        (Challenge(2, 5), [], [], "rungs at the most"),
        (Challenge(5, 4), [], [4], "only just now"),
    ],
)
def test_a_challenge_that_is_not_allowed_says_why(opponent, open_, recent, reason):
    with pytest.raises(Refusal, match=reason):
        challenge(RUNGS, opponent, LadderRules(), open_, recent)


def test_results_move_the_rungs():
    game = Challenge(5, 2)
    assert after_result(RUNGS, game, 5, LadderRules()) == (1, 5, 2, 3, 4, 6)
    assert after_result(RUNGS, game, 5, LadderRules(exchange=True)) == (1, 5, 3, 4, 2, 6)
    assert after_result(RUNGS, game, 2, LadderRules()) == RUNGS
    assert after_result(RUNGS, game, None, LadderRules()) == RUNGS
    with pytest.raises(ValueError, match="did not play"):
        after_result(RUNGS, game, 6, LadderRules())
    assert ladder_without(ladder_with(RUNGS, 7), 2) == (1, 3, 4, 5, 6, 7)


def test_a_round_of_everybody_in_turn_leaves_out_who_met_already():
    first = due_in([1, 2, 3, 4], 1, {})
    assert [(game.first, game.second) for game in first] == [(1, 4), (2, 3)]
    met = {1: {4: 1}, 4: {1: 1}}
    assert [(game.first, game.second) for game in due_in([1, 2, 3, 4], 1, met)] == [(2, 3)]
    assert due_in([1, 2, 3, 4], 4, met) == first, "the second time round"
    assert due_in([1], 1, {}) == ()
