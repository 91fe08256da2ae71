"""The editions of Encounters played here, behind one protocol for pages, API and operations.

An Encounter's ``engine`` names its edition and the form in which its log is stored. No other module tests
which edition is played. State, events, questions and views are the same for all editions and are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol, cast

import msgspec
from msgspec import Struct

from mfcampaign.play.hiring import stock_of
from mfcampaign.play.models import Encounter
from rules.crews.catalogue import FIRST, SECOND, THIRD
from rules.dialogue import Answer, Options
from rules.edition import edition_of as core_edition
from rules.editions import M1E, RULESETS
from rules.editions.m1e import by_hand as by_hand
from rules.editions.m1e import record as m1
from rules.editions.m1e import shown as first_edition
from rules.editions.m1e.play import movement as first_edition_moves
from rules.editions.m1e.play.flips import fall_flips
from rules.editions.m1e.play.match import SetupM1
from rules.editions.m1e.play.places import DeploymentSpots
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import READINGS
from rules.editions.m1e.result import strategies_of
from rules.editions.m1e.scoring import SCHEME, SchemeM1
from rules.editions.m1e.simulation.bots import GreedyM1, LooksAheadM1, TacticianM1
from rules.editions.m1e.special import event_named, feature_named
from rules.editions.m2e import record as second_edition
from rules.editions.m3e import shown as third_edition
from rules.editions.m3e.play.effects import movement as third_edition_moves
from rules.editions.m3e.play.effects.conditions import CONDITIONS
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.simulation.bots import Novice, Passive, RandomLegal
from rules.editions.m3e.simulation.looking_ahead import LooksAhead
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import Dealer
from rules.fate.shuffle import Stream
from rules.game.driver import Checkpoint
from rules.game.pictures.board import (
    Zones,
    acting_layers,
    first_edition_zones,
    moment_layers,
    third_edition_zones,
)
from rules.game.procedure.asks import Ask
from rules.game.recording.record import TURNS, Record
from rules.game.setup.setup import Setup
from rules.game.shown import CardShown
from rules.game.statcards import StatCard, UpgradeCard
from rules.game.state import Model, State
from rules.game.table_access.exact_table import table_for
from rules.refusal import Refusal
from rules.table.obstacles.falls import Fall
from rules.table.zones import End
from rules.wording import counted, titled

Played = Play | PlayM1
AnySetup = Setup | SetupM1
Shown = dict[str, str]
AnyRecord = Record | m1.RecordM1
BotKind = Callable[[Stream], Any]


class Printed(Struct, frozen=True):
    """A card to read: its contents, the ``words`` under its name, its Upgrades. ``slug`` finds it in the
    catalogue, if the set-up leaves its contents there."""

    shown: CardShown
    words: tuple[str, ...]
    upgrades: tuple[UpgradeCard, ...]
    slug: str = ""


class SharedRule(Struct, frozen=True):
    """Something that applies to both players: ``what`` it is, its ``name``, its ``effect`` in a sentence, its
    row."""

    what: str
    name: str
    effect: str
    rule: str


class Harm(Struct, frozen=True):
    """Hazardous terrain that a move meets: what it is called, its effect in words, its row."""

    name: str
    effect: str
    rule: str


class PlayedEdition(Protocol):
    """One edition. ``engine`` names the edition and the form of its logs, as stored in the Encounter's row.
    ``turns`` is the number of Turns after which the game ends, ``conditions`` lists what a model can have,
    ``schemes`` the Schemes to choose from when none are flipped, ``stats`` the stats of a duel by hand as
    cards print them. ``health`` is the edition's word for it, ``hazards`` says whether a record has an entry
    for damaging terrain, ``cites`` whether the rows of Strategies and Schemes are shown beside the cards,
    ``table_rule`` is the row for the size of a table."""

    slug: str
    name: str
    engine: str
    turns: int | None
    conditions: tuple[str, ...]
    schemes: tuple[SchemeM1, ...]
    stats: Mapping[str, str]
    health: str
    passes: bool
    hazards: bool
    cites: bool
    table_rule: str
    ground_rule: str

    @property
    def zones(self) -> Zones:
        """Return the function that draws its Deployment Zones."""

    bots: Mapping[str, BotKind]

    def setup(self, text: str) -> Any:
        """Decode a set-up from its JSON."""

    def play(self, setup: Any, dealer: Dealer, since: Checkpoint | None) -> Played:
        """Return the Encounter at ``since``, or at its first question."""

    def record(self, setup: Any) -> AnyRecord:
        """Return the empty record of a game at a real table."""

    def agreed(self, setup: Any) -> dict[str, Any] | None:
        """Return the scenario as the first entry of a record; ``None`` when it is unknown."""

    def shared(self, setup: Any) -> tuple[SharedRule, ...]:
        """Return what applies to both players: a feature, a special event, readings other than the
        default."""

    def aim(self, setup: Any, state: State, seat: int) -> str:
        """Return a side's Strategy; empty when it is unknown."""

    def of_catalogue(self, setup: Any) -> Setup | None:
        """Return the set-up if its cards are the catalogue's and its games may belong to a league; else
        ``None``."""

    def arrivals(self, setup: Any, state: State) -> list[tuple[str, str]]:
        """Return what may be Summoned as pairs of slug and name: cards that were not hired first, no
        Leader."""

    def printed(self, setup: Any, state: State, model: Model) -> Printed | None:
        """Return the model's card and Upgrades to read beside a real table; ``None`` when no card is
        known."""

    def settled(self, play: Any, before: AnySetup) -> AnySetup | None:
        """Return the set-up if hiring changed it during play; else ``None``."""

    def borne(self, play: Any, model: Model) -> list[Shown]:
        """Return the model's Upgrades: name, kind, text, and who applies them."""

    def deployment(self, play: Any, model: Model) -> Options:
        """Return where a model that is not deployed may be deployed."""

    def fall(self, play: Any, fall: Fall) -> str:
        """Return how deep a fall is and its damage."""

    def harms(self, play: Any, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        """Return the Hazardous terrain that a move meets which ends as the answer says."""

    def layers(self, setup: Any, state: State) -> list[str]:
        """Return the layers of the picture that show what the moment is about."""


def no_zones(state: State) -> str:
    """Draw no zones: the board of a record has none, its set-up has its own picture."""
    return ""


class _Third:
    slug, name, engine = THIRD, "Third Edition", "m3e-1"
    turns: int | None = TURNS
    conditions: tuple[str, ...] = tuple(CONDITIONS)
    schemes: tuple[SchemeM1, ...] = ()
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp", "mv": "Mv", "sz": "Sz"}
    health, passes = "Health", True
    hazards, cites = False, True
    table_rule, ground_rule = "M3E-SETUP-12", "M3E-SETUP-03"
    zones = staticmethod(third_edition_zones)
    bots: Mapping[str, BotKind] = {
        "random": RandomLegal,
        "greedy": Novice,
        "level-2": Tactician,
        "level-3": LooksAhead,
        "absent": Passive,
    }

    def setup(self, text: str) -> Setup:
        return _read_third(text)

    def rules(self, setup: Setup) -> Ruleset:
        """Return the ruleset of the set-up. Raise ``Refusal`` for an unknown one."""
        if setup.ruleset not in RULESETS:
            raise Refusal(f"The ruleset “{setup.ruleset}” is not known here.")
        return RULESETS[setup.ruleset].with_policies(setup.policies)

    def play(self, setup: Setup, dealer: Dealer, since: Checkpoint | None) -> Play:
        rules = self.rules(setup)
        stock = None if since else stock_of(setup)
        return Play(setup, rules, table_for(setup, rules), dealer, since, stock)

    def record(self, setup: Setup) -> AnyRecord:
        return Record(setup)

    def agreed(self, setup: Setup) -> dict[str, Any] | None:
        if not setup.strategy:
            return None
        return {
            "do": "scenario",
            "attacker": setup.attacker or 0,
            "strategy": setup.strategy,
            "deployment": setup.deployment,
            "pool": list(setup.pool),
        }

    def shared(self, setup: Setup) -> tuple[SharedRule, ...]:
        """Return the Weekly Event; everything else that both players share is a Strategy, a Scheme or
        terrain."""
        if setup.terms is None or not setup.terms.effect:
            return ()
        return (SharedRule("Weekly Event", setup.terms.event, setup.terms.effect, "SL-EVENT-03"),)

    def aim(self, setup: Setup, state: State, seat: int) -> str:
        return state.strategy

    def of_catalogue(self, setup: Setup) -> Setup | None:
        return setup

    def arrivals(self, setup: Setup, state: State) -> list[tuple[str, str]]:
        hired = {model.card: model.leader for crew in setup.crews for model in crew.models}
        cards = setup.cards | state.cards
        offered = [(slug in hired, card.name, slug) for slug, card in cards.items() if not hired.get(slug)]
        return [(slug, name) for _, name, slug in sorted(offered)]

    def printed(self, setup: Setup, state: State, model: Model) -> Printed | None:
        cards, upgrades = setup.cards | state.cards, setup.upgrades | state.upgrades
        if model.card not in cards:
            return None
        borne = tuple(upgrades[slug] for slug in model.upgrades if slug in upgrades)
        card = cards[model.card]
        if not (card.actions or card.abilities):
            return _left_to_the_catalogue(card, model, borne, "Health")
        return Printed(third_edition.card_printed(card, borne), tuple(card.keywords), borne)

    def settled(self, play: Play, before: AnySetup) -> Setup | None:
        return play.setup if play.setup.hire is not None and play.setup != before else None

    def borne(self, play: Play, model: Model) -> list[Shown]:
        return [_upgrade(play.setup, slug) for slug in model.upgrades]

    def deployment(self, play: Play, model: Model) -> Options:
        state = play.state
        zone = core_edition(play.setup.ruleset).table.deployment(state.deployment.lower())
        assert zone is not None, "models are deployed by a Deployment of their edition"
        return play.table.zone(state, zone.zone(cast(End, state.crews[model.seat].zone)), model)

    def fall(self, play: Play, fall: Fall) -> str:
        return f"{_deep(fall)}, {fall.damage or 'no'} damage"

    def harms(self, play: Play, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        when = " once the Action is resolved" if play.running.in_progress else ""
        return tuple(
            Harm(
                hazard.name or "ground of an aura",
                (
                    f"{titled(hazard.condition)} +{hazard.value}"
                    if hazard.condition
                    else f"{hazard.value} damage"
                )
                + when,
                "M3E-TRAIT-08",
            )
            for hazard in third_edition_moves.hazards_ahead(play.running, ask, answer)
        )

    def layers(self, setup: Setup, state: State) -> list[str]:
        return moment_layers(setup, state)


class _Second(_Third):
    """The Second Edition: recorded beside a real table, not played here. It has the Third's set-up under its
    own name."""

    slug, name, engine = SECOND, "Second Edition", "m2e-1"
    turns: int | None = None
    conditions: tuple[str, ...] = second_edition.CONDITIONS
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp"}
    health, passes = "Wounds", False
    hazards, cites = True, False
    table_rule, ground_rule = "M2-SETUP-02", "M2-SETUP-01"
    zones = staticmethod(no_zones)
    bots: Mapping[str, BotKind] = {}

    def rules(self, setup: Setup) -> Ruleset:
        raise Refusal("The Second Edition is played at a table, and can be recorded here.")

    def record(self, setup: Setup) -> AnyRecord:
        return second_edition.RecordM2(setup)

    def printed(self, setup: Setup, state: State, model: Model) -> Printed | None:
        """Return its Wounds and Upgrades; the rest is in the catalogue or on the printed cards."""
        card = (setup.cards | state.cards).get(model.card)
        if card is None:
            return None
        upgrades = setup.upgrades | state.upgrades
        borne = tuple(upgrades[slug] for slug in model.upgrades if slug in upgrades)
        return _left_to_the_catalogue(card, model, borne, "Wd")


def _left_to_the_catalogue(
    card: StatCard, model: Model, borne: tuple[UpgradeCard, ...], health: str
) -> Printed:
    """Return the Health and the Upgrades of a model whose other figures the engine does not read."""
    shown = CardShown(f"{health} {model.most or '–'}", (), (), ())
    return Printed(shown, (), borne, card.printed_as)


class _First:
    slug, name, engine = FIRST, "First Edition", "m1e-1"
    turns: int | None = None
    conditions: tuple[str, ...] = by_hand.CONDITIONS
    schemes = tuple(SCHEME.values())
    stats: Mapping[str, str] = by_hand.STATS
    health, passes = "Wounds", False
    hazards, cites = False, True
    table_rule, ground_rule = "M1-ENC-05", "M1-ENC-04"
    zones = staticmethod(first_edition_zones)
    bots: Mapping[str, BotKind] = {
        "random": RandomLegal,
        "greedy": GreedyM1,
        "level-2": TacticianM1,
        "level-3": LooksAheadM1,
    }

    def setup(self, text: str) -> SetupM1:
        return _read_first(text)

    def play(self, setup: SetupM1, dealer: Dealer, since: Checkpoint | None) -> PlayM1:
        return PlayM1(setup, dealer, M1E, checkpoint=since)

    def record(self, setup: SetupM1) -> AnyRecord:
        return m1.RecordM1(setup)

    def agreed(self, setup: SetupM1) -> dict[str, Any] | None:
        scenario = {"first": setup.first, "deployment": setup.deployment, "strategies": setup.strategies}
        return {"do": "scenario", **scenario}

    def shared(self, setup: SetupM1) -> tuple[SharedRule, ...]:
        feature, event = feature_named(setup.feature), event_named(setup.event)
        rules = []
        if feature is not None:
            rules.append(SharedRule("Shared feature", feature.name, feature.effect, feature.rule))
        if event is not None:
            rules.append(SharedRule(f"Special event, {event.span}", event.name, event.effect, event.rule))
        for name, value in setup.readings.items():
            reading = READINGS[name]
            words = f"{reading.said(value).capitalize()}."
            rules.append(SharedRule("Read otherwise", reading.question, words, reading.rule))
        return tuple(rules)

    def aim(self, setup: SetupM1, state: State, seat: int) -> str:
        return strategies_of(setup, state)[seat]

    def of_catalogue(self, setup: SetupM1) -> None:
        """Return ``None``: its figures are part of the set-up, and leagues play later editions."""

    def arrivals(self, setup: SetupM1, state: State) -> list[tuple[str, str]]:
        hired = {slug for crew in setup.crews for slug in crew.models}
        figures = (figure for figure in setup.figures.values() if figure.station != "Master")
        offered = [(figure.slug in hired, figure.name, figure.slug) for figure in figures]
        return [(slug, name) for _, name, slug in sorted(offered)]

    def printed(self, setup: SetupM1, state: State, model: Model) -> Printed | None:
        figure = setup.figures[model.card]
        return Printed(first_edition.card_printed(figure), figure.characteristics, ())

    def settled(self, play: PlayM1, before: AnySetup) -> SetupM1 | None:
        return play.setup if play.setup.hire is not None and play.setup != before else None

    def borne(self, play: PlayM1, model: Model) -> list[Shown]:
        """Return the figures it was before it was transformed."""
        before = (play.setup.figures[slug] for slug in model.upgrades)
        return [
            {"name": figure.name, "kind": "", "text": figure.station, "status": "automated"}
            for figure in before
        ]

    def deployment(self, play: PlayM1, model: Model) -> Options:
        state = play.state
        end = state.crews[model.seat].zone
        return DeploymentSpots.of(state, play.setup.deployment, end, model, play.table)

    def fall(self, play: PlayM1, fall: Fall) -> str:
        flips = fall_flips(fall.inches, play.rules)
        return f"{_deep(fall)}, {counted(flips, 'damage flip') if flips else 'no damage'}"

    def harms(self, play: PlayM1, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        profiles = dict(play.rules.hazards)
        return tuple(
            Harm(hazard, _profile(profiles[hazard]), "M1-TER-08")
            for hazard in first_edition_moves.hazards_ahead(play.match, ask, answer)
        )

    def layers(self, setup: SetupM1, state: State) -> list[str]:
        return acting_layers(state)


THIRD_EDITION: PlayedEdition = _Third()
FIRST_EDITION: PlayedEdition = _First()
SECOND_EDITION: PlayedEdition = _Second()
EDITIONS = {edition.slug: edition for edition in (THIRD_EDITION, FIRST_EDITION)}
"""The editions that can be played here."""
_RECORDED = EDITIONS | {SECOND: SECOND_EDITION}


def edition_of(row: Encounter) -> PlayedEdition:
    """Return the edition of the row's engine, older engines included."""
    return _RECORDED[row.engine.partition("-")[0]]


def edition_for(setup: AnySetup) -> PlayedEdition:
    """Return the edition that plays this set-up."""
    if isinstance(setup, SetupM1):
        return FIRST_EDITION
    return SECOND_EDITION if setup.ruleset == SECOND else THIRD_EDITION


_third = msgspec.json.Decoder(Setup)
_first = msgspec.json.Decoder(SetupM1)


@lru_cache(maxsize=64)
def _read_third(text: str) -> Setup:
    return _third.decode(text)


@lru_cache(maxsize=64)
def _read_first(text: str) -> SetupM1:
    return _first.decode(text)


def _deep(fall: Fall) -> str:
    return f"{round(fall.inches, 1):g}″"


def _profile(damage: tuple[int | None, ...]) -> str:
    """Return a damage flip in words; ``None`` kills."""
    if not any(damage):
        return "killed"
    return f"damage flip {'/'.join('killed' if amount is None else str(amount) for amount in damage)}"


def _upgrade(setup: Setup, slug: str) -> Shown:
    """Return what an Upgrade's card shows: its kind, its effect in a few words, and who applies it."""
    card = setup.upgrades.get(slug)
    if card is None:
        return {"name": slug, "kind": "", "text": "", "status": "manual"}
    status = next(
        (ability.status for ability in card.abilities if ability.status != "automated"), "automated"
    )
    return {"name": card.name, "kind": card.kind, "text": card.text, "status": status}
