"""Footprints as what stops lines: drawn out or in by a hair, so that grazing is settled (M3E-LOS-09)."""

from __future__ import annotations

from rules.core.table.plane import Part, widened
from rules.core.table.policies import TablePolicies
from rules.core.table.shapes import Footprint, Outline, inset, parts
from rules.core.table.terrain import Piece

# A line nearer than this to a blocker grazes it (M3E-LOS-09); abutting walls leave no crack.
GRAZE = 1e-6


def graze(policies: TablePolicies) -> float:
    return GRAZE if policies.grazing == "blocks" else -GRAZE


def solid(footprint: Footprint, policies: TablePolicies) -> tuple[Part, ...]:
    """The footprint as blockers: drawn out by the touch where grazing blocks, in where it does not."""
    if policies.grazing == "free" and isinstance(footprint, Outline):
        return tuple(widened(part, GRAZE) for part in inset(footprint, 2 * GRAZE))
    return tuple(widened(part, graze(policies)) for part in parts(footprint))


def walls(piece: Piece, policies: TablePolicies) -> tuple[Part, ...]:
    """The walls of an enterable building, openings left out, as blockers."""
    return tuple(part for outline in piece.walls() for part in solid(outline, policies))
