"""The Fourth Edition's set-up by cards: sides, Strategy, Deployment, three Schemes (M4-SETUP-02, -03, -06).

Both flip, and the higher attacks. The attacker's suit names the Strategy, the defender's the Deployment. The
attacker then deals three of the season's Scheme cards: here cards of the Fate Deck stand for them
(``scheme_of``), so that anybody can check what fell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

from rules.editions.m4e.hiring.rules import SIZE
from rules.editions.m4e.zones import DEPLOYMENTS as ZONES
from rules.fate.cards import Card
from rules.game.setup.drawn import SetUpRules, Wanted, season_of
from rules.game.setup.scenario import (
    Scenario,
    ScenarioFlip,
    SchemeCard,
    SeasonCards,
    next_card,
    season_faults,
)
from rules.refusal import Refusal, Violation

SEASON = "gg0-4e"
DEPLOYMENTS = {"ram": "Standard", "mask": "Wedge", "tome": "Flank", "crow": "Corner"}
"""The Deployment of the defender's suit (M4-SETUP-03)."""
IN_POOL = FOLLOWERS = 3
SUITS = ("ram", "tome", "mask", "crow")
VALUES = 13


def scheme_of(card: Card, schemes: tuple[SchemeCard, ...]) -> SchemeCard | None:
    """The Scheme that a card of the Fate Deck stands for; ``None`` for one to be flipped again.

    The Rams count from 1 to 13, the Tomes from 14 to 26, the Masks from 27 to 39, the Crows from 40 to 52.
    The Schemes are counted through again and again, as often as all of them fit. So each has as many cards:
    of fifteen three, and the Crows from 7 on are left over, as the Jokers are.

    >>> season = tuple(SchemeCard(number, f"No. {number}") for number in range(1, 16))
    >>> [getattr(scheme_of(Card.parse(code), season), "number", 0) for code in ("1r", "1t", "3t", "5c", "6c")]
    [1, 14, 1, 14, 15]
    >>> [scheme_of(Card.parse(code), season) for code in ("7c", "RJ")]
    [None, None]
    """
    if card.is_joker:
        return None
    place = SUITS.index(card.suit) * VALUES + card.value - 1
    return schemes[place % len(schemes)] if place < 52 // len(schemes) * len(schemes) else None


def draw_scenario(draw: Callable[[], Card] | Iterator[Card], season: SeasonCards) -> Scenario:
    """Flip a scenario from ``draw`` (one card per call). Raises ``Refusal`` when the cards run out, and for a
    season in which something is amiss."""
    if faults := [*faults_of(season)]:
        raise Refusal.of(faults)
    strategies = {strategy.suit: strategy.name for strategy in season.strategies}
    cards = draw if callable(draw) else (lambda: next(draw))
    flips: list[ScenarioFlip] = []
    seats = _sides(cards, flips)
    attacker_seat = int(seats[1].value > seats[0].value)
    attacker, defender = seats[attacker_seat], seats[1 - attacker_seat]
    return Scenario(
        attacker=attacker,
        defender=defender,
        attacker_seat=attacker_seat,
        strategy=strategies[attacker.suit],
        deployment=DEPLOYMENTS[defender.suit],
        schemes=_pool(cards, season, flips),
        flips=tuple(flips),
    )


def faults_of(season: SeasonCards) -> Iterator[Violation]:
    """What is wrong with a season: it needs a Strategy of each suit, and three followers for each Scheme
    (M4-SETUP-03, M4-SCH-06)."""
    yield from season_faults(season)
    suits = Counter(strategy.suit for strategy in season.strategies)
    if suits != Counter(SUITS):
        names = ", ".join(suit.capitalize() for suit in SUITS)
        yield Violation(
            "M4-SETUP-03", f"A season has one Strategy of each suit: {names}.", "Correct the suits."
        )
    if len(season.schemes) < IN_POOL:
        yield Violation("M4-SETUP-06", "A season has at least three Schemes.", "Write all of them.")
    for scheme in season.schemes:
        if len(scheme.followers) != FOLLOWERS:
            sentence = f"{scheme.name} has {len(scheme.followers)} followers; each Scheme names three."
            yield Violation("M4-SCH-06", sentence, "Write the three that its card names.", scheme.name)


def _sides(draw: Callable[[], Card], flips: list[ScenarioFlip]) -> tuple[Card, Card]:
    """One card each; a Joker or a tie, and both flip again (M4-SETUP-02)."""
    seats: tuple[Literal["seat_0", "seat_1"], ...] = ("seat_0", "seat_1")
    while True:
        first, second = (next_card(draw, "M4-SETUP-02") for _ in seats)
        joker = first.is_joker or second.is_joker
        stands = not joker and first.value != second.value
        reason = "" if stands else f"{'joker' if joker else 'tie'}: both flip again"
        for role, card in zip(seats, (first, second), strict=True):
            flips.append(ScenarioFlip(role, card, stands, reason))
        if stands:
            return first, second


def _pool(draw: Callable[[], Card], season: SeasonCards, flips: list[ScenarioFlip]) -> tuple[SchemeCard, ...]:
    """Three different Schemes (M4-SETUP-06)."""
    pool: list[SchemeCard] = []
    while len(pool) < IN_POOL:
        card = next_card(draw, "M4-SETUP-06")
        scheme = scheme_of(card, season.schemes)
        if scheme is None:
            reason = "joker: flipped again" if card.is_joker else "left over: flipped again"
            flips.append(ScenarioFlip("pool", card, False, reason))
        elif scheme in pool:
            flips.append(ScenarioFlip("pool", card, False, f"{scheme.name} is in the pool: flipped again"))
        else:
            flips.append(ScenarioFlip("pool", card, True))
            pool.append(scheme)
    return tuple(pool)


def _drawn(cards: Callable[[], Card], wanted: Wanted, season: SeasonCards | None) -> Scenario:
    return draw_scenario(cards, season_of(season, "M4-SETUP-03"))


SETUP = SetUpRules(
    draw=_drawn,
    sheet=Scenario,
    deployments=tuple(each.name for each in ZONES),
    schemes_in_pool=IN_POOL,
    usual_season=SEASON,
    usual_size=SIZE,
    drawn_words="Attacker and Defender, Strategy, Deployment and three Schemes, by fate flips.",
    cards_words="both sides’ flips, then the pool: each card stands for a Scheme of the season.",
    deck_rule="M4-FATE-01",
    last_flip_rule="M4-SETUP-06",
    season_faults=faults_of,
)
