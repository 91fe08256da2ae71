"""The VP of the Fourth Edition."""

from __future__ import annotations

from rules.game.results.result import Scoring

SCORING = Scoring(
    turns=4,
    goes_on=False,
    strategy=5,
    scheme=2,
    schemes=3,
    strategy_by_turn=False,
    scheme_by_turn=False,
    too_much="",
    first_turn="",
    after_end="",
    by_strategy="",
    by_scheme="",
    scheme_most="",
    chosen="",
    withdrawn="SL-WITHDRAW-01",
)
"""At most 11 in one game."""
