"""Linear obstacles: walls, fences and wire that are crossed and never stood on (T2-LIN).

All are Ht 1 and count as 1" thick. An ordinary model pays for the distance across and an inch more, or, by
policy, double while it overlaps (T2-A10).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, Outline, parts
from rules.table.geometry.plane import Interval, length, merged
from rules.table.obstacles.legs import LEAST, Leg, spans
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, covers, reaches_elevation

THICK, HEIGHT = 1.0, 1  # T2-LIN-01, -02
CROSSING = 1.0  # inches of movement more (T2-LIN-02)


def line_outline(x1: float, y1: float, x2: float, y2: float) -> Outline:
    """The ground that a line from one end to the other counts as covering: 1" across (T2-LIN-02)."""
    dx, dy = x2 - x1, y2 - y1
    far = length(dx, dy)
    if far == 0.0:
        raise Refusal("A line needs two ends.", rule="terrain.line", fix="Give two places.")
    ox, oy = -dy / far * THICK / 2, dx / far * THICK / 2
    return Outline(((x1 - ox, y1 - oy), (x2 - ox, y2 - oy), (x2 + ox, y2 + oy), (x1 + ox, y1 + oy)))


def crossing_surcharge(
    piece: Piece, base: Base, ignores: Sequence[str] = (), policies: TablePolicies = POLICIES
) -> float:
    """The extra inches of movement to cross the piece; 0 for a base that nothing slows, and for wire,
    which harms instead (T2-LIN-05, T2-A07)."""
    if not piece.has("linear") or {"severe", "linear"} & {*base.unaffected, *ignores}:
        return 0.0
    if not piece.has("severe"):
        return float(policies.barbed_extra)
    return CROSSING if policies.wall_cross_cost == "path_plus_1" else 0.0


def passages(piece: Piece, legs: Sequence[Leg], radius: float) -> list[Interval]:
    """Where a base is on the piece, as intervals in inches from the start of its path, one for each
    passage."""
    intervals: list[Interval] = []
    travelled = 0.0
    for leg in legs:
        if reaches_elevation(piece, leg.elevation):
            over = spans(leg, parts(piece.footprint), radius - TOUCH)
            intervals += [(travelled + low, travelled + high) for low, high in over if high - low > LEAST]
        travelled += leg.length
    return merged(intervals, join=LEAST)


def crossing_cost(
    table: Table,
    base: Base,
    legs: Sequence[Leg],
    ignores: Sequence[str] = (),
    policies: TablePolicies = POLICIES,
) -> float:
    """The extra cost of all linear obstacles crossed on the path."""
    return sum(
        price * len(passages(piece, legs, base.radius))
        for piece in table.pieces
        if (price := crossing_surcharge(piece, base, ignores, policies))
    )


def ends_on(table: Table, base: Base) -> str:
    """The name of the linear obstacle that the base would end on, empty for none (T2-LIN-07)."""
    for piece in table.pieces:
        if piece.has("linear") and reaches_elevation(piece, base.elevation):
            if covers(piece, base.x, base.y, base.radius):
                return piece.name
    return ""


def halted_before_line(table: Table, leg: Leg, base: Base, far: float) -> tuple[float, str]:
    """How far a base moved ``far`` inches along the leg comes, and the linear obstacle before which it
    stops when that distance does not bring it across (T2-LIN-06, -08, T2-A11)."""
    before = ""
    for piece in sorted(table.pieces, key=lambda piece: piece.name):
        if not piece.has("linear") or not reaches_elevation(piece, leg.elevation):
            continue
        long = Leg(leg.x, leg.y, leg.ux, leg.uy, far + 100.0, leg.elevation)
        contacts = spans(long, parts(piece.footprint), base.radius)
        for low, high in spans(long, parts(piece.footprint), base.radius - TOUCH):
            if high - low > LEAST and low < far - LEAST and far < high - LEAST:
                touching = max((start for start, _ in contacts if start <= low), default=low)
                far, before = max(0.0, touching), piece.name
                return halted_before_line(table, leg, base, far)[0], before
    return far, before
