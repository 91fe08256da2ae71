"""Pictures of the table as SVG: terrain and bases, and every answer laid over them.

One unit is one inch; the lower left corner of the table is (0, 0), so y is turned. Looks are the page's
(``static/css/pictures.css``): everything has a class, nothing a style; fills and strokes that a printer or a
bare file needs stand as attributes, which any sheet overrides. ``title`` and ``desc`` say in words what is
drawn, marks differ by shape as well as by colour. The layers are in ``pictures.layers``.

>>> picture(Table(), title="An empty table")[:60]
'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBo'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from rules import budget
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Footprint, Outline, bounds, parts
from rules.table.geometry.plane import Point, length
from rules.table.terrain import Piece

# Inches between the faint lines of the ground, and the reach of a finger round a base.
GRID, GRIP = 6.0, 2.2
# How far from foot and head the arrow of a slope keeps, as a share of it, and how long its barbs are.
INSET, BARB = 0.12, 0.5
# Clockwise from the south, as the editor names them.
TEXTURES = (
    "<defs>"
    '<pattern id="texture-wood" width="1.4" height="1.4" patternUnits="userSpaceOnUse">'
    '<circle cx="0.4" cy="0.4" r="0.22"/><circle cx="1.1" cy="1.05" r="0.3"/></pattern>'
    '<pattern id="texture-harm" width="1" height="1" patternUnits="userSpaceOnUse">'
    '<path d="M0.2 0.2l0.5 0.5m0-0.5l-0.5 0.5"/></pattern>'
    '<pattern id="texture-stone" width="1.6" height="1" patternUnits="userSpaceOnUse">'
    '<path d="M0 0.02H1.6M0 0.52H1.6M0.4 0V0.5M1.2 0.5V1"/></pattern>'
    '<pattern id="texture-marsh" width="1.6" height="0.8" patternUnits="userSpaceOnUse">'
    '<path d="M0 0.4q0.4-0.3 0.8 0t0.8 0"/></pattern>'
    '<pattern id="texture-hill" width="0.9" height="0.9" patternUnits="userSpaceOnUse">'
    '<path d="M0 0.9L0.9 0"/></pattern>'
    "</defs>"
)
"""What ground looks like, beside its colour; ``static/css/pictures.css`` has the ink."""
SIDES = ("south", "south-west", "west", "north-west", "north", "north-east", "east", "south-east")


def picture(
    table: Table,
    *layers: str,
    title: str = "",
    desc: str = "",
    numbered: bool = False,
    draggable: Sequence[str] = (),
    marks: Mapping[str, str] | None = None,
    above: Sequence[str] = (),
    upright: Sequence[str] = (),
    role: Literal["img", "group"] = "img",
) -> str:
    """The table with its terrain and bases, ``layers`` (from ``pictures.layers``) between the two, those of
    ``above`` over both.

    ``numbered``: pieces bear the numbers of ``legend``, and textures are there before the first piece is.
    ``draggable`` names bases that a page lets be dragged: they get a wide grip and their name in
    ``data-base``. ``marks``: two letters or so that stand on a base in place of its name beside it.
    ``upright`` lies over all of it in the coordinates of SVG, where y runs down; ``role`` "group" where it
    holds what a person may choose.
    """
    budget.begin("a picture")
    w, d = n(table.width), n(table.depth)
    label = title or "The table"
    words = desc or describe(table)
    body = [
        f'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {d}" role="{role}"'
        f" aria-label={quoteattr(label)}>",
        f"<title>{escape(label)}</title>",
        f"<desc>{escape(words)}</desc>",
        f'<rect class="table-ground" x="0" y="0" width="{w}" height="{d}" fill="none"/>',
        f'<path class="table-grid" fill="none" d="{_grid(table.width, table.depth)}"/>',
        TEXTURES if table.pieces or numbered else "",
        # The rulebook's y runs up, SVG's down.
        f'<g transform="translate(0 {d}) scale(1 -1)">',
        _terrain(table.pieces),
        *layers,
        *(_base(base, base.name in draggable) for base in table.bases),
        *above,
        "</g>",
        _numbers(table.pieces, table.depth) if numbered else "",
        *(_label(table, base, (marks or {}).get(base.name, "")) for base in table.bases),
        *upright,
        "</svg>",
    ]
    return "".join(body)


def describe(table: Table) -> str:
    """What is on the table, in a sentence."""
    pieces = (
        ", ".join(f"{p.name} ({', '.join(features(p)) or 'plain'})" for p in table.pieces) or "no terrain"
    )
    bases = ", ".join(f"{b.name} at {b.x:g}, {b.y:g}" for b in table.bases) or "nobody on it"
    return f"{table.width:g} by {table.depth:g} inches; {pieces}; {bases}."


class Entry(Struct, frozen=True):
    """One line of the terrain legend: the piece's number in the picture, its name, what it is."""

    number: int
    name: str
    words: str
    piece: Piece

    @property
    def texture(self) -> str:
        return texture(self.piece)


def legend(table: Table) -> tuple[Entry, ...]:
    """The pieces as they were agreed, numbered (M3E-SETUP-03): beside a picture, and on paper."""
    return tuple(
        Entry(number, piece.name, ", ".join(features(piece)) or "no traits", piece)
        for number, piece in enumerate(table.pieces, 1)
    )


def features(piece: Piece) -> list[str]:
    """What was agreed of a piece, in a few words each."""
    words = [] if piece.height is None else [f"Ht {piece.height}"]
    words += [trait.replace("_", " ") for trait in piece.traits]
    if piece.bottom:
        words.append(f'{piece.bottom}" above the table')
    if piece.floors:
        words.append("floors at " + ", ".join(f'{at}"' for at in piece.floors))
    if piece.interior is not None:
        words.append("may be entered")
    if piece.gradual:
        words.append("rises gradually" if piece.rises is None else f"rises from the {foot_side(piece.rises)}")
    if piece.open_below:
        words.append("open below")
    if piece.hazard:
        words.append(f"gives {piece.hazard}")
    return words


def foot_side(rises: tuple[Point, Point]) -> str:
    """The side of the table nearest to the foot of what rises.

    >>> foot_side(((0, 0), (0, 4))), foot_side(((3, 3), (0, 0)))
    ('south', 'north-east')
    """
    (fx, fy), (hx, hy) = rises
    return SIDES[round((90 - degrees(atan2(hy - fy, hx - fx))) / 45) % 8]


def _grid(width: float, depth: float) -> str:
    across = [f"M{n(i * GRID)} 0V{n(depth)}" for i in range(1, 1 + int((width - 0.001) / GRID))]
    return "".join(
        across + [f"M0 {n(i * GRID)}H{n(width)}" for i in range(1, 1 + int((depth - 0.001) / GRID))]
    )


@lru_cache(maxsize=64)
def _terrain(pieces: tuple[Piece, ...]) -> str:
    """Drawn once for a table: in a game only what stands on it changes."""
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: Piece) -> str:
    names = " ".join(["terrain", *(f"terrain-{trait}" for trait in piece.traits)])
    title = f"<title>{escape(piece.name)}: {escape(', '.join(features(piece)) or 'no traits')}</title>"
    rooms = "" if piece.interior is None else shape(piece.interior, "terrain-room")
    doors = "".join(shape(opening, "terrain-opening") for opening in piece.openings)
    way_up = "" if piece.rises is None else uphill(*piece.rises)
    kind = texture(piece)
    ground = shape(piece.footprint, f"terrain-texture texture-{kind}") if kind else ""
    outline = shape(piece.footprint, "terrain-outline")
    return f'<g class="{names}">{title}{outline}{ground}{rooms}{doors}{way_up}</g>'


def texture(piece: Piece) -> str:
    """What the ground of a piece is drawn with, by what it does: none where there is nothing to say. The
    editor says the same (``static/js/tables.js``).

    >>> corners = ((0, 0), (4, 0), (0, 4))
    >>> texture(Piece(name="a wood", traits=("dense", "severe"), height=3, footprint=Outline(corners)))
    'wood'
    """
    traits = set(piece.traits)
    if piece.interior is not None:
        return ""
    if traits & {"dense", "concealing"}:
        return "wood"
    if "hazardous" in traits:
        return "harm"
    if traits & {"blocking", "impassable"}:
        return "stone"
    if piece.height:
        return "hill"
    return "marsh" if "severe" in traits else ""


def uphill(foot: Point, head: Point) -> str:
    """The arrow uphill; the editor draws the same (``static/js/elevation.mjs``)."""
    along = head[0] - foot[0], head[1] - foot[1]
    ux, uy = along[0] / length(*along), along[1] / length(*along)
    sx, sy = foot[0] + INSET * along[0], foot[1] + INSET * along[1]
    tx, ty = head[0] - INSET * along[0], head[1] - INSET * along[1]
    one, two = (f"{n(tx - BARB * (ux - to * uy))} {n(ty - BARB * (uy + to * ux))}" for to in (1, -1))
    tip = f"{n(tx)} {n(ty)}"
    drawn = f"M{n(sx)} {n(sy)}L{tip}M{one}L{tip}L{two}"
    return f'<path class="terrain-rise" fill="none" stroke="currentColor" stroke-width="0.12" d="{drawn}"/>'


@lru_cache(maxsize=64)
def _numbers(pieces: tuple[Piece, ...], depth: float) -> str:
    return "".join(_number(piece, number, depth) for number, piece in enumerate(pieces, 1))


def _number(piece: Piece, number: int, depth: float) -> str:
    x, y = middle(piece.footprint)
    return (
        f'<text class="terrain-number" x="{n(x)}" y="{n(depth - y + 0.35)}" font-size="1"'
        f' text-anchor="middle">{number}</text>'
    )


def middle(footprint: Footprint) -> Point:
    """A point that is on the piece, whatever its shape: its middle, or that of its largest part."""
    if not isinstance(footprint, Outline):
        return footprint.x, footprint.y
    largest = max(parts(footprint), key=lambda part: part.bound)
    if len(parts(footprint)) == 1:
        low_x, low_y, high_x, high_y = bounds(footprint)
        if len(largest.corners) == 4:
            return (low_x + high_x) / 2, (low_y + high_y) / 2
    count = len(largest.corners)
    return sum(x for x, _ in largest.corners) / count, sum(y for _, y in largest.corners) / count


def _base(base: Base, draggable: bool) -> str:
    title = f"<title>{escape(base.name)}, {base.mm:g} mm, {_stature(base)}</title>"
    side = f" side-{_word(base.side)}" if base.side else ""
    grip = circle(base.x, base.y, max(base.radius, GRIP), "base-grip") if draggable else ""
    data = f" data-base={quoteattr(base.name)}" if draggable else ""
    rim = circle(base.x, base.y, base.radius, "base-rim")
    return f'<g class="base base-{base.kind}{side}"{data}>{title}{grip}{rim}</g>'


def _stature(base: Base) -> str:
    return f"{'Sz' if base.kind == 'model' else 'Ht'} {base.size}"


def _word(text: str) -> str:
    """A text as part of a class's name."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())


def _label(table: Table, base: Base, mark: str) -> str:
    if mark:
        return (
            f'<text class="base-mark" x="{n(base.x)}" y="{n(table.depth - base.y + 0.27)}" font-size="0.75"'
            f' text-anchor="middle">{escape(mark)}</text>'
        )
    y = n(table.depth - base.y - base.radius - 0.2)
    return (
        f'<text class="base-name" x="{n(base.x)}" y="{y}" font-size="0.8" text-anchor="middle">'
        f"{escape(base.name)}</text>"
    )


# Strokes of the pen, for the layers too


def shape(footprint: Footprint, name: str) -> str:
    if not isinstance(footprint, Outline):
        return circle(footprint.x, footprint.y, footprint.radius, name)
    return area((footprint.points, *footprint.holes), name)


def area(rings: Sequence[Sequence[Point]], name: str, more: str = "") -> str:
    """A filled shape: its outline, then its holes."""
    drawn = "".join(_ring(ring) for ring in rings)
    return f'<path class="{name}" fill-rule="evenodd" fill-opacity="0.3"{more} d="{drawn}"/>'


def _ring(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z"


def circle(x: float, y: float, r: float, name: str) -> str:
    return f'<circle class="{name}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill-opacity="0.3"/>'


def line(start: Point, end: Point, name: str) -> str:
    ends = f'x1="{n(start[0])}" y1="{n(start[1])}" x2="{n(end[0])}" y2="{n(end[1])}"'
    return f'<line class="{name}" {ends} stroke="currentColor" stroke-width="0.1"/>'


def n(value: float) -> str:
    """A number to the thousandth, as short as it goes."""
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
