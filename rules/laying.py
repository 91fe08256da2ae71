"""What an Encounter is founded on: a plain, or a table with its terrain, taken by value.

Whoever changes a saved table later changes no game: ``Setup`` holds the pieces themselves (M3E-SETUP-03).
Models, markers and zones that a table was drawn with are left out.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from rules.core.game.example_crews import terrain
from rules.core.game.setup import Setup
from rules.core.table.board import Table
from rules.core.table.sheet import Sheet, written
from rules.core.table.terrain import Piece
from rules.refusal import Refusal

SIDE = 36.0
MARKER = re.compile(r"m\d+")
"""How the engine calls its markers; no piece may be called so."""


class Laid(Struct, frozen=True):
    """``sheet`` is ``None`` for a plain; ``code`` leads to the saved table that it was taken from."""

    sheet: Sheet | None = None
    name: str = ""
    code: str = ""

    def under(self, setup: Setup) -> Setup:
        """The same Encounter on this ground. ``Refusal`` for a table of another size, or one that cannot be
        laid."""
        if self.sheet is None:
            return replace(setup, ground="open", terrain=(), ground_name="")
        table = self.sheet.laid().table
        if (table.width, table.depth) != (SIDE, SIDE):
            raise Refusal(
                f"An Encounter is played on 36″ by 36″; this table is {table.width:g}″ by {table.depth:g}″.",
                rule="M3E-SETUP-12",
                fix="Choose another, or copy it to one of that size.",
            )
        pieces = tuple(_named(piece) for piece in table.pieces)
        return replace(setup, ground="exact", terrain=pieces, ground_name=self.name or "A table")


PLAIN = Laid()


def ready() -> Laid:
    """The table for practice: a house, woods, wire, a pond, crates."""
    return Laid(written(Table(terrain()), "The practice table"), "The practice table")


def _named(piece: Piece) -> Piece:
    return replace(piece, name=f"{piece.name}′") if MARKER.fullmatch(piece.name) else piece
