"""Path corners: where a shortest path on one level may turn, at obstacles and edges of Severe terrain.

A taut path turns at a corner of an obstacle, and only to the side where the obstacle lies. Into Severe
terrain it refracts anywhere along the edge: so the edge gets a place every so often, and the corners of its
arcs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct

from rules.table.geometry.plane import Point, disc
from rules.table.obstacles.free_space import EngagementDisc, offset_ring

# A corner is stood off the obstacle by this much, so that no ray starts on an edge.
CORNER_OFFSET = 0.0003
# Places along a straight edge of Severe terrain are at most this far apart, inches.
STRIDE = 0.4
# A path around an engagement range keeps this far outside it, inches.
CLEAR = 0.0015


class PathCorners(Struct, frozen=True):
    """Places where a path may turn, as arrays of (x, y): ``spots``, and from each the vectors ``edge_before``
    and ``edge_after`` along the obstacle's edges. Those from number ``first_severe`` on lie on edges of
    Severe terrain, and have (0, 0) for both; ``severe_pairs`` are pairs of their numbers, neighbours along
    one edge, with the Severe terrain to the left of the line from the first to the second."""

    spots: Any
    edge_before: Any
    edge_after: Any
    first_severe: int
    severe_pairs: Any


def path_corners(free: Any, slow: Any, engagement: Sequence[EngagementDisc], near: Any) -> PathCorners:
    """The path corners of a level's free space, clipped to ``near``, including those around
    ``engagement`` ranges (M3E-ENG-03)."""
    rings = [_corners(ring) for ring in _outlines(free)]
    rings += [_corners(_around(hold)) for hold in engagement]
    spots = np.concatenate([corners for corners, _, _ in rings] or [np.zeros((0, 2))])
    edge_before = np.concatenate([part for _, part, _ in rings] or [np.zeros((0, 2))])
    edge_after = np.concatenate([part for _, _, part in rings] or [np.zeros((0, 2))])
    if engagement and len(spots):
        kept = shapely.covers(near, shapely.points(spots)) & shapely.covers(free, shapely.points(spots))
        spots, edge_before, edge_after = spots[kept], edge_before[kept], edge_after[kept]
    severe_spots, severe_pairs = _severe_places(free, slow)
    none = np.zeros_like(severe_spots)
    return PathCorners(
        np.concatenate([spots, severe_spots]),
        np.concatenate([edge_before, none]),
        np.concatenate([edge_after, none]),
        len(spots),
        severe_pairs + len(spots),
    )


def edges_of(shape: Any) -> tuple[Any, Any]:
    """Every edge of the shape as a row (x1, y1, x2, y2), with the shape to its left, and the number of
    the edge before each."""
    rings, before, count = [np.zeros((0, 4))], [np.zeros(0, dtype=int)], 0
    for ring in _outlines(shape):
        rings.append(np.concatenate([ring, np.roll(ring, -1, axis=0)], axis=1))
        before.append(count + np.roll(np.arange(len(ring)), 1))
        count += len(ring)
    return np.concatenate(rings), np.concatenate(before)


def _outlines(shape: Any) -> Iterator[Any]:
    """The shape's rings without the repeated corner, each turning so that the shape is to the left."""
    for polygon in getattr(shape, "geoms", [shape]):
        if polygon.geom_type != "Polygon" or polygon.is_empty:
            continue
        for number, ring in enumerate((polygon.exterior, *polygon.interiors)):
            points = shapely.get_coordinates(ring)[:-1]
            yield points[::-1] if ring.is_ccw != (number == 0) else points


def _around(hold: EngagementDisc) -> Any:
    """The ring around an engagement range, turning so that what is outside is to the left."""
    ring: list[Point] = offset_ring(disc(hold.x, hold.y, hold.radius), hold.radius + CLEAR)
    return np.array(ring)[::-1]


def _corners(ring: Any) -> tuple[Any, Any, Any]:
    """Corners at which the free space to the left wraps around an obstacle, moved off it by a hair, and the
    vectors from them to the corners before and after."""
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    bent = cross(ring - before, after - ring) < 0.0
    ring, before, after = ring[bent], before[bent], after[bent]
    outward = _outward(ring - before, after - ring)
    return ring + CORNER_OFFSET * outward, before - ring, after - ring


def _outward(one: Any, two: Any) -> Any:
    """The vector to the left of two edges that meet, an inch from either, or less where they meet
    sharply."""
    first, second = left_normal(one) / _size(one), left_normal(two) / _size(two)
    share = 1.0 + (first * second).sum(axis=-1, keepdims=True)
    return (first + second) / np.maximum(share, 0.2)


def _severe_places(free: Any, slow: Any) -> tuple[Any, Any]:
    """Places just outside the edges of Severe terrain, in free space, and the pairs of neighbours."""
    spots, pairs, count = [np.zeros((0, 2))], [np.zeros((0, 2), dtype=int)], 0
    for ring in _outlines(slow):
        after = np.roll(ring, -1, axis=0)
        edge = after - ring
        out = -_outward(np.roll(edge, 1, axis=0), edge)
        side = -left_normal(edge) / _size(edge)
        places = []
        for k, more in enumerate((_size(edge)[:, 0] / STRIDE).astype(int)):
            places.append(ring[k] + CORNER_OFFSET * out[k])
            places += [
                ring[k] + edge[k] * ((i + 1) / (more + 1)) + CORNER_OFFSET * side[k] for i in range(more)
            ]
        here = np.arange(len(places))
        spots.append(np.array(places))
        pairs.append(count + np.stack([here, np.roll(here, -1)], axis=1))
        count += len(places)
    every, beside = np.concatenate(spots), np.concatenate(pairs)
    kept = shapely.covers(free, shapely.points(every)) if count else np.zeros(0, dtype=bool)
    number = np.cumsum(kept) - 1
    both = kept[beside].all(axis=1) if count else np.zeros(0, dtype=bool)
    return every[kept], number[beside[both]]


def cross(one: Any, two: Any) -> Any:
    return one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]


def left_normal(way: Any) -> Any:
    return np.stack([-way[..., 1], way[..., 0]], axis=-1)


def _size(way: Any) -> Any:
    return np.sqrt(way[..., :1] * way[..., :1] + way[..., 1:] * way[..., 1:])
