"""Experience and the track of 39 boxes (M4-CAMP-21, -22).

>>> [box.tier for box in reached(0, 3)], reached(13, 3)
([1, 1, 2], ())
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.refusal import Total, TotalLine

BOXES = 39
MOST_A_GAME = 3
FIRST_ROWS: dict[int, int] = {
    1: 1,
    2: 1,
    3: 2,
    5: 3,
    7: 4,
    9: 1,
    11: 2,
    13: 4,
    17: 1,
    20: 2,
    21: 1,
    25: 3,
}
THIRD_ROW = {"30_35_39": {30: 1, 35: 2, 39: 4}, "29_34_39": {29: 1, 34: 2, 39: 4}}


class Box(Struct, frozen=True):
    """A box with an advancement: its place on the track from 1, and the highest tier."""

    number: int
    tier: int


def track(policies: RisingPolicies = RISING) -> tuple[Box, ...]:
    """The 15 boxes with an advancement (M4-CAMP-22)."""
    return tuple(Box(*each) for each in sorted({**FIRST_ROWS, **THIRD_ROW[policies.third_row]}.items()))


def reached(before: int, gained: int, policies: RisingPolicies = RISING) -> tuple[Box, ...]:
    """The boxes with an advancement that ``gained`` experience reaches, in order."""
    return tuple(box for box in track(policies) if before < box.number <= before + gained)


def experience(
    *,
    path: str,
    killed_enemy: bool,
    interacted: bool,
    lost: bool,
    before: int,
    more: Sequence[TotalLine] = (),
) -> Total:
    """What one game brings (M4-CAMP-21): 1 for playing, 1 by the Leader's path, 1 for losing; ``more`` from
    Equipment and triggers. A full track takes no more.

    >>> experience(path="bruiser", killed_enemy=True, interacted=True, lost=True, before=0).amount
    3
    >>> experience(path="strategist", killed_enemy=True, interacted=False, lost=False, before=38).amount
    1
    """
    lines = [TotalLine("played the game", 1, "M4-CAMP-21")]
    if path == "bruiser" and killed_enemy:
        lines.append(TotalLine("a Bruiser who killed an enemy", 1, "M4-CAMP-21"))
    if path == "strategist" and interacted:
        lines.append(TotalLine("a Strategist who Interacted near the enemy zone", 1, "M4-CAMP-21"))
    if lost:
        lines.append(TotalLine("lost the game", 1, "M4-CAMP-21"))
    return Total.of([*lines, *more], cap=BOXES - before, cap_rule="M4-CAMP-22")
