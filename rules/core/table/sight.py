"""Line of Sight: is there a free sight line, and which; or what closes them all (M3E-LOS, M3E-SHADOW).

>>> from rules.core.table.board import Table
>>> a, b = Base("Rasputina", 10, 10), Base("Sorrow", 20, 10)
>>> sight(Table(bases=(a, b)), a, b).seen
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.core.table.bases import Base, centres_apart
from rules.core.table.board import Table
from rules.core.table.lines import Barrier, Segment, free_line
from rules.core.table.plane import Part, widened
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shade import (
    frame_of,
    ignored_for_size,
    shadow_closes,
    waived,
)
from rules.core.table.shapes import TOUCH, Footprint, Outline, bounds, inset, parts
from rules.core.table.terrain import Piece, covers, inside

# A line nearer than this to a blocker grazes it (M3E-LOS-09); abutting walls leave no crack.
GRAZE = 1e-6


class Blocker(Struct, frozen=True):
    """A model or piece that stops lines, and the row by which it does."""

    name: str
    rule: str


class Sight(Struct, frozen=True):
    """The answer for one pair: ``line`` is a free sight line when one is needed and there is one;
    ``blockers`` together close every line (none of them could be spared); ``rule`` decided."""

    seen: bool
    rule: str
    line: Segment | None = None
    blockers: tuple[Blocker, ...] = ()

    def __bool__(self) -> bool:
        return self.seen


def sees(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> bool:
    """Whether ``one``, drawing the lines, has LoS to ``other``."""
    return _decide(table, one, other, policies)[0].seen


def sight(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> Sight:
    """As ``sees``, with the free line or the blockers that together leave none."""
    found, barriers = _decide(table, one, other, policies)
    if found.seen or found.blockers:
        return found
    needed = _needed(one, other, barriers)
    return Sight(False, found.rule, None, tuple(Blocker(b.name, b.rule) for b in needed))


def _decide(
    table: Table, one: Base, other: Base, policies: TablePolicies
) -> tuple[Sight, tuple[Barrier, ...]]:
    if one.name == other.name:
        return Sight(True, "M3E-LOS-02"), ()
    if centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return _touching(table, one, other, policies), ()
    swapped = _later(one, other)
    a, b = (other, one) if swapped else (one, other)
    barriers = tuple(barriers_between(table, one, other, policies))
    if swapped:
        barriers = tuple(x.turned() if x.mode == "dense" else x for x in barriers)
    line = free_line(frame_of(a, b), barriers)
    if line is None:
        return Sight(False, "M3E-LOS-02"), barriers
    return Sight(True, "M3E-LOS-02", line.reversed() if swapped else line), barriers


def _later(one: Base, other: Base) -> bool:
    """Both ends of a pair are always worked out in one order, so that sight is mutual to the last bit."""
    return (other.x, other.y, other.mm) < (one.x, one.y, one.mm)


def _touching(table: Table, one: Base, other: Base, policies: TablePolicies) -> Sight:
    """Touching and overlapping bases see each other unless a floor parts them (M3E-LOS-11, -03)."""
    for piece in table.pieces:
        if _floor_between(piece, one, other):
            return Sight(False, "M3E-LOS-03", None, (Blocker(piece.name, "M3E-LOS-03"),))
    return Sight(policies.touching_sees, "M3E-LOS-11")


def _needed(one: Base, other: Base, barriers: Sequence[Barrier]) -> list[Barrier]:
    """Blockers (seen from the pair's first end) that together close every line, none to spare."""
    a, b = (other, one) if _later(one, other) else (one, other)
    frame = frame_of(a, b)
    needed = [x for x in barriers if any(frame.near(part) for part in x.parts)]
    for barrier in tuple(needed):
        rest = [x for x in needed if x is not barrier]
        if free_line(frame, rest) is None:
            needed = rest
    return needed


def barriers_between(
    table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> Iterator[Barrier]:
    """All that may stop lines that ``one`` draws to ``other``; A of a barrier is ``one``, B ``other``."""
    for piece in table.pieces:
        if _far_off(piece.footprint, one, other):
            continue
        if _floor_between(piece, one, other):
            yield Barrier(piece.name, _solid(piece.footprint, policies), "floor", rule="M3E-LOS-03")
        yield from _terrain(piece, one, other, policies)
    low = max(one.effective_size, other.effective_size)
    for base in table.bases:
        if base.kind != "model" or base.effective_size < low or base.name in (one.name, other.name):
            continue
        if not (_hides_under(base, one) or _hides_under(base, other)):
            yield Barrier(base.name, (widened(base.part, _graze(policies)),), rule="M3E-LOS-04")


def _hides_under(model: Base, end: Base) -> bool:
    """A model exactly on a marker of its own size does not block lines to it (M3E-MARK-08)."""
    return end.kind == "marker" and (model.x, model.y, model.mm) == (end.x, end.y, end.mm)


def _terrain(piece: Piece, one: Base, other: Base, policies: TablePolicies) -> Iterator[Barrier]:
    if not (piece.has("blocking") or piece.has("dense")):
        return
    rooms = [inside(piece, b.x, b.y, b.radius, b.elevation) for b in (one, other)]
    if all(rooms):  # what is between them is the floor's affair and the inner walls' (M3E-TERR-06)
        return
    ignored = ignored_for_size(piece, one, other, policies)
    if piece.has("blocking"):
        shaded = shadow_closes(one, piece, policies) or shadow_closes(other, piece, policies)
        if (shaded or not ignored) and not waived(one, other, piece, policies):
            shape = _walls(piece, policies) if any(rooms) else _solid(piece.footprint, policies)
            yield Barrier(piece.name, shape, rule="M3E-SHADOW-02" if ignored else "M3E-TRAIT-02")
    elif not ignored:
        starts, ends = (covers(piece, b.x, b.y, b.radius) for b in (one, other))
        yield Barrier(piece.name, _solid(piece.footprint, policies), "dense", starts, ends, rule="M3E-LOS-07")


def _floor_between(piece: Piece, one: Base, other: Base) -> bool:
    """Whether both are in the piece's outline with one of its floors or its roof between them."""
    if piece.gradual or abs(one.elevation - other.elevation) <= TOUCH:
        return False
    levels = [float(at) for at in piece.floors]
    if piece.top is not None and (piece.has("climbable") or piece.has("blocking")):
        levels.append(float(piece.top))
    low, high = sorted((one.elevation, other.elevation))
    return any(low < at - TOUCH and high >= at - TOUCH for at in levels) and all(
        covers(piece, base.x, base.y, base.radius) for base in (one, other)
    )


def _far_off(footprint: Footprint, one: Base, other: Base) -> bool:
    """Whether the box around the piece is clear of the box around both bases."""
    low_x, low_y, high_x, high_y = bounds(footprint)
    return (
        high_x < min(one.x - one.radius, other.x - other.radius) - GRAZE
        or low_x > max(one.x + one.radius, other.x + other.radius) + GRAZE
        or high_y < min(one.y - one.radius, other.y - other.radius) - GRAZE
        or low_y > max(one.y + one.radius, other.y + other.radius) + GRAZE
    )


def _graze(policies: TablePolicies) -> float:
    return GRAZE if policies.grazing == "blocks" else -GRAZE


def _solid(footprint: Footprint, policies: TablePolicies) -> tuple[Part, ...]:
    """The footprint as blockers: drawn out by the touch where grazing blocks, in where it does not."""
    if policies.grazing == "free" and isinstance(footprint, Outline):
        return tuple(widened(part, GRAZE) for part in inset(footprint, 2 * GRAZE))
    return tuple(widened(part, _graze(policies)) for part in parts(footprint))


def _walls(piece: Piece, policies: TablePolicies) -> tuple[Part, ...]:
    return tuple(part for outline in piece.walls() for part in _solid(outline, policies))
