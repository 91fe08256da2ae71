"""What a chess clock takes off for overtime, as people agreed on; no edition's rule. Victory Points never go
below 0."""

from __future__ import annotations

import math
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.game.results.result import EncounterOutcome, winner_by

MOST_PENALTY_VP = 10
"""No game gives more."""
PenaltyVp = Annotated[int, Meta(ge=0, le=MOST_PENALTY_VP)]
PenaltyMinutes = Annotated[int, Meta(ge=1, le=600)]


class TimePenalty(Struct, frozen=True):
    """``vp`` Victory Points off for each begun ``minutes`` over the time, ``MOST_PENALTY_VP`` at most; 0 VP:
    the time is only noted.

    >>> TimePenalty(1, 5).of(-301), TimePenalty(1, 5).of(0), TimePenalty(0, 5).of(-301)
    (2, 0, 0)
    >>> TimePenalty(2, 5).of(-86_400)
    10
    """

    vp: PenaltyVp = 0
    minutes: PenaltyMinutes = 5

    @property
    def most(self) -> int:
        return MOST_PENALTY_VP

    def of(self, left: float) -> int:
        """The VP off for a side that has so many seconds left."""
        begun = math.ceil(-left / (60 * self.minutes)) if left < 0 else 0
        return min(self.vp * begun, MOST_PENALTY_VP)


def counted_vp(vp: tuple[int, int], penalties: tuple[int, int]) -> tuple[int, int]:
    """What counts of both sides' Victory Points.

    >>> counted_vp((5, 1), (2, 2))
    (3, 0)
    """
    return max(0, vp[0] - penalties[0]), max(0, vp[1] - penalties[1])


def in_time(ended: EncounterOutcome, penalties: tuple[int, int]) -> EncounterOutcome:
    """The outcome with both sides' ``penalties``. A withdrawal decides the game whatever the clock says."""
    if any(ended.withdrew):
        return ended
    vp = counted_vp(ended.vp, penalties)
    return replace(ended, vp=vp, winner=winner_by(vp))
