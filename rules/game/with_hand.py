"""A driver whose Encounter the referee's hand may change between the questions: what every edition shares.

What such an act may do and how it is done is the edition's own (``_expect_possible``, ``_by_hand``).
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.dialogue import Dialogue
from rules.game.driver import Checkpoint, Decision, Driver
from rules.game.events import Event
from rules.game.procedure.asks import LOOK_AGAIN, PUT_AGAIN, Ask, AskEach, Proc
from rules.game.referee.commands import Act, act_of
from rules.game.referee.open_question import still
from rules.game.state import State
from rules.refusal import Refusal


class DriverWithHand(Driver):
    """``_act`` is the act being carried out, ``_before`` the state before it, ``_left`` what is left of the
    question it came between."""

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
        self._act = Dialogue(self._by_hand(seat, act))
        self._go_on()
        self.hashes.append(self.hash)
        return tuple(self.events[before:])

    def _expect_time(self, act: Act) -> None:
        """``Refusal`` where there is no time for an act, or nothing in it."""
        if self.over or self.state.phase == "setup":
            raise Refusal("There is nothing to change by hand now.", fix="Wait until Turn 1 begins.")
        if self._act is not None:
            raise Refusal("An act by hand is being carried out.", fix="Answer what it asks first.")
        if not act.lines:
            raise Refusal("Nothing was to be done.", fix="Add a line.")

    def _expect_possible(self, seat: int, act: Act) -> None:
        """``Refusal`` for an act that the edition's rules or the open question bar."""
        raise NotImplementedError

    def _by_hand(self, seat: int, act: Act) -> Proc[bool]:
        """The procedure of the act: whether it was done."""
        raise NotImplementedError

    def _restarted(self) -> Proc[None]:
        """The outermost procedure, entered anew from the state alone."""
        raise NotImplementedError

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
            self._dialogue = Dialogue(self._restarted())
            self._left, self._held = None, {}
            self._collect()
        elif isinstance(question, Ask) and question.kind in PUT_AGAIN:
            self._dialogue.answer(LOOK_AGAIN)
            self._collect()
        else:
            if isinstance(question, Ask):
                self._left = still(self._left or question, before, self._running.state) or self._left
            self._collect()


def act_as_given(value: Any) -> Act:
    """The act of plain data. ``Refusal`` for what is none."""
    try:
        return act_of(value)
    except (msgspec.ValidationError, TypeError) as error:
        raise Refusal(f"That is no act by hand: {error}.", fix="Look at it again.") from None
