"""Hazardous terrain: the pieces that harm a model, and their effect (M3E-TRAIT-08 to -11, -17, T2-HAZ).

Also the reduced damage of Spirits: the incorporeal of the Second Edition, the Spirits of the First
(T2-INC-02, M1R-SPI-03, -04). Their movement and sight are in ``moves``, ``pushes``, ``leaps`` and
``sight.barriers``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, parts
from rules.table.measuring import in_contact
from rules.table.obstacles.legs import LEAST, Leg, spans
from rules.table.policies import POLICIES, TablePolicies
from rules.table.terrain import Piece, covers, reaches_elevation

DAMAGE = 1  # without a named Condition (M3E-TRAIT-08)
FLIP = (1, 2, 4)  # T2-HAZ-02


class Harm(Struct, frozen=True):
    """The effect of a piece: a Condition or an amount of damage, or a damage flip on three segments, which
    the opponent makes and nobody cheats (T2-HAZ-03)."""

    condition: str = ""
    damage: int = 0
    flip: tuple[int, int, int] | None = None
    flipped_by: str = ""
    may_be_cheated: bool = False


def harm_from(
    piece: Piece, policies: TablePolicies = POLICIES, agreed: tuple[int, int, int] | None = None
) -> Harm:
    """The piece's effect on a model; ``agreed`` is a greater damage that both players want
    (T2-HAZ-02)."""
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

    ``base`` is where it began, ``legs`` its path, ``end`` where it stands now. In its own action touching
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
    by_name: dict[str, Piece] = {}
    for piece in table.pieces:
        if piece.has("hazardous") and piece.hazard_name not in by_name:
            if _meets(piece, base, legs, last, own_action, placed, policies):
                by_name[piece.hazard_name] = piece
    return tuple(by_name.values())


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
    lifted = placed and any(_in(piece, b) for b in (base, last))
    if through or lifted:
        return True
    if not own_action:
        return False
    if in_contact(last, piece) or (bool(legs) and in_contact(base, piece)):
        return True
    return policies.hazard_touch == "passing" and any(_passes(piece, g, base.radius + TOUCH) for g in legs)


def _in(piece: Piece, base: Base) -> bool:
    return reaches_elevation(piece, base.elevation) and covers(piece, base.x, base.y, base.radius)


def _enters(piece: Piece, base: Base, legs: Sequence[Leg], last: Base, placed: bool) -> bool:
    """Whether the base enters the piece from outside, or is set down in it (T2-HAZ-01, T2-PUSH-11)."""
    if placed and _in(piece, last):
        return True
    was_in = _in(piece, base)
    for leg in legs:
        inside_spans = (
            spans(leg, parts(piece.footprint), base.radius - TOUCH)
            if reaches_elevation(piece, leg.elevation)
            else []
        )
        if any(high - low > LEAST and (low > LEAST or not was_in) for low, high in inside_spans):
            return True
        was_in = any(high >= leg.length - LEAST for _, high in inside_spans)
    return False


def _passes(piece: Piece, leg: Leg, radius: float) -> bool:
    if not reaches_elevation(piece, leg.elevation):
        return False
    return any(high - low > LEAST for low, high in spans(leg, parts(piece.footprint), radius))


def harmed_by_moved_marker(
    table: Table, marker: Base, legs: Sequence[Leg], mover: str = "", policies: TablePolicies = POLICIES
) -> tuple[Base, ...]:
    """The models a moved Hazardous marker touched on its path, on its own level; the model that moves it may
    be spared (M3E-TRAIT-10), or by policy all (M3E-TRAIT-11). Pass no ``mover`` when it does not ask to be
    spared."""
    if mover and policies.moved_hazard == "spares_all":
        return ()
    return tuple(
        base
        for base in table.bases
        if base.kind == "model"
        and base.name != mover
        and "hazardous" not in base.unaffected
        and any(
            leg.elevation - TOUCH <= base.elevation <= leg.elevation + marker.size + TOUCH
            and spans(leg, (base.part,), marker.radius + TOUCH)
            for leg in legs
        )
    )


def halved(damage: int, policies: TablePolicies = POLICIES) -> int:
    """Half of the damage, rounded as agreed (T2-A05).

    >>> halved(3), halved(3, TablePolicies(half_rounding="down"))
    (2, 1)
    """
    return (damage + (1 if policies.half_rounding == "up" else 0)) // 2


def suffered_by_spirit(
    damage: int, policies: TablePolicies = POLICIES, *, magical: bool = False, armor: int = 0
) -> int:
    """The damage to a Spirit: halved unless its source is magical, then less Armor, at least 1 of any.

    >>> suffered_by_spirit(4, armor=1)
    1
    """
    if damage <= 0:
        return 0
    left = damage if magical else halved(damage, policies)
    return max(1, left - armor) if armor else left
