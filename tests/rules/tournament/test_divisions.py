"""Divisions: who goes up and down between two seasons, and who plays whom within them (A-44)."""

from __future__ import annotations

import pytest

from rules.tournament.divisions import evenly, pairs_within, promoted
from rules.tournament.pairing.field import NO_PREFERENCES, Entrant, PairingPreferences


@pytest.mark.rule("A-44")
@pytest.mark.parametrize(
    ("divisions", "moving", "following"),
    [
        ([[1, 2, 3, 4], [5, 6, 7, 8]], 1, [[1, 2, 3, 5], [4, 6, 7, 8]]),
        ([[1, 2, 3, 4], [5, 6, 7, 8]], 0, [[1, 2, 3, 4], [5, 6, 7, 8]]),
        ([[1, 2, 3, 4], [5, 6]], 3, [[1, 2, 3, 5], [4, 6]]),
        ([[1], [2, 3]], 1, [[1], [2, 3]]),
        ([[1, 2], [3, 4], [5, 6]], 1, [[1, 3], [2, 5], [4, 6]]),
    ],
)
def test_neighbours_exchange_places_and_nobody_moves_both_ways(divisions, moving, following) -> None:
    assert promoted(divisions, moving) == following


@pytest.mark.parametrize(
    ("count", "sizes"), [(1, [7]), (2, [4, 3]), (3, [3, 2, 2]), (7, [1] * 7), (8, [1] * 7 + [0])]
)
def test_divisions_are_as_equal_as_can_be_the_larger_above(count, sizes) -> None:
    parts = evenly([1, 2, 3, 4, 5, 6, 7], count)
    assert [len(part) for part in parts] == sizes
    assert [one for part in parts for one in part] == [1, 2, 3, 4, 5, 6, 7]


PLAYERS = [Entrant(id) for id in range(1, 8)]
DIVISION = {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1, 7: 1}


def pairs(preferences=NO_PREFERENCES, crossed=None, division=DIVISION) -> set[tuple[int, int]]:
    return set(pairs_within(PLAYERS, preferences, division, crossed or {}))


@pytest.mark.rule("A-44")
def test_everybody_plays_within_the_own_division_one_of_an_odd_one_is_left() -> None:
    found = pairs()
    assert all(DIVISION[one] == DIVISION[two] for one, two in found)
    assert len([pair for pair in found if DIVISION[pair[0]] == 0]) == 2
    assert len([pair for pair in found if DIVISION[pair[0]] == 1]) == 1


@pytest.mark.rule("A-44")
def test_who_is_left_is_by_turns_games_against_another_division_count_like_byes() -> None:
    assert [pair for pair in pairs(crossed={5: 1, 6: 1}) if pair[0] > 4] == [(5, 6)]
    assert [pair for pair in pairs(crossed={6: 1, 7: 1}) if pair[0] > 4] == [(6, 7)]


def test_what_the_organiser_decided_is_left_alone_and_who_is_in_no_division() -> None:
    decided = PairingPreferences(fixed=frozenset({(1, 5)}), byes=frozenset({2}))
    assert pairs(decided) == {(3, 4), (6, 7)}
    assert pairs(division={1: 0, 2: 0, 5: 1, 6: 1}) == {(1, 2), (5, 6)}


def test_the_forbidden_never_meet() -> None:
    forbidden = PairingPreferences(forbidden=frozenset({(1, 2), (3, 4), (1, 3), (2, 4), (1, 7)}))
    assert {(1, 4), (2, 3)} <= pairs(forbidden)
