"""Auras, pulses, blasts and shockwaves: the models they reach, and where their markers may be placed
(M3E-AREA)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.refusal import Refusal
from rules.table.areas.routes import in_blasts, in_route
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.measuring import horizontal_gap, within
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.line_of_sight import sees
from rules.table.terrain import covers, reaches_elevation, roofed

BLAST_MM, SHOCKWAVE_MM = 50, 30
BLAST_RISE = 1.0  # inches up and down from the target's base (M3E-AREA-05)


def in_aura(
    table: Table, source: Base, other: Base, inches: float, policies: TablePolicies = POLICIES
) -> bool:
    """Whether the model is within range and LoS of the source, which is in its own aura (M3E-AREA-01);
    by the rulings of 2013, whether a route leads there (M1R-AURA-02)."""
    if source.name == other.name:
        return True
    if not within(source, other, inches, policies):
        return False
    if policies.auras == "route":
        return in_route(table, source, other, inches)
    return sees(table, source, other, policies)


def aura(table: Table, source: Base, inches: float, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """Every model in the aura, including a source that is a model of the table."""
    return tuple(
        base
        for base in table.bases
        if base.kind == "model" and in_aura(table, source, base, inches, policies)
    )


def auras_of_one_name(
    table: Table, sources: Iterable[tuple[Base, float]], policies: TablePolicies = POLICIES
) -> dict[str, tuple[str, ...]]:
    """Each model that auras of one name reach, once, with the sources among which its controller
    chooses (M3E-AREA-02)."""
    sources_by_model: dict[str, tuple[str, ...]] = {}
    for source, inches in sources:
        for base in aura(table, source, inches, policies):
            sources_by_model[base.name] = (*sources_by_model.get(base.name, ()), source.name)
    return sources_by_model


def pulse(table: Table, source: Base, inches: float, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """Every model in the pulse: within range or overlapping, in the source's LoS, without the source
    (M3E-AREA-09)."""
    return tuple(base for base in aura(table, source, inches, policies) if base.name != source.name)


# Blasts


def blast(name: str, x: float, y: float, target: Base) -> Base:
    """A blast marker at the level of the target's base (M3E-AREA-04, -05)."""
    return Base(name, x, y, BLAST_MM, 0, target.elevation, kind="blast")


def blast_touches(marker: Base, other: Base) -> bool:
    """Whether the marker touches or overlaps the base, up to 1" above or below the target's base
    (M3E-AREA-05)."""
    return (
        horizontal_gap(marker, other) <= TOUCH
        and abs(marker.elevation - other.elevation) <= BLAST_RISE + TOUCH
    )


def check_blasts(target: Base, blasts: Sequence[Base], table: Table | None = None) -> None:
    """Raise ``Refusal`` unless the first blast touches the target and each further one another (M3E-AREA-04),
    and each may be placed on that ``table``: no part off it, nor on Impassable terrain (M3E-MOVE-01,
    M3E-TRAIT-13)."""
    for i, marker in enumerate(blasts):
        if table is not None:
            check_drop(table, marker)
        if abs(marker.mm - BLAST_MM) > TOUCH:
            raise Refusal(f"A blast is a {BLAST_MM} mm base.", rule="blast.place")
        if i == 0 and not blast_touches(marker, target):
            raise Refusal(
                f"The first blast has to touch {target.name}.", rule="blast.place", fix="Move it nearer."
            )
        if i and not any(horizontal_gap(marker, other) <= TOUCH for other in blasts[:i]):
            raise Refusal(
                f"Blast {i + 1} touches none of those before it.",
                rule="blast.place",
                fix="Lay it against another blast.",
            )


def struck_by_blasts(
    table: Table, target: Base, blasts: Sequence[Base], policies: TablePolicies = POLICIES
) -> tuple[Base, ...]:
    """Every model but the target that a blast touches, once, friendly ones and the attacker included
    (M3E-AREA-06). By the rulings of 2013 a blast is 3" high and needs a route (M1R-BLAST-01, -02)."""
    check_blasts(target, blasts, table)
    return tuple(
        base
        for base in table.bases
        if base.kind == "model"
        and base.name != target.name
        and _struck(table, target, blasts, base, policies)
    )


def _struck(table: Table, target: Base, blasts: Sequence[Base], base: Base, policies: TablePolicies) -> bool:
    if policies.auras == "sight":
        return any(blast_touches(marker, base) for marker in blasts)
    touched = any(horizontal_gap(marker, base) <= TOUCH for marker in blasts)
    return touched and in_blasts(table, target, blasts, base)


def check_drop(table: Table, marker: Base) -> None:
    """Raise ``Refusal`` unless a marker may be dropped there (M3E-MOVE-01, M3E-TRAIT-13)."""
    if not table.holds_base(marker):
        raise Refusal("The marker has to lie on the table.", rule="move.table", fix="Move it inward.")
    for piece in table.pieces:
        if not piece.has("impassable") or roofed(piece, marker.elevation):
            continue
        if reaches_elevation(piece, marker.elevation) and covers(piece, marker.x, marker.y, marker.radius):
            raise Refusal(
                f"Nothing is dropped on {piece.name}.", rule="terrain.impassable", fix="Move it off."
            )


# Shockwaves


def shockwave(name: str, x: float, y: float, elevation: float = 0.0) -> Base:
    """A shockwave marker of 30 mm (M3E-AREA-10)."""
    return Base(name, x, y, SHOCKWAVE_MM, 0, elevation, kind="marker")


def check_shockwave(
    table: Table, attacker: Base, marker: Base, inches: float, policies: TablePolicies = POLICIES
) -> None:
    """Raise ``Refusal`` unless the marker may be dropped there: on the table, clear of Impassable terrain, in
    range and LoS (M3E-AREA-10, M3E-TRAIT-13)."""
    check_drop(table, marker)
    if not within(attacker, marker, inches, policies):
        raise Refusal(f'That is farther than {inches:g}".', rule="shockwave.place", fix="Drop it nearer.")
    if not sees(table, attacker, marker, policies):
        raise Refusal(f"{attacker.name} has no line of sight to that spot.", rule="shockwave.place")


def shockwave_targets(
    table: Table, markers: Sequence[Base], inches: float, policies: TablePolicies = POLICIES
) -> tuple[Base, ...]:
    """Every model touched by a marker of one Action or in its pulse, each once (M3E-AREA-10, -11)."""
    return tuple(
        base
        for base in table.bases
        if base.kind == "model" and any(in_aura(table, marker, base, inches, policies) for marker in markers)
    )
