"""What the flips of a set-up decide: a sheet in one of two shapes, and the season it is flipped from.

A ``Scenario`` has one Strategy for both sides and a pool of Schemes, in a ``SeparateScenario`` each side has
a Strategy of its own. How it is flipped is each edition's (``rules.game.setup.drawn``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from rules.edition import edition_of, meant_by
from rules.fate.cards import Card
from rules.refusal import Refusal, Violation
from rules.wording import spelled

SeparateRole = Literal[
    "location", "deployment", "strategy_0", "strategy_1", "sides_0", "sides_1", "feature", "event"
]


class StrategyCard(Struct, frozen=True):
    """A Strategy; ``suit`` is empty where no source names one."""

    name: str
    suit: str = ""


class SchemeCard(Struct, frozen=True, omit_defaults=True):
    """A Scheme and its number in the season, 1 to 13; in the Second Edition those after 13 come by ``of``:
    a suit, ``always`` or ``doubles`` (M2-SETUP-10, -11). ``followers`` are the names of those of which one
    takes its place during the game, where an edition has that."""

    number: int
    name: str
    of: str = ""
    followers: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """By what it comes: its number, else the suit or word."""
        return self.of or str(self.number)


class SeasonCards(Struct, frozen=True, omit_defaults=True):
    """Strategies and Schemes, as the core book or a Gaining Grounds season lists them. One
    that names no ``edition`` means the one of ``rules.edition.unnamed``."""

    slug: str
    name: str
    strategies: tuple[StrategyCard, ...]
    schemes: tuple[SchemeCard, ...]
    edition: str = field(default_factory=meant_by)


def season_faults(season: SeasonCards) -> Iterator[Violation]:
    """What is wrong with a season of any edition: a name or a number that is there twice, and followers that
    are no other Scheme of it."""
    for what, names in (
        ("Strategy", [strategy.name for strategy in season.strategies]),
        ("Scheme", [scheme.name for scheme in season.schemes]),
        ("number of a Scheme", [str(scheme.number) for scheme in season.schemes]),
    ):
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            yield Violation("", f"{what} {name} is there twice.", "Write each once.", name)
    known = {scheme.name for scheme in season.schemes}
    for scheme in season.schemes:
        for name in scheme.followers:
            if name not in known - {scheme.name}:
                sentence = f"{scheme.name} is followed by {name}, which is no other Scheme of the season."
                yield Violation("", sentence, "Write its name as it stands in the list.", scheme.name)
        if len(set(scheme.followers)) < len(scheme.followers):
            sentence = f"{scheme.name} is followed twice by the same Scheme."
            yield Violation("", sentence, "Write each follower once.", scheme.name)


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
    def strategy_of_each(self) -> tuple[str, str]:
        """The Strategy of each seat."""
        return self.strategy, self.strategy


class SeparateFlip(Struct, frozen=True):
    """One card that was flipped: for what, whether it counted, and if not why."""

    role: SeparateRole
    card: Card
    stands: bool = True
    reason: str = ""


class SeparateScenario(Struct, frozen=True, kw_only=True):
    """What the flips decided where each side has a Strategy of its own. With an empty ``deployment`` the seat
    ``deployment_by`` chooses it, with an empty Strategy its player does. ``first`` is the seat that picks
    sides and says who deploys first; ``size`` is the slug of the format."""

    size: str
    location: Card
    deployment: str
    deployment_by: int | None = None
    strategies: tuple[str, str]
    first: int
    feature: str = ""
    event: str = ""
    flips: tuple[SeparateFlip, ...] = ()

    @property
    def strategy_of_each(self) -> tuple[str, str]:
        """The Strategy of each seat."""
        return self.strategies


Sheet = Scenario | SeparateScenario
"""What was drawn for one table."""
SCHEMES_IN_POOL = 5
"""As many as a scenario usually offers."""


def overridden(drawn: Scenario, *overrides: Override, season: SeasonCards | None = None) -> Scenario:
    """``drawn`` with each override laid over it in turn; the flips stay as they fell (SL-3E-14).

    ``Refusal`` for a Scheme the season does not have, and for a pool of another size than the edition's, or
    with a Scheme twice.
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


def _chosen(numbers: tuple[int, ...], season: SeasonCards | None) -> tuple[SchemeCard, ...]:
    by_number = {scheme.number: scheme for scheme in (season.schemes if season else ())}
    edition = edition_of(season.edition if season else meant_by())
    rule, most = edition.rows["setup.pool"], edition.setup.schemes_in_pool
    if unknown := [number for number in numbers if number not in by_number]:
        raise Refusal(f"This season has no Scheme {unknown[0]}.", rule=rule)
    if len(set(numbers)) != most or len(numbers) != most:
        raise Refusal(
            f"A pool holds {most} different Schemes.",
            rule=rule,
            fix=f"Choose {spelled(most)}, or none to keep the drawn pool.",
        )
    return tuple(by_number[number] for number in sorted(numbers))


def next_card(draw: Callable[[], Card], rule: str) -> Card:
    """The next card that falls; ``Refusal`` by the row that asks for it where none is left."""
    try:
        return draw()
    except StopIteration:
        raise Refusal(
            "The deck ran out before the scenario was complete.",
            rule=rule,
            fix="Shuffle and flip the scenario again.",
        ) from None
