"""The VP of the Third Edition (M3E-TURN-19 to -22, M3E-STRAT-01, M3E-SCHEME-02)."""

from __future__ import annotations

from rules.game.results.result import Scoring

SCORING = Scoring(
    turns=5,
    goes_on=False,
    strategy=4,
    scheme=2,
    schemes=2,
    strategy_by_turn=True,
    scheme_by_turn=True,
    too_much="M3E-TURN-21",
    first_turn="M3E-TURN-21",
    after_end="M3E-TURN-22",
    by_strategy="M3E-STRAT-01",
    by_scheme="M3E-SCHEME-02",
    scheme_most="M3E-TURN-21",
    chosen="M3E-SETUP-18",
    withdrawn="SL-WITHDRAW-01",
)
"""At most 8 in one game."""
