"""Play-offs: when they begin and with how many, what a round is called, who goes on (A-43)."""

from __future__ import annotations

import pytest

from rules.tournament.brackets import single_elimination
from rules.tournament.playoffs import Outcome, outcome_of, round_name, rounds_of, starting_size


@pytest.mark.rule("A-43")
@pytest.mark.parametrize(
    ("wanted", "active", "left", "size"),
    [
        (8, 20, 4, 0),
        (8, 20, 3, 8),
        (8, 20, 2, 4),
        (8, 20, 1, 2),
        (8, 5, 3, 5),
        (8, 4, 3, 0),
        (8, 1, 1, 0),
        (0, 20, 1, 0),
    ],
)
def test_as_many_begin_as_the_weeks_that_are_left_can_hold(wanted, active, left, size) -> None:
    assert starting_size(wanted, active, left) == size
    assert size == 0 or rounds_of(size) <= left


@pytest.mark.rule("A-43")
@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ({"winner": 14}, Outcome(14, "won the game")),
        ({"absent": 11}, Outcome(14, "the other did not come")),
        ({"absent": 14}, Outcome(11, "the other did not come")),
        ({"drawn": True}, Outcome(11, "the game was drawn, the higher seed goes on")),
        ({}, Outcome(11, "the game was not played, the higher seed goes on")),
    ],
)
def test_who_goes_on(facts, outcome) -> None:
    assert outcome_of(11, 14, **facts) == outcome


def test_rounds_are_called_by_how_many_are_left() -> None:
    names = {match.round: round_name(match, 16) for match in single_elimination(16)}
    assert names == {1: "Round of 16", 2: "Quarter-final", 3: "Semi-final", 4: "Final"}
    third = next(match for match in single_elimination(4, third=True) if match.side == "third")
    assert round_name(third, 4) == "Third place"
