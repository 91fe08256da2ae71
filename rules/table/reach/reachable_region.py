"""The reachable region of a move, and the shortest path to a place in it (M3E-MOVE-02 to -09).

A Dijkstra search (``path_search``) runs over the places where a path may turn (``path_corners``); levels are
joined where a base can climb, ride stairs or drop (``level_links``). The region is the union of what the
movement left opens at each place (``visibility_polygons``). It claims no place that cannot be reached. It may
fall short: by under 0.005" round a corner, whose arc is drawn from outside, and by some hundredths where a
path refracts at the edge of Severe terrain (``refraction``). The regions of flights and Places ignore what
lies between.

>>> from rules.table.board import Table
>>> from rules.table.movement.moves import Allowance
>>> reach = reachable_region(Table(bases=(Base("Iggy", 18, 18),)), Base("Iggy", 18, 18), Allowance(4))
>>> reach.contains(21.9, 18), reach.contains(22.1, 18)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.elevation import surface_elevations
from rules.table.geometry.footprints import TOUCH, parts, quantised
from rules.table.geometry.plane import Point
from rules.table.movement.leaps import Manner
from rules.table.movement.moves import Allowance, MoveResult, Waypoint, walk_path
from rules.table.obstacles.free_space import level_at, offset_polygon, platforms
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.move_targets import MoveTarget
from rules.table.reach.path_search import Node, PathSearch, SearchLevel
from rules.table.reach.refraction import refracted, severe_strips
from rules.table.terrain import covers, indoors, inside


class ReachableRegion(Struct, frozen=True):
    """Where the centre of a base may end: shapely ``polygons``, each with its elevation, and the ``radius``
    of the base."""

    polygons: tuple[tuple[float, Any], ...]
    radius: float

    def contains(self, x: float, y: float, elevation: float = 0.0) -> bool:
        """Whether the base may end with its centre there, also in contact with what it may not
        enter."""
        spot = shapely.Point(x, y)
        return any(abs(z - elevation) <= TOUCH and area.distance(spot) <= TOUCH for z, area in self.polygons)

    @property
    def area(self) -> float:
        """The square inches of places for the centre, all levels together."""
        return float(sum(area.area for _, area in self.polygons))

    def rings(self) -> Iterator[tuple[float, list[Point], list[list[Point]]]]:
        """Each polygon as (elevation, outline, holes), for drawing."""
        for z, area in self.polygons:
            for piece in _polygons(area):
                yield z, list(piece.exterior.coords), [list(ring.coords) for ring in piece.interiors]


def reachable_region(
    table: Table,
    base: Base,
    allowance: Allowance,
    policies: TablePolicies = POLICIES,
    *,
    dropping: bool = False,
    target: MoveTarget | None = None,
) -> ReachableRegion:
    """Every place where a Walk or move of the base may end; with ``dropping`` also after walking off
    edges, with a ``target`` by paths that never stray from it (M3E-MOVE-12)."""
    search = PathSearch(table, base, allowance, policies, dropping, target=target)
    search.run()
    return ReachableRegion(tuple(_region_by_level(search)), base.radius)


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
    target: MoveTarget | None = None,
) -> tuple[tuple[Waypoint, ...], MoveResult]:
    """The cheapest legal path to (x, y), as waypoints for ``walk_path``, and the move.

    ``elevation`` is by default the highest surface there that can be reached. Raise ``Refusal`` when there is
    no path for that much movement.
    """
    spot = base.at(x, y)
    levels = _standing_at(table, spot) if elevation is None else [elevation]
    goals = [(z, spot.x, spot.y) for z in levels]
    search = PathSearch(table, base, allowance, policies, dropping, goals, target)
    search.run()
    refused: Refusal | None = None
    candidates = (
        _waypoints(search, nodes, spots)
        for nodes in search.paths()
        for spots in (refracted(search, nodes), search.spots(nodes))
    )
    for candidate in candidates:
        # The last step, of at most a fraction of a thousandth, is into the requested contact.
        path = (*candidate[:-1], (spot.x, spot.y))
        if target is not None and not _keeps_to(target, ((base.x, base.y), *path)):
            continue  # Refraction at the edge of Severe terrain turned it.
        try:
            return path, walk_path(table, base, path, allowance, policies)
        except Refusal as error:
            # Paths over edges of Severe terrain are searched with more movement than there is.
            refused = refused if error.rule == "move.distance" else error
    raise refused or Refusal(
        f'There is no way for {base.name} to that place with {allowance.inches:g}" of movement.',
        rule="move.distance",
        fix="Choose a place inside the region that can be reached.",
    )


def _keeps_to(target: MoveTarget, path: Sequence[Waypoint]) -> bool:
    return all(target.allows(one[0], one[1], two[0], two[1]) for one, two in pairwise(path))


def _standing_at(table: Table, spot: Base) -> list[float]:
    """Elevations there to search a path to, the highest first: on a hill also its top, where paths up and
    down it meet."""
    tops = {
        float(piece.top)
        for piece in table.pieces
        if piece.gradual and piece.top is not None and covers(piece, spot.x, spot.y, spot.radius)
    }
    return sorted({*surface_elevations(table, spot), *tops}, reverse=True)


def _waypoints(search: PathSearch, nodes: list[Node], spots: list[Point]) -> tuple[Waypoint, ...]:
    """The waypoints of the path over those nodes at those places, without the start."""
    path: list[Waypoint] = []
    for (i, k), (x, y) in list(zip(nodes, spots, strict=True))[1:]:
        path += [*search.search_levels[i].via[k], (x, y)]
    return tuple(_on_grid(place) for place in path)


def _on_grid(place: Waypoint) -> Waypoint:
    x, y, *rest = (quantised(part) for part in place)
    return (x, y, rest[0]) if rest else (x, y)


def _region_by_level(search: PathSearch) -> Iterator[tuple[float, Any]]:
    """The region of each level: the union of what is visible from its places, where a base may end and
    pass."""
    for search_level, settled in zip(search.search_levels, search.settled, strict=True):
        if settled:
            end = search_level.level
            if _may_pass_where_it_may_not_end(search):
                end = level_at(
                    search.table,
                    search.base,
                    end.elevation,
                    ending=True,
                    policies=search.policies,
                    within=search.inches,
                )
            areas = _polygons(
                shapely.union_all(_visible_areas(search, search_level, settled)).intersection(end.free)
            )
            if areas:
                yield end.elevation, shapely.union_all(areas)


def _visible_areas(search: PathSearch, search_level: SearchLevel, settled: list[int]) -> list[Any]:
    """What the movement left can reach in straight lines from each of the places."""
    wedges = np.array([search_level.wedge(k) for k in settled])
    if search.target is not None:
        wedges[:] = 0.0
    left = search.inches - search_level.spent[settled]
    polygons = search_level.visibility.polygons(
        search_level.spots[settled], search_level.in_severe[settled], left, wedges[:, 0], wedges[:, 1]
    )
    if search.target is not None:
        spots = search_level.spots[settled]
        return [
            search.target.reachable_part(x, y, polygon)
            for (x, y), polygon in zip(spots, polygons, strict=True)
        ]
    return [*polygons, *severe_strips(search_level, search.inches)]


def _may_pass_where_it_may_not_end(search: PathSearch) -> bool:
    return (
        search.allowance.through_models
        or bool(search.allowance.ignores)
        or search.policies.spirits_pass
        or any(piece.has("linear") for piece in search.table.pieces)
    )


def _polygons(area: Any) -> list[Any]:
    return [g for g in getattr(area, "geoms", [area]) if g.geom_type == "Polygon" and g.area > 0]


# Segments of a quarter of the disc: its arcs are drawn from inside, so that nothing too far is claimed.
FACETS = 64


def flight_region(
    table: Table, base: Base, inches: float, policies: TablePolicies = POLICIES, manner: Manner = "flight"
) -> ReachableRegion:
    """Every place where a flight may end: a disc on each level, smaller by the rise where that
    counts."""
    held = base.elevation if manner == "incorporeal" and not policies.spirits_fly else None
    ghost = manner == "incorporeal" or base.spirit

    def left(z: float) -> float:
        if held is not None and abs(z - held) > TOUCH:
            return 0.0
        return inches - (max(0.0, z - base.elevation) if policies.flight_counts_rise else 0.0)

    return _levels(table, base, left, policies, "" if ghost else "enclosed")


def place_region(
    table: Table, base: Base, inches: float, policies: TablePolicies = POLICIES
) -> ReachableRegion:
    """Every place where the base may be Placed within ``inches`` (M3E-MOVE-15, -16)."""
    far = inches + (2 * base.radius if policies.place_within == "gap" else 0.0)
    return _levels(table, base, lambda _: far, policies, "rooms")


def _levels(
    table: Table, base: Base, left: Callable[[float], float], policies: TablePolicies, walls: str
) -> ReachableRegion:
    polygons = []
    for z in sorted({0.0, *(z for piece in table.pieces for z in platforms(piece))}):
        if left(z) > 0.0:
            disc = shapely.Point(base.x, base.y).buffer(left(z), quad_segs=FACETS)
            area = disc.intersection(level_at(table, base, z, ending=True, policies=policies).free)
            area = _this_side(table, base, z, area, walls)
            if not area.is_empty:
                polygons.append((z, area))
    return ReachableRegion(tuple(polygons), base.radius)


def _this_side(table: Table, base: Base, z: float, area: Any, walls: str) -> Any:
    """The part of the area on this side of the walls: of all rooms for a Place (M3E-TERR-05), of
    Enclosed ones for a flight, which cannot enter them (T2-ENCL-01, -02)."""
    for piece in table.pieces:
        if piece.interior is None or not walls or (walls == "enclosed" and not piece.has("enclosed")):
            continue
        within = inside(piece, base.x, base.y, base.radius, base.elevation)
        if walls == "enclosed" and within:
            return shapely.Polygon()
        among = indoors(piece, z)
        polygons = offset_polygon(parts(piece.interior), base.radius) if among else shapely.Polygon()
        area = area.intersection(polygons) if within else area.difference(polygons)
    return area
