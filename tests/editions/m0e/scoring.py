"""Its VP: four Turns, three from the Strategy, two from the one Scheme of each side."""

from rules.game.results.result import Scoring

SCORING = Scoring(
    turns=4,
    goes_on=False,
    strategy=3,
    scheme=2,
    schemes=1,
    strategy_by_turn=True,
    scheme_by_turn=True,
    too_much="M0-SCORE-01",
    first_turn="M0-SCORE-01",
    after_end="M0-SCORE-01",
    by_strategy="M0-SCORE-01",
    by_scheme="M0-SCORE-01",
    scheme_most="M0-SCORE-01",
    chosen="M0-SCORE-02",
    withdrawn="M0-SCORE-03",
)
