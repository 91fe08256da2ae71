"""What all Strategies have in common (M3E-STRAT-01, -02)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.actions.general import offered
from rules.editions.m3e.play.scoring.registry import STRATEGIES
from rules.editions.m3e.play.scoring.score import score_strategy
from rules.game.state import VictoryPoint
from tests.rules.editions.m3e.play.strategies.making import NEXT, SMALL, strategy_marker, table


@pytest.mark.rule("M3E-STRAT-01", "M3E-SETUP-05")
def test_one_two_three_four_are_needed_one_vp_a_turn_at_most_four(ruleset):
    assert {strategy.suit: strategy.name for strategy in STRATEGIES.values()} == {
        "ram": "Turf War",
        "tome": "Plant Explosives",
        "mask": "Corrupted Idols",
        "crow": "Reckoning",
    }
    gained = {}
    for turn in range(1, 6):
        for markers in range(6):
            scene = table(ruleset, "Turf War", turn=turn).model("a1")
            before = tuple(VictoryPoint(t, 0, "Turf War", "strategy") for t in range(2, turn))
            scene.state(scores=before)
            for number in range(markers):
                strategy_marker(scene, f"m{number}", (number * 3 + 2, 30), seat=0)
            score_strategy(scene.g, 0)
            gained[turn, markers] = scene.g.state.vp(0) - len(before)
    for turn in range(1, 6):
        least = next((m for m in range(6) if gained[turn, m]), None)
        assert least == (None if turn == 1 else turn - 1)
        assert all(gained[turn, m] == int(turn > 1 and m >= turn - 1) for m in range(6))
    full = table(ruleset, "Turf War", turn=5).model("a1")
    full.state(scores=tuple(VictoryPoint(1, 0, "Turf War", "strategy") for _ in range(4)))
    for number in range(5):
        strategy_marker(full, f"m{number}", (number * 3 + 2, 30), seat=0)
    score_strategy(full.g, 0)
    assert full.g.state.vp(0) == 4


@pytest.mark.rule("M3E-STRAT-02")
@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_insignificant_models_take_no_part(ruleset, strategy):
    for abilities, others in (((), 1), (SMALL, 0)):
        scene = table(ruleset, strategy).model(
            "a1", at=(18, 20), abilities=abilities, tokens={"explosives": 1}
        )
        strategy_marker(scene, "k1", (18 + NEXT, 20), seat=1)
        keys = [action.key for action in offered(scene.g, scene["a1"]) if action.key != "drop"]
        assert bool(keys) == (others == 1 and strategy != "Reckoning")
