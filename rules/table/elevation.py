"""The elevation of a base: what supports it, and at which elevations (M3E-MOVE-06, M3E-TERR-04, -08).

Elevations are inches from the table.
"""

from __future__ import annotations

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.terrain import Piece, covers, partway


def stands_on(base: Base, piece: Piece) -> bool:
    """Whether any part of the base is on top of the piece (M3E-MOVE-06)."""
    if piece.top is None or not covers(piece, base.x, base.y, base.radius):
        return False
    if piece.gradual:
        return piece.bottom < base.elevation <= piece.top + TOUCH
    return abs(base.elevation - piece.top) <= TOUCH


def surface_elevations(table: Table, base: Base) -> list[float]:
    """The elevations at which something under the base supports it, highest first; 0 is the table.

    Tops of Climbable pieces, hills and floors support a base; an Impassable roof does not (M3E-TERR-04). On a
    hill or stairs it is the base's elevation if they reach it, otherwise that of the place.
    """
    elevations = {0.0}
    for piece in table.pieces:
        if piece.top is not None and covers(piece, base.x, base.y, base.radius):
            if piece.gradual:
                elevations.add(partway(piece, base.x, base.y, base.radius))
            elif piece.has("climbable"):
                elevations.add(float(piece.top))
            elevations.update(float(floor_) for floor_ in piece.floors)
            if piece.gradual and piece.bottom <= base.elevation <= piece.top:
                elevations.add(base.elevation)
    return sorted(elevations, reverse=True)


def supported(table: Table, base: Base) -> bool:
    """Whether table, terrain or a floor supports the base (M3E-MOVE-06)."""
    return any(abs(base.elevation - at) <= TOUCH for at in surface_elevations(table, base))
