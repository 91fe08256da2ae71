"""The Second Edition's set-up by cards: deployment, Strategy, Scheme pool (M2-SETUP-03, -09 to -13).

One fresh deck for all flips of an Encounter (M2-SETUP-13): the value of the first card is the deployment, the
suit of the second the Strategy, two more make the pool. ``SEASONS`` are the charts: the core book's, and
those of the years after it (M2-STR, M2-SCH).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.editions.m2e.encounter import minutes, weight
from rules.editions.m2e.schemes import WRITTEN
from rules.editions.m2e.zones import DEPLOYMENTS as ZONES
from rules.fate.cards import RED_JOKER, Card
from rules.game.setup.drawn import SetUpRules, Wanted, season_of
from rules.game.setup.scenario import (
    SCHEMES_IN_POOL,
    Scenario,
    ScenarioFlip,
    SchemeCard,
    SeasonCards,
    StrategyCard,
    next_card,
)

DEPLOYMENTS = ((7, "Standard"), (10, "Corner"), (13, "Flank"))
"""Up to which value each comes (M2-SETUP-03)."""
CLOSE = "Close"
ALWAYS, DOUBLES, JOKER = "always", "doubles", "joker"
CORE_SLUG = "m2e"
EDITION = "m2e"

_CORE_STRATEGIES = {
    "ram": "Turf War",
    "crow": "Reckoning",
    "mask": "Reconnoiter",
    "tome": "Squatter's Rights",
    JOKER: "Stake a Claim",
}
_STRATEGIES_2015 = {
    "ram": "Extraction",
    "crow": "Guard the Stash",
    "mask": "Interference",
    "tome": "Headhunter",
    JOKER: "Collect the Bounty",
}
_STRATEGIES_2018 = {
    "ram": "Ply for Information",
    "crow": "Ours",
    "mask": "Symbols of Authority",
    "tome": "Public Executions",
    JOKER: "Supply Wagons",
}


def _strategies(*sets: dict[str, str]) -> tuple[StrategyCard, ...]:
    """All of these sets; the first is for odd cards and the Red Joker, the second for the others."""
    return tuple(StrategyCard(name, suit) for named in sets for suit, name in named.items())


def _schemes(by_value: str, **others: str) -> tuple[SchemeCard, ...]:
    """Thirteen by value, the others by suit, ``always`` or ``doubles``, numbered on."""
    numbered = enumerate(map(str.strip, by_value.split(",")), 1)
    return (
        *(SchemeCard(value, name) for value, name in numbered),
        *(SchemeCard(number, name, of) for number, (of, name) in enumerate(others.items(), 14)),
    )


_CORE_SCHEMES = _schemes(
    "Cursed Object, Outflank, Plant Evidence, Entourage, Vendetta, Plant Explosives, Make Them Suffer, "
    "Deliver a Message, Take Prisoner, Spring the Trap, Murder Protégé, Frame for Murder, Power Ritual",
    ram="Bodyguard",
    mask="Breakthrough",
    crow="Assassinate",
    tome="Protect Territory",
    always="A Line in the Sand",
    doubles="Distract",
)
CORE = SeasonCards(
    CORE_SLUG, "Second Edition: core book", _strategies(_CORE_STRATEGIES), _CORE_SCHEMES, EDITION
)
SEASONS: tuple[SeasonCards, ...] = (
    CORE,
    SeasonCards(
        "m2e-2015",
        "Second Edition: 2015",
        _strategies(_STRATEGIES_2015, _CORE_STRATEGIES),
        _CORE_SCHEMES,
        EDITION,
    ),
    SeasonCards(
        "m2e-2016",
        "Second Edition: 2016",
        _strategies(_STRATEGIES_2015, _CORE_STRATEGIES),
        _schemes(
            "Covert Breakthrough, Undercover Entourage, Neutralize the Leader, Catch and Release, "
            "Frame for Murder, Detonate the Charges, Set Up, Search the Ruins, Mark for Death, "
            "Public Demonstration, Inspection, A Quick Murder, Occupy Their Turf",
            ram="Show of Force",
            mask="Exhaust Their Forces",
            crow="Hunting Party",
            tome="Leave Your Mark",
            always="Convict Labor",
            doubles="Take Prisoner",
        ),
        EDITION,
    ),
    SeasonCards(
        "m2e-2017",
        "Second Edition: 2017",
        _strategies(_STRATEGIES_2015, _CORE_STRATEGIES),
        _schemes(
            "Covert Breakthrough, Undercover Entourage, Show of Force, Hunting Party, Hidden Trap, "
            "Recover Evidence, Set Up, Search the Ruins, Mark for Death, Tail 'em, Inspection, "
            "A Quick Murder, Last Stand",
            ram="Frame for Murder",
            mask="Accusation!",
            crow="Dig Their Graves",
            tome="Leave Your Mark",
            always="Claim Jump",
            doubles="Eliminate the Leadership",
        ),
        EDITION,
    ),
    SeasonCards(
        "m2e-2018",
        "Second Edition: 2018",
        _strategies(_STRATEGIES_2018, _STRATEGIES_2015),
        _schemes(
            "Covert Breakthrough, Dig Their Graves, Set Up, Hold Up Their Forces, Undercover Entourage, "
            "Inescapable Trap, Show of Force, Search the Ruins, Take Prisoner, Take One for the Team, "
            "Recover Evidence, Vendetta, Public Demonstration",
            ram="Surround Them",
            mask="Punish the Weak",
            crow="Guarded Treasure",
            tome="Eliminate the Leadership",
        ),
        EDITION,
    ),
)


def deployment_by(card: Card) -> str:
    """The deployment of a card: its value alone, either joker is Close (M2-SETUP-03).

    >>> [deployment_by(Card.parse(code)) for code in ("7r", "8c", "11m", "RJ", "BJ")]
    ['Standard', 'Corner', 'Flank', 'Close', 'Close']
    """
    if card.is_joker:
        return CLOSE
    return next(name for most, name in DEPLOYMENTS if card.value <= most)


def strategy_by(card: Card, season: SeasonCards) -> str:
    """The Strategy of a card: its suit, a joker being a fifth one (M2-SETUP-09); of two sets an odd card and
    the Red Joker take the first (M2-STR-08, -09).

    >>> strategy_by(Card.parse("BJ"), CORE), strategy_by(Card.parse("3c"), season_named("m2e-2016"))
    ('Stake a Claim', 'Guard the Stash')
    """
    suit = JOKER if card.is_joker else card.suit
    names = [strategy.name for strategy in season.strategies if strategy.suit == suit]
    first = card == RED_JOKER or (not card.is_joker and card.value % 2 == 1)
    return names[0] if first else names[-1]


def draw_scenario_m2(draw: Callable[[], Card] | Iterator[Card], season: SeasonCards) -> Scenario:
    """Flip a scenario from ``draw`` (one card per call). Raises ``Refusal`` when the cards run out."""
    cards = draw if callable(draw) else (lambda: next(draw))
    deployment, strategy = next_card(cards, "M2-SETUP-03"), next_card(cards, "M2-SETUP-09")
    flips = [ScenarioFlip("deployment", deployment, True), ScenarioFlip("strategy", strategy, True)]
    paired = not any(scheme.of == ALWAYS for scheme in season.schemes)
    pool = _paired_pool(cards, season, strategy, flips) if paired else _pool(cards, season, flips)
    return Scenario(
        attacker=None,
        defender=None,
        attacker_seat=None,
        strategy=strategy_by(strategy, season),
        deployment=deployment_by(deployment),
        schemes=tuple(sorted(pool, key=lambda scheme: scheme.number)),
        flips=tuple(flips),
    )


def _pool(draw: Callable[[], Card], season: SeasonCards, flips: list[ScenarioFlip]) -> list[SchemeCard]:
    """The one that is always in, and those of the suits and values of two cards; where suits or values are
    the same, Doubles is the missing fourth (M2-SETUP-10 to -12)."""
    one, other = _scheme_card(draw, flips), _scheme_card(draw, flips)
    wanted = {ALWAYS, one.suit, other.suit}
    values = {one.value, other.value}
    if one.suit == other.suit or one.value == other.value:
        wanted.add(DOUBLES)
    return [s for s in season.schemes if s.of in wanted or (not s.of and s.number in values)]


def _paired_pool(
    draw: Callable[[], Card], season: SeasonCards, strategy: Card, flips: list[ScenarioFlip]
) -> list[SchemeCard]:
    """One by the suit of the Strategy's card, a joker counting as a Crow, and four by different values
    (M2-SCH-22)."""
    suit = "crow" if strategy.is_joker else strategy.suit
    pool = [scheme for scheme in season.schemes if scheme.of == suit]
    while len(pool) < SCHEMES_IN_POOL:
        card = _scheme_card(draw, flips)
        scheme = season.schemes[card.value - 1]
        if scheme in pool:
            reason = f"{card.value} is in the pool: flipped again"
            flips[-1] = ScenarioFlip("pool", card, False, reason)
        else:
            pool.append(scheme)
    return pool


def _scheme_card(draw: Callable[[], Card], flips: list[ScenarioFlip]) -> Card:
    """The next card that is no joker (M2-SETUP-12)."""
    while (card := next_card(draw, "M2-SETUP-10")).is_joker:
        flips.append(ScenarioFlip("pool", card, False, "joker: flipped again"))
    flips.append(ScenarioFlip("pool", card, True))
    return card


def season_named(slug: str) -> SeasonCards | None:
    """The chart of that name, if it is one of the Second Edition's."""
    return next((season for season in SEASONS if season.slug == slug), None)


def _drawn(cards: Callable[[], Card], wanted: Wanted, season: SeasonCards | None) -> Scenario:
    return draw_scenario_m2(cards, season_of(season, "M2-SETUP-09"))


SETUP = SetUpRules(
    draw=_drawn,
    sheet=Scenario,
    deployments=tuple(each.name for each in ZONES),
    usual_season=CORE_SLUG,
    seasons=SEASONS,
    drawn_words="Deployment, one Strategy for both and five Schemes, by fate flips.",
    cards_words="deployment, Strategy, then the pool with its jokers.",
    deck_rule="M2-SETUP-13",
    last_flip_rule="M2-SETUP-10",
    schemes_chosen=WRITTEN,
    minutes=minutes,
    weight=weight,
)
