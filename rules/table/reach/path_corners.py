"""Where a way over one level may bend: corners of what stops a base, and rims of Severe terrain.

A taut way bends round a corner, and only to the side where the obstacle lies. Into Severe terrain it breaks
like light into water, anywhere along the rim: so the rim gets a place every so often, and the corners of
its arcs.
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
# Places along a straight rim of Severe terrain lie no farther apart, inches.
STRIDE = 0.4
# Kept outside an engagement range by who goes round it.
CLEAR = 0.0015


class PathCorners(Struct, frozen=True):
    """Places where a way may bend, as arrays of (x, y): ``spots``, and from each the ways ``back`` and ``on``
    along the obstacle's edge. Those from number ``shores`` on lie on rims of Severe terrain, and have (0, 0)
    for both; ``rims`` are pairs of their numbers, beside each other along one edge, the Severe terrain to
    the left of the first's way to the second."""

    spots: Any
    back: Any
    on: Any
    shores: int
    rims: Any


def path_corners(free: Any, slow: Any, holds: Sequence[EngagementDisc], near: Any) -> PathCorners:
    """The bends of a level's free room, both clipped to ``near``; around ``holds`` too (M3E-ENG-03)."""
    found = [_corners(ring) for ring in _outlines(free)]
    found += [_corners(_around(hold)) for hold in holds]
    spots = np.concatenate([corners for corners, _, _ in found] or [np.zeros((0, 2))])
    back = np.concatenate([part for _, part, _ in found] or [np.zeros((0, 2))])
    on = np.concatenate([part for _, _, part in found] or [np.zeros((0, 2))])
    if holds and len(spots):
        kept = shapely.covers(near, shapely.points(spots)) & shapely.covers(free, shapely.points(spots))
        spots, back, on = spots[kept], back[kept], on[kept]
    wet, rims = _rims(free, slow)
    none = np.zeros_like(wet)
    return PathCorners(
        np.concatenate([spots, wet]),
        np.concatenate([back, none]),
        np.concatenate([on, none]),
        len(spots),
        rims + len(spots),
    )


def edges_of(shape: Any) -> tuple[Any, Any]:
    """Every edge of the shape as a row (x1, y1, x2, y2), the shape to its left, and the number of the edge
    before each."""
    found, before, count = [np.zeros((0, 4))], [np.zeros(0, dtype=int)], 0
    for ring in _outlines(shape):
        found.append(np.concatenate([ring, np.roll(ring, -1, axis=0)], axis=1))
        before.append(count + np.roll(np.arange(len(ring)), 1))
        count += len(ring)
    return np.concatenate(found), np.concatenate(before)


def _outlines(shape: Any) -> Iterator[Any]:
    """Its rings without the repeated corner, each turning so that the shape lies to the left."""
    for polygon in getattr(shape, "geoms", [shape]):
        if polygon.geom_type != "Polygon" or polygon.is_empty:
            continue
        for number, ring in enumerate((polygon.exterior, *polygon.interiors)):
            points = shapely.get_coordinates(ring)[:-1]
            yield points[::-1] if ring.is_ccw != (number == 0) else points


def _around(hold: EngagementDisc) -> Any:
    """The ring around an engagement range, turning so that what is outside lies to the left."""
    ring: list[Point] = offset_ring(disc(hold.x, hold.y, hold.radius), hold.radius + CLEAR)
    return np.array(ring)[::-1]


def _corners(ring: Any) -> tuple[Any, Any, Any]:
    """Corners at which the room to the left bends around something, stood off it, and the ways from them to
    the corners before and after."""
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    bent = cross(ring - before, after - ring) < 0.0
    ring, before, after = ring[bent], before[bent], after[bent]
    outward = _outward(ring - before, after - ring)
    return ring + CORNER_OFFSET * outward, before - ring, after - ring


def _outward(one: Any, two: Any) -> Any:
    """The way to the left of two edges that meet, an inch from either, or less where they meet sharply."""
    first, second = left_normal(one) / _size(one), left_normal(two) / _size(two)
    share = 1.0 + (first * second).sum(axis=-1, keepdims=True)
    return (first + second) / np.maximum(share, 0.2)


def _rims(free: Any, slow: Any) -> tuple[Any, Any]:
    """Places just outside the rims of Severe terrain, in free room, and those next to each other."""
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
