"""How the Third Edition is played and recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from rules.dialogue import Answer, Options
from rules.editions.m3e.conditions import CONDITIONS
from rules.editions.m3e.examples.encounters import among_terrain, skirmish, skirmish_among_terrain
from rules.editions.m3e.examples.first_game import FIRST_GAME
from rules.editions.m3e.hand import HAND
from rules.editions.m3e.pictures import moment_layers
from rules.editions.m3e.play.effects.movement import hazards_ahead
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.scoring.registry import RULES_OF
from rules.editions.m3e.play.setup.agreed import AGREED
from rules.editions.m3e.play.setup.stock import stock_of
from rules.editions.m3e.play.setup.trial import TRIAL
from rules.editions.m3e.recording.record import Record
from rules.editions.m3e.recording.reminders import reminders
from rules.editions.m3e.ruleset import M3E, RULESETS, Ruleset
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.editions.m3e.shown import card_printed
from rules.editions.m3e.simulation.bots import Novice
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.editions.m3e.simulation.levels import LEVELS, mirrored
from rules.editions.m3e.simulation.looking_ahead import LooksAhead
from rules.editions.m3e.simulation.simulate import MakeSetup, simulate
from rules.editions.m3e.simulation.tactics import Tactician
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.editions.m3e.stored import STORED
from rules.editions.m3e.table import RULES
from rules.editions.m3e.zones import zone_named
from rules.fate.dealer import Dealer
from rules.game.pictures.board import zones_of
from rules.game.playing import Figures, FindFigures, Harm, MakeBot, PlayedEdition, Shown, deep
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import OfSetup, Printed, borne_by
from rules.game.recording.reminders import Reminder
from rules.game.setup.equipping import Equipment
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.bots import Passive, RandomLegal
from rules.game.simulation.levels import Played
from rules.game.simulation.playout import Run
from rules.game.state import Model, State
from rules.game.stored import Checkpoint
from rules.game.table_access.exact_table import table_for
from rules.game.table_access.interface import Hazard
from rules.refusal import Refusal
from rules.table.obstacles.falls import Fall
from rules.wording import titled


class _Played(OfSetup):
    code, engine = "m3e", "m3e-1"
    turns: int | None = M3E.turns
    conditions = tuple(CONDITIONS)
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp", "mv": "Mv", "sz": "Sz"}
    passes = True
    equipment: Equipment = EQUIPMENT
    played_after = AGREED
    opponents = (
        ("greedy", "a bot, easy: comes and fights, and plays the cards as they fall"),
        ("level-2", "a bot, steady: plays for the Strategy and its Schemes"),
        ("level-3", "a bot, hard: looks ahead before it acts"),
    )
    trial = TRIAL
    first_game = FIRST_GAME
    zones = staticmethod(zones_of(RULES))
    bots: Mapping[str, MakeBot] = {
        "random": RandomLegal,
        "greedy": Novice,
        "level-2": Tactician,
        "level-3": LooksAhead,
        "absent": Passive,
    }
    levels = tuple(LEVELS)

    def rules(self, setup: EncounterSetup) -> Ruleset:
        """The ruleset of the set-up. Raise ``Refusal`` for an unknown one."""
        if setup.ruleset not in RULESETS:
            raise Refusal(f"The ruleset “{setup.ruleset}” is not known here.")
        return RULESETS[setup.ruleset].with_policies(setup.policies)

    def play(
        self, setup: EncounterSetup, dealer: Dealer, since: Checkpoint | None, figures: FindFigures
    ) -> Play:
        rules = self.rules(setup)
        hires = setup.hire is not None and since is None
        stock = stock_of(figures(setup.hire.stock)) if setup.hire is not None and hires else None
        return Play(setup, rules, table_for(setup, rules), dealer, since, stock)

    def record(self, setup: EncounterSetup) -> Record:
        return Record(setup)

    def printed(self, setup: EncounterSetup, state: State, model: Model) -> Printed | None:
        card = cast(StatCard | None, {**setup.cards, **state.cards}.get(model.card))
        if card is None or not (card.actions or card.abilities):
            return super().printed(setup, state, model)
        borne = cast(tuple[UpgradeCard, ...], borne_by(model, setup, state))
        return Printed(card_printed(card, borne), tuple(card.keywords), borne)

    def rows_of(self, name: str) -> tuple[str, ...]:
        return RULES_OF.get(name, ())

    def reminders(self, setup: EncounterSetup, state: State, last: Any) -> tuple[Reminder, ...]:
        return reminders(setup, state, last)

    def settled(self, play: Play, before: EncounterSetup) -> EncounterSetup | None:
        return play.setup if play.setup.hire is not None and play.setup != before else None

    def borne(self, play: Play, model: Model) -> list[Shown]:
        return [_upgrade(play.setup, slug) for slug in model.upgrades]

    def deployment(self, play: Play, model: Model) -> Options:
        state = play.state
        return play.table.zone(state, zone_named(state.deployment, state.crews[model.seat].zone), model)

    def fall(self, play: Play, fall: Fall) -> str:
        return f"{deep(fall)}, {fall.damage or 'no'} damage"

    def harms(self, play: Play, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        when = " once the Action is resolved" if play.running.in_progress else ""
        return tuple(
            Harm(
                hazard.name or "ground of an aura",
                _does(hazard) + when,
                "M3E-TRAIT-08",
            )
            for hazard in hazards_ahead(play.running, ask, answer)
        )

    def layers(self, setup: EncounterSetup, state: State) -> list[str]:
        return moment_layers(setup, state)

    def simulate(
        self, encounters: int, seed: str, *, terrain: bool = False, figures: Figures | None = None
    ) -> Iterator[Run]:
        return simulate(encounters, seed, _making(terrain, figures), M3E)

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
        return mirrored(levels, pairs, seed, _making(terrain, figures), M3E, clock)


def _making(terrain: bool, figures: Figures | None) -> MakeSetup:
    """What makes the set-up of a name: of practice Crews, or of legal Crews of those figures."""
    if figures is None:
        return skirmish_among_terrain if terrain else skirmish
    stock = CatalogueStock(*figures)
    return lambda name: among_terrain(stock.encounter(name)) if terrain else stock.encounter(name)


def _does(hazard: Hazard) -> str:
    if not hazard.condition:
        return f"{hazard.value} damage"
    given = f"{titled(hazard.condition)} +{hazard.value}"
    return f"{hazard.damage} damage and {given}" if hazard.damage else given


def _upgrade(setup: EncounterSetup, slug: str) -> Shown:
    """What an Upgrade's card shows: its kind, its effect in a few words, and who applies it."""
    card = cast(UpgradeCard | None, setup.upgrades.get(slug))
    if card is None:
        return {"name": slug, "kind": "", "text": "", "status": "manual"}
    status = next(
        (ability.status for ability in card.abilities if ability.status != "automated"), "automated"
    )
    return {"name": card.name, "kind": card.kind, "text": card.text, "status": status}


PLAYED: PlayedEdition = _Played(STORED, HAND)
