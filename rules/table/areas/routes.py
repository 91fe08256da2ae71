"""Routes of auras and blasts through the air (M1R-AURA, M1R-BLAST).

An aura fills a cylinder of endless height, a blast one 3" high. A model is in it when a route of any shape
leads to the model from its source inside the cylinder and outside blocking terrain: over a wall and under a
bridge counts. Terrain stands upright, so the air is cut into slabs at every floor and top; a slab's rooms are
the disc less what is solid there, and rooms of neighbouring slabs are joined where they lie over each other.

>>> from rules.table.geometry.footprints import rectangle
>>> from rules.table.terrain import wall
>>> one, two = Base("Seamus", 10, 10), Base("Belle", 13, 10)
>>> scene = Table((wall("wall", rectangle(11.5, 0, 0.2, 36), 4),), (one, two))
>>> (
...     Air(scene, [disc_around(one, 3)], one).reaches(two),
...     Air(scene, [disc_around(one, 3)], one, high=3).reaches(two),
... )
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Any

import shapely

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Footprint, Outline
from rules.table.terrain import Piece

BLAST_HIGH = 3.0  # M1R-BLAST-01
# Openings smaller than this many square inches are ignored: they come from rounding, or from walls that
# touch.
NOTHING = 1e-9


def disc_around(base: Base, inches: float) -> Any:
    """The ground within ``inches`` of the base, as a polygon around the disc."""
    return shapely.Point(base.x, base.y).buffer(base.radius + inches + TOUCH, quad_segs=64)


class Air:
    """The air in some upright cylinders, cut by blocking terrain.

    ``discs`` are their ground plans (blasts of one attack touch, and routes pass between them only where they
    do, M1R-BLAST-02). They begin at ``base_level`` and are ``high`` inches high.
    """

    def __init__(
        self, table: Table, discs: Sequence[Any], source: Base, high: float = inf, base_level: float = 0.0
    ) -> None:
        self.solid = [piece for piece in table.pieces if piece.has("blocking")]
        ceiling = base_level + high
        cuts = {
            base_level,
            ceiling,
            *(z for p in self.solid for z in _heights(p) if base_level < z < ceiling),
        }
        self.slabs = list(pairwise(sorted(cuts)))
        plan = shapely.union_all(list(discs))
        self.rooms = [_polygons(plan.difference(self._filled(low, high_))) for low, high_ in self.slabs]
        self.open = self._flood(source)

    def _filled(self, low: float, high: float) -> Any:
        """What blocking terrain fills of a slab."""
        filled = [_plan(shape) for piece in self.solid for shape in _solid_in(piece, low, high)]
        return shapely.union_all(filled) if filled else shapely.Polygon()

    def _flood(self, source: Base) -> list[list[bool]]:
        """Which rooms a route reaches from the source's base, at any height of the model."""
        open_ = [[False] * len(rooms) for rooms in self.rooms]
        waiting = list(self._rooms_of(source))
        while waiting:
            slab, i = waiting.pop()
            if open_[slab][i]:
                continue
            open_[slab][i] = True
            for other in (slab - 1, slab + 1):
                if 0 <= other < len(self.slabs):
                    way = self.rooms[slab][i].difference(self._shut(max(slab, other)))
                    waiting += [
                        (other, j)
                        for j, room in enumerate(self.rooms[other])
                        if not open_[other][j] and way.intersection(room).area > NOTHING
                    ]
        return open_

    def _shut(self, slab: int) -> Any:
        """The floors and roofs of rooms at the height at which that slab begins; no air passes
        them."""
        at = self.slabs[slab][0]
        shut = [
            _plan(piece.footprint)
            for piece in self.solid
            if piece.interior is not None and any(abs(at - z) <= TOUCH for z in _heights(piece))
        ]
        return shapely.union_all(shut) if shut else shapely.Polygon()

    def _rooms_of(self, base: Base) -> list[tuple[int, int]]:
        """The rooms that contain some of the model: slabs between its base and its top."""
        disc = shapely.Point(base.x, base.y).buffer(base.radius, quad_segs=32)
        low, high = base.elevation, base.elevation + max(base.size, TOUCH)
        return [
            (slab, i)
            for slab, (start, end) in enumerate(self.slabs)
            if start < high and end > low + TOUCH / 2
            for i, room in enumerate(self.rooms[slab])
            if room.intersection(disc).area > NOTHING
        ]

    def reaches(self, base: Base) -> bool:
        """Whether a route reaches the model (M1R-AURA-02)."""
        return any(self.open[slab][i] for slab, i in self._rooms_of(base))

    def ground(self) -> Any:
        """The places that a route reaches at any height: what an obscuring aura obscures
        (M1R-AURA-04)."""
        plans = [
            room
            for rooms, open_ in zip(self.rooms, self.open, strict=True)
            for room, is_open in zip(rooms, open_, strict=True)
            if is_open
        ]
        return shapely.union_all(plans) if plans else shapely.Polygon()


def _heights(piece: Piece) -> list[float]:
    heights = [float(piece.bottom), *(float(at) for at in piece.floors)]
    return heights if piece.top is None else [*heights, float(piece.top)]


def _solid_in(piece: Piece, low: float, high: float) -> Sequence[Footprint]:
    """What the piece fills of the slab: its walls, or all of it; without a Height it has no top."""
    bottom = float(piece.bottom)
    top = inf if piece.top is None else float(piece.top)
    if not (bottom < high - TOUCH and low < top - TOUCH):
        return ()
    return piece.walls() or (piece.footprint,)


def _plan(footprint: Footprint) -> Any:
    if isinstance(footprint, Outline):
        return shapely.Polygon(footprint.points, footprint.holes)
    return shapely.Point(footprint.x, footprint.y).buffer(footprint.radius, quad_segs=64)


def _polygons(shape: Any) -> list[Any]:
    geometries = getattr(shape, "geoms", [shape])
    return [g for g in geometries if g.geom_type == "Polygon" and g.area > NOTHING]


def in_route(table: Table, source: Base, other: Base, inches: float) -> bool:
    """Whether the aura or pulse of ``source`` has a route to ``other`` (M1R-AURA-01 to -03)."""
    return Air(table, [disc_around(source, inches)], source).reaches(other)


def area_ground_plan(table: Table, source: Base, inches: float) -> Any:
    """The ground plan of everything an aura's routes reach, as a shapely geometry (M1R-AURA-04)."""
    return Air(table, [disc_around(source, inches)], source).ground()


def in_blasts(table: Table, target: Base, blasts: Sequence[Base], other: Base) -> bool:
    """Whether the blasts, 3" high from the target's level, have a route from it to ``other``
    (M1R-BLAST)."""
    discs = [disc_around(blast, 0.0) for blast in blasts]
    return Air(table, discs, target, BLAST_HIGH, target.elevation).reaches(other)
