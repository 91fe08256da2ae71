"""The checker of tables: each figure right, and worse tables judged worse."""

from __future__ import annotations

import pytest

from rules.edition import edition_of
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.checker.check import STANDARD, Report, Standard, roles_of
from rules.table.checker.check import check as check_by
from rules.table.checker.longest_line import longest_line, zone_pairs
from rules.table.generator.generate import TableRequirements
from rules.table.geometry.footprints import MM, Outline
from rules.table.sight.line_of_sight import sees
from rules.table.terrain import Piece, fence, flat_building, hill, wall, water, woods
from tests.rules.table.scene import box, rectangle


def house(name: str, x: float, y: float, w: float = 4, d: float = 4) -> Piece:
    return flat_building(name, rectangle(x, y, w, d), 3)


RULES = edition_of("m3e").table


def check(table: Table, deployment: str | None = None, standard: Standard = STANDARD) -> Report:
    return check_by(table, RULES, RULES.deployment(deployment) if deployment else None, standard)


def standard_pair(table: Table):
    (pair,) = zone_pairs(table, RULES, RULES.deployment("standard"))
    return pair


@pytest.mark.rule("T2-TABLE-02")
@pytest.mark.parametrize(("side", "good"), [(20, False), (21, True), (25, True), (26, False)])
def test_a_third_to_a_half_is_covered(side, good):
    figure = check(Table((box("x", 1, 1, side, side, "severe"),)), "standard").figure("coverage")
    assert figure.good is good
    assert figure.value == f"{side * side / 1296 * 100:.0f} %"


@pytest.mark.rule("T2-TABLE-02")
def test_what_two_pieces_cover_is_counted_once():
    both = Table((box("hill", 5, 5, 10, 10, ht=1), box("woods", 5, 5, 10, 10, "severe")))
    assert check(both).figure("coverage").value == "8 %"


@pytest.mark.rule("T2-TABLE-03")
def test_a_third_each_by_area_and_every_role_counts():
    b, s, c = (
        box("b", 0, 0, 6, 4, "blocking", ht=3),
        box("s", 10, 0, 6, 4, "severe"),
        box("c", 20, 0, 6, 2, "concealing"),
    )
    assert roles_of(b) == ("blocking", "cover")
    assert roles_of(woods("w", rectangle(0, 0, 1, 1))) == ("severe", "cover")
    assert roles_of(hill("h", rectangle(0, 0, 1, 1), 1)) == ()
    report = check(Table((b, s, c)), "standard")
    # Blocking 24, Severe 24, cover 24 + 12, of 84.
    assert [report.figure(f"mix-{role}").value for role in ("blocking", "severe", "cover")] == [
        "29 %",
        "29 %",
        "43 %",
    ]
    assert all(report.figure(f"mix-{role}").good for role in ("blocking", "severe", "cover"))
    strict = check(Table((b, s, c)), "standard", Standard(mix_tolerance=0.05))
    assert not strict.figure("mix-cover").good


@pytest.mark.rule("T2-TABLE-03")
def test_by_pieces_a_third_each_is_another_reading():
    table = Table(
        (
            box("b", 0, 0, 6, 6, "blocking", ht=3),
            box("s", 10, 0, 2, 2, "severe"),
            box("t", 15, 0, 2, 2, "severe"),
        )
    )
    assert check(table).figure("mix-severe").value == "10 %"
    assert check(table, None, Standard(mix_basis="pieces")).figure("mix-severe").value == "50 %"


@pytest.mark.rule("T2-TABLE-01")
def test_a_table_that_is_the_same_from_both_sides_is_no_choice():
    one = house("one", 4, 10)
    turned, other = house("two", 28, 22), house("two", 20, 22)
    assert check(Table((one, turned)), "corner").figure("asymmetry").fault == 1.0
    assert check(Table((one, other)), "corner").figure("asymmetry").good
    pond = water("two", rectangle(28, 22, 4, 4))
    assert check(Table((one, pond)), "corner").figure("asymmetry").good, "a pond is no house"
    mirrored = house("two", 4, 22)
    assert check(Table((one, mirrored)), "standard").figure("asymmetry").fault == 1.0
    assert check(Table((one, mirrored)), "corner").figure("asymmetry").good


def test_the_longest_line_of_an_empty_table_is_its_diagonal():
    line = longest_line(Table(), standard_pair(Table()))
    assert line.inches == pytest.approx(36 * 2**0.5, abs=0.01)


def test_a_line_through_a_gap_and_none_through_a_crack():
    walls = (wall("a", rectangle(0, 17, 17.9, 1), 3), wall("b", rectangle(18, 17, 18, 1), 3))
    open_table = Table(walls)
    line = longest_line(open_table, standard_pair(open_table)).line
    assert line is not None
    assert line.length > 36
    shut = Table((wall("a", rectangle(0, 17, 18, 1), 3), walls[1]))
    assert longest_line(shut, standard_pair(shut)).line is None


def test_only_what_is_tall_enough_stops_the_line():
    low = Table((wall("a", rectangle(0, 17, 36, 1), 1),))
    assert longest_line(low, standard_pair(low)).inches > 50
    assert longest_line(low, standard_pair(low), size=1).line is None
    seen_over = Table((fence("a", rectangle(0, 17, 36, 1), 3),))
    assert longest_line(seen_over, standard_pair(seen_over)).inches > 50


def test_woods_stop_lines_across_but_not_from_within_the_zone():
    between = Table((woods("w", rectangle(0, 15, 36, 6)),))
    assert longest_line(between, standard_pair(between)).line is None
    at_home = Table((woods("w", rectangle(0, 2, 36, 8)),))
    assert longest_line(at_home, standard_pair(at_home)).line is not None


def test_the_line_is_one_that_models_have():
    table = Table(
        (
            house("a", 3, 12),
            house("b", 12, 16, 6),
            house("c", 22, 11, 5),
            house("d", 28, 20),
        )
    )
    line = longest_line(table, standard_pair(table)).line
    assert line is not None
    ux, uy = (line.x2 - line.x1) / line.length, (line.y2 - line.y1) / line.length
    one = Base("one", line.x1 + 0.2 * ux, line.y1 + 0.2 * uy, mm=1)
    two = Base("two", line.x2 - 0.2 * ux, line.y2 - 0.2 * uy, mm=1)
    assert sees(Table(table.pieces, (one, two)), one, two)


def test_more_terrain_never_lengthens_the_line():
    pieces = (house("a", 3, 12), house("b", 12, 16, 6), house("c", 22, 11, 5), house("d", 28, 20))
    lengths = []
    for count in range(5):
        table = Table(pieces[:count])
        lengths.append(longest_line(table, standard_pair(table)).inches)
    assert lengths == sorted(lengths, reverse=True)
    assert longest_line(Table(pieces), standard_pair(Table()), over=lengths[-1] + 0.01).line is None


def test_gaps_too_narrow_for_the_widest_base():
    need = 50 * MM
    narrow = Table((house("a", 10, 10), house("b", 14 + need - 0.05, 10)))
    wide = Table((house("a", 10, 10), house("b", 14 + need + 0.01, 10)))
    touching = Table((house("a", 10, 10), house("b", 14, 10)))
    assert check(narrow).figure("gaps").pieces == ("a", "b")
    assert check(wide).figure("gaps").good
    assert check(touching).figure("gaps").good
    assert not check(Table((house("a", 0.5, 10),))).figure("gaps").good, "beside the edge"
    assert check(narrow, None, Standard(base=40)).figure("gaps").good


@pytest.mark.rule("M3E-SETUP-19")
def test_room_to_deploy_and_a_way_across():
    full = Table(tuple(house(f"h{i}", 0.2 + 5.1 * i, 1, 5, 6) for i in range(7)))
    assert not check(full, "standard").figure("room").good
    shut = Table((wall("a", rectangle(0, 17, 36, 1), 3),))
    assert check(shut, "standard").figure("way").grave
    assert check(Table((wall("a", rectangle(0, 17, 30, 1), 3),)), "standard").figure("way").good


@pytest.mark.rule("M3E-SETUP-03", "M3E-TERR-11")
def test_every_fault_says_why_and_how_to_mend_it_the_worst_first():
    table = Table((box("What is it", 4, 4, 4, 4), box("Long", 10, 20, 20, 3, "blocking")))
    report = check(table)
    assert report.figure("undefined").pieces == ("What is it",)
    sentences = [figure.sentence for figure in report.figures if not figure.good]
    assert any("more than 6" in sentence for sentence in sentences)
    assert any("without a Height" in sentence for sentence in sentences)
    assert all(figure.fix and figure.sentence for figure in report.figures if not figure.good)
    assert not report.figures[0].good
    assert report.figures[-1].good
    assert not report.good


def test_without_a_deployment_the_worst_of_all_counts():
    table = Table((wall("a", rectangle(0, 17, 36, 1), 3),))
    assert check(table, "standard").figure("sight").value == '0.0"'
    assert check(table).figure("sight").value == '40.2"'
    assert check(table).score < check(table, "standard").score


def test_an_empty_table_is_no_good_one():
    assert check(Table()).score < 50
    assert STANDARD.longest == TableRequirements().longest


def test_too_many_corners_are_said_and_not_measured():
    comb = [(x / 10, 12 + (x % 2)) for x in range(90)]
    combs = tuple(
        Piece(f"c{i}", Outline((*comb, (8.9, 10), (0, 10))), ("blocking",), 3, bottom=0) for i in range(4)
    )
    figure = check(Table(combs), "standard").figure("sight")
    assert figure.value == "not measured"
    assert not figure.good


@pytest.mark.parametrize(("north", "good"), [(1, True), (2, True), (3, False), (4, False)])
def test_two_thirds_of_what_blocks_may_stand_in_one_half(north, good):
    """Of ``north`` + 1 houses all but one stand in the northern half."""
    houses = [house(f"h{i}", 4 + 7 * i, 26) for i in range(north)] + [house("south", 10, 4)]
    figure = check(Table(tuple(houses)), "standard").figure("halves")
    assert (figure.good, figure.wanted) == (good, "at most 67 %")
    assert figure.value == f"{100 * max(north, 1) / (north + 1):.0f} %"


def test_all_that_blocks_in_one_half_is_the_whole_fault():
    one_sided = Table((house("h1", 4, 26), house("h2", 11, 26)))
    assert check(one_sided, "standard").figure("halves").fault == 1.0


def ponds_among(number: int, *, differ: bool = True) -> Table:
    """41 pieces of five kinds, ``number`` of them ponds; of one size and Height, or of many."""
    kinds = [("blocking", "climbable"), ("blocking", "impassable"), ("concealing", "dense"), ("hazardous",)]
    pieces = []
    for i in range(41):
        traits = ("severe",) if i < number else kinds[i % 4]
        column, row = i % 7 * 5, i // 7 * 5
        width, depth, height = (1 + i % 3, 1 + i // 3 % 3, 1 + i // 9) if differ else (2, 2, 2)
        pieces.append(box(f"p{i}", column, row, width, depth, *traits, ht=height))
    return Table(tuple(pieces))


@pytest.mark.rule("M3E-TERR-11")
def test_many_pieces_of_one_kind_are_monotonous():
    monotonous, varied = check(ponds_among(15), "standard"), check(ponds_among(9), "standard")
    figure = monotonous.figure("variety")
    assert (figure.value, figure.good, len(figure.pieces)) == ("37 %", False, 15)
    assert varied.figure("variety").good
    assert varied.score > monotonous.score
    assert check(ponds_among(40), "standard").figure("variety").fault == 1.0


@pytest.mark.rule("M3E-TERR-11")
def test_pieces_of_one_size_and_height_are_monotonous_even_of_many_kinds():
    alike, various = (
        check(ponds_among(9, differ=differ), "standard").figure("variety") for differ in (False, True)
    )
    assert "100 % look like two others" in alike.sentence
    assert alike.fault > various.fault


@pytest.mark.rule("M3E-TERR-11")
def test_variety_costs_points_and_few_pieces_are_never_monotonous():
    few = Table(tuple(box(f"p{i}", 6 * i, 6, 3, 3, "severe") for i in range(5)))
    more = Table(tuple(box(f"p{i}", 6 * (i % 3), 6 * (i // 3), 3, 3, "severe") for i in range(6)))
    assert "variety" not in [figure.slug for figure in check(few).figures]
    assert not check(more).figure("variety").good
    lenient = Standard(alike=1.0, twins=1.0)
    assert check(ponds_among(15), "standard", lenient).score > check(ponds_among(15), "standard").score
