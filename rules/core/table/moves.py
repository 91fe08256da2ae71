"""Is this move legal, where does it end, and who falls on the way (M3E-MOVE)?

``walk_path`` follows a path of waypoints; ``push`` runs one straight line until something stops it. Each
returns a ``Moved``, or raises a ``Refusal`` with the row that forbids the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, floor, pi, sin
from typing import Literal

from msgspec import Struct

from rules.core.refusal import Refusal
from rules.core.table.bases import Base
from rules.core.table.board import Table, in_the_way, supported, surfaces
from rules.core.table.engaged import engages
from rules.core.table.legs import (
    LEAST,
    Leg,
    cost,
    inside_spans,
    leg_to,
    obstacles,
    reach_of,
    slow,
    spans,
    unsupported,
)
from rules.core.table.measure import at_most, rise
from rules.core.table.plane import length
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shapes import TOUCH
from rules.core.table.terrain import covers, touches

Way = Literal["walk", "move", "push"]
# A place of the path: x, y, and where the elevation changes, the new one.
Waypoint = tuple[float, float] | tuple[float, float, float]


class Fall(Struct, frozen=True):
    """A drop of ``inches`` at (``x``, ``y``), and the damage it does (M3E-MOVE-07)."""

    x: float
    y: float
    inches: float

    @property
    def damage(self) -> int:
        return fall_damage(self.inches)


class Moved(Struct, frozen=True):
    """Where the base ended, the movement it spent, its falls, what stopped a Push, and the legs it took."""

    base: Base
    spent: float
    falls: tuple[Fall, ...] = ()
    stopped_by: str = ""
    legs: tuple[Leg, ...] = ()


class Allowance(Struct, frozen=True):
    """How a model moves: ``way``, ``inches`` (a Walk's Mv), what it may pass.

    ``ignores`` are terrain traits it ignores while moving; it may still not end inside Impassable
    terrain. A Charge is a push, with ``engaged`` models refused by the caller's ``may_charge``.
    """

    inches: float
    way: Way = "walk"
    ignores: tuple[str, ...] = ()
    through_models: bool = False


def fall_damage(inches: float) -> int:
    """Half the drop, rounded down (M3E-MOVE-07).

    >>> [fall_damage(drop) for drop in (1, 2, 3, 5)]
    [0, 1, 1, 2]
    """
    return floor((inches + TOUCH) / 2)


def walk_path(
    table: Table,
    base: Base,
    path: Sequence[Waypoint],
    allowance: Allowance,
    policies: TablePolicies = POLICIES,
) -> Moved:
    """The move along ``path`` (waypoints after the start), split as the player likes (M3E-MOVE-02, -03)."""
    if allowance.way == "push":
        raise Refusal("A Push is one straight line.", rule="M3E-MOVE-13", mend="Use push().")
    here, spent = base, 0.0
    falls: list[Fall] = []
    legs: list[Leg] = []
    for place in path:
        height = place[2] if len(place) == 3 else None
        if height is not None and abs(height - here.elevation) > TOUCH:
            here, used = _change_height(table, here, place[0], place[1], height, allowance, policies)
            spent += used
            continue
        here, used = _level(table, here, place[0], place[1], allowance, policies, falls, legs)
        spent += used
    if not supported(table, here):
        here = _fall(table, here, falls, policies)
    if not at_most(spent, allowance.inches):
        raise Refusal(
            f'That takes {spent:.2f}" of movement; {base.name} has {allowance.inches:g}".',
            rule="M3E-MOVE-02",
            mend="Stop earlier.",
        )
    _ends_well(table, here, allowance)
    if allowance.way == "walk":
        may_leave(table, base, legs, policies)
    return Moved(here, spent, tuple(falls), "", tuple(legs))


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
    """One leg to (x, y), with the falls on its way; the base there and the movement spent."""
    here, spent = base, 0.0
    while True:
        _on_table(table, here.at(x, y))
        leg = leg_to(here, x, y)
        drop = unsupported(table, leg, here, clinging=may_climb(allowance, policies))
        far = leg.length if drop is None else drop
        for obstacle in obstacles(
            table, leg, here, allowance.ignores, through_models=allowance.through_models
        ):
            if obstacle.start < far - LEAST:
                raise Refusal(
                    f"{obstacle.name} is in the way of {base.name}.",
                    rule=obstacle.rule,
                    mend="Go round it, or end in contact with it.",
                )
        spent += cost(leg, _slow(table, leg, here, allowance), far)
        legs.append(Leg(leg.x, leg.y, leg.ux, leg.uy, far, leg.elevation))
        here = here.at(*leg.at(far))
        if drop is None:
            return here.at(x, y), spent
        here = _fall(table, here, falls, policies)


def _slow(table: Table, leg: Leg, base: Base, allowance: Allowance) -> list[tuple[float, float]]:
    return [] if "severe" in allowance.ignores else slow(table, leg, base)


def may_climb(allowance: Allowance, policies: TablePolicies) -> bool:
    """Only a Walk climbs, or any move but a Push (M3E-MOVE-09)."""
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
    """Climbing straight up or down a Climbable side, or going along a hill or stairs, which is free."""
    leg = leg_to(base, x, y)
    low, high = sorted((base.elevation, height))
    if leg.length > LEAST:
        gradual = [p for p in table.pieces if p.gradual and p.top is not None and high <= p.top + TOUCH]
        carried = inside_spans(leg, gradual, base.radius)
        if sum(b - a for a, b in carried) < leg.length - 2 * LEAST:
            raise Refusal(
                "Going up or down takes a hill, stairs, or climbing straight.",
                rule="M3E-TERR-09",
                mend="Climb on the spot, then go on.",
            )
        flat = Table(tuple(p for p in table.pieces if not p.gradual), table.bases)
        if obstacles(flat, leg, base, allowance.ignores, through_models=allowance.through_models):
            raise Refusal("Something is in the way.", rule="M3E-MOVE-04", mend="Go round it.")
        return base.at(x, y, height), cost(leg, _slow(table, leg, base, allowance), leg.length)
    if not may_climb(allowance, policies):
        raise Refusal("Only a Walk climbs.", rule="M3E-MOVE-09", mend="Stay on this level.")
    for piece in table.pieces:
        if piece.has("climbable") and touches(piece, base.x, base.y, base.radius) and piece.top is not None:
            if piece.bottom - TOUCH <= low and high <= piece.top + TOUCH:
                return base.at(base.x, base.y, height), high - low
    raise Refusal(
        f'{base.name} touches nothing it could climb to {height:g}".',
        rule="M3E-MOVE-08",
        mend="Move into contact with Climbable terrain first.",
    )


def _fall(table: Table, base: Base, falls: list[Fall], policies: TablePolicies) -> Base:
    """The base where it lands (M3E-MOVE-06, -07, -18)."""
    below = max((at for at in surfaces(table, base) if at < base.elevation - TOUCH), default=0.0)
    landed = base.at(base.x, base.y, below)
    if not _fits(table, landed):
        if policies.fall_landing == "stays":
            raise Refusal(
                f"{base.name} would fall onto something.",
                rule="M3E-MOVE-18",
                mend="Leave the edge elsewhere.",
            )
        landed = nearest_legal(table, base)
    falls.append(Fall(landed.x, landed.y, base.elevation - landed.elevation))
    return landed


def nearest_legal(table: Table, base: Base) -> Base:
    """The nearest spot below, to 0.05", where the falling base may stand (M3E-MOVE-18).

    Of several equally near the first counter-clockwise from the right; the controller may choose another.
    """
    for step in range(1, 240):
        for turn in range(72):
            x = base.x + 0.05 * step * cos(turn * pi / 36)
            y = base.y + 0.05 * step * sin(turn * pi / 36)
            spot = base.at(x, y)
            for level in surfaces(table, spot):
                if level < base.elevation - TOUCH:
                    landed = spot.at(spot.x, spot.y, level)
                    if table.holds_base(landed) and _fits(table, landed):
                        return landed
                    break
    raise Refusal(f"{base.name} has nowhere to land.", rule="M3E-MOVE-18")


def _fits(table: Table, base: Base) -> bool:
    return not in_the_way(table, base) and not _stuck_in(table, base, ())


def _stuck_in(table: Table, base: Base, ignores: tuple[str, ...]) -> str:
    """The Impassable or solid Climbable piece the base would be inside, or nothing."""
    for piece in table.pieces:
        if not covers(piece, base.x, base.y, base.radius) or piece.interior is not None:
            continue
        solid = piece.has("climbable") and not piece.gradual and "climbable" not in ignores
        under = piece.top is not None and base.elevation < piece.top - TOUCH
        below_it = piece.open_below and base.elevation + base.size <= piece.bottom + TOUCH
        if piece.has("impassable") or (solid and under and not below_it):
            return piece.name
    return ""


def _ends_well(table: Table, base: Base, allowance: Allowance) -> None:
    """No move ends on another base or in something solid (M3E-MOVE-05, M3E-TRAIT-13)."""
    crowd = in_the_way(table, base)
    if crowd:
        raise Refusal(
            f"{base.name} cannot end on top of {crowd[0].name}.", rule="M3E-MOVE-05", mend="End beside it."
        )
    stuck = _stuck_in(table, base, allowance.ignores)
    if stuck:
        raise Refusal(f"{base.name} cannot end inside {stuck}.", rule="M3E-TRAIT-13", mend="End beside it.")


def _on_table(table: Table, base: Base) -> None:
    if not table.holds_base(base):
        raise Refusal(f"{base.name} cannot leave the table.", rule="M3E-MOVE-01", mend="Stop at the edge.")


# Pushes


def push(
    table: Table, base: Base, dx: float, dy: float, inches: float, policies: TablePolicies = POLICIES
) -> Moved:
    """One straight level line in the direction (dx, dy), as far as it goes (M3E-MOVE-13, -14).

    It ends where it meets a model, Impassable terrain, the side of Climbable terrain or the table's edge;
    a base pushed off an edge falls and goes on. Severe terrain halves it (M3E-TRAIT-14).
    """
    size = length(dx, dy)
    if size == 0.0:
        raise Refusal("A Push needs a direction.", rule="M3E-MOVE-13")
    ux, uy = dx / size, dy / size
    here, left, stopped = base, inches, ""
    falls: list[Fall] = []
    legs: list[Leg] = []
    while left > LEAST and not stopped:
        leg = Leg(here.x, here.y, ux, uy, min(left, _to_edge(table, here, ux, uy)), here.elevation)
        slow_spans = slow(table, leg, here)
        far = reach_of(leg, slow_spans, left)
        met = obstacles(table, leg, here)
        if met and met[0].start < far:
            far, stopped = max(0.0, met[0].start), met[0].name
        drop = unsupported(table, leg, here, clinging=False)
        falling = drop is not None and drop < far - LEAST
        if falling:
            assert drop is not None
            far, stopped = drop, ""
        legs.append(Leg(leg.x, leg.y, ux, uy, far, leg.elevation))
        left -= cost(leg, slow_spans, far)
        here = here.at(*leg.at(far))
        if not falling:
            break
        here = _fall(table, here.at(*leg.at(far + TOUCH)), falls, policies)
    _ends_well(table, here, Allowance(inches, "push"))
    return Moved(here, inches - left, tuple(falls), stopped, tuple(legs))


def _to_edge(table: Table, base: Base, ux: float, uy: float) -> float:
    """Inches the base may go before any part of it leaves the table."""
    room = [float("inf")]
    for at, way, size in ((base.x, ux, table.width), (base.y, uy, table.depth)):
        if way > 0.0:
            room.append((size - base.radius - at) / way)
        elif way < 0.0:
            room.append((base.radius - at) / way)
    return max(0.0, min(room))


def may_charge(table: Table, model: Base, policies: TablePolicies = POLICIES) -> None:
    """``Refusal`` for an engaged model (M3E-ENG-03)."""
    for other in table.bases:
        if engages(table, other, model, policies):
            raise Refusal(
                f"{model.name} is engaged by {other.name} and cannot Charge.", rule="M3E-ENG-03",
                mend="Disengage first.",
            )  # fmt: skip


def may_leave(table: Table, base: Base, legs: Sequence[Leg], policies: TablePolicies = POLICIES) -> None:
    """``Refusal`` when a Walk over those legs leaves an enemy's engagement range (M3E-ENG-03, -07)."""
    for enemy in table.bases:
        if enemy.reach is None or enemy.side == base.side or enemy.kind != "model":
            continue
        if policies.walk_may_not_leave == "began_in" and not engages(table, enemy, base, policies):
            continue
        for leg in legs:
            walker = base.at(leg.x, leg.y, leg.elevation)
            flat_range = enemy.reach - rise(enemy, walker, policies)
            for _, out in (
                spans(leg, (enemy.part,), base.radius + flat_range + TOUCH / 2) if flat_range >= 0 else []
            ):
                if out >= leg.length - LEAST:
                    continue
                leaver = walker.at(*leg.at(max(0.0, out - TOUCH)))
                if policies.walk_may_not_leave == "engaging" and not engages(table, enemy, leaver, policies):
                    continue
                raise Refusal(
                    f"A Walk may not leave the engagement range of {enemy.name}.",
                    rule="M3E-ENG-03",
                    mend="Stay within its reach, or Disengage.",
                )
