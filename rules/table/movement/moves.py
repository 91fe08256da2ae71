"""Walks and other moves along a path: is the move legal, where does it end, which falls happen (M3E-MOVE)?

``walk_path`` follows a path of waypoints and returns a ``MoveResult``, or raises a ``Refusal`` with the row
that forbids the move. Pushes are in ``pushes``, flights and jumps in ``leaps``, Places in ``places``.

``move_marker`` moves terrain markers (M3E-TRAIT-16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table, overlapping_models
from rules.table.elevation import supported
from rules.table.geometry.footprints import TOUCH, RoundFootprint
from rules.table.measuring import at_most
from rules.table.movement.engagement import check_leaving
from rules.table.obstacles.falls import Fall, fall_between, landing_place, slopes_down, stuck_in
from rules.table.obstacles.legs import (
    LEAST,
    Leg,
    cost,
    inside_spans,
    leg_to,
    obstacles,
    slow_stretches,
    unsupported,
)
from rules.table.obstacles.linear import crossing_cost, ends_on
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, rideable, touches

MoveKind = Literal["walk", "move", "push"]
# A place of the path: x, y, and the new elevation where it changes.
Waypoint = tuple[float, float] | tuple[float, float, float]


class MoveResult(Struct, frozen=True):
    """Where the base ended, the movement it spent, its falls, what stopped a Push, and its legs."""

    base: Base
    spent: float
    falls: tuple[Fall, ...] = ()
    stopped_by: str = ""
    legs: tuple[Leg, ...] = ()


class Allowance(Struct, frozen=True):
    """How a model moves: ``way``, ``inches`` (a Walk's Mv), and what it may pass.

    ``ignores`` are terrain traits it ignores while moving; it may still not end inside Impassable terrain. A
    Charge is a push; the caller's ``check_charge`` refuses ``engaged`` models.
    """

    inches: float
    way: MoveKind = "walk"
    ignores: tuple[str, ...] = ()
    through_models: bool = False


# What a Spirit passes and is not slowed by (M1R-SPI-05, T2-INC-01).
GHOSTLY = ("climbable", "impassable", "linear", "severe")


def with_spirit_passage(base: Base, allowance: Allowance, policies: TablePolicies = POLICIES) -> Allowance:
    """The allowance with what a Spirit may pass, in rulesets with Spirits."""
    if not (base.spirit and policies.spirits_pass):
        return allowance
    return replace(allowance, ignores=(*allowance.ignores, *GHOSTLY), through_models=True)


def counts_as_a_move(way: MoveKind, policies: TablePolicies = POLICIES) -> bool:
    """Whether rules about moves apply to this: to a Push by edition (M3E-MOVE-01, T2-PUSH-02)."""
    return way != "push" or policies.push_is_a_move


def walk_path(
    table: Table,
    base: Base,
    path: Sequence[Waypoint],
    allowance: Allowance,
    policies: TablePolicies = POLICIES,
) -> MoveResult:
    """The move along ``path`` (waypoints after the start), split as the player likes (M3E-MOVE-02,
    -03). Raise ``Refusal`` when it is illegal."""
    if allowance.way == "push":
        raise Refusal("A Push is one straight line.", rule="push.line", fix="Use push().")
    allowance = with_spirit_passage(base, allowance, policies)
    here, spent = base, 0.0
    falls: list[Fall] = []
    legs: list[Leg] = []
    for place in path:
        height = place[2] if len(place) == 3 else None
        if height is not None and abs(height - here.elevation) > TOUCH:
            before = here
            here, used = _change_height(table, here, place[0], place[1], height, allowance, policies)
            legs += _ridden(before, here)
            spent += used
            continue
        here, used = _level(table, here, place[0], place[1], allowance, policies, falls, legs)
        spent += used
    if not supported(table, here):
        here = _come_down(table, here, falls, policies)
    spent += crossing_cost(table, base, legs, allowance.ignores, policies)
    if not at_most(spent, allowance.inches):
        raise Refusal(
            f'That takes {spent:.2f}" of movement; {base.name} has {allowance.inches:g}".',
            rule="move.distance",
            fix="Stop earlier.",
        )
    check_end(table, here, allowance)
    if allowance.way == "walk" and policies.walk_may_not_leave != "strikes":
        check_leaving(table, base, legs, policies, here)
    return MoveResult(here, spent, tuple(falls), "", tuple(legs))


def _level(
    table: Table,
    base: Base,
    x: float,
    y: float,
    allowance: Allowance,
    policies: TablePolicies,
    falls: list[Fall],
    legs: list[Leg],
) -> tuple[Base, float]:
    """Move one leg to (x, y) with the falls on the way; return the base there and the movement spent."""
    here, spent = base, 0.0
    while True:
        _on_table(table, here.at(x, y))
        leg = leg_to(here, x, y)
        drop = unsupported(table, leg, here, clinging=may_climb(allowance, policies))
        far = leg.length if drop is None else drop
        for obstacle in obstacles(
            table, leg, here, allowance.ignores, through_models=allowance.through_models, policies=policies
        ):
            if obstacle.start < far - LEAST:
                raise Refusal(
                    f"{obstacle.name} is in the way of {base.name}.",
                    rule=obstacle.rule,
                    fix="Go round it, or end in contact with it.",
                )
        spent += cost(leg, _slow(table, leg, here, allowance, policies), far)
        legs.append(Leg(leg.x, leg.y, leg.ux, leg.uy, far, leg.elevation))
        here = here.at(*leg.at(far))
        if drop is None:
            return here.at(x, y), spent
        here = _come_down(table, here, falls, policies)


def _ridden(before: Base, here: Base) -> Iterator[Leg]:
    """The legs of a change of elevation: the level one with which it began, and one without length
    where it ended."""
    leg = leg_to(before, here.x, here.y)
    yield leg
    yield Leg(here.x, here.y, leg.ux, leg.uy, 0.0, here.elevation)


def _slow(
    table: Table, leg: Leg, base: Base, allowance: Allowance, policies: TablePolicies
) -> list[tuple[float, float]]:
    return [] if "severe" in allowance.ignores else slow_stretches(table, leg, base, policies)


def may_climb(allowance: Allowance, policies: TablePolicies) -> bool:
    """Whether the move may climb: only a Walk, or any move but a Push (M3E-MOVE-09)."""
    return allowance.way == "walk" or (policies.climbing == "any_but_push" and allowance.way != "push")


def _change_height(
    table: Table,
    base: Base,
    x: float,
    y: float,
    height: float,
    allowance: Allowance,
    policies: TablePolicies,
) -> tuple[Base, float]:
    """Climb straight up or down a Climbable side, or move along a hill or stairs, which is free."""
    _on_table(table, base.at(x, y))
    leg = leg_to(base, x, y)
    low, high = sorted((base.elevation, height))
    if leg.length > LEAST:
        slopes = [
            p
            for p in table.pieces
            if rideable(p, base.x, base.y, base.radius, base.elevation)
            and rideable(p, x, y, base.radius, height)
        ]
        carried = inside_spans(leg, slopes, base.radius)
        if sum(b - a for a, b in carried) < leg.length - 2 * LEAST:
            raise Refusal(
                "Going up or down takes a hill, stairs, or climbing straight.",
                rule="climb.slope",
                fix="Climb on the spot, or go by the side from which it rises.",
            )
        flat = replace(table, pieces=tuple(p for p in table.pieces if not p.gradual))
        if obstacles(
            flat, leg, base, allowance.ignores, through_models=allowance.through_models, policies=policies
        ):
            raise Refusal("Something is in the way.", rule="move.through", fix="Go round it.")
        return base.at(x, y, height), cost(leg, _slow(table, leg, base, allowance, policies), leg.length)
    if not may_climb(allowance, policies):
        raise Refusal("Only a Walk climbs.", rule="climb.way", fix="Stay on this level.")
    for piece in table.pieces:
        if piece.has("climbable") and touches(piece, base.x, base.y, base.radius) and piece.top is not None:
            if piece.bottom - TOUCH <= low and high <= piece.top + TOUCH:
                return base.at(base.x, base.y, height), (high - low) * policies.climb_price
    raise Refusal(
        f'{base.name} touches nothing it could climb to {height:g}".',
        rule="climb.up",
        fix="Move into contact with Climbable terrain first.",
    )


def _come_down(table: Table, base: Base, falls: list[Fall], policies: TablePolicies) -> Base:
    landed = landing_place(table, base, policies)
    if not slopes_down(table, base, landed):
        falls.append(fall_between(base, landed, policies))
    return landed


def check_end(table: Table, base: Base, allowance: Allowance) -> None:
    """Raise ``Refusal`` for a move that ends on another base or in something solid (M3E-MOVE-05,
    M3E-TRAIT-13)."""
    crowd = overlapping_models(table, base)
    if crowd:
        raise Refusal(
            f"{base.name} cannot end on top of {crowd[0].name}.", rule="move.end", fix="End beside it."
        )
    # A Spirit passes solid terrain and must come out again (M1R-SPI-08).
    stuck = stuck_in(table, base, () if base.spirit else allowance.ignores)
    if stuck:
        raise Refusal(
            f"{base.name} cannot end inside {stuck}.", rule="terrain.impassable", fix="End beside it."
        )
    line = ends_on(table, base)
    if line:
        raise Refusal(f"{base.name} cannot end on {line}.", rule="move.line_end", fix="Halt before it.")


def _on_table(table: Table, base: Base) -> None:
    if not table.holds_base(base):
        raise Refusal(f"{base.name} cannot leave the table.", rule="move.table", fix="Stop at the edge.")


def move_marker(
    table: Table, piece: Piece, path: Sequence[Waypoint], inches: float, policies: TablePolicies = POLICIES
) -> MoveResult:
    """The move of a round terrain marker along ``path``.

    Climbable and Impassable ones move like models: over the tops of Climbable terrain, not through models or
    Impassable terrain. Others are limited only by their distance and the table's edge.
    """
    if not isinstance(piece.footprint, RoundFootprint):
        raise Refusal(f"{piece.name} is no marker.", rule="move.marker", fix="Only markers move.")
    shape = piece.footprint
    marker = Base(piece.name, shape.x, shape.y, shape.mm, piece.height or 0, piece.bottom, kind="marker")
    rest = table.without_piece(piece.name)
    if piece.has("climbable") or piece.has("impassable"):
        return walk_path(rest, marker, path, Allowance(inches, "move"), policies)
    legs: list[Leg] = []
    here = marker
    for place in path:
        legs.append(leg_to(here, place[0], place[1]))
        here = here.at(place[0], place[1])
        if not table.holds_base(here):
            raise Refusal(f"{piece.name} cannot leave the table.", rule="move.table", fix="Stop at the edge.")
    spent = sum(leg.length for leg in legs)
    if not at_most(spent, inches):
        raise Refusal(f'That is {spent:.2f}" and only {inches:g}" are allowed.', rule="move.distance")
    return MoveResult(here, spent, legs=tuple(legs))
