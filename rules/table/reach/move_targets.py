"""Move targets: the place that a move goes toward or away from without straying (M3E-MOVE-10 to -12)."""

from __future__ import annotations

from typing import Any, Literal

import shapely
from msgspec import Struct

from rules.table.geometry.footprints import TOUCH
from rules.table.geometry.plane import length

Direction = Literal["toward", "away"]
# Inches: farther than any table is wide.
FAR = 1000.0


class MoveTarget(Struct, frozen=True):
    """The place (``x``, ``y``), in inches, that the centre of a base moves ``toward`` or ``away`` from."""

    x: float
    y: float
    direction: Direction = "toward"

    def allows(self, x1: float, y1: float, x2: float, y2: float) -> bool:
        """Whether the straight line between the two places never strays. Along a line the distance to
        the target falls, then rises, so its end decides for ``toward``, its start for ``away``."""
        dx, dy = x2 - x1, y2 - y1
        far = length(dx, dy)
        if far <= TOUCH:
            return True
        x, y = (x2, y2) if self.direction == "toward" else (x1, y1)
        growing = ((x - self.x) * dx + (y - self.y) * dy) / far
        return growing <= TOUCH / 2 if self.direction == "toward" else growing >= -TOUCH / 2

    def reachable_part(self, x: float, y: float, area: Any) -> Any:
        """The part of the area that straight lines from (x, y) reach without straying: toward, the
        disc with the line between the two as its diameter (Thales); away, everything beyond."""
        dx, dy = self.x - x, self.y - y
        far = length(dx, dy)
        if far <= TOUCH:
            return shapely.Point(x, y) if self.direction == "toward" else area
        if self.direction == "toward":
            return area.intersection(shapely.Point(x + dx / 2, y + dy / 2).buffer(far / 2, quad_segs=64))
        ux, uy = dx / far * FAR, dy / far * FAR
        beyond = [(x - uy, y + ux), (x + uy, y - ux), (x + uy - ux, y - ux - uy), (x - uy - ux, y + ux - uy)]
        return area.intersection(shapely.Polygon(beyond))

    def gain(self, x: float, y: float) -> float:
        """The value of ending there, in inches; greater is better."""
        far = length(x - self.x, y - self.y)
        return -far if self.direction == "toward" else far
