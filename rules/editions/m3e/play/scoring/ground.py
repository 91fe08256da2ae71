"""Places of the table that are wanted: of a zone or a half, and where a Scheme Marker could lie.

``wants.py`` says what they are wanted for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import hypot

from rules.editions.m3e import zones
from rules.editions.m3e.play.procedure import table_areas
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.scoring.places import enemies, scheme_markers
from rules.editions.m3e.play.scoring.wants import STEP_OF_SCHEME, Goal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.plane import Point
from rules.table.measuring import completely_inside
from rules.table.policies import TablePolicies
from rules.table.zones import End

GRID = 4.0  # inches between the places of the table that are looked at


def drops(
    g: Game, seat: int, spots: Iterable[Point], held: int, needed: int, near: float = 1.5
) -> Iterator[Goal]:
    """A Scheme Marker at each of the places where one could lie, until there are as many as needed."""
    if held < needed:
        own, apart = scheme_markers(g, seat), g.rules.scheme_marker_apart + 1.0
        for x, y in spots:
            if all(hypot(x - marker.x, y - marker.y) > apart for marker in own):
                yield Goal(x, y, near, STEP_OF_SCHEME, "drop")


def alone(g: Game, seat: int, x: float, y: float, inches: float) -> bool:
    """Whether no enemy that counts is within that of somebody of the usual base there."""
    return all(hypot(x - enemy.x, y - enemy.y) > inches + 1.5 for enemy in enemies(g, seat))


def ground(g: Game, seat: int, what: str) -> tuple[Point, ...]:
    """Places of the table wholly in that player's zone, or on that player's half."""
    end = table_areas.end_of(g, seat)
    return _ground(table_areas.deployment_of(g), end, what, g.table.width, g.table.depth, g.rules.table)


@lru_cache(maxsize=64)
def _ground(
    deployment: zones.DeploymentM3,
    end: End,
    what: str,
    width: float,
    depth: float,
    rules: TablePolicies,
) -> tuple[Point, ...]:
    table = Table(width=width, depth=depth)
    half = zones.half(deployment, end, table, rules)
    zone = zones.zone(deployment, end, table, rules)
    inside = []
    for column in range(1, int(width / GRID)):
        for row in range(1, int(depth / GRID)):
            base = Base("", column * GRID, row * GRID, 30.0)
            if completely_inside(base, half) if what == "half" else zone.holds(base):
                inside.append((base.x, base.y))
    return tuple(inside)
