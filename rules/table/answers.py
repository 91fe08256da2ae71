"""Complete answers to players' questions about a table, with sentences that explain them.

Pages and the API use the same answers: the verdict, the line or the blockers, the figures, and the reasons,
each sentence with its rule.
"""

from __future__ import annotations

from itertools import product

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base, centres_apart
from rules.table.board import Table, overlapping_models
from rules.table.elevation import surface_elevations
from rules.table.geometry.footprints import TOUCH, parts
from rules.table.geometry.plane import length
from rules.table.measuring import gap, horizontal_gap, in_contact, vertical_gap
from rules.table.obstacles.falls import stuck_in
from rules.table.obstacles.linear import ends_on
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.cover import CoverGrant, concealment, cover
from rules.table.sight.line_of_sight import Blocker, LineOfSight, line_of_sight
from rules.table.sight.lines import SightLine
from rules.table.sight.near_end import HIDES_WITHIN, by_height
from rules.table.sight.occlusion import frame_of, shadow_closes
from rules.table.terrain import Piece

# The most corners near one question; more are no real table and would overload the server.
MOST_BETWEEN, MOST_WITHIN = 200, 60
# How far from an occupied place a free one is searched, in half inches.
NEARBY = 16


class Explanation(Struct, frozen=True):
    """A sentence for players, with its rule."""

    sentence: str
    rule: str


class Distance(Struct, frozen=True):
    """Inches between two bases: ``across`` as seen from above, ``up`` the vertical part, ``apart`` both."""

    apart: float
    across: float
    up: float
    contact: bool


class LineOfSightAnswer(Struct, frozen=True):
    """Whether ``one`` sees the other. ``line`` is a free sight line; ``blockers`` together close all lines,
    and without any one of them a line would be free. ``cover`` and ``concealment`` are what the other has."""

    seen: bool
    said: tuple[Explanation, ...]
    measured: Distance
    line: SightLine | None = None
    blockers: tuple[Blocker, ...] = ()
    cover: tuple[CoverGrant, ...] = ()
    concealment: tuple[CoverGrant, ...] = ()


def distance_answer(one: Base, other: Base, policies: TablePolicies = POLICIES) -> Distance:
    """The distance between two bases and its parts, to the thousandth of an inch (M3E-MEAS-02)."""
    return Distance(
        round(gap(one, other, policies), 3),
        round(horizontal_gap(one, other), 3),
        round(vertical_gap(one, other, policies), 3),
        in_contact(one, other),
    )


def line_of_sight_answer(
    table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES
) -> LineOfSightAnswer:
    """Line of sight from ``one``, which draws the lines, to ``other``, with Cover, Concealment and
    distance."""
    sight = line_of_sight(table, one, other, policies)
    cover_grants = cover(table, one, other, policies)
    concealment_grants = concealment(table, one, other, policies)
    distance = distance_answer(one, other, policies)
    reasons = [*_why(table, one, other, sight, policies), _distance(one, other, distance, policies)]
    reasons += [
        Explanation(f"{other.name} has Cover from {one.name}, {_covering(grant)}.", grant.rule)
        for grant in cover_grants
    ]
    reasons += [
        Explanation(
            f"{other.name} has Concealment from {one.name}: a line passes through {grant.piece}.", grant.rule
        )
        for grant in concealment_grants
    ]
    return LineOfSightAnswer(
        sight.seen, tuple(reasons), distance, sight.line, sight.blockers, cover_grants, concealment_grants
    )


def _covering(grant: CoverGrant) -> str:
    return f"standing high on {grant.piece}" if grant.rule == "cover.higher" else f"behind {grant.piece}"


def on_highest_surface(table: Table, base: Base) -> Base:
    """The base on the highest surface that supports it there: roofs, floors and hills before the
    ground."""
    return base.at(base.x, base.y, surface_elevations(table, base.at(base.x, base.y, 240.0))[0])


def check_standing(table: Table, base: Base) -> None:
    """Raise ``Refusal`` for a base that hangs over the edge, overlaps another one, or is inside something
    solid."""
    if not table.holds_base(base):
        raise Refusal(
            f"{base.name} would hang over the edge of the table.", rule="move.table", fix="Move it inward."
        )
    for other in overlapping_models(table, base):
        raise Refusal(f"{base.name} would overlap {other.name}.", rule="move.end", fix="Set it down beside.")
    if stuck := stuck_in(table, base):
        raise Refusal(
            f"{base.name} would stand inside {stuck}.",
            rule="terrain.impassable" if table.piece(stuck).has("impassable") else "terrain.climbable",
            fix="Set it down beside, or on top where that carries.",
        )
    if line := ends_on(table, base):
        raise Refusal(f"{base.name} would stand on {line}.", rule="move.line_end", fix="Set it down beside.")


def nearest_free_place(table: Table, base: Base) -> Base:
    """The base where it is, or at the nearest half inch where it may stand; where it is when there is
    none."""
    steps = range(-NEARBY, NEARBY + 1)
    for i, j in sorted(product(steps, steps), key=lambda step: (step[0] ** 2 + step[1] ** 2, step)):
        spot = base.at(base.x + i / 2, base.y + j / 2)
        if table.holds_base(spot) and _stands(table, place := on_highest_surface(table, spot)):
            return place
    return on_highest_surface(table, base)


def _stands(table: Table, base: Base) -> bool:
    try:
        check_standing(table, base)
    except Refusal:
        return False
    return True


def check_corners_between(table: Table, one: Base, other: Base) -> None:
    """Raise ``Refusal`` when there are more corners between two bases than on a real table; each costs
    time."""
    corners = corners_between(table, one, other)
    if corners > MOST_BETWEEN:
        raise Refusal(
            f"There are {corners} corners of terrain between those two, more than {MOST_BETWEEN}.",
            rule="setup.terrain",
            fix="Draw the terrain with fewer corners.",
        )


def corners_between(table: Table, one: Base, other: Base) -> int:
    """The corners of terrain near the band between two bases; a hard "no" costs their square."""
    if centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return 0
    frame = frame_of(one, other)
    shapes = (parts(piece.footprint) for piece in table.pieces)
    return sum(len(part.corners) for shape in shapes for part in shape if frame.near(part))


def corners_within(table: Table, base: Base, inches: float) -> int:
    """The corners of terrain that a move of that many inches may reach; a round piece counts
    sixteen."""
    far = inches + 2 * base.radius
    return sum(
        len(part.corners) if len(part.corners) > 1 else 16
        for piece in table.pieces
        for part in parts(piece.footprint)
        if length(part.cx - base.x, part.cy - base.y) <= far + part.bound
    )


def _why(
    table: Table, one: Base, other: Base, sight: LineOfSight, policies: TablePolicies
) -> list[Explanation]:
    if sight.line is not None:
        ends = f"({sight.line.x1:.2f}, {sight.line.y1:.2f}) to ({sight.line.x2:.2f}, {sight.line.y2:.2f})"
        return [Explanation(f"{one.name} sees {other.name}: nothing stops the line from {ends}.", sight.rule)]
    if sight.seen:
        return [Explanation(f"{one.name} sees {other.name}: their bases touch.", sight.rule)]
    reasons = [_closes(table, one, other, blocker, policies) for blocker in sight.blockers]
    if not reasons:
        return [Explanation(f"{one.name} does not see {other.name}.", sight.rule)]
    if len(reasons) > 1:
        reasons.append(
            Explanation(
                "Together they close every line; without any one of them there would be one.", "sight.line"
            )
        )
    return [Explanation(f"{one.name} does not see {other.name}: no line is free.", sight.rule), *reasons]


def _closes(table: Table, one: Base, other: Base, blocker: Blocker, policies: TablePolicies) -> Explanation:
    name, tall = blocker.name, max(one.effective_size, other.effective_size)
    piece = next((piece for piece in table.pieces if piece.name == name), None)
    if piece is None:
        size = table.base(name).effective_size
        large = f"as large as either ({size} to {tall})" if size >= tall else _near(one, other)
        return Explanation(f"{name} stands between them, {large}.", blocker.rule)
    height = "of no set Height" if piece.top is None else f'{piece.top}" tall'
    return Explanation(
        f"{name}: {_reason(piece, one, other, blocker.rule, height, tall, policies)}", blocker.rule
    )


def _reason(
    piece: Piece, one: Base, other: Base, rule: str, height: str, tall: int, policies: TablePolicies
) -> str:
    if rule == "sight.levels":
        return "a floor of it is between them."
    if rule == "sight.shadow":
        inside = " and ".join(base.name for base in (one, other) if shadow_closes(base, piece, policies))
        return f"closes the lines, {height}, with {inside} in its Shadow."
    if rule == "sight.near":
        trait = "Blocking" if piece.has("blocking") else "Dense"
        return f"{trait}, {height}, {_near(one, other)}."
    if rule in ("sight.dense", "sight.dense_by_height"):
        return f"Dense, {height}; lines may not go in at one side and out at another."
    if rule == "sight.down":
        return f"Blocking, {height}; the lines from the vantage point pass too low over it."
    if rule in ("sight.blocking", "sight.blocking_by_height"):
        return f"Blocking, {height}, as high as either ({tall})."
    return f"closes the lines, {height}."


def _near(one: Base, other: Base) -> str:
    lower, higher = by_height(one, other)
    return f'lower than {higher.name}, but within {HIDES_WITHIN:g}" of {lower.name}'


def _distance(one: Base, other: Base, far: Distance, policies: TablePolicies) -> Explanation:
    if far.contact:
        return Explanation("They are in base contact.", "measure.contact")
    if not policies.vertical_counts:
        return Explanation(
            f'{one.name} and {other.name} are {far.apart:.2f}" apart, from above.', "measure.vantage"
        )
    parts = f' ({far.across:.2f}" across and {far.up:.2f}" up or down)' if far.up else ""
    return Explanation(f'{one.name} and {other.name} are {far.apart:.2f}" apart{parts}.', "measure.distance")
