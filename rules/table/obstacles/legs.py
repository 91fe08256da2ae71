"""One straight, level stretch of a move: what it meets, where it is slow, where it is supported.

All answers are intervals along the path of the base's centre, in inches from the leg's start: a base meets a
shape exactly where its centre is nearer to it than its radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import QUANTUM, TOUCH, parts
from rules.table.geometry.plane import ConvexPart, Interval, along_line, clipped, length, merged, widened
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, reaches_elevation, roofed

# Intervals shorter than the grid are rounding errors.
LEAST = 2 * QUANTUM


class Leg(Struct, frozen=True):
    """From (``x``, ``y``) along the unit (``ux``, ``uy``) for ``length`` inches, at ``elevation``."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    elevation: float

    def at(self, along: float) -> tuple[float, float]:
        return self.x + along * self.ux, self.y + along * self.uy


class Obstacle(Struct, frozen=True):
    """What blocks the leg from ``start`` inches on, and its rule."""

    name: str
    rule: str
    start: float


def leg_to(base: Base, x: float, y: float) -> Leg:
    """The level leg from where the base stands; its ``length`` is 0 when the base is there."""
    dx, dy = x - base.x, y - base.y
    far = length(dx, dy)
    return Leg(base.x, base.y, dx / far if far else 1.0, dy / far if far else 0.0, far, base.elevation)


def spans(leg: Leg, shape: Iterable[ConvexPart], radius: float) -> list[Interval]:
    """Where a base of that radius meets the shape by more than a touch, along the leg."""
    x, y, ux, uy, intervals = leg.x, leg.y, leg.ux, leg.uy, []
    for part in shape:
        far, dx, dy = part.bound + radius + TOUCH, part.cx - x, part.cy - y
        if -far <= dy * ux - dx * uy <= far and -far <= dx * ux + dy * uy <= leg.length + far:
            span = along_line(widened(part, radius), x, y, ux, uy)
            if span is not None:
                intervals.append(span)
    return clipped(merged(intervals), 0.0, leg.length) if intervals else []


def inside_spans(leg: Leg, pieces: Iterable[Piece], radius: float) -> list[Interval]:
    """Where any part of the base is in any of the pieces."""
    return merged(span for piece in pieces for span in spans(leg, parts(piece.footprint), radius - TOUCH))


def slow_stretches(table: Table, leg: Leg, base: Base, policies: TablePolicies = POLICIES) -> list[Interval]:
    """Where any part of the base is in Severe terrain (M3E-TRAIT-14), unless the base is unaffected
    (M3E-TRAIT-15)."""
    if "severe" in base.unaffected:
        return []
    severe = (p for p in table.pieces if is_slow(p, policies) and reaches_elevation(p, leg.elevation))
    return inside_spans(leg, severe, base.radius)


def is_slow(piece: Piece, policies: TablePolicies = POLICIES) -> bool:
    """Whether an inch in the piece costs two: it is Severe, and no linear obstacle with one price
    (T2-A10)."""
    return piece.has("severe") and not (piece.has("linear") and policies.wall_cross_cost == "path_plus_1")


def obstacles(
    table: Table,
    leg: Leg,
    base: Base,
    ignores: tuple[str, ...] = (),
    *,
    through_models: bool = False,
    policies: TablePolicies = POLICIES,
) -> list[Obstacle]:
    """The models and terrain that the leg runs into, nearest first (M3E-MOVE-04, M3E-TRAIT-03, -13).

    A Spirit blocks no model where Spirits and others pass each other (M1R-SPI-09, T2-INC-01).
    """
    met: list[Obstacle] = []
    if not through_models:
        for other in table.bases:
            if other.kind != "model" or other.name == base.name or other.passable:
                continue
            if other.spirit and policies.spirits_pass:
                continue
            if _level_with(base, other, leg.elevation):
                met += _met(leg, (other.part,), base.radius, other.name, "move.through")
    for piece in table.pieces:
        rule = "terrain.impassable" if piece.has("impassable") else "terrain.climbable"
        for shape in solid_parts_at(piece, base, leg.elevation, ignores):
            met += _met(leg, shape, base.radius, piece.name, rule)
    return sorted(met, key=lambda obstacle: obstacle.start)


def _met(leg: Leg, shape: tuple[ConvexPart, ...], radius: float, name: str, rule: str) -> Iterator[Obstacle]:
    """Where the leg enters the shape by more than a touch, counted from the contact."""
    for low, high in spans(leg, shape, radius - TOUCH):
        if high - low > LEAST:
            contacts = spans(leg, shape, radius)
            yield Obstacle(name, rule, max(start for start, _ in contacts if start <= low))


def _level_with(base: Base, other: Base, elevation: float) -> bool:
    low, high = sorted(((elevation, base.size), (other.elevation, other.size)))
    return high[0] < low[0] + max(low[1], TOUCH)


def solid_parts_at(
    piece: Piece, base: Base, elevation: float, ignores: tuple[str, ...] = ()
) -> Iterator[tuple[ConvexPart, ...]]:
    """What of the piece cannot be moved through at that elevation."""
    if piece.open_below and elevation + base.size <= piece.bottom + TOUCH:
        return
    if piece.has("impassable") and "impassable" not in ignores:
        if not roofed(piece, elevation):
            for outline in piece.walls() or (piece.footprint,):
                yield parts(outline)
        return
    if not piece.has("climbable") or piece.gradual or "climbable" in ignores:
        return
    if piece.top is not None and elevation >= piece.top - TOUCH:
        return
    if piece.interior is not None:
        for outline in piece.walls():
            yield parts(outline)
    else:
        yield parts(piece.footprint)


def unsupported(table: Table, leg: Leg, base: Base, *, clinging: bool) -> float | None:
    """Where nothing supports the base on its level any more, ``None`` when something always does
    (M3E-MOVE-06).

    ``clinging``: contact with Climbable terrain supports it too (M3E-MOVE-08).
    """
    z = leg.elevation
    if z <= TOUCH:
        return None
    carried: list[Interval] = []
    for piece in table.pieces:
        shape = parts(piece.footprint)
        top = piece.top if piece.has("climbable") or piece.gradual else None
        levels = [float(at) for at in piece.floors] + ([] if top is None else [float(top)])
        on = any(abs(z - at) <= TOUCH for at in levels)
        if on or (piece.gradual and top is not None and piece.bottom <= z <= top):
            carried += spans(leg, shape, base.radius - TOUCH)
        if clinging and piece.has("climbable") and reaches_elevation(piece, z):
            carried += spans(leg, shape, base.radius + TOUCH)
    reached = 0.0
    for low, high in merged(carried, join=LEAST):
        if low > reached + LEAST:
            break
        reached = max(reached, high)
    return None if reached >= leg.length - LEAST else reached


def cost(leg: Leg, slow_spans: Iterable[Interval], upto: float) -> float:
    """The movement spent on the first ``upto`` inches: an inch in Severe terrain costs two
    (M3E-TRAIT-14)."""
    return upto + sum(high - low for low, high in clipped(slow_spans, 0.0, upto))


def distance_affordable(leg: Leg, slow_spans: Iterable[Interval], allowance: float) -> float:
    """How far along the leg that much movement goes."""
    at, left = 0.0, allowance
    for low, high in slow_spans:
        if left <= max(0.0, low - at):
            return min(leg.length, at + left)
        left -= max(0.0, low - at)
        if left <= 2.0 * (high - low):
            return min(leg.length, low + left / 2.0)
        left -= 2.0 * (high - low)
        at = high
    return min(leg.length, at + left)
