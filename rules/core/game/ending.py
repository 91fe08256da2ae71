"""From a finished Encounter to the one record the campaign reads (``result.py``)."""

from __future__ import annotations

from rules.core.game.casualties import Casualty
from rules.core.game.result import EncounterResult, SchemeScore, SeatResult
from rules.core.game.setup import Setup
from rules.core.game.state import Score, State


def result_of(setup: Setup, state: State) -> EncounterResult:
    """VP by Turn and source, and the Arsenal's models that fell, of an Encounter played or recorded."""
    seats = tuple(_seat(setup, state, seat) for seat in (0, 1))
    return EncounterResult(seats=(seats[0], seats[1]), ended_turn=max(1, state.turn))


def _seat(setup: Setup, state: State, seat: int) -> SeatResult:
    schemes = [scheme.name for scheme in state.crews[seat].schemes]
    own = [score for score in state.scores if score.seat == seat]
    ids = setup.arsenal_ids()
    return SeatResult(
        strategy_vp=_by_turn(state, [score for score in own if score.step == "strategy"]),
        schemes=tuple(
            SchemeScore(name, _by_turn(state, [score for score in own if score.source == name]))
            for name in schemes
        ),
        vp=state.vp(seat),
        casualties=tuple(
            Casualty(
                ids[fall.model], fall.finished_off, fall.flip or None, fall.how, fall.cheated_from or None
            )
            for fall in state.falls
            if fall.model in ids and state.models[fall.model].seat == seat
        ),
    )


def _by_turn(state: State, scores: list[Score]) -> tuple[int, ...]:
    counted = [0] * max(1, state.turn)
    for score in scores:
        counted[score.turn - 1] += 1
    return tuple(counted)
