"""What drives a procedure of whatever edition: questions put, answers taken, both logs kept (``play.py``)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rules.dialogue import Dialogue
from rules.game.events import Event, encode
from rules.game.events.cards import Reshuffled
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.game.procedure.running import Running
from rules.game.results.result import EncounterResult
from rules.game.shown import CardShown, Standing
from rules.game.state import Model, State
from rules.game.table_access.interface import TableAccess
from rules.refusal import Refusal

START = hashlib.sha256(b"mfx-encounter-v1").hexdigest()


class Decision(Struct, frozen=True):
    """One answer: whose, to what kind of question, the stable keys chosen. ``kind`` "rewind" stands for a
    consented rewind past a flip: ``value`` holds the numbers of the new shuffles (``log.py``); "act" for an
    act of the referee's hand between the questions."""

    seat: int
    kind: str
    value: Any


class Checkpoint(Struct, frozen=True):
    """A state from which alone the Encounter goes on, and how far the logs were."""

    state: State
    decisions: int
    events: int
    hash: str


class Driver:
    """A running Encounter. ``decisions`` and ``events`` count from the checkpoint it was resumed from.

    ``hashes[n]`` is the chain after decision ``n``, ``starts[n]`` the number of events before it. An
    edition's own driver gives the ``game`` and its outermost procedure to ``_begin``."""

    def __init__(self, since: Checkpoint) -> None:
        self.since = since
        self.checkpoint = since
        self.decisions: list[Decision] = []
        self.events: list[Event] = []
        self.hash = since.hash
        self.hashes: list[str] = []
        self.starts: list[int] = []
        # Where in ``decisions`` each act by hand begins and ends, with the answers to what it asked.
        self.acts: list[tuple[int, int]] = []
        self._held: dict[int, Any] = {}
        self._at_boundary = False

    def _begin(self, game: Running, procedure: Proc[None]) -> None:
        self._running = game
        self._dialogue: Dialogue[Ask | AskEach, Any, None] = Dialogue(procedure)
        self._collect()

    @property
    def state(self) -> State:
        return self._running.state

    @property
    def table(self) -> TableAccess:
        return self._running.table

    @property
    def over(self) -> bool:
        return self._dialogue.over

    def standing(self) -> Standing | None:
        """The Action that goes on, its duel in figures; nothing while none does."""
        raise NotImplementedError

    def notes(self, ask: Ask) -> dict[str, str]:
        """For each answer that needs it what it would do, by its key."""
        raise NotImplementedError

    def card_shown(self, model: Model) -> CardShown:
        """What is printed on that model's card, as it stands now."""
        raise NotImplementedError

    def result(self, gave_up: int | None = None) -> EncounterResult:
        """The record that the campaign reads; ``gave_up`` is the seat that ended it early."""
        raise NotImplementedError

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions: one, or one for each seat that has a secret choice still to make."""
        question = self._dialogue.question
        if isinstance(question, Ask):
            self._dialogue.question = question.written_out()
        return self._open

    @property
    def _open(self) -> tuple[Ask, ...]:
        """The same, their answers not looked for: whoever follows a log knows the answer."""
        question = self._dialogue.question
        if question is None:
            return ()
        if isinstance(question, AskEach):
            return tuple(ask for ask in question.asks if ask.seat not in self._held)
        return (question,)

    def ask_for(self, seat: int) -> Ask | None:
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def answer(self, seat: int, value: Any, kind: str = "") -> tuple[Event, ...]:
        """Answer the question that ``seat`` is asked; the events that follow.

        ``Refusal`` when that seat is asked nothing, something of another ``kind``, or cannot answer so;
        then nothing has changed.
        """
        ask = next((ask for ask in self._open if ask.seat == seat), None)
        if ask is None:
            raise Refusal("You are not asked anything now.", fix="Wait for the other player.")
        if kind and kind != ask.kind:
            raise Refusal(
                f"You are asked something else now ({ask.kind}).", fix="Look at the question again."
            )
        self._expect(ask, value)
        before = len(self.events)
        self._note(Decision(seat, ask.kind, value))
        self._take(seat, value)
        self.hashes.append(self.hash)
        return tuple(self.events[before:])

    def act(self, seat: int, value: Any) -> tuple[Event, ...]:
        """An act of the referee's hand, where the edition has one."""
        raise Refusal("Nothing can be changed by hand here.", fix="Answer what is asked.")

    def _expect(self, ask: Ask, value: Any) -> None:
        """``Refusal`` unless that is an answer."""
        try:
            ask.options.check(value, ask.rule)
        except Refusal as refusal:
            raise self.refused(ask, refusal) from None

    def refused(self, ask: Ask, refusal: Refusal) -> Refusal:
        """What the options say against an answer to ``ask``, by the rows of the edition that is played."""
        return refusal

    def _take(self, seat: int, value: Any) -> None:
        """The procedure goes on by that answer, once all seats asked at the same time have theirs."""
        self._at_boundary = False
        question = self._dialogue.question
        if isinstance(question, AskEach):
            self._held[seat] = value
            if len(self._held) < len(question.asks):
                return
            value, self._held = self._held, {}
        self._dialogue.answer(value)
        self._collect()

    def reshuffle(self, numbers: Iterable[int]) -> None:
        """After a consented rewind past a flip: the unseen cards of each deck are ordered anew
        (``log.py``)."""
        chosen = list(numbers)
        self._note(Decision(0, "rewind", chosen))
        for seat, shuffle_number in enumerate(chosen):
            deck = self._running.crew(seat).deck
            order = self._running.dealer.order(seat, shuffle_number, deck)
            self._running.emit(Reshuffled(seat, shuffle_number, order))
        self._collect()
        self.hashes.append(self.hash)

    def _note(self, decision: Decision) -> None:
        self.starts.append(len(self.events))
        self.decisions.append(decision)

    def _collect(self, *, boundary: bool | None = None) -> None:
        """Take the new events into the log; ``boundary``: whether the Encounter still is at one."""
        game = self._running
        marked = game.boundary_state is not None and game.boundary_state[1] == len(game.fresh)
        self._at_boundary = marked if boundary is None else boundary
        for number, event in enumerate(game.fresh):
            if game.boundary_state is not None and game.boundary_state[1] == number:
                self._mark(game.boundary_state[0])
            self.hash = chained(self.hash, event)
            self.events.append(event)
        if game.boundary_state is not None and game.boundary_state[1] == len(game.fresh):
            self._mark(game.boundary_state[0])
        game.fresh.clear()
        game.boundary_state = None

    def _mark(self, state: State) -> None:
        self.checkpoint = Checkpoint(
            state, self.since.decisions + len(self.decisions), self.since.events + len(self.events), self.hash
        )


def chained(previous: str, event: Event) -> str:
    """The hash after ``event``: 64 hexadecimal digits (SHA-256 of the one before and the event's JSON).

    Not for players before the end: with the hashes on both sides of a draw, 54 guesses would tell the card.
    """
    return hashlib.sha256(previous.encode() + encode(event)).hexdigest()
