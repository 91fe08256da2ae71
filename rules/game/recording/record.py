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
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.events.announcements import ActSaid, CardEntered, Remark
from rules.game.events.crews import Claimed, Fell, Withdrew
from rules.game.events.table import HealthKnown, Killed, LeftPlay
from rules.game.events.turns import (
    EncounterEnded,
    InitiativeSet,
    ScenarioSet,
    SchemeRevealed,
    SchemesChosen,
    TurnBegan,
)
from rules.game.league.claims import left_of, ready, why_not
from rules.game.league.policies import policies_of
from rules.game.league.withdrawal import WITHDRAWN, may_withdraw
from rules.game.log import chain, fold
from rules.game.narration import Names
from rules.game.referee.command import Command, Fact, Subject, sentences_of
from rules.game.referee.commands import LONGEST_NAME, MOST_COMMANDS, AnyCommand, Heal, Hurt, Replace
from rules.game.referee.ground import Ground, Named
from rules.game.referee.hand import HandRules
from rules.game.referee.lasting import ended
from rules.game.results.casualties import (
    Casualty,
    FinishPolicies,
    fall_faults,
    is_finished_off,
    owes_flip,
)
from rules.game.results.from_state import result_of
from rules.game.results.result import EncounterResult, Scoring
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Claim, FallenModel, Model, Scheme, State
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

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield ScenarioSet(self.attacker, self.strategy, self.deployment, self.pool)


class Choose(Fact, frozen=True, tag="schemes"):
    """A player's Schemes, hidden from the other until they are revealed."""

    of_its_side: ClassVar[bool] = True
    about = ("schemes", "seat")
    seat: int
    schemes: tuple[str, ...]

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        most = ground.hand.scoring.chosen_first
        if len(set(self.schemes)) != len(self.schemes) or len(self.schemes) > most:
            what = f"{spelled(most)} Scheme" if most == 1 else f"{spelled(most)} different Schemes"
            yield Violation("setup.schemes", f"Each side chooses {what}.", "")
        if state.pool and not set(self.schemes) <= set(state.pool):
            yield Violation("setup.schemes", "A Scheme is not in the pool.", "Choose from the pool.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield SchemesChosen(self.seat, tuple(Scheme(name=name) for name in self.schemes))


class Turn(Fact, frozen=True, tag="turn"):
    """That Turn began."""

    about = ("turn",)
    turn: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        last = (ground.setup.turns if ground.setup else 0) or ground.hand.scoring.turns
        if not state.turn < self.turn <= min(state.turn + 1, last):
            yield Violation("turn.order", f"Turn {self.turn} cannot follow Turn {state.turn}.", "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from ended(state, "activation", "end_phase", "turn")
        yield TurnBegan(self.turn)


class Initiative(Fact, frozen=True, tag="initiative"):
    of_a_turn: ClassVar[bool] = True
    seat: int

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield InitiativeSet(self.seat)


class Reveal(Fact, frozen=True, tag="reveal"):
    of_its_side: ClassVar[bool] = True
    about = ("scheme", "seat", "scheme")
    seat: int
    scheme: str

    def hidden(self, state: State) -> Scheme | None:
        """That side's hidden Scheme of the name; ``None`` when there is none."""
        schemes = state.crews[self.seat].schemes
        return next((held for held in schemes if held.name == self.scheme and not held.revealed), None)

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.hidden(state) is None:
            yield Violation("scheme.reveal", f"{self.scheme} is not a hidden Scheme of that side.", "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        held = next(scheme for scheme in state.crews[self.seat].schemes if scheme.name == self.scheme)
        yield SchemeRevealed(self.seat, held)


class Enter(Command, frozen=True, tag="card"):
    """A card that was flipped on the table."""

    about = ("card", "seat", "card")
    seat: int
    card: str
    why: str = ""

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _no_card(self.card)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield CardEntered(self.seat, Card.parse(self.card), self.why)


def _no_card(code: str, rule: str = "cards.read") -> Iterator[Violation]:
    try:
        Card.parse(code)
    except ValueError as error:
        yield Violation(rule, str(error), "")


class FinishedOff(Fact, frozen=True, tag="finished_off"):
    """The Finished Off flip of a fallen model, as entered (SL-FINISH-01); ``cheated_from`` is the card that
    was flipped first. Without a card it was finished off by an effect itself (SL-FINISH-08), or sacrificed
    where only kills count (SL-3E-11)."""

    about = ("fall", "model")
    after_end: ClassVar[bool] = True
    model: str
    card: str = ""
    how: str = "killed"
    cheated_from: str = ""

    def problems(self, state: State, ground: Ground) -> list[Violation]:
        """Check a model that has left the table."""
        return [*self.wrong(state, ground)]

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _no_card(self.card or "1r", "SL-FINISH-01")
        yield from _no_card(self.cheated_from or "1r", "SL-FINISH-05")
        name, model = self.model, state.models.get(self.model)
        heirs = {heir.model for heir in state.heirs}
        if model is None or (name not in agreed(ground).arsenal_ids() and name not in heirs):
            yield Violation("SL-FINISH-01", f"{name} is no model of an Arsenal here.", "", name)
        elif any(fall.model == name for fall in state.falls):
            yield Violation("SL-FINISH-06", f"{model.name} has had its one flip.", "", name)
        elif model.where == "table":
            yield Violation("SL-FINISH-01", f"{model.name} is still standing.", "Kill it first.", name)
        elif model.where == "gone" and not any(kill.victim == name for kill in state.kills):
            yield Violation("SL-WITHDRAW-03", f"{model.name} withdrew: it was not killed.", "", name)
        elif self.how not in FALLS:
            yield Violation("SL-FINISH-01", f"{self.how} is no way to fall.", f"One of {', '.join(FALLS)}.")
        else:
            yield from self._impossible(model, ground)

    def _impossible(self, model: Model, ground: Ground) -> Iterator[Violation]:
        """What no report could say of it either: a card that is missing, or where nothing is flipped."""
        policies = policies_of(agreed(ground))
        fell = self.fall(policies)
        no_flip = fell.how == "automatic" or not owes_flip(fell.how, policies)
        if not self.card and not no_flip:
            yield Violation("SL-FINISH-01", f"{model.name}: which card was flipped?", "Enter it.", model.id)
        as_reported = Casualty(0, fell.finished_off, fell.flip or None, fell.how, fell.cheated_from or None)
        for fault in fall_faults(model.seat, as_reported, False, policies):
            sentence = fault.sentence.replace("Model 0", model.name)
            fix = "" if fault.fix == "Correct the report." else fault.fix
            yield Violation(fault.rule, sentence, fix, model.id)

    def fall(self, policies: FinishPolicies) -> FallenModel:
        """The fall, as the settings judge its card."""
        how = msgspec.convert(self.how, How)
        flipped = bool(self.card) and is_finished_off(Card.parse(self.card), policies)
        return FallenModel(
            model=self.model,
            how=how,
            flip=self.card,
            cheated_from=self.cheated_from,
            finished_off=flipped or how == "automatic",
        )

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Fell(self.fall(policies_of(agreed(ground))))


NO_LEAGUE = Violation("SL-WITHDRAW-01", "This is no game of a league.", "")


class Withdraw(Fact, frozen=True, tag="withdraw"):
    """The Crew declared its Strategic Withdrawal after this Turn's initiative flip (SL-WITHDRAW-01)."""

    of_a_turn: ClassVar[bool] = True
    seat: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        gone = [withdrawal.seat for withdrawal in state.withdrawals]
        if (terms := agreed(ground).terms) is None:
            yield NO_LEAGUE
        elif self.seat not in may_withdraw(state.initiative, gone, terms):
            yield Violation("A-09", "A Crew has withdrawn already.", "Take that back first.")
        elif state.turn < 1:
            yield Violation("SL-WITHDRAW-01", "Nobody withdraws before Turn 1.", "")
        elif too_late := late_to_withdraw(state):
            fix = "Take the Activation back, or wait for the next Turn."
            yield Violation("SL-WITHDRAW-01", too_late, fix)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        """All of its models leave: neither killed nor sacrificed, Buried ones as the league says
        (SL-WITHDRAW-03, A-10)."""
        yield Withdrew(self.seat)
        killed = policies_of(agreed(ground)).withdraw_buried == "killed"
        for model in state.crew_of(self.seat):
            if model.where == "buried" and killed:
                yield Killed(model.id, model, source=WITHDRAWN)
            yield LeftPlay(model.id, WITHDRAWN)


class Tick(Fact, frozen=True, tag="tick"):
    """The side fulfilled a portion of its Bounty (SL-BOUNTY-05)."""

    about = ("portion", "seat", "portion")
    after_end: ClassVar[bool] = True
    seat: int
    portion: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        setup, scoring = agreed(ground), ground.hand.scoring
        if setup.terms is None:
            yield NO_LEAGUE
        elif self.portion not in {portion.id for portion in ready(setup, state, self.seat, scoring)}:
            unknown = Violation("SL-BOUNTY-05", "The Bounty has no such portion.", "")
            yield why_not(setup, state, self.seat, scoring).get(self.portion, unknown)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Claimed(Claim(kind="portion", seat=self.seat, what=self.portion))


class Had(Fact, frozen=True, tag="award"):
    """The side achieved this award of the Weekly Event (SL-EVENT-04)."""

    about = ("award", "seat", "award")
    after_end: ClassVar[bool] = True
    seat: int
    award: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        setup, scoring = agreed(ground), ground.hand.scoring
        if setup.terms is None:
            yield NO_LEAGUE
        elif self.award not in {award.number for award in left_of(setup, state, self.seat, scoring)}:
            sentence = "That award is none of this game, was had, or the game speaks against it."
            yield Violation("SL-EVENT-04", sentence, "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Claimed(Claim(kind="award", seat=self.seat, what=str(self.award)))


class Note(Command, frozen=True, tag="note"):
    """A sentence that a side entered as a note."""

    after_end: ClassVar[bool] = True
    seat: int
    text: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.text.strip() or len(self.text) > LONGEST_NOTE:
            yield Violation("", f"A note has 1 to {LONGEST_NOTE} characters.", "Write it shorter.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Remark(f"Note of {state.crews[self.seat].name}: {self.text.strip()}")


class HasHealth(Fact, frozen=True, tag="health"):
    """So much Health the model has in all by its card, which no source has (M3E-GEN-06)."""

    model: str
    amount: Annotated[int, Meta(ge=1, le=40)]

    def problems(self, state: State, ground: Ground) -> list[Violation]:
        """Let a model that has left the table get its figure too."""
        return []

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield HealthKnown(self.model, self.amount)


class Over(Fact, frozen=True, tag="over"):
    """The game has ended."""

    about = ("turn",)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield EncounterEnded()


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

    def problems(self, state: State, ground: Ground) -> list[Violation]:
        """What is wrong with its first impossible line; each is checked after the lines before it."""
        for line in self.lines:
            if problems := line.problems(state, ground):
                return problems
            state = fold(state, line.events(state, ground))
        return []

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        """The name of the act, then the events of each of its commands."""
        yield self.said(state, ground.cards(state))
        for line in self.lines:
            for event in line.events(state, ground):
                state = event.on(state)
                yield event

    def said(self, state: State, cards: Mapping[str, Named]) -> ActSaid:
        return ActSaid(self.seat, self.name, sentences_of(self.lines, Names(state), cards), "begun")

    @property
    def subjects(self) -> set[Subject]:
        return {line.subject for line in self.lines}


AnyEntry = Own | ActEntry | AnyCommand
How = Literal["killed", "sacrificed", "buried", "automatic"]
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
        names = Names(state)
        return [
            self.rows.cited(replace(each, sentence=names.with_display_names(each.sentence, [each.subject])))
            for each in problems
        ]

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
    def ground(self) -> Ground:
        """What checks know besides the state."""
        return Ground(self.hand, self.setup)

    def check(self, state: State, entry: Any) -> Iterator[Violation]:
        if state.phase == "over" and not entry.after_end:
            yield Violation("turn.end", "The game is over.", "Take the end back first.")
        yield from entry.problems(state, self.ground)

    def facts(self, state: State, entry: Any) -> Iterable[Event]:
        events: Iterable[Event] = entry.events(state, self.ground)
        return events

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


def agreed(ground: Ground) -> EncounterSetup:
    assert ground.setup is not None, "a record has a set-up"
    return ground.setup


def late_to_withdraw(state: State) -> str:
    """Why nobody may withdraw any more in this Turn: it is declared directly after the initiative flip
    (SL-WITHDRAW-01). Empty while somebody may."""
    first = next((model for model in state.models.values() if model.activated), None)
    if first is None:
        return ""
    name = Names(state)(first.id)
    return f"{name} has Activated already: a withdrawal comes right after the Turn’s initiative flip."
