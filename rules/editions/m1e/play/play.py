"""Play a First Edition Encounter: the common driver, logs and questions with the procedures of this edition.

>>> from rules.fate.dealer import KeyDealer
>>> from rules.editions.m1e.examples import encounter_of
>>> play = PlayM1(encounter_of("a prompt"), KeyDealer(bytes(range(32))))
>>> play.asks[0].kind, play.asks[0].rule
('zone', 'M1-ENC-17')
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.dialogue import Answer
from rules.editions.m1e import by_hand as by_hand
from rules.editions.m1e import shown
from rules.editions.m1e.play import asking
from rules.editions.m1e.play.actions import one_action
from rules.editions.m1e.play.ground.pieces import of_first_edition
from rules.editions.m1e.play.match import EncounterSetupM1, Match
from rules.editions.m1e.play.pointed import listed, pointed
from rules.editions.m1e.play.turn import encounter
from rules.editions.m1e.readings import STANDARD, RulesetM1
from rules.editions.m1e.result import result_of
from rules.editions.m1e.rows import ROWS
from rules.fate.dealer import Dealer
from rules.game.driver import START
from rules.game.pointing import Proposal
from rules.game.procedure.asks import Ask, Proc, RecurringUse
from rules.game.referee.commands import Act
from rules.game.results.result import EncounterResult
from rules.game.shown import ActionShown, CardShown
from rules.game.state import Model
from rules.game.stored import Checkpoint
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.interface import TableAccess
from rules.game.table_access.open_field import OpenField
from rules.game.with_hand import DriverWithHand
from rules.refusal import Refusal


class PlayM1(DriverWithHand):
    """An Encounter of the First Edition. ``table`` defaults to the table that its set-up names."""

    rows = ROWS
    settles = asking.SETTLES

    def __init__(
        self,
        setup: EncounterSetupM1,
        dealer: Dealer,
        rules: RulesetM1 = STANDARD,
        table: TableAccess | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        setup = setup if checkpoint else setup.before_hiring()
        super().__init__(checkpoint or Checkpoint(setup.first_state(), 0, 0, START))
        self.rules = rules.with_readings(setup.readings)
        ground = table or table_of(setup, self.rules)
        self.match = Match(setup, self.rules, ground, dealer, self.since.state, one_action)
        self._begin(self.match, encounter(self.match))

    @property
    def setup(self) -> EncounterSetupM1:
        """The agreed set-up, with the Crews once they are hired."""
        return self.match.setup

    def refused(self, ask: Ask, refusal: Refusal) -> Refusal:
        """Use the row of the question where the edition has none for what the table says."""
        own = super().refused(ask, refusal)
        return own if own.rule else Refusal(own.sentence, rule=ask.rule, fix=own.fix)

    def _expect_possible(self, seat: int, act: Act) -> None:
        self._expect_time(act)
        if not self._restarts():
            raise Refusal("An Action goes on.", fix="Answer what it asks, then do it by hand.")
        problems = by_hand.problems_of(self.state, self.setup, self.table, seat, act)
        if problems:
            raise Refusal.of(problems)

    def _by_hand(self, seat: int, act: Act) -> Proc[bool]:
        return by_hand.by_hand(self.match, seat, act)

    def _restarted(self) -> Proc[None]:
        self.match.restart()
        return encounter(self.match)

    def action_shown(self) -> ActionShown | None:
        return shown.action_shown(self.match)

    def notes(self, ask: Ask) -> dict[str, str]:
        return shown.notes(self.match, ask)

    def needless(self, ask: Ask, *, alone: bool) -> Answer | None:
        return asking.needless(self.match, ask, alone=alone)

    def recurring(self, ask: Ask) -> RecurringUse | None:
        return asking.recurring(self.match, ask)

    def pointed(
        self, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
    ) -> tuple[Proposal, ...]:
        return pointed(self.match, ask, actor, target, place)

    def listed(self, ask: Ask, actor: str) -> tuple[Proposal, ...]:
        return listed(self.match, ask, actor)

    def card_shown(self, model: Model) -> CardShown:
        return shown.card_shown(self.match, model)

    def result(self, gave_up: int | None = None) -> EncounterResult:
        return result_of(self.setup, self.state, gave_up)


def table_of(setup: EncounterSetupM1, rules: RulesetM1) -> TableAccess:
    """The exact table where there is terrain or a shared feature, otherwise an open field."""
    if not (setup.terrain or setup.stock or setup.feature):
        return OpenField()
    return ExactTable(map(of_first_edition, setup.terrain), policies=rules.table)
