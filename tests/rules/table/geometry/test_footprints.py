"""Footprints: honest polygons on the grid, in convex parts."""

from __future__ import annotations

from math import inf, nan

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.geometry.footprints import (
    Outline,
    RoundFootprint,
    difference,
    distance_to,
    parts,
    quantised,
    rectangle,
)
from tests.rules.table.scene import box, model, table


def test_places_are_on_the_grid():
    assert quantised(0.12345) == 0.123
    assert str(quantised(-0.0001)) == "0.0"
    assert model("a", 1.00049, 2).x == 1.0
    assert Outline(((0.0004, 0), (1, 0), (1, 1))).points[0] == (0.0, 0.0)


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_what_is_no_number_is_refused(value):
    for make in (
        lambda: Outline(((0, 0), (1, 0), (value, 1))),
        lambda: model("a", value, 1),
        lambda: RoundFootprint(1, value),
    ):
        with pytest.raises(Refusal, match="not a place"):
            make()


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (((0, 0), (2, 2), (2, 0), (0, 2)), "no area"),  # a bow tie of two equal halves
        (((0, 0), (4, 2), (4, 0), (0, 3)), "not clean"),
        (((0, 0), (2, 0)), "no area"),
        (((0, 0), (1, 1), (2, 2)), "no area"),
        (((0, 0), (1, 0, 3), (2, 2)), "two numbers"),
        (tuple((i % 50, i // 50 * 0.5) for i in range(2001)), "2,001 points"),
    ],
)
def test_a_footprint_that_is_no_polygon_is_refused_in_words(points, words):
    with pytest.raises(Refusal, match=words) as caught:
        Outline(points)
    assert caught.value.fix


def test_a_hole_outside_its_outline_is_refused():
    with pytest.raises(Refusal, match="not clean"):
        Outline(((0, 0), (2, 0), (2, 2), (0, 2)), (((5, 5), (6, 5), (6, 6)),))


@pytest.mark.rule("M3E-MOVE-01")
def test_nothing_is_off_the_table():
    table(model("on the edge", 0.591, 18))
    for thing in (model("over", 0.5, 18), box("wall", 35, 1, 2, 1, "blocking")):
        with pytest.raises(Refusal) as caught:
            table(thing)
        assert (ROWS.named(caught.value.rule), caught.value.violations[0].subject) == (
            "M3E-MOVE-01",
            thing.name,
        )


def test_everything_has_a_name_of_its_own():
    for names in (("a", "a"), ("", "a")):
        with pytest.raises(Refusal):
            table(*(model(name, 3 + 5 * i, 3) for i, name in enumerate(names)))
    assert table(model("a", 3, 3), box("a", 9, 9, 1, 1)).piece("a").name == "a"
    with pytest.raises(KeyError):
        Table().base("nobody")


SHAPES = {
    "triangle": Outline(((0, 0), (4, 0), (1, 3))),
    "clockwise L": Outline(((0, 0), (0, 6), (2, 6), (2, 2), (5, 2), (5, 0))),
    "star": Outline(((0, 0), (3, 1), (6, 0), (5, 3), (6, 6), (3, 5), (0, 6), (1, 3))),
    "ring": Outline(((0, 0), (6, 0), (6, 6), (0, 6)), (((1, 1), (5, 1), (5, 5), (1, 5)),)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_parts_are_convex_and_make_up_the_whole(name):
    outline = SHAPES[name]
    whole = shapely.Polygon(outline.points, outline.holes)
    pieces = [shapely.Polygon(part.corners) for part in parts(outline)]
    assert shapely.union_all(pieces).symmetric_difference(whole).area < 1e-12
    assert sum(piece.area for piece in pieces) == pytest.approx(whole.area)
    for piece in pieces:
        assert piece.area == pytest.approx(piece.convex_hull.area)
        assert piece.exterior.is_ccw


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SHAPES)), st.floats(-3, 9), st.floats(-3, 9))
def test_distance_is_that_of_an_independent_library(name, x, y):
    outline = SHAPES[name]
    whole = shapely.Polygon(outline.points, outline.holes)
    assert distance_to(outline, x, y) == pytest.approx(whole.distance(shapely.Point(x, y)), abs=1e-9)


def test_a_wall_is_the_house_without_its_rooms_and_doors():
    outlines = difference(rectangle(0, 0, 6, 6), (rectangle(1, 1, 4, 4), rectangle(2, 0, 1, 1)))
    assert sum(outline.area for outline in outlines) == pytest.approx(36 - 16 - 1)
