"""The two logs: ``replay`` the decisions, ``fold`` the events. Both give the same state, always.

A stored log is JSON: ``dump``/``load`` for decisions, ``events.encode``/``decode`` for events.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.core.game.events import Event
from rules.core.game.ground import Ground
from rules.core.game.hiring import Stock
from rules.core.game.play import START, Checkpoint, Decision, Play, chained
from rules.core.game.ruleset import Ruleset
from rules.core.game.setup import Setup
from rules.core.game.state import State
from rules.fate.dealer import Dealer

_decisions = msgspec.json.Decoder(list[Decision])
_state = msgspec.json.Decoder(State)


def replay(
    setup: Setup,
    rules: Ruleset,
    ground: Ground,
    dealer: Dealer,
    decisions: Iterable[Decision],
    checkpoint: Checkpoint | None = None,
    stock: Stock | None = None,
) -> Play:
    """The Encounter after those decisions, from the start or from a checkpoint.

    ``Refusal`` at the first decision that was not an answer to what was asked.
    """
    play = Play(setup, rules, ground, dealer, checkpoint, stock)
    for decision in decisions:
        if decision.kind == "rewind":
            play.reshuffle(decision.value)
        else:
            play.answer(decision.seat, decision.value, decision.kind)
    return play


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after those events. Needs no rules."""
    for event in events:
        state = event.on(state)
    return state


def chain(events: Iterable[Event], start: str = START) -> str:
    """The hash after those events."""
    for event in events:
        start = chained(start, event)
    return start


def dump(decisions: Iterable[Decision]) -> bytes:
    return msgspec.json.encode(list(decisions))


def load(raw: bytes | str) -> list[Decision]:
    """The decisions of that JSON; ``msgspec.ValidationError`` for anything else."""
    return _decisions.decode(raw)


def dump_state(state: State) -> bytes:
    return msgspec.json.encode(state, order="deterministic")


def load_state(raw: bytes | str) -> State:
    return _state.decode(raw)
