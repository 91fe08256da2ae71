"""The VP of the Fourth Edition: 5 of the Strategy, 2 of a Scheme, 6 of all (M4-TURN-24, -25)."""

from __future__ import annotations

from rules.game.results.result import Scoring

SCORING = Scoring(
    turns=4,  # M4-TURN-01
    goes_on=False,
    strategy=5,
    scheme=2,
    schemes=4,  # M4-SCH-07
    strategy_by_turn=True,
    scheme_by_turn=False,
    too_much="M4-TURN-25",
    first_turn="M4-TURN-24",
    after_end="M4-TURN-22",
    by_strategy="M4-STR-03",
    by_scheme="M4-TURN-25",
    scheme_most="M4-TURN-25",
    chosen="M4-SCH-01",
    withdrawn="SL-WITHDRAW-01",
    first=1,
    strategy_a_turn=2,
    scheme_a_turn=2,
    schemes_together=6,
    at_once=1,
    followed="M4-SCH-06",
)
"""At most 11 in one game (M4-END-02)."""
