"""Short words for scenes on the table."""

from __future__ import annotations

from math import hypot

import shapely

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM, Outline, rectangle
from rules.table.reach.reachable_region import ReachableRegion
from rules.table.terrain import Piece, Trait

R30 = 15 * MM


def model(name: str, x: float, y: float, size: int = 2, **more) -> Base:
    return Base(name, x, y, size=size, **more)


def box(
    name: str, x: float, y: float, w: float, d: float, *traits: Trait, ht: int | None = None, **more
) -> Piece:
    return Piece(name, rectangle(x, y, w, d), traits, ht, **more)


def table(*things: Base | Piece) -> Table:
    return Table(
        pieces=tuple(t for t in things if isinstance(t, Piece)),
        bases=tuple(t for t in things if isinstance(t, Base)),
    )


def distance_to_region(region: ReachableRegion, x: float, y: float) -> float:
    """Inches from (x, y) to the nearest place where the base may end, 0 inside the region."""
    spot = shapely.Point(x, y)
    return min((float(area.distance(spot)) for _, area in region.polygons), default=hypot(x, y))


__all__ = ["MM", "R30", "Outline", "box", "distance_to_region", "model", "rectangle", "table"]
