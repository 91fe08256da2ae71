"""How an edition flips an Encounter's scenario, found by its season."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.setup.scenario import Scenario, Season

Draw = Callable[[Callable[[], Card] | Iterator[Card], Season], Scenario]


class SetUp(Struct, frozen=True):
    """An edition's scenario flips. ``usual_season`` is a league's season unless its organisers choose another
    (M2-CAMP-09); ``seasons`` are those that are in no file of the catalogue."""

    draw: Draw
    deployments: tuple[str, ...]
    usual_season: str
    seasons: tuple[Season, ...] = ()


def flip_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Return a scenario of the season by the flips of its edition."""
    return edition_of(season.edition).setup.draw(draw, season)
