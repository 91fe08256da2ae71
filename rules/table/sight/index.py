"""One table made ready for many questions of sight: who sees whom, at speed.

``SightIndex`` gives exactly the answers of ``line_of_sight`` (which uses it for the line): it sorts out at
once the pieces and models that cannot matter to a pair, and asks the rules only about those that can. Pieces
and bases are prepared once for as long as their tuples live, so that a table with one model moved costs
little.

>>> from rules.table.board import Table
>>> a, b, c = Base("Rasputina", 10, 10), Base("Sorrow", 20, 10), Base("Perdita", 15, 10)
>>> SightIndex(Table(bases=(a, b, c))).sees(a, b)
False
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import inf, sqrt
from operator import itemgetter
from typing import Any

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, parts
from rules.table.geometry.plane import FINE, ConvexPart, length
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.barriers import barriers_between, barriers_of, hides_under, may_block, separating_floor
from rules.table.sight.convex_blockers import FreeLineSearch, Line, SightEnd
from rules.table.sight.lines import SightLine, free_line
from rules.table.sight.occlusion import blocking_parts, frame_of, grazing_margin, hiding_height, shadow_closes
from rules.table.terrain import Piece

# What leaves no line between two ends, whatever else there is: pieces made ready, and names of models.
Closing = frozenset[Hashable]
# What an answer of sight rests on: the free line, on the table n · x = c, or the closers; ``None`` where that
# is not told.
Witness = Line | Closing | None
# Whether it is seen, the view that told, and the line that is free in it, where these were needed.
_Answer = tuple[bool, FreeLineSearch | None, Line | None]
# Tables kept ready; a replay or a page asks about one or two at a time.
MOST_TABLES = 8
# Bases kept under one set of policies; those of a few tables, and of moves that are thought of.
MOST_BASES = 256
# Shadows kept of one base; terrain that moves makes them many.
MOST_SHADOWS = 64


class _PreparedPiece:
    """A piece prepared: its solid parts, and what settles its part without asking."""

    __slots__ = ("parts", "piece", "plain", "reach", "simple", "stature", "under", "whole")

    def __init__(self, piece: Piece, policies: TablePolicies) -> None:
        self.piece = piece
        self.parts = blocking_parts(piece.footprint, policies)
        # Drawn out by a touch, the parts of one outline hang together.
        self.whole = policies.grazing == "blocks"
        self.stature = hiding_height(piece, policies)
        # Farther than this from it, an end is not in it, not on it, and not in its Shadow.
        self.reach = piece.shadow
        self.under = float(piece.bottom) if piece.open_below else -inf
        self.plain = piece.has("blocking") or piece.has("dense")
        self.simple = piece.has("blocking") and piece.interior is None and piece.top != 0

    def shuts(self, a: SightEnd, b: SightEnd) -> bool:
        """Whether it is high enough, lies between two ends, clear of both, and reaches across all lines."""
        low = a[3] if a[3] > b[3] else b[3]
        if not (self.plain and self.stature >= low > self.under and (self.whole or len(self.parts) == 1)):
            return False
        return FreeLineSearch(a, b).closed_by(self.parts)

    def entered(self, line: Line) -> bool:
        """Whether that line of the table enters it anywhere."""
        nx, ny, c = line
        for part in self.parts:
            offs = [nx * x + ny * y - c for x, y in part.corners]
            if min(offs) < part.rho - FINE and max(offs) > FINE - part.rho:
                return True
        return False


def _circle(whole: Sequence[ConvexPart]) -> tuple[float, float, float]:
    cx, cy = sum(p.cx for p in whole) / len(whole), sum(p.cy for p in whole) / len(whole)
    far = max(length(x - cx, y - cy) + p.rho for p in whole for x, y in p.corners)
    return cx, cy, far + TOUCH


PreparedTerrain = tuple[float, float, float, _PreparedPiece]


def _prepared_terrain(pieces: tuple[Piece, ...], policies: TablePolicies) -> list[PreparedTerrain]:
    """The pieces that can stop a line at all, each with a circle around it; the widest first, for they end
    most searches."""
    made = [
        (*_circle(parts(piece.footprint)), _PreparedPiece(piece, policies))
        for piece in pieces
        if piece.has("blocking") or piece.has("dense") or piece.floors or piece.has("climbable")
    ]
    return sorted(made, key=lambda each: -each[2])


def sight_end(base: Base, shades: dict[Any, bool] | None = None) -> SightEnd:
    return base.x, base.y, base.radius, base.effective_size, base, shades


# A model between two ends: x, y, half its width, effective Size, the base.
PossibleBlocker = tuple[float, float, float, int, Base]


class _IdentityCache:
    """What was made of the last few tuples, found by identity."""

    def __init__(self, make: Any) -> None:
        self.make, self.kept = make, {}  # type: ignore[var-annotated]

    def get(self, source: Any, policies: TablePolicies) -> Any:
        key = id(source), id(policies)
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MOST_TABLES:
                del self.kept[next(iter(self.kept))]
            # The sources are held so that no other object can take their identity.
            found = self.kept[key] = (self.make(source, policies), source, policies)
        return found[0]


class _PreparedBases:
    """The bases of a table: each as an end of sight, told by identity (the end keeps it); and those that can
    stand between two ends, the tallest first."""

    __slots__ = ("ends", "standing")

    def __init__(self, bases: tuple[Base, ...], policies: TablePolicies) -> None:
        known: dict[int, PreparedBase] = _BASE_BY_IDENTITY.get(policies, policies)
        if len(known) > MOST_BASES:
            known.clear()
        found = [
            known.get(id(base)) or known.setdefault(id(base), _prepared_base(base, policies))
            for base in bases
        ]
        self.ends = {id(end[4]): end for end, _ in found}
        standing = [each for _, each in found if each is not None]
        self.standing: list[PossibleBlocker] = sorted(standing, key=itemgetter(3), reverse=True)


# What is kept of a base: as an end, and, where it may be that, as one who stands between two.
PreparedBase = tuple[SightEnd, PossibleBlocker | None]


def _prepared_base(base: Base, policies: TablePolicies) -> PreparedBase:
    x, y, radius, tall, *_ = end = sight_end(base, {})
    return end, (x, y, radius + grazing_margin(policies), tall, base) if may_block(base, policies) else None


_TERRAIN, _BASES = _IdentityCache(_prepared_terrain), _IdentityCache(_PreparedBases)
# Under each policies by the base's identity: of the next table most bases are the same.
_BASE_BY_IDENTITY = _IdentityCache(lambda _, __: {})


class SightIndex:
    """Sight on one table under one set of policies."""

    __slots__ = ("ends", "models", "policies", "table", "terrain")

    def __init__(self, table: Table, policies: TablePolicies = POLICIES) -> None:
        self.table, self.policies = table, policies
        crowd: _PreparedBases = _BASES.get(table.bases, policies)
        self.ends, self.models = crowd.ends, crowd.standing
        self.terrain: list[PreparedTerrain] = _TERRAIN.get(table.pieces, policies)

    @staticmethod
    def of(table: Table, policies: TablePolicies = POLICIES) -> SightIndex:
        """The lookout of that table, kept from the last question if it can be."""
        found: SightIndex = _INDEXES.get(table, policies)
        return found

    def sees(self, one: Base, other: Base) -> bool:
        """Whether ``one``, drawing the lines, has LoS to ``other``."""
        return self._answer(self._end(one), self._end(other))[0]

    def told(self, one: Base, other: Base) -> tuple[bool, Witness]:
        """As ``sees``, with what the answer rests on."""
        return _with_witness(self._answer(self._end(one), self._end(other)))

    def told_again(self, one: Base, other: Base, before: Witness, was: Base) -> tuple[bool, Witness]:
        """As ``told``, but where what the answer rested on ``before``, while ``one`` stood as ``was``, holds
        still, that is soon told. For policies under which sight is mutual and goes by Size."""
        a, b = self._end(one), self._end(other)
        dx, dy, near = b[0] - a[0], b[1] - a[1], a[2] + b[2] + TOUCH
        if dx * dx + dy * dy > near * near:
            if isinstance(before, tuple):
                line = _turned(before, was, a, b)
                if line is not None and self._clear(line, a, b):
                    return True, line
            elif before is not None and len(before) == 1:
                (closer,) = before
                if isinstance(closer, _PreparedPiece) and closer.shuts(a, b):
                    return False, before
        return _with_witness(self._answer(a, b))

    def sees_each(self, one: Base, others: Iterable[SightEnd]) -> Iterator[bool]:
        """``sees`` for many others of one base."""
        end = self._end(one)
        return (self._answer(end, other)[0] for other in others)

    def free_line(self, one: Base, other: Base) -> SightLine | None:
        """A free sight line between two bases apart from each other, or ``None``: then there is none."""
        a, b = self._end(one), self._end(other)
        swapped = b < a
        if swapped:
            a, b = b, a
        view = FreeLineSearch(a, b)
        if not self._fill(view, a, b, one):
            return self._barrier_by_barrier(one, other)
        line = view.free()
        if line is None:
            return None
        found = view.segment(line)
        return found.reversed() if swapped else found

    def _end(self, base: Base) -> SightEnd:
        return self.ends.get(id(base)) or sight_end(base)

    def _answer(self, a: SightEnd, b: SightEnd) -> _Answer:
        """Whether ``a`` sees ``b``, and the view and free line that told so."""
        one, other = a[4], b[4]
        if one.name == other.name:
            return True, None, None
        dx, dy, near = a[0] - b[0], a[1] - b[1], a[2] + b[2] + TOUCH
        if dx * dx + dy * dy <= near * near:
            return (
                self.policies.touching_sees and separating_floor(self.table, one, other) is None,
                None,
                None,
            )
        if b < a:  # one order for both ways, so that sight is mutual to the last bit
            a, b = b, a
        view = FreeLineSearch(a, b)
        if not self._fill(view, a, b, one):
            return self._barrier_by_barrier(one, other) is not None, None, None
        line = view.free()
        return line is not None, view, line

    def _fill(self, view: FreeLineSearch, a: SightEnd, b: SightEnd, drawing: Base) -> bool:
        """Put into the view what stops the lines that one of its bases draws; whether that is all solid."""
        if self.policies.sight_from != "size":
            return False
        low = a[3] if a[3] > b[3] else b[3]
        if not self._pieces(view, a, b, low, drawing, self.terrain):
            return False
        if self.models and not view.shut:
            if self.policies.models_compare == "target":
                low = b[3] if drawing is a[4] else a[3]
            _stand(view, a[4], b[4], low, self.models)
        return True

    def _pieces(
        self,
        view: FreeLineSearch,
        a: SightEnd,
        b: SightEnd,
        low: int,
        drawing: Base,
        terrain: Sequence[PreparedTerrain],
    ) -> bool:
        """Terrain between the two, lower pieces left out; whether that is all solid."""
        one, other = a[4], b[4]
        level = one.elevation == 0.0 == other.elevation
        (ux, uy, top), (lx, ly, bottom) = view.up, view.down
        ax, ay, cos, sin, d, r, big = view.ax, view.ay, view.cos, view.sin, view.d, view.r, view.big
        for cx, cy, bound, ready in terrain:
            if ux * cx + uy * cy >= top + bound or lx * cx + ly * cy >= bottom + bound:
                continue
            dx, dy = cx - ax, cy - ay
            u = dx * cos + dy * sin
            if not -bound - r < u < d + big + bound:
                continue
            square = dx * dx + dy * dy
            far = bound + ready.reach
            at_a, at_b = far + r, far + big
            off_a, off_b = square > at_a * at_a, square + d * (d - u - u) > at_b * at_b
            if (off_a and off_b and ready.plain) or (ready.simple and level):
                # No end is on it or in its rooms: heights decide (M3E-LOS-05, M3E-TERR-02), or its Shadow.
                if (
                    (ready.stature >= low and not low <= ready.under)
                    or (not off_a and self._shaded(a, ready))
                    or (not off_b and self._shaded(b, ready))
                ):
                    view.add(ready.parts, ready, ready.whole)
                    if view.shut:
                        return True
                continue
            for barrier in barriers_of(ready.piece, drawing, other if drawing is one else one, self.policies):
                if barrier.mode == "floor" or barrier.from_a or barrier.to_b:
                    return False
                view.add(barrier.parts, ready)
        return True

    def _clear(self, line: Line, a: SightEnd, b: SightEnd) -> bool:
        """Whether nothing that counts stands on a sight line of the two; a "no" is but a guess."""
        nx, ny, c = line
        ax, ay, r, size, _, _ = a
        bx, by, big, low, _, _ = b
        low, dx, dy = size if size > low else low, bx - ax, by - ay
        square = dx * dx + dy * dy
        d = sqrt(square)
        for x, y, far, size, base in self.models:
            if size < low:
                break
            if -far < nx * x + ny * y - c < far and base is not a[4] and base is not b[4]:
                along = (x - ax) * dx + (y - ay) * dy
                if -(far + r) * d < along < square + (far + big) * d:
                    return False
        lower = []
        for ground in self.terrain:
            x, y, far, ready = ground
            if -far < nx * x + ny * y - c < far:
                along = (x - ax) * dx + (y - ay) * dy
                if -(far + r) * d < along < square + (far + big) * d and ready.entered(line):
                    if ready.stature >= low:
                        return False
                    lower.append(ground)
        if not lower:
            return True
        drawing = a[4]
        if b < a:
            a, b = b, a
        view = FreeLineSearch(a, b)
        return self._pieces(view, a, b, low, drawing, lower) and not (view.shut or view.solids)

    def _shaded(self, end: SightEnd, ready: _PreparedPiece) -> bool:
        """Whether the piece's Shadow closes lines to a base that is in it and no taller (M3E-SHADOW-02); kept
        for the bases of tables, each of which is asked about beside many others, and from move to move."""
        base, shades = end[4:]
        if ready.stature < base.size:
            return False
        if shades is None:
            return shadow_closes(base, ready.piece, self.policies)
        found = shades.get(ready)
        if found is None:
            if len(shades) >= MOST_SHADOWS:
                shades.clear()
            found = shades[ready] = shadow_closes(base, ready.piece, self.policies)
        return found

    def _barrier_by_barrier(self, one: Base, other: Base) -> SightLine | None:
        """With floors between, or woods that an end stands in, each line is judged barrier by barrier."""
        barriers = barriers_between(self.table, one, other, self.policies)
        if (other.x, other.y) >= (one.x, one.y):
            return free_line(frame_of(one, other), barriers)
        turned = [x.turned() if x.mode == "dense" else x for x in barriers]
        found = free_line(frame_of(other, one), turned)
        return None if found is None else found.reversed()


def _stand(view: FreeLineSearch, one: Base, other: Base, low: int, models: Sequence[PossibleBlocker]) -> None:
    """Put in models between the two that are as large as either (M3E-LOS-04, -05)."""
    (ux, uy, top), (lx, ly, bottom) = view.up, view.down
    names, marked = (one.name, other.name), "marker" in (one.kind, other.kind)
    for x, y, far, size, base in models:
        if size < low:
            break
        if ux * x + uy * y >= top + far or lx * x + ly * y >= bottom + far or base.name in names:
            continue
        if not (marked and (hides_under(base, one) or hides_under(base, other))):
            view.add_disc(x, y, far, base.name)
            if view.shut:
                return


def _turned(line: Line, was: Base, a: SightEnd, b: SightEnd) -> Line | None:
    """The line, if it meets ``a`` too; else the one as far from the middles of ``a`` and ``b`` as it is from
    those of ``was`` and ``b``; ``None`` where that is no sight line."""
    nx, ny, c = line
    ax, ay, r, _, _, _ = a
    if -r <= nx * ax + ny * ay - c <= r:
        return line
    off, dx, dy = nx * was.x + ny * was.y - c, b[0] - ax, b[1] - ay
    turn, square = nx * b[0] + ny * b[1] - c - off, dx * dx + dy * dy
    flat = square - turn * turn
    if flat <= 0.0 or not -FINE - r <= off <= r + FINE:
        return None
    across = sqrt(flat) if nx * dy < ny * dx else -sqrt(flat)
    nx, ny = (turn * dx - across * dy) / square, (turn * dy + across * dx) / square
    return nx, ny, nx * ax + ny * ay - off


def _with_witness(answer: _Answer) -> tuple[bool, Witness]:
    """The answer with what it rests on."""
    seen, view, line = answer
    if view is None:
        return seen, None
    return seen, frozenset(view.closers) if line is None else view.on_table(line)


_INDEXES = _IdentityCache(SightIndex)
