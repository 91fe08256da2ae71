"""Where may a base end its move at all, and by which shortest way (M3E-MOVE-02 to -09).

A taut way turns only at corners of the free room (``ground``). From the start, and from every corner in the
order of what it costs to get there, rays are cast as far as the movement left carries: together they are
the region. Severe terrain costs double along a ray; levels are joined where a base can climb, ride stairs,
or drop. The region never claims what cannot be walked; at the rim of Severe terrain, where the cheapest way
bends without a corner, it may fall short by some hundredths of an inch.

>>> from rules.core.table.board import Table
>>> from rules.core.table.moves import Allowance
>>> reach = roam(Table(bases=(Base("Iggy", 18, 18),)), Base("Iggy", 18, 18), Allowance(4))
>>> reach.holds(21.9, 18), reach.holds(22.1, 18)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

import shapely
from msgspec import Struct

from rules.core.refusal import Refusal
from rules.core.table.aims import Aim
from rules.core.table.bases import Base
from rules.core.table.board import Table, surfaces
from rules.core.table.ground import Disc, Level, level_at, platforms
from rules.core.table.moves import Allowance, Moved, Waypoint, allowed, walk_path
from rules.core.table.plane import Point, length
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.rays import OFF, Rays
from rules.core.table.shapes import TOUCH, quantised
from rules.core.table.stairs import Link, links

# Movement left below which nothing more is looked for, inches.
SCRAP = 0.01
# A base in contact is at the most this far into the room kept clear of what it touches.
CONTACT = 0.005


class Region(Struct, frozen=True):
    """Where the centre of a base may end, level by level: shapely polygons by elevation, and its radius."""

    rooms: tuple[tuple[float, Any], ...]
    radius: float

    def holds(self, x: float, y: float, elevation: float = 0.0) -> bool:
        """Whether the base may end with its centre there, in contact with what it may not enter included."""
        spot = shapely.Point(x, y)
        return any(abs(z - elevation) <= TOUCH and room.distance(spot) <= TOUCH for z, room in self.rooms)

    @property
    def area(self) -> float:
        """Square inches of places for the centre, all levels together."""
        return float(sum(room.area for _, room in self.rooms))

    def rings(self) -> Iterator[tuple[float, list[Point], list[list[Point]]]]:
        """Each polygon as (elevation, outline, holes), for drawing."""
        for z, room in self.rooms:
            for piece in _polygons(room):
                yield z, list(piece.exterior.coords), [list(ring.coords) for ring in piece.interiors]


def roam(
    table: Table,
    base: Base,
    allowance: Allowance,
    policies: TablePolicies = POLICIES,
    *,
    dropping: bool = False,
    aim: Aim | None = None,
) -> Region:
    """Every place where a Walk or move of the base may end; with ``dropping`` also by walking off edges, with
    an ``aim`` by ways that never stray from it (M3E-MOVE-12)."""
    search = _Search(table, base, allowance, policies, dropping, aim=aim)
    search.run()
    return Region(tuple(search.rooms()), base.radius)


def shortest_path(
    table: Table,
    base: Base,
    x: float,
    y: float,
    allowance: Allowance,
    policies: TablePolicies = POLICIES,
    *,
    elevation: float | None = None,
    dropping: bool = False,
    aim: Aim | None = None,
) -> tuple[tuple[Waypoint, ...], Moved]:
    """The cheapest legal way to (x, y), as waypoints for ``walk_path``, and the move it is.

    ``elevation`` is by default the highest surface there that can be reached. ``Refusal`` when there is no
    way for that much movement.
    """
    spot = base.at(x, y)
    levels = surfaces(table, spot) if elevation is None else [elevation]
    goals = [(z, spot.x, spot.y) for z in levels]
    search = _Search(table, base, allowance, policies, dropping, goals, aim)
    search.run()
    refused: Refusal | None = None
    for way in search.ways():
        # The last step, of a hair at the most, is into the contact that was asked for.
        path = (*way[:-1], (spot.x, spot.y))
        try:
            return path, walk_path(table, base, path, allowance, policies)
        except Refusal as error:
            refused = error
    raise refused or Refusal(
        f'There is no way for {base.name} to that place with {allowance.inches:g}" of movement.',
        rule="M3E-MOVE-02",
        mend="Choose a place inside the region that can be reached.",
    )


class _Node:
    """A place on a level: the cheapest way found to it, and what it hangs on."""

    __slots__ = ("done", "goal", "level", "parent", "spent", "via", "x", "y")

    def __init__(self, level: int, x: float, y: float, goal: bool = False) -> None:
        self.level, self.x, self.y, self.goal = level, x, y, goal
        self.spent = float("inf")
        self.parent: _Node | None = None
        self.via: tuple[Waypoint, ...] = ()
        self.done = False


class _Search:
    """Dijkstra over the corners of the free room of all levels."""

    def __init__(
        self,
        table: Table,
        base: Base,
        allowance: Allowance,
        policies: TablePolicies,
        dropping: bool,
        goals: Sequence[tuple[float, float, float]] = (),
        aim: Aim | None = None,
    ) -> None:
        if allowance.way == "push":
            raise Refusal("A Push is one straight line.", rule="M3E-MOVE-13", mend="Use push().")
        self.table, self.base, self.policies, self.aim = table, base, policies, aim
        self.allowance = allowed(base, allowance, policies)
        self.levels = [self._level(z) for z in self._elevations()]
        self.rays = [Rays(level, base.x, base.y, allowance.inches) for level in self.levels]
        start = self._index(base.elevation)
        if start is None:
            raise Refusal(f"Nothing carries {base.name} where it stands.", rule="M3E-MOVE-06")
        self.start = _Node(start, *_stood_off(self.levels[start].free, base.x, base.y))
        self.start.spent = 0.0
        self.nodes = [[_Node(i, x, y) for x, y in rays.corners] for i, rays in enumerate(self.rays)]
        self.goals = [
            _Node(i, *_stood_off(self.levels[i].free, x, y), True)
            for z, x, y in goals
            if (i := self._index(z)) is not None
        ]
        for goal in self.goals:
            self.nodes[goal.level].append(goal)
        self.links = self._links(dropping)
        self.stars: list[list[Any]] = [[] for _ in self.levels]

    def _elevations(self) -> list[float]:
        """The table, every platform within the movement, and where the base stands."""
        near = self.allowance.inches + self.base.radius
        found = {0.0, self.base.elevation}
        for piece in self.table.pieces:
            for z in platforms(piece):
                if abs(z - self.base.elevation) <= near or z < self.base.elevation:
                    found.add(z)
        return sorted(found)

    def _level(self, z: float) -> Level:
        return level_at(
            self.table,
            self.base,
            z,
            self.allowance.ignores,
            through_models=self.allowance.through_models,
            stays_engaged=self.allowance.way == "walk" and self.policies.walk_may_not_leave != "strikes",
            policies=self.policies,
        )

    def _index(self, z: float) -> int | None:
        return next((i for i, level in enumerate(self.levels) if abs(level.elevation - z) <= TOUCH), None)

    def _links(self, dropping: bool) -> dict[_Node, list[tuple[_Node, Link]]]:
        """Where one changes level: a pair of nodes for each link."""
        found: dict[_Node, list[tuple[_Node, Link]]] = {}
        made: dict[tuple[int, float, float], _Node] = {}

        def node(level: int, x: float, y: float) -> _Node:
            key = level, x, y
            if key not in made:
                made[key] = _Node(level, x, y)
                self.nodes[level].append(made[key])
            return made[key]

        for link in links(self.table, self.base, self.levels, self.allowance, self.policies, dropping):
            one, other = node(link.lower, *link.start), node(link.upper, *link.end)
            found.setdefault(one, []).append((other, link))
        return found

    def run(self) -> None:
        """Settle every node within the movement, and keep the star of rays of each."""
        queue: list[tuple[float, int, _Node]] = [(0.0, 0, self.start)]
        count = 1
        while queue:
            spent, _, here = heappop(queue)
            if here.done:
                continue
            here.done = True
            left = self.allowance.inches - spent
            if here.goal:
                continue
            for other, price in self._next(here, left):
                if spent + price < other.spent - 1e-9 and not other.done:
                    other.spent, other.parent = spent + price, here
                    heappush(queue, (other.spent, count, other))
                    count += 1

    def _next(self, here: _Node, left: float) -> Iterator[tuple[_Node, float]]:
        for other, link in self.links.get(here, ()):
            if link.price > left or self._leaves(here, other):
                continue
            if here.spent + link.price < other.spent:
                other.via = link.via
                yield other, link.price
        if left < SCRAP:
            return
        targets = [node for node in self.nodes[here.level] if not node.done]
        star, prices = self.rays[here.level].look(
            here.x, here.y, left, [(node.x, node.y) for node in targets], draw=not self.goals
        )
        if star is not None:
            self.stars[here.level].append(star if self.aim is None else self.aim.kept(here.x, here.y, star))
        for node, price in zip(targets, prices, strict=True):
            if self.aim is not None and not self.aim.keeps(here.x, here.y, node.x, node.y):
                continue
            if price is not None and here.spent + price < node.spent:
                node.via = ()
                yield node, price

    def _leaves(self, here: _Node, other: _Node) -> bool:
        """Whether going up or down there leaves an engagement range that holds the walker."""
        kept = {hold.name for hold in self.levels[other.level].holds if _holds(hold, other)}
        return any(_holds(hold, here) and hold.name not in kept for hold in self.levels[here.level].holds)

    def rooms(self) -> Iterator[tuple[float, Any]]:
        """The region of each level: the stars together, where one may end as well as pass."""
        for level, stars in zip(self.levels, self.stars, strict=True):
            if stars:
                end = level
                if self._passes_more_than_it_may_end_in():
                    end = level_at(
                        self.table, self.base, level.elevation, ending=True, policies=self.policies
                    )
                areas = _polygons(shapely.union_all(stars).intersection(end.free))
                if areas:
                    yield level.elevation, shapely.union_all(areas)

    def _passes_more_than_it_may_end_in(self) -> bool:
        return (
            self.allowance.through_models
            or bool(self.allowance.ignores)
            or self.policies.spirits_pass
            or any(piece.has("linear") for piece in self.table.pieces)
        )

    def ways(self) -> Iterator[tuple[Waypoint, ...]]:
        """The way to each goal that was reached, the highest goal first, as waypoints."""
        for goal in self.goals:
            if goal.parent is not None or goal.spent == 0.0:
                path: list[Waypoint] = []
                here: _Node | None = goal
                while here is not None and here.parent is not None:
                    path[:0] = [*here.via, (here.x, here.y)]
                    here = here.parent
                yield tuple(_on_grid(place) for place in path)


def _holds(disc: Disc, node: _Node) -> bool:
    return length(node.x - disc.x, node.y - disc.y) <= disc.radius


def _on_grid(place: Waypoint) -> Waypoint:
    x, y, *rest = (quantised(part) for part in place)
    return (x, y, rest[0]) if rest else (x, y)


def _stood_off(free: Any, x: float, y: float) -> Point:
    """The place itself, or of a base that touches something the free one beside it: from on an obstacle's
    edge no ray would lead anywhere."""
    spot = shapely.Point(x, y)
    if free.is_empty or free.covers(spot):
        return x, y
    (_, _), (fx, fy) = shapely.shortest_line(spot, free).coords
    far = length(fx - x, fy - y)
    if not 0.0 < far < CONTACT:
        return x, y
    return fx + (fx - x) / far * OFF, fy + (fy - y) / far * OFF


def _polygons(room: Any) -> list[Any]:
    return [g for g in getattr(room, "geoms", [room]) if g.geom_type == "Polygon" and g.area > 0]


def gap_to(region: Region, x: float, y: float) -> float:
    """Inches from the place to the nearest one where the base may end, 0 inside."""
    spot = shapely.Point(x, y)
    return min((float(room.distance(spot)) for _, room in region.rooms), default=length(x, y))
