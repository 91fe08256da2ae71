"""Line of Sight: is there a free sight line, and which; or what closes them all (M3E-LOS, M3E-SHADOW).

>>> from rules.table.board import Table
>>> a, b = Base("Rasputina", 10, 10), Base("Sorrow", 20, 10)
>>> line_of_sight(Table(bases=(a, b)), a, b).seen
True
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.table.bases import Base, centres_apart
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.barriers import barriers_between, separating_floor
from rules.table.sight.index import SightIndex
from rules.table.sight.lines import Barrier, SightLine, free_line
from rules.table.sight.occlusion import frame_of


class Blocker(Struct, frozen=True):
    """A model or piece that stops lines, and the row by which it does."""

    name: str
    rule: str


class LineOfSight(Struct, frozen=True):
    """The answer for one pair: ``line`` is a free sight line when one is needed and there is one;
    ``blockers`` together close every line (each of them is needed); ``rule`` decided."""

    seen: bool
    rule: str
    line: SightLine | None = None
    blockers: tuple[Blocker, ...] = ()

    def __bool__(self) -> bool:
        return self.seen


def sees(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> bool:
    """Whether ``one``, drawing the lines, has LoS to ``other``."""
    return SightIndex.of(table, policies).sees(one, other)


def line_of_sight(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> LineOfSight:
    """The answer of ``sees`` with the free line, or the blockers that together close all lines."""
    if one.name == other.name:
        return LineOfSight(True, "sight.line")
    if centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return _touching(table, one, other, policies)
    line = SightIndex.of(table, policies).free_line(one, other)
    if line is not None:
        return LineOfSight(True, "sight.line", line)
    needed = _needed(one, other, tuple(barriers_between(table, one, other, policies)))
    return LineOfSight(False, "sight.line", None, tuple(Blocker(b.name, b.rule) for b in needed))


def _touching(table: Table, one: Base, other: Base, policies: TablePolicies) -> LineOfSight:
    """Touching and overlapping bases see each other unless a floor parts them (M3E-LOS-11, -03)."""
    piece = separating_floor(table, one, other)
    if piece is not None:
        return LineOfSight(False, "sight.levels", None, (Blocker(piece.name, "sight.levels"),))
    return LineOfSight(policies.touching_sees, "sight.touching")


def _needed(one: Base, other: Base, barriers: Sequence[Barrier]) -> list[Barrier]:
    """Blockers that together close every line, each of them needed."""
    frame = frame_of(one, other)
    needed = [x for x in barriers if any(frame.near(part) for part in x.parts)]
    for barrier in tuple(needed):
        rest = [x for x in needed if x is not barrier]
        if free_line(frame, rest) is None:
            needed = rest
    return needed
