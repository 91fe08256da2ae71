"""Its set-up by cards: one card says the deployment, the Strategy and the Schemes stand."""

from __future__ import annotations

from collections.abc import Callable

from rules.editions.m4e.hiring.rules import SIZE
from rules.editions.m4e.table import DEPLOYMENTS
from rules.fate.cards import Card
from rules.game.setup.drawn import SetUpRules, Wanted, season_of
from rules.game.setup.scenario import Scenario, ScenarioFlip, SeasonCards, next_card

SEASON = "gg0-4e"


def one_card(cards: Callable[[], Card], wanted: Wanted, season: SeasonCards | None) -> Scenario:
    chart = season_of(season)
    card = next_card(cards, "")
    return Scenario(
        attacker=None,
        defender=None,
        attacker_seat=None,
        strategy=chart.strategies[0].name,
        deployment=DEPLOYMENTS[card.value % 1].name,
        schemes=chart.schemes,
        flips=(ScenarioFlip("deployment", card, True),),
    )


SETUP = SetUpRules(
    draw=one_card,
    sheet=Scenario,
    deployments=tuple(each.name for each in DEPLOYMENTS),
    schemes_in_pool=3,
    usual_season=SEASON,
    usual_size=SIZE,
    drawn_words="A deployment for the Strategy of the year.",
    cards_words="the deployment alone.",
)
