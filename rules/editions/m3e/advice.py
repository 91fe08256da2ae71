"""What the rulebook advises about terrain: warnings for the players, never refusals (M3E-TERR-11)."""

from __future__ import annotations

from itertools import pairwise

import shapely

from rules.refusal import Violation
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Footprint, Outline
from rules.table.geometry.plane import length
from rules.table.terrain import Piece

ABOUT_A_THIRD = (0.25, 0.45)
WIDEST, TALLEST_ROOF = 6.0, 4


def warnings(table: Table) -> tuple[Violation, ...]:
    """Every departure from the advice, each with its fix."""
    violations = [warning for piece in table.pieces for warning in _of_piece(piece)]
    covered = sum(_area(piece.footprint) for piece in table.pieces) / (table.width * table.depth)
    if not ABOUT_A_THIRD[0] <= covered <= ABOUT_A_THIRD[1]:
        word = "more" if covered < ABOUT_A_THIRD[0] else "less"
        violations.append(
            Violation(
                "terrain.advice", f"Terrain covers {covered:.0%} of the table.", f"About a third: {word}."
            )
        )
    if table.pieces and len({piece.traits for piece in table.pieces}) == 1:
        violations.append(Violation("terrain.advice", "All terrain has the same traits.", "Vary it."))
    return tuple(violations)


def _of_piece(piece: Piece) -> list[Violation]:
    violations: list[Violation] = []
    if _across(piece.footprint) > WIDEST + 2 * TOUCH:
        violations.append(
            Violation("terrain.advice", f'{piece.name} is more than 6" across.', "Split it.", piece.name)
        )
    if (piece.height or 0) > TALLEST_ROOF and not piece.has("impassable"):
        violations.append(
            Violation(
                "terrain.advice", f'{piece.name} is over 4" tall.', "Make its roof Impassable.", piece.name
            )
        )
    if piece.has("blocking") and piece.height is None:
        violations.append(
            Violation(
                "M3E-LOS-10",
                f"{piece.name} is Blocking without a Height.",
                "Give it a Height.",
                piece.name,
            )
        )
    return violations


def _area(footprint: Footprint) -> float:
    """Square inches; 22/7 of a circle's squared radius is accurate enough for advice."""
    return footprint.area if isinstance(footprint, Outline) else 22 / 7 * footprint.radius**2


def _across(footprint: Footprint) -> float:
    """The longer side of the smallest box around it, at any angle; inches."""
    if not isinstance(footprint, Outline):
        return 2 * footprint.radius
    ring = list(shapely.minimum_rotated_rectangle(shapely.Polygon(footprint.points)).exterior.coords)
    return max(length(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(ring))
