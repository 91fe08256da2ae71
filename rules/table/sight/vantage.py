"""Sight as the Second Edition's guide has it: heights compared on the ground, sloping lines from vantage
points (T2-BLOCK, T2-DENSE, T2-VLOS).

From a vantage point a line runs from the top of the one model to the top of the other. Its height falls
evenly along the line between their centres, from the one base's edge to the other's, whichever of the sight
lines is drawn: so a piece blocks exactly with that part of its footprint over which the lines are no higher
than it, and ``lines`` answers exactly again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import floor, inf

from rules.table.bases import Base, centres_apart
from rules.table.geometry.footprints import TOUCH, RoundFootprint
from rules.table.geometry.plane import ConvexPart, Point, convex, length, point_to_segment
from rules.table.measuring import at_most
from rules.table.obstacles.free_space import platforms
from rules.table.policies import TablePolicies
from rules.table.sight.lines import Barrier
from rules.table.sight.occlusion import blocking_parts, crosses_little, wall_parts
from rules.table.terrain import Piece, covers, inside

VANTAGE = 2  # the least Ht of a vantage point (T2-VANT-01)


def is_vantage(piece: Piece) -> bool:
    """Whether the piece may be declared a vantage point: Ht 2 or more, and one can stand on it."""
    return any(at >= VANTAGE for at in platforms(piece))


def on_vantage(base: Base) -> bool:
    """Whether the model stands on a vantage point: nothing else carries it so high (T2-VLOS-01)."""
    return floor(base.elevation + TOUCH) >= VANTAGE


def is_diagonal(one: Base, other: Base) -> bool:
    """Whether lines between the two are drawn diagonally: one is on a vantage point, and not both on
    equal ones (T2-VLOS-02, -08)."""
    if not (on_vantage(one) or on_vantage(other)):
        return False
    return floor(one.elevation + TOUCH) != floor(other.elevation + TOUCH)


def vantage_height(base: Base, policies: TablePolicies) -> int:
    """The model's Ht when levels are compared (T2-A08)."""
    return base.effective_size if policies.vantage_ht == "with_elevation" else base.size


def least_blocking_height(
    one: Base, other: Base, policies: TablePolicies
) -> tuple[int, Callable[[Base], int]]:
    """The least Ht with which a model in between blocks, and how Ht counts: on the ground as printed
    (T2-A02), from a vantage point that of the model on it (T2-VLOS-04)."""
    if on_vantage(one) or on_vantage(other):
        return max(
            vantage_height(one, policies), vantage_height(other, policies)
        ), lambda base: vantage_height(base, policies)
    acting = policies.blocking_compare == "acting"
    return (one.size if acting else max(one.size, other.size)), lambda base: base.size


def vantage_hiding_height(piece: Piece, policies: TablePolicies) -> float:
    """The height up to which the piece hides what is behind it; for fog by policy any (T2-A03)."""
    if piece.has("dense") and not piece.height:
        return inf if policies.fog_los_height is None else float(piece.bottom + policies.fog_los_height)
    if piece.top is None:
        return inf if policies.no_height == "unlimited" else 0.0
    return float(piece.top)


def vantage_barriers(piece: Piece, one: Base, other: Base, policies: TablePolicies) -> Iterator[Barrier]:
    """What of one piece may stop the lines that ``one``, acting, draws to ``other``."""
    if not (piece.has("blocking") or piece.has("dense")):
        return
    if all(inside(piece, b.x, b.y, b.radius, b.elevation) for b in (one, other)):
        return
    if _own_ledge(piece, one, other, policies):
        return
    shape = _at_height(piece, one, other, policies)
    if not shape:
        return
    if piece.has("blocking"):
        yield Barrier(
            piece.name, shape, rule="sight.down" if is_diagonal(one, other) else "sight.blocking_by_height"
        )
    else:
        starts, ends = (covers(piece, b.x, b.y, b.radius) for b in (one, other))
        yield Barrier(piece.name, shape, "dense", starts, ends, rule="sight.dense_by_height")


def _own_ledge(piece: Piece, one: Base, other: Base, policies: TablePolicies) -> bool:
    """Whether a model on the piece ignores it: both stand on it, or the ledge, on some line between
    the two or by policy anywhere, is no farther from its base than its Ht (T2-VLOS-03, T2-A13)."""
    standing = [b for b in (one, other) if on_vantage(b) and _stands_on(b, piece)]
    if len(standing) == 2:
        return True
    if policies.ledge == "nearest":
        return any(at_most(_to_ledge(base, piece), base.size) for base in standing)
    return any(crosses_little(one, other, piece, float(base.size)) for base in standing)


def _to_ledge(base: Base, piece: Piece) -> float:
    """Inches from the base's edge to the nearest edge of the piece it stands on, at least 0."""
    shape = piece.footprint
    if isinstance(shape, RoundFootprint):
        return max(0.0, shape.radius - length(base.x - shape.x, base.y - shape.y) - base.radius)
    rings = (shape.points, *shape.holes)
    sides = [side for ring in rings for side in zip(ring, ring[1:] + ring[:1], strict=True)]
    return max(0.0, min(point_to_segment(base.x, base.y, *side) for side in sides) - base.radius)


def _stands_on(base: Base, piece: Piece) -> bool:
    if not covers(piece, base.x, base.y, base.radius):
        return False
    if piece.gradual and piece.top is not None:
        return piece.bottom < base.elevation <= piece.top + TOUCH
    return any(abs(base.elevation - at) <= TOUCH for at in platforms(piece))


def _at_height(piece: Piece, one: Base, other: Base, policies: TablePolicies) -> tuple[ConvexPart, ...]:
    """The blocking part of the piece: all of it, none, or where the lines are low enough."""
    top, bottom = vantage_hiding_height(piece, policies), float(piece.bottom) if piece.open_below else -inf
    # Open windows and doors stop no line, nor one that goes right through (T2-BLD-03).
    shape = (
        blocking_parts(piece.footprint, policies) if piece.interior is None else wall_parts(piece, policies)
    )
    if not is_diagonal(one, other):
        least, height = least_blocking_height(one, other, policies)
        highest = max(height(one), height(other))
        return () if top < least or highest <= bottom else shape
    if top <= min(vantage_height(one, policies), vantage_height(other, policies)):
        return ()
    # One order of the ends, so that sight is mutual to the last bit.
    a, b = sorted((one, other), key=lambda base: (base.x, base.y, base.mm))
    return tuple(_low_part(shape, a, b, bottom, top))


def _low_part(
    shape: Sequence[ConvexPart], a: Base, b: Base, bottom: float, top: float
) -> Iterator[ConvexPart]:
    d = centres_apart(a, b)
    ux, uy = (b.x - a.x) / d, (b.y - a.y) / d
    start, far = a.radius, d - a.radius - b.radius
    from_top, to_top = a.elevation + a.size, b.elevation + b.size
    if top < min(from_top, to_top) or bottom > max(from_top, to_top):
        return
    slope = (to_top - from_top) / far
    # Where along the centre line the height is right, as x · way >= least.
    bounds: list[tuple[float, float]] = []
    for limit, sign in ((top, -1.0), (bottom, 1.0)):
        if abs(limit) == inf or slope == 0.0:
            continue
        at = start + (limit - from_top) / slope
        way = sign if slope > 0.0 else -sign
        bounds.append((way, way * at))
    for part in shape:
        ring, rho = _ring(part)
        for way, least in bounds:
            ring = _beyond(ring, a, ux * way, uy * way, least)
        if len(ring) >= 3 and _spread(ring) > 1e-9:
            yield convex(ring, rho)


def _ring(part: ConvexPart) -> tuple[Sequence[Point], float]:
    """The part's corners and rounding; a disc has 64 corners on its rim."""
    if len(part.corners) > 1:
        return part.corners, part.rho
    (x, y), r = part.corners[0], part.rho
    quarter = [((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for t in (i / 16 for i in range(16))]
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    return [(x + r * (a * c - b * s), y + r * (b * c + a * s)) for a, b in turns for c, s in quarter], 0.0


def _beyond(ring: Sequence[Point], a: Base, ux: float, uy: float, least: float) -> list[Point]:
    """What of a convex ring is at least that far along (ux, uy) from the middle of the base."""
    along = [(x - a.x) * ux + (y - a.y) * uy - least for x, y in ring]
    out: list[Point] = []
    for i, here in enumerate(ring):
        j = (i + 1) % len(ring)
        if along[i] >= 0.0:
            out.append(here)
        if along[i] * along[j] < 0.0:
            t = along[i] / (along[i] - along[j])
            out.append((here[0] + t * (ring[j][0] - here[0]), here[1] + t * (ring[j][1] - here[1])))
    return out


def _spread(ring: Sequence[Point]) -> float:
    """The length of the longest way across the ring from its first corner."""
    return max(length(x - ring[0][0], y - ring[0][1]) for x, y in ring)
