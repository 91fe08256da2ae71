"""The ladder: who may challenge whom, in which words, and what moves the rungs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.tournament.ladder import (
    Challenge,
    LadderRules,
    Step,
    after_result,
    challenge,
    ladder_after_steps,
    ladder_with,
    ladder_with_placed,
    may_challenge,
    refusal_costs,
)

RULES = LadderRules()
RUNGS = (1, 2, 3, 4, 5)


def words(**changed) -> str:
    return " ".join(replace(RULES, **changed).sentences())


def test_the_rules_are_said_in_the_numbers_they_have():
    usual = words()
    assert "at most 3 rungs up, not the same again before 1 other; everybody" in usual
    assert "answered within 7 days, and played within 21 days" in usual
    assert "The second refusal in a row costs the rung" in usual
    assert "Who loses a challenge rests 2 days" in usual
    assert "takes the rung, and all down to the one they left move down" in usual
    other = words(reach=1, others_between=2, rest_days=0, answer_days=1, free_refusals=0, exchange=True)
    assert "at most 1 rung up, not the same again before 2 others; everybody" in other
    assert "answered within a day" in other
    assert "Every refusal costs the rung" in other
    assert "rests" not in other
    assert "change rungs" in other
    assert "rungs up; everybody" in words(others_between=0)
    assert "Every refusal in a row beyond 4" in words(free_refusals=4)


@pytest.mark.parametrize(
    ("wanted", "open_", "recent", "said"),
    [
        (Challenge(3, 3), (), (), "Two different players"),
        (Challenge(9, 1), (), (), "Two different players"),
        (Challenge(3, 9), (), (), "Two different players"),
        (Challenge(5, 3), (Challenge(3, 1),), (), "has an open challenge"),
        (Challenge(5, 3), (Challenge(5, 4),), (), "has an open challenge"),
        (Challenge(5, 1), (), (), "this one would go 4"),
        (Challenge(2, 4), (), (), "this one would go -2"),
        (Challenge(5, 3), (), (3,), "You met only just now"),
    ],
)
def test_a_challenge_that_is_not_allowed_is_refused_with_its_reason(wanted, open_, recent, said):
    with pytest.raises(Refusal, match=said):
        challenge(RUNGS, wanted, RULES, open_, recent)
    assert wanted.challenged not in may_challenge(RUNGS, wanted.challenger, RULES, open_, recent)


def test_what_is_allowed_is_what_is_offered():
    assert may_challenge(RUNGS, 5, RULES) == (4, 3, 2)
    for other in (4, 3, 2):
        assert challenge(RUNGS, Challenge(5, other), RULES) == Challenge(5, other)
    assert may_challenge(RUNGS, 5, RULES, recent=(4, 3)) == (3, 2), "one other lies between"
    assert may_challenge(RUNGS, 5, RULES, open_=(Challenge(4, 3),)) == (2,)
    assert may_challenge(RUNGS, 9, RULES) == ()
    assert may_challenge(RUNGS, 1, RULES) == ()


def test_only_a_challenger_who_wins_moves_the_rungs():
    game = Challenge(4, 2)
    assert after_result(RUNGS, game, 4, RULES) == (1, 4, 2, 3, 5)
    assert after_result(RUNGS, game, 4, replace(RULES, exchange=True)) == (1, 4, 3, 2, 5)
    assert after_result(RUNGS, game, 2, RULES) == after_result(RUNGS, game, None, RULES) == RUNGS
    assert after_result((4, 2), game, 4, RULES) == (4, 2), "who is above already stays"
    with pytest.raises(ValueError, match="5 did not play"):
        after_result(RUNGS, game, 5, RULES)


def test_people_come_go_and_are_placed():
    steps = [
        Step("begun", order=(1, 2, 3)),
        Step("joined", player=4),
        Step("placed", player=4, rung=2),
        Step("left", player=1),
        Step("settled", challenge=Challenge(3, 4), winner=3),
        Step("settled"),
    ]
    assert list(ladder_after_steps(steps, RULES)) == [
        (1, 2, 3),
        (1, 2, 3, 4),
        (1, 4, 2, 3),
        (4, 2, 3),
        (3, 4, 2),
        (3, 4, 2),
    ]
    assert ladder_with_placed((1, 2), 1, 99) == (2, 1)
    with pytest.raises(ValueError, match="stands on the ladder already"):
        ladder_with(RUNGS, 3)
    with pytest.raises(ValueError, match="does not stand on the ladder"):
        ladder_with_placed(RUNGS, 9, 1)


def test_refusals_cost_from_the_first_that_is_not_free():
    assert [refusal_costs(times, RULES) for times in range(3)] == [False, True, True]
    assert refusal_costs(0, replace(RULES, free_refusals=0))
