"""The Third Edition's set-up by cards: Strategy, Deployment, pool of Schemes (M3E-SETUP-04 to -06, -15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from rules.editions.m3e.zones import DEPLOYMENTS as ZONES
from rules.fate.cards import Card
from rules.game.setup.drawn import SetUpRules, Wanted, season_of
from rules.game.setup.scenario import (
    SCHEMES_IN_POOL,
    Scenario,
    ScenarioFlip,
    SchemeCard,
    SeasonCards,
    next_card,
)

SUIT_ORDER = ("ram", "tome", "mask", "crow")
"""Which suit names the first, second, third and fourth printed Strategy where no source gives suits.
A house decision: it is the order in which the core book's own four come out (M3E-SETUP-05)."""
DEPLOYMENTS = {"ram": "Standard", "crow": "Corner", "tome": "Flank", "mask": "Wedge"}


def strategy_suits(season: SeasonCards) -> dict[str, str]:
    """The Strategy of each suit, by M3E-SETUP-05 or, where a season has no suits, by ``SUIT_ORDER``.

    >>> from rules.game.setup.scenario import StrategyCard
    >>> gg = SeasonCards("gg1", "GG1", tuple(StrategyCard(n) for n in ("A", "B", "C", "D")), ())
    >>> strategy_suits(gg)
    {'ram': 'A', 'tome': 'B', 'mask': 'C', 'crow': 'D'}
    """
    if all(strategy.suit for strategy in season.strategies):
        return {strategy.suit: strategy.name for strategy in season.strategies}
    return dict(zip(SUIT_ORDER, (strategy.name for strategy in season.strategies), strict=True))


def draw_scenario(draw: Callable[[], Card] | Iterator[Card], season: SeasonCards) -> Scenario:
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


def _side(draw: Callable[[], Card], role: Literal["seat_0", "seat_1"], flips: list[ScenarioFlip]) -> Card:
    while (card := next_card(draw, "M3E-SETUP-04")).is_joker:
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


def _pool(draw: Callable[[], Card], season: SeasonCards, flips: list[ScenarioFlip]) -> tuple[SchemeCard, ...]:
    by_number = {scheme.number: scheme for scheme in season.schemes}
    pool: list[SchemeCard] = []
    while len(pool) < SCHEMES_IN_POOL:
        card = next_card(draw, "M3E-SETUP-04")
        if card.is_joker:
            flips.append(ScenarioFlip("pool", card, False, "joker: flipped again"))
        elif by_number[card.value] in pool:
            flips.append(ScenarioFlip("pool", card, False, f"{card.value} is in the pool: flipped again"))
        else:
            flips.append(ScenarioFlip("pool", card, True))
            pool.append(by_number[card.value])
    return tuple(pool)


def _drawn(cards: Callable[[], Card], wanted: Wanted, season: SeasonCards | None) -> Scenario:
    return draw_scenario(cards, season_of(season, "M3E-SETUP-05"))


SETUP = SetUpRules(
    draw=_drawn,
    sheet=Scenario,
    deployments=tuple(each.name for each in ZONES),
    usual_season="gg0",
    drawn_words="Attacker and Defender, Strategy, Deployment and five Schemes, by fate flips.",
    cards_words="both sides’ flips, then the pool, with jokers, ties and repeats.",
    deck_rule="M3E-FATE-01",
    last_flip_rule="M3E-SETUP-15",
)
