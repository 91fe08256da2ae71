"""Cover and Concealment, each with the line that grants it (M3E-SHADOW-04, M3E-TRAIT-04, M3E-COVER,
T2-COVER, M4-COVER)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.table.bases import Base, centres_apart
from rules.table.board import Table
from rules.table.elevation import stands_on
from rules.table.geometry.footprints import TOUCH, parts
from rules.table.geometry.plane import ConvexPart
from rules.table.measuring import at_most, horizontal_gap
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.crossing import line_through
from rules.table.sight.lines import SightLine
from rules.table.sight.near_end import overlooked, stops
from rules.table.sight.occlusion import WAIVER, crosses_little, frame_of, in_shadow, waived
from rules.table.terrain import Piece, covers, inside


class CoverGrant(Struct, frozen=True):
    """One piece that grants Cover or Concealment, by which row, and a sight line through it; none where one
    of the two bases is over the other."""

    piece: str
    rule: str
    line: SightLine | None


# What Cover and Concealment do; the duel and the damage flip apply them.
COVER_DF = 1  # M3E-COVER-01, with a negative modifier on damage flips against it
COVERED_FROM = "projectile"  # M3E-COVER-01: the kind of action it counts against
NEAR = 1.0  # inches from the target, where the guide looks for cover (T2-COVER-01)
NEAR_BLOCKING = 2.0  # inches from the target to the blocking terrain that covers it (M4-COVER-02)
COVERING_RISE = 2.0  # inches that a target stands above who attacks it, to be covered (M4-COVER-02)
NOT_CONCEALED_FROM = "melee"  # M3E-COVER-02: the kind of attack it does not count against


def cover(
    table: Table, attacker: Base, target: Base, policies: TablePolicies = POLICIES
) -> tuple[CoverGrant, ...]:
    """The pieces that give ``target`` Cover against the attacker's actions; none: no Cover.

    By Shadow, or by what is near the target: cover of the Second Edition's guide, blocking terrain of the
    Fourth Edition. By Shadow: the target is in their Shadow and a sight line can be drawn through them,
    whatever anyone's Size. A piece waived by a model on its roof gives none (M3E-SHADOW-03, -05).
    """
    if policies.cover_from == "near_terrain":
        return tuple(_near_cover(table, attacker, target, policies))
    if policies.cover_from == "near_blocking":
        return tuple(_blocking_cover(table, attacker, target))
    grants: list[CoverGrant] = []
    for piece in table.pieces:
        if not in_shadow(target, piece, policies) or waived(attacker, target, piece, policies):
            continue
        line = _through(attacker, target, _solid_for(piece, attacker, target))
        if line is not None:
            grants.append(CoverGrant(piece.name, "cover.shadow", line))
    return tuple(grants)


def _solid_for(piece: Piece, attacker: Base, target: Base) -> tuple[ConvexPart, ...]:
    """The whole piece; for lines into or out of its rooms the walls; between its rooms nothing."""
    rooms = [inside(piece, b.x, b.y, b.radius, b.elevation) for b in (attacker, target)]
    if all(rooms):
        return ()
    if any(rooms):
        return tuple(part for outline in piece.walls() for part in parts(outline))
    return parts(piece.footprint)


def _near_cover(table: Table, attacker: Base, target: Base, policies: TablePolicies) -> Iterator[CoverGrant]:
    """Soft and hard cover within 1" of the target through which some line can be drawn, however high or low
    it is (T2-COVER-01, T2-VLOS-05, -07)."""
    for piece in table.pieces:
        if not (piece.has("hard_cover") or piece.has("soft_cover")):
            continue
        if at_most(horizontal_gap(target, piece), NEAR):
            line = _through(attacker, target, _solid_for(piece, attacker, target))
            if line is not None:
                yield CoverGrant(piece.name, "cover.hard" if piece.has("hard_cover") else "cover.soft", line)


def _blocking_cover(table: Table, attacker: Base, target: Base) -> Iterator[CoverGrant]:
    """What the target stands on, 2" or more above the attacker; and blocking terrain within 2" of the target
    that some line crosses, however high, if neither stands on it and the attacker does not see through it
    (M4-COVER-02, -03)."""
    raised = target.elevation - attacker.elevation >= COVERING_RISE - TOUCH
    for piece in table.pieces:
        if raised and _carries(piece, target):
            yield CoverGrant(piece.name, "cover.higher", _through(attacker, target, parts(piece.footprint)))
        elif stands_on(target, piece) or stands_on(attacker, piece) or overlooked(piece, attacker, target):
            continue
        elif stops(piece, "blocking", attacker) and at_most(horizontal_gap(target, piece), NEAR_BLOCKING):
            line = _through(attacker, target, _solid_for(piece, attacker, target))
            if line is not None:
                yield CoverGrant(piece.name, "cover.blocking", line)


def _carries(piece: Piece, base: Base) -> bool:
    """Whether the base stands on the piece or on a floor of it."""
    as_high = any(abs(base.elevation - at) <= TOUCH for at in piece.floors)
    return stands_on(base, piece) or (as_high and covers(piece, base.x, base.y, base.radius))


class Covered(Struct, frozen=True):
    """The effect of cover on an attack: Df added, fate modifiers of its duel and damage flips, and points
    taken off its damage, to 0 at least."""

    df: int = 0
    attack: int = 0
    damage: int = 0
    taken_off: int = 0


def covered(
    table: Table, grants: Sequence[CoverGrant], policies: TablePolicies = POLICIES, kind: str = COVERED_FROM
) -> Covered:
    """What the cover granted does to an attack of that kind (M3E-COVER-01, T2-COVER-02 to -04, M4-COVER-04:
    to any kind).

    >>> covered(Table(), ())
    Covered(df=0, attack=0, damage=0, taken_off=0)
    """
    if grants and policies.cover_from == "near_blocking":
        return Covered(taken_off=1)
    if not grants or kind != COVERED_FROM:
        return Covered()
    if policies.cover_from == "shadow":
        return Covered(COVER_DF, 0, -1)
    hard = any(table.piece(grant.piece).has("hard_cover") for grant in grants)
    soft = any(not table.piece(grant.piece).has("hard_cover") for grant in grants)
    attack = -(int(hard) + int(soft)) if policies.cover_stack else -1
    return Covered(0, attack, -1 if hard else 0)


def concealment(
    table: Table, attacker: Base, target: Base, policies: TablePolicies = POLICIES
) -> tuple[CoverGrant, ...]:
    """The pieces that conceal ``target`` from the attacker; none: no Concealment (M3E-TRAIT-04).

    A piece the attacker is in is waived when some single line crosses 1" of it or less (M3E-TRAIT-05),
    under a policy also one the target is in (M3E-TRAIT-06). A piece with a Height below either end's Size
    is ignored like any other (M3E-LOS-05), under a policy none for its Height (M4-COVER-05); so is one that
    both look under. An attacker unaffected by Concealing sees no Concealment.
    """
    if "concealing" in attacker.unaffected:
        return ()
    grants: list[CoverGrant] = []
    for piece in table.pieces:
        if not piece.has("concealing") or overlooked(piece, attacker, target):
            continue
        if policies.concealing_by_height and _lower(piece, attacker, target):
            continue
        line = _through(attacker, target, parts(piece.footprint))
        if line is not None and not _in_and_near(piece, attacker, target, policies):
            grants.append(CoverGrant(piece.name, "cover.concealing", line))
    return tuple(grants)


def _lower(piece: Piece, attacker: Base, target: Base) -> bool:
    return piece.top is not None and piece.top < max(attacker.effective_size, target.effective_size)


def _in_and_near(piece: Piece, attacker: Base, target: Base, policies: TablePolicies) -> bool:
    within = covers(piece, attacker.x, attacker.y, attacker.radius)
    if policies.concealing_waiver == "either_end":
        within = within or covers(piece, target.x, target.y, target.radius)
    little = WAIVER if policies.little_crossed == "at_most" else WAIVER - 2 * TOUCH
    return within and crosses_little(attacker, target, piece, little)


def _through(one: Base, other: Base, solid: tuple[ConvexPart, ...]) -> SightLine | None:
    """A sight line through the parts; ``None`` between bases that touch, because no line runs between
    them."""
    if one.name == other.name or centres_apart(one, other) <= one.radius + other.radius + TOUCH:
        return None
    return line_through(frame_of(one, other), solid)
