"""An Encounter being played: begin, look at what is asked, answer, go on.

>>> from rules.game.examples.encounters import duel_of_two
>>> play = duel_of_two()
>>> play.asks[0].kind
'cut'
>>> _ = play.answer(play.asks[0].seat, 0)
>>> len(play.decisions), play.over
(1, False)

**Decisions** are the authority, **events** what followed; ``replay`` and ``fold`` (``log.py``) rebuild one
from the other. Nothing suspended is ever stored: a procedure waits in a generator, and is rebuilt by replay.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.dialogue import Dialogue
from rules.fate.dealer import Dealer
from rules.game.driver import START, Checkpoint, Decision, Driver, chained
from rules.game.events import Event
from rules.game.procedure.asks import LOOK_AGAIN, PUT_AGAIN, Ask, AskEach
from rules.game.procedure.context import Game
from rules.game.referee import performing
from rules.game.referee.commands import Act, act_of
from rules.game.referee.open_question import still
from rules.game.results.from_state import result_of
from rules.game.results.result import EncounterResult
from rules.game.ruleset import Ruleset
from rules.game.setup.hiring import Stock
from rules.game.setup.setup import Setup
from rules.game.shown import CardShown, Standing
from rules.game.shown import third_edition as standing
from rules.game.state import Model, State
from rules.game.table_access.interface import TableAccess
from rules.game.turn import encounter
from rules.refusal import Refusal

__all__ = ["START", "Checkpoint", "Decision", "Play", "act_as_given", "chained"]


class Play(Driver):
    """An Encounter of the Third Edition, with the referee's hand. ``stock`` is what Crews are hired from,
    where they are hired in set-up and it has not been done."""

    def __init__(
        self,
        setup: Setup,
        rules: Ruleset,
        table: TableAccess,
        dealer: Dealer,
        checkpoint: Checkpoint | None = None,
        stock: Stock | None = None,
    ) -> None:
        setup = setup if checkpoint else setup.before_hiring()
        super().__init__(checkpoint or Checkpoint(setup.first_state(), 0, 0, START))
        self.rules = rules
        self._game = Game(setup, rules, table, dealer, self.since.state, stock)
        # The act being carried out, the state before it, and what is left of the question it came between.
        self._act: Dialogue[Ask | AskEach, Any, bool] | None = None
        self._before: State | None = None
        self._left: Ask | None = None
        self._begin(self._game, encounter(self._game))

    @property
    def setup(self) -> Setup:
        """What was agreed; from step H on with the Crews that were hired."""
        return self._game.setup

    @property
    def running(self) -> Game:
        """What the procedures hold, for bots to look at."""
        return self._game

    def standing(self) -> Standing | None:
        return standing.standing(self._game)

    def notes(self, ask: Ask) -> dict[str, str]:
        return standing.notes(self._game, ask)

    def card_shown(self, model: Model) -> CardShown:
        return standing.card_shown(self._game, model)

    def result(self, gave_up: int | None = None) -> EncounterResult:
        return result_of(self.setup, self.state, gave_up)

    @property
    def asks(self) -> tuple[Ask, ...]:
        if self._act is not None:
            return (self._act.question,) if isinstance(self._act.question, Ask) else ()
        return super().asks if self._left is None else (self._left,)

    def _take(self, seat: int, value: Any) -> None:
        if self._act is None:
            self._left = None
            super()._take(seat, value)
            return
        self.acts[-1] = (self.acts[-1][0], len(self.decisions))
        self._act.answer(value)
        self._go_on()

    def _expect(self, ask: Ask, value: Any) -> None:
        """``Refusal`` unless that is an answer; of an act with the row that it breaks."""
        if isinstance(ask.options, performing.Commands):
            act_as_given(value)
            problems = ask.options.problems(value)
            if problems:
                raise Refusal.of(problems)
        ask.options.check(value, ask.rule)

    @property
    def acting(self) -> bool:
        """Whether an act of the referee's hand waits for an answer."""
        return self._act is not None

    def act(self, seat: int, value: Any) -> tuple[Event, ...]:
        """An act of the referee's hand between the questions, as plain data; the events that follow. It may
        put questions of its own; then what was asked before is asked again, as far as it can still be.

        ``Refusal`` when it cannot be done, or would take away all that the open question offers; then nothing
        has changed.
        """
        act = act_as_given(value)
        self._expect_possible(seat, act)
        before = len(self.events)
        self._note(Decision(seat, "act", value))
        self._before = self.state
        self.acts.append((len(self.decisions) - 1, len(self.decisions)))
        self._act = Dialogue(performing.by_hand(self._game, seat, act))
        self._go_on()
        self.hashes.append(self.hash)
        return tuple(self.events[before:])

    def _expect_possible(self, seat: int, act: Act) -> None:
        if self.over or self.state.phase == "setup":
            raise Refusal("There is nothing to change by hand now.", fix="Wait until Turn 1 begins.")
        if self._act is not None:
            raise Refusal("An act by hand is being carried out.", fix="Answer what it asks first.")
        if not act.lines:
            raise Refusal("Nothing was to be done.", fix="Add a line.")
        ground = performing.ground_of(self._game, seat)
        problems = performing.problems_of(self.state, act, ground)
        if problems:
            raise Refusal.of(problems)
        if self._restarts():
            return
        then = performing.after_facts(self.state, act, ground)
        if any(still(ask, self.state, then) is None for ask in self.asks):
            raise Refusal(
                "That would take away what is being asked.", fix="Answer the question, then do it by hand."
            )

    def _restarts(self) -> bool:
        """Whether the open question can be put anew from the state: nothing has happened since a boundary,
        or whoever asks can look again."""
        question = self._dialogue.question
        return self._at_boundary or (isinstance(question, Ask) and question.kind in PUT_AGAIN)

    def _go_on(self) -> None:
        """After a step of an act: on with it, or back to what it came between."""
        assert self._act is not None
        if not self._act.over:
            self._collect(boundary=self._at_boundary)
            return
        act, self._act = self._act, None
        question, before = self._dialogue.question, self._before
        assert before is not None
        if not act.result:
            self._collect(boundary=self._at_boundary)
        elif self._at_boundary:
            self._game.restart()
            self._dialogue = Dialogue(encounter(self._game))
            self._left, self._held = None, {}
            self._collect()
        elif isinstance(question, Ask) and question.kind in PUT_AGAIN:
            self._dialogue.answer(LOOK_AGAIN)
            self._collect()
        else:
            if isinstance(question, Ask):
                self._left = still(self._left or question, before, self._game.state) or self._left
            self._collect()


def act_as_given(value: Any) -> Act:
    """The act of plain data. ``Refusal`` for what is none."""
    try:
        return act_of(value)
    except (msgspec.ValidationError, TypeError) as error:
        raise Refusal(f"That is no act by hand: {error}.", fix="Look at it again.") from None
