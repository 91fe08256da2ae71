"""Falls: how far, onto what, and their damage (M3E-MOVE-06, -07, -18, T2-FALL, M1-MOVE-11, M4-MOVE-14)."""

from __future__ import annotations

from math import ceil, cos, floor, pi, sin

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table, overlapping_models
from rules.table.elevation import surface_elevations
from rules.table.geometry.footprints import TOUCH, distance_to
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import covers, rideable, roofed

# The First Edition flips this damage once for each full number of these inches; the flip is never cheated.
FLIP_EACH = 3
FALL_FLIP = (2, 4, 6)
# In a fall of more than this every inch does damage, the first included (T2-FALL-01, -02); in the Fourth
# Edition one of this already does (M4-MOVE-14).
HARMLESS = 2.0


class Fall(Struct, frozen=True):
    """A drop of ``inches`` to (``x``, ``y``) at ``elevation``: its ``damage``, and in the First Edition the
    number of ``flips`` of ``FALL_FLIP`` instead."""

    x: float
    y: float
    inches: float
    damage: int = 0
    flips: int = 0
    elevation: float = 0.0


def fall_damage(inches: float, policies: TablePolicies = POLICIES) -> int:
    """Half the drop, rounded down (M3E-MOVE-07); or each inch begun, in a drop of more than 2"
    (T2-FALL-02); or 1 in a drop of 2" or more (M4-MOVE-14).

    >>> [fall_damage(drop) for drop in (1, 2, 3, 5)]
    [0, 1, 1, 2]
    >>> [fall_damage(drop, TablePolicies(falling="each_inch")) for drop in (2, 2.1, 3, 4)]
    [0, 3, 3, 4]
    >>> [fall_damage(drop, TablePolicies(falling="one")) for drop in (1, 2, 5)]
    [0, 1, 1]
    """
    if policies.falling == "one":
        return int(inches >= HARMLESS - TOUCH)
    if policies.falling == "half":
        return floor((inches + TOUCH) / 2)
    if policies.falling == "flips" or inches <= HARMLESS + TOUCH:
        return 0
    return ceil(inches - TOUCH)


def fall_flips(inches: float, policies: TablePolicies = POLICIES) -> int:
    """The damage flips of a fall: one for each full 3" in rulesets that flip (M1-MOVE-11, Q-02)."""
    return floor((inches + TOUCH) / FLIP_EACH) if policies.falling == "flips" else 0


def fall_between(base: Base, landed: Base, policies: TablePolicies = POLICIES) -> Fall:
    """The fall from ``base`` to where it landed, measured to that surface (M3E-MOVE-18,
    T2-FALL-03)."""
    inches = base.elevation - landed.elevation
    dealt = fall_damage(inches, policies), fall_flips(inches, policies)
    return Fall(landed.x, landed.y, inches, *dealt, landed.elevation)


def landing_place(table: Table, base: Base, policies: TablePolicies = POLICIES) -> Base:
    """Where a base without support lands (M3E-MOVE-06, -18)."""
    below = max((at for at in surface_elevations(table, base) if at < base.elevation - TOUCH), default=0.0)
    landed = base.at(base.x, base.y, below)
    if fits(table, landed):
        return landed
    if policies.fall_landing == "stays":
        raise Refusal(
            f"{base.name} would fall onto something.",
            rule="fall.landing",
            fix="Leave the edge elsewhere.",
        )
    return nearest_legal(table, base)


def slopes_down(table: Table, base: Base, landed: Base) -> bool:
    """Whether the base leaves a hill or slope, which brings it down without a fall (M3E-TERR-09); one
    with a known foot only where the base is as low as the ground there."""
    return any(
        piece.gradual
        and not piece.has("climbable")
        and piece.top is not None
        and piece.bottom < base.elevation <= piece.top + TOUCH
        and distance_to(piece.footprint, base.x, base.y) <= base.radius + 3 * TOUCH
        and (piece.rises is None or rideable(piece, base.x, base.y, base.radius, landed.elevation))
        for piece in table.pieces
    )


def nearest_legal(table: Table, base: Base) -> Base:
    """The nearest place below, to 0.05", where the falling base may stand (M3E-MOVE-18).

    Of several equally near places it is the first counter-clockwise from the right; the controller may choose
    another.
    """
    for step in range(1, 240):
        for turn in range(72):
            x = base.x + 0.05 * step * cos(turn * pi / 36)
            y = base.y + 0.05 * step * sin(turn * pi / 36)
            spot = base.at(x, y)
            for level in surface_elevations(table, spot):
                if level < base.elevation - TOUCH:
                    landed = spot.at(spot.x, spot.y, level)
                    if table.holds_base(landed) and fits(table, landed):
                        return landed
                    break
    raise Refusal(f"{base.name} has nowhere to land.", rule="fall.landing")


def fits(table: Table, base: Base, ignores: tuple[str, ...] = ()) -> bool:
    """Whether the base may stand there: on no other base and in nothing solid (M3E-MOVE-05)."""
    return not overlapping_models(table, base) and not stuck_in(table, base, ignores)


def stuck_in(table: Table, base: Base, ignores: tuple[str, ...] = ()) -> str:
    """The name of the Impassable or solid Climbable piece that the base would be inside; empty for
    none."""
    for piece in table.pieces:
        if not covers(piece, base.x, base.y, base.radius) or piece.interior is not None:
            continue
        if piece.open_below and base.elevation + base.size <= piece.bottom + TOUCH:
            continue
        if piece.has("impassable"):
            if not roofed(piece, base.elevation):
                return piece.name
            continue
        solid = piece.has("climbable") and not piece.gradual and "climbable" not in ignores
        under = piece.top is not None and base.elevation < piece.top - TOUCH
        if solid and under:
            return piece.name
    return ""
