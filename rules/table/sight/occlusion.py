"""How a piece hides: its outline as blockers, its height, its Shadow (M3E-LOS, M3E-SHADOW)."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from rules.table.bases import Base, centres_apart
from rules.table.elevation import stands_on
from rules.table.geometry.footprints import TOUCH, Footprint, Outline, distance_to, inset_parts, parts
from rules.table.geometry.plane import ConvexPart, widened
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.crossing import least_crossing, surely_crossed
from rules.table.sight.lines import Frame
from rules.table.terrain import Piece, inside

# "1 inch or less of that terrain"
WAIVER = 1.0


def frame_of(one: Base, other: Base) -> Frame:
    """The frame of two bases, which must not share their centre."""
    return Frame(one.x, one.y, one.radius, other.x, other.y, other.radius)


def in_shadow(base: Base, piece: Piece, policies: TablePolicies = POLICIES) -> bool:
    """Whether any part of the base is in the piece's Shadow (M3E-SHADOW-01).

    A base that only touches the Shadow's edge is not in it. Standing on the piece is not being in its
    Shadow (M3E-SHADOW-09); being in its rooms is (M3E-TERR-06).
    """
    if piece.shadow == 0.0 or not policies.shadows:
        return False
    if inside(piece, base.x, base.y, base.radius, base.elevation):
        return True
    away = distance_to(piece.footprint, base.x, base.y)
    if away < base.radius - TOUCH:
        return policies.shadow_on_top
    return away < piece.shadow + base.radius - TOUCH


def shadow_closes(base: Base, piece: Piece, policies: TablePolicies = POLICIES) -> bool:
    """Whether this end, by being in the Shadow of a piece at least as tall, closes the lines through
    it (M3E-SHADOW-02); its Size is the effective one or, by policy, the printed one (M3E-SHADOW-08)."""
    size = base.effective_size if policies.shadow_size == "effective" else base.size
    top = -1 if piece.top is None else piece.top
    return top >= size and in_shadow(base, piece, policies)


def waived(drawing: Base, other: Base, piece: Piece, policies: TablePolicies = POLICIES) -> bool:
    """Whether a model on the casting piece ignores it and its Shadow: some single line between the two
    crosses at most 1" of it (M3E-SHADOW-03), whichever end stands there (M3E-SHADOW-11)."""
    if piece.shadow == 0.0 or not policies.shadows:
        return False
    standing = stands_on(drawing, piece)
    if policies.roof_waiver == "either_end":
        standing = standing or stands_on(other, piece)
    return standing and crosses_little(drawing, other, piece)


@lru_cache(512)
def crosses_little(one: Base, other: Base, piece: Piece, most: float = WAIVER) -> bool:
    """Whether some single sight line crosses ``most`` inches of the piece or less."""
    if centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return True
    frame, shape = frame_of(one, other), parts(piece.footprint)
    # Twice the touch, so that no rounding answers otherwise than the search would.
    if surely_crossed(frame, shape) > most + 2 * TOUCH:
        return False
    return least_crossing(frame, shape, most)[0] <= most + TOUCH


def hiding_height(piece: Piece, policies: TablePolicies = POLICIES) -> float:
    """The height up to which the piece hides what is behind it; see M3E-LOS-10 for pieces
    without Ht."""
    if piece.top is not None:
        return float(piece.top)
    return inf if policies.no_height == "unlimited" else 0.0


def ignored_for_size(piece: Piece, one: Base, other: Base, policies: TablePolicies = POLICIES) -> bool:
    """Whether it is lower than either end (M3E-LOS-05), or both look under it (M3E-TERR-02)."""
    sizes = one.effective_size, other.effective_size
    return hiding_height(piece, policies) < max(sizes) or (piece.open_below and max(sizes) <= piece.bottom)


# A line nearer than this to a blocker grazes it (M3E-LOS-09); abutting walls leave no gap.
GRAZE = 1e-6


def grazing_margin(policies: TablePolicies) -> float:
    return GRAZE if policies.grazing == "blocks" else -GRAZE


def blocking_parts(footprint: Footprint, policies: TablePolicies) -> tuple[ConvexPart, ...]:
    """The footprint as blockers: widened by a hair where grazing blocks, shrunk by a hair where it does
    not."""
    if policies.grazing == "free" and isinstance(footprint, Outline):
        return tuple(widened(part, GRAZE) for part in inset_parts(footprint, 2 * GRAZE))
    return tuple(widened(part, grazing_margin(policies)) for part in parts(footprint))


def wall_parts(piece: Piece, policies: TablePolicies) -> tuple[ConvexPart, ...]:
    """The walls of an enterable building, without openings, as blockers."""
    return tuple(part for outline in piece.walls() for part in blocking_parts(outline, policies))
