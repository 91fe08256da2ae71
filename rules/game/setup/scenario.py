"""The scenario flips: Strategy, Deployment and the pool of Schemes (M3E-SETUP-04 to -06, -15).

What a scenario is in every edition that has one shared Strategy and a pool; the Second Edition's flips are in
``rules.editions.m2e.setup``, and ``rules.game.setup.drawn`` finds the flips of an edition.
"""

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


SUIT_ORDER = ("ram", "tome", "mask", "crow")
"""Which suit names the first, second, third and fourth printed Strategy where no source gives suits.
A house decision: it is the order in which the core book's own four come out (M3E-SETUP-05)."""
DEPLOYMENTS = {"ram": "Standard", "crow": "Corner", "tome": "Flank", "mask": "Wedge"}
SCHEMES_IN_POOL = 5


def strategy_suits(season: Season) -> dict[str, str]:
    """The Strategy of each suit, by M3E-SETUP-05 or, where a season has no suits, by ``SUIT_ORDER``.

    >>> gg = Season("gg1", "GG1", tuple(StrategyCard(n) for n in ("A", "B", "C", "D")), ())
    >>> strategy_suits(gg)
    {'ram': 'A', 'tome': 'B', 'mask': 'C', 'crow': 'D'}
    """
    if all(strategy.suit for strategy in season.strategies):
        return {strategy.suit: strategy.name for strategy in season.strategies}
    return dict(zip(SUIT_ORDER, (strategy.name for strategy in season.strategies), strict=True))


def draw_scenario(draw: Callable[[], Card] | Iterator[Card], season: Season) -> Scenario:
    """Flip a scenario from ``draw`` (one card per call). Raises ``Refusal`` when the cards run out.

    Both sides flip, seat 0 first: jokers and ties again, the higher attacks (M3E-SETUP-04). The
    Attacker's suit names the Strategy, the Defender's the Deployment (-05, -06). Then five Schemes by
    the values of further cards, jokers and repeated values again (-15).
    """
    flips: list[ScenarioFlip] = []
    cards = draw if callable(draw) else (lambda: next(draw))
    seats = _sides(cards, flips)
    attacker_seat = int(seats[1].value > seats[0].value)
    attacker, defender = seats[attacker_seat], seats[1 - attacker_seat]
    return Scenario(
        attacker=attacker,
        defender=defender,
        attacker_seat=attacker_seat,
        strategy=strategy_suits(season)[attacker.suit],
        deployment=DEPLOYMENTS[defender.suit],
        schemes=_pool(cards, season, flips),
        flips=tuple(flips),
    )


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


def _side(draw: Callable[[], Card], role: Literal["seat_0", "seat_1"], flips: list[ScenarioFlip]) -> Card:
    while (card := next_card(draw)).is_joker:
        flips.append(ScenarioFlip(role, card, False, "joker: flipped again"))
    return card


def _sides(draw: Callable[[], Card], flips: list[ScenarioFlip]) -> tuple[Card, Card]:
    while True:
        first = _side(draw, "seat_0", flips)
        at = len(flips)
        second = _side(draw, "seat_1", flips)
        tie = first.value == second.value
        reason = "tie: both flip again" if tie else ""
        flips.insert(at, ScenarioFlip("seat_0", first, not tie, reason))
        flips.append(ScenarioFlip("seat_1", second, not tie, reason))
        if not tie:
            return first, second


def _pool(draw: Callable[[], Card], season: Season, flips: list[ScenarioFlip]) -> tuple[SchemeCard, ...]:
    by_number = {scheme.number: scheme for scheme in season.schemes}
    pool: list[SchemeCard] = []
    while len(pool) < SCHEMES_IN_POOL:
        card = next_card(draw)
        if card.is_joker:
            flips.append(ScenarioFlip("pool", card, False, "joker: flipped again"))
        elif by_number[card.value] in pool:
            flips.append(ScenarioFlip("pool", card, False, f"{card.value} is in the pool: flipped again"))
        else:
            flips.append(ScenarioFlip("pool", card, True))
            pool.append(by_number[card.value])
    return tuple(pool)
