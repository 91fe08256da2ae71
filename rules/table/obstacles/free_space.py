"""Free space: where the centre of a base may be on each level, for reachable regions and shortest paths.

Obstacles are offset by the base's radius and a little more with shapely (arcs become polygons drawn *around*
them), so that a path inside the free space is legal; what is lost is under 0.005" at a corner of a 50 mm
base. Every path is still checked by ``walk_path``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import shapely
from msgspec import Struct
from msgspec.structs import replace

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, bounds, parts
from rules.table.geometry.plane import ConvexPart, Point, length
from rules.table.measuring import vertical_gap
from rules.table.obstacles.legs import is_slow, solid_parts_at
from rules.table.obstacles.linear import crossing_surcharge
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, reaches_elevation

# Inches: margin around obstacles, so that rounding never makes a path touch them.
SPARE = 0.0005
# Inches beyond the movement that are considered.
BEYOND = 1.5
# Two normals whose product is above this share one corner of the polygon around an arc: 11.25 degrees.
NEAR = 0.9807


class EngagementDisc(Struct, frozen=True):
    """A round area on the table in inches: an enemy's engagement range, for the centre of the moving base."""

    x: float
    y: float
    radius: float
    name: str


class Level(Struct, frozen=True):
    """One level of the table for one base: ``free`` space for its centre, ``slow`` space in Severe terrain
    (shapely geometries), and the ``engagement`` ranges that a Walk may not leave."""

    elevation: float
    free: Any
    slow: Any
    engagement: tuple[EngagementDisc, ...] = ()


def level_at(
    table: Table,
    base: Base,
    elevation: float,
    ignores: tuple[str, ...] = (),
    *,
    through_models: bool = False,
    stays_engaged: bool = False,
    ending: bool = False,
    policies: TablePolicies = POLICIES,
    within: float | None = None,
) -> Level:
    """The free space at that elevation: where the base is supported, on the table, and clear of what
    stops it.

    Linear obstacles with a surcharge are closed (``level_links`` cross them); for ``ending`` all are
    (T2-LIN-07). With ``within`` only that many inches around the base are considered.
    """
    radius = base.radius
    if within is not None:
        table = _around(table, base, within + radius + BEYOND)
    here = base.at(base.x, base.y, elevation)
    free = shapely.box(radius, radius, table.width - radius, table.depth - radius)
    if elevation > TOUCH:
        free = free.intersection(_carrying(table.pieces, elevation, radius))
    closed = [
        offset_polygon(shape, radius)
        for p in table.pieces
        for shape in solid_parts_at(p, here, elevation, ignores)
    ]
    closed += [
        offset_polygon(parts(p.footprint), radius)
        for p in table.pieces
        if p.has("linear")
        and reaches_elevation(p, elevation)
        and (ending or crossing_surcharge(p, base, ignores, policies))
    ]
    if not through_models:
        standing = blocking_models(table, here)
        if not ending:
            standing = [other for other in standing if not other.passable]
        if policies.spirits_pass and not ending:
            standing = [other for other in standing if not other.spirit]
        closed += [offset_polygon((other.part,), radius) for other in standing]
    free = free.difference(shapely.union_all(closed)) if closed else free
    slow = _severe(table.pieces, here, ignores, policies)
    engagement = tuple(_engagement_discs(table, here, policies)) if stays_engaged else ()
    return Level(elevation, free, slow, engagement)


def _around(table: Table, base: Base, far: float) -> Table:
    """The table without what is farther away than that in x or y."""
    low_x, low_y, high_x, high_y = base.x - far, base.y - far, base.x + far, base.y + far

    def near(box: tuple[float, float, float, float]) -> bool:
        return box[0] <= high_x and box[2] >= low_x and box[1] <= high_y and box[3] >= low_y

    return replace(
        table,
        pieces=tuple(piece for piece in table.pieces if near(bounds(piece.footprint))),
        bases=tuple(
            b
            for b in table.bases
            if abs(b.x - base.x) <= far + b.radius and abs(b.y - base.y) <= far + b.radius
        ),
    )


def blocking_models(table: Table, here: Base) -> list[Base]:
    """The models whose bases are in the way of a base at that elevation (M3E-MOVE-04)."""
    models = []
    for other in table.bases:
        if other.kind == "model" and other.name != here.name:
            low, high = (here, other) if here.elevation <= other.elevation else (other, here)
            if high.elevation < low.elevation + max(low.size, TOUCH):
                models.append(other)
    return models


def offset_polygon(shape: Iterable[ConvexPart], radius: float) -> Any:
    """The shape offset by the base's radius, as a polygon around it (arcs drawn from outside)."""
    # Unlike ``Polygon(…)`` this leaves the ring to numpy, in half the time.
    return shapely.union_all([shapely.polygons(offset_ring(p, p.rho + radius + SPARE)) for p in shape])


def offset_ring(part: ConvexPart, by: float) -> list[Point]:
    """The ring around a convex part at ``by`` inches: sides at exactly that distance, arcs drawn from
    outside.

    Only square roots are used, so the ring is the same everywhere.
    """
    corners = part.corners
    if len(corners) == 1:
        normals = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
        turns = [(corners[0], normals[i], normals[(i + 1) % 4]) for i in range(4)]
    else:
        sides = [_normal(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
        turns = [(corners[i], sides[i - 1], sides[i]) for i in range(len(corners))]
    ring: list[Point] = []
    for (x, y), first, last in turns:
        normals = _fan(first, last)
        for (ax, ay), (bx, by_) in pairwise(normals):
            share = by / (1.0 + ax * bx + ay * by_)
            ring.append((x + share * (ax + bx), y + share * (ay + by_)))
    return ring


def _normal(a: Point, b: Point) -> Point:
    """The unit outward normal of a side of a counter-clockwise ring."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = length(dx, dy)
    return dy / size, -dx / size


@lru_cache(maxsize=1024)
def _fan(first: Point, last: Point) -> list[Point]:
    """Unit normals from one to the other, neighbours no farther apart than ``NEAR``. The list is
    cached, because those around a base are always the same four; callers must not change it."""
    if first[0] * last[0] + first[1] * last[1] >= NEAR:
        return [first, last]
    mx, my = first[0] + last[0], first[1] + last[1]
    size = length(mx, my)
    middle = (mx / size, my / size) if size > 1e-9 else (-first[1], first[0])
    return _fan(first, middle)[:-1] + _fan(middle, last)


def _within(shape: Sequence[ConvexPart], by: float) -> Any:
    """The shape widened by ``by``, arcs drawn from inside."""
    bare = [shapely.Point(p.corners[0]) if len(p.corners) == 1 else shapely.Polygon(p.corners) for p in shape]
    return shapely.union_all([b.buffer(p.rho + by, quad_segs=16) for b, p in zip(bare, shape, strict=True)])


def _carrying(pieces: Iterable[Piece], elevation: float, radius: float) -> Any:
    """Where something at that elevation supports some part of the base (M3E-MOVE-06)."""
    return shapely.union_all([support_area(piece, radius) for piece in pieces if can_carry(piece, elevation)])


def can_carry(piece: Piece, elevation: float) -> bool:
    """Whether the piece can support a base at that elevation: a floor, a top, or partway on a
    slope."""
    if elevation in platforms(piece):
        return True
    return piece.gradual and piece.top is not None and piece.bottom <= elevation <= piece.top


def support_area(piece: Piece, radius: float) -> Any:
    """Where some part of the base is over the piece by more than a touch, arcs drawn from inside."""
    return _within(parts(piece.footprint), radius - SPARE - TOUCH)


def platforms(piece: Piece) -> tuple[float, ...]:
    """The elevations at which the piece can be stood upon (M3E-TERR-04)."""
    levels = [float(at) for at in piece.floors]
    if piece.top is not None and piece.top > 0 and (piece.has("climbable") or piece.gradual):
        levels.append(float(piece.top))
    return tuple(sorted(set(levels)))


def _severe(pieces: Iterable[Piece], here: Base, ignores: tuple[str, ...], policies: TablePolicies) -> Any:
    """Where any part of the base is in Severe terrain (M3E-TRAIT-14), arcs drawn from outside."""
    if "severe" in ignores or "severe" in here.unaffected:
        return shapely.Polygon()
    polygons = [
        shapely.Polygon(offset_ring(part, part.rho + here.radius))
        for piece in pieces
        if is_slow(piece, policies) and reaches_elevation(piece, here.elevation)
        for part in parts(piece.footprint)
    ]
    return shapely.union_all(polygons) if polygons else shapely.Polygon()


def _engagement_discs(table: Table, here: Base, policies: TablePolicies) -> Iterable[EngagementDisc]:
    """The engagement ranges that a Walk may not leave (M3E-ENG-03). Line of sight is ignored, so a
    region is too small rather than too large where a policy requires sight (M3E-ENG-07)."""
    for enemy in table.bases:
        if enemy.reach is None or enemy.side == here.side or enemy.kind != "model":
            continue
        flat = enemy.reach - vertical_gap(enemy, here, policies)
        if flat >= 0:
            yield EngagementDisc(enemy.x, enemy.y, flat + enemy.radius + here.radius, enemy.name)
