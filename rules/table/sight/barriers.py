"""What may stop the lines from one base to another: the rules of sight as barriers (M3E-LOS, M3E-SHADOW,
T2-VLOS, M4-LOS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Footprint, bounds
from rules.table.geometry.plane import widened
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.lines import Barrier
from rules.table.sight.near_end import near_end_barriers, near_end_models
from rules.table.sight.occlusion import (
    GRAZE,
    blocking_parts,
    grazing_margin,
    ignored_for_size,
    shadow_closes,
    waived,
    wall_parts,
)
from rules.table.sight.vantage import least_blocking_height, vantage_barriers
from rules.table.terrain import Piece, covers, inside


def barriers_between(
    table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> Iterator[Barrier]:
    """All that may stop lines that ``one`` draws to ``other``; A of a barrier is ``one``, B ``other``."""
    own = own_pieces(one, other)
    for piece in table.pieces:
        if piece.name not in own and not _far_off(piece.footprint, one, other):
            yield from barriers_of(piece, one, other, policies)
    in_the_way = _in_the_way(one, other, policies)
    for base in table.bases:
        if not may_block(base, policies) or base.name in (one.name, other.name) or not in_the_way(base):
            continue
        if not (hides_under(base, one) or hides_under(base, other)):
            yield Barrier(base.name, (widened(base.part, grazing_margin(policies)),), rule="sight.bases")


def barriers_of(
    piece: Piece, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> Iterator[Barrier]:
    """What of one piece may stop lines that ``one`` draws to ``other``."""
    if floor_between(piece, one, other):
        yield Barrier(piece.name, blocking_parts(piece.footprint, policies), "floor", rule="sight.levels")
    yield from _TERRAIN[policies.sight_from](piece, one, other, policies)


def may_block(base: Base, policies: TablePolicies) -> bool:
    """Whether such a base can block sight at all: a model, and no Spirit where Spirits hide nothing
    (M1R-SPI-02)."""
    return base.kind == "model" and (policies.spirits_hide or not base.spirit)


def _in_the_way(one: Base, other: Base, policies: TablePolicies) -> Callable[[Base], bool]:
    """Which models stop lines from ``one`` to ``other`` that cross them, by their Size (M3E-LOS-05,
    T2-VLOS-04, M4-LOS-04)."""
    if policies.sight_from == "near_end":
        return near_end_models(one, other, policies)
    if policies.sight_from == "vantage":
        low, size = least_blocking_height(one, other, policies)
        return lambda base: size(base) >= low
    least = (
        other.effective_size
        if policies.models_compare == "target"
        else max(one.effective_size, other.effective_size)
    )
    return lambda base: base.effective_size >= least


def own_pieces(one: Base, other: Base) -> tuple[str, ...]:
    """The terrain that the ends are: no line to a terrain marker crosses its base (M3E-LOS-01)."""
    return tuple(end.name for end in (one, other) if end.kind == "marker")


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
            shape = wall_parts(piece, policies) if any(rooms) else blocking_parts(piece.footprint, policies)
            yield Barrier(piece.name, shape, rule="sight.shadow" if ignored else "sight.blocking")
    elif not ignored:
        starts, ends = (covers(piece, b.x, b.y, b.radius) for b in (one, other))
        yield Barrier(
            piece.name, blocking_parts(piece.footprint, policies), "dense", starts, ends, rule="sight.dense"
        )


_TERRAIN = {"size": _terrain, "vantage": vantage_barriers, "near_end": near_end_barriers}


def separating_floor(table: Table, one: Base, other: Base) -> Piece | None:
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
