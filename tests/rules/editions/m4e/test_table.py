"""Tables of the Fourth Edition: what the rulebook asks for, and what the generator lays."""

from __future__ import annotations

import pytest

from rules.edition import edition_of
from rules.editions.m4e.advice import climbable, warnings
from rules.editions.m4e.table import RULES
from rules.table.board import Table
from rules.table.checker.check import STANDARD, check, covered
from rules.table.generator.generate import TableRequirements, generate_table
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece

GUIDES = (edition_of("m3e").table.guide,)


@pytest.mark.rule("M4-HIRE-02")
def test_what_a_table_lacks_is_said() -> None:
    bare = [warning.sentence for warning in warnings(Table((), (), 24, 24))]
    assert bare == [
        "The table is 24 by 24 inches.",
        "Terrain covers 0 % of the table; about 45 to 65 % are asked for.",
        "0 pieces of Ht 2 or more can be climbed; three to eight are asked for.",
    ]
    wood = Piece("wood", rectangle(0, 0, 36, 18), ("concealing", "severe"))
    houses = tuple(
        Piece(f"house {n}", rectangle(2 + 6 * n, 20, 3, 3), ("blocking", "climbable"), 2) for n in range(3)
    )
    assert warnings(Table((wood, *houses))) == ()
    low = tuple(Piece(f"step {n}", rectangle(2 + 4 * n, 30, 2, 2), ("climbable",), 1) for n in range(8))
    assert len(climbable(Table((wood, *houses, *low)))) == 3
    coverage = check(Table((wood, *houses)), RULES).figure("coverage")
    assert "about 45 to 65 %" in coverage.sentence
    assert STANDARD.coverage != RULES.coverage


@pytest.mark.rule("M4-HIRE-02")
@pytest.mark.parametrize("word", ["copper mill 41", "salt gate 7"])
def test_a_generated_table_keeps_to_it(word: str) -> None:
    wanted = TableRequirements(theme="town", deployment="wedge", **RULES.usual)
    made = generate_table(word, wanted, RULES, GUIDES)
    table = made.sheet.contents(RULES.deployments).table
    assert warnings(table) == ()
    assert 0.45 <= covered(table.pieces) / 36**2 <= 0.65
    assert 3 <= len(climbable(table)) <= 8
