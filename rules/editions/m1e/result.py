"""The result of a First Edition Encounter, played or recorded: each side's Strategy, Schemes and Victory
Points by turn (M1-ENC-20)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.editions.m1e.play.match import EncounterSetupM1
from rules.game.results.result import EncounterResult, SchemeScore, SeatResult
from rules.game.state import State, VictoryPoint


def result_of(setup: EncounterSetupM1, state: State, gave_up: int | None = None) -> EncounterResult:
    """The result, without casualties: the First Edition has no Arsenals. ``gave_up`` is the seat that
    ended the game early, which counts as a withdrawal in the turn reached."""
    seats = [_seat(setup, state, seat) for seat in (0, 1)]
    turn = max(1, state.turn)
    if gave_up is not None:
        seats[gave_up] = replace(seats[gave_up], withdrew_turn=turn)
    return EncounterResult(seats=(seats[0], seats[1]), ended_turn=turn)


def strategies_of(setup: EncounterSetupM1, state: State) -> tuple[str, str]:
    """Both sides' Strategies: those flipped or entered, otherwise those agreed."""
    known = state.strategy.split(" / ")
    return (known[0], known[1]) if len(known) == 2 else setup.strategies


def _seat(setup: EncounterSetupM1, state: State, seat: int) -> SeatResult:
    """What one side scored for its Strategy and for each Scheme in the order in which they first
    scored; Schemes that scored nothing are included."""
    own = [score for score in state.scores if score.seat == seat]
    strategy = strategies_of(setup, state)[seat]
    names = [scheme.name for scheme in state.crews[seat].schemes]
    names += [score.source for score in own if score.source != strategy]
    return SeatResult(
        strategy_vp=_by_turn(state, [score for score in own if score.source == strategy]),
        schemes=tuple(
            SchemeScore(name, _by_turn(state, [score for score in own if score.source == name]))
            for name in dict.fromkeys(names)
        ),
        vp=state.vp(seat),
    )


def _by_turn(state: State, scores: list[VictoryPoint]) -> tuple[int, ...]:
    turns = [0] * max(1, state.turn)
    for score in scores:
        turns[max(1, score.turn) - 1] += 1
    return tuple(turns)
