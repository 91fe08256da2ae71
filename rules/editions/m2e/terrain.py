"""The terrain of the Second Edition's guide: its table, row by row, and its pieces (T2-GEN).

Heights are defaults; the organiser may set others (T2-TABLE-04). ``GUIDE_ROWS`` holds the marks of the
guide's table, a piece is made by its function below.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Footprint, Outline, RoundFootprint, distance_between
from rules.table.geometry.plane import Point
from rules.table.obstacles.free_space import platforms
from rules.table.obstacles.linear import HEIGHT, line_outline
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.vantage import on_vantage
from rules.table.terrain import Piece, Trait, covers, inside
from rules.table.zones import Zone


class Row(Struct, frozen=True):
    """One row of the guide's table: default Ht, and the columns that are marked without a condition."""

    rule: str
    height: int | None
    marks: tuple[Trait, ...]


# In the order of the columns: blocking, climbable, dense, enclosed, hard cover, hazardous, impassable,
# severe, soft cover, stops Pushes, deployment. ``linear`` is what T2-LIN says of the last three.
GUIDE_ROWS: dict[str, Row] = {
    "forest": Row("T2-GEN-01", 5, ("dense", "severe", "soft_cover", "deployment")),
    "tree": Row("T2-GEN-02", 5, ("blocking", "hard_cover", "impassable", "stops_pushes")),
    "obstacle": Row("T2-GEN-03", 5, ("blocking", "hard_cover", "impassable", "stops_pushes")),
    "rough": Row("T2-GEN-04", 0, ("severe", "deployment")),
    "deep_water": Row("T2-GEN-05", 0, ("impassable", "stops_pushes")),
    "fog": Row("T2-GEN-06", 0, ("dense", "hazardous", "soft_cover")),
    "trap": Row("T2-GEN-07", 0, ("hazardous",)),
    "building": Row("T2-GEN-08", 5, ("blocking", "hard_cover", "impassable", "stops_pushes")),
    "vantage": Row("T2-GEN-09", None, ()),
    "wall": Row("T2-GEN-10", HEIGHT, ("blocking", "hard_cover", "severe", "linear")),
    "fence": Row("T2-GEN-11", HEIGHT, ("severe", "soft_cover", "linear")),
    "wire": Row("T2-GEN-12", HEIGHT, ("hazardous", "soft_cover", "linear")),
}
# Rows whose last mark can be read in two ways (T2-A09).
OPEN = ("fog", "trap")


def piece(
    row: str, name: str, footprint: Footprint, height: int | None = None, policies: TablePolicies = POLICIES
) -> Piece:
    """The piece of that row; ``height`` is the organiser's, by default the row's."""
    guide_row = GUIDE_ROWS[row]
    marks = guide_row.marks
    if row in OPEN:
        marks = (*marks, "deployment" if policies.hazard_area_fourth == "deploy" else "severe")
    return Piece(name, footprint, marks, guide_row.height if height is None else height)


def line(row: str, name: str, x1: float, y1: float, x2: float, y2: float) -> Piece:
    """A wall, fence or wire from one place to another: Ht 1 and 1" across, of any material (T2-LIN-01,
    -02)."""
    if "linear" not in GUIDE_ROWS[row].marks:
        raise Refusal(f"{name}: {row} is no linear obstacle.", rule="T2-LIN-01")
    return piece(row, name, line_outline(x1, y1, x2, y2))


def forest(
    name: str, area: Footprint, trees: Sequence[tuple[float, float]] = (), mm: float = 30
) -> tuple[Piece, ...]:
    """The area, and the trees in it as further pieces (T2-FOR-01, -02)."""
    trunks = (
        piece("tree", f"{name}, tree {i}", RoundFootprint(x, y, mm))
        for i, (x, y) in enumerate(trees, start=1)
    )
    return piece("forest", name, area), *trunks


def building(
    name: str,
    footprint: Footprint,
    roof: float | None = None,
    *,
    interior: Outline | None = None,
    openings: tuple[Outline, ...] = (),
    height: int | None = None,
) -> Piece:
    """A building, vehicle or ruin (T2-GEN-08): Ht 5 for sight by default, with impassable walls.

    ``roof`` is the real height of a flat roof in inches, to stand on, rounded down (T2-GEN-09); without, the
    roof is Impassable like the rest (T2-BLD-04). With an ``interior`` it may be entered, and is Enclosed
    (T2-BLD-02). What leads up is a piece of its own: ``ladder`` or ``stairs`` (T2-BLD-01).
    """
    guide_row = GUIDE_ROWS["building"]
    marks: tuple[Trait, ...] = guide_row.marks if interior is None else (*guide_row.marks, "enclosed")
    floors = () if roof is None else (floor(roof),)
    return Piece(
        name,
        footprint,
        marks,
        guide_row.height if height is None else height,
        floors=floors,
        interior=interior,
        openings=openings,
    )


def ladder(name: str, footprint: Footprint, height: float) -> Piece:
    """A ladder, cliff or other thing that takes effort to climb (T2-CLIMB-01, -02)."""
    return Piece(name, footprint, ("climbable",), floor(height))


def stairs(name: str, footprint: Footprint, height: float, rises: tuple[Point, Point] | None = None) -> Piece:
    """Stairs or a slope: walked like level ground, from its foot where that is known, and not climbable
    (T2-CLIMB-02)."""
    return Piece(name, footprint, (), floor(height), gradual=True, rises=rises)


def bridge(name: str, footprint: Footprint, walkway: float) -> Piece:
    """A bridge with its walkway's real height, rounded down, to stand on; movement and sight pass
    under it (T2-GEN-09). It is not climbable: ``stairs``, a ``ladder`` or adjoining terrain lead up."""
    top = floor(walkway)
    return Piece(name, footprint, (), 0, bottom=top, floors=(top,), open_below=True)


def check_deployment(table: Table, base: Base, zone: Zone) -> None:
    """``Refusal`` unless the base may be deployed there: in its zone, and in what is eligible for it (T2-GEN,
    last column). Ground without terrain is."""
    if not zone.holds(base):
        raise Refusal(
            f"{base.name} has to be wholly in its zone.", rule="M3E-SETUP-19", fix="Move it inward."
        )
    if on_vantage(base):
        if not _reachable(table, base):
            raise Refusal(
                "Nobody could climb to that vantage point.", rule="T2-GEN-09", fix="Deploy on the ground."
            )
        return
    for terrain in table.pieces:
        if not covers(terrain, base.x, base.y, base.radius) or terrain.gradual or terrain.open_below:
            continue
        indoors = terrain.has("enclosed") and inside(terrain, base.x, base.y, base.radius, base.elevation)
        if not (terrain.has("deployment") or indoors):
            raise Refusal(
                f"Nobody is deployed in {terrain.name}.", rule=_rule_of(terrain), fix="Deploy beside it."
            )


def _rule_of(terrain: Piece) -> str:
    return next(
        (row.rule for row in GUIDE_ROWS.values() if set(row.marks) == set(terrain.traits)), "T2-GEN-08"
    )


def _reachable(table: Table, base: Base) -> bool:
    """Whether a ladder or stairs that high touch what the base stands on, or are it."""
    under = [
        terrain
        for terrain in table.pieces
        if covers(terrain, base.x, base.y, base.radius)
        and (terrain.gradual or any(abs(base.elevation - at) <= TOUCH for at in platforms(terrain)))
    ]
    return any(
        (way.has("climbable") or way.gradual)
        and way.top is not None
        and way.top >= base.elevation - TOUCH
        and any(
            way is terrain or distance_between(way.footprint, terrain.footprint) <= TOUCH for terrain in under
        )
        for way in table.pieces
    )
