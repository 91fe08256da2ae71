"""The VP of the Second Edition (M2-SCORE)."""

from __future__ import annotations

from rules.game.results.result import Scoring

SCORING = Scoring(
    turns=5,
    goes_on=True,  # flips may add Turns (M2-SCORE-07)
    strategy=4,
    scheme=3,
    schemes=2,
    strategy_by_turn=True,
    scheme_by_turn=False,
    too_much="M2-SCORE-01",
    first_turn="M2-SCORE-04",
    after_end="M2-SCORE-06",
    by_strategy="M2-SCORE-01",
    by_scheme="M2-SCORE-02",
    scheme_most="M2-SCORE-02",
    chosen="M2-SETUP-14",
    withdrawn="M2-CAMP-10",
)
"""At most 10 in one game (M2-SCORE-03)."""
