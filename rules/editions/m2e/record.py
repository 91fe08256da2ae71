"""A record of a Second Edition game at a real table: Turns, Schemes, VP, and hazardous terrain.

State, events and commands are the common ones; the caps are this edition's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta

from rules.editions.m2e.rows import ROWS
from rules.editions.m2e.scoring import SCORING
from rules.editions.m2e.upgrades import UpgradeM2
from rules.game.conditions import Condition, Conditions
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.turns import ScenarioSet
from rules.game.recording import record as r
from rules.game.recording.record import MOST_TURNS
from rules.game.referee.command import Command
from rules.game.referee.commands import AnyCommand, Hurt
from rules.game.referee.hand import PlayersApply
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State, VictoryPoint
from rules.game.stored import Stored
from rules.refusal import Refusal, Violation

CONDITIONS = ("burning", "fast", "focused", "poison", "slow")
"""The Conditions that are offered; the edition's others are entered as tokens by name."""
KNOWN: Conditions = {
    condition.name: condition
    for condition in (
        Condition(name="burning", valued=True),
        Condition(name="poison", valued=True),
        Condition(name="focused", valued=True, most=2, opposite="distracted"),
        Condition(name="fast", opposite="slow"),
        Condition(name="slow", opposite="fast"),
        # Of later cards: nobody is offered them, and whoever enters one has it.
        Condition(name="distracted", valued=True, opposite="focused"),
        Condition(name="injured", valued=True),
        Condition(name="shielded", valued=True),
        Condition(name="adversary"),
        Condition(name="staggered"),
        Condition(name="stunned"),
    )
}
STRATEGY = "strategy"
STORED = Stored(upgrade=UpgradeM2)
"""A model is read with its figures alone."""


class _Hand(PlayersApply):
    def capped(
        self, state: State, source: str, step: str, own: Sequence[VictoryPoint]
    ) -> Iterator[Violation]:
        """Check the caps: the Strategy once a Turn from Turn 2 on, 4 in all; a Scheme 3 in all (M2-SCORE-01,
        -02, -04)."""
        name = source.strip()
        if state.turn < 1:
            yield Violation("M2-SCORE-04", "Nothing scores before Turn 1.", "")
        if step != STRATEGY:
            if len(own) >= self.scoring.scheme:
                yield Violation("M2-SCORE-02", f"{name} has scored all it can.", "")
            return
        if state.turn < 2:
            yield Violation("M2-SCORE-04", "The Strategy scores nothing on Turn 1.", "")
        if any(score.turn == state.turn for score in own):
            sentence = f"{name} has scored this Turn."
            yield Violation("M2-SCORE-01", sentence, "One VP a Turn from the Strategy.")
        if len(own) >= self.scoring.strategy:
            yield Violation("M2-SCORE-01", f"{name} has scored all it can.", "")


HAND = _Hand(KNOWN, SCORING, ROWS)


class Hazard(Command, frozen=True, tag="hazard"):
    """Hazardous terrain, by the table's name of the ``piece``, damages a model (T2-HAZ-01)."""

    model: str
    piece: Annotated[str, Meta(min_length=1, max_length=60)]
    amount: Annotated[int, Meta(ge=1, le=20)]


EntryM2 = r.Own | r.ActEntry | Hazard | AnyCommand


class RecordM2(r.SetupRecord):
    """A recorded Encounter of the Second Edition."""

    kinds = EntryM2
    hand = HAND
    rows = ROWS
    scoring = SCORING
    stored = STORED

    def __init__(self, setup: EncounterSetup) -> None:
        super().__init__(setup)
        self.harmed: set[tuple[int, str, str]] = set()

    def enter(self, given: Any) -> list[Event]:
        harmed = set(self.harmed)
        try:
            return super().enter(given)
        except Refusal:
            self.harmed = harmed
            raise

    def check(self, state: State, entry: EntryM2) -> Iterator[Violation]:
        if state.phase == "over" and not entry.after_end:
            yield Violation("M2-SCORE-06", "The game is over.", "Take the end back first.")
        elif isinstance(entry, r.Turn):
            if entry.turn != state.turn + 1 or entry.turn > MOST_TURNS:
                yield Violation("M2-SCORE-06", f"Turn {entry.turn} cannot follow Turn {state.turn}.", "")
        elif isinstance(entry, Hazard):
            yield from self._of_hazard(state, entry)
        else:
            yield from entry.problems(state, self.ground)

    def _of_hazard(self, state: State, entry: Hazard) -> Iterator[Violation]:
        if unknown := [*r.uncounted(state, _hurt(entry))]:
            yield from unknown
            return
        yield from _hurt(entry).problems(state, self.ground)
        if (state.turn, entry.model, _name(entry.piece)) in self.harmed:
            yield Violation(
                "T2-HAZ-04",
                f"{entry.piece} has damaged that model in this Turn.",
                "Another piece may, and this one in another Turn.",
                entry.model,
            )

    def facts(self, state: State, entry: EntryM2) -> Iterable[Event]:
        if isinstance(entry, Hazard):
            return self._harm(state, entry)
        if isinstance(entry, r.EnteredScenario):
            return [ScenarioSet(None, entry.strategy, entry.deployment, entry.pool)]
        return entry.events(state, self.ground)

    def _harm(self, state: State, entry: Hazard) -> Iterator[Event]:
        self.harmed.add((state.turn, entry.model, _name(entry.piece)))
        name = state.models[entry.model].name
        yield Remark(f"{entry.piece.strip()} harms {name}: {entry.amount} damage.", "T2-HAZ-01")
        yield from _hurt(entry).events(state, self.ground)


def _hurt(entry: Hazard) -> Hurt:
    return Hurt(model=entry.model, amount=entry.amount)


def _name(piece: str) -> str:
    return " ".join(piece.casefold().split())
