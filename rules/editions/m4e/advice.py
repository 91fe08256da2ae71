"""What the rulebook asks of a table (M4-HIRE-02)."""

from __future__ import annotations

from rules.refusal import Violation
from rules.table.board import Table
from rules.table.checker.check import covered, percent
from rules.table.presets.kinds import piece_of

SIDE = 36.0
COVERAGE = (0.45, 0.65)
CLIMBED, HEIGHT = (3, 8), 2
ROW = "M4-HIRE-02"


def warnings(table: Table) -> tuple[Violation, ...]:
    """Every departure, each with its fix: the size, the share of terrain, the pieces of Ht 2 or more that can
    be climbed."""
    departures = []
    if (table.width, table.depth) != (SIDE, SIDE):
        departures.append(
            Violation(ROW, f"The table is {table.width:g} by {table.depth:g} inches.", "Take 36 by 36.")
        )
    share = covered(table.pieces) / (table.width * table.depth)
    if not COVERAGE[0] <= share <= COVERAGE[1]:
        word = "more" if share < COVERAGE[0] else "less"
        sentence = f"Terrain covers {percent(share)} of the table; about 45 to 65 % are asked for."
        departures.append(Violation(ROW, sentence, f"Lay {word}."))
    climbed = len(climbable(table))
    if not CLIMBED[0] <= climbed <= CLIMBED[1]:
        sentence = f"{climbed} pieces of Ht 2 or more can be climbed; three to eight are asked for."
        fix = (
            "Lay houses or walls of Ht 2."
            if climbed < CLIMBED[0]
            else "Take some off, or make them impassable."
        )
        departures.append(Violation(ROW, sentence, fix))
    return tuple(departures)


def climbable(table: Table) -> set[str]:
    """The pieces of Ht 2 or more that can be climbed, by name; several parts of one count once."""
    return {
        piece_of(piece.name)
        for piece in table.pieces
        if "climbable" in piece.traits and (piece.height or 0) >= HEIGHT
    }
