"""Where a base may end that ignores what lies between: flights and Places; ``roam`` has it for walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shapely

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.ground import level_at, platforms, widened_around
from rules.core.table.leaps import Manner
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.roam import Region
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.terrain import indoors, inside

# Sides of a quarter of the disc: its arcs are drawn from inside, so that nothing too far is claimed.
FACETS = 64


def flight_region(
    table: Table, base: Base, inches: float, policies: TablePolicies = POLICIES, manner: Manner = "flight"
) -> Region:
    """Every place where a flight may end: a disc on each level, smaller by the rise where that counts."""
    held = base.elevation if manner == "incorporeal" and not policies.spirits_fly else None
    ghost = manner == "incorporeal" or base.spirit

    def left(z: float) -> float:
        if held is not None and abs(z - held) > TOUCH:
            return 0.0
        return inches - (max(0.0, z - base.elevation) if policies.flight_counts_rise else 0.0)

    return _levels(table, base, left, policies, "" if ghost else "enclosed")


def place_region(table: Table, base: Base, inches: float, policies: TablePolicies = POLICIES) -> Region:
    """Every place where the base may be Placed within ``inches`` (M3E-MOVE-15, -16)."""
    far = inches + (2 * base.radius if policies.place_within == "gap" else 0.0)
    return _levels(table, base, lambda _: far, policies, "rooms")


def _levels(
    table: Table, base: Base, left: Callable[[float], float], policies: TablePolicies, walls: str
) -> Region:
    rooms = []
    for z in sorted({0.0, *(z for piece in table.pieces for z in platforms(piece))}):
        if left(z) > 0.0:
            disc = shapely.Point(base.x, base.y).buffer(left(z), quad_segs=FACETS)
            room = disc.intersection(level_at(table, base, z, ending=True, policies=policies).free)
            room = _this_side(table, base, z, room, walls)
            if not room.is_empty:
                rooms.append((z, room))
    return Region(tuple(rooms), base.radius)


def _this_side(table: Table, base: Base, z: float, room: Any, walls: str) -> Any:
    """What of the room lies on this side of the walls: of all rooms for a Place (M3E-TERR-05), of Enclosed
    ones for a flight, which works in none of them (T2-ENCL-01, -02)."""
    for piece in table.pieces:
        if piece.interior is None or not walls or (walls == "enclosed" and not piece.has("enclosed")):
            continue
        within = inside(piece, base.x, base.y, base.radius, base.elevation)
        if walls == "enclosed" and within:
            return shapely.Polygon()
        among = indoors(piece, z)
        rooms = widened_around(parts(piece.interior), base.radius) if among else shapely.Polygon()
        room = room.intersection(rooms) if within else room.difference(rooms)
    return room
