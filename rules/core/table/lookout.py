"""One table made ready for many questions of sight: who sees whom, at speed.

``Lookout`` gives exactly the answers of ``sight`` (which uses it for the line): it sorts out at once the
pieces and models that cannot matter to a pair, and asks the rules only about those that can. Pieces and
bases are prepared once for as long as their tuples live, so that a table with one model moved costs little.

>>> from rules.core.table.board import Table
>>> a, b, c = Base("Rasputina", 10, 10), Base("Sorrow", 20, 10), Base("Perdita", 15, 10)
>>> Lookout(Table(bases=(a, b, c))).sees(a, b)
False
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from rules.core.table.barriers import (
    barriers_between,
    barriers_of,
    hides_under,
    parting_floor,
    stands_between,
)
from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.lines import Segment, free_line
from rules.core.table.outlined import graze, solid
from rules.core.table.plane import Part, length
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shade import frame_of, shadow_closes, stature
from rules.core.table.shapes import TOUCH, parts
from rules.core.table.solids import Solid, View
from rules.core.table.terrain import Piece

# Tables kept ready; a replay or a page asks about one or two at a time.
KEPT = 8


class _Ready:
    """A piece prepared: its solid parts, and what settles its part without asking."""

    __slots__ = ("parts", "piece", "plain", "reach", "simple", "stature", "under")

    def __init__(self, piece: Piece, policies: TablePolicies) -> None:
        self.piece = piece
        self.parts = solid(piece.footprint, policies)
        self.stature = stature(piece, policies)
        # Farther than this from it, an end is not in it, not on it, and not in its Shadow.
        self.reach = piece.shadow
        self.under = float(piece.bottom) if piece.open_below else -inf
        self.plain = piece.has("blocking") or piece.has("dense")
        self.simple = piece.has("blocking") and piece.interior is None and piece.top != 0


def _circle(whole: Sequence[Part]) -> tuple[float, float, float]:
    cx, cy = sum(p.cx for p in whole) / len(whole), sum(p.cy for p in whole) / len(whole)
    far = max(length(x - cx, y - cy) + p.rho for p in whole for x, y in p.corners)
    return cx, cy, far + TOUCH


Ground = tuple[float, float, float, _Ready]


def _ground(pieces: tuple[Piece, ...], policies: TablePolicies) -> list[Ground]:
    """The pieces that can stop a line at all, each with a circle around it."""
    made = [_Ready(piece, policies) for piece in pieces]
    return [
        (*_circle(parts(ready.piece.footprint)), ready)
        for ready in made
        if ready.plain or ready.piece.floors or ready.piece.has("climbable")
    ]


Standing = tuple[float, float, float, int, Base]


def _standing(bases: tuple[Base, ...], policies: TablePolicies) -> list[Standing]:
    wide = graze(policies)
    return [(b.x, b.y, b.radius + wide, b.effective_size, b) for b in bases if stands_between(b, policies)]


class _Shelf:
    """What was made of the last few tuples, found by identity."""

    def __init__(self, make: Any) -> None:
        self.make, self.kept = make, {}  # type: ignore[var-annotated]

    def get(self, source: Any, policies: TablePolicies) -> Any:
        key = id(source), id(policies)
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            # The sources are held so that no other object can take their identity.
            found = self.kept[key] = (self.make(source, policies), source, policies)
        return found[0]


_TERRAIN, _MODELS = _Shelf(_ground), _Shelf(_standing)


class Lookout:
    """Sight on one table under one set of policies."""

    __slots__ = ("models", "policies", "table", "terrain")

    def __init__(self, table: Table, policies: TablePolicies = POLICIES) -> None:
        self.table, self.policies = table, policies
        self.terrain: list[Ground] = _TERRAIN.get(table.pieces, policies)
        self.models: list[Standing] = _MODELS.get(table.bases, policies)

    @staticmethod
    def of(table: Table, policies: TablePolicies = POLICIES) -> Lookout:
        """The lookout of that table, kept from the last question if it can be."""
        found: Lookout = _LOOKOUTS.get(table, policies)
        return found

    def sees(self, one: Base, other: Base) -> bool:
        """Whether ``one``, drawing the lines, has LoS to ``other``."""
        if one.name == other.name:
            return True
        dx, dy = one.x - other.x, one.y - other.y
        near = one.radius + other.radius + TOUCH
        if dx * dx + dy * dy <= near * near:
            return self.policies.touching_sees and parting_floor(self.table, one, other) is None
        if (other.x, other.y, other.mm) < (one.x, one.y, one.mm):
            a, b = other, one
        else:
            a, b = one, other
        view = View(a, b)
        solids = self._solids(view, a, b, one)
        if solids is None:
            return self._barrier_by_barrier(one, other) is not None
        return not solids or view.free(solids) is not None

    def free_line(self, one: Base, other: Base) -> Segment | None:
        """A free sight line between two bases apart from each other, or ``None``: then there is none.

        Both ends of a pair are always worked out in one order, so that sight is mutual to the last bit.
        """
        swapped = (other.x, other.y, other.mm) < (one.x, one.y, one.mm)
        a, b = (other, one) if swapped else (one, other)
        view = View(a, b)
        solids = self._solids(view, a, b, one)
        if solids is None:
            return self._barrier_by_barrier(one, other)
        line = view.free(solids)
        if line is None:
            return None
        found = view.segment(line)
        return found.reversed() if swapped else found

    def _solids(self, view: View, a: Base, b: Base, drawing: Base) -> list[Solid] | None:
        """What stops lines between two bases, in their frame; ``None`` when that is not all solid."""
        if self.policies.sight_from != "size":
            return None
        sizes = a.effective_size, b.effective_size
        low = sizes[0] if sizes[0] > sizes[1] else sizes[1]
        solids: list[Solid] = []
        if self.models:
            least = low
            if self.policies.models_compare == "target":
                least = sizes[1] if drawing is a else sizes[0]
            self._models(view, a, b, least, solids)
        level = a.elevation == 0.0 == b.elevation
        (ux, uy, top), (lx, ly, bottom) = view.up, view.down
        ax, ay, r, big, d = view.ax, view.ay, view.r, view.big, view.d
        for cx, cy, bound, ready in self.terrain:
            if ux * cx + uy * cy >= top + bound or lx * cx + ly * cy >= bottom + bound:
                continue
            dx, dy = cx - ax, cy - ay
            u = dx * view.cos + dy * view.sin
            if not -bound - r < u < d + big + bound:
                continue
            square = dx * dx + dy * dy
            far = bound + ready.reach
            at_a, at_b = far + r, far + big
            off_a, off_b = square > at_a * at_a, square + d * (d - u - u) > at_b * at_b
            if (off_a and off_b and ready.plain) or (ready.simple and level):
                # No end is on it or in its rooms: heights decide (M3E-LOS-05, M3E-TERR-02) …
                if ready.stature >= low and not low <= ready.under:
                    view.add(ready.parts, solids)
                    if view.shut:
                        break
                    continue
                # … and its Shadow, for an end that is in it and no taller (M3E-SHADOW-02).
                if (off_a or ready.stature < a.size) and (off_b or ready.stature < b.size):
                    continue
                if ready.simple and level:
                    piece, policies = ready.piece, self.policies
                    if (not off_a and shadow_closes(a, piece, policies)) or (
                        not off_b and shadow_closes(b, piece, policies)
                    ):
                        view.add(ready.parts, solids)
                    continue
            other = b if drawing is a else a
            for barrier in barriers_of(ready.piece, drawing, other, self.policies):
                if barrier.mode == "floor" or barrier.from_a or barrier.to_b:
                    return None
                view.add(barrier.parts, solids)
        return solids

    def _models(self, view: View, a: Base, b: Base, low: int, solids: list[Solid]) -> None:
        """Models between the two that are as large as either (M3E-LOS-04, -05)."""
        (ux, uy, top), (lx, ly, bottom) = view.up, view.down
        last, before = view.d + view.big, view.d - view.big
        for x, y, far, size, base in self.models:
            if size < low or ux * x + uy * y >= top + far or lx * x + ly * y >= bottom + far:
                continue
            dx, dy = x - view.ax, y - view.ay
            u, v = dx * view.cos + dy * view.sin, dy * view.cos - dx * view.sin
            if not -view.r - far < u < last + far:
                continue
            if base.name == a.name or base.name == b.name or hides_under(base, a) or hides_under(base, b):
                continue
            solids.append((((u, v),), far, u > view.r + far and u < before - far))

    def _barrier_by_barrier(self, one: Base, other: Base) -> Segment | None:
        """With floors between, or woods that an end stands in, each line is judged barrier by barrier."""
        barriers = barriers_between(self.table, one, other, self.policies)
        if (other.x, other.y, other.mm) >= (one.x, one.y, one.mm):
            return free_line(frame_of(one, other), barriers)
        turned = [x.turned() if x.mode == "dense" else x for x in barriers]
        found = free_line(frame_of(other, one), turned)
        return None if found is None else found.reversed()


_LOOKOUTS = _Shelf(Lookout)
