"""What a chess clock takes off, and who wins then."""

from __future__ import annotations

import pytest

from rules.game.results.overtime import MOST_PENALTY_VP, TimePenalty, counted_vp, in_time
from rules.game.results.result import EncounterResult, SeatResult, outcome


@pytest.mark.parametrize(
    ("left", "off"), [(0.5, 0), (0, 0), (-0.5, 2), (-300, 2), (-300.5, 4), (-3600, MOST_PENALTY_VP)]
)
def test_each_begun_stretch_over_the_time_costs_up_to_what_a_game_gives(left, off):
    assert TimePenalty(2, 5).of(left) == off


@pytest.mark.parametrize(
    ("vp", "penalties", "counts", "winner"),
    [
        ((5, 4), (0, 0), (5, 4), 0),
        ((5, 4), (1, 0), (4, 4), None),
        ((5, 4), (2, 0), (3, 4), 1),
        ((1, 0), (3, 0), (0, 0), None),
        ((2, 3), (10, 2), (0, 1), 1),
    ],
)
def test_what_is_left_counts_and_decides(vp, penalties, counts, winner):
    played = EncounterResult(seats=(SeatResult(vp=vp[0]), SeatResult(vp=vp[1])), ended_turn=5)
    ended = in_time(outcome(played), penalties)
    assert (ended.vp, ended.winner) == (counts, winner)
    assert counted_vp(vp, penalties) == counts


@pytest.mark.rule("SL-WITHDRAW-04", "SL-WITHDRAW-07")
@pytest.mark.parametrize("turn", [1, 4])
def test_a_withdrawal_decides_whatever_the_clock_says(turn):
    gone = SeatResult(vp=3, withdrew_turn=turn)
    ended = outcome(EncounterResult(seats=(gone, SeatResult(vp=2)), ended_turn=5))
    assert ended.winner == 1
    assert in_time(ended, (0, 10)) == ended
