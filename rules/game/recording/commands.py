"""Table commands: what players do by hand, while playing (a prompted effect) or recording a real table.

Each is one small fact a person can see. ``check`` says what is impossible, ``events_of`` gives the plain
facts (record mode), ``perform`` carries it out by the engine's procedures, so that what reacts to it reacts
(play).

Effects the engine does not know: it opens the window and the players apply them with table commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from rules.dialogue import Answer, Options
from rules.fate.shuffle import Stream
from rules.game.effects.arrivals import bury
from rules.game.effects.conditions import CONDITIONS, gain
from rules.game.effects.damage import damage, kill
from rules.game.effects.healing import heal
from rules.game.effects.markers import drop, remove
from rules.game.events import Event
from rules.game.events.announcements import TableWord
from rules.game.events.table import (
    CameUp,
    ConditionSet,
    Damaged,
    Healed,
    Killed,
    LeftPlay,
    MarkerDropped,
    MarkerRemoved,
    Moved,
    TokensSet,
    WentUnder,
)
from rules.game.events.turns import PassesSet, StonesChanged
from rules.game.league.claims import used_up
from rules.game.procedure.asks import Ask, Proc
from rules.game.procedure.cards import draw
from rules.game.procedure.context import Game
from rules.game.procedure.in_progress import Hit
from rules.game.state import Marker, Model, State
from rules.refusal import Violation
from rules.table.geometry.footprints import MM, TOUCH

MOST_COMMANDS = 60
SIDE = 36.0


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every table command is."""


class Hurt(Command, frozen=True, tag="hurt"):
    """The model suffers so much damage, everything considered."""

    model: str
    amount: int


class Heal(Command, frozen=True, tag="heal"):
    """The model heals so much damage."""

    model: str
    amount: int


class Put(Command, frozen=True, tag="put"):
    """The model stands there now, inches from the lower left corner."""

    model: str
    x: float
    y: float


class SetCondition(Command, frozen=True, tag="condition"):
    """The Condition has that value; 0 ends it."""

    model: str
    condition: str
    value: int = 1


class SetTokens(Command, frozen=True, tag="tokens"):
    model: str
    name: str
    number: int


class Slay(Command, frozen=True, tag="slay"):
    """The model is killed, by another if named."""

    model: str
    by: str = ""


class DropOne(Command, frozen=True, tag="drop"):
    kind: str
    x: float
    y: float
    seat: int | None = None


class TakeOff(Command, frozen=True, tag="take_off"):
    """A marker leaves the table."""

    marker: str


class DrawCards(Command, frozen=True, tag="draw"):
    seat: int
    cards: int = 1


class Stones(Command, frozen=True, tag="stones"):
    seat: int
    change: int


class Passes(Command, frozen=True, tag="passes"):
    seat: int
    passes: int


class Under(Command, frozen=True, tag="bury"):
    model: str


class Up(Command, frozen=True, tag="unbury"):
    model: str
    x: float
    y: float


class Use(Command, frozen=True, tag="use_up"):
    """The model's Upgrade Annihilates itself for its effect (SL-UPG-13)."""

    model: str
    upgrade: str


AnyCommand = (
    Hurt
    | Heal
    | Put
    | SetCondition
    | SetTokens
    | Slay
    | DropOne
    | TakeOff
    | DrawCards
    | Stones
    | Passes
    | Under
    | Up
    | Use
)


def as_commands(answer: Any) -> list[AnyCommand]:
    """The commands of plain data; ``msgspec.ValidationError`` for anything else."""
    commands: list[AnyCommand] = msgspec.convert(answer, list[AnyCommand])
    return commands


class Commands(Options, frozen=True):
    """Any list of commands possible one after the other from ``state``."""

    state: State

    def contains(self, answer: Answer) -> bool:
        if not isinstance(answer, list | tuple) or len(answer) > MOST_COMMANDS:
            return False
        try:
            commands = as_commands(answer)
        except (msgspec.ValidationError, TypeError):
            return False
        state = self.state
        for command in commands:
            if next(check(state, command), None) is not None:
                return False
            for event in events_of(state, command):
                state = event.on(state)
        return True

    def listed(self) -> Iterator[Answer]:
        yield []

    def sample(self, stream: Stream) -> Answer:
        return []

    def shown(self) -> dict[str, Any]:
        return {"options": "Commands"}


def check(state: State, command: AnyCommand) -> Iterator[Violation]:
    """What makes the command impossible, if anything."""
    name = getattr(command, "model", None)
    if name is not None:
        model = state.models.get(name)
        if model is None or not model.in_play:
            yield Violation("", f"There is no model {name} in play.", "Choose one that is.", name)
            return
        if isinstance(command, Up) and model.where != "buried":
            yield Violation("M3E-BURY-05", f"{model.name} is not Buried.", "", name)
        if isinstance(command, Heal) and model.health + command.amount > model.most:
            yield Violation(
                "M3E-HEAL-03", f"{model.name} has at most {model.most} Health.", "Heal less.", name
            )
    for field, least in (("amount", 0), ("value", 0), ("number", 0), ("passes", 0), ("cards", 1)):
        if (value := getattr(command, field, None)) is not None and not least <= value <= 99:
            yield Violation("", f"{field}: {value} is no number for that.", f"{least} to 99.")
    seat = getattr(command, "seat", None)
    if seat not in (None, 0, 1):
        yield Violation("", f"There is no seat {seat}.", "0 or 1.")
        return
    match command:
        case Put() | Up() if not _on_table(command.x, command.y, state.models[command.model].mm):
            yield Violation(
                "M3E-MOVE-01", "That is not wholly on the table.", "Move it inward.", command.model
            )
        case DropOne() if not _on_table(command.x, command.y, 30.0):
            yield Violation("M3E-MOVE-01", "That is not wholly on the table.", "Move it inward.")
        case Slay(by=by) if by and by not in state.models:
            yield Violation("M3E-KILL-04", f"There is no model {by}.", "", by)
        case Use(upgrade=upgrade) if upgrade not in state.models[command.model].upgrades:
            yield Violation(
                "SL-UPG-13", "It bears no such Upgrade.", "Choose one that it bears.", command.model
            )
        case SetCondition(condition=condition) if condition.partition(":")[0] not in CONDITIONS:
            yield Violation("M3E-COND-01", f"There is no Condition {condition}.", "", condition)
        case TakeOff(marker=marker) if marker not in state.markers:
            yield Violation("M3E-MARK-04", f"There is no marker {marker} on the table.", "", marker)
        case Stones(seat=seat, change=change) if state.crews[seat].stones + change < 0:
            yield Violation("M3E-STONE-01", "There are not so many Soulstones.", "Spend fewer.")
        case DrawCards(seat=seat, cards=cards) if cards > len(state.crews[seat].deck):
            yield Violation("M3E-FATE-05", "There are not so many cards in the deck.", "Draw fewer.")


def _on_table(x: float, y: float, mm: float) -> bool:
    """Whether a base of ``mm`` there is wholly on the play area (M3E-GEN-01, M3E-MOVE-01)."""
    own = mm / 2 * MM - TOUCH
    return own <= x <= SIDE - own and own <= y <= SIDE - own


def events_of(state: State, command: AnyCommand) -> list[Event]:
    """The facts of a command and nothing that would react to them."""
    match command:
        case Hurt():
            return [Damaged(command.model, command.amount, source="table")]
        case Heal():
            return [Healed(command.model, command.amount)]
        case Put():
            return [Moved(command.model, command.x, command.y, way="table")]
        case SetCondition():
            return [ConditionSet(command.model, command.condition, command.value, "table")]
        case SetTokens():
            return [TokensSet(command.name, command.number, command.model)]
        case Slay():
            by = state.models.get(command.by)
            snapshot = state.models[command.model]
            return [
                Killed(command.model, snapshot, command.by, by.seat if by else None, "table"),
                LeftPlay(command.model),
            ]
        case DropOne():
            name = f"m{state.made + 1}"
            marker = Marker(id=name, kind=command.kind, x=command.x, y=command.y, seat=command.seat)
            return [MarkerDropped(marker)]
        case TakeOff():
            return [MarkerRemoved(command.marker)]
        case DrawCards():
            return []
        case Stones():
            return [StonesChanged(command.seat, command.change, "table")]
        case Passes():
            return [PassesSet(command.seat, command.passes, "table")]
        case Use():
            return used_up(state.models[command.model], command.upgrade)
        case Under():
            return [WentUnder(command.model)]
        case Up():
            return [CameUp(command.model, command.x, command.y)]


def perform(g: Game, command: AnyCommand, by: str) -> Proc[None]:
    """The command by the engine's own procedures; ``by`` is the model whose effect the players apply."""
    match command:
        case Hurt():
            yield from damage(
                g, Hit(command.model, command.amount, by=by, source="by hand", irreducible=True)
            )
        case Heal():
            yield from heal(g, command.model, command.amount, by)
        case SetCondition() if command.value > g.model(command.model).conditions.get(command.condition, 0):
            more = command.value - g.model(command.model).conditions.get(command.condition, 0)
            yield from gain(g, command.model, command.condition, more, by)
        case Slay():
            yield from kill(g, command.model, by=command.by or by, source="by hand", instant=True)
        case DropOne():
            yield from drop(g, command.kind, command.x, command.y, seat=command.seat, by=by)
        case TakeOff():
            yield from remove(g, command.marker, by)
        case DrawCards():
            yield from draw(g, command.seat, command.cards)
        case Under():
            yield from bury(g, command.model, by)
        case _:
            for event in events_of(g.state, command):
                g.emit(event)


def prompt_players(g: Game, source: Model, text: str, about: tuple[str, ...] = ()) -> Proc[None]:
    """Ask the source's player to apply the sentence; each command is carried out and logged."""
    g.emit(TableWord(source.id, text))
    answer = yield Ask(
        seat=source.player,
        kind="apply",
        options=Commands(g.state),
        text=text,
        about=tuple(name for name in about if name),
    )
    for command in as_commands(answer):
        yield from perform(g, command, source.id)
    g.emit(TableWord(source.id, text, "applied" if answer else "nothing to apply"))
