"""The scenario flips: Strategy, Deployment and the pool of Schemes (M3E-SETUP-04 to -06, -15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from rules.core.fate.cards import Card


class StrategyCard(Struct, frozen=True):
    """A Strategy; ``suit`` is empty where no source names one (see ``strategy_suits``)."""

    name: str
    suit: str = ""


class SchemeCard(Struct, frozen=True):
    """A Scheme and its number in the season, 1 to 13."""

    number: int
    name: str


class Season(Struct, frozen=True):
    """Four Strategies and thirteen Schemes, as the core book or a Gaining Grounds season lists them."""

    slug: str
    name: str
    strategies: tuple[StrategyCard, ...]
    schemes: tuple[SchemeCard, ...]


class ScenarioFlip(Struct, frozen=True):
    """One card as it fell: for whom (``seat_0``, ``seat_1``, ``pool``), whether it stood, and if not why."""

    role: Literal["seat_0", "seat_1", "pool"]
    card: Card
    stands: bool
    reason: str = ""


class Scenario(Struct, frozen=True):
    """What the flips decided. ``attacker_seat`` is the seat of the higher card."""

    attacker: Card
    defender: Card
    attacker_seat: int
    strategy: str
    deployment: str
    schemes: tuple[SchemeCard, ...]
    flips: tuple[ScenarioFlip, ...]


def draw_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Flip a scenario from ``draw`` (one card per call). Raises ``Refusal`` when the cards run out."""
    raise NotImplementedError
