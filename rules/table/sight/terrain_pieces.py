"""Line of sight to a piece of terrain, which is a target where something hits or removes it (M3E-ACT-18).

>>> from rules.table.geometry.footprints import rectangle
>>> crate = Piece("a crate", rectangle(12, 9, 2, 2), ("destructible",), 2)
>>> wall = Piece("a wall", rectangle(11.5, 5, 0.3, 10), ("blocking",), 5)
>>> one = Base("Basse", 10, 10)
>>> sees_piece(Table((crate,), (one,)), one, crate), sees_piece(Table((crate, wall), (one,)), one, crate)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, pi, sin

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, RoundFootprint
from rules.table.geometry.plane import Point, length
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.line_of_sight import sees
from rules.table.terrain import Piece, touches

STEP = 0.1
"""Inches from one point of an edge that is looked at to the next."""


def sees_piece(table: Table, one: Base, piece: Piece, policies: TablePolicies = POLICIES) -> bool:
    """Whether ``one`` has LoS to some point of the piece's edge. The piece does not hide itself; where
    the base touches it, it is seen unless a floor is between them (M3E-LOS-01, -03, -11)."""
    top, bottom = float(piece.bottom if piece.top is None else piece.top), float(piece.bottom)
    points, level = _edge(piece), bottom
    if touches(piece, one.x, one.y, one.radius):
        points, level = iter([(one.x, one.y)]), min(max(one.elevation, bottom), top)
    return any(
        sees(table, one, Base(piece.name, x, y, 1, piece.height or 0, level, kind="marker"), policies)
        for x, y in points
    )


def _edge(piece: Piece) -> Iterator[Point]:
    """Points of the piece's edge."""
    shape = piece.footprint
    if isinstance(shape, RoundFootprint):
        count = ceil(2 * pi * shape.radius / STEP)
        for turn in (2 * pi * number / count for number in range(count)):
            yield shape.x + shape.radius * cos(turn), shape.y + shape.radius * sin(turn)
        return
    assert isinstance(shape, Outline)
    for ring in (shape.points, *shape.holes):
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
            count = ceil(length(x2 - x1, y2 - y1) / STEP)
            for share in (number / count for number in range(count)):
                yield x1 + share * (x2 - x1), y1 + share * (y2 - y1)
