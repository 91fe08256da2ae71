"""Deployment Zones, halves, quarters and the centre line."""

from __future__ import annotations

import pytest

from rules.editions.m3e.zones import (
    NAMES,
    centre_line,
    deployment_of,
    friendly_corners,
    friendly_edges,
    half,
    on_centre_line,
    zone,
)
from rules.refusal import Refusal
from rules.table.measuring import completely_inside, inside_of
from rules.table.policies import TablePolicies
from rules.table.zones import centre_point, corners, quarters, quarters_of
from tests.rules.table.scene import R30, model

SQUARE = TablePolicies(corner_zone="square")
PARALLEL = TablePolicies(centre_line="parallel")


@pytest.mark.rule("M3E-SETUP-06")
def test_the_defenders_suit_sets_the_deployment():
    assert [deployment_of(suit) for suit in "RCTM"] == ["standard", "corner", "flank", "wedge"]
    with pytest.raises(Refusal):
        deployment_of("x")


def at(x: float, y: float):
    return model("a", x, y)


@pytest.mark.rule("M3E-SETUP-07")
def test_standard_is_within_8_of_opposite_edges():
    south, north = zone("standard", "south"), zone("standard", "north")
    assert south.holds(at(1, 8 - R30))
    assert not south.holds(at(1, 8.01 - R30))
    assert south.touches(at(1, 8 + R30 - 0.01))
    assert not south.touches(at(1, 8 + R30))
    assert north.holds(at(35, 28 + R30))
    assert not north.holds(at(35, 27.99 + R30))


@pytest.mark.rule("M3E-SETUP-08", "M3E-SETUP-11")
def test_corner_is_a_quarter_disc_of_12_or_a_square_where_so_agreed():
    south, square = zone("corner", "south"), zone("corner", "south", policies=SQUARE)
    assert south.holds(at(12 - R30 - 0.1, 1))
    assert not south.holds(at(10, 10))
    assert square.holds(at(10, 10))
    assert not square.holds(at(12.1, 1))
    assert zone("corner", "north").holds(at(30, 30))
    assert zone("corner", "south").touches(at(12.5, 0.6))
    assert not zone("corner", "south").touches(at(12.7, 0.6))


@pytest.mark.rule("M3E-SETUP-09", "M3E-SETUP-11")
def test_flank_is_one_quarter_within_9_of_its_edges():
    south = zone("flank", "south")
    assert south.holds(at(17, 4))
    assert south.holds(at(4, 17))
    assert not south.holds(at(9.1, 9.1))
    assert not south.holds(at(17, 9))
    assert not south.holds(at(18, 4))
    assert zone("flank", "north").holds(at(19, 32))
    assert south.area is not None
    assert south.area.area == 18 * 18 - 9 * 9


@pytest.mark.rule("M3E-SETUP-10", "M3E-SETUP-11")
def test_wedge_is_the_triangle_of_an_edge_and_its_tip_12_in():
    south = zone("wedge", "south")
    assert south.holds(at(18, 10))
    assert not south.holds(at(18, 11.7))
    assert not south.holds(at(2, 2))
    assert south.holds(at(4, 1))
    assert south.area is not None
    assert south.area.area == 36 * 12 / 2
    assert zone("wedge", "north").holds(at(18, 26))


@pytest.mark.rule("M3E-SETUP-12")
def test_the_centre_corners_and_quarters():
    assert centre_point() == (18, 18)
    assert corners() == ((0, 0), (36, 0), (36, 36), (0, 36))
    assert {quarter.area for quarter in quarters()} == {324.0}
    assert quarters_of(at(18, 18)) == (0, 1, 2, 3)
    assert quarters_of(at(18, 18), completely=True) == ()
    assert quarters_of(at(18 - R30, 5)) == quarters_of(at(18 - R30, 5), completely=True) == (0,)
    assert quarters_of(at(20, 30), completely=True) == (2,)


@pytest.mark.rule("M3E-SETUP-13", "M3E-SETUP-12")
def test_the_centre_line_cuts_in_equal_halves_between_the_zones():
    assert centre_line("standard") == centre_line("wedge") == ((0, 18), (36, 18))
    assert centre_line("corner") == centre_line("flank") == ((0, 36), (36, 0))
    assert centre_line("corner", policies=PARALLEL) == centre_line("flank", policies=PARALLEL)
    assert centre_line("flank", policies=PARALLEL) == ((0, 18), (36, 18))
    for deployment in NAMES:
        assert half(deployment, "south").area == half(deployment, "north").area == 648
        assert on_centre_line(at(18, 18), deployment)
        assert not on_centre_line(at(5, 5), deployment)
    assert on_centre_line(at(5, 18 + R30), "standard")
    assert not on_centre_line(at(5, 18.002 + R30), "standard")


@pytest.mark.rule("M3E-SETUP-14")
def test_the_half_edge_and_corner_of_a_zone_are_friendly():
    for deployment in NAMES:
        for end in ("south", "north"):
            own = zone(deployment, end)
            home = at(*{"south": (3, 0.6), "north": (33, 35.4)}[end])
            assert own.touches(home)
            assert inside_of(home, half(deployment, end))
            other = "north" if end == "south" else "south"
            assert not completely_inside(home, half(deployment, other))
    assert friendly_corners("standard", "south") == ((0, 0), (36, 0))
    assert friendly_corners("corner", "north") == ((36, 36),)
    assert friendly_corners("flank", "south") == ((0, 0),)
    assert friendly_edges("wedge", "south") == (((0, 0), (36, 0)),)
    assert len(friendly_edges("corner", "north")) == len(friendly_edges("flank", "north")) == 2
