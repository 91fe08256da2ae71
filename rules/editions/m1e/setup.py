"""The First Edition's set-up by cards: location, deployment, Strategies, sides, shared features and
events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from rules.editions.m1e.hiring import BRAWL, SCRAP, SIZES, Size, size_for, sizes_of
from rules.editions.m1e.special import EVENTS, FEATURES
from rules.fate.cards import Card
from rules.refusal import Refusal

__all__ = ["BRAWL", "SCRAP", "SIZES", "Size", "size_for", "sizes_of"]

Role = Literal["location", "deployment", "strategy_0", "strategy_1", "sides_0", "sides_1", "feature", "event"]


DEPLOYMENTS = ((4, "Diagonal"), (9, "Standard"), (13, "Corners"))
STRATEGIES = (
    (3, "Treasure Hunt"),
    (5, "Assassinate"),
    (8, "Slaughter"),
    (10, "Claim Jump"),
    (13, "Reconnoiter"),
)


class FlipM1(Struct, frozen=True):
    """One card that was flipped: for what, whether it counted, and if not why."""

    role: Role
    card: Card
    stands: bool = True
    reason: str = ""


class ScenarioM1(Struct, frozen=True, kw_only=True):
    """What the flips decided. With an empty ``deployment`` the seat ``deployment_by`` chooses it, with an
    empty Strategy its player does. ``first`` is the seat that picks sides and says who deploys first."""

    size: str
    location: Card
    deployment: str
    deployment_by: int | None = None
    strategies: tuple[str, str]
    first: int
    feature: str = ""
    event: str = ""
    flips: tuple[FlipM1, ...] = ()


def deployment_by_card(card: Card) -> str:
    """Return the Deployment of a card; empty for a joker, which leaves it to a player (M1-ENC-05)."""
    return "" if card.is_joker else _band(card, DEPLOYMENTS)


def strategy_by_card(card: Card) -> str:
    """Return the Strategy of a card; empty for a joker, which leaves it to the player (M1-ENC-07)."""
    return "" if card.is_joker else _band(card, STRATEGIES)


def another_turn(turn: int, card: Card | None) -> bool:
    """Return whether another turn follows: always up to the fifth, then on a 10 or more (M1-ENC-19).

    The Red Joker counts 14, the Black Joker 0 (Q-07).
    """
    return turn < 6 or (card is not None and card.value >= 10)


def draw_scenario_m1(
    draw: Callable[[], Card] | Iterator[Card],
    size: Size,
    *,
    feature: bool = False,
    event: bool = False,
) -> ScenarioM1:
    """Flip a First Edition set-up; seat 0 makes the flips that are made once. Raise ``Refusal`` when the
    cards run out.

    In order: location, deployment, a Strategy for each player, the flip for sides (the higher; ties again). A
    shared feature and a special event follow where the players want them. The texts name no cards for these
    two; by house order the value counts down the printed list, and a value beyond it is flipped again.
    """
    cards = draw if callable(draw) else (lambda: next(draw))
    flips: list[FlipM1] = []
    location = _flip(cards, "location", flips)
    deploy = _flip(cards, "deployment", flips)
    chooser = {0: 0, 14: 1}.get(deploy.value)
    strategies = (
        strategy_by_card(_flip(cards, "strategy_0", flips)),
        strategy_by_card(_flip(cards, "strategy_1", flips)),
    )
    return ScenarioM1(
        size=size.slug,
        location=location,
        deployment=deployment_by_card(deploy),
        deployment_by=chooser,
        strategies=strategies,
        first=_sides(cards, flips),
        feature=_listed(cards, "feature", [f.name for f in FEATURES], flips) if feature else "",
        event=_listed(cards, "event", [e.name for e in EVENTS], flips) if event else "",
        flips=tuple(flips),
    )


def _band(card: Card, bands: tuple[tuple[int, str], ...]) -> str:
    return next(name for top, name in bands if card.value <= top)


def _flip(draw: Callable[[], Card], role: Role, flips: list[FlipM1]) -> Card:
    try:
        card = draw()
    except StopIteration:
        raise Refusal(
            "The cards ran out before the set-up was complete.",
            rule="M1-ENC-03",
            fix="Flip further cards and write them all down.",
        ) from None
    flips.append(FlipM1(role, card))
    return card


def _again(flips: list[FlipM1], count: int, reason: str) -> None:
    for at in range(len(flips) - count, len(flips)):
        flips[at] = FlipM1(flips[at].role, flips[at].card, False, reason)


def _sides(draw: Callable[[], Card], flips: list[FlipM1]) -> int:
    """Return the seat with the higher card, jokers by their value (M1-ENC-17)."""
    while True:
        first, second = _flip(draw, "sides_0", flips), _flip(draw, "sides_1", flips)
        if first.value != second.value:
            return int(second.value > first.value)
        _again(flips, 2, "tie: both flip again")


def _listed(
    draw: Callable[[], Card], role: Literal["feature", "event"], names: list[str], flips: list[FlipM1]
) -> str:
    while True:
        card = _flip(draw, role, flips)
        if 1 <= card.value <= len(names):
            return names[card.value - 1]
        _again(flips, 1, "beyond the list: flipped again")
