"""What two results of the same game say differently, whatever the order in which each lists it.

>>> from rules.game.results.result import EncounterResult, SeatResult
>>> four = EncounterResult(seats=(SeatResult(), SeatResult()), ended_turn=4)
>>> [(d.what, d.one, d.other) for d in differences(four, EncounterResult(seats=four.seats, ended_turn=5))]
[('ended', 4, 5)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.game.results.result import EncounterResult, SeatResult

Fact = Literal[
    "ended",
    "strategy",
    "scheme",
    "casualty",
    "successor",
    "withdrawal",
    "tick",
    "award",
    "used_up",
    "achievement",
]


class Difference(Struct, frozen=True):
    """One fact of a result as ``one`` and as the ``other`` of two results have it, ``None`` where a result
    has it not. ``seat`` is whose it is, ``None`` for the game's; ``of`` the Scheme, model, models, portion,
    award or Upgrade that it is of. VP are by Turn, without the Turns after the last VP."""

    what: Fact
    seat: int | None
    of: Any
    one: Any
    other: Any


def differences(
    one: EncounterResult, other: EncounterResult, *, by_turn: bool = True
) -> tuple[Difference, ...]:
    """What the two say differently; ``by_turn`` says whether the Turn counts in which a Scheme brought a VP
    (``Scoring.scheme_by_turn``). Nobody has to name a Scheme without VP, nor what proves a tick: only ``one``
    is asked for such Schemes."""
    return tuple(_differences(one, other, by_turn=by_turn))


def _differences(one: EncounterResult, other: EncounterResult, *, by_turn: bool) -> Iterator[Difference]:
    if one.ended_turn != other.ended_turn:
        yield Difference("ended", None, None, one.ended_turn, other.ended_turn)
    for seat, both in enumerate(zip(one.seats, other.seats, strict=True)):
        before, after = (dict(_facts(own, by_turn=by_turn)) for own in both)
        for what, of in dict.fromkeys((*before, *after)):
            was, now = before.get((what, of)), after.get((what, of))
            if was != now and not (what == "scheme" and was is None and not now):
                yield Difference(what, seat, of, was, now)


Key = tuple[Fact, Any]


def _facts(seat: SeatResult, *, by_turn: bool) -> Iterator[tuple[Key, Any]]:
    """Every fact of one side by its kind and what it is of."""
    if strategy := _until_the_last(seat.strategy_vp):
        yield ("strategy", None), strategy
    for scheme in seat.schemes:
        yield ("scheme", scheme.name), _until_the_last(scheme.vp) if by_turn else sum(scheme.vp)
    for fell in seat.casualties:
        yield ("casualty", fell.model_id), fell
    for heir in seat.successors:
        originals = tuple(sorted(heir.originals))
        yield ("successor", originals), replace(heir, originals=originals)
    if seat.withdrew_turn is not None:
        yield ("withdrawal", None), seat.withdrew_turn
    counted: Mapping[str, int] = Counter(seat.bounty_ticks)
    for portion, times in counted.items():
        yield ("tick", portion), times
    for award in seat.event_ticks:
        yield ("award", award), True
    for upgrade in seat.used_up:
        yield ("used_up", upgrade), True
    for achievement in seat.achieved:
        yield ("achievement", achievement), True


def _until_the_last(vp: tuple[int, ...]) -> tuple[int, ...]:
    """VP by Turn without the Turns after the last VP."""
    last = max((turn for turn, scored in enumerate(vp, 1) if scored), default=0)
    return vp[:last]
