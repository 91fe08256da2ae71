"""What terrain does in the First Edition: sight through what obscures, elements and areas, water
(M1-TER).

Pieces are those of every edition. A Concealing piece is Obscuring here, a Dense one, too: how far one sees
through it is measured along the line between two bases.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from rules.editions.m1e.play.match import Match
from rules.editions.m1e.special import feature_named
from rules.game.state import Model
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import MM, TOUCH, distance_to, parts
from rules.table.geometry.plane import Point, along_line, clipped, convex, merged, part_to_part
from rules.table.terrain import Piece

BOG = "Bog"


def pieces_of(g: Match) -> tuple[Piece, ...]:
    """The terrain that stands."""
    return tuple(g.table.standing(g.state)) if isinstance(g.table, ExactTable) else ()


def is_ground(piece: Piece) -> bool:
    """Whether that is the ground between the terrain, which is no piece to be near (M1-EVT-10)."""
    feature = feature_named(piece.known_as)
    return feature is not None and feature.shape == "whole table"


def is_element(g: Match, piece: Piece) -> bool:
    """Whether it is an element: by what was agreed, or as a shared feature that is one (M1-TER-02,
    M1-FEAT-01, -08). Every other piece is an area (M1-TER-01)."""
    feature = feature_named(piece.name)
    return piece.name in g.setup.elements or (feature is not None and feature.shape == "element")


def of_first_edition(piece: Piece) -> Piece:
    """A piece as the First Edition reads it: what is Dense elsewhere obscures, and stops no line by itself.

    >>> from rules.table.geometry.footprints import rectangle
    >>> of_first_edition(Piece("wood", rectangle(0, 0, 4, 4), ("dense", "severe"))).traits
    ('concealing', 'severe')
    """
    if not piece.has("dense"):
        return piece
    kept = tuple(trait for trait in piece.traits if trait != "dense")
    return Piece(
        **{
            **{field: getattr(piece, field) for field in Piece.__struct_fields__},
            "traits": (*kept, "concealing"),
        }
    )


# Sight


def sees(g: Match, one: Model, two: Model) -> bool:
    """A free line, and no more than 3" of it through what obscures, for a hunter 6" (M1-TER-11,
    M1-ABL-17)."""
    if not g.table.sees(g.state, one, two):
        return False
    if not isinstance(g.table, ExactTable):
        return True
    most = g.rules.hunter_sees if g.figure(one).has("Hunter") else g.rules.sees_through
    return obscured(g, one, two) <= most + TOUCH


def obscured(g: Match, one: Model, two: Model) -> float:
    """Inches of the line between both bases that lie in Obscuring terrain as high as both models (M1-TER-03,
    -11)."""
    hiding = [piece for piece in pieces_of(g) if is_obscuring(piece, one, two)]
    far = hypot(two.x - one.x, two.y - one.y)
    if not hiding or far == 0.0:
        return 0.0
    across, up = (two.x - one.x) / far, (two.y - one.y) / far
    inside = [
        interval
        for piece in hiding
        for part in parts(piece.footprint)
        if (interval := along_line(part, one.x, one.y, across, up)) is not None
    ]
    start, stop = one.mm / 2 * MM, far - two.mm / 2 * MM
    return sum(high - low for low, high in clipped(merged(inside), start, max(start, stop)))


def is_obscuring(piece: Piece, one: Model, two: Model) -> bool:
    """Whether it hides them from each other where it lies between: both are no higher (M1-TER-03)."""
    if not piece.has("concealing"):
        return False
    top = piece.top
    return top is None or max(one.elevation + one.size, two.elevation + two.size) <= top + TOUCH


# Whom terrain affects


def affects(g: Match, piece: Piece, model: Model) -> bool:
    """An area whoever is at least partly in it, an element whoever is within 1" (M1-TER-01, -02)."""
    return model.on_table and distance_to(piece.footprint, model.x, model.y) <= _reach(g, piece, model)


def _reach(g: Match, piece: Piece, model: Model) -> float:
    own = model.mm / 2 * MM
    return own + g.rules.element_reach + TOUCH if is_element(g, piece) else own - TOUCH


def elements_met(g: Match, model: Model, way: list[Point]) -> list[Piece]:
    """The hazardous elements within 1" of which a move along ``way`` leads (M1-TER-02, -08)."""
    return [
        piece
        for piece in pieces_of(g)
        if is_element(g, piece)
        and piece.has("hazardous")
        and any(
            part_to_part(convex([start, stop]), part) <= _reach(g, piece, model)
            for start, stop in pairwise(way)
            for part in parts(piece.footprint)
        )
    ]


def in_water(g: Match, model: Model) -> bool:
    """Whether it stands in water, which does nothing by itself (M1-TER-14, M1-FEAT-02)."""
    return any(
        (piece.name in g.setup.water or piece.known_as == BOG) and affects(g, piece, model)
        for piece in pieces_of(g)
    )
