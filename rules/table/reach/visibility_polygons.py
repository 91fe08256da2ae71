"""What movement opens from a place over one level: a star of rays, or the wedge of one that a bend opens.

Beyond a bend only the wedge counts between the way that led there, gone on, and the obstacle's own edge:
all else is reached as cheaply from before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from rules.table.geometry.plane import length
from rules.table.obstacles.free_space import EngagementDisc, Level
from rules.table.reach.path_corners import CORNER_OFFSET, cross, edges_of, left_normal
from rules.table.reach.rays import (
    circle_crossings,
    cut_at_engagement,
    distance_affordable,
    edges_near,
    first_hits,
    movement_costs,
    severe_crossings,
)

# The ring of directions of a star, as unit vectors made by halving right angles: 64 of them.
RAYS = 64
# A ray to each side of a corner, by this much across at the corner, or this share of the way there.
BESIDE, GRAZE = 0.002, 0.0005
# Wedges overlap by this share of a right angle, so that no crack is left between them.
OVERLAP = 0.002


def _ray_directions() -> Any:
    ring = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    while len(ring) < RAYS:
        finer = []
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            size = length(ax + bx, ay + by)
            finer += [(ax, ay), ((ax + bx) / size, (ay + by) / size)]
        ring = finer
    return np.array(ring)


RAY_DIRECTIONS = _ray_directions()


class LevelVisibility:
    """One level's edges, ready to be looked along from any place (M3E-MOVE-02, M3E-TRAIT-14, M3E-ENG-03)."""

    def __init__(self, free: Any, slow: Any, holds: Sequence[EngagementDisc]) -> None:
        self.free, self.slow, self.holds = free, slow, holds
        self.edges, self.before = edges_of(free)
        self.rims, self.rims_before = edges_of(slow)
        shapely.prepare(slow)

    def wet(self, spots: Any) -> Any:
        """Which places lie in Severe terrain."""
        if not len(self.rims):
            return np.zeros(len(spots), dtype=bool)
        return shapely.contains_xy(self.slow, spots[:, 0], spots[:, 1])

    def priced(self, spot: Any, wet: bool, ways: Any, far: Any, *, bound: bool = True) -> Any:
        """What it costs to go ``far`` inches along each of the unit ``ways``, infinite where barred; not
        ``bound``, engagement ranges bar nothing."""
        if not len(ways):
            return far
        x, y, most = float(spot[0]), float(spot[1]), float(far.max())
        spots = np.broadcast_to(spot, ways.shape)
        room = first_hits(spots, ways, edges_near(self.edges, x, y, most))
        room = cut_at_engagement(spots, ways, self.holds if bound else (), room)
        spent = far
        rims = edges_near(self.rims, x, y, most)
        if wet or len(rims):
            spent = movement_costs(severe_crossings(spots, ways, rims, np.full(len(ways), wet)), far)
        return np.where(far <= room + 1e-9, spent, np.inf)

    def stars(self, spots: Any, wet: Any, left: Any, come: Any, until: Any) -> Any:
        """For each place the polygon that ``left`` inches of movement open from it.

        ``come`` is the unit way that led there, and ``until`` the one along the edge it may bend to;
        (0, 0) for both where a way may go on to any side.
        """
        whole = (come == 0.0).all(axis=1)
        side = np.where(cross(come, until) >= 0.0, 1.0, -1.0)
        come = np.where(whole[:, None], (1.0, 0.0), come)
        most = np.where(whole, 3.0, _turned(come, side, until) + OVERLAP)
        least = np.where(whole, -3.0, -OVERLAP)
        numbers, ways = self._directions(spots, left)
        bounds = [_turn_by(come[~whole], side[~whole], -OVERLAP), until[~whole]]
        numbers = np.concatenate([numbers, *([np.flatnonzero(~whole)] * 2)])
        ways = np.concatenate([ways, *bounds])
        ways = ways / np.sqrt(ways[:, :1] * ways[:, :1] + ways[:, 1:] * ways[:, 1:])
        turned = _turned(come[numbers], side[numbers], ways)
        kept = (turned >= least[numbers] - 1e-9) & (turned <= most[numbers])
        numbers, ways, turned = numbers[kept], ways[kept], turned[kept]
        ends = self._ends(spots[numbers], wet[numbers], ways, left[numbers])
        points = spots[numbers] + ways * ends[:, None]
        tips = np.flatnonzero(~whole)
        numbers = np.concatenate([numbers, tips])
        points = np.concatenate([points, spots[tips]])
        turned = np.concatenate([turned, np.full(len(tips), 3.0)])
        order = np.lexsort((turned, numbers))
        return _polygons(points[order], numbers[order])

    def _ends(self, spots: Any, wet: Any, ways: Any, left: Any) -> Any:
        out = np.minimum(first_hits(spots, ways, self.edges), left)
        out = cut_at_engagement(spots, ways, self.holds, out)
        if not len(self.rims):
            return out
        return np.minimum(out, distance_affordable(severe_crossings(spots, ways, self.rims, wet), left))

    def _directions(self, spots: Any, left: Any) -> tuple[Any, Any]:
        """Ways worth looking along, not yet units, with the number of the place each is for: the ring, the
        corners in reach and beside them, where edges leave the circle of what is left, and past ranges."""
        count = len(spots)
        found = [(np.repeat(np.arange(count), RAYS), np.tile(RAY_DIRECTIONS, (count, 1)))]
        for edges, before, solid in ((self.edges, self.before, True), (self.rims, self.rims_before, False)):
            if len(edges):
                found += _corners(spots, left, edges, before, solid=solid)
                found.append(circle_crossings(edges, spots, left))
        for disc in self.holds:
            found += _past(spots, disc)
        return np.concatenate([n for n, _ in found]), np.concatenate([w for _, w in found])


def _corners(spots: Any, left: Any, edges: Any, before: Any, *, solid: bool) -> list[tuple[Any, Any]]:
    """Ways to the corners, and beside those at which the shape turns away; not to those it hides itself."""
    dx, dy = edges[:, 0] - spots[:, :1], edges[:, 1] - spots[:, 1:]
    ahead = (edges[:, 2] - edges[:, 0]) * -dy + (edges[:, 3] - edges[:, 1]) * dx > 0.0
    far = np.sqrt(dx * dx + dy * dy)
    near = (far < left[:, None] + 0.1) & (far > 2 * CORNER_OFFSET)
    seen = near & (ahead | ahead[:, before]) if solid else near
    number, edge = np.nonzero(seen)
    ways = np.stack([dx[number, edge], dy[number, edge]], axis=1)
    turns = ahead[number, edge] != ahead[number, before[edge]]
    size = far[number, edge][turns, None]
    across = left_normal(ways[turns]) / size * np.minimum(BESIDE, size * GRAZE)
    return [
        (number, ways),
        (number[turns], ways[turns] + across),
        (number[turns], ways[turns] - across),
    ]


def _past(spots: Any, disc: EngagementDisc) -> list[tuple[Any, Any]]:
    """Ways that touch an engagement range, and a hair to each side."""
    ways = np.array([(disc.x, disc.y)]) - spots
    far = np.sqrt(ways[:, :1] * ways[:, :1] + ways[:, 1:] * ways[:, 1:])
    outside = np.flatnonzero(far[:, 0] > disc.radius + CORNER_OFFSET)
    ways, far = ways[outside], far[outside]
    along = np.sqrt(far * far - disc.radius * disc.radius)
    found = []
    for side in (1.0, -1.0):
        touching = (ways * along + left_normal(ways) * (side * disc.radius)) / (far * far)
        found += [(outside, touching + left_normal(touching) * by) for by in (0.0, GRAZE, -GRAZE)]
    return found


def _turned(come: Any, side: Any, ways: Any) -> Any:
    """How far each unit way is turned from ``come`` to its side: -2 to 2, growing with the angle."""
    along = come[:, 0] * ways[:, 0] + come[:, 1] * ways[:, 1]
    aside = side * cross(come, ways)
    share = aside / np.maximum(np.abs(along) + np.abs(aside), 1e-300)
    return np.where(along >= 0.0, share, np.where(aside >= 0.0, 2.0, -2.0) - share)


def _turn_by(come: Any, side: Any, share: float) -> Any:
    return come + left_normal(come) * (side * share)[:, None]


def _polygons(points: Any, numbers: Any) -> Any:
    """The rings of points of one number each, as valid polygons."""
    rooms = shapely.polygons(shapely.linearrings(points, indices=_dense(numbers)))
    valid = shapely.is_valid(rooms)
    if not valid.all():
        rooms[~valid] = shapely.make_valid(rooms[~valid])
    return rooms


def _dense(numbers: Any) -> Any:
    return np.cumsum(np.concatenate([[0], np.diff(numbers) != 0])) if len(numbers) else numbers


def level_visibility(level: Level, x: float, y: float, inches: float) -> LevelVisibility:
    """The level as far as that much movement may lead from (x, y)."""
    near = shapely.box(x - inches - 1, y - inches - 1, x + inches + 1, y + inches + 1)
    return LevelVisibility(level.free.intersection(near), level.slow.intersection(near), level.holds)
