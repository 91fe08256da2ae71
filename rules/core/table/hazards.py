"""Hazardous terrain: which pieces harm a model, and how (M3E-TRAIT-08 to -11, -17, T2-HAZ)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.legs import LEAST, Leg, reaches, spans
from rules.core.table.measure import in_contact
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.terrain import Piece, covers

DAMAGE = 1  # without a named Condition (M3E-TRAIT-08)
FLIP = (1, 2, 4)  # T2-HAZ-02


class Harm(Struct, frozen=True):
    """What a piece does: a Condition or so much damage; or a damage flip on three segments, which the
    opponent makes and nobody cheats (T2-HAZ-03)."""

    condition: str = ""
    damage: int = 0
    flip: tuple[int, int, int] | None = None
    flipped_by: str = ""
    may_be_cheated: bool = False


def harm_of(
    piece: Piece, policies: TablePolicies = POLICIES, agreed: tuple[int, int, int] | None = None
) -> Harm:
    """What the piece does to whom it harms; ``agreed`` is a greater damage both players want (T2-HAZ-02)."""
    if policies.hazards_once_a == "turn":
        return Harm(flip=agreed or FLIP, flipped_by="opponent")
    return Harm(piece.hazard) if piece.hazard else Harm(damage=DAMAGE)


def harmed_by(
    table: Table,
    base: Base,
    legs: Sequence[Leg] = (),
    end: Base | None = None,
    *,
    own_action: bool = True,
    placed: bool = False,
    activating: bool = False,
    already: Collection[str] = (),
    policies: TablePolicies = POLICIES,
) -> tuple[Piece, ...]:
    """The Hazardous pieces that harm the model for one action or ability, those of one name once.

    ``base`` is where it began, ``legs`` its way, ``end`` where it stands now. In its own action touching
    is enough, on the way too (or, by policy, only at either end); moved by another it has to overlap
    (M3E-TRAIT-17). ``placed``: what it was lifted from or set into counts (M3E-MOVE-17).

    Where hazards count by the Turn: each piece once, ``already`` naming those that have harmed it, when it is
    ``activating`` inside or enters, moved, pushed or Placed (T2-HAZ-01, -04).
    """
    if "hazardous" in base.unaffected:
        return ()
    last = base if end is None else end
    if policies.hazards_once_a == "turn":
        return tuple(
            piece
            for piece in table.pieces
            if piece.has("hazardous")
            and piece.name not in already
            and ((activating and _in(piece, base)) or _enters(piece, base, legs, last, placed))
        )
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


def _in(piece: Piece, base: Base) -> bool:
    return reaches(piece, base.elevation) and covers(piece, base.x, base.y, base.radius)


def _enters(piece: Piece, base: Base, legs: Sequence[Leg], last: Base, placed: bool) -> bool:
    """Whether the base comes into the piece from outside, or is set down in it (T2-HAZ-01, T2-PUSH-11)."""
    if placed and _in(piece, last):
        return True
    was_in = _in(piece, base)
    for leg in legs:
        found = (
            spans(leg, parts(piece.footprint), base.radius - TOUCH) if reaches(piece, leg.elevation) else []
        )
        if any(high - low > LEAST and (low > LEAST or not was_in) for low, high in found):
            return True
        was_in = any(high >= leg.length - LEAST for _, high in found)
    return False


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
        if base.kind == "model"
        and base.name != mover
        and "hazardous" not in base.unaffected
        and any(spans(leg, (base.part,), marker.radius + TOUCH) for leg in legs)
    )
