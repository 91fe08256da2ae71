"""The First Edition's set-up by cards: location, deployment, Strategies, sides, shared features and
events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from rules.editions.m1e.hiring import BRAWL, SCRAP, SIZES, Size, size_for, sizes_of
from rules.editions.m1e.scoring import SCORE_SHEET
from rules.editions.m1e.special import EVENTS, FEATURES
from rules.editions.m1e.zones import DEPLOYMENTS as ZONES
from rules.fate.cards import Card
from rules.game.setup.drawn import Format, SetUpRules, Wanted
from rules.game.setup.scenario import SeasonCards, SeparateFlip, SeparateRole, SeparateScenario
from rules.refusal import Refusal
from rules.wording import counted

__all__ = ["BRAWL", "SCRAP", "SIZES", "Size", "size_for", "sizes_of"]

DEPLOYMENTS = ((4, "Diagonal"), (9, "Standard"), (13, "Corners"))
STRATEGIES = (
    (3, "Treasure Hunt"),
    (5, "Assassinate"),
    (8, "Slaughter"),
    (10, "Claim Jump"),
    (13, "Reconnoiter"),
)


def deployment_by_card(card: Card) -> str:
    """The Deployment of a card; empty for a joker, which leaves it to a player (M1-ENC-05)."""
    return "" if card.is_joker else _band(card, DEPLOYMENTS)


def strategy_by_card(card: Card) -> str:
    """The Strategy of a card; empty for a joker, which leaves it to the player (M1-ENC-07)."""
    return "" if card.is_joker else _band(card, STRATEGIES)


def another_turn(turn: int, card: Card | None) -> bool:
    """Whether another turn follows: always up to the fifth, then on a 10 or more (M1-ENC-19).

    The Red Joker counts 14, the Black Joker 0 (Q-07).
    """
    return turn < 6 or (card is not None and card.value >= 10)


def draw_scenario_m1(
    draw: Callable[[], Card] | Iterator[Card],
    size: Size,
    *,
    feature: bool = False,
    event: bool = False,
) -> SeparateScenario:
    """Flip a First Edition set-up; seat 0 makes the flips that are made once. Raise ``Refusal`` when the
    cards run out.

    In order: location, deployment, a Strategy for each player, the flip for sides (the higher; ties again). A
    shared feature and a special event follow where the players want them. The texts name no cards for these
    two; by house order the value counts down the printed list, and a value beyond it is flipped again.
    """
    cards = draw if callable(draw) else (lambda: next(draw))
    flips: list[SeparateFlip] = []
    location = _flip(cards, "location", flips)
    deploy = _flip(cards, "deployment", flips)
    chooser = {0: 0, 14: 1}.get(deploy.value)
    strategies = (
        strategy_by_card(_flip(cards, "strategy_0", flips)),
        strategy_by_card(_flip(cards, "strategy_1", flips)),
    )
    return SeparateScenario(
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


def _flip(draw: Callable[[], Card], role: SeparateRole, flips: list[SeparateFlip]) -> Card:
    try:
        card = draw()
    except StopIteration:
        raise Refusal(
            "The cards ran out before the set-up was complete.",
            rule="M1-ENC-03",
            fix="Flip further cards and write them all down.",
        ) from None
    flips.append(SeparateFlip(role, card))
    return card


def _again(flips: list[SeparateFlip], count: int, reason: str) -> None:
    for at in range(len(flips) - count, len(flips)):
        flips[at] = SeparateFlip(flips[at].role, flips[at].card, False, reason)


def _sides(draw: Callable[[], Card], flips: list[SeparateFlip]) -> int:
    """The seat with the higher card, jokers by their value (M1-ENC-17)."""
    while True:
        first, second = _flip(draw, "sides_0", flips), _flip(draw, "sides_1", flips)
        if first.value != second.value:
            return int(second.value > first.value)
        _again(flips, 2, "tie: both flip again")


def _listed(
    draw: Callable[[], Card], role: Literal["feature", "event"], names: list[str], flips: list[SeparateFlip]
) -> str:
    while True:
        card = _flip(draw, role, flips)
        if 1 <= card.value <= len(names):
            return names[card.value - 1]
        _again(flips, 1, "beyond the list: flipped again")


def _drawn(cards: Callable[[], Card], wanted: Wanted, season: SeasonCards | None) -> SeparateScenario:
    size = size_for(wanted.format, wanted.size)
    return draw_scenario_m1(cards, size, feature=wanted.feature, event=wanted.event)


def _format(size: Size, rule: str) -> Format:
    words = (
        f"a hand of {size.hand}, {counted(size.masters, 'Master')}, a pool of at most {size.pool}, up to "
        f"{size.schemes} Schemes"
    )
    return Format(size.slug, size.name, size.least, size.most, rule, words)


SETUP = SetUpRules(
    draw=_drawn,
    sheet=SeparateScenario,
    deployments=tuple(each.name for each in ZONES),
    usual_size=35,
    formats=(_format(SCRAP, "M1-ENC-01"), _format(BRAWL, "M1-ENC-02")),
    features=FEATURES,
    events=EVENTS,
    drawn_words="Location, Deployment, a Strategy each and who picks sides, by fate flips.",
    cards_words="location, deployment, a Strategy each, sides, then feature and event.",
    deck_rule="M1-DUEL-03",
    last_flip_rule="M1-ENC-17",
    score_sheet=SCORE_SHEET,
)
