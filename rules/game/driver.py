"""The driver of an Encounter, for every edition: it puts a procedure's questions, takes the answers and keeps
both logs. Each edition that is played here has a subclass in its ``play``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from rules.dialogue import Answer, Dialogue
from rules.game.events import Event, encode
from rules.game.events.cards import Reshuffled
from rules.game.narration import Names
from rules.game.pointing import Proposal
from rules.game.procedure.asks import Ask, AskEach, Beside, Proc, RecurringUse
from rules.game.procedure.running import Running
from rules.game.results.result import EncounterResult
from rules.game.shown import ActionShown, CardShown
from rules.game.state import Model, State
from rules.game.stored import PLAIN, Checkpoint, Stored, StoredDecision
from rules.game.table_access.interface import TableAccess
from rules.refusal import Refusal
from rules.topics import Rows

START = hashlib.sha256(b"mfx-encounter-v1").hexdigest()


class Following(NamedTuple):
    """The question ``ask`` that comes once ``key`` was answered, and the Encounter ``at`` it."""

    key: str
    ask: Ask
    at: Any


class Driver:
    """A running Encounter. ``decisions`` and ``events`` count from the checkpoint from which it was resumed.

    ``hashes[n]`` is the hash of the log after decision ``n``, ``starts[n]`` the number of events before it.
    Each edition's subclass passes its ``game`` and outermost procedure to ``_begin``; it holds its ``rows``,
    and ``stored`` reads what its Encounters store."""

    stored: ClassVar[Stored] = PLAIN

    rows: ClassVar[Rows]
    settles: ClassVar[tuple[str, ...]] = ()
    """What ``recurring`` names that a player may leave before it comes (``rules.game.asking.INSTEAD``)."""

    def __init__(self, since: Checkpoint) -> None:
        self.since = since
        self.checkpoint = since
        self.decisions: list[StoredDecision] = []
        self.events: list[Event] = []
        self.hash = since.hash
        self.hashes: list[str] = []
        self.starts: list[int] = []
        # Start and end index in ``decisions`` of each act by hand, including the answers to its questions.
        self.acts: list[tuple[int, int]] = []
        self._held: dict[int, Any] = {}
        self._at_boundary = False

    def _begin(self, game: Running, procedure: Proc[None]) -> None:
        self._running = game
        self._dialogue: Dialogue[Ask | AskEach, Any, None] = Dialogue(procedure)
        self._collect()

    @property
    def setup(self) -> Any:
        """The agreed set-up, with the Crews once they are hired."""
        raise NotImplementedError

    @property
    def state(self) -> State:
        return self._running.state

    @property
    def table(self) -> TableAccess:
        return self._running.table

    @property
    def over(self) -> bool:
        return self._dialogue.over

    def action_shown(self) -> ActionShown | None:
        """The Action in progress and its duel in figures; ``None`` when there is none."""
        raise NotImplementedError

    def notes(self, ask: Ask) -> dict[str, str]:
        """What each answer to ``ask`` would do, by the answer's key; answers that need no note are
        left out."""
        raise NotImplementedError

    def needless(self, ask: Ask, *, alone: bool) -> Answer | None:
        """The answer to ``ask`` where nothing depends on it, ``None`` where something may. Unless nobody else
        plays (``alone``) it follows from what both players know."""
        raise NotImplementedError

    def recurring(self, ask: Ask) -> RecurringUse | None:
        """What a player may leave once for the whole Encounter by leaving it now; ``None`` where an ability
        of its own name, or nothing of the kind, is asked about."""
        return None

    def with_next(self, ask: Ask) -> Ask:
        """The question as a form puts it: where one choice only leads to another question, with the choices
        of that one in its place. An answer to that one then answers both."""
        return ask

    def then(self, ask: Ask) -> Following | None:
        """What the player is asked after using the one thing that ``ask`` offers; ``None`` where another is
        asked, where a card is turned or shown before, or where one form cannot put both. One that answers it
        has used it."""
        return None

    def leads(self, ask: Ask) -> bool:
        """Whether the model that is chosen is then moved, so that a drag says both (``pointed``)."""
        return False

    def pointed(
        self, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
    ) -> tuple[Proposal, ...]:
        """What a tap may mean for the model ``actor`` while ``ask`` is open: on ``target``, else on the
        ground at ``place``; none in an edition that does not say."""
        return ()

    def beside(self, ask: Ask) -> tuple[Beside, ...]:
        """Questions after ``ask`` that its form may answer, too."""
        return ()

    def listed(self, ask: Ask, actor: str) -> tuple[Proposal, ...]:
        """What the model ``actor`` may do while ``ask`` is open without a place on the table: whole intents,
        for who chooses from a list; none in an edition that does not say."""
        return ()

    def card_shown(self, model: Model) -> CardShown:
        """What is printed on the model's card, with its current values."""
        raise NotImplementedError

    def result(self, gave_up: int | None = None) -> EncounterResult:
        """The finished Encounter as the campaign reads it; ``gave_up`` is the seat that ended it
        early, if any."""
        raise NotImplementedError

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions: one, or one for each seat that still owes a secret choice."""
        self._write_out()
        return self._open

    def _write_out(self) -> None:
        """Write the open question out where it stands, so that it is done once."""
        question = self._dialogue.question
        if isinstance(question, Ask):
            self._dialogue.question = question.written_out()

    @property
    def _open(self) -> tuple[Ask, ...]:
        """The open questions without their texts and answers: replaying a log does not need them."""
        question = self._dialogue.question
        if question is None:
            return ()
        if isinstance(question, AskEach):
            return tuple(ask for ask in question.asks if ask.seat not in self._held)
        return (question,)

    def ask_for(self, seat: int) -> Ask | None:
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def answer(self, seat: int, value: Any, kind: str = "") -> tuple[Event, ...]:
        """Answer the question put to ``seat`` and return the events that follow.

        Raise ``Refusal`` when nothing is asked of that seat, when the question is of another ``kind``, or
        when the options do not contain ``value``; then nothing has changed.
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
        self._note(StoredDecision(seat, ask.kind, value))
        self._take(seat, value)
        self.hashes.append(self.hash)
        return tuple(self.events[before:])

    def act(self, seat: int, value: Any) -> tuple[Event, ...]:
        """Carry out an act of the referee's hand. Raise ``Refusal`` in editions without one."""
        raise Refusal("Nothing can be changed by hand here.", fix="Answer what is asked.")

    def _expect(self, ask: Ask, value: Any) -> None:
        """Raise ``Refusal`` unless ``value`` answers ``ask``."""
        try:
            ask.options.check(value, ask.rule)
        except Refusal as refusal:
            raise self.refused(ask, refusal) from None

    def refused(self, ask: Ask, refusal: Refusal) -> Refusal:
        """The refusal of an answer to ``ask`` with the names of models, which the table knows by their
        ids, and the rule ID of the edition that is played."""
        own = self.rows.refusal(refusal)
        if own.violations:
            return own
        return Refusal(Names(self.state).named(own.sentence), rule=own.rule, fix=own.fix)

    def _take(self, seat: int, value: Any) -> None:
        """Pass the answer to the procedure, once every seat that was asked at the same time has answered."""
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
        """Reorder the unseen cards of each deck after a consented rewind past a flip (``log.py``).
        ``numbers`` holds the number of the next shuffle of each seat."""
        chosen = list(numbers)
        self._note(StoredDecision(0, "rewind", chosen))
        for seat, shuffle_number in enumerate(chosen):
            deck = self._running.crew(seat).deck
            order = self._running.dealer.order(seat, shuffle_number, deck)
            self._running.emit(Reshuffled(seat, shuffle_number, order))
        self._collect()
        self.hashes.append(self.hash)

    def _note(self, decision: StoredDecision) -> None:
        self.starts.append(len(self.events))
        self.decisions.append(decision)

    def _collect(self, *, boundary: bool | None = None) -> None:
        """Move the new events into the log. ``boundary`` says whether the Encounter is still at a boundary;
        ``None`` works it out from the game."""
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
    """The hash after ``event``: 64 hexadecimal digits, the SHA-256 of the previous hash and the
    event's JSON.

    Players may not see it before the end: with the hashes before and after a draw, 54 guesses would tell the
    card.
    """
    return hashlib.sha256(previous.encode() + encode(event)).hexdigest()
