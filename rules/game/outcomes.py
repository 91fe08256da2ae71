"""What was resolved, one line each, as a player follows it: attacks with their totals, cards and effects,
kills, Conditions, points.

``outcomes_of`` reads events as one seat heard them (``rules.game.view.heard``), so that a line tells nothing
that the seat may not know. Each line carries ``Step``s: what a picture of the table shows for it.

>>> from rules import duel_of_two
>>> play = duel_of_two()
>>> outcomes_of(enumerate(play.events), play.state)
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Literal

from msgspec import Struct, field

from rules.fate.cards import Card
from rules.game.events import Event, announcements, cards, crews, table, turns
from rules.game.narration import ENDINGS, WAYS, Names, condition_name, condition_words, sentence_of
from rules.game.pictures.tokens import initials
from rules.game.state import State, VictoryPoint
from rules.table.geometry.footprints import MM
from rules.wording import counted, listed, titled, with_article

Kind = Literal["turn", "activation", "action", "duel", "table", "killed", "leader", "points"]
Point = tuple[float, float]
LEAST_SHOWN = 0.05
"""Inches: a shorter move is not told."""
WHY = {
    "strategy": "Strategy",
    "reveal": "Scheme, revealed",
    "end": "Scheme, at the end",
}
"""Which step of scoring gave a VP, in words."""


class Turned(Struct):
    """A card that counted in a flip: of which ``seat``, its code; ``was`` is the card that was cheated."""

    seat: int
    code: str
    was: str = ""


class Step(Struct, frozen=True, kw_only=True):
    """What a picture shows: ``model`` moves along ``way`` (inches; where ``known``, the first point is where
    it stood), aims ``at`` another, has ``words`` rise from it, or is gone from the place of ``way``."""

    does: Literal["move", "aim", "rise", "gone"]
    model: str
    way: tuple[Point, ...] = ()
    known: bool = True
    at: str = ""
    words: str = ""
    good: bool = False
    radius: float = 0.0
    short: str = ""
    seat: int = 0


class Outcome(Struct, kw_only=True):
    """One line. ``seat`` is the side that acted, or ``None`` for the table; ``first`` and ``last`` are the
    numbers of its first and last event."""

    kind: Kind
    words: str
    seat: int | None
    first: int
    last: int
    cards: list[Turned] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


class _InProgress(Struct):
    """An Action or duel while it goes on: its line, its parts in words, and the card of each seat in the
    Conflict."""

    line: Outcome
    model: str
    action: str
    targets: list[str] = field(default_factory=list)
    totals: dict[str, str] = field(default_factory=dict)
    against: str = ""
    result: str = ""
    effects: list[str] = field(default_factory=list)
    is_duel: bool = False


def outcomes_of(numbered: Iterable[tuple[int, Event]], state: State) -> list[Outcome]:
    """The outcomes of heard events in order, each event with its number. ``state`` is the one after them."""
    reader = _Reader(state)
    events = list(numbered)
    reader.places = _places(state, (event for _, event in events))
    for number, event in events:
        reader.read(number, event)
    return [line for line in reader.lines if line.words]


def _places(state: State, events: Iterable[Event]) -> dict[str, Point]:
    """Where models stood before the events, as far as that is known: those that did not move since."""
    moved = {event.model for event in events if isinstance(event, table.Moved | table.CameUp)}
    return {model.id: (model.x, model.y) for model in state.models.values() if model.id not in moved}


class _Reader:
    def __init__(self, state: State) -> None:
        self.state, self.names, self.short = state, Names(state), initials(state)
        self.lines: list[Outcome] = []
        self.places: dict[str, Point] = {}
        self.in_progress: list[_InProgress] = []
        self.conflict: dict[int, Turned] = {}
        self.loose: list[Turned] = []
        self.number = 0

    def read(self, number: int, event: Event) -> None:
        self.number = number
        match event:
            case turns.TurnBegan():
                self.loose.clear()
                if event.turn > 1:
                    self._add("turn", self._end_of_turn(event.turn - 1), None)
            case turns.EncounterEnded():
                self._add("turn", self._end_of_turn(self.state.turn), None)
            case turns.ActivationBegan():
                self.in_progress.clear()
                self._add("activation", f"{self.names(event.model)} Activates", self._seat(event.model))
            case turns.ActivationEnded():
                self.in_progress.clear()
            case announcements.ActionDeclared():
                self._begin(event.model, event.action, "action")
            case announcements.Targeted():
                self._target(event)
            case announcements.ActionEnded():
                self._end_of_action(event)
            case announcements.DuelBegan():
                self._duel(event)
            case announcements.TotalAnnounced() if event.step == "final":
                self._total(event)
            case announcements.DuelEnded():
                self._end_of_duel(event)
            case cards.Flipped() | cards.FlippedFromDiscard() | announcements.CardEntered():
                self._flip(event.seat, event.card)
            case cards.Taken():
                self._take(event.seat, event.card)
            case cards.Cheated() | cards.CheatedUnseen():
                self._take(event.seat, event.card, cheated=event.instead_of)
            case cards.ConflictCleared():
                self.conflict.pop(event.seat, None)
            case turns.InitiativeSet():
                line = self._add("turn", f"{self.names.side(event.seat)} has Initiative", event.seat)
                line.cards, self.loose = self.loose, []
                self.conflict.clear()
            case table.Moved():
                self._move(event)
            case table.CameUp():
                self.places[event.model] = (event.x, event.y)
                self._say(event)
            case table.Damaged():
                self._effect(event.model, f"{event.amount} damage", f"−{event.amount}", event.source)
            case table.Healed():
                self._effect(event.model, f"heals {event.amount}", f"+{event.amount}", good=True)
            case table.ConditionSet():
                self._condition(event)
            case table.Killed():
                self._killed(event)
            case table.MarkerDropped() if self.in_progress:
                kind = event.marker.name or f"{titled(event.marker.kind)} Marker"
                self.in_progress[-1].effects.append(with_article(kind))
                self._changed(self.in_progress[-1])
            case turns.Scored():
                self._scored(event.score)
            case turns.StonesChanged() | announcements.TriggerDeclared() | announcements.DamageReduced():
                self._say(event)
            case announcements.Relented() | table.TokensSet() | table.ModelAdded() | crews.Withdrew():
                self._say(event)
            case turns.SchemeRevealed() | turns.PointLost() | table.WentUnder() | table.LeftPlay():
                self._say(event, kind="points" if isinstance(event, turns.PointLost) else "table")
            case turns.SidePassed() | table.HealthSet() | table.ControlSet() | announcements.TableWord():
                self._say(event)

    # -- lines

    def _seat(self, model: str) -> int | None:
        held = self.state.models.get(model)
        return held.seat if held is not None else None

    def _add(self, kind: Kind, words: str, seat: int | None) -> Outcome:
        line = Outcome(kind=kind, words=words, seat=seat, first=self.number, last=self.number)
        self.lines.append(line)
        return line

    def _begin(self, model: str, action: str, kind: Kind) -> _InProgress:
        current = _InProgress(self._add(kind, "", self._seat(model)), model, action, is_duel=kind == "duel")
        self.in_progress.append(current)
        return current

    def _changed(self, current: _InProgress, *steps: Step) -> None:
        current.line.last = self.number
        current.line.steps.extend(steps)
        current.line.words = self._words(current)

    def _words(self, current: _InProgress) -> str:
        """The line of an Action or duel so far."""
        result = ", ".join(part for part in (self._figures(current), current.result) if part)
        said = "; ".join(part for part in (result, *current.effects) if part)
        who, verb = self.names(current.model), WAYS.get(current.action.casefold())
        if verb is not None and said.startswith(verb):
            return f"{who} {said}"
        at = f" at {listed(map(self.names, current.targets))}" if current.targets else ""
        return f"{who}: {current.action}{at}{f': {said}' if said else ''}"

    def _figures(self, current: _InProgress) -> str:
        """The final totals, the acting side first: ``14 against 15``."""
        own = current.totals.get(current.model, "")
        others = [total for model, total in current.totals.items() if model != current.model]
        against = others or ([current.against] if current.against else [])
        return f"{own} against {', '.join(against)}" if own and against else own

    def _say(self, event: Event, kind: Kind = "table") -> None:
        """What has a sentence of the log: an effect of the Action that goes on, else a line of its own."""
        words = sentence_of(event, self.state).removesuffix(".")
        if not words:
            return
        if self.in_progress:
            self.in_progress[-1].effects.append(words)
            self._changed(self.in_progress[-1])
            return
        model, seat = getattr(event, "model", ""), getattr(event, "seat", None)
        self._add(kind, words, self._seat(model) if isinstance(model, str) and model else seat)

    # -- Actions and duels

    def _target(self, event: announcements.Targeted) -> None:
        if not self.in_progress or self.in_progress[-1].model != event.model:
            self._begin(event.model, event.action, "action")
        current = self.in_progress[-1]
        if event.target not in self.state.models:
            return
        current.targets.append(event.target)
        self._changed(current, Step(does="aim", model=event.model, at=event.target))

    def _duel(self, event: announcements.DuelBegan) -> None:
        """The Action's own duel is told in its line; any other has a line."""
        current = self.in_progress[-1] if self.in_progress else None
        if current is None or current.model != event.model or current.totals or current.is_duel:
            current = self._begin(event.model, f"{event.stat} duel", "duel")
        current.against = f"TN {event.tn}" if event.tn is not None else ""
        self.conflict.clear()

    def _total(self, event: announcements.TotalAnnounced) -> None:
        if self.in_progress:
            self.in_progress[-1].totals[event.model] = str(event.total)

    def _end_of_duel(self, event: announcements.DuelEnded) -> None:
        self.conflict.clear()
        if not self.in_progress:
            return
        current = self.in_progress[-1]
        current.result = "succeeds" if event.success else "fails"
        self._changed(current)
        if current.is_duel:
            self.in_progress.pop()

    def _end_of_action(self, event: announcements.ActionEnded) -> None:
        while self.in_progress and self.in_progress[-1].is_duel:
            self.in_progress.pop()
        if not self.in_progress:
            return
        current = self.in_progress.pop()
        if event.outcome != "succeeded" and not (current.result and event.outcome not in ENDINGS):
            current.result = ENDINGS.get(event.outcome, f"fails: {event.outcome}")
        self._changed(current)

    # -- cards

    def _flip(self, seat: int, card: Card) -> None:
        if seat in self.conflict:
            return
        self.conflict[seat] = Turned(seat, card.code)
        (self.in_progress[-1].line.cards if self.in_progress else self.loose).append(self.conflict[seat])

    def _take(self, seat: int, card: Card, cheated: Card | None = None) -> None:
        held = self.conflict.get(seat)
        if held is None:
            self._flip(seat, card)
            held = self.conflict[seat]
        held.code = card.code
        if cheated is not None:
            held.was = held.was or cheated.code

    # -- effects

    def _effect(self, model: str, words: str, rises: str, source: str = "", *, good: bool = False) -> None:
        step = Step(does="rise", model=model, words=rises, good=good)
        if not self.in_progress:
            by = f" ({source})" if source else ""
            self._add("table", f"{self.names(model)}: {words}{by}", self._seat(model)).steps.append(step)
            return
        current = self.in_progress[-1]
        known = current.targets == [model] if current.targets else current.model == model
        current.effects.append(words if known else f"{self.names(model)} {words}")
        self._changed(current, step)

    def _condition(self, event: table.ConditionSet) -> None:
        words = condition_words(event.condition, event.value, self.names) if event.value else ""
        if not event.value and sentence_of(event, self.state):
            words = f"{condition_name(event.condition, self.names)} ends"
        if words:
            self._effect(event.model, words, words)

    def _move(self, event: table.Moved) -> None:
        before = self.places.get(event.model)
        way: Sequence[Point] = (*([before] if before else ()), *event.path, (event.x, event.y))
        self.places[event.model] = (event.x, event.y)
        inches = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))
        if event.way == "deploy" or (before and inches < LEAST_SHOWN):
            return
        far = f" {inches:.1f}″".replace(".0″", "″") if before else ""
        verb = f"{WAYS.get(event.way, 'moves')}{far}"
        step = Step(does="move", model=event.model, way=tuple(way), known=before is not None)
        if not self.in_progress:
            words = f"{self.names(event.model)} {verb}"
            self._add("table", words, self._seat(event.model)).steps.append(step)
            return
        current = self.in_progress[-1]
        current.effects.append(verb if current.model == event.model else f"{self.names(event.model)} {verb}")
        self._changed(current, step)

    def _killed(self, event: table.Killed) -> None:
        """A fallen Leader is an event of its own."""
        fallen, names = event.snapshot, self.names
        words = sentence_of(event, self.state).removesuffix(".")
        if fallen.leader:
            words = words.replace(
                f"{names(event.model)} ", f"{names(event.model)}, {names.sides(fallen.seat)} Leader, ", 1
            )
        seat = event.by_seat if event.by_seat is not None else fallen.seat
        line = self._add("leader" if fallen.leader else "killed", words, seat)
        line.steps.append(
            Step(
                does="gone",
                model=event.model,
                way=((fallen.x, fallen.y),),
                radius=fallen.mm / 2 * MM,
                short=self.short[event.model],
                seat=fallen.seat,
            )
        )

    # -- points

    def _scored(self, score: VictoryPoint) -> None:
        words = f"{self.names.side(score.seat)} scores 1 VP: {score.source} ({WHY[score.step]})"
        self._add("points", words, score.seat)

    def _end_of_turn(self, turn: int) -> str:
        """What both sides scored in a Turn and why, and the score then."""
        said = []
        for seat in (0, 1):
            of = [score.source for score in self.state.scores if (score.turn, score.seat) == (turn, seat)]
            won = f"{counted(len(of), 'VP', 'VP')} ({', '.join(dict.fromkeys(of))})" if of else "no VP"
            said.append(f"{self.names.side(seat)} {won}")
        so_far = (sum(s.seat == seat and s.turn <= turn for s in self.state.scores) for seat in (0, 1))
        return f"Turn {turn} is over: {', '.join(said)}; the score is {' : '.join(map(str, so_far))}"
