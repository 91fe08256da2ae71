"""Sight as the Fourth Edition has it: what is lower than one end only hides what is near it (M4-LOS).

Of the models only enemies of who draws the lines stand in the way, so that sight need not be mutual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from rules.table.bases import Base
from rules.table.elevation import stands_on
from rules.table.measuring import at_most, horizontal_gap
from rules.table.policies import TablePolicies
from rules.table.sight.lines import Barrier
from rules.table.sight.occlusion import blocking_parts, hiding_height, wall_parts
from rules.table.terrain import Piece, covers, inside

HIDES_WITHIN = 2.0  # inches from the lower end (M4-LOS-04)


def hides(what: Base | Piece, height: float, one: Base, other: Base) -> bool:
    """Whether something of that height hides the two from each other where it is between them: as high as
    both, or as high as the lower one and within 2" of it (M4-LOS-04)."""
    lower, higher = by_height(one, other)
    if _as_high(what, height, higher):
        return _as_high(what, height, lower)
    return _as_high(what, height, lower) and at_most(horizontal_gap(lower, what), HIDES_WITHIN)


def by_height(one: Base, other: Base) -> tuple[Base, Base]:
    """The lower end and the higher; of two as high Size 0 is the higher (M4-LOS-08)."""
    lower, higher = sorted((one, other), key=lambda end: (end.effective_size, end.size == 0))
    return lower, higher


def _as_high(what: Base | Piece, height: float, end: Base) -> bool:
    """Whether it reaches the end's Size; of terrain, Size 0 stands higher than what is as high as its place
    (M4-LOS-08)."""
    if end.size == 0 and isinstance(what, Piece):
        return height > end.effective_size
    return height >= end.effective_size


def near_end_models(one: Base, other: Base, policies: TablePolicies) -> Callable[[Base], bool]:
    """Which models hide ``other`` from ``one``, which draws the lines: its enemies alone (M4-LOS-03), with
    the height they stand at or by policy without it (M4-LOS-06)."""

    def in_the_way(base: Base) -> bool:
        size = base.effective_size if policies.between_size == "effective" else base.size
        return not _friends(base, one) and hides(base, size, one, other)

    return in_the_way


def _friends(base: Base, one: Base) -> bool:
    """Whether both are of one Crew; a base without a side is nobody's friend."""
    return bool(base.side) and base.side == one.side


def near_end_barriers(piece: Piece, one: Base, other: Base, policies: TablePolicies) -> Iterator[Barrier]:
    """What of one piece may stop the lines that ``one`` draws to ``other``.

    Nothing of what either stands on (M4-LOS-05), nor of what does not affect ``one`` (M4-TERR-04). Dense
    terrain lets lines in and out, not across (M4-LOS-07).
    """
    if stands_on(one, piece) or stands_on(other, piece) or overlooked(piece, one, other):
        return
    rooms = [inside(piece, b.x, b.y, b.radius, b.elevation) for b in (one, other)]
    height = hiding_height(piece, policies)
    if all(rooms) or not hides(piece, height, one, other):
        return
    near = "sight.near" if height < max(one.effective_size, other.effective_size) else ""
    if stops(piece, "blocking", one):
        shape = wall_parts(piece, policies) if any(rooms) else blocking_parts(piece.footprint, policies)
        yield Barrier(piece.name, shape, rule=near or "sight.blocking")
    elif stops(piece, "dense", one):
        shape = blocking_parts(piece.footprint, policies)
        starts, ends = (covers(piece, b.x, b.y, b.radius) for b in (one, other))
        yield Barrier(piece.name, shape, "dense", starts, ends, rule=near or "sight.dense")


def stops(piece: Piece, trait: Literal["blocking", "dense"], one: Base) -> bool:
    """Whether the piece has the trait and ``one`` is affected by it (M4-TERR-04)."""
    return piece.has(trait) and trait not in one.unaffected


def overlooked(piece: Piece, one: Base, other: Base) -> bool:
    """Whether both look under it (M4-TERR-06)."""
    return piece.open_below and max(one.effective_size, other.effective_size) < piece.bottom
