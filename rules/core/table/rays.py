"""Rays over one level: how far movement carries in every direction from a place, and to which corners.

Arrays are worked element by element with ``+ - * /`` only, so the numbers are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from rules.core.table.ground import Level
from rules.core.table.plane import Point, length

# A corner is stood off the obstacle by this much, so that no ray starts on an edge.
OFF = 0.0003
# The ring of directions of a star, as unit vectors made by halving right angles: 64 of them.
SPOKES = 64
# A ray to each side of a corner, by this much across at the corner.
BESIDE = 0.002


def _spokes() -> Any:
    ring = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    while len(ring) < SPOKES:
        finer = []
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            size = length(ax + bx, ay + by)
            finer += [(ax, ay), ((ax + bx) / size, (ay + by) / size)]
        ring = finer
    return np.array(ring)


RING = _spokes()


class Rays:
    """The edges of one level near a start, ready to be looked along."""

    def __init__(self, level: Level, x: float, y: float, inches: float) -> None:
        self.level = level
        near = shapely.box(x - inches - 1, y - inches - 1, x + inches + 1, y + inches + 1)
        free = level.free.intersection(near)
        self.edges = _edges(free)
        self.slow = _edges(level.slow)
        self.corners = _corners(free)
        if not level.slow.is_empty:
            # A way may also bend around the rim of Severe terrain, to spare itself the crossing.
            self.corners += _corners(free.difference(level.slow))

    def look(
        self, x: float, y: float, left: float, targets: Sequence[Point], *, draw: bool = True
    ) -> tuple[Any, list[float | None]]:
        """The star-shaped room that ``left`` inches of movement open from (x, y), as a polygon (``None``
        when it is not drawn or has no area), and the price of each target, ``None`` where it costs more."""
        spots = np.array(targets, dtype=float).reshape(-1, 2) - (x, y)
        far = np.sqrt(spots[:, 0] * spots[:, 0] + spots[:, 1] * spots[:, 1])
        close = (far <= left) & (far > 1e-9)
        ways = spots[close] / far[close, None]
        count = len(ways)
        if draw:
            ways = np.concatenate([ways, self._directions(x, y, left)])
        room = self._room(x, y, left, ways)
        prices: list[float | None] = [0.0 if f <= 1e-9 else None for f in far]
        slow = self._slow_along(x, y, left, ways)
        for k, index in enumerate(np.flatnonzero(close)):
            if far[index] <= room[k] + 1e-9:
                price = _price(slow[k], float(far[index])) if slow else float(far[index])
                prices[index] = price if price <= left + 1e-9 else None
        if not draw:
            return None, prices
        ends = np.array(
            [min(room[k], _carries(slow[k], left)) if slow else room[k] for k in range(count, len(ways))]
        )
        return _star(x, y, ways[count:], ends), prices

    def _directions(self, x: float, y: float, left: float) -> Any:
        """The ring; beside each end of an edge that is near enough; and where an edge leaves the circle."""
        edges = _near(self.edges, x, y, left)
        ends = np.concatenate([edges[:, :2] - (x, y), _on_circle(edges, x, y, left)])
        far = np.sqrt(ends[:, 0] * ends[:, 0] + ends[:, 1] * ends[:, 1])
        near = (far < left + 0.1) & (far > 2 * OFF)
        ends, far = ends[near], far[near, None]
        across = np.stack([-ends[:, 1], ends[:, 0]], axis=1) / far * np.minimum(BESIDE, far / 8)
        every = np.concatenate([ends, ends + across, ends - across])
        size = np.sqrt(every[:, 0] * every[:, 0] + every[:, 1] * every[:, 1])
        return np.concatenate([RING, every / size[:, None]])

    def _room(self, x: float, y: float, left: float, ways: Any) -> Any:
        """How far each ray runs before it meets an edge or may not leave an engagement range."""
        out = np.minimum(_first_hits(x, y, ways, _near(self.edges, x, y, left)), left)
        for disc in self.level.holds:
            enters, leaves = _through(disc.x - x, disc.y - y, disc.radius, ways)
            out = np.where(enters < out, np.minimum(out, leaves), out)
        return out

    def _slow_along(self, x: float, y: float, left: float, ways: Any) -> list[list[tuple[float, float]]]:
        """For each ray its stretches in Severe terrain; nothing when there is none about."""
        edges = _near(self.slow, x, y, left)
        inside = not self.level.slow.is_empty and self.level.slow.contains(shapely.Point(x, y))
        if not len(edges) and not inside:
            return []
        hits, met = _all_hits(x, y, ways, edges)
        found = []
        for k in range(len(ways)):
            marks = sorted(hits[k][met[k]].tolist())
            if inside:
                marks = [0.0, *marks]
            if len(marks) % 2:
                marks.append(left + 1.0)
            found.append(list(zip(marks[::2], marks[1::2], strict=True)))
        return found


def _price(slow: Sequence[tuple[float, float]], upto: float) -> float:
    return upto + sum(max(0.0, min(high, upto) - low) for low, high in slow if low < upto)


def _carries(slow: Sequence[tuple[float, float]], left: float) -> float:
    """How far that much movement goes along the ray."""
    at, rest = 0.0, left
    for low, high in slow:
        if low - at >= rest:
            return at + rest
        rest -= low - at
        if 2.0 * (high - low) >= rest:
            return low + rest / 2.0
        rest -= 2.0 * (high - low)
        at = high
    return at + rest


def _star(x: float, y: float, ways: Any, ends: Any) -> Any:
    order = sorted(range(len(ways)), key=lambda k: _turn(ways[k]))
    ring = [(x + ways[k][0] * ends[k], y + ways[k][1] * ends[k]) for k in order]
    star = shapely.Polygon(ring)
    return star if star.is_valid else shapely.make_valid(star)


def _turn(way: Any) -> float:
    """A number that grows with the angle, from 0 to 4."""
    x, y = float(way[0]), float(way[1])
    share = y / (abs(x) + abs(y))
    return share % 4.0 if x >= 0.0 else 2.0 - share


def _near(edges: Any, x: float, y: float, left: float) -> Any:
    """Edges whose box comes within the movement left."""
    if not len(edges):
        return edges
    reach = left + 0.01
    low = np.minimum(edges[:, :2], edges[:, 2:])
    high = np.maximum(edges[:, :2], edges[:, 2:])
    keep = (low[:, 0] <= x + reach) & (high[:, 0] >= x - reach) & (low[:, 1] <= y + reach)
    return edges[keep & (high[:, 1] >= y - reach)]


def _all_hits(x: float, y: float, ways: Any, edges: Any) -> tuple[Any, Any]:
    """For each ray and edge: where they cross along the ray, and whether they do."""
    ex, ey = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    wx, wy = edges[:, 0] - x, edges[:, 1] - y
    dx, dy = ways[:, 0, None], ways[:, 1, None]
    across = dx * ey - dy * ex
    steep = np.abs(across) > 1e-12
    safe = np.where(steep, across, 1.0)
    at = (wx * ey - wy * ex) / safe
    share = (wx * dy - wy * dx) / safe
    return at, steep & (at > 0.0) & (share >= 0.0) & (share < 1.0)


def _on_circle(edges: Any, x: float, y: float, radius: float) -> Any:
    """Where the edges cross the circle around (x, y), relative to it."""
    wx, wy = edges[:, 0] - x, edges[:, 1] - y
    ex, ey = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    square, half = ex * ex + ey * ey, wx * ex + wy * ey
    rest = half * half - square * (wx * wx + wy * wy - radius * radius)
    good = (rest >= 0.0) & (square > 0.0)
    root, safe = np.sqrt(np.where(good, rest, 0.0)), np.where(good, square, 1.0)
    found = []
    for share in ((-half - root) / safe, (-half + root) / safe):
        keep = good & (share >= 0.0) & (share <= 1.0)
        found.append(np.stack([wx[keep] + share[keep] * ex[keep], wy[keep] + share[keep] * ey[keep]], axis=1))
    return np.concatenate(found)


def _first_hits(x: float, y: float, ways: Any, edges: Any) -> Any:
    if not len(edges) or not len(ways):
        return np.full(len(ways), np.inf)
    at, met = _all_hits(x, y, ways, edges)
    return np.where(met, at, np.inf).min(axis=1)


def _through(cx: float, cy: float, radius: float, ways: Any) -> tuple[Any, Any]:
    """Where each ray enters and leaves a disc; infinite where it misses it."""
    along = ways[:, 0] * cx + ways[:, 1] * cy
    rest = radius * radius - (cx * cx + cy * cy - along * along)
    half = np.sqrt(np.maximum(rest, 0.0))
    meets = (rest > 0.0) & (along + half > 0.0)
    return np.where(meets, np.maximum(along - half, 0.0), np.inf), np.where(meets, along + half, np.inf)


def _rings(shape: Any) -> list[Any]:
    polygons = [g for g in getattr(shape, "geoms", [shape]) if g.geom_type == "Polygon" and not g.is_empty]
    return [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]


def _edges(shape: Any) -> Any:
    found = [np.concatenate([points[:-1], points[1:]], axis=1)
             for points in (np.asarray(ring.coords) for ring in _rings(shape))]  # fmt: skip
    return np.concatenate(found) if found else np.zeros((0, 4))


def _corners(free: Any) -> list[Point]:
    """Where a taut way may turn: corners at which the free room bends around an obstacle."""
    found: list[Point] = []
    for polygon in [g for g in getattr(free, "geoms", [free]) if g.geom_type == "Polygon" and not g.is_empty]:
        for number, ring in enumerate((polygon.exterior, *polygon.interiors)):
            points = list(ring.coords)[:-1]
            # Turning so that the free room lies to the left of each edge.
            if ring.is_ccw != (number == 0):
                points.reverse()
            for k, (x, y) in enumerate(points):
                (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
                ax, ay, bx, by = x - px, y - py, qx - x, qy - y
                if ax * by - ay * bx >= 0.0:
                    continue
                one, two = length(ax, ay), length(bx, by)
                ux, uy = -ay / one - by / two, ax / one + bx / two
                size = length(ux, uy)
                if size > 1e-6:
                    found.append((x + OFF * ux / size, y + OFF * uy / size))
    return found
