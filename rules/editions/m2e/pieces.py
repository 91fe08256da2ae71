"""Ready-made pieces of a tournament organiser's terrain guide (T2-GEN), and how generated tables use them."""

from __future__ import annotations

from msgspec.structs import replace

from rules.editions.m2e import terrain
from rules.table.geometry.footprints import RoundFootprint, quantised, rectangle
from rules.table.presets.kinds import Guide, PieceKind
from rules.table.terrain import Piece

SLUG = "t2"
# Inches: the width of a ladder, and its depth in the wall.
LADDER, RUNGS = 0.5, 0.125
_B, _I, _S = "blocking", "impassable", "severe"
_HARD, _SOFT, _STOP, _DEPLOY, _LINE = "hard_cover", "soft_cover", "stops_pushes", "deployment", "linear"


def _forest(whole: Piece, w: float, d: float) -> tuple[Piece, ...]:
    """The forest and three trees in it (T2-FOR-02)."""
    spots = ((-w / 5, -d / 8), (w / 6, d / 5), (w / 8, -d / 4))
    trunks = tuple(
        Piece(
            f"{whole.name}, tree {i}",
            RoundFootprint(quantised(x), quantised(y), 30),
            TREE.traits,  # type: ignore[arg-type]
            whole.height,
        )
        for i, (x, y) in enumerate(spots, start=1)
    )
    return (whole, *trunks)


def _with_a_ladder(whole: Piece, w: float, d: float) -> tuple[Piece, ...]:
    """A building whose walls cannot be passed; the roof can be stood upon, and only the ladder in
    front can be climbed."""
    ladder = rectangle(-LADDER / 2, -d / 2, LADDER, RUNGS)
    rungs = Piece(f"{whole.name}, ladder", ladder, ("climbable",), whole.height)
    return replace(whole, floors=(whole.height or 0,)), rungs


def _bridge(whole: Piece, w: float, d: float) -> tuple[Piece, ...]:
    """A walkway that is not climbable, with stairs at both ends, which are walked like level ground
    (T2-GEN-09, T2-CLIMB-02)."""
    far, length, name, ht = w / 2, w / 4, whole.name, whole.height or 0
    west, east = rectangle(-far, -d / 2, length, d), rectangle(far - length, -d / 2, length, d)
    return (
        terrain.bridge(f"{name}, walkway", rectangle(length - far, -d / 2, w - 2 * length, d), ht),
        terrain.stairs(f"{name}, west stairs", west, ht, rises=((-far, 0.0), (length - far, 0.0))),
        terrain.stairs(f"{name}, east stairs", east, ht, rises=((far, 0.0), (far - length, 0.0))),
    )


KINDS = (
    PieceKind(
        "t2-forest",
        "Forest with trees",
        SLUG,
        "T2-GEN-01",
        "area",
        ("dense", _S, _SOFT, _DEPLOY),
        (5, 6),
        (5, 6),
        5,
        (5, 5),
        parts=_forest,
    ),
    PieceKind(
        "t2-trees", "Lone tree", SLUG, "T2-GEN-02", "round", (_B, _HARD, _I, _STOP), (1, 2), (1, 2), 5, (5, 5)
    ),
    PieceKind(
        "t2-obstacle",
        "Solid obstacle",
        SLUG,
        "T2-GEN-03",
        "block",
        (_B, _HARD, _I, _STOP),
        (1.5, 3.5),
        (1.25, 2.5),
        5,
        (5, 5),
    ),
    PieceKind(
        "t2-rough", "Rough ground", SLUG, "T2-GEN-04", "area", (_S, _DEPLOY), (4, 6), (4, 6), 0, (0, 0)
    ),
    PieceKind(
        "t2-briars",
        "Thorny ground",
        SLUG,
        "T2-TABLE-04",
        "area",
        ("hazardous", _S, _DEPLOY),
        (4, 6),
        (4, 6),
        0,
        (0, 0),
    ),
    PieceKind(
        "t2-deep-water", "Deep water", SLUG, "T2-GEN-05", "area", (_I, _STOP), (3, 5), (3, 5), 0, (0, 0)
    ),
    PieceKind(
        "t2-fog",
        "Caustic pool",
        SLUG,
        "T2-GEN-06",
        "area",
        ("dense", "hazardous", _SOFT, _DEPLOY),
        (3, 5),
        (3, 5),
    ),
    PieceKind(
        "t2-trap",
        "Trapped ground",
        SLUG,
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
        SLUG,
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
        SLUG,
        "T2-GEN-08",
        "block",
        (_B, _HARD, _I, _STOP),
        (3.5, 6),
        (3.5, 5.5),
        5,
        (2, 5),
        parts=_with_a_ladder,
    ),
    PieceKind(
        "t2-enclosed",
        "Building one may enter",
        SLUG,
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
        "t2-bridge",
        "Bridge as a vantage point",
        SLUG,
        "T2-GEN-09",
        "block",
        (),
        (6, 8),
        (2, 3),
        3,
        (2, 5),
        parts=_bridge,
    ),
    PieceKind(
        "t2-wall",
        "Wall of stone or metal",
        SLUG,
        "T2-GEN-10",
        "line",
        (_B, _HARD, _LINE, _S),
        (4, 6),
        (1, 1),
        1,
        (1, 1),
    ),
    PieceKind(
        "t2-fence", "Fence or grid", SLUG, "T2-GEN-11", "line", (_LINE, _S, _SOFT), (4, 6), (1, 1), 1, (1, 1)
    ),
    PieceKind(
        "t2-wire",
        "Barbed wire of the guide",
        SLUG,
        "T2-GEN-12",
        "line",
        ("hazardous", _LINE, _SOFT),
        (4, 6),
        (1, 1),
        1,
        (1, 1),
    ),
)

TREE = KINDS[1]

_HOUSES = (("t2-building", 2), ("t2-access", 1), ("t2-enclosed", 3), ("t2-obstacle", 2))
_ROCKS = (("t2-obstacle", 4), ("t2-building", 1), ("t2-enclosed", 3))

GUIDE = Guide(
    slug=SLUG,
    name="Second Edition’s guide",
    whose="The Second Edition terrain guide’s",
    kinds=KINDS,
    solid={"": _ROCKS, "town": _HOUSES, "graveyard": _HOUSES},
    others={
        "": (("t2-trap", 2), ("t2-deep-water", 1)),
        "town": (("t2-trap", 1), ("t2-deep-water", 1)),
        "bayou": (("t2-deep-water", 3), ("t2-trap", 1)),
        "quarry": (("t2-trap", 3),),
        "graveyard": (("t2-trap", 1),),
    },
    woods=(("t2-forest", 1),),
    rough=(("t2-rough", 1), ("t2-briars", 1)),
    fog=(("t2-fog", 1),),
    screen="t2-obstacle",
)
