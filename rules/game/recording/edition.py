"""What an edition decides about its Encounters beside a real table: ``RecordedEdition``, the member
``record`` of an edition, and what those share whose games have one Strategy and a pool of Schemes
(``OfSetup``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from msgspec import Struct

from rules.game.driver import Driver
from rules.game.pictures.board import Zones, acting_layers, no_zones
from rules.game.printed import PrintedUpgrade
from rules.game.recording.record import SetupRecord, TableRecord
from rules.game.recording.reminders import Reminder
from rules.game.referee.command import Command
from rules.game.referee.commands import BY_WORD, Act
from rules.game.referee.ground import Ground, Named
from rules.game.referee.hand import HandRules
from rules.game.results.result import Scoring
from rules.game.setup.agreed import Agreed, AgreedField
from rules.game.setup.equipping import Equipment, PlainEquipment
from rules.game.setup.score_sheet import ScoreSheet
from rules.game.setup.setup import EncounterSetup
from rules.game.shown import CardShown
from rules.game.state import Model, State
from rules.game.stored import Stored
from rules.refusal import Violation


class Printed(Struct, frozen=True):
    """A card to read: its contents, the ``words`` under its name, its Upgrades. ``slug`` finds it in the
    catalogue, if the set-up leaves its contents there."""

    shown: CardShown
    words: tuple[str, ...]
    upgrades: tuple[PrintedUpgrade, ...]
    slug: str = ""


class SharedRule(Struct, frozen=True):
    """Something that applies to both players: ``what`` it is, its ``name``, its ``effect`` in a sentence, its
    row. ``scores``: a side can score from it."""

    what: str
    name: str
    effect: str
    rule: str
    scores: bool = False


class Due(Struct, frozen=True):
    """Something that the rules ask for now: a ``sentence`` that both players may read, and its row."""

    sentence: str
    rule: str


class ListedScheme(Protocol):
    """A Scheme of a list to choose from: its row, its name, what is to be done, and of what it is chosen."""

    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aim(self) -> str: ...
    @property
    def chosen(self) -> str: ...


class ByHand(Struct, frozen=True):
    """What the referee's hand may do in one Encounter: ``cards`` may be Summoned, ``upgrades`` attached;
    ``possible`` are the edition's commands; ``wrong`` returns what is impossible in an act. ``listed`` means
    that the catalogue has more cards than these."""

    cards: Mapping[str, Named]
    upgrades: Mapping[str, PrintedUpgrade]
    possible: tuple[type[Command], ...]
    wrong: Callable[[Act], list[Violation]]
    listed: bool


class RecordedEdition(Protocol):
    """How games of an edition are recorded.

    ``code`` is the edition's; ``engine`` names it and the form of its logs, as stored in the Encounter's
    row. ``stored`` reads what it stores, ``kinds`` is the union of a record's entries, ``scoring`` are
    its VP. ``turns`` is the number of Turns after which the game ends, ``conditions`` lists what a model
    can have, ``stats`` the stats as cards print them, ``schemes`` the Schemes to choose from when none
    are flipped. ``health`` is the edition's word for it, ``passes`` says whether it has Pass Tokens,
    ``hazards`` whether a record has an entry for damaging terrain. ``left`` is what a record computes the
    score from, ``None`` where VP are entered as they are scored. ``equipment`` makes the cards of an
    Encounter. ``recorded_after`` is what is agreed before a record; ``None`` where one begins with two
    Crews and a scenario. ``readings`` are the settings of open rows that such a record asks for."""

    @property
    def code(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def stored(self) -> Stored: ...
    @property
    def kinds(self) -> Any: ...
    @property
    def scoring(self) -> Scoring: ...
    @property
    def turns(self) -> int | None: ...
    @property
    def conditions(self) -> Sequence[str]: ...
    @property
    def stats(self) -> Mapping[str, str]: ...
    @property
    def schemes(self) -> Sequence[ListedScheme]: ...
    @property
    def health(self) -> str: ...
    @property
    def passes(self) -> bool: ...
    @property
    def hazards(self) -> str: ...
    @property
    def left(self) -> ScoreSheet | None: ...
    @property
    def equipment(self) -> Equipment: ...
    @property
    def recorded_after(self) -> Agreed | None: ...
    @property
    def readings(self) -> Sequence[AgreedField]: ...
    @property
    def zones(self) -> Zones:
        """The function that draws its Deployment Zones."""

    def setup(self, text: str) -> Any:
        """Decode a set-up from its JSON."""

    def record(self, setup: Any) -> TableRecord[Any, Any]:
        """The empty record of a game at a real table."""

    def agreed(self, setup: Any) -> dict[str, Any] | None:
        """The scenario as the first entry of a record; ``None`` when it is unknown."""

    def shared(self, setup: Any) -> tuple[SharedRule, ...]:
        """What applies to both players: a feature, a special event, readings other than the
        default."""

    def aim(self, setup: Any, state: State, seat: int) -> str:
        """A side's Strategy; empty when it is unknown."""

    def of_catalogue(self, setup: Any) -> EncounterSetup | None:
        """The set-up if its cards are the catalogue's and its games may belong to a league; else
        ``None``."""

    def arrivals(self, setup: Any, state: State) -> list[tuple[str, str]]:
        """What may be Summoned as pairs of slug and name: cards that were not hired first, no
        Leader."""

    def printed(self, setup: Any, state: State, model: Model) -> Printed | None:
        """The model's card and Upgrades to read beside a real table; ``None`` when no card is
        known."""

    def by_hand(self, held: Driver | TableRecord[Any, Any], seat: int) -> ByHand:
        """What that seat's hand may do in the Encounter, played or recorded."""

    def layers(self, setup: Any, state: State) -> list[str]:
        """The layers of the picture that show what the moment is about."""

    def reminders(self, setup: Any, state: State, last: Any) -> tuple[Reminder, ...]:
        """What Upgrades of a league's Crews require now, after the record's ``last`` entry."""

    def rows_of(self, name: str) -> tuple[str, ...]:
        """The rows of the Strategy or Scheme of that name; none where they are not shown."""

    def due(self, setup: Any, state: State) -> tuple[Due, ...]:
        """What the rules ask for now, in their order; nothing hidden is in it."""

    def recorder(self, setup: Any, state: State, own: Collection[int]) -> Any:
        """What the edition's own part of the recorder's page shows to whoever writes for the seats
        ``own``; ``None`` where there is no such part."""


class OfSetup:
    """What editions share whose games are agreed in an ``EncounterSetup``: one Strategy for both sides, and a
    pool of Schemes. An edition of which nothing else is known has no Pass Tokens, no zones to draw and no
    reminders."""

    kinds: Any = SetupRecord.kinds
    turns: int | None = None
    stats: Mapping[str, str] = {}
    schemes: tuple[ListedScheme, ...] = ()
    health, short_health = "Health", "Health"
    passes = False
    hazards = ""
    left: ScoreSheet | None = None
    recorded_after: Agreed | None = None
    readings: Sequence[AgreedField] = ()
    equipment: Equipment = PlainEquipment()
    zones: Zones = staticmethod(no_zones)

    def __init__(self, stored: Stored, hand: HandRules) -> None:
        self.stored = stored
        self.hand = hand
        self.scoring = hand.scoring
        decoder = stored.decoder(EncounterSetup)
        # The same text gives the same object, by which what is worked out from its cards is kept.
        self._read = lru_cache(maxsize=64)(decoder.decode)

    def setup(self, text: str) -> EncounterSetup:
        setup: EncounterSetup = self._read(text)
        return setup

    def agreed(self, setup: EncounterSetup) -> dict[str, Any] | None:
        if not setup.strategy:
            return None
        return {
            "do": "scenario",
            "attacker": setup.attacker or 0,
            "strategy": setup.strategy,
            "deployment": setup.deployment,
            "pool": list(setup.pool),
        }

    def shared(self, setup: EncounterSetup) -> tuple[SharedRule, ...]:
        """The Weekly Event; everything else that both players share is a Strategy, a Scheme or
        terrain."""
        if setup.terms is None or not setup.terms.effect:
            return ()
        return (SharedRule("Weekly Event", setup.terms.event, setup.terms.effect, "SL-EVENT-03"),)

    def aim(self, setup: EncounterSetup, state: State, seat: int) -> str:
        return state.strategy

    def of_catalogue(self, setup: EncounterSetup) -> EncounterSetup | None:
        return setup

    def arrivals(self, setup: EncounterSetup, state: State) -> list[tuple[str, str]]:
        hired = {model.card: model.leader for crew in setup.crews for model in crew.models}
        cards = {**setup.cards, **state.cards}
        offered = [(slug in hired, card.name, slug) for slug, card in cards.items() if not hired.get(slug)]
        return [(slug, name) for _, name, slug in sorted(offered)]

    def printed(self, setup: EncounterSetup, state: State, model: Model) -> Printed | None:
        """Its Health and Upgrades; the rest is in the catalogue or on the printed card."""
        card = {**setup.cards, **state.cards}.get(model.card)
        if card is None:
            return None
        shown = CardShown(f"{self.short_health} {model.most or '–'}", (), (), ())
        return Printed(shown, (), borne_by(model, setup, state), card.printed_as)

    def layers(self, setup: EncounterSetup, state: State) -> list[str]:
        return acting_layers(state)

    def reminders(self, setup: EncounterSetup, state: State, last: Any) -> tuple[Reminder, ...]:
        return ()

    def rows_of(self, name: str) -> tuple[str, ...]:
        return ()

    def due(self, setup: EncounterSetup, state: State) -> tuple[Due, ...]:
        return ()

    def recorder(self, setup: EncounterSetup, state: State, own: Collection[int]) -> Any:
        return None

    def by_hand(self, held: Driver | TableRecord[Any, Any], seat: int) -> ByHand:
        state = held.state
        ground = Ground(self.hand, held.setup)
        if isinstance(held, Driver):
            ground = Ground(self.hand, held.setup, held.table, seat)

        def wrong(act: Act) -> list[Violation]:
            return act.problems(state, ground)

        cards, upgrades = ground.cards(state), ground.upgrades(state)
        return ByHand(cards, upgrades, tuple(BY_WORD.values()), wrong, True)


def borne_by(model: Model, setup: EncounterSetup, state: State) -> tuple[PrintedUpgrade, ...]:
    """The model's Upgrades of which the Encounter has a card."""
    upgrades = {**setup.upgrades, **state.upgrades}
    return tuple(upgrades[slug] for slug in model.upgrades if slug in upgrades)
