"""Measuring, with the worked examples of the rulebook."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.table.geometry.footprints import Outline, RoundFootprint, distance_to
from rules.table.measuring import (
    completely_within,
    farthest_part,
    gap,
    horizontal_gap,
    in_contact,
    vertical_gap,
    within,
)
from rules.table.policies import TablePolicies
from rules.table.terrain import Piece
from tests.rules.table.scene import R30, box, model, rectangle

WITH_TERRAIN = TablePolicies(lower_size="with_terrain")


@pytest.mark.rule("M3E-MEAS-06", "M3E-MEAS-05")
def test_pandora_on_the_rock_above_rasputina():
    rasputina, pandora = model("Rasputina", 10, 10), model("Pandora", 10 + 2 * R30, 10, elevation=1)
    assert gap(rasputina, pandora) == pytest.approx(0, abs=0.001)
    assert within(pandora, rasputina, 0)
    assert not in_contact(pandora, rasputina)


@pytest.mark.rule("M3E-MEAS-05")
def test_bases_that_touch_are_in_contact_and_within_0():
    pandora, rasputina = model("Pandora", 10, 10), model("Rasputina", 10 + 2 * R30, 10)
    assert in_contact(pandora, rasputina)
    assert within(pandora, rasputina, 0)
    assert not in_contact(pandora, pandora)
    assert not in_contact(pandora, model("far", 10 + 2 * R30 + 0.003, 10))


@pytest.mark.rule("M3E-MEAS-05")
@pytest.mark.parametrize("degrees", range(0, 360, 7))
def test_contact_at_any_angle_survives_the_grid(degrees):
    turn = degrees * pi / 180
    other = model("b", 10 + 2 * R30 * cos(turn), 10 + 2 * R30 * sin(turn))
    assert in_contact(model("a", 10, 10), other)


@pytest.mark.rule("M3E-MEAS-07", "M3E-MEAS-02")
def test_pandora_below_rasputina_at_three_inches():
    pandora, rasputina = model("Pandora", 10, 10), model("Rasputina", 13 + 2 * R30, 10, elevation=2)
    assert gap(pandora, rasputina) == pytest.approx(3, abs=0.001)
    assert within(pandora, rasputina, 3)
    assert not within(pandora, rasputina, 2.99)


@pytest.mark.rule("M3E-MEAS-02")
def test_vertical_and_horizontal_add_up_and_are_no_hypotenuse():
    low, high = model("low", 10, 10, size=1), model("high", 13 + 2 * R30, 10, elevation=5)
    assert vertical_gap(low, high) == 4
    assert gap(low, high) == gap(high, low) == pytest.approx(7, abs=0.001)


@pytest.mark.rule("M3E-MEAS-01")
def test_distances_are_fractions_of_an_inch():
    assert gap(model("a", 5, 5), model("b", 5, 8.25)) == pytest.approx(3.25 - 2 * R30)


@pytest.mark.rule("M3E-MEAS-03", "M3E-MEAS-04")
def test_within_asks_for_any_part_and_completely_for_every_part():
    a, b = model("a", 10, 10), model("b", 14, 10)
    near, far = 4 - 2 * R30, 4.0
    assert within(b, a, near)
    assert not within(b, a, near - 0.01)
    assert completely_within(b, a, far)
    assert not completely_within(b, a, far - 0.01)
    assert not completely_within(b, a, near)
    assert not completely_within(b.at(10.1, 10, 9), a, 1)


@pytest.mark.rule("M3E-MEAS-08")
def test_what_a_lower_model_on_terrain_subtracts():
    low, high = model("low", 10, 10, size=1, elevation=2), model("high", 14, 10, elevation=5)
    assert vertical_gap(low, high) == 2
    assert vertical_gap(low, high, WITH_TERRAIN) == 0
    flat = model("marker", 10, 10, size=0, kind="marker")
    assert vertical_gap(flat, high) == 5


@pytest.mark.rule("M3E-MEAS-02", "M3E-TRAIT-12")
def test_terrain_is_measured_with_its_height():
    rock = box("rock", 4, 4, 2, 2, "blocking", ht=2)
    above = model("above", 9, 5, elevation=3)
    assert horizontal_gap(above, rock) == pytest.approx(3 - R30)
    assert gap(above, rock) == gap(rock, above) == pytest.approx(3 - R30 + 1)
    assert horizontal_gap(rock, box("other", 8, 9, 1, 1)) == pytest.approx(sqrt(4 + 9))
    assert horizontal_gap(rock, box("crossing", 3, 5, 9, 0.5)) == 0


@pytest.mark.rule("M3E-TRAIT-01")
def test_a_model_in_or_touching_terrain_is_within_0_of_it():
    water = box("water", 4, 4, 2, 2, "severe")
    assert within(model("in", 5, 5), water, 0)
    assert within(model("touching", 6 + R30, 5), water, 0)
    assert in_contact(model("touching", 6 + R30, 5), water)
    assert not within(model("beside", 6.1 + R30, 5), water, 0)


@settings(max_examples=8, deadline=None)
@given(st.floats(1, 9), st.floats(1, 9), st.sampled_from([30, 40, 50]))
@pytest.mark.rule("M3E-MEAS-04")
def test_the_farthest_part_is_found(x, y, mm):
    shape = Outline(((2, 2), (8, 2), (8, 3), (3, 3), (3, 8), (2, 8)))
    base = model("a", x, y, mm=mm)
    seen = max(
        distance_to(shape, base.x + base.radius * s * cos(t), base.y + base.radius * s * sin(t))
        for s in (0, 0.5, 1)
        for t in [i * pi / 60 for i in range(120)]
    )
    farthest = farthest_part(base, shape)
    assert seen - 2e-3 <= farthest <= seen + 0.26 * base.radius
    piece = Piece("L", shape)
    assert completely_within(base, piece, farthest + 0.01)
    assert not completely_within(base, piece, seen - 0.01) or seen < 0.01


def test_round_footprints_measure_like_bases():
    pillar = Piece("pillar", RoundFootprint(10, 10, 50), ("blocking",), 3)
    assert horizontal_gap(model("a", 15, 10), pillar) == pytest.approx(5 - R30 - 25 / 25.4)
    assert rectangle(0, 0, 1, 1).area == 1
