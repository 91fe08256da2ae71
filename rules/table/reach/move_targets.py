"""Toward and away: a place that a move of a base is aimed at, and never strays from (M3E-MOVE-10 to -12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import shapely
from msgspec import Struct

from rules.table.bases import Base
from rules.table.geometry.footprints import TOUCH
from rules.table.geometry.plane import Point, length

if TYPE_CHECKING:
    from rules.table.reach.reachable_region import Region

Direction = Literal["toward", "away"]
# Farther than any table is wide.
FAR = 1000.0


class MoveTarget(Struct, frozen=True):
    """The place (``x``, ``y``), in inches, that the centre of a base goes ``toward`` or ``away`` from."""

    x: float
    y: float
    sense: Direction = "toward"

    def keeps(self, x1: float, y1: float, x2: float, y2: float) -> bool:
        """Whether the straight way from the one place to the other never strays: the distance to a place
        falls and then rises along a line, so its end tells of one toward, its start of one away."""
        dx, dy = x2 - x1, y2 - y1
        far = length(dx, dy)
        if far <= TOUCH:
            return True
        x, y = (x2, y2) if self.sense == "toward" else (x1, y1)
        growing = ((x - self.x) * dx + (y - self.y) * dy) / far
        return growing <= TOUCH / 2 if self.sense == "toward" else growing >= -TOUCH / 2

    def kept(self, x: float, y: float, room: Any) -> Any:
        """What of the room a straight way from (x, y) leads to without straying: toward, the disc on the line
        between the two as its diameter (Thales); away, all that lies beyond."""
        dx, dy = self.x - x, self.y - y
        far = length(dx, dy)
        if far <= TOUCH:
            return shapely.Point(x, y) if self.sense == "toward" else room
        if self.sense == "toward":
            return room.intersection(shapely.Point(x + dx / 2, y + dy / 2).buffer(far / 2, quad_segs=64))
        ux, uy = dx / far * FAR, dy / far * FAR
        beyond = [(x - uy, y + ux), (x + uy, y - ux), (x + uy - ux, y - ux - uy), (x - uy - ux, y + ux - uy)]
        return room.intersection(shapely.Polygon(beyond))

    def gain(self, base: Base) -> float:
        """How good it is to end there: the greater the better, in inches."""
        return self._gain(base.x, base.y)

    def best(self, region: Region) -> tuple[float, tuple[float, float, float]]:
        """The best place of a region (x, y, elevation), and its gain."""
        spot = shapely.Point(self.x, self.y)
        found: list[tuple[float, tuple[float, float, float]]] = []
        for z, room in region.rooms:
            if self.sense == "toward":
                ends: list[Point] = [shapely.shortest_line(room, spot).coords[0]]
            else:
                ends = [(px, py) for px, py in shapely.get_coordinates(room)]
            found += [(self._gain(px, py), (px, py, z)) for px, py in ends]
        return max(found, default=(-FAR, (self.x, self.y, 0.0)))

    def _gain(self, x: float, y: float) -> float:
        far = length(x - self.x, y - self.y)
        return -far if self.sense == "toward" else far
