"""Tables of the Fourth Edition: what the rulebook asks for, and what the generator lays."""

from __future__ import annotations

import pytest

from rules.edition import edition_of
from rules.editions.m4e.advice import climbable, warnings
from rules.editions.m4e.table import RULES
from rules.table.asked_moves import AskedMove, answer_move
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.checker.check import STANDARD, check, covered
from rules.table.generator.generate import TableRequirements, generate_table
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece


@pytest.mark.rule("M4-MOVE-14", "M4-EX-14")
@pytest.mark.parametrize(("drop", "damage"), [(1, 0), (2, 1), (3, 1), (5, 1)])
def test_a_fall_is_one_damage_however_deep(drop: int, damage: int) -> None:
    roof = Piece("roof", rectangle(8, 8, 3, 3), ("climbable",), drop)
    table = Table((roof,), (Base("A", 10.5, 9, elevation=drop),))
    push = AskedMove(way="push", to=(14, 9), inches=6)
    answer = answer_move(table, table.base("A"), push, RULES.policies)
    assert [fall.damage for fall in answer.moved.falls] == [damage]
    assert f"{damage} damage." in " ".join(each.sentence for each in answer.said)


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
