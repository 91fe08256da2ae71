"""Room for bases: narrow gaps, a path from zone to zone, room to deploy."""

from __future__ import annotations

from typing import Any

import shapely
from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.checker.longest_line import Ring, ZonePair
from rules.table.geometry.footprints import TOUCH, RoundFootprint, bounds
from rules.table.obstacles.free_space import level_at
from rules.table.presets.kinds import piece_of
from rules.table.terrain import Piece


class Gap(Struct, frozen=True):
    """A gap of ``inches`` between two pieces, or between one and the table's edge (``between`` has one
    name)."""

    between: tuple[str, ...]
    inches: float

    @property
    def description(self) -> str:
        return " and ".join(self.between) if len(self.between) > 1 else f"{self.between[0]} and the edge"


def blocks_walking(piece: Piece) -> bool:
    """Whether the piece stops all walkers on the ground (M3E-TRAIT-03, -13)."""
    if piece.gradual or piece.bottom > 0:
        return False
    return piece.has("impassable") or (piece.has("climbable") and bool(piece.height))


def narrow_gaps(table: Table, need: float) -> list[Gap]:
    """Open gaps of less than ``need`` inches between pieces that cannot be walked through, the
    narrowest first. Gaps inside one piece do not count."""
    solid = [piece for piece in table.pieces if blocks_walking(piece)]
    gaps = []
    for i, one in enumerate(solid):
        if _near_edge(table, one) < need - TOUCH:
            gaps.append(Gap((one.name,), _near_edge(table, one)))
        for other in solid[:i]:
            if piece_of(one.name) == piece_of(other.name) or _boxes_apart(one, other) >= need:
                continue
            wide = _apart(one, other)
            if TOUCH < wide < need - TOUCH:
                gaps.append(Gap((other.name, one.name), wide))
    return sorted(gaps, key=lambda gap: gap.inches)


def _apart(one: Piece, other: Piece) -> float:
    """The inches between two footprints, by shapely, because a table may have many corners."""
    (first, r), (second, s) = _shape(one), _shape(other)
    return max(0.0, float(first.distance(second)) - r - s)


def _shape(piece: Piece) -> tuple[Any, float]:
    """A polygon, or a point and a radius."""
    fp = piece.footprint
    if isinstance(fp, RoundFootprint):
        return shapely.Point(fp.x, fp.y), fp.radius
    return shapely.Polygon(fp.points, fp.holes), 0.0


def _near_edge(table: Table, piece: Piece) -> float:
    """The inches to the nearest edge that it does not touch; the table's width when it touches all."""
    low_x, low_y, high_x, high_y = bounds(piece.footprint)
    gaps = (low_x, low_y, table.width - high_x, table.depth - high_y)
    return min((gap for gap in gaps if gap > TOUCH), default=table.width)


def _boxes_apart(one: Piece, other: Piece) -> float:
    a, b = bounds(one.footprint), bounds(other.footprint)
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def _free(table: Table, mm: float) -> Any:
    return level_at(Table(table.pieces, (), table.width, table.depth), _widest(mm), 0.0).free


def _widest(mm: float) -> Base:
    return Base("?", 0.0, 0.0, mm)


def _places(rings: tuple[Ring, ...], mm: float) -> Any:
    """Where the middle of a base that is completely in the zone may be."""
    whole = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    return whole.buffer(-_widest(mm).radius)


def has_path(table: Table, pair: ZonePair, mm: float) -> bool:
    """Whether a base of that diameter can walk on the ground from one zone to the other."""
    free = _free(table, mm)
    south, north = _places(pair.south, mm), _places(pair.north, mm)
    rooms = getattr(free, "geoms", [free])
    return any(room.intersects(south) and room.intersects(north) for room in rooms)


def deployment_room(table: Table, pair: ZonePair, mm: float) -> float:
    """The share of places for such a base that are free on the ground, in the fuller zone."""
    free = _free(table, mm)
    zones = [_places(rings, mm) for rings in (pair.south, pair.north)]
    return min(
        float(free.intersection(places).area / places.area) if places.area else 0.0 for places in zones
    )
