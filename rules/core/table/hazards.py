"""Hazardous terrain: which pieces harm a model for one action or ability (M3E-TRAIT-08 to -11, -17)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.legs import LEAST, Leg, reaches, spans
from rules.core.table.measure import in_contact
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.terrain import Piece, covers

DAMAGE = 1  # without a named Condition (M3E-TRAIT-08)


def harmed_by(
    table: Table,
    base: Base,
    legs: Sequence[Leg] = (),
    end: Base | None = None,
    *,
    own_action: bool = True,
    placed: bool = False,
    policies: TablePolicies = POLICIES,
) -> tuple[Piece, ...]:
    """The Hazardous pieces that harm the model for one action or ability, those of one name once.

    ``base`` is where it began, ``legs`` its way, ``end`` where it stands now. In its own action touching
    is enough, on the way too (or, by policy, only at either end); moved by another it has to overlap
    (M3E-TRAIT-17). ``placed``: what it was lifted from or set into counts (M3E-MOVE-17).
    """
    if "hazardous" in base.unaffected:
        return ()
    last = base if end is None else end
    found: dict[str, Piece] = {}
    for piece in table.pieces:
        if piece.has("hazardous") and piece.hazard_name not in found:
            if _meets(piece, base, legs, last, own_action, placed, policies):
                found[piece.hazard_name] = piece
    return tuple(found.values())


def _meets(
    piece: Piece,
    base: Base,
    legs: Sequence[Leg],
    last: Base,
    own_action: bool,
    placed: bool,
    policies: TablePolicies,
) -> bool:
    through = any(_passes(piece, leg, base.radius - TOUCH) for leg in legs)
    lifted = placed and any(covers(piece, b.x, b.y, b.radius) for b in (base, last))
    if through or lifted:
        return True
    if not own_action:
        return False
    if in_contact(last, piece) or (bool(legs) and in_contact(base, piece)):
        return True
    return policies.hazard_touch == "passing" and any(_passes(piece, g, base.radius + TOUCH) for g in legs)


def _passes(piece: Piece, leg: Leg, radius: float) -> bool:
    if not reaches(piece, leg.elevation):
        return False
    return any(high - low > LEAST for low, high in spans(leg, parts(piece.footprint), radius))


def harmed_by_moved_marker(
    table: Table, marker: Base, legs: Sequence[Leg], mover: str = "", policies: TablePolicies = POLICIES
) -> tuple[Base, ...]:
    """The models a moved Hazardous marker touched on its way; the one that moves it may be spared
    (M3E-TRAIT-10), or by policy all (M3E-TRAIT-11). Pass no ``mover`` when it does not ask to be spared."""
    if mover and policies.moved_hazard == "spares_all":
        return ()
    return tuple(
        base
        for base in table.bases
        if base.kind == "model" and base.name != mover and "hazardous" not in base.unaffected
        and any(spans(leg, (base.part,), marker.radius + TOUCH) for leg in legs)
    )  # fmt: skip
