"""How an edition flips an Encounter's scenario, found by its season."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct

from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.setup.scenario import Scenario, Season
from rules.game.setup.schemes import SchemesWritten

Draw = Callable[[Callable[[], Card] | Iterator[Card], Season], Scenario]


class Weigh(Protocol):
    def __call__(self, strategy: str, station: str, cost: int | None, *, leader: bool) -> int | None: ...


class SetUp(Struct, frozen=True):
    """An edition's scenario flips. ``usual_season`` is a league's season unless its organisers choose another
    (M2-CAMP-09). ``schemes_chosen`` says how Schemes are written down before the game, ``None`` where they
    are not. ``minutes`` that an Encounter of so many Soulstones takes, at least and at most; ``weight`` is
    what a model counts for the Strategy. Both are ``None`` where the edition says nothing of it."""

    draw: Draw
    deployments: tuple[str, ...]
    usual_season: str
    schemes_chosen: SchemesWritten | None = None
    minutes: Callable[[int], tuple[int, int]] | None = None
    weight: Weigh | None = None


def flip_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Return a scenario of the season by the flips of its edition."""
    return edition_of(season.edition).setup.draw(draw, season)
