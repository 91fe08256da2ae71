"""Standings: pure, recomputed from the games each time, ties said honestly, each figure open to its lines."""

from mfcampaign.organizing.standings.games import Game, Outcome, Side
from mfcampaign.organizing.standings.league import Holding, Score, Standing, standings
from mfcampaign.organizing.standings.scheme import (
    CAMPAIGN,
    DUEL,
    MALIFAUX,
    SCHEMES,
    STRENGTH_FIRST,
    Award,
    Criterion,
    Scheme,
    in_words,
    scheme_of,
)
from mfcampaign.organizing.standings.table import Adjustment, Row, Table

__all__ = [
    "CAMPAIGN",
    "DUEL",
    "MALIFAUX",
    "SCHEMES",
    "STRENGTH_FIRST",
    "Adjustment",
    "Award",
    "Criterion",
    "Game",
    "Holding",
    "Outcome",
    "Row",
    "Scheme",
    "Score",
    "Side",
    "Standing",
    "Table",
    "in_words",
    "scheme_of",
    "standings",
]
