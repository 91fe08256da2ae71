"""The engine: its log and its fold beside plain Python, a whole Encounter beside random chess.

Logs are encoded and decoded into checked types beside ``json``; events are folded beside the same reducer on
frozen dataclasses with ``dataclasses.replace``. Decisions a second and the replay of a whole Encounter stand
beside a random playout of python-chess, a step of the server beside an empty request of the same client.
"""

from __future__ import annotations

import dataclasses
import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import chess
import msgspec

from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.play import Play, replay
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game import state as structs
from rules.game.events import AnyEvent, cards, turns
from rules.game.events import table as markers
from rules.game.events import table as models
from rules.game.events.base import Event
from rules.game.log import fold
from rules.game.table_access.exact_table import table_for
from scripts.benchmarks.engine_server import steps_of_the_server

ROUNDS = 9
KEY = digest("bench", "engine")
STRUCTS: tuple[type[msgspec.Struct], ...] = (
    structs.Model,
    structs.Marker,
    structs.Scheme,
    structs.Crew,
    structs.VictoryPoint,
    structs.KillRecord,
    structs.FallenModel,
    structs.Lasting,
    structs.State,
)
REDUCERS = (cards, markers, models, turns, structs)


def run() -> dict[str, Any]:
    play, steps = _played()
    encode, decode = msgspec.json.Encoder().encode, play.stored.decoder(tuple[AnyEvent, ...]).decode
    log = encode(play.events)
    plain = json.loads(log)
    first, events = play.setup.first_state(), play.events
    twins = _Twins()
    assert twins.fold(first, events).turn == fold(first, events).turn
    encodes, decodes, folds, replays, moves = [], [], [], [], []
    for _ in range(ROUNDS):
        # Half a millisecond by itself is mostly the clock and cold caches.
        encodes.append(_time(lambda: json.dumps(plain), 10) / _time(lambda: encode(events), 10))
        decodes.append(_time(lambda: json.loads(log), 10) / _time(lambda: decode(log), 10))
        folds.append(_time(lambda: twins.fold(first, events)) / _time(lambda: fold(first, events)))
        replays.append(_time(lambda: _replayed(play)))
        moves.append(_chess_moves_per_second())
    rate = len(play.decisions) / statistics.median(replays)
    return {
        "decisions": len(play.decisions),
        "events": len(events),
        "log_bytes": len(log),
        "encode_over_json": round(statistics.median(encodes), 1),
        "typed_decode_over_json": round(statistics.median(decodes), 1),
        "fold_over_dataclasses": round(statistics.median(folds), 1),
        "full_replay_ms": round(statistics.median(replays) * 1000, 1),
        "step_p50_ms": round(statistics.median(steps) * 1000, 2),
        "step_p95_ms": round(sorted(steps)[int(len(steps) * 0.95)] * 1000, 2),
        "decisions_per_second": round(rate),
        "decisions_over_chess_moves": round(rate / statistics.median(moves), 3),
        "server": steps_of_the_server("practice"),
    }


def _time(work: Callable[[], object], times: int = 1) -> float:
    """CPU seconds of each time."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def _played() -> tuple[Play, list[float]]:
    """A whole Encounter of greedy bots, and how long each answer took."""
    setup = skirmish("bench")
    play = Play(setup, M3E, table_for(setup, M3E), KeyDealer(KEY))
    bots, steps = players("bench", 2), []
    while not play.over:
        ask = play.asks[0]
        value = bots[ask.seat].answer(play, ask)
        began = time.process_time()
        play.answer(ask.seat, value)
        steps.append(time.process_time() - began)
    return play, steps


def _replayed(play: Play) -> Play:
    return replay(play.setup, M3E, table_for(play.setup, M3E), KeyDealer(KEY), play.decisions)


def _chess_moves_per_second(moves: int = 4000) -> float:
    stream, moves_made = Stream(digest("bench", "chess")), 0
    began = time.process_time()
    while moves_made < moves:
        board = chess.Board()
        while moves_made < moves and (legal := list(board.legal_moves)):
            board.push(legal[stream.below(len(legal))])
            moves_made += 1
            if board.halfmove_clock > 100:
                break
    return moves_made / (time.process_time() - began)


class _Twins:
    """The state's structs as frozen dataclasses, same fields and methods: the reducer in plain Python."""

    def __init__(self) -> None:
        self.kinds = {kind.__name__: self._twin(kind) for kind in STRUCTS}

    def _twin(self, kind: type[msgspec.Struct]) -> type:
        fields: list[Any] = []
        for field in msgspec.structs.fields(kind):
            if field.default is not msgspec.NODEFAULT:
                fields.append((field.name, Any, dataclasses.field(default=field.default)))
            elif field.default_factory is not msgspec.NODEFAULT:
                fields.append((field.name, Any, dataclasses.field(default_factory=field.default_factory)))
            else:
                fields.append((field.name, Any))
        own = {
            name: value
            for name, value in vars(kind).items()
            if isinstance(value, property) or (callable(value) and not name.startswith("__"))
        }
        return dataclasses.make_dataclass(
            kind.__name__, fields, namespace=own, frozen=True, slots=True, kw_only=True
        )

    def of(self, value: Any) -> Any:
        """The value with every struct of the state replaced by its twin."""
        if isinstance(value, tuple):
            return tuple(self.of(part) for part in value)
        if isinstance(value, dict):
            return {key: self.of(part) for key, part in value.items()}
        twin = self.kinds.get(type(value).__name__)
        if twin is None or not isinstance(value, msgspec.Struct):
            return value
        return twin(**{name: self.of(getattr(value, name)) for name in value.__struct_fields__})

    def fold(self, state: structs.State, events: list[Event]) -> Any:
        folded = self.of(state)
        with _replacing(self._replace):
            for event in events:
                folded = event.on(folded)
        return folded

    def _replace(self, value: Any, /, **changes: Any) -> Any:
        """A snapshot inside an event is a struct still: it becomes a twin when it is changed."""
        held = self.of(value) if isinstance(value, msgspec.Struct) else value
        return dataclasses.replace(held, **changes)


@contextmanager
def _replacing(replace: Callable[..., Any]) -> Iterator[None]:
    """The reducers use that ``replace`` meanwhile."""
    originals = [(module, module.replace) for module in REDUCERS]
    try:
        for module in REDUCERS:
            setattr(module, "replace", replace)  # noqa: B010 - a module's own name, put back below
        yield
    finally:
        for module, original in originals:
            setattr(module, "replace", original)  # noqa: B010
