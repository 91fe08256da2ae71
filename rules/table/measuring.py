"""Measuring (M3E-MEAS). Anyone may measure anything at any time (M3E-MEAS-01), so no function takes a player.

Distances are inches, seen from above between the nearest points, plus the vertical part. Figures are compared
to the thousandth of an inch: 3.0008" is within 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from rules.table.bases import Base, centres_apart
from rules.table.geometry.footprints import TOUCH, Footprint, Outline, distance_between, distance_to
from rules.table.geometry.plane import Point, length, point_to_segment
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, covers, reaches_elevation

Thing = Base | Piece


def at_most(distance: float, limit: float) -> bool:
    """Whether ``distance`` <= ``limit`` as measured, to the thousandth."""
    return distance <= limit + TOUCH


def horizontal_gap(one: Thing, other: Thing) -> float:
    """The horizontal distance between the nearest points, 0 when they touch or overlap."""
    if isinstance(one, Base) and isinstance(other, Base):
        return max(0.0, centres_apart(one, other) - one.radius - other.radius)
    if isinstance(one, Base) and isinstance(other, Piece):
        return max(0.0, distance_to(other.footprint, one.x, one.y) - one.radius)
    if isinstance(one, Piece) and isinstance(other, Base):
        return horizontal_gap(other, one)
    assert isinstance(one, Piece)
    assert isinstance(other, Piece)
    return distance_between(one.footprint, other.footprint)


def vertical_gap(one: Thing, other: Thing, policies: TablePolicies = POLICIES) -> float:
    """The vertical part: elevation difference less the lower object's Size or Ht, at least 0
    (M3E-MEAS-02).

    Elevations are measured from the table; under policy ``lower_size`` "with_terrain" a lower model also
    subtracts the Height it stands on (M3E-MEAS-08). The part is 0 where ranges are horizontal (M1R-MEAS-04,
    T2-VLOS-09).
    """
    if not policies.vertical_counts:
        return 0.0
    low, high = sorted((one, other), key=_underside)
    return max(0.0, _underside(high) - _underside(low) - _stature(low, policies))


def _underside(thing: Thing) -> float:
    return thing.elevation if isinstance(thing, Base) else float(thing.bottom)


def _stature(thing: Thing, policies: TablePolicies) -> float:
    if isinstance(thing, Piece):
        return float(thing.height or 0)
    return float(thing.effective_size if policies.lower_size == "with_terrain" else thing.size)


def gap(one: Thing, other: Thing, policies: TablePolicies = POLICIES) -> float:
    """The distance between two objects: the sum of the horizontal and the vertical part, not the
    hypotenuse (M3E-MEAS-02).

    >>> round(gap(Base("Rasputina", 10, 10, size=2), Base("Pandora", 10, 14, elevation=2)), 3)
    2.819
    """
    return horizontal_gap(one, other) + vertical_gap(one, other, policies)


def within(one: Thing, other: Thing, inches: float, policies: TablePolicies = POLICIES) -> bool:
    """Whether any part of the base is at that distance or nearer (M3E-MEAS-03)."""
    return at_most(gap(one, other, policies), inches)


def completely_within(one: Base, other: Thing, inches: float, policies: TablePolicies = POLICIES) -> bool:
    """Whether every part of ``one``'s base is at that distance of ``other`` or nearer
    (M3E-MEAS-04)."""
    left = inches - vertical_gap(one, other, policies)
    if isinstance(other, Base):
        return at_most(centres_apart(one, other) + one.radius - other.radius, left) and left >= -TOUCH
    return left >= -TOUCH and farthest_part(one, other.footprint) <= left + TOUCH


def farthest_part(base: Base, footprint: Footprint) -> float:
    """The distance of the farthest part of the base from the footprint, 0 when it is all inside; to
    0.001".

    The distance (negative inside) changes by at most an inch per inch, so rings and arcs of the base that
    cannot contain a farther point than the best so far are dropped, the others halved.
    """
    best = _signed(footprint, base.x, base.y)
    waiting: list[tuple[float, float, float, float]] = [(0.0, base.radius, 0.0, 2 * pi)]
    while waiting:
        near, far, start, end = waiting.pop()
        ring, angle = (near + far) / 2, (start + end) / 2
        best = max(best, _signed(footprint, base.x + far * cos(angle), base.y + far * sin(angle)))
        here = _signed(footprint, base.x + ring * cos(angle), base.y + ring * sin(angle))
        spread = (far - near) / 2 + far * (end - start) / 2
        if here + spread <= max(0.0, best) + 1e-3:
            continue
        if far - near > far * (end - start):
            waiting += [(near, ring, start, end), (ring, far, start, end)]
        else:
            waiting += [(near, far, start, angle), (near, far, angle, end)]
    return max(0.0, best)


def _signed(footprint: Footprint, x: float, y: float) -> float:
    """The distance to the footprint; inside it, the negative distance to its edge."""
    if isinstance(footprint, Outline):
        outside = distance_to(footprint, x, y)
        return outside or -min(_to_ring(x, y, ring) for ring in (footprint.points, *footprint.holes))
    return length(x - footprint.x, y - footprint.y) - footprint.radius


def in_contact(one: Base, other: Thing, slopes: Iterable[Piece] = ()) -> bool:
    """Whether the bases touch or overlap (M3E-MEAS-05).

    They must share a level: a base above another's head is within 0" and not in contact. A base is not in
    contact with itself.
    """
    if isinstance(other, Base) and one.name == other.name:
        return False
    if horizontal_gap(one, other) > TOUCH:
        return False
    if isinstance(other, Base):
        return on_one_level(one, other, slopes)
    return reaches_elevation(other, one.elevation)


def on_one_level(one: Base, other: Base, slopes: Iterable[Piece] = ()) -> bool:
    """Whether neighbours share a level; on one of the ``slopes`` they differ by less than 1"."""
    apart = abs(one.elevation - other.elevation)
    if apart <= TOUCH or apart >= 1.0:
        return apart <= TOUCH
    return any(covers(slope, base.x, base.y, base.radius) for slope in slopes for base in (one, other))


def inside_of(base: Base, area: Outline) -> bool:
    """Whether any part of the base is in the area; touching its edge from outside does not count."""
    return distance_to(area, base.x, base.y) < base.radius - TOUCH


def completely_inside(base: Base, area: Outline) -> bool:
    """Whether every part of the base is in the area, its edge included."""
    if distance_to(area, base.x, base.y) > 0.0:
        return False
    return all(_to_ring(base.x, base.y, ring) >= base.radius - TOUCH for ring in (area.points, *area.holes))


def _to_ring(x: float, y: float, ring: tuple[Point, ...]) -> float:
    return min(point_to_segment(x, y, a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def farthest_from_point(base: Base, x: float, y: float) -> float:
    """The distance of the farthest part of the base from a point of the table."""
    return length(base.x - x, base.y - y) + base.radius
