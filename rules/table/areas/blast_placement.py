"""The best place for a chain of blasts: what a bot lays, and what a page may propose (M3E-AREA-04 to -06).

What a blast strikes changes only where its centre crosses a circle around a model, or the circle it has to
touch; so the best place is at, or a hair beside, a crossing of two of these, their centres and nearest
points. Chains are built blast by blast, the most promising ones extended (beam search).

>>> from rules.table.board import Table
>>> target, other = Base("target", 18, 18), Base("other", 20.5, 18, side="B")
>>> best_blasts(Table(bases=(target, other)), target, 1, {"other": 1}).struck
('other',)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.areas.effects import BLAST_MM, blast, blast_touches, check_drop
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import Point, length

RADIUS = BLAST_MM / 2 * MM
# A hair beside a crossing, in inches, in eight directions: to strike one more, or to spare one.
HAIR = 0.004
BESIDE = [(x * HAIR, y * HAIR) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
# Chains extended at each blast, times three.
BEAM = 8
Names = tuple[str, ...]
# x, y, radius
Circle = tuple[float, float, float]


class BlastPlacement(Struct, frozen=True):
    """Blasts in the order they are placed, whom they strike by name, and what that is worth together."""

    blasts: tuple[Base, ...]
    struck: Names = ()
    worth: float = 0.0


def best_blasts(table: Table, target: Base, number: int, worth: Mapping[str, float]) -> BlastPlacement:
    """Where ``number`` blasts of a hit on ``target`` do most: ``worth`` says what it is worth to strike each
    model, below 0 for those to be spared, 0 for those not named.

    Every blast is legal; the same scene gives the same answer. ``Refusal`` when none can lie anywhere.
    """
    models = [b for b in table.bases if b.kind == "model" and b.name != target.name and worth.get(b.name)]
    chains = [BlastPlacement(())]
    for i in range(number):
        candidates = [
            placement for chain in chains for placement in _extended(table, target, chain, models, worth, i)
        ]
        if not candidates:
            raise Refusal(
                f"No blast can lie against {target.name}.", rule="M3E-TRAIT-13", fix="Resolve it without."
            )
        chains = _most_promising(candidates)
    return chains[0]


def _extended(
    table: Table,
    target: Base,
    placement: BlastPlacement,
    models: Sequence[Base],
    worth: Mapping[str, float],
    number: int,
) -> Iterator[BlastPlacement]:
    """The best of what one more blast can do: legal places, of those near each other that do the same the one
    nearest to a model still wanted."""
    anchors = placement.blasts or (target,)
    yielded: list[tuple[float, float, Names]] = []
    rated: set[tuple[float, float, float, float, Names]] = set()
    for x, y in _places(anchors, models):
        marker = blast(f"blast {number + 1}", x, y, target)
        if any(blast_touches(marker, anchor) for anchor in anchors):
            struck = tuple(m.name for m in models if m.name in placement.struck or blast_touches(marker, m))
            wanted = [m for m in models if worth[m.name] > 0 and m.name not in struck]
            off = min((length(m.x - marker.x, m.y - marker.y) for m in wanted), default=0.0)
            rated.add((-sum(worth[name] for name in struck), off, marker.x, marker.y, struck))
    for price, _, x, y, struck in sorted(rated):
        if _redundant(yielded, x, y, struck):
            continue
        marker = blast(f"blast {number + 1}", x, y, target)
        if _may_be_dropped(table, marker):
            yielded.append((x, y, struck))
            yield BlastPlacement((*placement.blasts, marker), struck, -price)
            if len(yielded) >= 3 * BEAM:
                return


def _redundant(yielded: Sequence[tuple[float, float, Names]], x: float, y: float, struck: Names) -> bool:
    """Whether a place near this one strikes the same already."""
    return any(struck == other and length(x - ox, y - oy) < RADIUS for ox, oy, other in yielded)


def _may_be_dropped(table: Table, marker: Base) -> bool:
    try:
        check_drop(table, marker)
    except Refusal:
        return False
    return True


def _most_promising(candidates: Sequence[BlastPlacement]) -> list[BlastPlacement]:
    """The best few; equals in the order of their places."""
    return sorted(
        candidates, key=lambda placement: (-placement.worth, [(b.x, b.y) for b in placement.blasts])
    )[: 3 * BEAM]


def _places(anchors: Sequence[Base], models: Sequence[Base]) -> Iterator[Point]:
    """Places where what is struck may change, and a hair beside each."""
    rims: list[Circle] = [(a.x, a.y, a.radius + RADIUS) for a in anchors]
    near = [m for m in models if any(length(m.x - a.x, m.y - a.y) < 4 * RADIUS + m.radius for a in anchors)]
    circles = rims + [(m.x, m.y, m.radius + RADIUS) for m in near]
    spots: list[Point] = [(m.x, m.y) for m in near] + [(a.x, a.y) for a in anchors]
    for one, other in combinations(circles, 2):
        spots += _crossings(one, other)
    for x, y, r in rims:
        for m in models:
            far = length(m.x - x, m.y - y)
            if far > TOUCH:
                ways = ((m.x - x) / far, (m.y - y) / far), ((x - m.x) / far, (y - m.y) / far)
                spots += [(x + ux * r, y + uy * r) for ux, uy in ways]
        spots += [(x + r, y), (x - r, y), (x, y + r), (x, y - r)]
    for x, y in spots:
        yield x, y
        for dx, dy in BESIDE:
            yield x + dx, y + dy


def _crossings(one: Circle, other: Circle) -> list[Point]:
    """Where two circles cross: none, or two places."""
    (x1, y1, r1), (x2, y2, r2) = one, other
    d = length(x2 - x1, y2 - y1)
    if d < TOUCH or d > r1 + r2 or d < abs(r1 - r2):
        return []
    ux, uy = (x2 - x1) / d, (y2 - y1) / d
    along = (d * d + r1 * r1 - r2 * r2) / (2 * d)
    aside = max(0.0, r1 * r1 - along * along) ** 0.5
    x, y = x1 + along * ux, y1 + along * uy
    return [(x - aside * uy, y + aside * ux), (x + aside * uy, y - aside * ux)]
