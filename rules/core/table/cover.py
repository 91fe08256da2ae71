"""Cover and Concealment, each with the line that grants it (M3E-SHADOW-04, M3E-TRAIT-04, M3E-COVER)."""

from __future__ import annotations

from msgspec import Struct

from rules.core.table.bases import Base, centres_apart
from rules.core.table.board import Table
from rules.core.table.crossing import line_through
from rules.core.table.lines import Segment
from rules.core.table.plane import Part
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shade import crosses_little, frame_of, in_shadow, waived
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.terrain import Piece, covers, inside


class Grant(Struct, frozen=True):
    """One piece that grants Cover or Concealment, by which row, and a sight line through it."""

    piece: str
    rule: str
    line: Segment


# What Cover and Concealment do; the duel and the damage flip apply them.
COVER_DF = 1  # M3E-COVER-01, with a negative modifier on damage flips against it
COVERED_FROM = "projectile"  # M3E-COVER-01: the kind of action it counts against
NOT_CONCEALED_FROM = "melee"  # M3E-COVER-02: the kind of attack it does not count against


def cover(
    table: Table, attacker: Base, target: Base, policies: TablePolicies = POLICIES
) -> tuple[Grant, ...]:
    """The pieces that give ``target`` Cover against the attacker's projectile actions; none: no Cover.

    It is in their Shadow and a sight line can be drawn through them, whatever anyone's Size. A piece
    waived by a model on its roof gives none (M3E-SHADOW-03, -05).
    """
    found: list[Grant] = []
    for piece in table.pieces:
        if not in_shadow(target, piece, policies) or waived(attacker, target, piece, policies):
            continue
        line = _through(attacker, target, _solid_for(piece, attacker, target))
        if line is not None:
            found.append(Grant(piece.name, "M3E-SHADOW-04", line))
    return tuple(found)


def _solid_for(piece: Piece, attacker: Base, target: Base) -> tuple[Part, ...]:
    """The whole piece; for lines into or out of its rooms the walls; between its rooms nothing."""
    rooms = [inside(piece, b.x, b.y, b.radius, b.elevation) for b in (attacker, target)]
    if all(rooms):
        return ()
    if any(rooms):
        return tuple(part for outline in piece.walls() for part in parts(outline))
    return parts(piece.footprint)


def concealment(
    table: Table, attacker: Base, target: Base, policies: TablePolicies = POLICIES
) -> tuple[Grant, ...]:
    """The pieces that conceal ``target`` from the attacker; none: no Concealment (M3E-TRAIT-04).

    A piece the attacker is in is waived when some single line crosses 1" of it or less (M3E-TRAIT-05),
    under a policy also one the target is in (M3E-TRAIT-06). A piece with a Height below either end's Size
    is ignored like any other (M3E-LOS-05). An attacker unaffected by Concealing sees no Concealment.
    """
    if "concealing" in attacker.unaffected:
        return ()
    found: list[Grant] = []
    for piece in table.pieces:
        if not piece.has("concealing") or _overlooked(piece, attacker, target):
            continue
        line = _through(attacker, target, parts(piece.footprint))
        if line is not None and not _in_and_near(piece, attacker, target, policies):
            found.append(Grant(piece.name, "M3E-TRAIT-04", line))
    return tuple(found)


def _overlooked(piece: Piece, attacker: Base, target: Base) -> bool:
    return piece.top is not None and piece.top < max(attacker.effective_size, target.effective_size)


def _in_and_near(piece: Piece, attacker: Base, target: Base, policies: TablePolicies) -> bool:
    within = covers(piece, attacker.x, attacker.y, attacker.radius)
    if policies.concealing_waiver == "either_end":
        within = within or covers(piece, target.x, target.y, target.radius)
    return within and crosses_little(attacker, target, piece)


def _through(one: Base, other: Base, solid: tuple[Part, ...]) -> Segment | None:
    """A sight line through the parts; none between bases that touch, for they leave no room for lines."""
    if one.name == other.name or centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return None
    return line_through(frame_of(one, other), solid)
