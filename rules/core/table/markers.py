"""Terrain markers that move (M3E-TRAIT-16)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.legs import Leg, leg_to
from rules.core.table.measure import at_most
from rules.core.table.moves import Allowance, Moved, Waypoint, walk_path
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shapes import Round
from rules.core.table.terrain import Piece
from rules.refusal import Refusal


def move_marker(
    table: Table, piece: Piece, path: Sequence[Waypoint], inches: float, policies: TablePolicies = POLICIES
) -> Moved:
    """The move of a round terrain marker along ``path``.

    Climbable and Impassable ones move like models: over the tops of Climbable terrain, not through models
    or Impassable terrain. Nothing stops the others but their distance and the table's edge.
    """
    if not isinstance(piece.footprint, Round):
        raise Refusal(f"{piece.name} is no marker.", rule="M3E-TRAIT-16", fix="Only markers move.")
    shape = piece.footprint
    marker = Base(piece.name, shape.x, shape.y, shape.mm, piece.height or 0, piece.bottom, kind="marker")
    rest = table.without_piece(piece.name)
    if piece.has("climbable") or piece.has("impassable"):
        return walk_path(rest, marker, path, Allowance(inches, "move"), policies)
    legs: list[Leg] = []
    here = marker
    for place in path:
        legs.append(leg_to(here, place[0], place[1]))
        here = here.at(place[0], place[1])
        if not table.holds_base(here):
            raise Refusal(
                f"{piece.name} cannot leave the table.", rule="M3E-MOVE-01", fix="Stop at the edge."
            )
    spent = sum(leg.length for leg in legs)
    if not at_most(spent, inches):
        raise Refusal(f'That is {spent:.2f}" and only {inches:g}" are allowed.', rule="M3E-MOVE-02")
    return Moved(here, spent, legs=tuple(legs))
