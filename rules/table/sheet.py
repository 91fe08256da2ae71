"""A table as JSON: what the editor keeps, a link shares and a program sends, read under limits.

    {"name": "Ten Thunders dock", "width": 36, "depth": 36, "deployment": "corner",
     "pieces": [{"name": "Crates", "traits": ["blocking", "climbable"], "height": 2,
                 "footprint": {"shape": "polygon", "points": [[0, 0], [2, 0], [2, 1], [0, 1]]},
                 "at": [12, 9], "turn": 30}],
     "models": [{"name": "Rasputina", "x": 6, "y": 6, "mm": 30, "size": 2}],
     "markers": [{"name": "Scheme", "x": 9, "y": 9}],
     "zones": [{"name": "the docks", "area": {"shape": "polygon", "points": [[0, 0], [9, 0], [0, 9]]}}]}

Inches, (0, 0) at the lower left, heights in whole inches, bases in millimetres. All shapes of a piece are
turned by ``turn`` degrees against the clock round (0, 0), then set down at ``at``; without both they lie
where they are written. What is read lies on the grid of 1/1000". Every fault is a ``Refusal``
(M3E-SETUP-03), as many as there are in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, isfinite, radians, sin
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from rules.control_characters import json_without_control_characters
from rules.duplicate_keys import duplicate_key
from rules.refusal import Refusal, Violation
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Footprint, Outline, RoundFootprint, quantised
from rules.table.geometry.plane import Point
from rules.table.terrain import Piece, Trait
from rules.table.zones import ENDS, Deployment, Zone

MOST_PIECES, MOST_BASES, MOST_ZONES = 100, 100, 20
# Corners of one piece, and of all together: a real table has some two hundred.
MOST_CORNERS, MOST_CORNERS_IN_ALL = 100, 1000
LONGEST = 262_144
"""Bytes of a table as JSON."""
FARTHEST = 1000.0
RULE = "setup.terrain"
Fault = list[Violation]
Part = TypeVar("Part")

Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
Word = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Corner = tuple[float, float]
Corners = tuple[Corner, ...]
Diameter = Annotated[float, Meta(ge=1, le=500)]
Side = Annotated[float, Meta(ge=1, le=240)]
Inches = Annotated[int, Meta(ge=0, le=60)]


class Polygon(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="polygon"):
    """Corners in order around it, either way; ``holes`` likewise."""

    points: Corners
    holes: tuple[Corners, ...] = ()

    def count(self) -> int:
        return len(self.points) + sum(len(hole) for hole in self.holes)

    def placed(self, place: Callable[[Corner], Point]) -> Outline:
        rings = [tuple(place(corner) for corner in ring) for ring in (self.points, *self.holes)]
        return Outline(rings[0], tuple(rings[1:]))


class Circle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="circle"):
    """A round base: its centre, and its diameter in millimetres (to 500)."""

    x: float
    y: float
    mm: Diameter = 30

    def count(self) -> int:
        return 1

    def placed(self, place: Callable[[Corner], Point]) -> RoundFootprint:
        x, y = place((self.x, self.y))
        return RoundFootprint(x, y, self.mm)


class Disc(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="disc"):
    """What lies within ``reach`` inches of ``corner``."""

    corner: Corner
    reach: Annotated[float, Meta(gt=0, le=240)]


class TerrainSheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One piece of terrain; the fields that ``Piece`` has too mean what they mean there."""

    name: Name
    footprint: Polygon | Circle
    traits: Annotated[tuple[Trait, ...], Meta(max_length=20)] = ()
    height: Inches | None = None
    bottom: Inches = 0
    floors: Annotated[tuple[Inches, ...], Meta(max_length=12)] = ()
    open_below: bool = False
    gradual: bool = False
    interior: Polygon | None = None
    openings: Annotated[tuple[Polygon, ...], Meta(max_length=24)] = ()
    known_as: Word = ""
    hazard: Word = ""
    rises: tuple[Corner, Corner] | None = None
    at: Corner = (0.0, 0.0)
    turn: Annotated[float, Meta(ge=-360, le=360)] = 0.0

    def count(self) -> int:
        shapes = [self.footprint, *self.openings, *([] if self.interior is None else [self.interior])]
        return sum(shape.count() for shape in shapes)

    def piece(self) -> Piece:
        """The piece on the table; ``Refusal`` for one that is no valid polygon."""
        if self.count() > MOST_CORNERS:
            raise Refusal(
                f"{self.name} has {self.count():,} corners, more than {MOST_CORNERS}.",
                rule=RULE,
                fix="Draw it with fewer corners, or as several pieces.",
            )
        place = _placing(self.at, self.turn)
        shapes = {
            "footprint": self.footprint.placed(place),
            "interior": None if self.interior is None else self.interior.placed(place),
            "openings": tuple(opening.placed(place) for opening in self.openings),
            "rises": None if self.rises is None else tuple(place(corner) for corner in self.rises),
        }
        return Piece(**{name: shapes.get(name, getattr(self, name)) for name in Piece.__struct_fields__})


class ModelSheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A model: the centre of its base, Sz, and ``elevation`` in inches; the rest as ``Base`` says."""

    name: Name
    x: float
    y: float
    mm: Diameter = 30
    size: Inches = 2
    elevation: Annotated[float, Meta(ge=0, le=60)] = 0.0
    side: Word = ""
    reach: Annotated[float, Meta(ge=0, le=60)] | None = None
    unaffected: Annotated[tuple[Trait, ...], Meta(max_length=20)] = ()
    spirit: bool = False
    passable: bool = False

    def base(self) -> Base:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Base(**(fields | dict(zip(("x", "y"), _on_grid((self.x, self.y)), strict=True))))


class MarkerSheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A marker: the centre of its base, and Ht, 0 by default."""

    name: Name
    x: float
    y: float
    mm: Diameter = 30
    height: Inches = 0
    elevation: Annotated[float, Meta(ge=0, le=60)] = 0.0
    side: Word = ""

    def base(self) -> Base:
        return Base(self.name, self.x, self.y, self.mm, self.height, self.elevation, self.side, kind="marker")


class ZoneSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A zone of a name of its own: an outline, or what lies within so many inches of a corner."""

    name: Name
    area: Polygon | Disc

    def zone(self) -> Zone:
        if isinstance(self.area, Polygon):
            return Zone(self.area.placed(_on_grid))
        return Zone(corner=_on_grid(self.area.corner), reach=quantised(self.area.reach))


class SheetContents(Struct, frozen=True):
    """A sheet as objects of the rules. ``zones`` has both Deployment Zones ("south", "north") first,
    when there is a ``deployment`` and it was asked for."""

    table: Table
    zones: dict[str, Zone]
    name: str = ""
    deployment: Deployment | None = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole table in its documented form."""

    pieces: Annotated[tuple[TerrainSheet, ...], Meta(max_length=MOST_PIECES)] = ()
    models: Annotated[tuple[ModelSheet, ...], Meta(max_length=MOST_BASES)] = ()
    markers: Annotated[tuple[MarkerSheet, ...], Meta(max_length=MOST_BASES)] = ()
    width: Side = 36.0
    depth: Side = 36.0
    name: Word = ""
    deployment: Annotated[str, Meta(min_length=1, max_length=20)] | None = None
    zones: Annotated[tuple[ZoneSheet, ...], Meta(max_length=MOST_ZONES)] = ()
    version: Literal[1] = 1

    def contents(self, deployments: Sequence[Deployment] | None = None) -> SheetContents:
        """The table with its zones; one ``Refusal`` with all that is wrong with its pieces and bases.

        ``deployments`` are those of the edition it is laid for, among which its own has to be; without them
        its own is left out."""
        faults: Fault = []
        pieces = _each(self.pieces, TerrainSheet.piece, faults)
        corners = sum(piece.count() for piece in self.pieces)
        if corners > MOST_CORNERS_IN_ALL and not faults:
            faults.append(
                Violation(
                    RULE,
                    f"The pieces have {corners:,} corners, more than {MOST_CORNERS_IN_ALL:,} in all.",
                    "Draw them with fewer corners.",
                )
            )
        bases = [
            *_each(self.models, ModelSheet.base, faults),
            *_each(self.markers, MarkerSheet.base, faults),
        ]
        own = _each(self.zones, lambda row: (row.name, row.zone()), faults)
        if faults:
            raise Refusal.of(faults)
        table = Table(tuple(pieces), tuple(bases), self.width, self.depth)
        zones: dict[str, Zone] = {}
        deployment = None if deployments is None else self._deployment(deployments)
        if deployment is not None:
            zones = dict(zip(ENDS, deployment.both(table), strict=True))
        for name, area in own:
            if name in zones:
                raise Refusal(f"Two zones are called {name}.", rule=RULE, fix="Name one otherwise.")
            zones[name] = area
        return SheetContents(table, zones, self.name, deployment)

    def _deployment(self, known: Sequence[Deployment]) -> Deployment | None:
        if self.deployment is None:
            return None
        for each in known:
            if each.slug == self.deployment:
                return each
        raise Refusal(
            f"There is no Deployment {self.deployment!r}.",
            rule=RULE,
            fix=f"One of {', '.join(each.slug for each in known)}.",
        )

    def json(self) -> bytes:
        return msgspec.json.encode(self)


def read_sheet(raw: bytes | str) -> Sheet:
    """The sheet of that JSON text; ``Refusal`` for what is no JSON or has another shape."""
    if len(raw) > LONGEST:
        raise Refusal(f"A table has at most {LONGEST // 1024} KiB.", rule=RULE, fix="Leave something out.")
    raw = json_without_control_characters(raw.encode() if isinstance(raw, str) else raw)
    if name := duplicate_key(raw):
        raise Refusal(f"It names “{name[:60]}” twice in one object.", rule=RULE, fix="Leave one of them out.")
    try:
        return msgspec.json.decode(raw, type=Sheet)
    except msgspec.ValidationError as error:
        raise _misshapen(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(f"This is not JSON: {error}.", rule=RULE, fix="Export the table again.") from None


def sheet_from(values: Any) -> Sheet:
    """As ``read_sheet``, from decoded JSON values."""
    try:
        return msgspec.convert(values, Sheet)
    except msgspec.ValidationError as error:
        raise _misshapen(error) from None


def sheet_of(table: Table, name: str = "", deployment: str | None = None) -> Sheet:
    """The sheet of a table: ``sheet_of(table).contents().table == table``, models and markers sorted apart.

    Lingering blasts are left out: a sheet has no place for them.
    """
    models = tuple(
        ModelSheet(**{field: getattr(base, field) for field in ModelSheet.__struct_fields__})
        for base in table.bases
        if base.kind == "model"
    )
    markers = tuple(
        MarkerSheet(b.name, b.x, b.y, b.mm, b.size, b.elevation, b.side)
        for b in table.bases
        if b.kind == "marker"
    )
    pieces = tuple(terrain_sheet_of(piece) for piece in table.pieces)
    return Sheet(pieces, models, markers, table.width, table.depth, name, deployment)


def terrain_sheet_of(piece: Piece) -> TerrainSheet:
    """The sheet of a piece where it is."""
    drawn = {
        "footprint": _shape(piece.footprint),
        "interior": None if piece.interior is None else _polygon(piece.interior),
        "openings": tuple(_polygon(opening) for opening in piece.openings),
    }
    return TerrainSheet(**{name: drawn.get(name, getattr(piece, name)) for name in Piece.__struct_fields__})


def _shape(footprint: Footprint) -> Polygon | Circle:
    if isinstance(footprint, Outline):
        return _polygon(footprint)
    return Circle(footprint.x, footprint.y, footprint.mm)


def _polygon(outline: Outline) -> Polygon:
    return Polygon(outline.points, outline.holes)


def _each(rows: Iterable[Any], make: Callable[[Any], Part], faults: Fault) -> list[Part]:
    """What each row becomes; those that fail leave their faults, with their name."""
    parts: list[Part] = []
    for row in rows:
        try:
            parts.append(make(row))
        except Refusal as refusal:
            sentence = refusal.sentence if refusal.sentence.startswith(row.name) else _of(row, refusal)
            faults.append(Violation(refusal.rule or RULE, sentence, refusal.fix, row.name))
    return parts


def _of(row: Any, refusal: Refusal) -> str:
    return f"{row.name}: {refusal.sentence[0].lower()}{refusal.sentence[1:]}"


def _on_grid(corner: Sequence[float]) -> Point:
    if max(abs(corner[0]), abs(corner[1])) > FARTHEST:
        raise Refusal(
            f"({corner[0]:g}, {corner[1]:g}) is no place on a table.", rule=RULE, fix="Give inches."
        )
    return quantised(corner[0]), quantised(corner[1])


def _placing(at: Corner, turn: float) -> Callable[[Corner], Point]:
    """Turned, then moved. Sine and cosine are cut to nine digits: C libraries differ in the last one."""
    if not (isfinite(turn) and all(isfinite(value) for value in at)):
        raise Refusal("It lies nowhere.", rule=RULE, fix="Give inches and degrees.")
    if turn == 0.0 and tuple(at) == (0.0, 0.0):
        return _on_grid
    c, s = round(cos(radians(turn)), 9), round(sin(radians(turn)), 9)

    def place(corner: Corner) -> Point:
        x, y = _on_grid(corner)
        return _on_grid((at[0] + x * c - y * s, at[1] + x * s + y * c))

    return place


def _misshapen(error: msgspec.ValidationError) -> Refusal:
    message, _, where = str(error).partition(" - at `$")
    at = where.rstrip("`").lstrip(".")
    sentence = f"{at}: {message[0].lower()}{message[1:]}." if at else f"{message}."
    return Refusal(sentence, rule=RULE, fix="Give it in the form that docs/table.md tells.")
