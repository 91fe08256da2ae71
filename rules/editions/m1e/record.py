"""A record of a First Edition game at a real table: wounds, modifiers, Counters, kills, Strategies and
Schemes.

The record follows the players: AP, ranges and cards are theirs. What Strategies and Schemes are worth it can
reckon from what is left on the table (``reckon``), by the rows the score sheet uses.

>>> from rules.editions.m1e.examples import encounter_of
>>> record = RecordM1(encounter_of("practice"))
>>> _ = record.enter([{"do": "turn", "turn": 1}, {"do": "hurt", "model": "b1", "amount": 3, "by": "a1"}])
>>> record.state.models["b1"].health
6
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.editions.m1e import by_hand as by_hand
from rules.editions.m1e.play.ground.features import EFFIGIES
from rules.editions.m1e.play.match import EncounterSetupM1
from rules.editions.m1e.result import result_of, strategies_of
from rules.editions.m1e.rows import ROWS
from rules.editions.m1e.scoring import (
    FACTIONS,
    SCHEME,
    SCORING,
    STRATEGY,
    ChosenScheme,
    FinalCounts,
    ScoredSide,
    score_m1,
)
from rules.editions.m1e.setup import DEPLOYMENTS, SIZES
from rules.game.events import Event
from rules.game.events.turns import (
    PointLost,
    SchemesChosen,
    Scored,
    StrategiesSet,
)
from rules.game.recording import record as r
from rules.game.referee import commands as c
from rules.game.referee.command import Fact
from rules.game.results.result import EncounterResult
from rules.game.state import Scheme, State, VictoryPoint
from rules.refusal import Refusal, Violation


class ScenarioFlipped(Fact, frozen=True, tag="scenario"):
    """What was flipped before the game; ``first`` is the seat that picks sides (M1-ENC-05, -07, -17)."""

    first: int = 0
    strategies: tuple[str, str] = ("", "")
    deployment: str = ""


class SchemesTaken(Fact, frozen=True, tag="schemes"):
    """A player's Schemes, hidden from the other until they are announced; ``of`` names what each was chosen
    for, in the same order (M1-ENC-08, -18)."""

    of_its_side: ClassVar[bool] = True
    seat: int
    schemes: tuple[str, ...]
    of: tuple[str, ...] = ()


class Reckoned(Fact, frozen=True, tag="reckon"):
    """What each side has left at the end, and which Schemes came true that no final count decides, by their
    names here; both scores follow from it (M1-ENC-20)."""

    left: tuple[FinalCounts, FinalCounts]
    done: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


Own = (
    ScenarioFlipped
    | SchemesTaken
    | Reckoned
    | r.Turn
    | r.Initiative
    | r.Reveal
    | r.Enter
    | r.Note
    | r.HasHealth
    | r.Over
)
EntryM1 = Own | r.ActEntry | c.AnyCommand


class RecordM1(r.TableRecord[EncounterSetupM1, EntryM1]):
    """A recorded Encounter of the First Edition."""

    kinds = EntryM1
    scoring = SCORING
    rows = ROWS

    def __init__(self, setup: EncounterSetupM1) -> None:
        super().__init__(setup, setup.first_state())

    def check(self, state: State, entry: EntryM1) -> Iterator[Violation]:
        if state.phase == "over" and not isinstance(entry, r.Note | Reckoned | c.Point):
            yield Violation("M1-ENC-19", "The game is over.", "Take the end back first.")
            return
        if isinstance(entry, r.ActEntry):
            yield from by_hand.problems_of(state, self.setup, None, None, c.Act(entry.name, entry.lines))
        elif isinstance(entry, Own):
            yield from _of_game(self.setup, state, entry)
        else:
            yield from by_hand.wrong(state, self.setup, None, None, entry)

    def facts(self, state: State, entry: EntryM1) -> Iterable[Event]:
        if isinstance(entry, r.ActEntry):
            return self._of_act(state, entry)
        if isinstance(entry, Reckoned):
            return _reckoned(self.setup, state, entry)
        if isinstance(entry, Own):
            return _game_events(state, entry)
        return by_hand.facts_of(state, self.setup, entry)

    def _of_act(self, state: State, entry: r.ActEntry) -> Iterator[Event]:
        yield entry.said(state, self.setup.figures)
        for line in entry.lines:
            for event in by_hand.facts_of(state, self.setup, line):
                state = event.on(state)
                yield event

    def result(self) -> EncounterResult:
        return result_of(self.setup, self.state)


def _of_game(setup: EncounterSetupM1, state: State, entry: Own) -> Iterator[Violation]:
    if no_seat := [*entry.out_of_bounds()]:
        yield from no_seat
        return
    match entry:
        case ScenarioFlipped():
            if not set(entry.strategies) <= set(STRATEGY):
                yield Violation(
                    "M1-ENC-07", "Each side has one of the five Strategies.", "Choose one for each."
                )
            if entry.deployment not in {name.lower() for _, name in DEPLOYMENTS}:
                yield Violation("M1-ENC-05", "There is no such Deployment.", "Diagonal, standard or corners.")
        case SchemesTaken():
            yield from _of_schemes(setup, entry)
        case r.Turn():
            if entry.turn != state.turn + 1:
                yield Violation("M1-TURN-01", f"Turn {entry.turn} cannot follow Turn {state.turn}.", "")
        case r.Reveal():
            if entry.hidden(state) is None:
                yield Violation("M1-ENC-18", f"{entry.scheme} is no Scheme that side can announce.", "")
        case Reckoned():
            try:
                _scored(setup, state, entry)
            except Refusal as refusal:
                yield from refusal.violations
        case _:
            yield from entry.problems(state, by_hand.GROUND)


def _of_schemes(setup: EncounterSetupM1, entry: SchemesTaken) -> Iterator[Violation]:
    """Check the number of Schemes, the faction, and that each is chosen for something else (M1-ENC-01, -02,
    -08)."""
    most = SIZES[setup.size].schemes
    if len(entry.schemes) > most:
        yield Violation("M1-ENC-08", f"A {SIZES[setup.size].name} has up to {most} Schemes.", "Take fewer.")
    faction = setup.crews[entry.seat].faction
    for name, of in zip(entry.schemes, _aims(entry), strict=True):
        scheme = SCHEME.get(name)
        if scheme is None:
            yield Violation("M1-ENC-08", f"No Scheme is called “{name}”.", "Choose one of the ten.")
        elif scheme.faction and faction and scheme.faction.lower() != faction.lower():
            yield Violation(scheme.rule, f"{name} is a Scheme of the {scheme.faction}.", "Choose another.")
        elif scheme.chosen and not of.strip():
            yield Violation(scheme.rule, f"{name} is for {scheme.chosen}: which?", "Name it.")
    labels = [label_of(name, of) for name, of in zip(entry.schemes, _aims(entry), strict=True)]
    if len(set(labels)) < len(labels):
        yield Violation("M1-ENC-08", "A Scheme was taken twice for the same.", "Take it for something else.")


def _aims(entry: SchemesTaken) -> tuple[str, ...]:
    """What each Scheme was chosen for, empty where nothing was named."""
    return (*entry.of, *([""] * len(entry.schemes)))[: len(entry.schemes)]


def label_of(name: str, of: str) -> str:
    """The name of a Scheme that was taken, with what it was chosen for.

    >>> label_of("Bodyguard", "Bailiff"), label_of("Hold Out", "")
    ('Bodyguard: Bailiff', 'Hold Out')
    """
    return f"{name}: {of.strip()}" if of.strip() else name


def _game_events(state: State, entry: Own) -> Iterator[Event]:
    match entry:
        case ScenarioFlipped():
            yield StrategiesSet(entry.first, entry.strategies, entry.deployment)
        case SchemesTaken():
            taken = zip(entry.schemes, _aims(entry), strict=True)
            held = tuple(
                Scheme(name=label_of(name, of), secret={"of": of} if of else {}) for name, of in taken
            )
            yield SchemesChosen(entry.seat, held)
        case _:
            yield from entry.events(state, by_hand.GROUND)


# The end


def _scored(setup: EncounterSetupM1, state: State, entry: Reckoned) -> tuple[dict[str, int], dict[str, int]]:
    """The Victory Points of each side by source. Raise ``Refusal`` for impossible counts."""
    strategies = strategies_of(setup, state)
    sides = []
    for seat in (0, 1):
        schemes = tuple(
            ChosenScheme(
                scheme.name.partition(": ")[0],
                scheme.revealed,
                scheme.secret.get("of", ""),
                scheme.name in entry.done[seat],
            )
            for scheme in state.crews[seat].schemes
        )
        named = setup.crews[seat].faction.capitalize()
        faction = next((known for known in FACTIONS if known == named), None)
        sides.append(ScoredSide(strategies[seat], entry.left[seat], schemes, faction))
    points = []
    for total in score_m1(sides, SIZES[setup.size]).totals:
        gained: Counter[str] = Counter()
        for line in total.lines:
            gained[line.label.removesuffix(", announced")] += line.amount
        points.append(dict(gained))
    return points[0], points[1]


def _reckoned(setup: EncounterSetupM1, state: State, entry: Reckoned) -> Iterator[Event]:
    """The events that change the score entered by hand into the score that follows from the counts."""
    turn = max(1, state.turn)
    strategies = strategies_of(setup, state)
    for seat, points in enumerate(_scored(setup, state, entry)):
        had = Counter(score.source for score in state.scores if score.seat == seat)
        for source in dict.fromkeys((*points, *(held for held in had if held != EFFIGIES))):
            more = points.get(source, 0) - had[source]
            for _ in range(more):
                yield Scored(
                    VictoryPoint(turn, seat, source, "strategy" if source == strategies[seat] else "end")
                )
            for _ in range(-more):
                yield PointLost(seat, source)
