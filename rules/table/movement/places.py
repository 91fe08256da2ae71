"""Places: a base lifted and set down elsewhere (M3E-MOVE-15 to -17)."""

from __future__ import annotations

from rules.refusal import Refusal
from rules.table.bases import Base, centres_apart
from rules.table.board import Table, overlapping_models
from rules.table.elevation import supported
from rules.table.measuring import at_most, horizontal_gap
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, covers, inside


def place(
    table: Table, base: Base, spot: Base, inches: float | None = None, policies: TablePolicies = POLICIES
) -> Base:
    """``spot`` (the base where it shall stand), if it may be Placed there within ``inches``.

    What is in between is ignored, and so is height. Raise ``Refusal`` otherwise.
    """
    if not table.holds_base(spot):
        raise Refusal(f"{base.name} cannot leave the table.", rule="move.table", fix="Place it inward.")
    if inches is not None and not at_most(placed_distance(base, spot, policies), inches):
        raise Refusal(f'That is farther than {inches:g}".', rule="place.distance", fix="Place it nearer.")
    for piece in table.pieces:
        _fits_terrain(piece, base, spot)
    crowd = overlapping_models(table, spot)
    if crowd:
        raise Refusal(f"{crowd[0].name} stands there.", rule="move.end", fix="Place it beside.")
    if not supported(table, spot):
        raise Refusal("Nothing would carry it there.", rule="place.end", fix="Place it on a surface.")
    return spot


def placed_distance(base: Base, spot: Base, policies: TablePolicies = POLICIES) -> float:
    """The distance that "within X" measures of a Place: the gap between the old and the new base, or
    the displacement of each part (M3E-MOVE-16)."""
    return horizontal_gap(base, spot) if policies.place_within == "gap" else centres_apart(base, spot)


def check_solid(table: Table, spot: Base) -> None:
    """``Refusal`` where the base would be inside something Impassable or Climbable."""
    for piece in table.pieces:
        _fits_terrain(piece, spot, spot)


def _fits_terrain(piece: Piece, base: Base, spot: Base) -> None:
    crossing = [inside(piece, b.x, b.y, b.radius, b.elevation) for b in (base, spot)]
    if crossing[0] != crossing[1]:
        raise Refusal(
            f"A Place never leads into or out of {piece.name}.", rule="terrain.rooms", fix="Use its door."
        )
    if not covers(piece, spot.x, spot.y, spot.radius):
        return
    beneath = piece.open_below and spot.elevation + spot.size <= piece.bottom
    if piece.has("impassable") and not beneath:
        raise Refusal(
            f"Nothing is Placed on {piece.name}.", rule="terrain.impassable", fix="Place it beside."
        )
    solid = piece.has("climbable") and not piece.gradual and piece.interior is None
    if solid and not beneath and piece.top is not None and spot.elevation < piece.top:
        raise Refusal(f"{piece.name} is in the way.", rule="terrain.climbable", fix="Place it on top.")


def placed_through(table: Table, base: Base, spot: Base) -> tuple[str, ...]:
    """The terrain that a Place counts as moving through: what it began or ended in (M3E-MOVE-17)."""
    return tuple(
        piece.name for piece in table.pieces if any(covers(piece, b.x, b.y, b.radius) for b in (base, spot))
    )
