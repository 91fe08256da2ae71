"""Critical lines where blockers lie over a base: the points where edges cross count too."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

import numpy as np
import pytest
import shapely

from rules.refusal import Refusal
from rules.table.geometry.footprints import Outline, parts
from rules.table.geometry.plane import convex, disc, point_to_part, widened
from rules.table.sight import lines
from rules.table.sight.convex_blockers import _clear
from rules.table.sight.lines import Barrier, Frame, crossings, free_line
from tests.rules.table.scene import R30, model
from tests.rules.table.sight import oracle

A, B = model("a", 10, 10), model("b", 15, 10)
FRAME = Frame(A.x, A.y, R30, B.x, B.y, R30)
GRAZE = 1e-6

OVER_THE_BASE = [
    [((9.15, 9.63), (9.78, 9.25), (9.78, 9.99)), ((11.14, 10.38), (9.55, 10.75), (10.04, 9.19))],
    [((10.06, 9.28), (11.23, 9.94), (10.08, 10.62)), ((10.0, 9.47), (11.2, 8.49), (11.45, 10.02))],
]


def barrier(name: str, outline: Outline, mode="solid") -> Barrier:
    return Barrier(name, tuple(widened(part, GRAZE) for part in parts(outline)), mode, from_a=True)


@pytest.mark.rule("M3E-LOS-02")
@pytest.mark.parametrize("rings", OVER_THE_BASE)
def test_a_line_that_starts_where_a_blockers_edge_crosses_the_base(rings, monkeypatch):
    outlines = [Outline(ring) for ring in rings]
    barriers = [barrier(str(i), outline) for i, outline in enumerate(outlines)]
    line = free_line(FRAME, barriers)
    assert line is not None
    drawn = shapely.LineString([(line.x1, line.y1), (line.x2, line.y2)])
    for outline in outlines:
        assert drawn.distance(oracle.outline(outline)) > GRAZE - 1e-7
    monkeypatch.setattr(lines, "crossings", lambda *_: [])
    assert free_line(FRAME, barriers) is None, "this scene no longer needs the crossings"


@pytest.mark.rule("M3E-LOS-02")
@pytest.mark.parametrize(("rho", "radius"), [(1.0, 1.0), (0.3, 0.6), (2.0, 0.6)])
def test_where_a_round_blockers_edge_crosses_the_base(rho, radius):
    points = crossings(disc(3 + max(rho, radius), 4, rho), 3, 4, radius)
    assert len(points) == 2
    for x, y in points:
        assert hypot(x - 3, y - 4) == pytest.approx(radius)
        assert hypot(x - 3 - max(rho, radius), y - 4) == pytest.approx(rho)
    assert points[0][1] - 4 == pytest.approx(4 - points[1][1])
    assert crossings(disc(3 + rho + radius + 0.01, 4, rho), 3, 4, radius) == []


@pytest.mark.rule("M3E-LOS-02")
@pytest.mark.parametrize(
    "corners",
    [
        ((1, 1), (2, 1), (2, 2), (1, 2)),
        ((1, -5), (3, -5), (3, 5), (1, 5)),
        ((0.4, 0.06), (0.4, 0.42), (0.04, 0.42)),
    ],
)
def test_a_part_is_clear_of_a_base_by_its_distance_alone(corners):
    """A corner is nearest, a long side, or a short one: it is known however the part is turned."""
    apart = point_to_part(0, 0, convex(corners))
    for turn in (i * pi / 6 for i in range(12)):
        us = [x * cos(turn) - y * sin(turn) for x, y in corners]
        vs = [x * sin(turn) + y * cos(turn) for x, y in corners]
        assert _clear(us, vs, apart - 0.005)
        assert not _clear(us, vs, apart + 0.005)


def test_random_blockers_over_the_base_against_sampling():
    free = closed = 0
    for seed in range(140):
        chance = Random(seed)
        bars = [bar for bar in (_random_bar(chance, i) for i in range(chance.randint(2, 6))) if bar]
        line = free_line(FRAME, [barrier(str(i), *bar) for i, bar in enumerate(bars)])
        if line is not None:
            free += 1
            spots = np.array([[(line.x1, line.y1), (line.x2, line.y2)]])
            assert not _stopped(bars, spots, GRAZE - 1e-7, 2e-6)[0], seed
        else:
            closed += 1
            sample = oracle.candidates(A, B, [p for outline, _ in bars for p in outline.points], 32)
            assert _stopped(bars, sample, 1e-5, 0.0).all(), seed
    assert min(free, closed) > 15


def _random_bar(chance: Random, i: int) -> tuple[Outline, str] | None:
    if i < 2:
        x, y = chance.uniform(9.1, 10.9), chance.uniform(9.1, 10.9)
    else:
        x, y = chance.uniform(10.6, 14.4), chance.uniform(9, 11)
    size, turn = chance.uniform(0.2, 1.2), chance.uniform(0, 2 * pi)
    ring = tuple((x + size * cos(turn + k * 2.1), y + size * sin(turn + k * 2.1)) for k in range(3))
    try:
        return Outline(ring), chance.choice(["solid", "dense"])
    except Refusal:
        return None


def _stopped(bars, spots: np.ndarray, margin: float, rim: float) -> np.ndarray:
    drawn, starts = shapely.linestrings(spots), shapely.points(spots[:, 0])
    out = np.zeros(len(spots), dtype=bool)
    for outline, mode in bars:
        shape = oracle.outline(outline)
        meets = shapely.distance(drawn, shape) <= margin
        out |= meets if mode == "solid" else meets & ~(shapely.distance(starts, shape) <= rim)
    return out
