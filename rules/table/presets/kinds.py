"""Ready-made pieces of both guides: what the editor offers and the generator lays (M3E-TERR, T2-GEN).

A ``PieceKind`` is one row of a guide: its traits and default Height, and how large it is usually built.
``shaped`` gives it a size as a sheet around (0, 0), to be placed somewhere and turned. The organiser may
give any piece another Height (T2-TABLE-04).

>>> [piece.name for piece in piece_kind("bridge").sheets("Old bridge")]
['Old bridge, walkway', 'Old bridge, archway']
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m2e import terrain as guide
from rules.refusal import Refusal
from rules.table import terrain
from rules.table.geometry.footprints import Footprint, Outline, Round, quantised, rectangle
from rules.table.geometry.plane import Point
from rules.table.sheet import TerrainSheet, terrain_sheet_of
from rules.table.terrain import TRAITS, Piece

Guide = Literal["m3e", "t2"]
Shape = Literal["block", "line", "area", "round"]
Range = tuple[float, float]
# How far the corners of an area are from its middle, by default; varied so that no two woods are alike.
EDGE = (100, 86, 96, 82, 99, 88, 94, 84, 97)
# Inches: the width of a ladder, and its depth in the wall.
LADDER, RUNGS = 0.5, 0.125
# Rounded to nine digits, because C libraries differ in the last one.
AROUND = tuple((round(cos(radians(40 * i)), 9), round(sin(radians(40 * i)), 9)) for i in range(9))


class PieceKind(Struct, frozen=True):
    """One row of a guide. ``columns`` are the marks of its row in the guide's own table; ``width``, ``depth``
    and ``heights`` are inches, least and most as it is usually built. ``height`` is the default Ht, ``None``
    for no Height trait. ``rooms``: one may enter; ``ladder``: one leads up to a flat roof."""

    slug: str
    name: str
    guide: Guide
    rule: str
    shape: Shape
    columns: tuple[str, ...]
    width: Range
    depth: Range
    height: int | None = None
    heights: tuple[int, int] = (0, 0)
    gradual: bool = False
    rooms: bool = False
    ladder: bool = False

    @property
    def traits(self) -> tuple[str, ...]:
        """Return the columns that are traits."""
        return tuple(column for column in self.columns if column in TRAITS)

    def sheets(
        self,
        name: str = "",
        width: float | None = None,
        depth: float | None = None,
        height: int | None = None,
        edge: tuple[int, ...] = EDGE,
    ) -> tuple[TerrainSheet, ...]:
        """The piece in its parts; of middle size by default.

        Parts of one piece are named after it ("Old bridge, walkway"). ``edge`` roughens an area: hundredths
        of the way from its middle to its rim, corner by corner.
        """
        w = quantised((self.width[0] + self.width[1]) / 2 if width is None else width)
        d = quantised((self.depth[0] + self.depth[1]) / 2 if depth is None else depth)
        ht = self.height if height is None else height
        pieces = self._pieces(name or self.name, w, d, ht, edge)
        return tuple(terrain_sheet_of(piece) for piece in pieces)

    def _pieces(
        self, name: str, w: float, d: float, ht: int | None, edge: tuple[int, ...]
    ) -> tuple[Piece, ...]:
        footprint = self._footprint(w, d, edge)
        if self.slug == "bridge":
            return terrain.bridge(name, footprint, ht or 2, max(0, (ht or 2) - 1))
        if self.slug == "t2-bridge":
            return _bridge(name, w, d, ht or 0)
        if self.slug == "flat-building":
            return (terrain.flat_building(name, footprint, ht or 0),)
        rooms = _rooms(w, d) if self.rooms else (None, ())
        # Stairs rise from front to back; the shape of a hill does not say where it rises.
        rises = ((0.0, -d / 2), (0.0, d / 2)) if self.gradual and self.shape == "block" else None
        whole = Piece(
            name,
            footprint,
            self.traits,  # type: ignore[arg-type]
            ht,
            gradual=self.gradual,
            interior=rooms[0],
            openings=rooms[1],
            rises=rises,
        )
        if self.ladder:
            # Its walls cannot be passed; the roof can be stood upon, and only the ladder in front can be
            # climbed.
            rungs = Piece(
                f"{name}, ladder", rectangle(-LADDER / 2, -d / 2, LADDER, RUNGS), ("climbable",), ht
            )
            return replace(whole, floors=(ht or 0,)), rungs
        if self.slug != "t2-forest":
            return (whole,)
        tree = piece_kind("t2-trees")
        spots = ((-w / 5, -d / 8), (w / 6, d / 5), (w / 8, -d / 4))
        trunks = tuple(
            Piece(f"{name}, tree {i}", Round(quantised(x), quantised(y), 30), tree.traits, ht)  # type: ignore[arg-type]
            for i, (x, y) in enumerate(spots, start=1)
        )
        return (whole, *trunks)

    def _footprint(self, w: float, d: float, edge: tuple[int, ...]) -> Footprint:
        if self.shape == "round":
            return Round(0.0, 0.0, quantised(w * 25.4))
        if self.shape != "area":
            return rectangle(-w / 2, -d / 2, w, d)
        ring: list[Point] = [
            (quantised(x * w * share / 200), quantised(y * d * share / 200))
            for (x, y), share in zip(AROUND, edge, strict=True)
        ]
        return Outline(tuple(ring))


def _rooms(w: float, d: float) -> tuple[Outline, tuple[Outline, ...]]:
    """Return rooms behind walls of a quarter inch, with a door of 2" in front and a window of 1" behind."""
    inner = rectangle(0.25 - w / 2, 0.25 - d / 2, w - 0.5, d - 0.5)
    return inner, (rectangle(-1, -d / 2, 2, 0.25), rectangle(-0.5, d / 2 - 0.25, 1, 0.25))


def _bridge(name: str, w: float, d: float, ht: int) -> tuple[Piece, ...]:
    """Return a walkway that is not climbable, with stairs at both ends, which are walked like level ground
    (T2-GEN-09, T2-CLIMB-02)."""
    far, length = w / 2, w / 4
    west, east = rectangle(-far, -d / 2, length, d), rectangle(far - length, -d / 2, length, d)
    return (
        guide.bridge(f"{name}, walkway", rectangle(length - far, -d / 2, w - 2 * length, d), ht),
        guide.stairs(f"{name}, west stairs", west, ht, rises=((-far, 0.0), (length - far, 0.0))),
        guide.stairs(f"{name}, east stairs", east, ht, rises=((far, 0.0), (far - length, 0.0))),
    )


_B, _C, _I, _S = "blocking", "climbable", "impassable", "severe"
_HARD, _SOFT, _STOP, _DEPLOY, _LINE = "hard_cover", "soft_cover", "stops_pushes", "deployment", "linear"

M3E_KINDS = (
    PieceKind(
        "flat-building",
        "House with a flat roof",
        "m3e",
        "M3E-TERR-03",
        "block",
        (_B, _C),
        (3.5, 6),
        (3.5, 5.5),
        3,
        (2, 4),
    ),
    PieceKind(
        "steep-building",
        "House with a steep roof",
        "m3e",
        "M3E-TERR-04",
        "block",
        (_B, _I),
        (3.5, 6),
        (3.5, 5.5),
        5,
        (4, 6),
    ),
    PieceKind(
        "enterable-building",
        "House one may enter",
        "m3e",
        "M3E-TERR-05",
        "block",
        (_B, _C),
        (5, 6),
        (4, 5),
        3,
        (2, 4),
        rooms=True,
    ),
    PieceKind(
        "crates",
        "Crates",
        "m3e",
        "M3E-TERR-07",
        "block",
        (_B, _C, "destructible"),
        (1.5, 3.5),
        (1.25, 2.5),
        2,
        (1, 3),
    ),
    PieceKind(
        "staircase",
        "Staircase",
        "m3e",
        "M3E-TERR-08",
        "block",
        (_B, _C),
        (1.5, 2),
        (2.5, 3),
        2,
        (1, 3),
        gradual=True,
    ),
    PieceKind("wall", "Wall", "m3e", "M3E-TERR-10", "line", (_B, _C), (4, 6), (0.5, 0.75), 2, (1, 3)),
    PieceKind(
        "fence", "Fence", "m3e", "M3E-TERR-10", "line", (_C, "destructible"), (4, 6), (0.25, 0.5), 1, (1, 2)
    ),
    PieceKind("bridge", "Bridge", "m3e", "M3E-TERR-02", "block", (_B, _C), (5, 6), (2, 3), 3, (2, 4)),
    PieceKind(
        "woods", "Woods", "m3e", "M3E-TERR-01", "area", ("concealing", "dense", _S), (4.5, 6), (4.5, 6)
    ),
    PieceKind("briars", "Briars", "m3e", "M3E-SETUP-03", "area", ("hazardous", _S), (4, 6), (4, 6)),
    PieceKind(
        "scree", "Scree", "m3e", "M3E-SETUP-03", "area", (_S,), (4, 6), (4, 6), 1, (1, 1), gradual=True
    ),
    PieceKind("water", "Water", "m3e", "M3E-TERR-01", "area", (_S,), (4, 6), (4, 6)),
    PieceKind(
        "fog-bank", "Fog bank", "m3e", "M3E-TERR-01", "area", ("concealing", "dense"), (4, 6), (3.5, 6)
    ),
    PieceKind("barbed-wire", "Barbed wire", "m3e", "M3E-TERR-01", "line", ("hazardous",), (4, 6), (0.75, 1)),
    PieceKind("hill", "Hill", "m3e", "M3E-TERR-09", "area", (), (4.5, 6), (4.5, 6), 1, (1, 2), gradual=True),
)

T2_KINDS = (
    PieceKind(
        "t2-forest",
        "Forest with trees",
        "t2",
        "T2-GEN-01",
        "area",
        ("dense", _S, _SOFT, _DEPLOY),
        (5, 6),
        (5, 6),
        5,
        (5, 5),
    ),
    PieceKind(
        "t2-trees", "Lone tree", "t2", "T2-GEN-02", "round", (_B, _HARD, _I, _STOP), (1, 2), (1, 2), 5, (5, 5)
    ),
    PieceKind(
        "t2-obstacle",
        "Solid obstacle",
        "t2",
        "T2-GEN-03",
        "block",
        (_B, _HARD, _I, _STOP),
        (1.5, 3.5),
        (1.25, 2.5),
        5,
        (5, 5),
    ),
    PieceKind(
        "t2-rough", "Rough ground", "t2", "T2-GEN-04", "area", (_S, _DEPLOY), (4, 6), (4, 6), 0, (0, 0)
    ),
    PieceKind(
        "t2-briars",
        "Thorny ground",
        "t2",
        "T2-TABLE-04",
        "area",
        ("hazardous", _S, _DEPLOY),
        (4, 6),
        (4, 6),
        0,
        (0, 0),
    ),
    PieceKind(
        "t2-deep-water", "Deep water", "t2", "T2-GEN-05", "area", (_I, _STOP), (3, 5), (3, 5), 0, (0, 0)
    ),
    PieceKind(
        "t2-fog",
        "Caustic pool",
        "t2",
        "T2-GEN-06",
        "area",
        ("dense", "hazardous", _SOFT, _DEPLOY),
        (3, 5),
        (3, 5),
    ),
    PieceKind(
        "t2-trap",
        "Trapped ground",
        "t2",
        "T2-GEN-07",
        "area",
        ("hazardous", _DEPLOY),
        (3, 5),
        (3, 5),
        0,
        (0, 0),
    ),
    PieceKind(
        "t2-building",
        "Building or ruin",
        "t2",
        "T2-GEN-08",
        "block",
        (_B, _HARD, _I, _STOP),
        (3.5, 6),
        (3.5, 5.5),
        5,
        (5, 5),
    ),
    PieceKind(
        "t2-access",
        "Building with a ladder",
        "t2",
        "T2-GEN-08",
        "block",
        (_B, _HARD, _I, _STOP),
        (3.5, 6),
        (3.5, 5.5),
        5,
        (2, 5),
        ladder=True,
    ),
    PieceKind(
        "t2-enclosed",
        "Building one may enter",
        "t2",
        "T2-GEN-08",
        "block",
        (_B, "enclosed", _HARD, _I, _STOP),
        (5, 6),
        (4, 5),
        5,
        (2, 5),
        rooms=True,
    ),
    PieceKind(
        "t2-bridge", "Bridge as a vantage point", "t2", "T2-GEN-09", "block", (), (6, 8), (2, 3), 3, (2, 5)
    ),
    PieceKind(
        "t2-wall",
        "Wall of stone or metal",
        "t2",
        "T2-GEN-10",
        "line",
        (_B, _HARD, _LINE, _S),
        (4, 6),
        (1, 1),
        1,
        (1, 1),
    ),
    PieceKind(
        "t2-fence", "Fence or grid", "t2", "T2-GEN-11", "line", (_LINE, _S, _SOFT), (4, 6), (1, 1), 1, (1, 1)
    ),
    PieceKind(
        "t2-wire",
        "Barbed wire of the guide",
        "t2",
        "T2-GEN-12",
        "line",
        ("hazardous", _LINE, _SOFT),
        (4, 6),
        (1, 1),
        1,
        (1, 1),
    ),
)

KINDS: tuple[PieceKind, ...] = (*M3E_KINDS, *T2_KINDS)
GUIDES: dict[Guide, tuple[PieceKind, ...]] = {"m3e": M3E_KINDS, "t2": T2_KINDS}
_BY_SLUG = {kind.slug: kind for kind in KINDS}


def piece_kind(slug: str) -> PieceKind:
    """Return the kind of that slug. Raise ``Refusal`` when no guide has it."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise Refusal(
            f"There is no ready-made piece {slug!r}.", rule="setup.terrain", fix="Choose one of the list."
        ) from None


def laid_at(
    sheets: tuple[TerrainSheet, ...], x: float, y: float, turn: float = 0
) -> tuple[TerrainSheet, ...]:
    """Return the parts of a piece, turned around their middle and placed at (x, y)."""
    at = quantised(x), quantised(y)
    return tuple(replace(sheet, at=at, turn=float(turn)) for sheet in sheets)


def piece_of(name: str) -> str:
    """Return the name of the piece to which a part belongs: the parts move together.

    >>> piece_of("Old bridge, archway")
    'Old bridge'
    """
    return name.partition(", ")[0]
