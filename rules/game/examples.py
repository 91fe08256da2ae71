"""A table for practice, on which every edition can be played."""

from __future__ import annotations

from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, barbed_wire, crates, flat_building, water, woods


def terrain() -> tuple[Piece, ...]:
    """One piece of several kinds of terrain, all outside the Standard Deployment Zones."""
    return (
        flat_building("house", rectangle(14, 14, 5, 5), 3),
        woods("woods", rectangle(4, 16, 6, 6)),
        barbed_wire("wire", rectangle(22, 20, 6, 1)),
        water("pond", rectangle(24, 10, 5, 5)),
        crates("crates", rectangle(10, 24, 2, 2), 2),
    )
