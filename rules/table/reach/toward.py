"""Moving toward or away: reference points, and what the path may not do (M3E-MOVE-10 to -12)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import inf

import shapely
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.table.bases import Base, centres_apart
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.geometry.plane import Point, length
from rules.table.measuring import completely_within, in_contact, within
from rules.table.movement.moves import Allowance, MoveResult, Waypoint, walk_path
from rules.table.movement.places import place
from rules.table.movement.pushes import push
from rules.table.obstacles.legs import Leg
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.move_targets import FAR, Direction, MoveTarget
from rules.table.reach.reachable_region import ReachableRegion, reachable_region, shortest_path

# Inches by which a path may end worse than the best one found, because regions are drawn from inside.
NEARLY = 0.05


def push_toward(
    table: Table,
    base: Base,
    own: Point,
    other: Point,
    inches: float,
    direction: Direction = "toward",
    policies: TablePolicies = POLICIES,
    *,
    ignores: tuple[str, ...] = (),
    through_models: bool = False,
    flies: bool = False,
    no_farther: float = inf,
) -> MoveResult:
    """Push so that the reference point ``own`` of the base (M3E-MOVE-10) goes straight toward or away from
    ``other``, ``no_farther`` than so many inches of way; toward, no farther than the point itself."""
    _on_base(base, own)
    dx, dy = other[0] - own[0], other[1] - own[1]
    far = length(dx, dy)
    if far == 0.0:
        raise Refusal("The two reference points lie on each other.", rule="move.toward", fix="Choose others.")
    if direction == "away":
        dx, dy, far = -dx, -dy, inf
    return push(
        table,
        base,
        dx,
        dy,
        inches,
        policies,
        ignores=ignores,
        through_models=through_models,
        flies=flies,
        no_farther=min(no_farther, far),
    )


def push_into(
    table: Table,
    base: Base,
    spot: Base,
    other: Base,
    limit: float = 0.0,
    *,
    completely: bool = False,
    policies: TablePolicies = POLICIES,
) -> MoveResult:
    """A Push into base contact with ``other`` (``limit`` 0), to within ``limit`` inches, or ``completely``
    within them; ``spot`` is the base where it shall stand.

    By the rulings of 2013 that is a Place (M1R-PUSH-01 to -03); otherwise the straight way has to lead there
    (M3E-MOVE-13, -14). ``Refusal`` says what is wrong with the spot or the way.
    """
    if completely:
        there, rule, word = completely_within(spot, other, limit, policies), "push.wholly", "wholly within"
    elif limit:
        there, rule, word = within(spot, other, limit, policies), "push.within", "within"
    else:
        there, rule, word = in_contact(spot, other), "push.contact", "in contact, within"
    if not there:
        raise Refusal(
            f'That is not {word} {limit:g}" of {other.name}.', rule=rule, fix="Choose another spot."
        )
    if policies.push_into == "place":
        return MoveResult(place(table, base, spot, None, policies), 0.0)
    dx, dy = spot.x - base.x, spot.y - base.y
    if length(dx, dy) <= TOUCH:
        return MoveResult(base, 0.0)
    free = replace(policies, severe_slows_pushes=False)
    moved = push(table, base, dx, dy, length(dx, dy), free)
    if centres_apart(moved.base, spot) > 3 * TOUCH:
        raise Refusal(
            f"The straight way to that spot ends at {moved.stopped_by or 'an edge'}.",
            rule="push.stop",
            fix="Choose a spot on a free line.",
        )
    return moved


def move_toward(
    table: Table,
    base: Base,
    path: Sequence[Waypoint],
    own: Point,
    other: Point,
    allowance: Allowance,
    direction: Direction = "toward",
    policies: TablePolicies = POLICIES,
) -> MoveResult:
    """A move along ``path`` that never takes the reference point farther (toward) or nearer (away),
    and ends as near or as far as any such path can (M3E-MOVE-10 to -12)."""
    _on_base(base, own)
    moved = walk_path(table, base, path, allowance, policies)
    off = own[0] - base.x, own[1] - base.y
    for leg in moved.legs:
        _check_leg(leg, off, other, direction)
    target = _target(base, own, other, direction)
    pushed = push_toward(table, base, own, other, allowance.inches, direction, policies).base
    best = _gain(target, pushed)
    if best < _most(target, base, allowance) - 2 * TOUCH:
        region = reachable_region(table, base, allowance, policies, target=target)
        best = max(best, _best_end(target, region)[0])
    if _gain(target, moved.base) < best - NEARLY:
        raise Refusal(
            f'Another way ends {best - _gain(target, moved.base):.2f}" better.',
            rule="move.toward",
            fix="Take the most direct way that ends best.",
        )
    return moved


def best_path(
    table: Table,
    base: Base,
    own: Point,
    other: Point,
    allowance: Allowance,
    direction: Direction = "toward",
    policies: TablePolicies = POLICIES,
) -> tuple[tuple[Waypoint, ...], MoveResult]:
    """The most direct path that brings ``own`` as near to ``other``, or as far from it, as any that
    never strays (M3E-MOVE-10 to -12), as waypoints for ``move_toward``, and the move."""
    _on_base(base, own)
    target = _target(base, own, other, direction)
    straight = push_toward(table, base, own, other, allowance.inches, direction, policies)
    reached, path = _gain(target, straight.base), ((straight.base.x, straight.base.y),)
    if not straight.falls and reached >= _most(target, base, allowance) - 2 * TOUCH:
        return path, walk_path(table, base, path, allowance, policies)
    gain, (x, y, z) = _best_end(target, reachable_region(table, base, allowance, policies, target=target))
    if reached > gain + NEARLY or (reached >= gain - NEARLY and not straight.falls):
        with suppress(Refusal):
            return path, walk_path(table, base, path, allowance, policies)
    far = length(base.x - x, base.y - y)
    for back in (0.0, 0.002, 0.01, 0.03):
        share = back / far if far > back else 0.0
        try:
            return shortest_path(
                table,
                base,
                x + share * (base.x - x),
                y + share * (base.y - y),
                allowance,
                policies,
                elevation=z,
                target=target,
            )
        except Refusal:
            continue
    return (), MoveResult(base, 0.0)


def _most(target: MoveTarget, base: Base, allowance: Allowance) -> float:
    """The gain of a straight way that nothing hinders, which no other exceeds."""
    if target.direction == "away":
        return _gain(target, base) + allowance.inches
    return min(0.0, _gain(target, base) + allowance.inches)


def _target(base: Base, own: Point, other: Point, direction: Direction) -> MoveTarget:
    """The target at which the base's centre would have its reference point on the other one."""
    return MoveTarget(other[0] - own[0] + base.x, other[1] - own[1] + base.y, direction)


def _gain(target: MoveTarget, base: Base) -> float:
    return target.gain(base.x, base.y)


def _best_end(target: MoveTarget, region: ReachableRegion) -> tuple[float, tuple[float, float, float]]:
    """The best place of a region (x, y, elevation) for the target, and its gain."""
    spot = shapely.Point(target.x, target.y)
    ends: list[tuple[float, tuple[float, float, float]]] = []
    for elevation, polygon in region.polygons:
        if target.direction == "toward":
            places: list[Point] = [shapely.shortest_line(polygon, spot).coords[0]]
        else:
            places = [(x, y) for x, y in shapely.get_coordinates(polygon)]
        ends += [(target.gain(x, y), (x, y, elevation)) for x, y in places]
    return max(ends, default=(-FAR, (target.x, target.y, 0.0)))


def _check_leg(leg: Leg, off: Point, other: Point, direction: Direction) -> None:
    """Raise ``Refusal`` for a leg that strays (M3E-MOVE-12). Along a straight line the distance to a point
    falls, then rises, so one end of the leg decides."""
    at = leg.length if direction == "toward" else 0.0
    x, y = leg.x + at * leg.ux + off[0] - other[0], leg.y + at * leg.uy + off[1] - other[1]
    growing = x * leg.ux + y * leg.uy
    if leg.length > TOUCH and ((growing > TOUCH) if direction == "toward" else (growing < -TOUCH)):
        word = "farther from" if direction == "toward" else "nearer to"
        raise Refusal(
            f"On the way the reference point gets {word} the other.",
            rule="move.nearer",
            fix="Choose another way or other points.",
        )


def _on_base(base: Base, point: Point) -> None:
    if length(point[0] - base.x, point[1] - base.y) > base.radius + TOUCH:
        raise Refusal(
            f"That point is not on {base.name}'s base.", rule="move.toward", fix="Choose one on it."
        )
