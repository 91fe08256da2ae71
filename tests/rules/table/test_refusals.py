"""What no table, base, footprint or move can be: each is refused by its row."""

from __future__ import annotations

from math import inf

import pytest
import shapely

from rules.editions.m2e import terrain as m2e
from rules.editions.m3e.advice import _across
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.measuring import _signed
from rules.table.movement.leaps import fly
from rules.table.movement.places import place
from rules.table.movement.pushes import push
from rules.table.obstacles.linear import line_outline
from rules.table.reach.move_targets import MoveTarget
from rules.table.reach.toward import push_toward
from rules.table.sheet import read_sheet
from rules.table.sight.cover import _solid_for
from rules.table.sight.line_of_sight import line_of_sight
from rules.table.terrain import Piece, bridge
from rules.table.zones import Zone
from tests.rules.table.scene import box, model, table

MAN = model("Man", 10, 10)


@pytest.mark.rule(
    "M3E-TRAIT-12", "M3E-SETUP-12", "M3E-TERR-05", "M3E-TERR-02", "T2-LIN-02", "M3E-MOVE-10", "M3E-MOVE-13"
)
@pytest.mark.parametrize(
    ("attempt", "rule", "said"),
    [
        (lambda: Base("Man", 5, 5, 0.5), "", "a base of 0.5 mm cannot be used"),
        (lambda: Base("Man", 5, 5, 501), "", "a base of 501 mm cannot be used"),
        (lambda: Base("Man", 5, 5, elevation=-1), "M3E-TRAIT-12", "never below 0"),
        (lambda: Base("Man", 5, 5, size=-1), "M3E-TRAIT-12", "never below 0"),
        (lambda: RoundFootprint(5, 5, 0.5), "", "A base of 0.5 mm"),
        (lambda: Table(width=0.5), "M3E-SETUP-12", "between 1 and 240 inches"),
        (lambda: Table(depth=241), "M3E-SETUP-12", "between 1 and 240 inches"),
        (lambda: line_outline(3, 3, 3, 3), "T2-LIN-02", "needs two ends"),
        (lambda: push(table(MAN), MAN, 0, 0, 4), "M3E-MOVE-13", "needs a direction"),
        (
            lambda: push_toward(table(MAN), MAN, (10, 10), (10, 10), 3, "toward"),
            "M3E-MOVE-10",
            "lie on each other",
        ),
        (lambda: bridge("arch", rectangle(5, 5, 4, 2), 2, 3), "M3E-TERR-02", "below the walkway"),
        (
            lambda: Piece("tower", RoundFootprint(5, 5, 80), (), 3, interior=rectangle(4, 4, 1, 1)),
            "M3E-TERR-05",
            "have rooms",
        ),
        (
            lambda: fly(table(MAN, m2e.line("fence", "fence", 13, 8, 13, 12)), MAN, MAN.at(13, 10), 6),
            "T2-LIN-07",
            "cannot end on fence",
        ),
        (
            lambda: place(table(MAN, box("crag", 12, 9, 2, 2, "climbable", ht=2)), MAN, MAN.at(13, 10), 6),
            "M3E-TRAIT-03",
            "is in the way",
        ),
        (lambda: read_sheet('{"name": "a", "name": "b"}'), "M3E-SETUP-03", "names “name” twice"),
    ],
)
def test_what_cannot_be_is_refused(attempt, rule, said) -> None:
    with pytest.raises(Refusal, match=said) as refused:
        attempt()
    assert ROWS.named(refused.value.rule) == rule


def test_a_piece_or_base_that_is_not_there_is_no_answer() -> None:
    things = table(MAN, box("rock", 20, 20, 2, 2))
    assert (things.base("Man"), things.piece("rock").name) == (MAN, "rock")
    for look in (things.base, things.piece):
        with pytest.raises(KeyError, match="nobody"):
            look("nobody")


def test_corners_named_twice_are_one() -> None:
    doubled = Outline(((0, 0), (0, 0), (4, 0), (4, 4), (0, 4), (0, 0)))
    assert doubled == rectangle(0, 0, 4, 4)


def test_round_things_are_measured_by_their_radius() -> None:
    tower = RoundFootprint(10, 10, 50.8)
    assert _across(tower) == pytest.approx(2.0)
    assert (_signed(tower, 10, 13), _signed(tower, 10, 10)) == (pytest.approx(2.0), pytest.approx(-1.0))


@pytest.mark.rule("M3E-LOS-02")
def test_everybody_sees_itself() -> None:
    assert line_of_sight(table(MAN), MAN, MAN).seen


@pytest.mark.rule("M3E-MOVE-10")
def test_where_one_stands_already_nothing_strays() -> None:
    toward, away = MoveTarget(10, 10), MoveTarget(10, 10, "away")
    area = shapely.box(0, 0, 20, 20)
    assert toward.allows(5, 5, 5, 5)
    assert away.allows(5, 5, 5, 5)
    assert toward.reachable_part(10, 10, area) == shapely.Point(10, 10)
    assert away.reachable_part(10, 10, area) == area


@pytest.mark.rule("M3E-SETUP-08")
def test_how_far_a_zone_is_away() -> None:
    corner, band = Zone(corner=(0.0, 0.0), reach=12.0), Zone(rectangle(0, 0, 36, 6))
    assert (corner.apart(20, 0), corner.apart(3, 3)) == (8.0, 0.0)
    assert (band.apart(10, 10), band.apart(10, 3)) == (4.0, 0.0)


@pytest.mark.rule("M3E-TERR-05")
def test_lines_into_a_room_meet_its_walls_and_lines_within_it_nothing() -> None:
    house = Piece("house", rectangle(10, 10, 8, 8), ("blocking",), 3, interior=rectangle(11, 11, 6, 6))
    within, other, out = model("A", 13, 13), model("B", 15, 15), model("C", 3, 3)
    assert _solid_for(house, within, other) == ()
    assert len(_solid_for(house, within, out)) > len(_solid_for(house, out, out)) >= 1


@pytest.mark.rule("T2-LIN-02", "M3E-MOVE-02")
def test_a_place_that_is_no_number_is_refused() -> None:
    with pytest.raises(Refusal):
        model("A", inf, 3)
