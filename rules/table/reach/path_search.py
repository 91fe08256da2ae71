"""Path search: the cheapest paths of a base over all levels, by Dijkstra over the path corners
(M3E-MOVE-02)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import Any

import numpy as np
import shapely

from rules import budget
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.geometry.plane import Point, length
from rules.table.movement.moves import Allowance, Waypoint, with_spirit_passage
from rules.table.obstacles.free_space import EngagementDisc, Level, level_at, platforms
from rules.table.policies import TablePolicies
from rules.table.reach.level_links import LevelLink, level_links
from rules.table.reach.move_targets import MoveTarget
from rules.table.reach.path_corners import CORNER_OFFSET, cross, left_normal, path_corners
from rules.table.reach.visibility_polygons import level_visibility

# Movement left below which nothing more is looked for, inches.
LEAST_MOVEMENT = 0.01
# Directions this close (the sine of the angle between them) count as parallel.
PARALLEL = 0.002

# A path over edges of Severe terrain is searched with this much more movement: refracted exactly it costs
# less than it does from place to place.
SLACK = 0.5
# Cosine and sine of the largest refraction at an edge of Severe terrain: 60 degrees at a straight one (its
# sine inside is half of that outside), and some more for the corners of arcs.
REFRACTION = (0.25, 0.96824584)
# A base in contact is at most this far inside the margin kept around what it touches.
CONTACT = 0.005

# A node of the search: the number of its level, and the number of the place on it.
Node = tuple[int, int]


class SearchLevel:
    """One level as the search sees it: its places, and the cheapest path found to each.

    Arrays, a row for each place: ``spots``, ``edge_before`` and ``edge_after`` as in ``PathCorners``,
    ``in_severe`` in Severe terrain, ``spent`` inches of movement, ``done``; ``parents`` and ``via`` tell how
    one came there.
    """

    def __init__(self, level: Level, base: Base, inches: float) -> None:
        self.level = level
        self.visibility = level_visibility(level, base.x, base.y, inches)
        around = [disc for disc in level.engagement if not _within(disc, (base.x, base.y))]
        near = shapely.Point(base.x, base.y).buffer(inches + 0.1)
        shapely.prepare(self.visibility.free)
        shapely.prepare(near)
        self.corners = path_corners(self.visibility.free, self.visibility.slow, around, near)
        self.added: list[Point] = []
        self.first = len(self.corners.spots)

    def add(self, x: float, y: float) -> int:
        """Add a place from which a path may continue in any direction; return its number."""
        self.added.append((x, y))
        return self.first + len(self.added) - 1

    def close(self) -> None:
        """Make the arrays of the places; no more may be added."""
        more = np.array(self.added, dtype=float).reshape(-1, 2)
        self.spots = np.concatenate([self.corners.spots, more])
        self.edge_before = np.concatenate([self.corners.edge_before, np.zeros_like(more)])
        self.edge_after = np.concatenate([self.corners.edge_after, np.zeros_like(more)])
        self.open = (self.edge_before == 0.0).all(axis=1)
        self.in_severe = self.visibility.in_severe(self.spots)
        self.spent = np.full(len(self.spots), np.inf)
        self.done = np.zeros(len(self.spots), dtype=bool)
        self.parents: list[Node | None] = [None] * len(self.spots)
        self.via: list[tuple[Waypoint, ...]] = [()] * len(self.spots)
        # The unit direction in which the path arrives.
        self.arrival = np.zeros_like(self.spots)

    def onward(self, k: int, left: float, *, taut: bool) -> tuple[Any, Any, Any]:
        """Places that a straight line from place ``k`` may reach more cheaply than found so far: their
        numbers, the unit directions and the inches; what lies between is not judged yet.

        ``taut``: only paths that wrap around an obstacle where they turn.
        """
        every = self.spots - self.spots[k]
        far = np.sqrt(every[:, 0] * every[:, 0] + every[:, 1] * every[:, 1])
        some = np.flatnonzero((far <= left) & (self.spent[k] + far < self.spent - 1e-9) & ~self.done)
        some = some[some != k]
        every, far = every[some], np.maximum(far[some], 1e-12)
        directions = every / far[:, None]
        if taut:
            kept = self.open[some] | _grazes(directions, self.edge_before[some], self.edge_after[some])
            if k < self.corners.first_severe:
                kept &= _grazes(directions, self.edge_before[k], self.edge_after[k])
                kept &= cross(self.arrival[k], directions) * self.side(k) > -PARALLEL
            elif k < self.first:
                kept &= (directions * self.arrival[k]).sum(axis=1) >= REFRACTION[0]
            some, directions, far = some[kept], directions[kept], far[kept]
        return some, directions, far

    def side(self, k: int) -> float:
        """To which side a path turns at a place: 1 to the left, -1 to the right."""
        edge_before, edge_after = (
            cross(self.arrival[k], self.edge_before[k]),
            cross(self.arrival[k], self.edge_after[k]),
        )
        return 1.0 if (edge_before if abs(edge_before) > abs(edge_after) else edge_after) >= 0.0 else -1.0

    def wedge(self, k: int) -> tuple[Any, Any]:
        """The two directions between which a path continues from a place, by less than a half turn:
        from its arrival to the obstacle's edge, or as far to either side as it refracts; (0, 0) when all
        directions are open."""
        arrival = self.arrival[k]
        if k >= self.first:
            return self.edge_before[k], self.edge_before[k]
        if k >= self.corners.first_severe:
            along, aside = REFRACTION[0] * arrival, REFRACTION[1] * left_normal(arrival)
            return along - aside, along + aside
        side = self.side(k)
        return arrival, min(
            (self.edge_before[k], self.edge_after[k]), key=lambda edge: _turn(arrival, edge, side)
        )


def _turn(arrival: Any, edge: Any, side: float) -> float:
    """A number from 0 to 4 that grows with the angle from the arrival to the edge on that side."""
    along, aside = float(arrival @ edge), float(cross(arrival, edge)) * side
    share = aside / (abs(along) + abs(aside))
    turned = share if along >= 0.0 else 2.0 - share
    return turned if turned > -PARALLEL else turned + 4.0


def _grazes(directions: Any, edge_before: Any, edge_after: Any) -> Any:
    """Whether a line in that direction through a corner leaves both its edges to one side (is tangent
    there)."""
    sizes = np.sqrt((edge_before * edge_before).sum(axis=-1)), np.sqrt((edge_after * edge_after).sum(axis=-1))
    one = cross(directions, edge_before) / np.maximum(sizes[0], 1e-12)
    two = cross(directions, edge_after) / np.maximum(sizes[1], 1e-12)
    return (np.minimum(one, two) >= -PARALLEL) | (np.maximum(one, two) <= PARALLEL)


class PathSearch:
    """Dijkstra from where the base stands to every place within its movement."""

    def __init__(
        self,
        table: Table,
        base: Base,
        allowance: Allowance,
        policies: TablePolicies,
        dropping: bool,
        goals: Sequence[tuple[float, float, float]] = (),
        target: MoveTarget | None = None,
    ) -> None:
        if allowance.way == "push":
            raise Refusal("A Push is one straight line.", rule="push.line", fix="Use push().")
        self.table, self.base, self.policies, self.target = table, base, policies, target
        self.allowance = with_spirit_passage(base, allowance, policies)
        self.inches = allowance.inches
        levels = [self._level(z) for z in _elevations(table, base, self.inches)]
        start = _index(levels, base.elevation)
        if start is None:
            raise Refusal(f"Nothing carries {base.name} where it stands.", rule="move.support")
        if goals and not all(level.slow.is_empty for level in levels):
            self.inches += SLACK
        self.search_levels = [SearchLevel(level, base, self.inches) for level in levels]
        self.start: Node = (
            start,
            self.search_levels[start].add(*off_contact(levels[start].free, base.x, base.y)),
        )
        self.goals: list[Node] = [
            (i, self.search_levels[i].add(*off_contact(levels[i].free, x, y)))
            for z, x, y in goals
            if (i := _index(levels, z)) is not None
        ]
        self.links = self._links(levels, dropping)
        for search_level in self.search_levels:
            search_level.close()
        self.settled: list[list[int]] = [[] for _ in levels]

    def _level(self, z: float) -> Level:
        return level_at(
            self.table,
            self.base,
            z,
            self.allowance.ignores,
            through_models=self.allowance.through_models,
            stays_engaged=self.allowance.way == "walk" and self.policies.walk_may_not_leave != "strikes",
            policies=self.policies,
            within=self.inches + SLACK,
        )

    def _links(self, levels: Sequence[Level], dropping: bool) -> dict[Node, list[tuple[Node, LevelLink]]]:
        """The links between levels, by the node at which they begin."""
        links: dict[Node, list[tuple[Node, LevelLink]]] = {}
        nodes: dict[tuple[int, Point], Node] = {}

        def place(level: int, spot: Point) -> Node:
            if (level, spot) not in nodes:
                nodes[level, spot] = level, self.search_levels[level].add(*spot)
            return nodes[level, spot]

        for link in level_links(self.table, self.base, levels, self.allowance, self.policies, dropping):
            one, other = place(link.lower, link.start), place(link.upper, link.end)
            links.setdefault(one, []).append((other, link))
        return links

    def run(self) -> None:
        """Settle every place within the movement; with goals, stop when all are."""
        budget.begin("a region")
        level, number = self.start
        self.search_levels[level].spent[number] = 0.0
        queue: list[tuple[float, int, Node]] = [(0.0, 0, self.start)]
        waiting, count = set(self.goals), 1
        while queue:
            spent, _, here = heappop(queue)
            budget.check(partial('{:.1f}" of {:.1f}" are searched'.format, spent, self.inches))
            i, k = here
            search_level = self.search_levels[i]
            if search_level.done[k]:
                continue
            search_level.done[k] = True
            if here in waiting:
                waiting.remove(here)
                if not waiting:
                    return
                continue
            if self.inches - spent < LEAST_MOVEMENT:
                continue
            self.settled[i].append(k)
            for other, price, way, via in self._next(here, self.inches - spent):
                there = self.search_levels[other[0]]
                if spent + price < there.spent[other[1]] - 1e-9 and not there.done[other[1]]:
                    there.spent[other[1]] = spent + price
                    there.parents[other[1]], there.via[other[1]] = here, via
                    there.arrival[other[1]] = way
                    heappush(queue, (spent + price, count, other))
                    count += 1

    def _next(self, here: Node, left: float) -> Iterator[tuple[Node, float, Any, tuple[Waypoint, ...]]]:
        i, k = here
        search_level = self.search_levels[i]
        for other, link in self.links.get(here, ()):
            if link.price <= left and not self._leaves(here, other):
                yield other, link.price, (0.0, 0.0), link.via
        some, directions, far = search_level.onward(k, left, taut=self.target is None)
        spent = search_level.visibility.costs(
            search_level.spots[k], bool(search_level.in_severe[k]), directions, far
        )
        x, y = search_level.spots[k]
        for n in np.flatnonzero(spent <= left + 1e-9):
            other = i, int(some[n])
            if self.target is None or self.target.allows(x, y, *search_level.spots[other[1]]):
                yield other, float(spent[n]), directions[n], ()

    def _leaves(self, here: Node, other: Node) -> bool:
        """Whether going up or down there leaves an engagement range the walker is in."""
        (one, k), (two, n) = here, other
        below, above = self.search_levels[one], self.search_levels[two]
        kept = {disc.name for disc in above.level.engagement if _within(disc, above.spots[n])}
        return any(_within(disc, below.spots[k]) and disc.name not in kept for disc in below.level.engagement)

    def paths(self) -> Iterator[list[Node]]:
        """The path to each goal that was reached, the highest goal first, as nodes from the start."""
        for goal in self.goals:
            if self.search_levels[goal[0]].spent[goal[1]] < np.inf:
                path: list[Node] = [goal]
                while (before := self.search_levels[path[0][0]].parents[path[0][1]]) is not None:
                    path.insert(0, before)
                yield path

    def spots(self, nodes: Sequence[Node]) -> list[Point]:
        """The places of those nodes."""
        places = [self.search_levels[i].spots[k] for i, k in nodes]
        return [(float(x), float(y)) for x, y in places]


def _elevations(table: Table, base: Base, inches: float) -> list[float]:
    """The elevations of the table, of every platform within the movement, and of the base."""
    near = inches + base.radius
    elevations = {0.0, base.elevation}
    for piece in table.pieces:
        for z in platforms(piece):
            if abs(z - base.elevation) <= near or z < base.elevation:
                elevations.add(z)
    return sorted(elevations)


def _index(levels: Sequence[Level], z: float) -> int | None:
    return next((i for i, level in enumerate(levels) if abs(level.elevation - z) <= TOUCH), None)


def _within(disc: EngagementDisc, spot: Any) -> bool:
    return length(float(spot[0]) - disc.x, float(spot[1]) - disc.y) <= disc.radius


def off_contact(free: Any, x: float, y: float) -> Point:
    """The place itself; for a base in contact the free place beside it, because no ray leads anywhere
    from an obstacle's edge."""
    spot = shapely.Point(x, y)
    if free.is_empty or free.covers(spot):
        return x, y
    (_, _), (fx, fy) = shapely.shortest_line(spot, free).coords
    far = length(fx - x, fy - y)
    if not 0.0 < far < CONTACT:
        return x, y
    return fx + (fx - x) / far * CORNER_OFFSET, fy + (fy - y) / far * CORNER_OFFSET
