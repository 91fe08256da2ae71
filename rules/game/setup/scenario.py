"""The scenario flips: Strategy, Deployment and the pool of Schemes (M3E-SETUP-04 to -06, -15).

What a scenario is in every edition that has one shared Strategy and a pool; how it is flipped, each edition
says (``ScenarioFlips``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import THIRD
from rules.fate.cards import Card
from rules.refusal import Refusal


class StrategyCard(Struct, frozen=True):
    """A Strategy; ``suit`` is empty where no source names one (see ``strategy_suits``)."""

    name: str
    suit: str = ""


class SchemeCard(Struct, frozen=True, omit_defaults=True):
    """A Scheme and its number in the season, 1 to 13; in the Second Edition those after 13 come by ``of``:
    a suit, ``always`` or ``doubles`` (M2-SETUP-10, -11)."""

    number: int
    name: str
    of: str = ""

    @property
    def mark(self) -> str:
        """By what it comes: its number, else the suit or word."""
        return self.of or str(self.number)


class Season(Struct, frozen=True, omit_defaults=True):
    """Strategies and Schemes, as the core book or a Gaining Grounds season lists them: in the Third Edition
    four and thirteen."""

    slug: str
    name: str
    strategies: tuple[StrategyCard, ...]
    schemes: tuple[SchemeCard, ...]
    edition: str = THIRD


class ScenarioFlip(Struct, frozen=True):
    """One card as it fell: for whom or what (``seat_0``, ``seat_1``, ``pool``; in the Second Edition
    ``deployment``, ``strategy``, ``pool``), whether it stood, and if not why."""

    role: Literal["seat_0", "seat_1", "pool", "deployment", "strategy"]
    card: Card
    stands: bool
    reason: str = ""


Draw = Callable[[Callable[[], Card] | Iterator[Card], Season], "Scenario"]
"""A function that flips a scenario of a season from a deck."""


class Override(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What takes the place of a drawn scenario (SL-3E-14, SL-EVENT-03): empty fields leave what was drawn.
    ``schemes`` are numbers of the season; ``terrain`` stands on the table besides."""

    strategy: str = ""
    deployment: str = ""
    schemes: tuple[int, ...] = ()
    terrain: tuple[str, ...] = ()


class Scenario(Struct, frozen=True):
    """What the flips decided. ``attacker_seat`` is the seat of the higher card, all three of nobody in the
    Second Edition (M2-SETUP-18); ``terrain`` is required on the table, ``set_by_hand`` names what did not
    come from the flips."""

    attacker: Card | None
    defender: Card | None
    attacker_seat: int | None
    strategy: str
    deployment: str
    schemes: tuple[SchemeCard, ...]
    flips: tuple[ScenarioFlip, ...]
    terrain: tuple[str, ...] = ()
    set_by_hand: tuple[str, ...] = ()

    @property
    def edition(self) -> Literal["m2e", "m3e"]:
        """By whose cards it was flipped: the Second Edition's name no Attacker."""
        return "m2e" if self.attacker is None else "m3e"


SCHEMES_IN_POOL = 5


def overridden(drawn: Scenario, *overrides: Override, season: Season | None = None) -> Scenario:
    """``drawn`` with each override laid over it in turn; the flips stay as they fell (SL-3E-14).

    ``Refusal`` for a Scheme the season does not have, and for a pool that is not five different ones.
    """
    scenario = drawn
    for over in overrides:
        schemes = scenario.schemes
        if over.schemes:
            schemes = _chosen(over.schemes, season)
        by_hand = [name for name in ("strategy", "deployment", "schemes", "terrain") if getattr(over, name)]
        scenario = replace(
            scenario,
            strategy=over.strategy or scenario.strategy,
            deployment=over.deployment or scenario.deployment,
            schemes=schemes,
            terrain=(*scenario.terrain, *(t for t in over.terrain if t not in scenario.terrain)),
            set_by_hand=(*scenario.set_by_hand, *(n for n in by_hand if n not in scenario.set_by_hand)),
        )
    return scenario


def _chosen(numbers: tuple[int, ...], season: Season | None) -> tuple[SchemeCard, ...]:
    by_number = {scheme.number: scheme for scheme in (season.schemes if season else ())}
    if unknown := [number for number in numbers if number not in by_number]:
        raise Refusal(f"This season has no Scheme {unknown[0]}.", rule="M3E-SETUP-15")
    if len(set(numbers)) != SCHEMES_IN_POOL or len(numbers) != SCHEMES_IN_POOL:
        raise Refusal(
            f"A pool holds {SCHEMES_IN_POOL} different Schemes.",
            rule="M3E-SETUP-15",
            fix="Choose five, or none to keep the drawn pool.",
        )
    return tuple(by_number[number] for number in sorted(numbers))


def next_card(draw: Callable[[], Card], rule: str = "M3E-SETUP-04") -> Card:
    """The next card that falls; ``Refusal`` by the row that asks for it where none is left."""
    try:
        return draw()
    except StopIteration:
        raise Refusal(
            "The deck ran out before the scenario was complete.",
            rule=rule,
            fix="Shuffle and flip the scenario again.",
        ) from None


class ScenarioFlips(Struct, frozen=True):
    """How an edition flips a scenario: the ``draw``, the names of the Deployments that come of it, and the
    slug of a league's season unless its organisers choose another (M2-CAMP-09)."""

    draw: Draw
    deployments: tuple[str, ...]
    usual_season: str
