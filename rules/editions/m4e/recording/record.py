"""A record of a Fourth Edition game at a real table.

State and events are the common ones. What the edition adds are its own entries, the rules that common
entries meet here, and what follows from them besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.editions.m4e.recording import activations as turns
from rules.editions.m4e.recording import crews
from rules.editions.m4e.recording import schemes as s
from rules.editions.m4e.recording import strategies as st
from rules.editions.m4e.recording import tokens as t
from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.rows import ROWS
from rules.editions.m4e.scoring import SCORING
from rules.game.events import Event
from rules.game.events.turns import InitiativeSet, Noted
from rules.game.log import fold
from rules.game.recording import record as r
from rules.game.referee import commands as c
from rules.game.referee.ground import Ground
from rules.game.referee.hand import PlayersApply
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State, VictoryPoint
from rules.game.stored import PLAIN
from rules.refusal import Refusal, Violation

STRATEGY = "strategy"
MOST_STONES = 6
"""At the beginning; a league may add to it, and more come in play (M4-STONE-01)."""


class _Hand(PlayersApply):
    def capped(
        self, state: State, source: str, step: str, own: Sequence[VictoryPoint]
    ) -> Iterator[Violation]:
        """Check the caps of VP that are entered one by one: from Turn 1 on, the Strategy 2 a Turn and 5 in
        all, a Scheme 2 (M4-TURN-24, -25, M4-STR-03)."""
        if state.turn < 1:
            yield Violation("M4-TURN-24", "Nothing scores before Turn 1.", "")
        if step == STRATEGY:
            if sum(score.turn == state.turn for score in own) >= self.scoring.strategy_a_turn:
                yield Violation("M4-STR-03", "The Strategy gives at most 2 VP in a Turn.", "")
            if len(own) >= self.scoring.strategy:
                yield Violation("M4-TURN-25", f"{source} has scored all it can.", "")
            return
        if len(own) >= self.scoring.scheme:
            yield Violation("M4-TURN-25", f"{source} has scored all it can.", "")


HAND = _Hand(t.TOKENS, SCORING, ROWS)
Of4 = (
    t.Token
    | t.TokenGone
    | st.Counted
    | st.Bonus
    | s.Take
    | s.RevealM4
    | s.Late
    | s.Abandon
    | turns.Pass
    | turns.Acted
    | turns.Signature
    | turns.TakeCommand
    | turns.TurnEnds
    | crews.Kept
    | crews.Drain
)
Own = (
    r.EnteredScenario
    | r.Turn
    | r.Initiative
    | r.Enter
    | r.FinishedOff
    | r.Withdraw
    | r.Tick
    | r.Had
    | r.Note
    | r.HasHealth
    | r.Over
)
EntryM4 = Own | Of4 | r.ActEntry | c.AnyCommand


class RecordM4(r.SetupRecord):
    """A recorded Encounter of the Fourth Edition."""

    kinds = EntryM4
    hand = HAND
    rows = ROWS
    scoring = SCORING
    stored = PLAIN

    def __init__(self, setup: EncounterSetup) -> None:
        super().__init__(setup)
        for crew in setup.crews if setup.terms is None else ():
            if crew.stones > MOST_STONES:
                sentence = f"{crew.name} begins with {crew.stones} Soulstones; {MOST_STONES} are the most."
                raise Refusal(sentence, rule="M4-STONE-01", fix="Write down what is left of them, up to 6.")
        try:
            readings_of(setup)
        except msgspec.ValidationError as fault:
            raise Refusal(f"These settings cannot be read: {fault}.", fix="Choose from the list.") from None

    def check(self, state: State, entry: EntryM4) -> Iterator[Violation]:
        if state.phase == "over" and not entry.after_end:
            yield Violation("turn.end", "The game is over.", "Take the end back first.")
        elif isinstance(entry, r.ActEntry):
            yield from self._act_wrong(state, entry)
        elif faults := entry.problems(state, self.ground):
            yield from faults
        else:
            yield from self._forbidden(state, entry)

    def _forbidden(self, state: State, entry: EntryM4) -> Iterator[Violation]:
        """What this edition's rules forbid of a common entry."""
        match entry:
            case r.Initiative():
                yield from _initiative(state, entry)
            case c.Activate() if entry.activated:
                yield from turns.why_not_activate(state.models[entry.model], state, self.ground)
            case c.Point() if not entry.lost and entry.step != STRATEGY:
                if s.scheme_vp(state, entry.seat) >= self.scoring.of_schemes:
                    yield Violation("M4-SCH-09", "All Schemes together give at most 6 VP.", "")
            case c.SetCondition():
                yield from _whose(state, entry, self.ground)
            case c.Summon():
                yield from crews.why_not_summon(state, entry, self.ground)
            case c.Replace():
                yield from crews.why_not_replace(state, entry, self.ground)
            case c.AttachUpgrade():
                yield from crews.why_not_attach(state, entry, self.ground)
            case c.Under() | c.Up():
                yield Violation("", "Nothing is Buried in this edition.", "")

    def _act_wrong(self, state: State, entry: r.ActEntry) -> Iterator[Violation]:
        """The first impossible line; each is checked after the lines before it."""
        for line in entry.lines:
            if faults := [*self.check(state, line)]:
                yield from faults
                return
            state = fold(state, self.facts(state, line))

    def facts(self, state: State, entry: EntryM4) -> Iterable[Event]:
        ground = self.ground
        match entry:
            case r.ActEntry():
                yield entry.said(state, ground.cards(state))
                for line in entry.lines:
                    events = [*self.facts(state, line)]
                    state = fold(state, events)
                    yield from events
            case r.Turn():
                yield from turns.turn_begins(state, entry.turn, ground)
            case r.Initiative():
                yield InitiativeSet(entry.seat)
                yield Noted(turns.KNOWN, str(state.turn))
            case c.Activate() if entry.activated:
                yield from turns.activates(state, state.models[entry.model])
            case c.Slay() | c.Sacrifice():
                yield from entry.events(state, ground)
                yield from crews.after_kill(state, entry, ground)
            case c.SetCondition():
                yield from _token(entry).events(state, ground)
            case c.Summon():
                yield from crews.summoned(state, entry, ground)
            case c.Replace():
                yield from crews.replaced(state, entry, ground)
            case _:
                yield from entry.events(state, ground)


def _initiative(state: State, entry: r.Initiative) -> Iterator[Violation]:
    """M4-TURN-03: the attacker in Turn 1, and nobody changes it once models Activate."""
    if state.turn < 1 or state.phase != "start":
        yield Violation("M4-TURN-03", "Initiative is settled as the Turn begins.", "")
    elif state.turn == 1 and state.strategy and entry.seat != state.attacker:
        yield Violation("M4-TURN-03", "The attacker has initiative in Turn 1.", "")


def _whose(state: State, entry: c.SetCondition, ground: Ground) -> Iterator[Violation]:
    if entry.condition.partition(":")[2] not in ("0", "1"):
        fix = "Enter it as a token, with the Crew that applied it."
        yield Violation("M4-COND-03", "A token is of the Crew that applied it.", fix, entry.model)
    else:
        yield from _token(entry).problems(state, ground)


def _token(entry: c.SetCondition) -> t.Token | t.TokenGone:
    """The same as a token, there or not."""
    name, _, side = entry.condition.partition(":")
    kind = t.Token if entry.value else t.TokenGone
    return kind(model=entry.model, token=name, side=int(side))
