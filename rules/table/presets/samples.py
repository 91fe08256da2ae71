"""Sample tables for line of sight, each with the two bases that show its point.

The page "Can I see it?" begins with them, and the docs draw them.
"""

from __future__ import annotations

from msgspec import Struct

from rules.table.bases import Base, marker
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.terrain import Piece, bridge, crates, flat_building, hill, steep_building, wall, woods


class Sample(Struct, frozen=True):
    """``words`` say what there is to see; ``one`` and ``other`` are not on the ``table``."""

    slug: str
    name: str
    words: str
    table: Table
    one: Base
    other: Base


def _street() -> Sample:
    lean = Outline(((19.2, 9.5), (22.6, 8.3), (23.7, 11.2), (20.3, 12.4)))
    pieces = (
        flat_building("Saloon", rectangle(4, 20, 6, 5), 3),
        steep_building("Chapel", rectangle(15, 21, 4, 6), 5),
        crates("Crates", rectangle(12.5, 15, 2, 1.2), 2),
        flat_building("Assay office", lean, 3),
        woods("Copse", Outline(((24, 17), (28, 16), (30, 19), (28, 22), (25, 21)))),
        wall("Yard wall", rectangle(4, 12, 5, 0.5), 1),
        Piece("Trough", RoundFootprint(18, 17.5, 40), ("severe",)),
    )
    watchers = (Base("Golem", 20, 14.1, 50, 3, side="1"), marker("Scheme", 10, 17))
    table = Table(pieces, watchers)
    words = "Buildings, crates, a copse and a golem: the usual questions."
    return Sample("street", "The street", words, table, Base("A", 8, 15.5), Base("B", 27, 14))


def _gap() -> Sample:
    left = Outline(((12, 17), (17.496, 17), (17.496, 19), (12, 19)))
    right = Outline(((17.5, 17), (24, 17), (24, 19), (17.5, 19)))
    table = Table((wall("West wall", left, 3), wall("East wall", right, 3)))
    words = "Four thousandths of an inch between two walls: enough for a line, if it is the right one."
    return Sample("gap", "The gap", words, table, Base("A", 17.4, 10), Base("B", 17.7, 26))


def _seam() -> Sample:
    table = Table(
        (wall("West wall", rectangle(12, 17, 6, 1), 3), wall("East wall", rectangle(18, 17, 6, 1), 3))
    )
    words = "The same walls pushed together: no crack of light comes through a seam."
    return Sample("seam", "The seam", words, table, Base("A", 18, 12), Base("B", 18, 24))


def _roof() -> Sample:
    pieces = (
        flat_building("Warehouse", rectangle(12, 14, 8, 8), 3),
        crates("Barrels", rectangle(25, 16, 1, 4), 1),
    )
    table = Table(pieces)
    words = "From a roof: what one sees below, from its edge and from its middle."
    return Sample("roof", "The roof", words, table, Base("A", 19.2, 18), Base("B", 22, 18, size=1))


def _bridge() -> Sample:
    pieces = (
        *bridge("Bridge", rectangle(8, 16, 20, 4), 4, 3),
        hill("West bank", rectangle(2, 12, 6, 12), 4),
        hill("East bank", rectangle(28, 12, 6, 12), 4),
    )
    table = Table(pieces)
    words = "Over a bridge, or under it."
    return Sample("bridge", "The bridge", words, table, Base("A", 15, 12), Base("B", 20, 24))


SAMPLES: tuple[Sample, ...] = (_street(), _gap(), _seam(), _roof(), _bridge())


def sample(slug: str) -> Sample | None:
    return next((each for each in SAMPLES if each.slug == slug), None)
