"""The places that a question offers, as a layer of the picture: zones, regions, straight reaches.

A region is where the centre of the base may end. A move that ends where something stops it (a Push, a Charge)
is drawn at its full length.
"""

from __future__ import annotations

from functools import reduce
from math import acos, atan2, cos, sin, sqrt
from typing import Any

import shapely

from rules.dialogue import Options
from rules.game.table_access.exact_moves import FittingPlaces, MoveTargets
from rules.game.table_access.spots import CircularArea, InZone, Spots
from rules.table.geometry.footprints import parts
from rules.table.geometry.plane import length
from rules.table.obstacles.free_space import level_at, offset_polygon
from rules.table.pictures.drawing import area, line
from rules.table.pictures.layers import reach_layer, region_layer, zone_layer

FAR = 120.0
"""Inches: farther than any table is wide."""
FACETS = 24
"""Segments of a quarter of a disc, for drawing only."""


def is_expensive(options: Options) -> bool:
    """Whether its region takes a large part of a second to compute among much terrain."""
    return isinstance(options, MoveTargets) and not options.straight and options.way != "place"


def offered_layer(options: Options, *, quick: bool = False) -> str:
    """The places in ``options`` as a layer; empty when they are no places. With ``quick`` a region
    that takes long to compute is replaced by its straight reach."""
    match options:
        case InZone():
            return zone_layer(options.zone, "zone-offered")
        case Spots() if options.ray is not None:
            return _line(options.start, options.ray, options.within[0].radius if options.within else FAR)
        case Spots():
            return _region_area(room_of(options))
        case MoveTargets() if options.aim is not None:
            return offered_layer(options.loose)
        case MoveTargets() if options.straight or (quick and is_expensive(options)):
            return reach_layer(options.base, options.inches, options.way)
        case MoveTargets():
            return region_layer(options.region())
        case FittingPlaces() if isinstance(options.loose, Spots):
            return _region_area(room_of(options.loose).intersection(_bearing(options)))
        case FittingPlaces():
            return offered_layer(options.loose)
    return ""


def room_of(spots: Spots) -> Any:
    """The places as a shapely area: inside all of ``within`` and one of ``either``; what is behind a
    disc is left out where the path must be straight."""
    box = spots.box
    room = shapely.box(box.left, box.low, box.right, box.high)
    for disc in spots.within:
        room = room.intersection(_disc(disc))
    if spots.either:
        room = room.intersection(shapely.union_all([_disc(disc) for disc in spots.either]))
    x, y = spots.start
    barred = [_disc(disc) for disc in spots.clear]
    if spots.straight:
        barred += [_behind(disc, x, y) for disc in spots.clear if disc not in spots.over]
    barred += [_behind(disc, x, y).difference(_disc(disc)) for disc in spots.traps]
    return reduce(lambda left, away: left.difference(away), barred, room)


def _disc(disc: CircularArea) -> Any:
    return shapely.Point(disc.x, disc.y).buffer(disc.radius, quad_segs=FACETS)


def _behind(disc: CircularArea, x: float, y: float) -> Any:
    """The area behind a disc as seen from (x, y), between the two tangents."""
    dx, dy = disc.x - x, disc.y - y
    apart = length(dx, dy)
    if apart <= disc.radius:
        return shapely.Polygon()
    toward, touch = atan2(dy, dx), sqrt(apart * apart - disc.radius * disc.radius)
    spread = acos(touch / apart)
    ways = [(cos(toward + turn), sin(toward + turn)) for turn in (spread, -spread)]
    near, far = ([(x + s * ux, y + s * uy) for ux, uy in ways] for s in (touch, FAR))
    return shapely.Polygon([near[0], far[0], far[1], near[1]])


def _bearing(options: FittingPlaces) -> Any:
    """Where terrain allows the base: for a model the free space of the ground, for a marker everything
    that is not Impassable."""
    table, base = options.table, options.base
    if options.model:
        return level_at(table, base.at(base.x, base.y, 0.0), 0.0, ending=True, policies=options.policies).free
    room = shapely.box(0.0, 0.0, table.width, table.depth)
    for piece in table.pieces:
        if piece.has("impassable"):
            room = room.difference(offset_polygon(parts(piece.footprint), base.radius))
    return room


def _region_area(room: Any) -> str:
    rings = [part for part in getattr(room, "geoms", [room]) if isinstance(part, shapely.Polygon)]
    return "".join(
        area([list(part.exterior.coords), *(list(ring.coords) for ring in part.interiors)], "region")
        for part in rings
        if not part.is_empty
    )


def _line(start: tuple[float, float], ray: tuple[float, float], far: float) -> str:
    return line(start, (start[0] + far * ray[0], start[1] + far * ray[1]), "path")
