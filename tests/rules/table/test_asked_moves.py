"""A move that somebody asks about, by whatever way: where it ends, and the sentences that say why."""

from __future__ import annotations

import pytest

from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.asked_moves import AskedMove, answer_move, resolved
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.policies import TablePolicies
from rules.table.terrain import Piece, flat_building, water

ROOF = flat_building("roof", rectangle(8, 8, 3, 3), 4)
ROCK = Piece("rock", rectangle(14, 9, 1, 2), ("impassable", "blocking"), 3)
ABOVE = Base("Nephilim", 10, 9, elevation=4)
BELOW = Base("Nephilim", 10, 5)


def rules_of(base: Base, move: AskedMove, *pieces: Piece, policies: TablePolicies | None = None) -> list[str]:
    answer = answer_move(Table(pieces, (base,)), base, move, policies or TablePolicies())
    return [ROWS.named(explanation.rule) for explanation in answer.said]


@pytest.mark.rule("M3E-MOVE-02", "M3E-MOVE-13", "T2-FLY-02", "M1-MOVE-10", "T2-INC-03")
@pytest.mark.parametrize(
    ("way", "rule"),
    [
        ("walk", "M3E-MOVE-02"),
        ("move", "M3E-MOVE-02"),
        ("flight", "T2-FLY-02"),
        ("float", "M1-MOVE-10"),
        ("incorporeal", "T2-INC-03"),
        ("push", "M3E-MOVE-13"),
    ],
)
def test_each_way_ends_there_by_its_own_row(way, rule) -> None:
    table = Table((), (BELOW,))
    answer = answer_move(table, BELOW, AskedMove(way, 4, (13, 5)))
    assert answer.moved is not None
    assert (answer.moved.base.x, answer.moved.base.y) == (pytest.approx(13), 5) or way == "push"
    assert [ROWS.named(said.rule) for said in answer.said] == [rule]
    assert answer.path[-1][:2] == (answer.moved.base.x, answer.moved.base.y)


@pytest.mark.rule("M3E-MOVE-02")
def test_what_cannot_be_is_said_with_its_row_and_ends_nowhere() -> None:
    table = Table((), (BELOW,))
    far = AskedMove("walk", 4, (20, 5))
    with pytest.raises(Refusal):
        resolved(table, BELOW, far)
    answer = answer_move(table, BELOW, far)
    assert (answer.moved, answer.path) == (None, ())
    assert ROWS.named(answer.said[0].rule).startswith("M3E-MOVE")


@pytest.mark.rule("M3E-MOVE-14")
def test_a_push_is_stopped_by_what_stands_in_its_way() -> None:
    assert rules_of(Base("Ox", 11, 10), AskedMove("push", 6, (20, 10)), ROCK) == [
        "M3E-MOVE-13",
        "M3E-MOVE-14",
    ]


@pytest.mark.rule("M3E-MOVE-07", "T2-FALL-02", "M1-MOVE-11", "T2-FLY-01")
@pytest.mark.parametrize(
    ("falling", "rule", "said"),
    [
        ("half", "M3E-MOVE-07", 'falls 4": 2 damage'),
        ("each_inch", "T2-FALL-02", 'falls 4": '),
        ("flips", "M1-MOVE-11", "damage flip"),
    ],
)
def test_who_is_pushed_off_a_roof_falls_by_the_editions_row_who_flies_does_not(falling, rule, said) -> None:
    policies = TablePolicies(falling=falling)
    table = Table((ROOF,), (ABOVE,))
    fallen = answer_move(table, ABOVE, AskedMove("push", 6, (2, 9)), policies)
    assert ROWS.named(fallen.said[-1].rule) == rule
    assert said in fallen.said[-1].sentence
    flown = answer_move(table, ABOVE, AskedMove("push", 6, (2, 9), flies=True), policies)
    assert ROWS.named(flown.said[-1].rule) == "T2-FLY-01"
    landed = rules_of(ABOVE, AskedMove("flight", 8, (4, 9, 0.0)), ROOF, policies=policies)
    assert landed == ["T2-FLY-02", "T2-FLY-01"]


@pytest.mark.rule("T2-FLY-02", "M3E-MOVE-02")
def test_a_flight_ends_on_top_unless_an_elevation_is_said_and_a_path_is_walked() -> None:
    up = answer_move(Table((ROOF,), (BELOW,)), BELOW, AskedMove("flight", 12, (9.5, 9.5)))
    assert up.moved is not None
    assert up.moved.base.elevation == 4
    assert '4" up' in up.said[0].sentence
    path = ((10.0, 6.0, 0.0), (12.0, 6.0, 0.0))
    walked = answer_move(Table((), (BELOW,)), BELOW, AskedMove("walk", 5, (12, 6), path=path))
    assert walked.path == path
    assert walked.moved is not None
    assert walked.moved.spent == pytest.approx(3.0)
    there = answer_move(Table((), (BELOW,)), BELOW, AskedMove("move", 5, (12, 5, 0.0)))
    assert there.moved is not None
    assert (there.moved.base.x, there.moved.base.elevation) == (12.0, 0.0)


@pytest.mark.rule("M3E-TRAIT-14")
def test_only_a_walk_is_slowed_by_what_is_not_ignored() -> None:
    pond = water("pond", rectangle(8, 4, 10, 2))
    assert answer_move(Table((pond,), (BELOW,)), BELOW, AskedMove("walk", 5, (14, 5))).moved is None
    ignoring = AskedMove("walk", 5, (14, 5), ignores=("severe",))
    assert answer_move(Table((pond,), (BELOW,)), BELOW, ignoring).moved is not None
