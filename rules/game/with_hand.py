"""A driver that accepts acts of the referee's hand between questions, shared by all editions.

Each edition says which acts are possible and how they are carried out (``_expect_possible``, ``_by_hand``).
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.dialogue import Dialogue
from rules.game.driver import Driver
from rules.game.events import Event
from rules.game.procedure.asks import LOOK_AGAIN, PUT_AGAIN, Ask, AskEach, Proc
from rules.game.referee.commands import Act
from rules.game.referee.open_question import remaining_question
from rules.game.state import State
from rules.game.stored import Checkpoint, StoredDecision
from rules.refusal import Refusal


class DriverWithHand(Driver):
    """``_act`` is the act being carried out, ``_before`` the state before it, ``_left`` the interrupted
    question with the options that are still valid."""

    def __init__(self, since: Checkpoint) -> None:
        super().__init__(since)
        self._act: Dialogue[Ask | AskEach, Any, bool] | None = None
        self._before: State | None = None
        self._left: Ask | None = None

    @property
    def _open(self) -> tuple[Ask, ...]:
        if self._act is not None:
            return (self._act.question,) if isinstance(self._act.question, Ask) else ()
        return super()._open if self._left is None else (self._left,)

    def _write_out(self) -> None:
        if self._act is not None and isinstance(self._act.question, Ask):
            self._act.question = self._act.question.written_out()
        elif self._left is not None:
            self._left = self._left.written_out()
        super()._write_out()

    def _take(self, seat: int, value: Any) -> None:
        if self._act is None:
            self._left = None
            super()._take(seat, value)
            return
        self.acts[-1] = (self.acts[-1][0], len(self.decisions))
        self._act.answer(value)
        self._go_on()

    @property
    def acting(self) -> bool:
        """Whether an act of the referee's hand is waiting for an answer."""
        return self._act is not None

    def act(self, seat: int, value: Any) -> tuple[Event, ...]:
        """Carry out an act of the referee's hand, given as plain data, and return the events that follow. The
        act may put questions of its own; afterwards the interrupted question is asked again with the options
        still valid.

        Raise ``Refusal`` when the act is impossible, or would remove every option of the open question; then
        nothing has changed.
        """
        act = self.act_as_given(value)
        self._expect_possible(seat, act)
        before = len(self.events)
        self._note(StoredDecision(seat, "act", value))
        self._before = self.state
        self.acts.append((len(self.decisions) - 1, len(self.decisions)))
        self._act = Dialogue(self._by_hand(seat, act))
        self._go_on()
        self.hashes.append(self.hash)
        return tuple(self.events[before:])

    def act_as_given(self, value: Any) -> Act:
        """The act of plain data. Raise ``Refusal`` when it is none."""
        try:
            return self.stored.act(value)
        except (msgspec.ValidationError, TypeError) as error:
            raise Refusal(f"That is no act by hand: {error}.", fix="Look at it again.") from None

    def _expect_time(self, act: Act) -> None:
        """Raise ``Refusal`` when no act is allowed now, or when the act is empty."""
        if self.over or self.state.phase == "setup":
            raise Refusal("There is nothing to change by hand now.", fix="Wait until Turn 1 begins.")
        if self._act is not None:
            raise Refusal("An act by hand is being carried out.", fix="Answer what it asks first.")
        if not act.lines:
            raise Refusal("Nothing was to be done.", fix="Add a line.")

    def _expect_possible(self, seat: int, act: Act) -> None:
        """Raise ``Refusal`` for an act that the edition's rules or the open question forbid."""
        raise NotImplementedError

    def _by_hand(self, seat: int, act: Act) -> Proc[bool]:
        """The procedure that carries out the act; its result says whether it was done."""
        raise NotImplementedError

    def _restarted(self) -> Proc[None]:
        """The outermost procedure, started from the current state."""
        raise NotImplementedError

    def _restarts(self) -> bool:
        """Whether the open question can be asked again from the current state: nothing has happened
        since a boundary, or the procedure that asked it accepts ``LOOK_AGAIN``."""
        question = self._dialogue.question
        return self._at_boundary or (isinstance(question, Ask) and question.kind in PUT_AGAIN)

    def _go_on(self) -> None:
        """Continue after a step of an act: with the act's next question, or with the interrupted
        procedure."""
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
            self._dialogue = Dialogue(self._restarted())
            self._left, self._held = None, {}
            self._collect()
        elif isinstance(question, Ask) and question.kind in PUT_AGAIN:
            self._dialogue.answer(LOOK_AGAIN)
            self._collect()
        else:
            if isinstance(question, Ask):
                self._left = (
                    remaining_question(self._left or question, before, self._running.state) or self._left
                )
            self._collect()
