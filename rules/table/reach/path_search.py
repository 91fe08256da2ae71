"""The cheapest ways of a base over all levels, by Dijkstra over where a way may bend (M3E-MOVE-02)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np
import shapely

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
# A way this little aside of another (the sine of their angle) goes along it.
ALONG = 0.002

# Looked for a way over Severe rims with so much more movement: exact, it costs less than place by place.
SLACK = 0.5
# Cosine and sine of how far a way breaks at a rim at the most: 60 degrees at a straight one (its sine inside
# is half of that outside), and some for the corners of arcs.
BREAKS = (0.25, 0.96824584)
# A base in contact is at the most this far into the room kept clear of what it touches.
CONTACT = 0.005

# A place: the number of its level, and its own there.
Node = tuple[int, int]


class SearchLevel:
    """One level as the search sees it: its places, and the cheapest way found to each.

    Arrays, a row for each place: ``spots``, ``back`` and ``on`` as in ``PathCorners``, ``wet`` in Severe
    terrain, ``spent`` inches of movement, ``done``; ``parents`` and ``via`` tell how one came there.
    """

    def __init__(self, level: Level, base: Base, inches: float) -> None:
        self.level = level
        self.look = level_visibility(level, base.x, base.y, inches)
        around = [disc for disc in level.holds if not _within(disc, (base.x, base.y))]
        near = shapely.Point(base.x, base.y).buffer(inches + 0.1)
        shapely.prepare(self.look.free)
        shapely.prepare(near)
        self.bends = path_corners(self.look.free, self.look.slow, around, near)
        self.added: list[Point] = []
        self.first = len(self.bends.spots)

    def add(self, x: float, y: float) -> int:
        """The number of one more place, from which a way may go on to any side."""
        self.added.append((x, y))
        return self.first + len(self.added) - 1

    def close(self) -> None:
        """No more places are added."""
        more = np.array(self.added, dtype=float).reshape(-1, 2)
        self.spots = np.concatenate([self.bends.spots, more])
        self.back = np.concatenate([self.bends.back, np.zeros_like(more)])
        self.on = np.concatenate([self.bends.on, np.zeros_like(more)])
        self.open = (self.back == 0.0).all(axis=1)
        self.wet = self.look.wet(self.spots)
        self.spent = np.full(len(self.spots), np.inf)
        self.done = np.zeros(len(self.spots), dtype=bool)
        self.parents: list[Node | None] = [None] * len(self.spots)
        self.via: list[tuple[Waypoint, ...]] = [()] * len(self.spots)
        # The unit way that led there.
        self.come = np.zeros_like(self.spots)

    def onward(self, k: int, left: float, *, taut: bool) -> tuple[Any, Any, Any]:
        """Places that a straight way from place ``k`` may reach more cheaply than found so far: their
        numbers, the unit ways there and the inches; none is judged for what is in between.

        ``taut``: only ways that bend round something where they bend.
        """
        every = self.spots - self.spots[k]
        far = np.sqrt(every[:, 0] * every[:, 0] + every[:, 1] * every[:, 1])
        some = np.flatnonzero((far <= left) & (self.spent[k] + far < self.spent - 1e-9) & ~self.done)
        some = some[some != k]
        every, far = every[some], np.maximum(far[some], 1e-12)
        ways = every / far[:, None]
        if taut:
            kept = self.open[some] | _grazes(ways, self.back[some], self.on[some])
            if k < self.bends.shores:
                kept &= _grazes(ways, self.back[k], self.on[k])
                kept &= cross(self.come[k], ways) * self.side(k) > -ALONG
            elif k < self.first:
                kept &= (ways * self.come[k]).sum(axis=1) >= BREAKS[0]
            some, ways, far = some[kept], ways[kept], far[kept]
        return some, ways, far

    def side(self, k: int) -> float:
        """To which side a way bends at a place: 1 to the left, -1 to the right."""
        back, on = cross(self.come[k], self.back[k]), cross(self.come[k], self.on[k])
        return 1.0 if (back if abs(back) > abs(on) else on) >= 0.0 else -1.0

    def wedge(self, k: int) -> tuple[Any, Any]:
        """Between which two ways one may go on from a place, by less than a half turn: from the way that led
        there to the obstacle's edge, or so far to either side as a way breaks; (0, 0) where all is open."""
        come = self.come[k]
        if k >= self.first:
            return self.back[k], self.back[k]
        if k >= self.bends.shores:
            along, aside = BREAKS[0] * come, BREAKS[1] * left_normal(come)
            return along - aside, along + aside
        side = self.side(k)
        return come, min((self.back[k], self.on[k]), key=lambda edge: _turn(come, edge, side))


def _turn(come: Any, edge: Any, side: float) -> float:
    """A number that grows with the angle from the way to the edge, to that side: 0 to 4."""
    along, aside = float(come @ edge), float(cross(come, edge)) * side
    share = aside / (abs(along) + abs(aside))
    turned = share if along >= 0.0 else 2.0 - share
    return turned if turned > -ALONG else turned + 4.0


def _grazes(ways: Any, back: Any, on: Any) -> Any:
    """Whether a line of that way through a corner leaves both its edges to one side."""
    sizes = np.sqrt((back * back).sum(axis=-1)), np.sqrt((on * on).sum(axis=-1))
    one = cross(ways, back) / np.maximum(sizes[0], 1e-12)
    two = cross(ways, on) / np.maximum(sizes[1], 1e-12)
    return (np.minimum(one, two) >= -ALONG) | (np.maximum(one, two) <= ALONG)


class PathSearch:
    """The cheapest ways from where the base stands to every place within its movement."""

    def __init__(
        self,
        table: Table,
        base: Base,
        allowance: Allowance,
        policies: TablePolicies,
        dropping: bool,
        goals: Sequence[tuple[float, float, float]] = (),
        aim: MoveTarget | None = None,
    ) -> None:
        if allowance.way == "push":
            raise Refusal("A Push is one straight line.", rule="M3E-MOVE-13", fix="Use push().")
        self.table, self.base, self.policies, self.aim = table, base, policies, aim
        self.allowance = with_spirit_passage(base, allowance, policies)
        self.inches = allowance.inches
        levels = [self._level(z) for z in _elevations(table, base, self.inches)]
        start = _index(levels, base.elevation)
        if start is None:
            raise Refusal(f"Nothing carries {base.name} where it stands.", rule="M3E-MOVE-06")
        if goals and not all(level.slow.is_empty for level in levels):
            self.inches += SLACK
        self.storeys = [SearchLevel(level, base, self.inches) for level in levels]
        self.start: Node = (start, self.storeys[start].add(*off_contact(levels[start].free, base.x, base.y)))
        self.goals: list[Node] = [
            (i, self.storeys[i].add(*off_contact(levels[i].free, x, y)))
            for z, x, y in goals
            if (i := _index(levels, z)) is not None
        ]
        self.links = self._links(levels, dropping)
        for storey in self.storeys:
            storey.close()
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
        """Where one changes level: a pair of places for each link."""
        found: dict[Node, list[tuple[Node, LevelLink]]] = {}
        made: dict[tuple[int, Point], Node] = {}

        def place(level: int, spot: Point) -> Node:
            if (level, spot) not in made:
                made[level, spot] = level, self.storeys[level].add(*spot)
            return made[level, spot]

        for link in level_links(self.table, self.base, levels, self.allowance, self.policies, dropping):
            one, other = place(link.lower, link.start), place(link.upper, link.end)
            found.setdefault(one, []).append((other, link))
        return found

    def run(self) -> None:
        """Settle every place within the movement; with goals, stop when all are."""
        level, number = self.start
        self.storeys[level].spent[number] = 0.0
        queue: list[tuple[float, int, Node]] = [(0.0, 0, self.start)]
        waiting, count = set(self.goals), 1
        while queue:
            spent, _, here = heappop(queue)
            i, k = here
            storey = self.storeys[i]
            if storey.done[k]:
                continue
            storey.done[k] = True
            if here in waiting:
                waiting.remove(here)
                if not waiting:
                    return
                continue
            if self.inches - spent < LEAST_MOVEMENT:
                continue
            self.settled[i].append(k)
            for other, price, way, via in self._next(here, self.inches - spent):
                there = self.storeys[other[0]]
                if spent + price < there.spent[other[1]] - 1e-9 and not there.done[other[1]]:
                    there.spent[other[1]] = spent + price
                    there.parents[other[1]], there.via[other[1]] = here, via
                    there.come[other[1]] = way
                    heappush(queue, (spent + price, count, other))
                    count += 1

    def _next(self, here: Node, left: float) -> Iterator[tuple[Node, float, Any, tuple[Waypoint, ...]]]:
        i, k = here
        storey = self.storeys[i]
        for other, link in self.links.get(here, ()):
            if link.price <= left and not self._leaves(here, other):
                yield other, link.price, (0.0, 0.0), link.via
        some, ways, far = storey.onward(k, left, taut=self.aim is None)
        spent = storey.look.priced(storey.spots[k], bool(storey.wet[k]), ways, far)
        x, y = storey.spots[k]
        for n in np.flatnonzero(spent <= left + 1e-9):
            other = i, int(some[n])
            if self.aim is None or self.aim.keeps(x, y, *storey.spots[other[1]]):
                yield other, float(spent[n]), ways[n], ()

    def _leaves(self, here: Node, other: Node) -> bool:
        """Whether going up or down there leaves an engagement range that holds the walker."""
        (one, k), (two, n) = here, other
        below, above = self.storeys[one], self.storeys[two]
        kept = {disc.name for disc in above.level.holds if _within(disc, above.spots[n])}
        return any(_within(disc, below.spots[k]) and disc.name not in kept for disc in below.level.holds)

    def ways(self) -> Iterator[list[Node]]:
        """The way to each goal that was reached, the highest goal first, from the start on."""
        for goal in self.goals:
            if self.storeys[goal[0]].spent[goal[1]] < np.inf:
                way: list[Node] = [goal]
                while (before := self.storeys[way[0][0]].parents[way[0][1]]) is not None:
                    way.insert(0, before)
                yield way

    def spots(self, nodes: Sequence[Node]) -> list[Point]:
        """Where those places are."""
        found = [self.storeys[i].spots[k] for i, k in nodes]
        return [(float(x), float(y)) for x, y in found]


def _elevations(table: Table, base: Base, inches: float) -> list[float]:
    """The table, every platform within the movement, and where the base stands."""
    near = inches + base.radius
    found = {0.0, base.elevation}
    for piece in table.pieces:
        for z in platforms(piece):
            if abs(z - base.elevation) <= near or z < base.elevation:
                found.add(z)
    return sorted(found)


def _index(levels: Sequence[Level], z: float) -> int | None:
    return next((i for i, level in enumerate(levels) if abs(level.elevation - z) <= TOUCH), None)


def _within(disc: EngagementDisc, spot: Any) -> bool:
    return length(float(spot[0]) - disc.x, float(spot[1]) - disc.y) <= disc.radius


def off_contact(free: Any, x: float, y: float) -> Point:
    """The place itself, or of a base that touches something the free one beside it: from on an obstacle's
    edge no ray would lead anywhere."""
    spot = shapely.Point(x, y)
    if free.is_empty or free.covers(spot):
        return x, y
    (_, _), (fx, fy) = shapely.shortest_line(spot, free).coords
    far = length(fx - x, fy - y)
    if not 0.0 < far < CONTACT:
        return x, y
    return fx + (fx - x) / far * CORNER_OFFSET, fy + (fy - y) / far * CORNER_OFFSET
