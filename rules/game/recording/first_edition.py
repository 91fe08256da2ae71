"""A First Edition game at a real table, recorded: wounds, modifiers, Counters, kills, Strategies and Schemes.

The record follows the players: AP, ranges and cards are theirs. What Strategies and Schemes are worth it can
reckon from what is left on the table (``reckon``), by the rows the score sheet uses.

>>> from rules.game.examples.first_edition import encounter_of
>>> record = RecordM1(encounter_of("practice"))
>>> _ = record.enter([{"do": "turn", "turn": 1}, {"do": "hurt", "model": "b1", "amount": 3, "by": "a1"}])
>>> record.state.models["b1"].health
6
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.events.announcements import ActSaid, CardEntered, Remark
from rules.game.events.table import CameUp, LeftPlay, ModelAdded
from rules.game.events.turns import (
    EncounterEnded,
    InitiativeSet,
    PointLost,
    SchemeRevealed,
    SchemesChosen,
    Scored,
    StrategiesSet,
    TurnBegan,
)
from rules.game.first_edition.ground.features import EFFIGIES
from rules.game.first_edition.match import (
    SetupM1,
    new_model,
)
from rules.game.first_edition.scenario import DEPLOYMENTS, SIZES
from rules.game.first_edition.scoring import (
    FACTIONS,
    SCHEME,
    STRATEGY,
    ChosenScheme,
    FinalCounts,
    ScoredSide,
    score_m1,
)
from rules.game.narration import Names
from rules.game.recording import record as r
from rules.game.referee import commands as c
from rules.game.referee import facts
from rules.game.referee.first_edition import wrong_condition, wrong_point
from rules.game.referee.sentences import sentence_of_command
from rules.game.results.first_edition import result_of, strategies_of
from rules.game.results.result import EncounterResult
from rules.game.state import Scheme, Score, State
from rules.refusal import Refusal, Violation


class ScenarioFlipped(c.Command, frozen=True, tag="scenario"):
    """What was flipped before the game; ``first`` picks sides (M1-ENC-05, -07, -17)."""

    first: int = 0
    strategies: tuple[str, str] = ("", "")
    deployment: str = ""


class SchemesTaken(c.Command, frozen=True, tag="schemes"):
    """A player's Schemes, kept from the other until they are announced; ``of`` names what each is for, in
    the same order (M1-ENC-08, -18)."""

    seat: int
    schemes: tuple[str, ...]
    of: tuple[str, ...] = ()


class Returned(c.Command, frozen=True, tag="unbury"):
    """The model is back on the table."""

    model: str


class Summoned(c.Command, frozen=True, tag="summon"):
    """A new model of that figure in that Crew (M1-MAG-06)."""

    card: c.Slug
    seat: int


class Reckoned(c.Command, frozen=True, tag="reckon"):
    """What each side has left at the end, and which of its Schemes came true that no count can tell, by their
    names here: both scores follow (M1-ENC-20)."""

    left: tuple[FinalCounts, FinalCounts]
    done: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


Shared = (
    c.Hurt
    | c.Heal
    | c.Slay
    | c.Sacrifice
    | c.SetCondition
    | c.SetTokens
    | c.Under
    | c.Stones
    | c.Point
    | c.Nickname
    | c.Activate
)
Line = Shared | Returned | Summoned


class ActM1(c.Command, frozen=True, kw_only=True, tag="act"):
    """Several commands that are one thing under a name."""

    name: Annotated[str, Meta(max_length=c.LONGEST_NAME)] = ""
    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=c.MOST_COMMANDS)]
    seat: int = 0


Own = ScenarioFlipped | SchemesTaken | Reckoned | r.Turn | r.Initiative | r.Reveal | r.Enter | r.Note | r.Over
EntryM1 = Own | Line | ActM1


class RecordM1(r.TableRecord[SetupM1, EntryM1]):
    """A recorded Encounter of the First Edition."""

    kinds = EntryM1

    def __init__(self, setup: SetupM1) -> None:
        super().__init__(setup, setup.first_state())

    def check(self, state: State, entry: EntryM1) -> Iterator[Violation]:
        if state.phase == "over" and not isinstance(entry, r.Note | Reckoned | c.Point):
            yield Violation("M1-ENC-19", "The game is over.", "Take the end back first.")
            return
        for line in entry.lines if isinstance(entry, ActM1) else (entry,):
            problems = [*_wrong_seat(line), *self._of_models(state, line)]
            problems = problems or [*self._of_line(state, line)]
            if problems:
                yield from problems
                return
            for event in self._of(state, line) if isinstance(entry, ActM1) else ():
                state = event.on(state)

    def _of_models(self, state: State, entry: Own | Line) -> Iterator[Violation]:
        name = getattr(entry, "model", None)
        if name is not None and (name not in state.models or not state.models[name].in_play):
            yield Violation("M1-TURN-07", f"There is no model {name} in play.", "Choose one that is.", name)
        by = getattr(entry, "by", "")
        if by and by not in state.models:
            yield Violation("M1-GLO-04", f"There is no model {by}.", "", by)
        if isinstance(entry, c.Hurt | c.Heal) and not 0 <= entry.amount <= 99:
            yield Violation("M1-CARD-09", f"{entry.amount} wounds cannot be.", "0 to 99.")

    def _of_line(self, state: State, entry: Own | Line) -> Iterator[Violation]:
        match entry:
            case c.Heal(model=name, amount=amount):
                model = state.models[name]
                if model.health + amount > model.most:
                    sentence = f"{model.name} has suffered {model.most - model.health} wounds."
                    yield Violation("M1-ACT-01", sentence, "Heal no more than that.", name)
            case c.SetCondition():
                yield from wrong_condition(entry)
            case c.SetTokens() if not entry.name.strip() or not 0 <= entry.number <= 99:
                yield Violation("M1-GLO-03", "A Counter has a name and a number.", "0 to 99.")
            case c.Stones(seat=seat, change=change) if state.crews[seat].stones + change < 0:
                yield Violation("M1-ABL-30", "There are not so many Soulstones.", "Spend fewer.")
            case c.Point():
                yield from wrong_point(self.setup, state, entry)
            case Returned(model=name) if state.models[name].where != "buried":
                yield Violation("M1R-BURY-07", f"{state.models[name].name} is not buried.", "", name)
            case Summoned(card=slug) if slug not in self.setup.figures:
                yield Violation(
                    "M1-MAG-06", f"No figure “{slug}” is known here.", "Choose one of its figures."
                )
            case _ if isinstance(entry, Own):
                yield from _of_game(self.setup, state, entry)

    def facts(self, state: State, entry: EntryM1) -> Iterable[Event]:
        if not isinstance(entry, ActM1):
            return self._of(state, entry)
        return self._of_act(state, entry)

    def _of_act(self, state: State, entry: ActM1) -> Iterator[Event]:
        yield ActSaid(entry.seat, entry.name, tuple(_said(line, state) for line in entry.lines), "begun")
        for line in entry.lines:
            for event in self._of(state, line):
                state = event.on(state)
                yield event

    def _of(self, state: State, entry: Own | Line) -> Iterator[Event]:
        match entry:
            case Summoned():
                figure = self.setup.figures[entry.card]
                model = new_model(f"s{state.made + 1}", figure, entry.seat)
                yield ModelAdded(replace(model, where="table", summoned=state.turn), "summoned")
            case Returned():
                yield CameUp(entry.model, 0.0, 0.0)
            case c.Sacrifice():
                yield LeftPlay(entry.model, "sacrificed")
            case Reckoned():
                yield from _reckoned(self.setup, state, entry)
            case _ if isinstance(entry, Own):
                yield from _game_events(state, entry)
            case _:
                yield from facts.events_of(state, entry)

    def result(self) -> EncounterResult:
        return result_of(self.setup, self.state)


def _wrong_seat(entry: Own | Line) -> Iterator[Violation]:
    seat = getattr(entry, "seat", 0)
    if seat not in (0, 1):
        yield Violation("", f"There is no seat {seat}.", "0 or 1.")


def _of_game(setup: SetupM1, state: State, entry: Own) -> Iterator[Violation]:
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
        case r.Turn() if entry.turn != state.turn + 1:
            yield Violation("M1-TURN-01", f"Turn {entry.turn} cannot follow Turn {state.turn}.", "")
        case r.Reveal() if not any(
            scheme.name == entry.scheme and not scheme.revealed for scheme in state.crews[entry.seat].schemes
        ):
            yield Violation("M1-ENC-18", f"{entry.scheme} is no Scheme that side can announce.", "")
        case r.Enter():
            try:
                Card.parse(entry.card)
            except ValueError as error:
                yield Violation("M1-DUEL-03", str(error), "")
        case r.Note() if not entry.text.strip() or len(entry.text) > r.LONGEST_NOTE:
            yield Violation("", f"A note has 1 to {r.LONGEST_NOTE} characters.", "Write it shorter.")
        case Reckoned():
            try:
                _scored(setup, state, entry)
            except Refusal as refusal:
                yield from refusal.violations


def _of_schemes(setup: SetupM1, entry: SchemesTaken) -> Iterator[Violation]:
    """As many as the size allows, of one's own faction, each for something else (M1-ENC-01, -02, -08)."""
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
    """What a Scheme that was taken is called: with what it was chosen for.

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
        case r.Turn():
            yield TurnBegan(entry.turn)
        case r.Initiative():
            yield InitiativeSet(entry.seat)
        case r.Reveal():
            schemes = state.crews[entry.seat].schemes
            yield SchemeRevealed(entry.seat, next(held for held in schemes if held.name == entry.scheme))
        case r.Enter():
            yield CardEntered(entry.seat, Card.parse(entry.card), entry.why)
        case r.Note():
            yield Remark(f"Note of {state.crews[entry.seat].name}: {entry.text.strip()}")
        case r.Over():
            yield EncounterEnded()


# The end


def _scored(setup: SetupM1, state: State, entry: Reckoned) -> tuple[dict[str, int], dict[str, int]]:
    """Victory Points by their source, for each side; ``Refusal`` for counts that cannot be."""
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


def _reckoned(setup: SetupM1, state: State, entry: Reckoned) -> Iterator[Event]:
    """What was scored by hand is brought to what follows from the counts."""
    turn = max(1, state.turn)
    strategies = strategies_of(setup, state)
    for seat, points in enumerate(_scored(setup, state, entry)):
        had = Counter(score.source for score in state.scores if score.seat == seat)
        for source in dict.fromkeys((*points, *(held for held in had if held != EFFIGIES))):
            more = points.get(source, 0) - had[source]
            for _ in range(more):
                yield Scored(Score(turn, seat, source, "strategy" if source == strategies[seat] else "end"))
            for _ in range(-more):
                yield PointLost(seat, source)


def _said(line: Line, state: State) -> str:
    names = Names(state)
    match line:
        case Summoned():
            return f"{names.side(line.seat)} summons {line.card.replace('-', ' ').title()}."
        case Returned():
            return f"{names(line.model)} comes back from being buried."
    return sentence_of_command(line, names, {})
