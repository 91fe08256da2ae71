"""The First Edition's Deployment Zones."""

import math

import pytest

from rules.editions.m1e.zones import NAMES, centre_line, zones


@pytest.mark.rule("M1-ENC-06")
def test_a_diagonal_leaves_twenty_inches_between_bands_of_eight():
    south, north = zones("diagonal")
    off = sorted({round(abs(x + y - 36) / math.sqrt(2), 2) for x, y in (*south.points, *north.points)})
    assert off == [10.0, 18.0]
    assert all(0 <= value <= 36 for point in south.points for value in point)


@pytest.mark.rule("M1-ENC-06")
@pytest.mark.parametrize(("deployment", "width", "depth"), [("standard", 36, 6), ("corners", 8, 8)])
def test_edges_and_corners(deployment, width, depth):
    south, north = zones(deployment)
    assert set(south.points) == {(0, 0), (width, 0), (width, depth), (0, depth)}
    assert set(north.points) == {(36 - x, 36 - y) for x, y in south.points}


@pytest.mark.parametrize("deployment", NAMES)
def test_the_line_between_them_is_as_far_from_both(deployment):
    (ax, ay), (bx, by) = centre_line(deployment)

    def off(x: float, y: float) -> float:
        return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / 36

    south, north = zones(deployment)
    assert sorted(off(*p) for p in south.points) == pytest.approx(sorted(-off(*p) for p in north.points))
