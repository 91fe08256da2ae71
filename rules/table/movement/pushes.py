"""Pushes: one straight level line until something stops it (M3E-MOVE-13, -14, T2-PUSH, M1R-SPI-06 to -08)."""

from __future__ import annotations

from math import inf

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table, overlapping_models
from rules.table.geometry.footprints import TOUCH, parts
from rules.table.geometry.plane import ConvexPart, length
from rules.table.movement.moves import Allowance, MoveResult, check_end, with_spirit_passage
from rules.table.obstacles.falls import Fall, fall_between, landing_place, slopes_down, stuck_in
from rules.table.obstacles.legs import (
    LEAST,
    Leg,
    cost,
    distance_affordable,
    obstacles,
    slow_stretches,
    spans,
    unsupported,
)
from rules.table.obstacles.linear import halted_before_line
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import covers

# Inches: farther than any piece is wide.
ACROSS = 100.0


def push(
    table: Table,
    base: Base,
    dx: float,
    dy: float,
    inches: float,
    policies: TablePolicies = POLICIES,
    *,
    ends_at: float | None = None,
    ignores: tuple[str, ...] = (),
    through_models: bool = False,
    flies: bool = False,
    no_farther: float = inf,
) -> MoveResult:
    """One straight level line in the direction (dx, dy), as far as it goes (M3E-MOVE-13, -14).

    It ends where it meets a model, Impassable terrain, the side of Climbable terrain or the table's edge;
    a base pushed off an edge falls and goes on (T2-PUSH-09). Severe terrain halves it (M3E-TRAIT-14) or not
    (T2-PUSH-03). Lines are crossed or halted before (T2-LIN-06, -08). A Spirit passes what it passes for
    itself (M1R-SPI-06), if that carries it out again. ``ends_at``: its elevation where it ends on stairs or a
    hill, which it rides (M3E-MOVE-13). ``ignores`` and ``through_models``: as in ``Allowance``. What
    ``flies`` comes down without a fall (T2-FLY-01). It ends after ``no_farther`` inches of way, whatever
    movement is left.
    """
    size = length(dx, dy)
    if size == 0.0:
        raise Refusal("A Push needs a direction.", rule="push.line")
    ux, uy = dx / size, dy / size
    how = with_spirit_passage(base, Allowance(inches, "push", ignores, through_models), policies)
    here, left, ahead, stopped = base, inches, no_farther, ""
    slowed = policies.severe_slows_pushes and "severe" not in how.ignores
    falls: list[Fall] = []
    legs: list[Leg] = []
    while min(left, ahead) > LEAST and not stopped:
        leg = Leg(here.x, here.y, ux, uy, min(left, ahead, _to_edge(table, here, ux, uy)), here.elevation)
        slow_spans = slow_stretches(table, leg, here, policies) if slowed else []
        far = distance_affordable(leg, slow_spans, left)
        met = obstacles(table, leg, here, how.ignores, through_models=how.through_models, policies=policies)
        if met and met[0].start < far:
            far, stopped = max(0.0, met[0].start), met[0].name
        drop = unsupported(table, leg, here, clinging=False)
        falling = drop is not None and drop < far - LEAST
        if falling:
            assert drop is not None
            far, stopped = drop, ""
        else:
            far, line = halted_before_line(table, leg, here, far)
            stopped = line or stopped
        legs.append(Leg(leg.x, leg.y, ux, uy, far, leg.elevation))
        left -= cost(leg, slow_spans, far)
        ahead -= far
        here = here.at(*leg.at(far))
        if not falling:
            break
        edge = here.at(*leg.at(far + TOUCH))
        here = landing_place(table, edge, policies)
        if not flies and not slopes_down(table, edge, here):
            falls.append(fall_between(edge, here, policies))
    if legs and (how.through_models or any(other.passable for other in table.bases)):
        here, stopped = _out_again(table, base, here, legs, policies, stopped)
    if ends_at is not None:
        here = _ridden(table, here, ends_at)
    check_end(table, here, how)
    return MoveResult(here, inches - left, tuple(falls), stopped, tuple(legs))


def _ridden(table: Table, here: Base, elevation: float) -> Base:
    carried = any(
        piece.gradual
        and piece.top is not None
        and piece.bottom <= elevation <= piece.top
        and covers(piece, here.x, here.y, here.radius)
        for piece in table.pieces
    )
    if not carried and abs(elevation - here.elevation) > TOUCH:
        raise Refusal(
            f"Nothing brings {here.name} to that height.", rule="push.line", fix="Stay on this level."
        )
    return here.at(here.x, here.y, elevation)


def push_down(table: Table, base: Base, policies: TablePolicies = POLICIES) -> MoveResult:
    """Push down through the floor: only a Spirit can, and it then falls with the usual damage (M1R-SPI-06,
    -07)."""
    if not (base.spirit and policies.spirits_pass) or base.elevation <= TOUCH:
        raise Refusal(f"{base.name} does not pass the ground.", rule="push.spirit", fix="Push it level.")
    landed = landing_place(table, base, policies)
    return MoveResult(landed, 0.0, (fall_between(base, landed, policies),))


def _out_again(
    table: Table, base: Base, here: Base, legs: list[Leg], policies: TablePolicies, stopped: str
) -> tuple[Base, str]:
    """The move of a Spirit that would end in solid terrain: it ends where it would enter it
    (M1R-SPI-08), and on nobody's base (M1R-SPI-09), back along its path to where it fits."""
    leg = legs[-1]
    far, beyond = leg.length, Leg(leg.x, leg.y, leg.ux, leg.uy, leg.length + ACROSS, leg.elevation)
    while True:
        rock = stuck_in(table, here)
        if rock and policies.spirit_in_rock == "refused":
            raise Refusal(f"{base.name} cannot end inside {rock}.", rule="terrain.impassable")
        meets: dict[str, tuple[ConvexPart, ...]] = {
            other.name: (other.part,) for other in overlapping_models(table, here)
        }
        if rock:
            meets[rock] = parts(table.piece(rock).footprint)
        entries = [
            (low, name)
            for name, shape in meets.items()
            for low, high in spans(beyond, shape, base.radius)
            if low < far - LEAST and far < high - LEAST
        ]
        if not entries:
            return here, stopped
        far, stopped = min(entries)
        here = here.at(*leg.at(far))
        legs[-1] = Leg(leg.x, leg.y, leg.ux, leg.uy, far, leg.elevation)


def _to_edge(table: Table, base: Base, ux: float, uy: float) -> float:
    """The inches that the base may move before any part of it leaves the table."""
    room = [float("inf")]
    for at, way, size in ((base.x, ux, table.width), (base.y, uy, table.depth)):
        if way > 0.0:
            room.append((size - base.radius - at) / way)
        elif way < 0.0:
            room.append((base.radius - at) / way)
    return max(0.0, min(room))
