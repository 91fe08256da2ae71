"""What may stop the lines from one base to another: the rules of sight as barriers (M3E-LOS, M3E-SHADOW)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.lines import Barrier
from rules.core.table.plane import Part, widened
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shade import ignored_for_size, shadow_closes, waived
from rules.core.table.shapes import TOUCH, Footprint, Outline, bounds, inset, parts
from rules.core.table.terrain import Piece, covers, inside

# A line nearer than this to a blocker grazes it (M3E-LOS-09); abutting walls leave no crack.
GRAZE = 1e-6


def barriers_between(
    table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> Iterator[Barrier]:
    """All that may stop lines that ``one`` draws to ``other``; A of a barrier is ``one``, B ``other``."""
    for piece in table.pieces:
        if not _far_off(piece.footprint, one, other):
            yield from barriers_of(piece, one, other, policies)
    low = max(one.effective_size, other.effective_size)
    for base in table.bases:
        if base.kind != "model" or base.effective_size < low or base.name in (one.name, other.name):
            continue
        if not (hides_under(base, one) or hides_under(base, other)):
            yield Barrier(base.name, (widened(base.part, graze(policies)),), rule="M3E-LOS-04")


def barriers_of(
    piece: Piece, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> Iterator[Barrier]:
    """What of one piece may stop lines that ``one`` draws to ``other``."""
    if floor_between(piece, one, other):
        yield Barrier(piece.name, solid(piece.footprint, policies), "floor", rule="M3E-LOS-03")
    yield from _terrain(piece, one, other, policies)


def hides_under(model: Base, end: Base) -> bool:
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
            shape = _walls(piece, policies) if any(rooms) else solid(piece.footprint, policies)
            yield Barrier(piece.name, shape, rule="M3E-SHADOW-02" if ignored else "M3E-TRAIT-02")
    elif not ignored:
        starts, ends = (covers(piece, b.x, b.y, b.radius) for b in (one, other))
        yield Barrier(piece.name, solid(piece.footprint, policies), "dense", starts, ends, rule="M3E-LOS-07")


def parting_floor(table: Table, one: Base, other: Base) -> Piece | None:
    """The piece with a floor between two bases that touch or overlap, seen from above (M3E-LOS-03)."""
    return next((piece for piece in table.pieces if floor_between(piece, one, other)), None)


def floor_between(piece: Piece, one: Base, other: Base) -> bool:
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


def graze(policies: TablePolicies) -> float:
    return GRAZE if policies.grazing == "blocks" else -GRAZE


def solid(footprint: Footprint, policies: TablePolicies) -> tuple[Part, ...]:
    """The footprint as blockers: drawn out by the touch where grazing blocks, in where it does not."""
    if policies.grazing == "free" and isinstance(footprint, Outline):
        return tuple(widened(part, GRAZE) for part in inset(footprint, 2 * GRAZE))
    return tuple(widened(part, graze(policies)) for part in parts(footprint))


def _walls(piece: Piece, policies: TablePolicies) -> tuple[Part, ...]:
    return tuple(part for outline in piece.walls() for part in solid(outline, policies))
