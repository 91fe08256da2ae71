"""The editions by whose cards a scenario with one shared Strategy is flipped, and the flips of a season."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.crews.catalogue import SECOND, THIRD
from rules.editions.m2e.setup import FLIPS as SECOND_FLIPS
from rules.editions.m3e.setup import FLIPS as THIRD_FLIPS
from rules.fate.cards import Card
from rules.game.setup.scenario import Draw, Scenario, Season


class EncounterEdition(Struct, frozen=True):
    """An edition's scenario flips."""

    slug: str
    name: str
    draw: Draw
    deployments: tuple[str, ...]
    usual_season: str


EDITIONS = {
    slug: EncounterEdition(slug, name, flips.draw, flips.deployments, flips.usual_season)
    for slug, name, flips in (
        (THIRD, "Third Edition", THIRD_FLIPS),
        (SECOND, "Second Edition", SECOND_FLIPS),
    )
}


def flip_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Return a scenario of the season by the flips of its edition."""
    return EDITIONS[season.edition].draw(draw, season)
