"""How the First Edition is played and recorded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rules.dialogue import Answer, Options
from rules.editions.m1e import by_hand as by_hand
from rules.editions.m1e.play.agreed import AGREED
from rules.editions.m1e.play.flips import fall_flips
from rules.editions.m1e.play.ground.features import EFFIGIES
from rules.editions.m1e.play.ground.movement import hazards_ahead
from rules.editions.m1e.play.ground.places import DeploymentSpots
from rules.editions.m1e.play.match import EncounterSetupM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import M1E, READINGS
from rules.editions.m1e.record import RecordM1
from rules.editions.m1e.result import strategies_of
from rules.editions.m1e.scoring import SCHEME, SCORE_SHEET, SCORING
from rules.editions.m1e.shown import card_printed
from rules.editions.m1e.simulation.bots import GreedyM1, LooksAheadM1, TacticianM1
from rules.editions.m1e.simulation.simulate import simulate
from rules.editions.m1e.special import event_named, feature_named
from rules.editions.m1e.table import RULES
from rules.fate.dealer import Dealer
from rules.game.driver import Driver
from rules.game.pictures.board import acting_layers, zones_of
from rules.game.playing import Figures, FindFigures, FirstGame, Harm, MakeBot, PlayedEdition, Shown, deep
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import ByHand, Due, Printed, SharedRule
from rules.game.recording.record import TableRecord
from rules.game.recording.reminders import Reminder
from rules.game.referee.commands import Act
from rules.game.setup.agreed import AgreedField
from rules.game.setup.equipping import Equipment, PlainEquipment
from rules.game.setup.trial import Trial
from rules.game.simulation.bots import RandomLegal
from rules.game.simulation.levels import Played
from rules.game.simulation.playout import Run
from rules.game.state import Model, State
from rules.game.stored import PLAIN, Checkpoint
from rules.refusal import Refusal, Violation
from rules.table.obstacles.falls import Fall
from rules.wording import counted

_decoder = msgspec.json.Decoder(EncounterSetupM1)


class _Played:
    code, engine = "m1e", "m1e-1"
    stored = PLAIN
    kinds: Any = RecordM1.kinds
    scoring = SCORING
    turns: int | None = None
    conditions = by_hand.CONDITIONS
    schemes = tuple(SCHEME.values())
    stats: Mapping[str, str] = by_hand.STATS
    health, passes = "Wounds", False
    hazards = ""
    left = SCORE_SHEET
    readings: Sequence[AgreedField] = ()
    equipment: Equipment = PlainEquipment()
    played_after = recorded_after = AGREED
    opponents = (
        ("greedy", "a bot, easy: comes and fights, and plays the cards as they fall"),
        ("level-2", "a bot, steady: plays for its Strategy and its Schemes"),
        ("level-3", "a bot, hard: looks ahead before it acts"),
    )
    trial: Trial | None = None
    first_game: FirstGame | None = None
    zones = staticmethod(zones_of(RULES))
    bots: Mapping[str, MakeBot] = {
        "random": RandomLegal,
        "greedy": GreedyM1,
        "level-2": TacticianM1,
        "level-3": LooksAheadM1,
    }
    levels: tuple[int, ...] = ()

    def setup(self, text: str) -> EncounterSetupM1:
        return _read(text)

    def play(
        self, setup: EncounterSetupM1, dealer: Dealer, since: Checkpoint | None, figures: FindFigures
    ) -> PlayM1:
        return PlayM1(setup, dealer, M1E, checkpoint=since)

    def record(self, setup: EncounterSetupM1) -> RecordM1:
        return RecordM1(setup)

    def agreed(self, setup: EncounterSetupM1) -> dict[str, Any] | None:
        scenario = {"first": setup.first, "deployment": setup.deployment, "strategies": setup.strategies}
        return {"do": "scenario", **scenario}

    def shared(self, setup: EncounterSetupM1) -> tuple[SharedRule, ...]:
        feature, event = feature_named(setup.feature), event_named(setup.event)
        rules = []
        if feature is not None:
            rules.append(
                SharedRule(
                    "Shared feature", feature.name, feature.effect, feature.rule, feature.name == EFFIGIES
                )
            )
        if event is not None:
            rules.append(SharedRule(f"Special event, {event.span}", event.name, event.effect, event.rule))
        for name, value in setup.readings.items():
            reading = READINGS[name]
            words = f"{reading.said(value).capitalize()}."
            rules.append(SharedRule("Read otherwise", reading.question, words, reading.rule))
        return tuple(rules)

    def aim(self, setup: EncounterSetupM1, state: State, seat: int) -> str:
        return strategies_of(setup, state)[seat]

    def of_catalogue(self, setup: EncounterSetupM1) -> None:
        """``None``: its figures are part of the set-up, and leagues play later editions."""

    def arrivals(self, setup: EncounterSetupM1, state: State) -> list[tuple[str, str]]:
        hired = {slug for crew in setup.crews for slug in crew.models}
        figures = (figure for figure in setup.figures.values() if figure.station != "Master")
        offered = [(figure.slug in hired, figure.name, figure.slug) for figure in figures]
        return [(slug, name) for _, name, slug in sorted(offered)]

    def printed(self, setup: EncounterSetupM1, state: State, model: Model) -> Printed | None:
        figure = setup.figures[model.card]
        return Printed(card_printed(figure), figure.characteristics, ())

    def by_hand(self, held: Driver | TableRecord[Any, Any], seat: int) -> ByHand:
        state, setup = held.state, held.setup
        table = held.table if isinstance(held, Driver) else None

        def wrong(act: Act) -> list[Violation]:
            return by_hand.problems_of(state, setup, table, seat, act)

        return ByHand(setup.figures, {}, by_hand.POSSIBLE, wrong, False)

    def rows_of(self, name: str) -> tuple[str, ...]:
        return ()

    def reminders(self, setup: EncounterSetupM1, state: State, last: Any) -> tuple[Reminder, ...]:
        return ()

    def due(self, setup: EncounterSetupM1, state: State) -> tuple[Due, ...]:
        return ()

    def recorder(self, setup: EncounterSetupM1, state: State, own: Collection[int]) -> None:
        return None

    def settled(self, play: PlayM1, before: EncounterSetupM1) -> EncounterSetupM1 | None:
        return play.setup if play.setup.hire is not None and play.setup != before else None

    def borne(self, play: PlayM1, model: Model) -> list[Shown]:
        """The figures it was before it was transformed."""
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
        return f"{deep(fall)}, {counted(flips, 'damage flip') if flips else 'no damage'}"

    def harms(self, play: PlayM1, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        profiles = dict(play.rules.hazards)
        return tuple(
            Harm(hazard, _profile(profiles[hazard]), "M1-TER-08")
            for hazard in hazards_ahead(play.match, ask, answer)
        )

    def layers(self, setup: EncounterSetupM1, state: State) -> list[str]:
        return acting_layers(state)

    def simulate(
        self, encounters: int, seed: str, *, terrain: bool = False, figures: Figures | None = None
    ) -> Iterator[Run]:
        if figures is not None:
            raise Refusal("First Edition Encounters are of practice Crews.")
        return simulate(encounters, seed, M1E, terrain=terrain)

    def compare(
        self,
        levels: tuple[int, int],
        pairs: int,
        seed: str,
        clock: Callable[[], float],
        *,
        terrain: bool = False,
        figures: Figures | None = None,
    ) -> Iterator[Played]:
        raise Refusal("Levels of bots are not compared in the First Edition.")


@lru_cache(maxsize=64)
def _read(text: str) -> EncounterSetupM1:
    return _decoder.decode(text)


def _profile(damage: tuple[int | None, ...]) -> str:
    """A damage flip in words; ``None`` kills."""
    if not any(damage):
        return "killed"
    return f"damage flip {'/'.join('killed' if amount is None else str(amount) for amount in damage)}"


PLAYED: PlayedEdition = _Played()
