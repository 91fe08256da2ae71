"""Whose turn it is: initiative, Activations, passing, Actions left, the end of a Turn (M4-TURN, M4-ACT).

The record knows what was entered. Who writes no Activations down is asked nothing about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.crews.catalogue import HENCHMAN, MASTER, PEON
from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.recording.strategies import EXPLOSIVES
from rules.editions.m4e.recording.tokens import AFTER_DAMAGE, END, OWN, bears, gained, name_in, went
from rules.game.events import Event
from rules.game.events.table import Activated, ConditionSet, SpentAction
from rules.game.events.turns import (
    ActivationBegan,
    ActivationEnded,
    ActiveSet,
    InitiativeSet,
    Noted,
    PhaseBegan,
    SidePassed,
    StonesChanged,
    TurnBegan,
)
from rules.game.log import fold
from rules.game.narration import Names
from rules.game.referee.command import Command, Fact
from rules.game.referee.ground import Ground
from rules.game.referee.lasting import ended
from rules.game.state import Model, State, other
from rules.refusal import Violation

LARGE = 50
"""Soulstones from which a Master has three Actions (M4-ACT-01)."""
LAST, PASSED, KNOWN, DUE = "activated last", "passed", "initiative in turn", "burning is due"
COMMAND = "take command"


# -- models -----------------------------------------------------------------------------------------------


def printed(model: Model, state: State, ground: Ground) -> tuple[str, tuple[str, ...]]:
    """Station and characteristics of the model, as far as its card is known."""
    card = ground.cards(state).get(model.card)
    return (card.station, card.characteristics) if card is not None else ("", ())


def is_peon(model: Model, state: State, ground: Ground) -> bool:
    return printed(model, state, ground)[0] == PEON


def has_master(state: State, seat: int, ground: Ground) -> bool:
    return any(printed(model, state, ground)[0] == MASTER for model in state.crew_of(seat))


def unactivated(state: State, seat: int) -> int:
    """How many models of the Crew have not Activated in this Turn."""
    return sum(not model.activated for model in state.crew_of(seat))


def passes_left(state: State, seat: int) -> int:
    """By how many models the Crew is behind: the aid's counter of passes (M4-TURN-13)."""
    return max(0, unactivated(state, other(seat)) - unactivated(state, seat))


def limit_of(model: Model, state: State, ground: Ground) -> int:
    """How many Actions the model takes in an Activation, beside a signature (M4-ACT-01 to -04)."""
    station, _ = printed(model, state, ground)
    size = (ground.setup.size if ground.setup is not None else 0) or LARGE
    limit = 3 if station == MASTER and size >= LARGE else 2
    if station == PEON:
        limit = 1
    elif state.notes.get(f"{COMMAND} {model.seat}") == model.id:
        limit = 3
    if bears(model, "fast"):
        limit = min(3, limit + 1)
    if bears(model, "slow"):
        limit = max(1, limit - 1)
    return limit


def left_of(model: Model, state: State, ground: Ground) -> int:
    """How many of them it has left."""
    used = model.acts + (model.bonus if one_in_all(model, state, ground) else 0)
    return max(0, limit_of(model, state, ground) - used)


def one_in_all(model: Model, state: State, ground: Ground) -> bool:
    """Whether a signature is one of its Actions: a Peon's, by the reading (M4-ACT-02)."""
    return readings_of(ground.setup).peon_signature == "one_in_all" and is_peon(model, state, ground)


def why_no_signature(model: Model, state: State, ground: Ground) -> Iterator[Violation]:
    """Why the model takes no signature Action now (M4-ACT-02, -05, M4-COND-22)."""
    if bears(model, "stunned"):
        yield Violation("M4-COND-22", f"{model.name} is Stunned: no signature.", "", model.id)
    elif model.bonus:
        sentence = f"{model.name} has taken its signature Action in this Activation."
        yield Violation("M4-ACT-05", sentence, "It may be taken as an ordinary Action.", model.id)
    elif one_in_all(model, state, ground) and not left_of(model, state, ground):
        yield Violation("M4-ACT-02", f"{model.name} is a Peon: one Action in all.", "", model.id)


def next_to_act(state: State) -> int | None:
    """The seat that Activates or passes next; ``None`` while nobody knows, or when all have Activated
    (M4-TURN-08 to -10)."""
    if state.phase == "start" and state.turn >= 1:
        known = state.notes.get(KNOWN) == str(state.turn)
        expected = state.initiative if known else None
    elif state.phase == "activation" and state.active is not None:
        expected = state.active if PASSED in state.notes else other(state.active)
    else:
        return None
    if expected is None or unactivated(state, expected):
        return expected
    return other(expected) if unactivated(state, other(expected)) else None


def chooser(state: State) -> int | None:
    """The seat that chooses who has initiative: the one that did not Activate last; ``None`` in Turn 1, and
    when nobody Activated (M4-TURN-03, -07)."""
    last = state.notes.get(LAST, "")
    return other(int(last)) if last and state.turn > 1 else None


# -- entries ----------------------------------------------------------------------------------------------


class Pass(Command, frozen=True, tag="pass"):
    """The side passes instead of Activating a model."""

    of_a_turn: ClassVar[bool] = True
    about = ("pass", "seat")
    seat: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        names, expected = Names(state), next_to_act(state)
        own, theirs = unactivated(state, self.seat), unactivated(state, other(self.seat))
        if state.turn < 1 or state.phase not in ("start", "activation"):
            yield Violation("M4-TURN-09", "Nobody passes outside the Activation Phase.", "")
        elif not own:
            sentence = f"{names.side(self.seat)} has nobody left to Activate: that is no pass."
            yield Violation("M4-TURN-10", sentence, "The other side goes on by itself.")
        elif expected is not None and expected != self.seat:
            yield Violation("M4-TURN-09", f"It is {names.sides(expected)} turn.", "Enter what it did.")
        elif state.notes.get(PASSED) == str(other(self.seat)):
            sentence = f"{names.side(other(self.seat))} passed just before."
            yield Violation("M4-TURN-11", sentence, "Activate a model.")
        elif own > theirs:
            sentence = f"{names.side(self.seat)} has {own} models to Activate, the other side {theirs}."
            yield Violation("M4-TURN-11", sentence, "Only who is not ahead may pass.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        if state.phase == "start":
            yield from _first(state, self.seat)
        yield from _closed(state)
        yield SidePassed(self.seat, 0)
        yield ActiveSet(other(self.seat))
        yield Noted(PASSED, str(self.seat))


class Acted(Command, frozen=True, tag="acted"):
    """The model that Activates took an Action."""

    of_a_turn: ClassVar[bool] = True
    model: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        yield from _not_activating(model, state)
        if not left_of(model, state, ground):
            limit = limit_of(model, state, ground)
            rule = "M4-ACT-02" if is_peon(model, state, ground) else "M4-ACT-01"
            rule = "M4-ACT-03" if bears(model, "slow") or bears(model, "fast") else rule
            sentence = f"{model.name} has taken its {limit} {'Action' if limit == 1 else 'Actions'}."
            yield Violation(rule, sentence, "An additional Action is not counted.", model.id)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield SpentAction(self.model, "Action", 1, 0)


class Signature(Command, frozen=True, tag="signature"):
    """The model that Activates took its signature Action."""

    of_a_turn: ClassVar[bool] = True
    model: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        yield from _not_activating(model, state)
        yield from why_no_signature(model, state, ground)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield SpentAction(self.model, "Signature", 0, 1)


def _not_activating(model: Model, state: State) -> Iterator[Violation]:
    if state.activating != model.id:
        sentence = f"{model.name} does not Activate now."
        yield Violation("M4-TURN-15", sentence, "Say first that it Activates.", model.id)


class TakeCommand(Fact, frozen=True, tag="take_command"):
    """A Henchman drains a stone and has three Actions to the end of the game (M4-ACT-04)."""

    about = ("take command",)
    model: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        _, characteristics = printed(model, state, ground)
        if state.phase != "start" or state.turn < 1:
            yield Violation("M4-TURN-06", "Command is taken in the Start Phase.", "")
        if HENCHMAN not in characteristics:
            yield Violation("M4-ACT-04", f"{model.name} is no Henchman.", "Choose a Henchman.", model.id)
        if has_master(state, model.seat, ground):
            yield Violation("M4-ACT-04", "The Crew has a Master in play.", "")
        if f"{COMMAND} {model.seat}" in state.notes:
            yield Violation("M4-ACT-04", "The Crew has taken command in this game.", "")
        if not state.crews[model.seat].stones:
            yield Violation("M4-STONE-02", "There is no Soulstone to drain.", "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        seat = state.models[self.model].seat
        yield StonesChanged(seat, -1, "Take Command", self.model)
        yield Noted(f"{COMMAND} {seat}", self.model)


class TurnEnds(Fact, frozen=True, tag="turn_ends"):
    """All models have Activated: the End Phase begins."""

    of_a_turn: ClassVar[bool] = True
    about = ("end",)

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if state.turn < 1:
            yield Violation("M4-TURN-01", "No Turn has begun.", "Begin Turn 1.")
        elif state.phase == "end":
            yield Violation("M4-TURN-01", f"Turn {state.turn} is in its End Phase.", "Begin the next Turn.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from turn_ended(state)


# -- what follows -----------------------------------------------------------------------------------------


def why_not_activate(model: Model, state: State, ground: Ground) -> Iterator[Violation]:
    """Why the model does not Activate now (M4-TURN-08, -09, -14, -17)."""
    names, expected = Names(state), next_to_act(state)
    if state.turn < 1 or state.phase == "end":
        yield Violation("M4-TURN-08", "Models Activate in the Activation Phase.", "Begin the Turn.", model.id)
    elif model.activated:
        fix = "If a card lets it, say by hand that it may Activate again."
        yield Violation("M4-TURN-14", f"{names(model.id)} has Activated in this Turn.", fix, model.id)
    elif expected is None or expected == model.seat:
        return
    elif state.phase == "start" or PASSED in state.notes:
        rule = "M4-TURN-08" if state.phase == "start" else "M4-TURN-09"
        sentence = f"It is {names.sides(expected)} turn."
        yield Violation(rule, sentence, "Enter what it did, or that it passes.", model.id)
    elif state.in_a_row >= (2 if readings_of(ground.setup).in_a_row == "two" else 3):
        sentence = f"{names.side(model.seat)} has Activated {state.in_a_row} models in a row."
        yield Violation("M4-TURN-17", sentence, f"Enter what {names.side(expected)} did.", model.id)


def activates(state: State, model: Model) -> Iterator[Event]:
    """The Activation before it is over, and the model counts as having Activated at once (M4-TURN-15)."""
    if state.phase == "start":
        yield from _first(state, model.seat)
    yield from _closed(state)
    if state.active != model.seat or PASSED in state.notes or state.phase == "start":
        yield ActiveSet(model.seat)
    yield Noted(PASSED, "")
    yield Noted(LAST, str(model.seat))
    yield ActivationBegan(model.id)
    yield Activated(model.id)


def _first(state: State, seat: int) -> Iterator[Event]:
    """The Activation Phase begins; who goes first has initiative."""
    if state.notes.get(KNOWN) != str(state.turn):
        yield InitiativeSet(seat)
        yield Noted(KNOWN, str(state.turn))
    yield PhaseBegan("activation")


def _closed(state: State) -> Iterator[Event]:
    """The end of the Activation that was going on: its tokens go (M4-TURN-15)."""
    if model := state.models.get(state.activating):
        yield from went(model, OWN)
        yield ActivationEnded(model.id)


def turn_ended(state: State) -> Iterator[Event]:
    """The End Phase: tokens that last until then go; Burning does after its damage (M4-TURN-18)."""
    yield from _closed(state)
    yield PhaseBegan("end")
    burning = []
    for model in state.models.values():
        if model.in_play:
            yield from went(model, END, but=AFTER_DAMAGE)
            burning += [model.id] if bears(model, AFTER_DAMAGE) else []
    yield Noted(DUE, " ".join(burning))


def extinguished(state: State) -> Iterator[Event]:
    """The Burning that was there when the End Phase began goes; what came since waits (M4-TURN-27)."""
    for name in state.notes.get(DUE, "").split():
        for key in state.models[name].conditions:
            if name_in(key) == AFTER_DAMAGE:
                yield ConditionSet(name, key, 0, "its time is over")
    yield Noted(DUE, "")


def turn_begins(state: State, turn: int, ground: Ground) -> Iterator[Event]:
    """The Turn, after the End Phase of the one before; the attacker has initiative in Turn 1, and Explosive
    tokens are there from its beginning (M4-TURN-03, -06, M4-STR-16)."""
    done: list[Event] = []
    if state.turn >= 1 and state.phase != "end":
        done += turn_ended(state)
    state = fold(state, done)
    done += (
        last := [*extinguished(state), *ended(state, "activation", "end_phase", "turn"), TurnBegan(turn)]
    )
    state = fold(state, last)
    done.append(Noted(PASSED, ""))
    if turn == 1 and state.strategy:
        done += [InitiativeSet(state.attacker), Noted(KNOWN, "1")]
        if state.strategy == EXPLOSIVES:
            for model in state.on_table():
                if not is_peon(model, state, ground):
                    done += gained(state, model.id, "explosive", other(model.seat), ground)
    yield from done
