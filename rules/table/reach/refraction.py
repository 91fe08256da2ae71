"""Into Severe terrain: what opens between two places on its rim, and where a way breaks (M3E-TRAIT-14).

The cheapest way into ground that costs double breaks like light into water, at any place of the rim. The
search knows one every so often (``path_corners``). Between two of them, reached straight from the same place
or one along the rim from the other, the movement left is at least what lies between what those two have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely

from rules.table.geometry.plane import Point
from rules.table.reach.path_search import LEAST_MOVEMENT, Node, PathSearch, SearchLevel

# Places tried between two of a rim, and how often again between the best one's neighbours.
TRIES, CLOSER = 9, 3


def severe_strips(storey: SearchLevel, inches: float) -> Iterator[Any]:
    """Between neighbours on a rim that still have movement: the room beside it as deep as that carries,
    where nothing bars it."""
    left = inches - storey.spent
    pairs = storey.bends.rims
    if not len(pairs):
        return
    pairs = pairs[(left[pairs] > LEAST_MOVEMENT).all(axis=1)]
    good = [_joined(storey, int(i), int(j)) for i, j in pairs]
    pairs = pairs[np.array(good, dtype=bool)]
    if not len(pairs):
        return
    deep = [_deep(storey.spots[i], storey.spots[j], left[i] / 2, left[j] / 2) for i, j in pairs]
    quads = [quad for quad in deep if quad is not None]
    if not quads:
        return
    corners = np.array(quads)
    rooms = shapely.polygons(corners)
    yield from rooms[shapely.covers(storey.look.free, rooms) & _unbound(storey, corners, rooms)]


def _unbound(storey: SearchLevel, corners: Any, rooms: Any) -> Any:
    """Which rooms lie all within or all without each engagement range: no way in them leaves one."""
    kept = np.ones(len(rooms), dtype=bool)
    for hold in storey.level.holds:
        off = corners - (hold.x, hold.y)
        within = np.sqrt(off[..., 0] * off[..., 0] + off[..., 1] * off[..., 1]).max(axis=1) <= hold.radius
        kept &= within | (shapely.distance(rooms, shapely.Point(hold.x, hold.y)) >= hold.radius)
    return kept


def _joined(storey: SearchLevel, i: int, j: int) -> bool:
    """Whether what it costs to come between the two is at the most what lies between their costs: one was
    reached along the rim from the other, or both straight over open ground from one place."""
    one, two = storey.parents[i], storey.parents[j]
    if one is None or two is None or storey.via[i] or storey.via[j]:
        return False
    if one[1] == j or two[1] == i:
        return True
    if one != two:
        return False
    corners = np.array([[storey.spots[one[1]], storey.spots[i], storey.spots[j]]])
    rooms = shapely.polygons(corners)
    if not _unbound(storey, corners, rooms)[0]:
        return False
    open_ = storey.look.free.covers(rooms[0]) and not storey.look.slow.intersects(rooms[0])
    return bool(open_ or rooms[0].area < 1e-9)


def _deep(one: Any, two: Any, first: float, second: float) -> list[Any] | None:
    """The quadrilateral to the left of the way from one place to the other, so deep that every place of it is
    as near to the way as the depth there: its far side touches the circles around both ends."""
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
    """The places of a way, those on rims moved along them to where the way is cheapest."""
    spots = [np.array(spot) for spot in search.spots(nodes)]
    for _ in range(2):
        for n in range(1, len(nodes) - 1):
            (level, k), storey = nodes[n], search.storeys[nodes[n][0]]
            alike = nodes[n - 1][0] == level == nodes[n + 1][0]
            if alike and not storey.via[k] and not storey.via[nodes[n + 1][1]]:
                spots[n] = _cheapest(storey, k, spots[n - 1], spots[n], spots[n + 1])
    return [(float(x), float(y)) for x, y in spots]


def _cheapest(storey: SearchLevel, k: int, before: Any, here: Any, after: Any) -> Any:
    """Of the places between the neighbours on the rim the one over which it is cheapest to go."""
    pairs = storey.bends.rims
    beside = [storey.spots[pair[0] if pair[1] == k else pair[1]] for pair in pairs if k in pair]
    for _ in range(CLOSER):
        if not beside:
            break
        tries = np.concatenate(
            [[here], *([here + (end - here) * (t / TRIES)] for end in beside for t in range(1, TRIES + 1))]
        )
        spent = _price(storey, before, tries) + _price(storey, after, tries)
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


def _price(storey: SearchLevel, spot: Any, tries: Any) -> Any:
    """What it costs between the spot and each place tried, whichever way; ranges are left to the checker."""
    way = tries - spot
    far = np.maximum(np.sqrt((way * way).sum(axis=1)), 1e-12)
    wet = bool(storey.look.wet(np.array([spot]))[0])
    return storey.look.priced(spot, wet, way / far[:, None], far, bound=False)
