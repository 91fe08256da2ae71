"""A record of a real table: free commands, refused only when they are impossible, with the same result as an
Encounter played here.

The players follow the rules; the record follows the players. Cards are on their table: a flip is entered
where it matters (Finished Off) or where they like to remember it. Events, state and views are those of play.

>>> from rules import Record, two_crews
>>> record = Record(two_crews())
>>> _ = record.enter([{"do": "turn", "turn": 1}, {"do": "hurt", "model": "b1", "amount": 3}])
>>> record.state.turn, record.state.models["b1"].health
(1, 8)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.events.announcements import ActSaid, CardEntered, Remark
from rules.game.events.crews import Claimed, Fell, Withdrew
from rules.game.events.table import HealthKnown, LeftPlay
from rules.game.events.turns import (
    EncounterEnded,
    InitiativeSet,
    ScenarioSet,
    SchemeRevealed,
    SchemesChosen,
    TurnBegan,
)
from rules.game.league.claims import left_of, ready, why_not
from rules.game.league.withdrawal import may_withdraw
from rules.game.log import chain, fold
from rules.game.narration import Names
from rules.game.referee import checks, facts
from rules.game.referee.commands import (
    LONGEST_NAME,
    MOST_COMMANDS,
    AnyCommand,
    Command,
    Fact,
    Heal,
    Hurt,
    Replace,
)
from rules.game.referee.hand import HandRules
from rules.game.referee.sentences import sentences_of
from rules.game.results.from_state import result_of
from rules.game.results.result import EncounterResult, Scoring
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Claim, FallenModel, Scheme, State
from rules.game.stored import PLAIN, Stored
from rules.refusal import Refusal, Violation
from rules.topics import Rows
from rules.wording import spelled

S = TypeVar("S")
E = TypeVar("E")
LONGEST_NOTE = 300
MOST_TURNS = 30
"""The highest Turn that can be entered where only cards end a game (M2-SCORE-06, -07)."""


class EnteredScenario(Fact, frozen=True, tag="scenario"):
    """What was agreed or flipped before the game."""

    attacker: int
    strategy: str
    deployment: str
    pool: tuple[str, ...] = ()


class Choose(Fact, frozen=True, tag="schemes"):
    """A player's Schemes, hidden from the other until they are revealed."""

    seat: int
    schemes: tuple[str, ...]


class Turn(Fact, frozen=True, tag="turn"):
    """That Turn began."""

    turn: int


class Initiative(Fact, frozen=True, tag="initiative"):
    of_a_turn: ClassVar[bool] = True
    seat: int


class Reveal(Fact, frozen=True, tag="reveal"):
    seat: int
    scheme: str


class Enter(Command, frozen=True, tag="card"):
    """A card that was flipped on the table."""

    seat: int
    card: str
    why: str = ""


class FinishedOff(Fact, frozen=True, tag="finished_off"):
    """The Finished Off flip of a fallen model, as entered (SL-FINISH-01); ``cheated_from`` is the card that
    was flipped first."""

    model: str
    card: str
    how: str = "killed"
    cheated_from: str = ""


class Withdraw(Fact, frozen=True, tag="withdraw"):
    """The Crew declared its Strategic Withdrawal after this Turn's initiative flip (SL-WITHDRAW-01)."""

    of_a_turn: ClassVar[bool] = True
    seat: int


class Tick(Fact, frozen=True, tag="tick"):
    """The side fulfilled a portion of its Bounty (SL-BOUNTY-05)."""

    seat: int
    portion: str


class Had(Fact, frozen=True, tag="award"):
    """The side achieved this award of the Weekly Event (SL-EVENT-04)."""

    seat: int
    award: int


class Note(Command, frozen=True, tag="note"):
    """A sentence that a side entered as a note."""

    seat: int
    text: str


class HasHealth(Fact, frozen=True, tag="health"):
    """So much Health the model has in all by its card, which no source has (M3E-GEN-06)."""

    model: str
    amount: Annotated[int, Meta(ge=1, le=40)]


class Over(Fact, frozen=True, tag="over"):
    """The game has ended."""


Own = (
    EnteredScenario
    | Choose
    | Turn
    | Initiative
    | Reveal
    | Enter
    | FinishedOff
    | Withdraw
    | Tick
    | Had
    | Note
    | HasHealth
    | Over
)


class ActEntry(Command, frozen=True, kw_only=True, tag="act"):
    """Commands of the referee's hand that form one act with a name."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    lines: Annotated[tuple[AnyCommand, ...], Meta(min_length=1, max_length=MOST_COMMANDS)]
    seat: int = 0


AnyEntry = Own | ActEntry | AnyCommand
CheckLine = Callable[[State, AnyCommand, checks.Ground], Iterator[Violation]]
How = Literal["killed", "sacrificed", "buried"]
FALLS = get_args(How)


class TableRecord(ABC, Generic[S, E]):
    """A recorded Encounter of any edition: its ``state``, its ``entries`` (what was entered), its ``events``.
    Each edition says what may be entered (``kinds``), what is impossible, and which events follow, and holds
    its ``rows``; ``stored`` reads what was entered, ``scoring`` are the edition's VP."""

    kinds: ClassVar[Any]
    rows: ClassVar[Rows]
    scoring: ClassVar[Scoring]
    stored: ClassVar[Stored] = PLAIN

    def __init__(self, setup: S, state: State) -> None:
        self.setup = setup
        self.state = replace(
            state, models={name: replace(model, where="table") for name, model in state.models.items()}
        )
        self.first = self.state
        self.entries: list[E] = []
        self.events: list[Event] = []

    @abstractmethod
    def check(self, state: State, entry: E) -> Iterator[Violation]:
        """What makes the entry impossible; the rules of play are not checked."""

    @abstractmethod
    def facts(self, state: State, entry: E) -> Iterable[Event]:
        """The events of an entry."""

    @abstractmethod
    def result(self) -> EncounterResult:
        """The result that the campaign reads, equal to that of an Encounter played here."""

    def enter(self, given: Any) -> list[Event]:
        """Enter commands given as plain data, all or none. Raise ``Refusal`` with everything that is
        impossible."""
        entries = self.entries_of(given)
        state, events = self.state, []
        for entry in entries:
            if problems := self._problems(state, entry):
                raise Refusal.of(problems)
            for event in self.facts(state, entry):
                state = event.on(state)
                events.append(event)
        self.state = state
        self.entries += entries
        self.events += events
        return events

    def why_not(self, given: Any, state: State | None = None) -> list[Violation]:
        """Why an entry given as plain data is impossible now, or in that ``state``."""
        (entry,) = self.entries_of([given])
        return self._problems(self.state if state is None else state, entry)

    def _problems(self, state: State, entry: Any) -> list[Violation]:
        problems = [*uncounted(state, entry)] or list(self.check(state, entry))
        return [self.rows.cited(each) for each in problems]

    def read(self, given: Iterable[Any], events: Iterable[Event]) -> None:
        """Take over what was ``given`` to ``enter`` before, and the ``events`` that followed from it. Nothing
        is checked again."""
        for entries in given:
            self.entries += self.entries_of(entries)
        self.events += events
        self.state = fold(self.first, self.events)

    def entries_of(self, given: Any) -> list[E]:
        """Plain data as entries. Raise ``Refusal`` for what can be none."""
        try:
            entries: list[E] = self.stored.converted(given, list[self.kinds])  # type: ignore[name-defined]
        except msgspec.ValidationError as error:
            raise Refusal(f"That is no command: {error}.", fix="Look at it again.") from None
        return entries

    @property
    def hash(self) -> str:
        return chain(self.events)


class SetupRecord(TableRecord[EncounterSetup, Any]):
    """A recorded Encounter with one Strategy and a pool of Schemes for both sides; ``hand`` are the edition's
    rules of the referee's hand."""

    kinds = AnyEntry
    hand: ClassVar[HandRules]

    def __init__(self, setup: EncounterSetup) -> None:
        super().__init__(setup, setup.first_state())

    @property
    def ground(self) -> checks.Ground:
        """What checks know besides the state."""
        return checks.Ground(self.hand, self.setup)

    def check(self, state: State, entry: Any) -> Iterator[Violation]:
        return check(self.ground, state, entry)

    def facts(self, state: State, entry: Any) -> Iterable[Event]:
        return events_of(self.ground, state, entry)

    def result(self) -> EncounterResult:
        return result_of(self.setup, self.state, self.scoring)


def uncounted(state: State, entry: Any) -> Iterator[Violation]:
    """Why an entry cannot count the Health of a model: nobody knows it yet."""
    lines = getattr(entry, "lines", (entry,))
    named = [line.model for line in lines if isinstance(line, Hurt | Heal)]
    named += [name for line in lines if isinstance(line, Replace) for name in line.models]
    for model in (state.models[name] for name in dict.fromkeys(named) if name in state.models):
        if not model.most:
            sentence = f"How much damage {model.name} can take is not known here."
            yield Violation("card.figures", sentence, "Enter the figure of its card first.", model.id)
    if isinstance(entry, HasHealth) and entry.model not in state.models:
        yield Violation("", f"There is no model {entry.model}.", "Choose one that is.", entry.model)


def check(ground: checks.Ground, state: State, entry: AnyEntry) -> Iterator[Violation]:
    """What makes the entry impossible; the rules of play are not checked."""
    if state.phase == "over" and not isinstance(entry, FinishedOff | Tick | Had | Note):
        yield Violation("turn.end", "The game is over.", "Take the end back first.")
    if isinstance(entry, ActEntry):
        yield from check_lines(ground, state, entry, checks.check)
        return
    if not isinstance(entry, Own):
        yield from checks.check(state, entry, ground)
        return
    seat = getattr(entry, "seat", 0)
    if seat not in (0, 1):
        yield Violation("", f"There is no seat {seat}.", "0 or 1.")
        return
    yield from _check_own(ground, state, entry)


def agreed(ground: checks.Ground) -> EncounterSetup:
    assert ground.setup is not None, "a record has a set-up"
    return ground.setup


def check_lines(
    ground: checks.Ground, state: State, entry: ActEntry, check_line: CheckLine
) -> Iterator[Violation]:
    """What is wrong with the first impossible line; each line is checked after the lines before it."""
    for line in entry.lines:
        problems = list(check_line(state, line, ground))
        if problems:
            yield from problems
            return
        for event in facts.events_of(state, line, ground):
            state = event.on(state)


def _check_own(ground: checks.Ground, state: State, entry: Own) -> Iterator[Violation]:
    setup, scoring = agreed(ground), ground.hand.scoring
    match entry:
        case Turn() if not state.turn < entry.turn <= min(state.turn + 1, setup.turns or scoring.turns):
            yield Violation("turn.order", f"Turn {entry.turn} cannot follow Turn {state.turn}.", "")
        case Choose():
            if len(set(entry.schemes)) != len(entry.schemes) or len(entry.schemes) > scoring.schemes:
                most = spelled(scoring.schemes)
                what = f"{most} Scheme" if scoring.schemes == 1 else f"{most} different Schemes"
                yield Violation("setup.schemes", f"Each side chooses {what}.", "")
            if state.pool and not set(entry.schemes) <= set(state.pool):
                yield Violation("setup.schemes", "A Scheme is not in the pool.", "Choose from the pool.")
        case Reveal() if not _hidden(state, entry):
            yield Violation("scheme.reveal", f"{entry.scheme} is not a hidden Scheme of that side.", "")
        case Enter():
            yield from _check_card(entry.card)
        case Note() if not entry.text.strip() or len(entry.text) > LONGEST_NOTE:
            yield Violation("", f"A note has 1 to {LONGEST_NOTE} characters.", "Write it shorter.")
        case Withdraw() | Tick() | Had():
            yield from _check_league(setup, state, entry, scoring)
        case FinishedOff():
            yield from _check_card(entry.card, "SL-FINISH-01")
            yield from _check_card(entry.cheated_from or "1r", "SL-FINISH-05")
            yield from _check_fall(setup, state, entry)


def _hidden(state: State, entry: Reveal) -> bool:
    return any(s.name == entry.scheme and not s.revealed for s in state.crews[entry.seat].schemes)


def _check_card(code: str, rule: str = "cards.read") -> Iterator[Violation]:
    try:
        Card.parse(code)
    except ValueError as error:
        yield Violation(rule, str(error), "")


def _check_fall(setup: EncounterSetup, state: State, entry: FinishedOff) -> Iterator[Violation]:
    model = state.models.get(entry.model)
    heirs = {heir.model for heir in state.heirs}
    if model is None or (entry.model not in setup.arsenal_ids() and entry.model not in heirs):
        yield Violation("SL-FINISH-01", f"{entry.model} is no model of an Arsenal here.", "", entry.model)
    elif any(fall.model == entry.model for fall in state.falls):
        yield Violation("SL-FINISH-06", f"{model.name} has had its one flip.", "", entry.model)
    elif model.where == "table":
        yield Violation("SL-FINISH-01", f"{model.name} is still standing.", "Kill it first.", entry.model)
    elif model.where == "gone" and not any(kill.victim == entry.model for kill in state.kills):
        yield Violation("SL-WITHDRAW-03", f"{model.name} withdrew: it was not killed.", "", entry.model)
    if entry.how not in FALLS:
        yield Violation("SL-FINISH-01", f"{entry.how} is no way to fall.", f"One of {', '.join(FALLS)}.")


def _check_league(
    setup: EncounterSetup, state: State, entry: Withdraw | Tick | Had, scoring: Scoring
) -> Iterator[Violation]:
    """What is wrong with an entry that only a league has."""
    if setup.terms is None:
        yield Violation("SL-WITHDRAW-01", "This is no game of a league.", "")
        return
    match entry:
        case Withdraw():
            gone = [withdrawal.seat for withdrawal in state.withdrawals]
            if entry.seat not in may_withdraw(state.initiative, gone, setup.terms):
                yield Violation("A-09", "A Crew has withdrawn already.", "Take that back first.")
            elif state.turn < 1:
                yield Violation("SL-WITHDRAW-01", "Nobody withdraws before Turn 1.", "")
            elif too_late := late_to_withdraw(state):
                yield Violation(
                    "SL-WITHDRAW-01", too_late, "Take the Activation back, or wait for the next Turn."
                )
        case Tick():
            if entry.portion not in {portion.id for portion in ready(setup, state, entry.seat, scoring)}:
                unknown = Violation("SL-BOUNTY-05", "The Bounty has no such portion.", "")
                yield why_not(setup, state, entry.seat, scoring).get(entry.portion, unknown)
        case Had():
            if entry.award not in {award.number for award in left_of(setup, state, entry.seat, scoring)}:
                sentence = "That award is none of this game, was had, or the game speaks against it."
                yield Violation("SL-EVENT-04", sentence, "")


def late_to_withdraw(state: State) -> str:
    """Why nobody may withdraw any more in this Turn: it is declared directly after the initiative flip
    (SL-WITHDRAW-01). Empty while somebody may."""
    first = next((model for model in state.models.values() if model.activated), None)
    if first is None:
        return ""
    return f"{first.name} has Activated already: a withdrawal comes right after the Turn’s initiative flip."


def events_of(ground: checks.Ground, state: State, entry: AnyEntry) -> Iterable[Event]:
    """The events of an entry."""
    if isinstance(entry, ActEntry):
        return _of_act(ground, state, entry)
    if not isinstance(entry, Own):
        return facts.events_of(state, entry, ground)
    return _own_events(agreed(ground), state, entry)


def _of_act(ground: checks.Ground, state: State, entry: ActEntry) -> Iterator[Event]:
    """The name of the act, then the events of each of its commands."""
    told_as = sentences_of(entry.lines, Names(state), ground.cards(state))
    yield ActSaid(entry.seat, entry.name, told_as, "begun")
    for line in entry.lines:
        for event in facts.events_of(state, line, ground):
            state = event.on(state)
            yield event


def _own_events(setup: EncounterSetup, state: State, entry: Own) -> Iterator[Event]:
    match entry:
        case EnteredScenario():
            yield ScenarioSet(entry.attacker, entry.strategy, entry.deployment, entry.pool)
        case Choose():
            yield SchemesChosen(entry.seat, tuple(Scheme(name=name) for name in entry.schemes))
        case Turn():
            yield from facts.ended(state, "activation", "end_phase", "turn")
            yield TurnBegan(entry.turn)
        case Initiative():
            yield InitiativeSet(entry.seat)
        case Reveal():
            held = next(s for s in state.crews[entry.seat].schemes if s.name == entry.scheme)
            yield SchemeRevealed(entry.seat, held)
        case Enter():
            yield CardEntered(entry.seat, Card.parse(entry.card), entry.why)
        case FinishedOff():
            threshold = 3 if setup.finish_threshold is None else setup.finish_threshold
            finished = Card.parse(entry.card).value >= threshold
            how = msgspec.convert(entry.how, How)
            yield Fell(
                FallenModel(
                    model=entry.model,
                    how=how,
                    flip=entry.card,
                    cheated_from=entry.cheated_from,
                    finished_off=finished,
                )
            )
        case Withdraw():
            yield Withdrew(entry.seat)
            for model in state.crew_of(entry.seat):
                yield LeftPlay(model.id, "withdrawn")
        case Tick():
            yield Claimed(Claim(kind="portion", seat=entry.seat, what=entry.portion))
        case Note():
            yield Remark(f"Note of {state.crews[entry.seat].name}: {entry.text.strip()}")
        case Had():
            yield Claimed(Claim(kind="award", seat=entry.seat, what=str(entry.award)))
        case HasHealth():
            yield HealthKnown(entry.model, entry.amount)
        case Over():
            yield EncounterEnded()
