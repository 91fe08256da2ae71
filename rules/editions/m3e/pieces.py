"""Ready-made pieces of the rulebook (M3E-TERR), and how generated tables use them.

>>> [piece.name for piece in GUIDE.kind("bridge").sheets("Old bridge")]
['Old bridge, walkway', 'Old bridge, archway']
"""

from __future__ import annotations

from rules.table import terrain
from rules.table.presets.kinds import Guide, PieceKind
from rules.table.terrain import Piece

SLUG = "m3e"
_B, _C, _I, _S = "blocking", "climbable", "impassable", "severe"


def _bridge(whole: Piece, w: float, d: float) -> tuple[Piece, ...]:
    ht = whole.height or 2
    return terrain.bridge(whole.name, whole.footprint, ht, max(0, ht - 1))


def _flat_building(whole: Piece, w: float, d: float) -> tuple[Piece, ...]:
    return (terrain.flat_building(whole.name, whole.footprint, whole.height or 0),)


KINDS = (
    PieceKind(
        "flat-building",
        "House with a flat roof",
        SLUG,
        "M3E-TERR-03",
        "block",
        (_B, _C),
        (3.5, 6),
        (3.5, 5.5),
        3,
        (2, 4),
        parts=_flat_building,
    ),
    PieceKind(
        "steep-building",
        "House with a steep roof",
        SLUG,
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
        SLUG,
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
        SLUG,
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
        SLUG,
        "M3E-TERR-08",
        "block",
        (_B, _C),
        (1.5, 2),
        (2.5, 3),
        2,
        (1, 3),
        gradual=True,
    ),
    PieceKind("wall", "Wall", SLUG, "M3E-TERR-10", "line", (_B, _C), (4, 6), (0.5, 0.75), 2, (1, 3)),
    PieceKind(
        "fence", "Fence", SLUG, "M3E-TERR-10", "line", (_C, "destructible"), (4, 6), (0.25, 0.5), 1, (1, 2)
    ),
    PieceKind(
        "bridge", "Bridge", SLUG, "M3E-TERR-02", "block", (_B, _C), (5, 6), (2, 3), 3, (2, 4), parts=_bridge
    ),
    PieceKind("woods", "Woods", SLUG, "M3E-TERR-01", "area", ("concealing", "dense", _S), (4.5, 6), (4.5, 6)),
    PieceKind("briars", "Briars", SLUG, "M3E-SETUP-03", "area", ("hazardous", _S), (4, 6), (4, 6)),
    PieceKind("scree", "Scree", SLUG, "M3E-SETUP-03", "area", (_S,), (4, 6), (4, 6), 1, (1, 1), gradual=True),
    PieceKind("water", "Water", SLUG, "M3E-TERR-01", "area", (_S,), (4, 6), (4, 6)),
    PieceKind("fog-bank", "Fog bank", SLUG, "M3E-TERR-01", "area", ("concealing", "dense"), (4, 6), (3.5, 6)),
    PieceKind("barbed-wire", "Barbed wire", SLUG, "M3E-TERR-01", "line", ("hazardous",), (4, 6), (0.75, 1)),
    PieceKind("hill", "Hill", SLUG, "M3E-TERR-09", "area", (), (4.5, 6), (4.5, 6), 1, (1, 2), gradual=True),
)

GUIDE = Guide(
    slug=SLUG,
    name="Third Edition",
    whose="The Third Edition rulebook’s",
    kinds=KINDS,
    solid={
        "": (("flat-building", 4), ("steep-building", 3), ("crates", 3), ("wall", 3)),
        "town": (
            ("flat-building", 4),
            ("steep-building", 3),
            ("enterable-building", 1),
            ("crates", 3),
            ("wall", 4),
        ),
        "wilds": (("steep-building", 3), ("wall", 2), ("crates", 2), ("flat-building", 2)),
        "bayou": (("flat-building", 3), ("crates", 4), ("wall", 2), ("steep-building", 2)),
        "quarry": (("steep-building", 4), ("wall", 4), ("crates", 4)),
        "graveyard": (("wall", 5), ("steep-building", 3), ("crates", 3), ("enterable-building", 1)),
    },
    others={
        "": (("hill", 2), ("fence", 1)),
        "town": (("fence", 3), ("hill", 1), ("barbed-wire", 1)),
        "wilds": (("hill", 4), ("barbed-wire", 1)),
        "bayou": (("hill", 2), ("fence", 2)),
        "quarry": (("hill", 4), ("barbed-wire", 2)),
        "graveyard": (("fence", 4), ("hill", 2)),
    },
    woods=(("woods", 1),),
    rough=(("water", 2), ("briars", 1), ("scree", 2)),
    fog=(("fog-bank", 1),),
    screen="wall",
)
