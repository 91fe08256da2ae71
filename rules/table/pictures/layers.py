"""Answers as layers of a picture: line of sight and what blocks it, ranges and areas, regions and paths.

Each function returns the SVG of one answer in the table's own coordinates, for ``picture``: ``picture(table,
band_layer(a, b), sight_layer(table, line_of_sight(table, a, b)))``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from xml.sax.saxutils import escape

from rules.table.bases import Base, centres_apart
from rules.table.board import Table
from rules.table.geometry.plane import Point
from rules.table.pictures.drawing import area, circle, line, n, shape
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.reachable_region import ReachableRegion
from rules.table.sight.cover import CoverGrant
from rules.table.sight.line_of_sight import LineOfSight
from rules.table.sight.lines import SightLine
from rules.table.sight.occlusion import in_shadow
from rules.table.zones import ENDS, Deployment, End, Zone, corners

ZONE_NAME = 1.2
"""The size in inches of the name of a Deployment Zone."""


def zones_layer(
    deployment: Deployment, table: Table | None = None, policies: TablePolicies = POLICIES
) -> str:
    """Draw both Deployment Zones and the centre line (M3E-SETUP-07 to -13)."""
    both = zip(deployment.both(table, policies), ENDS, strict=True)
    drawn = [zone_layer(one_zone, f"zone-{end}", table) for one_zone, end in both]
    return "".join(drawn) + line(*deployment.centre_line(table, policies), "centre-line")


def zone_layer(drawn: Zone, name: str, table: Table | None = None) -> str:
    """Draw one zone: an outline, a quarter disc at a corner of the table, or a whole disc."""
    if drawn.area is not None:
        return shape(drawn.area, f"zone {name}")
    assert drawn.corner is not None
    if drawn.corner not in corners(table):
        return circle(*drawn.corner, drawn.reach, f"zone {name}")
    return _quarter(drawn.corner, drawn.reach, f"zone {name}")


def zone_name_layer(drawn: Zone, name: str, end: End, kind: str) -> str:
    """Write whose zone it is along the edge of the table that it lies at."""
    points = drawn.area.points if drawn.area is not None else _box_of(drawn)
    across, up = sorted({x for x, _ in points}), sorted({y for _, y in points})
    edge = up[0] + ZONE_NAME if end == ENDS[0] else up[-1] - 0.4 * ZONE_NAME
    along = [x for x, y in points if y == (up[0] if end == ENDS[0] else up[-1])] or across
    middle = (min(along) + max(along)) / 2
    return (
        f'<text class="zone-name {kind}" transform="translate({n(middle)} {n(edge - 0.3 * ZONE_NAME)})'
        f' scale(1 -1)" font-size="{n(ZONE_NAME)}" text-anchor="middle">{escape(name)}</text>'
    )


def _box_of(drawn: Zone) -> tuple[Point, ...]:
    """The corners of the square in which the disc of a zone lies on the table."""
    assert drawn.corner is not None
    (x, y), r = drawn.corner, drawn.reach
    (left, right), (low, high) = ((at, at + r) if at == 0.0 else (at - r, at) for at in (x, y))
    return (left, low), (right, low), (right, high), (left, high)


def _quarter(corner: Point, r: float, name: str) -> str:
    x, y = corner
    in_x, in_y = (x - r if x else r), (y - r if y else r)
    sweep = 1 if (x == 0.0) == (y == 0.0) else 0
    return (
        f'<path class="{name}" fill-opacity="0.15" d="M{n(x)} {n(y)}L{n(in_x)} {n(y)}'
        f'A{n(r)} {n(r)} 0 0 {sweep} {n(x)} {n(in_y)}Z"/>'
    )


# Sight


def band_layer(one: Base, other: Base) -> str:
    """Draw the band that contains every line between two bases; what does not reach into it cannot matter."""
    d = centres_apart(one, other)
    if d <= abs(one.radius - other.radius):
        return ""
    ux, uy = (other.x - one.x) / d, (other.y - one.y) / d
    across = (one.radius - other.radius) / d
    along = sqrt(max(0.0, 1.0 - across * across))
    left = (across * ux - along * uy, across * uy + along * ux)
    right = (across * ux + along * uy, across * uy - along * ux)
    ring = [
        (base.x + base.radius * side[0], base.y + base.radius * side[1])
        for base, side in ((one, left), (other, left), (other, right), (one, right))
    ]
    return area([ring], "band")


def sight_layer(table: Table, sight: LineOfSight) -> str:
    """Draw the free sight line; when there is none, the blockers that together close all lines."""
    if sight.line is not None:
        return _segment(sight.line, "sight sight-free")
    names = {blocker.name for blocker in sight.blockers}
    return "".join(
        [shape(p.footprint, "blocker") for p in table.pieces if p.name in names]
        + [circle(b.x, b.y, b.radius, "blocker") for b in table.bases if b.name in names]
    )


def shadows_layer(table: Table, ends: Iterable[Base], policies: TablePolicies = POLICIES) -> str:
    """Draw the Shadows that one of the ``ends`` is in, as far as they reach (M3E-SHADOW-01)."""
    bases = tuple(ends)
    return "".join(
        # A stroke twice as wide as the Shadow reaches exactly that far, with round corners.
        f'<g class="shadow" fill="none" stroke="currentColor" stroke-opacity="0.12" stroke-linejoin="round"'
        f' stroke-width="{n(2 * piece.shadow)}">{shape(piece.footprint, "shadow-of")}</g>'
        for piece in table.pieces
        if any(in_shadow(base, piece, policies) for base in bases)
    )


def grants_layer(grants: Iterable[CoverGrant], kind: str = "cover") -> str:
    """Draw the lines that grant Cover or Concealment (``kind``)."""
    return "".join(_segment(grant.line, f"sight grants-{kind}") for grant in grants if grant.line)


# Reach


def reach_layer(base: Base, inches: float, kind: str = "aura") -> str:
    """Draw the edge of what is within ``inches`` of the base on its level: an aura, a pulse, a range."""
    return circle(base.x, base.y, base.radius + inches, f"reach reach-{kind}")


def reached_layer(bases: Iterable[Base]) -> str:
    """Draw a ring around every model that is reached."""
    return "".join(circle(base.x, base.y, base.radius + 0.15, "reached") for base in bases)


def gap_layer(one: Base, other: Base) -> str:
    """Draw the horizontal distance: the stretch between the nearest points of two bases (M3E-MEAS-02)."""
    d = centres_apart(one, other)
    if d <= one.radius + other.radius:
        return ""
    ux, uy = (other.x - one.x) / d, (other.y - one.y) / d
    start = one.x + one.radius * ux, one.y + one.radius * uy
    return line(start, (other.x - other.radius * ux, other.y - other.radius * uy), "gap")


# Movement


def region_layer(region: ReachableRegion) -> str:
    """Draw where the centre of the base may end, by level; higher levels have their own class."""
    return "".join(
        area([outline, *holes], f"region region-{'ground' if elevation == 0.0 else 'above'}")
        for elevation, outline, holes in region.rings()
    )


def path_layer(base: Base, path: Iterable[Sequence[float]]) -> str:
    """Draw the path of the centre along waypoints (x, y, and the elevation where it changes)."""
    points = [(base.x, base.y), *((place[0], place[1]) for place in path)]
    drawn = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)
    return f'<path class="path" fill="none" stroke="currentColor" stroke-width="0.1" d="{drawn}"/>'


def places_layer(places: Iterable[tuple[int, float, float]]) -> str:
    """Draw places to choose from (number, x, y): a dot for each, with its number above it."""
    return "".join(
        f'<g class="place" transform="translate({n(x)} {n(y)}) scale(1 -1)"><circle r="0.35"/>'
        f'<text y="-0.5" font-size="1" text-anchor="middle">{number}</text></g>'
        for number, x, y in places
    )


def _segment(sight_line: SightLine, name: str) -> str:
    return line((sight_line.x1, sight_line.y1), (sight_line.x2, sight_line.y2), name)
