"""Links between levels: where a moving base changes its elevation (climbs, rides a slope, drops), or crosses
a linear obstacle.

Each link is a pair of places very near each other, the waypoints between them, and what it costs
(M3E-MOVE-06 to -09, M3E-TERR-08, -09).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import ceil

import shapely
from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import QUANTUM, TOUCH, parts, quantised
from rules.table.geometry.plane import ConvexPart, Point, length
from rules.table.movement.moves import Allowance, Waypoint, may_climb
from rules.table.obstacles.free_space import (
    Level,
    level_at,
    offset_polygon,
    offset_ring,
    platforms,
    support_area,
)
from rules.table.obstacles.legs import cost, leg_to, slow_stretches
from rules.table.obstacles.linear import crossing_surcharge
from rules.table.policies import TablePolicies
from rules.table.terrain import BRINK, Piece, covers, reaches_elevation

# A side may be climbed anywhere; a place is tried every so many inches.
STEP = 0.5
# On a slope wider than so many steps the lanes are tried farther apart.
MOST_LANES = 20
# In contact by less than a touch, carried by more than one, and clear of the edge.
CONTACT, CARRIED, CLEAR = 0.0007, 0.004, 0.004


class LevelLink(Struct, frozen=True):
    """From ``start`` on level number ``lower`` to ``end`` on level number ``upper`` by ``via``."""

    lower: int
    start: Point
    upper: int
    end: Point
    price: float
    via: tuple[Waypoint, ...]


def level_links(
    table: Table,
    base: Base,
    levels: Sequence[Level],
    allowance: Allowance,
    policies: TablePolicies,
    dropping: bool,
) -> Iterator[LevelLink]:
    """Every link between two of the levels within the movement, and over every line that is
    crossed."""
    for level in levels:
        shapely.prepare(level.free)
    for number, level in enumerate(levels):
        yield from _crossings(table, base, number, level, allowance, policies)
        for other, above in enumerate(levels):
            if above.elevation <= level.elevation + TOUCH:
                continue
            for piece in table.pieces:
                if not _joins(piece, level.elevation, above.elevation) or (
                    piece.gradual and other > number + 1
                ):
                    continue
                if length(base.x - _middle(piece)[0], base.y - _middle(piece)[1]) > allowance.inches + 12:
                    continue
                if piece.gradual and piece.rises is None:
                    yield from _rides(piece, base, number, level, other, above, allowance.inches)
                    continue
                if piece.rises is not None:
                    yield from _slopes(
                        piece, table, base, number, level, other, above, allowance.inches, policies
                    )
                if piece.has("climbable") and may_climb(allowance, policies):
                    yield from _climbs(piece, base, number, level, other, above, allowance, policies)
                if dropping:
                    yield from _drops(piece, base, number, level, other, above, allowance.inches)


def _middle(piece: Piece) -> Point:
    whole = parts(piece.footprint)
    return sum(p.cx for p in whole) / len(whole), sum(p.cy for p in whole) / len(whole)


def _joins(piece: Piece, low: float, high: float) -> bool:
    """Whether the piece leads from one elevation to the other: a slope to any height of it, by way of
    the levels between."""
    if piece.top is None or low < piece.bottom - TOUCH:
        return False
    if piece.gradual:
        return high <= piece.top + TOUCH
    return piece.has("climbable") and any(abs(high - at) <= TOUCH for at in platforms(piece))


def _climbs(
    piece: Piece,
    base: Base,
    lower: int,
    level: Level,
    upper: int,
    above: Level,
    allowance: Allowance,
    policies: TablePolicies,
) -> Iterator[LevelLink]:
    """Links straight up and down a Climbable side (M3E-MOVE-08)."""
    height = (above.elevation - level.elevation) * policies.climb_price
    if height > allowance.inches:
        return
    price = height + CONTACT + CARRIED
    for (x, y), inner, normal in _steps(
        piece, base, level, above, allowance.inches, base.radius + CONTACT, CONTACT + CARRIED
    ):
        foot = _touching((x, y), normal)
        yield LevelLink(lower, (x, y), upper, inner, price, (foot, (*foot, above.elevation)))
        yield LevelLink(upper, inner, lower, (x, y), price, (foot, (*foot, level.elevation)))


def _touching(spot: Point, normal: Point) -> Point:
    """The place of the grid nearest to a place in contact, half a touch away from the side itself."""
    i, j = round(spot[0] / QUANTUM), round(spot[1] / QUANTUM)
    places = [
        (quantised((i + k) * QUANTUM), quantised((j + m) * QUANTUM)) for k in (-1, 0, 1) for m in (-1, 0, 1)
    ]

    def off(at: Point) -> float:
        return CONTACT + (at[0] - spot[0]) * normal[0] + (at[1] - spot[1]) * normal[1]

    return min(places, key=lambda at: abs(off(at) - TOUCH / 2))


def _rides(
    piece: Piece, base: Base, lower: int, level: Level, upper: int, above: Level, inches: float
) -> Iterator[LevelLink]:
    """Along stairs or a hill the elevation is free (M3E-TERR-08, -09): from its edge on, or from where the
    base stands on it."""
    edge = _steps(piece, base, level, above, inches, base.radius - 2 * CARRIED, CARRIED)
    for foot, head in [(foot, head) for foot, head, _ in edge] + _here(piece, base, level, above):
        yield LevelLink(lower, foot, upper, head, CARRIED, ((*head, above.elevation),))
        yield LevelLink(upper, head, lower, foot, CARRIED, ((*foot, level.elevation),))


def _here(piece: Piece, base: Base, level: Level, above: Level) -> list[tuple[Point, Point]]:
    """Two places side by side where the base stands, if it is on the slope and free there on both levels."""
    if not covers(piece, base.x, base.y, base.radius - 2 * CARRIED):
        return []
    near = [
        (base.x + dx, base.y + dy) for dx, dy in ((CARRIED, 0), (0, CARRIED), (-CARRIED, 0), (0, -CARRIED))
    ]
    pairs = [((base.x, base.y), spot) for spot in near]
    return [
        (foot, head)
        for foot, head in pairs
        if level.free.covers(shapely.LineString((foot, head)))
        and above.free.covers(shapely.LineString((foot, head)))
    ][:1]


def _slopes(
    piece: Piece,
    table: Table,
    base: Base,
    lower: int,
    level: Level,
    upper: int,
    above: Level,
    inches: float,
    policies: TablePolicies,
) -> Iterator[LevelLink]:
    """Links up and down stairs or a hill from the side where they rise, in lanes from where the slope
    has one height under the base to where it has the other (M3E-TERR-08, -09)."""
    assert piece.rises is not None
    assert piece.top is not None
    (fx, fy), (hx, hy) = piece.rises
    run = length(hx - fx, hy - fy)
    ux, uy = (hx - fx) / run, (hy - fy) / run
    far = base.radius + BRINK / 2
    steep = run / (piece.top - piece.bottom)
    first = (level.elevation - piece.bottom) * steep + far
    last = (above.elevation - piece.bottom) * steep - far
    if first > last:
        along = (base.x - fx) * ux + (base.y - fy) * uy
        both = min(max(along, last), first)
        first, last = both - CARRIED / 2, both + CARRIED / 2
    lanes = _lanes(piece, base, (fx, fy), (ux, uy), inches)
    feet = [(fx + first * ux - s * uy, fy + first * uy + s * ux) for s in lanes]
    heads = [(fx + last * ux - s * uy, fy + last * uy + s * ux) for s in lanes]
    ways = [way for way in product(feet, heads) if _beyond(base, *way) <= inches]
    if not ways:
        return
    free = shapely.intersection_all([level.free, above.free, support_area(piece, base.radius)])
    shapely.prepare(free)
    for (foot, head), good in zip(ways, shapely.covers(free, shapely.linestrings(ways)), strict=True):
        if good:
            up = leg_to(base.at(*foot, level.elevation), *head)
            down = leg_to(base.at(*head, above.elevation), *foot)
            rise, fall = (
                cost(
                    leg,
                    [] if crossed.slow.is_empty else slow_stretches(table, leg, base, policies),
                    leg.length,
                )
                for leg, crossed in ((up, level), (down, above))
            )
            if min(rise, fall) <= inches:
                yield LevelLink(lower, foot, upper, head, rise, ((*head, above.elevation),))
                yield LevelLink(upper, head, lower, foot, fall, ((*foot, level.elevation),))


def _beyond(base: Base, foot: Point, head: Point) -> float:
    """The least cost of reaching the nearer of both places and going on to the other."""
    near = min(length(x - base.x, y - base.y) for x, y in (foot, head))
    return near + length(head[0] - foot[0], head[1] - foot[1])


def _lanes(piece: Piece, base: Base, foot: Point, way: Point, inches: float) -> list[float]:
    """How far beside the line from foot to head paths are tried: where the base is, and across the
    piece as far as the movement reaches."""

    def aside(x: float, y: float) -> float:
        return (y - foot[1]) * way[0] - (x - foot[0]) * way[1]

    offs = [(aside(x, y), part.rho) for part in parts(piece.footprint) for x, y in part.corners]
    over, here = base.radius - 2 * CARRIED, aside(base.x, base.y)
    low = max(min(off - rho for off, rho in offs) - over, here - inches)
    high = min(max(off + rho for off, rho in offs) + over, here + inches)
    count = min(MOST_LANES, max(1, ceil((high - low) / STEP)))
    return [here, *(low + (high - low) * k / count for k in range(count + 1))] if low < high else []


def _drops(
    piece: Piece, base: Base, lower: int, level: Level, upper: int, above: Level, inches: float
) -> Iterator[LevelLink]:
    """Off an edge, where the move goes on below (M3E-MOVE-06, -07); only where nothing is in the way
    there."""
    for (x, y), edge, _ in _steps(piece, base, level, above, inches, base.radius + CLEAR, 3 * CLEAR):
        yield LevelLink(upper, edge, lower, (x, y), 3 * CLEAR, ())


def _steps(
    piece: Piece, base: Base, level: Level, above: Level, inches: float, by: float, back: float
) -> Iterator[tuple[Point, Point, Point]]:
    """The places around the piece within the movement, ``by`` inches away, that are free below, the
    places ``back`` toward the piece that are free above, and the outward normal."""
    sides = [
        side
        for side in _sides(parts(piece.footprint), by)
        if length(side[0][0] - base.x, side[0][1] - base.y) <= inches
    ]
    if not sides:
        return
    feet = [spot for spot, _ in sides]
    heads = [(x - back * nx, y - back * ny) for (x, y), (nx, ny) in sides]
    below = shapely.covers(level.free, shapely.points(feet))
    over = shapely.covers(above.free, shapely.points(heads))
    for foot, head, side, good in zip(feet, heads, sides, below & over, strict=True):
        if good:
            yield foot, head, side[1]


def _crossings(
    table: Table, base: Base, number: int, level: Level, allowance: Allowance, policies: TablePolicies
) -> Iterator[LevelLink]:
    """Over a linear obstacle, from any place beside it to any other, for the way and what it costs more
    (T2-LIN-02)."""
    lines = [
        p
        for p in table.pieces
        if crossing_surcharge(p, base, allowance.ignores, policies) and reaches_elevation(p, level.elevation)
    ]
    if not lines:
        return
    crossable = level_at(
        table,
        base,
        level.elevation,
        (*allowance.ignores, "linear"),
        through_models=allowance.through_models,
        policies=policies,
    ).free
    shapely.prepare(crossable)
    for piece in lines:
        price = crossing_surcharge(piece, base, allowance.ignores, policies)
        beside = [
            spot
            for spot, _ in _sides(parts(piece.footprint), base.radius + CLEAR)
            if length(spot[0] - base.x, spot[1] - base.y) <= allowance.inches
            and level.free.covers(shapely.Point(spot))
        ]
        pairs = list(combinations(beside, 2))
        if not pairs:
            continue
        ways = shapely.linestrings(pairs)
        over = offset_polygon(parts(piece.footprint), base.radius)
        shapely.prepare(over)
        leads = shapely.covers(crossable, ways) & shapely.intersects(over, ways)
        slowed_ways = shapely.intersects(level.slow, ways)
        for (start, end), good, slows in zip(pairs, leads, slowed_ways, strict=True):
            if good:
                leg = leg_to(base.at(*start, level.elevation), *end)
                slowed = slow_stretches(table, leg, base, policies) if slows else []
                spent = cost(leg, slowed, leg.length) + price
                yield LevelLink(number, start, number, end, spent, ())
                yield LevelLink(number, end, number, start, spent, ())


def _sides(shape: Sequence[ConvexPart], by: float) -> Iterator[tuple[Point, Point]]:
    """Places around the shape at ``by`` inches with the outward normal there, on no arc's corner."""
    for part in shape:
        ring = offset_ring(part, part.rho + by)
        for (ax, ay), (bx, by_) in zip(ring, ring[1:] + ring[:1], strict=True):
            far = length(bx - ax, by_ - ay)
            normal = ((by_ - ay) / far, (ax - bx) / far)
            count = max(1, round(far / STEP))
            for k in range(count):
                share = (k + 0.5) / count
                yield (ax + share * (bx - ax), ay + share * (by_ - ay)), normal
