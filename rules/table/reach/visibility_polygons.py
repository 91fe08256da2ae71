"""Visibility polygons: what the movement left can reach in straight lines from a place on one level, by
casting rays.

Beyond a path corner only a wedge of the polygon counts, between the straight continuation of the path and the
obstacle's own edge: everything else is reached as cheaply from an earlier place.
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

# The ring of directions rays are cast in, as unit vectors made by halving right angles: 64 of them.
RAYS = 64
# A ray to each side of a corner, by this much across at the corner, or this share of the distance.
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
    """One level's edges, ready to cast rays from any place (M3E-MOVE-02, M3E-TRAIT-14, M3E-ENG-03)."""

    def __init__(self, free: Any, slow: Any, engagement: Sequence[EngagementDisc]) -> None:
        self.free, self.slow, self.engagement = free, slow, engagement
        self.edges, self.edges_before = edges_of(free)
        self.severe_edges, self.severe_before = edges_of(slow)
        shapely.prepare(slow)

    def in_severe(self, spots: Any) -> Any:
        """Which places lie in Severe terrain."""
        if not len(self.severe_edges):
            return np.zeros(len(spots), dtype=bool)
        return shapely.contains_xy(self.slow, spots[:, 0], spots[:, 1])

    def costs(
        self, spot: Any, in_severe: bool, directions: Any, far: Any, *, respect_engagement: bool = True
    ) -> Any:
        """The movement that ``far`` inches along each of the unit ``directions`` cost, infinite where
        barred; without ``respect_engagement`` engagement ranges bar nothing."""
        if not len(directions):
            return far
        x, y, most = float(spot[0]), float(spot[1]), float(far.max())
        spots = np.broadcast_to(spot, directions.shape)
        room = first_hits(spots, directions, edges_near(self.edges, x, y, most))
        room = cut_at_engagement(spots, directions, self.engagement if respect_engagement else (), room)
        spent = far
        severe_edges = edges_near(self.severe_edges, x, y, most)
        if in_severe or len(severe_edges):
            spent = movement_costs(
                severe_crossings(spots, directions, severe_edges, np.full(len(directions), in_severe)), far
            )
        return np.where(far <= room + 1e-9, spent, np.inf)

    def polygons(self, spots: Any, in_severe: Any, left: Any, arrival: Any, edge: Any) -> Any:
        """For each place the polygon that ``left`` inches of movement open from it.

        ``arrival`` is the unit direction in which the path arrives, ``edge`` the one along the edge it may
        turn to; (0, 0) for both where a path may go on to any side.
        """
        whole = (arrival == 0.0).all(axis=1)
        side = np.where(cross(arrival, edge) >= 0.0, 1.0, -1.0)
        arrival = np.where(whole[:, None], (1.0, 0.0), arrival)
        most = np.where(whole, 3.0, _turned(arrival, side, edge) + OVERLAP)
        least = np.where(whole, -3.0, -OVERLAP)
        numbers, directions = self._directions(spots, left)
        bounds = [_turn_by(arrival[~whole], side[~whole], -OVERLAP), edge[~whole]]
        numbers = np.concatenate([numbers, *([np.flatnonzero(~whole)] * 2)])
        directions = np.concatenate([directions, *bounds])
        directions = directions / np.sqrt(
            directions[:, :1] * directions[:, :1] + directions[:, 1:] * directions[:, 1:]
        )
        turned = _turned(arrival[numbers], side[numbers], directions)
        kept = (turned >= least[numbers] - 1e-9) & (turned <= most[numbers])
        numbers, directions, turned = numbers[kept], directions[kept], turned[kept]
        ends = self._ends(spots[numbers], in_severe[numbers], directions, left[numbers])
        points = spots[numbers] + directions * ends[:, None]
        tips = np.flatnonzero(~whole)
        numbers = np.concatenate([numbers, tips])
        points = np.concatenate([points, spots[tips]])
        turned = np.concatenate([turned, np.full(len(tips), 3.0)])
        order = np.lexsort((turned, numbers))
        return _polygons(points[order], numbers[order])

    def _ends(self, spots: Any, in_severe: Any, directions: Any, left: Any) -> Any:
        out = np.minimum(first_hits(spots, directions, self.edges), left)
        out = cut_at_engagement(spots, directions, self.engagement, out)
        if not len(self.severe_edges):
            return out
        return np.minimum(
            out, distance_affordable(severe_crossings(spots, directions, self.severe_edges, in_severe), left)
        )

    def _directions(self, spots: Any, left: Any) -> tuple[Any, Any]:
        """Directions to cast rays in, not yet units, with the number of the place each is for: the ring, the
        corners in reach and beside them, where edges cross the circle of the movement left, and the tangents
        of engagement ranges."""
        count = len(spots)
        directions = [(np.repeat(np.arange(count), RAYS), np.tile(RAY_DIRECTIONS, (count, 1)))]
        for edges, edges_before, solid in (
            (self.edges, self.edges_before, True),
            (self.severe_edges, self.severe_before, False),
        ):
            if len(edges):
                directions += _corners(spots, left, edges, edges_before, solid=solid)
                directions.append(circle_crossings(edges, spots, left))
        for disc in self.engagement:
            directions += _past(spots, disc)
        return np.concatenate([n for n, _ in directions]), np.concatenate([w for _, w in directions])


def _corners(spots: Any, left: Any, edges: Any, edges_before: Any, *, solid: bool) -> list[tuple[Any, Any]]:
    """Directions to the corners, and beside those at which the shape turns away; not to those it hides
    itself."""
    dx, dy = edges[:, 0] - spots[:, :1], edges[:, 1] - spots[:, 1:]
    ahead = (edges[:, 2] - edges[:, 0]) * -dy + (edges[:, 3] - edges[:, 1]) * dx > 0.0
    far = np.sqrt(dx * dx + dy * dy)
    near = (far < left[:, None] + 0.1) & (far > 2 * CORNER_OFFSET)
    seen = near & (ahead | ahead[:, edges_before]) if solid else near
    number, edge = np.nonzero(seen)
    directions = np.stack([dx[number, edge], dy[number, edge]], axis=1)
    turns = ahead[number, edge] != ahead[number, edges_before[edge]]
    size = far[number, edge][turns, None]
    across = left_normal(directions[turns]) / size * np.minimum(BESIDE, size * GRAZE)
    return [
        (number, directions),
        (number[turns], directions[turns] + across),
        (number[turns], directions[turns] - across),
    ]


def _past(spots: Any, disc: EngagementDisc) -> list[tuple[Any, Any]]:
    """Directions that touch an engagement range, and a hair to each side."""
    directions = np.array([(disc.x, disc.y)]) - spots
    far = np.sqrt(directions[:, :1] * directions[:, :1] + directions[:, 1:] * directions[:, 1:])
    outside = np.flatnonzero(far[:, 0] > disc.radius + CORNER_OFFSET)
    directions, far = directions[outside], far[outside]
    along = np.sqrt(far * far - disc.radius * disc.radius)
    tangents = []
    for side in (1.0, -1.0):
        touching = (directions * along + left_normal(directions) * (side * disc.radius)) / (far * far)
        tangents += [(outside, touching + left_normal(touching) * by) for by in (0.0, GRAZE, -GRAZE)]
    return tangents


def _turned(arrival: Any, side: Any, directions: Any) -> Any:
    """How far each unit direction is turned from ``arrival`` to its side: -2 to 2, growing with the
    angle."""
    along = arrival[:, 0] * directions[:, 0] + arrival[:, 1] * directions[:, 1]
    aside = side * cross(arrival, directions)
    share = aside / np.maximum(np.abs(along) + np.abs(aside), 1e-300)
    return np.where(along >= 0.0, share, np.where(aside >= 0.0, 2.0, -2.0) - share)


def _turn_by(arrival: Any, side: Any, share: float) -> Any:
    return arrival + left_normal(arrival) * (side * share)[:, None]


def _polygons(points: Any, numbers: Any) -> Any:
    """The rings of points with the same number as valid polygons."""
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
    return LevelVisibility(level.free.intersection(near), level.slow.intersection(near), level.engagement)
