"""Moves over everything in between: flight, floating, incorporeal movement, jumps, and where they may end
(T2-FLY, T2-INC, T2-ENCL, M1-MOVE-06, -09, -10, M1R-SPI-05).

>>> from rules.table.geometry.footprints import rectangle
>>> from rules.table.terrain import flat_building
>>> roof, wall = (
...     flat_building("roof", rectangle(8, 8, 3, 3), 3),
...     flat_building("tower", rectangle(12, 8, 3, 3), 4),
... )
>>> nephilim = Base("Nephilim", 10, 9, elevation=3)
>>> fly(Table((roof, wall), (nephilim,)), nephilim, nephilim.at(13, 9, 4), 6).spent
3.0
>>> guide = TablePolicies(flight_counts_rise=True)
>>> fly(Table((roof, wall), (nephilim,)), nephilim, nephilim.at(13, 9, 4), 6, guide).spent
4.0
"""

from __future__ import annotations

from typing import Literal

from rules.refusal import Refusal
from rules.table.bases import Base, centres_apart
from rules.table.board import Table, overlapping_models
from rules.table.elevation import stands_on, supported
from rules.table.geometry.footprints import TOUCH, distance_between
from rules.table.measuring import at_most
from rules.table.movement.moves import MoveResult
from rules.table.obstacles.falls import Fall, fall_between, stuck_in
from rules.table.obstacles.free_space import platforms
from rules.table.obstacles.legs import Leg, leg_to, obstacles
from rules.table.obstacles.linear import ends_on
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, covers, inside

Manner = Literal["flight", "float", "incorporeal"]


def fly(
    table: Table,
    base: Base,
    spot: Base,
    inches: float,
    policies: TablePolicies = POLICIES,
    manner: Manner = "flight",
) -> MoveResult:
    """The flight to ``spot`` (the base where it shall stand), over terrain and models (T2-FLY-02).

    The horizontal distance, with the rise where that counts (T2-FLY-03), is the movement; going down is free
    and hurts no flier (T2-FLY-01, -04). One that floats may end on Impassable terrain (M1-MOVE-10); one that
    is only incorporeal may be hurt by ending lower (T2-INC-03). ``Refusal`` for an illegal one.
    """
    rise = spot.elevation - base.elevation
    if manner == "incorporeal" and not policies.spirits_fly and abs(rise) > TOUCH:
        raise Refusal(
            f"{base.name} changes its height only by climbing or jumping.",
            rule="spirit.end",
            fix="Climb, or stay on this level.",
        )
    if manner != "incorporeal" and not base.spirit:
        _not_shut_in(table, base, spot)
    spent = centres_apart(base, spot)
    if policies.flight_counts_rise:
        spent += max(0.0, rise)
    if not at_most(spent, inches):
        raise Refusal(
            f'That takes {spent:.2f}" of movement; {base.name} has {inches:g}".',
            rule="fly.distance",
            fix="Land nearer, or lower.",
        )
    _lands(table, base, spot, manner)
    way = leg_to(base, spot.x, spot.y)
    falls: tuple[Fall, ...] = ()
    if manner == "incorporeal" and _drops(table, base, spot, policies):
        falls = (fall_between(base, spot, policies),)
    return MoveResult(spot, spent, falls, "", (way,))


def _not_shut_in(table: Table, base: Base, spot: Base) -> None:
    """Raise ``Refusal`` when the move leads into an Enclosed place or begins in one; ignoring terrain does
    not help (T2-ENCL-01 to -03)."""
    for piece in table.pieces:
        if not piece.has("enclosed"):
            continue
        if inside(piece, base.x, base.y, base.radius, base.elevation):
            raise Refusal(
                f"{base.name} cannot ignore terrain inside {piece.name}.",
                rule="enclosed.within",
                fix="Leave by the door first.",
            )
        if inside(piece, spot.x, spot.y, spot.radius, spot.elevation):
            raise Refusal(
                f"{base.name} cannot pass the walls into {piece.name}.",
                rule="enclosed.into",
                fix="Land on its roof, or go in by the door.",
            )


def _lands(table: Table, base: Base, spot: Base, manner: Manner) -> None:
    if not table.holds_base(spot):
        raise Refusal(f"{base.name} cannot leave the table.", rule="move.table", fix="Stop at the edge.")
    crowd = overlapping_models(table, spot)
    if crowd:
        raise Refusal(
            f"{base.name} cannot end on top of {crowd[0].name}.", rule="move.end", fix="End beside it."
        )
    over = [piece for piece in table.pieces if covers(piece, spot.x, spot.y, spot.radius)]
    if manner == "float" and any(
        p.has("impassable") and p.top is not None and abs(spot.elevation - p.top) <= TOUCH for p in over
    ):
        return
    stuck = stuck_in(table, spot)
    if stuck:
        raise Refusal(f"{base.name} cannot end in {stuck}.", rule="fly.end", fix="End beside it.")
    line = ends_on(table, spot)
    if line:
        raise Refusal(f"{base.name} cannot end on {line}.", rule="move.line_end", fix="End beside it.")
    if not supported(table, spot):
        raise Refusal("Nothing would carry it there.", rule="move.support", fix="End on a surface.")


def _drops(table: Table, base: Base, spot: Base, policies: TablePolicies) -> bool:
    """Whether ending lower is a fall for an incorporeal base (T2-INC-03, T2-A06)."""
    if spot.elevation >= base.elevation - TOUCH or policies.incorporeal_fall == "never":
        return False
    return policies.incorporeal_fall == "always" or not joined(table, base, spot.elevation)


def joined(table: Table, base: Base, low: float) -> bool:
    """Whether something climbable or sloped leads from where the base stands down to ``low``."""
    under = [p for p in table.pieces if stands_on(base, p) or base.elevation in platforms(p)]
    carrying = [p for p in under if covers(p, base.x, base.y, base.radius)]
    return any(
        _leads(way, base.elevation, low)
        and any(distance_between(way.footprint, p.footprint) <= TOUCH for p in carrying)
        for way in table.pieces
    )


def _leads(piece: Piece, high: float, low: float) -> bool:
    if not (piece.has("climbable") or piece.gradual) or piece.top is None:
        return False
    return piece.bottom <= low + TOUCH and piece.top >= high - TOUCH


def jump(table: Table, base: Base, spot: Base, walk: float, policies: TablePolicies = POLICIES) -> MoveResult:
    """A jump over a gap or down: straight, at most half the Walk each way, without damage
    (M1-MOVE-06)."""
    half, drop = walk / 2, base.elevation - spot.elevation
    if drop < -TOUCH:
        raise Refusal("A jump never leads up.", rule="climb.jump", fix="Climb.")
    leg = leg_to(base, spot.x, spot.y)
    if not (at_most(leg.length, half) and at_most(drop, half)):
        raise Refusal(f'A jump is {half:g}" at the most.', rule="climb.jump", fix="Jump less far.")
    met = obstacles(table, leg, base, through_models=base.spirit, policies=policies)
    if met and met[0].start < leg.length - TOUCH:
        raise Refusal(f"{met[0].name} is in the way.", rule=met[0].rule, fix="Jump elsewhere.")
    _lands(table, base, spot, "flight")
    return MoveResult(
        spot, leg.length, (), "", (Leg(leg.x, leg.y, leg.ux, leg.uy, leg.length, base.elevation),)
    )
