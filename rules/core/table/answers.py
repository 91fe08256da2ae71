"""Whole answers to what players ask over a table, with the sentences that explain them.

What a page shows and a program is told is the same: the verdict, the line or the blockers, the figures, and
why, each sentence with its row of the ledger.
"""

from __future__ import annotations

from itertools import product

from msgspec import Struct

from rules.core.table.bases import Base, centres_apart
from rules.core.table.board import Table, in_the_way, surfaces
from rules.core.table.cover import Grant, concealment, cover
from rules.core.table.falls import stuck_in
from rules.core.table.linear import ends_on
from rules.core.table.lines import Segment
from rules.core.table.measure import flat_gap, gap, in_contact, rise
from rules.core.table.plane import length
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shade import frame_of, shadow_closes
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.sight import Blocker, Sight, sight
from rules.core.table.terrain import Piece
from rules.refusal import Refusal

# More corners than these near one question are no table but a way to keep the desk busy.
MOST_BETWEEN, MOST_WITHIN = 200, 60
# Half inches that a free place is looked for around one that is taken.
NEARBY = 16


class Said(Struct, frozen=True):
    """A sentence for a person and the row behind it."""

    sentence: str
    rule: str


class Measured(Struct, frozen=True):
    """Inches between two bases: ``across`` seen from above, ``up`` the vertical part, ``apart`` both."""

    apart: float
    across: float
    up: float
    contact: bool


class Looked(Struct, frozen=True):
    """May ``one`` see the other? ``line`` is a free sight line; ``blockers`` together leave none, and
    without any one of them there would be one. ``cover`` and ``concealment`` are what the other has."""

    seen: bool
    said: tuple[Said, ...]
    measured: Measured
    line: Segment | None = None
    blockers: tuple[Blocker, ...] = ()
    cover: tuple[Grant, ...] = ()
    concealment: tuple[Grant, ...] = ()


def measured(one: Base, other: Base, policies: TablePolicies = POLICIES) -> Measured:
    """The distance between two bases and what it is made of, to the thousandth (M3E-MEAS-02)."""
    return Measured(
        round(gap(one, other, policies), 3),
        round(flat_gap(one, other), 3),
        round(rise(one, other, policies), 3),
        in_contact(one, other),
    )


def looked(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> Looked:
    """Sight from ``one``, who draws the lines, to ``other``, with everything that goes with it."""
    found = sight(table, one, other, policies)
    granted = cover(table, one, other, policies)
    concealing = concealment(table, one, other, policies)
    far = measured(one, other, policies)
    said = [*_why(table, one, other, found, policies), _distance(one, other, far, policies)]
    said += [
        Said(f"{other.name} has Cover from {one.name}: {grant.piece} stands before it.", grant.rule)
        for grant in granted
    ]
    said += [
        Said(
            f"{other.name} has Concealment from {one.name}: a line passes through {grant.piece}.", grant.rule
        )
        for grant in concealing
    ]
    return Looked(found.seen, tuple(said), far, found.line, found.blockers, granted, concealing)


def set_down(table: Table, base: Base) -> Base:
    """The base on the highest surface that carries it there: roofs, floors and hills before the ground."""
    return base.at(base.x, base.y, surfaces(table, base.at(base.x, base.y, 240.0))[0])


def may_stand(table: Table, base: Base) -> None:
    """``Refusal`` for a base that hangs over the edge, overlaps another one, or is inside what is solid."""
    if not table.holds_base(base):
        raise Refusal(
            f"{base.name} would hang over the edge of the table.", rule="M3E-MOVE-01", fix="Move it inward."
        )
    for other in in_the_way(table, base):
        raise Refusal(
            f"{base.name} would overlap {other.name}.", rule="M3E-MOVE-05", fix="Set it down beside."
        )
    if stuck := stuck_in(table, base):
        raise Refusal(
            f"{base.name} would stand inside {stuck}.",
            rule="M3E-TRAIT-13" if table.piece(stuck).has("impassable") else "M3E-TRAIT-03",
            fix="Set it down beside, or on top where that carries.",
        )
    if line := ends_on(table, base):
        raise Refusal(f"{base.name} would stand on {line}.", rule="T2-LIN-07", fix="Set it down beside.")


def free_near(table: Table, base: Base) -> Base:
    """The base set down where it is, or at the nearest half inch where it may stand; else where it is."""
    steps = range(-NEARBY, NEARBY + 1)
    for i, j in sorted(product(steps, steps), key=lambda step: (step[0] ** 2 + step[1] ** 2, step)):
        spot = base.at(base.x + i / 2, base.y + j / 2)
        if table.holds_base(spot) and _stands(table, found := set_down(table, spot)):
            return found
    return set_down(table, base)


def _stands(table: Table, base: Base) -> bool:
    try:
        may_stand(table, base)
    except Refusal:
        return False
    return True


def honest_between(table: Table, one: Base, other: Base) -> None:
    """``Refusal`` for more corners between two bases than an honest table has."""
    corners = corners_between(table, one, other)
    if corners > MOST_BETWEEN:
        raise Refusal(
            f"There are {corners} corners of terrain between those two, more than {MOST_BETWEEN}.",
            rule="M3E-SETUP-03",
            fix="Draw the terrain with fewer corners.",
        )


def corners_between(table: Table, one: Base, other: Base) -> int:
    """Corners of terrain near the band between two bases: the square of what a hard "no" costs."""
    if centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return 0
    frame = frame_of(one, other)
    shapes = (parts(piece.footprint) for piece in table.pieces)
    return sum(len(part.corners) for shape in shapes for part in shape if frame.near(part))


def corners_within(table: Table, base: Base, inches: float) -> int:
    """Corners of terrain that a move of so many inches may come to; a round piece has sixteen."""
    far = inches + 2 * base.radius
    return sum(
        len(part.corners) if len(part.corners) > 1 else 16
        for piece in table.pieces
        for part in parts(piece.footprint)
        if length(part.cx - base.x, part.cy - base.y) <= far + part.bound
    )


def _why(table: Table, one: Base, other: Base, found: Sight, policies: TablePolicies) -> list[Said]:
    if found.line is not None:
        ends = f"({found.line.x1:.2f}, {found.line.y1:.2f}) to ({found.line.x2:.2f}, {found.line.y2:.2f})"
        return [Said(f"{one.name} sees {other.name}: nothing stops the line from {ends}.", found.rule)]
    if found.seen:
        return [Said(f"{one.name} sees {other.name}: their bases touch.", found.rule)]
    said = [_closes(table, one, other, blocker, policies) for blocker in found.blockers]
    if not said:
        return [Said(f"{one.name} does not see {other.name}.", found.rule)]
    if len(said) > 1:
        said.append(
            Said("Together they close every line; without any one of them there would be one.", "M3E-LOS-02")
        )
    return [Said(f"{one.name} does not see {other.name}: no line is free.", found.rule), *said]


def _closes(table: Table, one: Base, other: Base, blocker: Blocker, policies: TablePolicies) -> Said:
    name, tall = blocker.name, max(one.effective_size, other.effective_size)
    piece = next((piece for piece in table.pieces if piece.name == name), None)
    if piece is None:
        size = table.base(name).effective_size
        return Said(f"{name} stands between them, as large as either ({size} to {tall}).", blocker.rule)
    height = "of no set Height" if piece.top is None else f'{piece.top}" tall'
    return Said(f"{name} {_reason(piece, one, other, blocker.rule, height, tall, policies)}", blocker.rule)


def _reason(
    piece: Piece, one: Base, other: Base, rule: str, height: str, tall: int, policies: TablePolicies
) -> str:
    if rule == "M3E-LOS-03":
        return "has a floor between them."
    if rule == "M3E-SHADOW-02":
        inside = " and ".join(base.name for base in (one, other) if shadow_closes(base, piece, policies))
        return f"closes its lines: {height}, with {inside} in its Shadow."
    if rule in ("M3E-LOS-07", "T2-DENSE-04"):
        return f"is Dense, {height}: lines may not go in at one side and out at another."
    if rule == "T2-VLOS-06":
        return f"is Blocking, {height}: the lines from the vantage point pass too low over it."
    if rule in ("M3E-TRAIT-02", "T2-BLOCK-01"):
        return f"is Blocking, {height}, as high as either ({tall})."
    return f"closes lines, {height}."


def _distance(one: Base, other: Base, far: Measured, policies: TablePolicies) -> Said:
    if far.contact:
        return Said("They are in base contact.", "M3E-MEAS-05")
    if not policies.vertical_counts:
        return Said(f'{one.name} and {other.name} are {far.apart:.2f}" apart, from above.', "T2-VLOS-09")
    parts = f' ({far.across:.2f}" across and {far.up:.2f}" up or down)' if far.up else ""
    return Said(f'{one.name} and {other.name} are {far.apart:.2f}" apart{parts}.', "M3E-MEAS-02")
