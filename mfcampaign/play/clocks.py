"""Chess clocks: the time that each side has left, computed only from the recorded times of decisions, or of
the presses of two thumbs beside a real table.

A clock runs while its side is asked. It begins with the first answer and stands still while nobody is asked,
while an act of the referee's hand waits for the other's word, and from a backup to its restore. What is taken
back gives no time back.

>>> begun = dt.datetime(2026, 3, 1, 12, 0)
>>> clock = reckoned(
...     Limit(60), [ClockedDecision(begun, "1"), ClockedDecision(begun + dt.timedelta(seconds=45), "0")]
... )
>>> clock.left, clock.runs
((60.0, 15.0), (0,))
>>> clock.left_at(begun + dt.timedelta(seconds=50))
(55.0, 15.0)
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rules.game.procedure.asks import Ask

NOBODY = "-"
OBJECTION = "object"
MOST_MINUTES = 600
PRESETS = (30, 45, 60, 75, 90, 120, 150)
"""Choices of a form, in minutes for each side."""


class Limit(Struct, frozen=True):
    """``seconds`` for each side; 0 means no clock. With ``claim`` a player may claim the game when the
    opponent has no time left."""

    seconds: int = 0
    claim: bool = False

    @property
    def minutes(self) -> int:
        return self.seconds // 60


NO_LIMIT = Limit()


class ClockedDecision(Struct, frozen=True):
    """A decision, after which the clocks of the seats in ``asked`` (their digits) run. ``idle`` means that
    the time before it counts for nobody."""

    at: dt.datetime
    asked: str
    idle: bool = False


class Clock(Struct, frozen=True):
    """The state of both clocks at ``since``. ``left`` is in seconds, negative when time is up; ``runs`` holds
    the seats whose clocks run from then on."""

    left: tuple[float, float]
    runs: tuple[int, ...] = ()
    since: dt.datetime | None = None

    def left_at(self, now: dt.datetime) -> tuple[float, float]:
        more = max(0.0, (now - self.since).total_seconds()) if self.since is not None else 0.0
        first, second = (left - more * (seat in self.runs) for seat, left in enumerate(self.left))
        return first, second

    def up_at(self, now: dt.datetime) -> tuple[int, ...]:
        """The sides whose time is up."""
        return tuple(seat for seat, left in enumerate(self.left_at(now)) if left <= 0.0)

    def claimant_at(self, now: dt.datetime) -> int | None:
        """The side that has time left while the other has none; ``None`` when there is no such
        side."""
        up = self.up_at(now)
        return 1 - up[0] if len(up) == 1 else None

    @property
    def figures(self) -> dict[str, object]:
        """The figures for the page's script; ``since`` is in milliseconds."""
        since = 0 if self.since is None else milliseconds(self.since)
        return {"left": self.left, "runs": self.runs, "since": since}


def milliseconds(moment: dt.datetime) -> int:
    return int(moment.timestamp() * 1000)


def reckoned(limit: Limit, ticks: Iterable[ClockedDecision]) -> Clock:
    """The clocks after those decisions, given in order."""
    used = [0.0, 0.0]
    last: ClockedDecision | None = None
    for tick in ticks:
        if last is not None and not tick.idle:
            took = max(0.0, (tick.at - last.at).total_seconds())
            for seat in _seats(last.asked):
                used[seat] += took
        last = tick
    left = (round(limit.seconds - used[0], 3), round(limit.seconds - used[1], 3))
    return Clock(left) if last is None else Clock(left, _seats(last.asked), last.at)


def _seats(asked: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in asked if seat != NOBODY)


def running(asks: Iterable[Ask]) -> str:
    """The seats whose clocks run while these questions are open, in the form of ``ClockedDecision.asked``."""
    open_asks = list(asks)
    if any(ask.kind == OBJECTION for ask in open_asks):
        return NOBODY
    return "".join(str(seat) for seat in sorted({ask.seat for ask in open_asks})) or NOBODY


def in_words(seconds: float) -> str:
    """Format seconds as a clock shows them; time below zero has a minus.

    >>> in_words(3725.9), in_words(59.2), in_words(-61)
    ('1:02:05', '0:59', '−1:01')
    """
    whole = int(abs(seconds))
    hours, rest = divmod(whole, 3600)
    words = f"{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return ("−" if seconds < 0 else "") + (f"{hours}:{words}" if hours else words)
