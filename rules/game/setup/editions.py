"""The editions by whose cards a scenario is flipped: one object each, found by its season.

>>> [edition.name for edition in EDITIONS.values()]
['Third Edition', 'Second Edition']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.crews.catalogue import SECOND, THIRD
from rules.editions.m2e import setup as second
from rules.fate.cards import Card
from rules.game.setup.scenario import DEPLOYMENTS, Scenario, Season, draw_scenario

Draw = Callable[[Callable[[], Card] | Iterator[Card], Season], Scenario]


class EncounterEdition(Struct, frozen=True):
    """An edition's scenario flips. ``usual_season`` is a league's season unless its organisers choose another
    (M2-CAMP-09)."""

    slug: str
    name: str
    draw: Draw
    deployments: tuple[str, ...]
    usual_season: str


EDITIONS = {
    THIRD: EncounterEdition(THIRD, "Third Edition", draw_scenario, tuple(DEPLOYMENTS.values()), "gg0"),
    SECOND: EncounterEdition(
        SECOND,
        "Second Edition",
        second.draw_scenario_m2,
        (*(name for _, name in second.DEPLOYMENTS), second.CLOSE),
        second.CORE_SLUG,
    ),
}


def flip_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Return a scenario of the season by the flips of its edition."""
    return EDITIONS[season.edition].draw(draw, season)
