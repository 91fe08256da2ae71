"""Pictures of the table as SVG: terrain, bases, zones, a sight line or what blocks it, a move.

One unit is one inch; the lower left corner of the table is (0, 0), so y is turned. Looks are the page's:
everything has a class, nothing a style. ``title`` and ``desc`` say in words what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.cover import Grant
from rules.core.table.lines import Segment
from rules.core.table.moves import Moved
from rules.core.table.plane import Point
from rules.core.table.shapes import Footprint, Outline
from rules.core.table.sight import Sight
from rules.core.table.terrain import Piece
from rules.core.table.zones import DEPLOYMENTS, Deployment, Zone, centre_line, zone


def picture(table: Table, *layers: str, title: str = "", desc: str = "") -> str:
    """The table with its terrain and bases, ``layers`` (from the functions below) between the two."""
    w, d = _n(table.width), _n(table.depth)
    label = title or "The table"
    words = desc or describe(table)
    body = [
        f'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {d}" role="img"'
        f" aria-label={quoteattr(label)}>",
        f"<title>{escape(label)}</title>",
        f"<desc>{escape(words)}</desc>",
        f'<rect class="table-ground" x="0" y="0" width="{w}" height="{d}" fill="none"/>',
        # The rulebook's y runs up, SVG's down.
        f'<g transform="translate(0 {d}) scale(1 -1)">',
        *(_piece(piece) for piece in table.pieces),
        *layers,
        *(_base(base) for base in table.bases),
        "</g>",
        *(_label(table, base) for base in table.bases),
        "</svg>",
    ]
    return "".join(body)


def describe(table: Table) -> str:
    """What is on the table, in a sentence."""
    pieces = (
        ", ".join(f"{p.name} ({', '.join(_features(p)) or 'plain'})" for p in table.pieces) or "no terrain"
    )
    bases = ", ".join(f"{b.name} at {b.x:g}, {b.y:g}" for b in table.bases) or "nobody on it"
    return f"{table.width:g} by {table.depth:g} inches; {pieces}; {bases}."


def _features(piece: Piece) -> list[str]:
    return ([] if piece.height is None else [f"Ht {piece.height}"]) + list(piece.traits)


def zones_layer(
    deployment: Deployment, table: Table | None = None, zones: Sequence[Zone] | None = None
) -> str:
    """Both Deployment Zones and the centre line."""
    assert deployment in DEPLOYMENTS
    both = zones or (zone(deployment, "south", table), zone(deployment, "north", table))
    (x1, y1), (x2, y2) = centre_line(deployment, table)
    drawn = [
        _zone(area, f"zone zone-{end}", table) for area, end in zip(both, ("south", "north"), strict=True)
    ]
    return "".join(drawn) + _line("centre-line", Segment(x1, y1, x2, y2))


def _zone(area: Zone, name: str, table: Table | None) -> str:
    if area.area is not None:
        return _shape(area.area, name)
    assert area.corner is not None
    (x, y), r = area.corner, area.reach
    in_x, in_y = (x - r if x else r), (y - r if y else r)
    sweep = 1 if (x == 0.0) == (y == 0.0) else 0
    return (
        f'<path class="{name}" fill-opacity="0.15" d="M{_n(x)} {_n(y)}L{_n(in_x)} {_n(y)}'
        f'A{_n(r)} {_n(r)} 0 0 {sweep} {_n(x)} {_n(in_y)}Z"/>'
    )


def sight_layer(table: Table, found: Sight) -> str:
    """The free sight line; or, when there is none, the blockers that together close them all."""
    if found.line is not None:
        return _line("sight sight-free", found.line)
    names = {blocker.name for blocker in found.blockers}
    return "".join(
        [_shape(p.footprint, "blocker") for p in table.pieces if p.name in names]
        + [_circle(b.x, b.y, b.radius, "blocker") for b in table.bases if b.name in names]
    )


def grants_layer(grants: Iterable[Grant], kind: str = "cover") -> str:
    """The lines that grant Cover or Concealment (``kind``)."""
    return "".join(_line(f"sight grants-{kind}", grant.line) for grant in grants)


def reach_layer(base: Base, inches: float, kind: str = "aura") -> str:
    """The edge of what lies within ``inches`` of the base on its level."""
    return _circle(base.x, base.y, base.radius + inches, f"reach reach-{kind}")


def move_layer(base: Base, moved: Moved) -> str:
    """The way of the centre, where the base ends, and a mark at each fall."""
    legs = "".join(_line("move", Segment(g.x, g.y, *g.at(g.length))) for g in moved.legs)
    falls = "".join(_circle(fall.x, fall.y, 0.2, "fall") for fall in moved.falls)
    return legs + falls + _circle(moved.base.x, moved.base.y, base.radius, "move-end")


def _piece(piece: Piece) -> str:
    names = " ".join(["terrain", *(f"terrain-{trait}" for trait in piece.traits)])
    said = f"<title>{escape(piece.name)}: {escape(', '.join(_features(piece)) or 'no traits')}</title>"
    return f'<g class="{names}">{said}{_shape(piece.footprint, "terrain-outline")}</g>'


def _base(base: Base) -> str:
    said = f"<title>{escape(base.name)}, {base.mm:g} mm, Sz {base.size}</title>"
    return f'<g class="base base-{base.kind}">{said}{_circle(base.x, base.y, base.radius, "base-rim")}</g>'


def _label(table: Table, base: Base) -> str:
    y = _n(table.depth - base.y - base.radius - 0.2)
    return (
        f'<text class="base-name" x="{_n(base.x)}" y="{y}" font-size="0.8" text-anchor="middle">'
        f"{escape(base.name)}</text>"
    )


def _shape(footprint: Footprint, name: str) -> str:
    if not isinstance(footprint, Outline):
        return _circle(footprint.x, footprint.y, footprint.radius, name)
    rings = "".join(_ring(ring) for ring in (footprint.points, *footprint.holes))
    return f'<path class="{name}" fill-rule="evenodd" fill-opacity="0.3" d="{rings}"/>'


def _ring(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z"


def _circle(x: float, y: float, r: float, name: str) -> str:
    return f'<circle class="{name}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill-opacity="0.3"/>'


def _line(name: str, line: Segment) -> str:
    ends = f'x1="{_n(line.x1)}" y1="{_n(line.y1)}" x2="{_n(line.x2)}" y2="{_n(line.y2)}"'
    return f'<line class="{name}" {ends} stroke="currentColor" stroke-width="0.1"/>'


def _n(value: float) -> str:
    """A number to the thousandth, as short as it goes."""
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
