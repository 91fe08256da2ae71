"""Paths across the edge of Severe terrain: what opens between two places on it, and refraction
(M3E-TRAIT-14).

The cheapest path into ground that costs double refracts there like light (the weighted region problem), at
any place of the edge. The search has one place every so often (``path_corners``). Between two of them,
reached straight from the same place or one along the edge from the other, the movement left is at least the
value interpolated from both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely

from rules.table.geometry.plane import Point
from rules.table.reach.path_search import LEAST_MOVEMENT, Node, PathSearch, SearchLevel

# Places tried between two neighbours on an edge, and how often again around the best one.
TRIES, CLOSER = 9, 3


def severe_strips(search_level: SearchLevel, inches: float) -> Iterator[Any]:
    """The strips of Severe terrain along an edge that can be reached from its places with the movement
    left, where nothing is in the way."""
    left = inches - search_level.spent
    pairs = search_level.corners.severe_pairs
    if not len(pairs):
        return
    pairs = pairs[(left[pairs] > LEAST_MOVEMENT).all(axis=1)]
    good = [_interpolates(search_level, int(i), int(j)) for i, j in pairs]
    pairs = pairs[np.array(good, dtype=bool)]
    if not len(pairs):
        return
    deep = [_strip(search_level.spots[i], search_level.spots[j], left[i] / 2, left[j] / 2) for i, j in pairs]
    quads = [quad for quad in deep if quad is not None]
    if not quads:
        return
    corners = np.array(quads)
    strips = shapely.polygons(corners)
    yield from strips[
        shapely.covers(search_level.visibility.free, strips)
        & _clear_of_engagement(search_level, corners, strips)
    ]


def _clear_of_engagement(search_level: SearchLevel, corners: Any, strips: Any) -> Any:
    """Which strips lie all inside or all outside each engagement range: no path in them leaves one."""
    kept = np.ones(len(strips), dtype=bool)
    for hold in search_level.level.engagement:
        off = corners - (hold.x, hold.y)
        within = np.sqrt(off[..., 0] * off[..., 0] + off[..., 1] * off[..., 1]).max(axis=1) <= hold.radius
        kept &= within | (shapely.distance(strips, shapely.Point(hold.x, hold.y)) >= hold.radius)
    return kept


def _interpolates(search_level: SearchLevel, i: int, j: int) -> bool:
    """Whether the cost of every place between the two is at most the value interpolated from both: one
    was reached along the edge from the other, or both straight over open ground from the same place."""
    one, two = search_level.parents[i], search_level.parents[j]
    if one is None or two is None or search_level.via[i] or search_level.via[j]:
        return False
    if one[1] == j or two[1] == i:
        return True
    if one != two:
        return False
    corners = np.array([[search_level.spots[one[1]], search_level.spots[i], search_level.spots[j]]])
    strips = shapely.polygons(corners)
    if not _clear_of_engagement(search_level, corners, strips)[0]:
        return False
    open_ = search_level.visibility.free.covers(strips[0]) and not search_level.visibility.slow.intersects(
        strips[0]
    )
    return bool(open_ or strips[0].area < 1e-9)


def _strip(one: Any, two: Any, first: float, second: float) -> list[Any] | None:
    """The quadrilateral to the left of the edge from one place to the other, ``first`` and ``second``
    inches deep at its ends; its far side is tangent to the circles with these radii around both."""
    way = two - one
    far = float(np.sqrt(way @ way))
    way = way / far
    lean = (first - second) / far
    if abs(lean) >= 1.0:
        return None
    upright = np.sqrt(1.0 - lean * lean)
    normal = lean * way + upright * np.array((-way[1], way[0]))
    return [one, two, two + second * normal, one + first * normal]


def refracted(search: PathSearch, nodes: Sequence[Node]) -> list[Point]:
    """The places of a path; those on edges of Severe terrain are moved along them to where the path is
    cheapest."""
    spots = [np.array(spot) for spot in search.spots(nodes)]
    for _ in range(2):
        for n in range(1, len(nodes) - 1):
            (level, k), search_level = nodes[n], search.search_levels[nodes[n][0]]
            alike = nodes[n - 1][0] == level == nodes[n + 1][0]
            if alike and not search_level.via[k] and not search_level.via[nodes[n + 1][1]]:
                spots[n] = _cheapest(search_level, k, spots[n - 1], spots[n], spots[n + 1])
    return [(float(x), float(y)) for x, y in spots]


def _cheapest(search_level: SearchLevel, k: int, before: Any, here: Any, after: Any) -> Any:
    """The place between the neighbours on the edge over which the path is cheapest."""
    pairs = search_level.corners.severe_pairs
    beside = [search_level.spots[pair[0] if pair[1] == k else pair[1]] for pair in pairs if k in pair]
    for _ in range(CLOSER):
        if not beside:
            break
        tries = np.concatenate(
            [[here], *([here + (end - here) * (t / TRIES)] for end in beside for t in range(1, TRIES + 1))]
        )
        spent = _cost(search_level, before, tries) + _cost(search_level, after, tries)
        best = int(np.argmin(spent))
        if not spent[best] < np.inf:
            break
        steps = [(end - here) / TRIES for end in beside]
        here = tries[best]
        if best:
            along = steps[(best - 1) // TRIES]
            steps = [along, -along]
        beside = [here + step for step in steps]
    return here


def _cost(search_level: SearchLevel, spot: Any, tries: Any) -> Any:
    """The cost between the place and each place tried; ``walk_path`` checks engagement ranges."""
    way = tries - spot
    far = np.maximum(np.sqrt((way * way).sum(axis=1)), 1e-12)
    in_severe = bool(search_level.visibility.in_severe(np.array([spot]))[0])
    return search_level.visibility.costs(spot, in_severe, way / far[:, None], far, respect_engagement=False)
