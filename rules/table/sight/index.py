"""The sight index: one table prepared for many questions of line of sight, answered fast.

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
from rules.table.sight.barriers import (
    barriers_between,
    barriers_of,
    hides_under,
    may_block,
    own_pieces,
    separating_floor,
)
from rules.table.sight.convex_blockers import FreeLineSearch, Line, SightEnd
from rules.table.sight.lines import SightLine, free_line
from rules.table.sight.occlusion import blocking_parts, frame_of, grazing_margin, hiding_height, shadow_closes
from rules.table.terrain import Piece

# What leaves no line between two ends, whatever else there is: prepared pieces, and names of models.
Closing = frozenset[Hashable]
# The witness of an answer: the free line (n · x = c, on the table), or what closes all lines; ``None`` where
# the answer has none.
Witness = Line | Closing | None
# Whether it is seen, the search that decided, and the line that is free in it, where these were needed.
_Answer = tuple[bool, FreeLineSearch | None, Line | None]
# Tables kept in the cache; a replay or a page asks about one or two at a time.
MOST_TABLES = 8
# Bases kept under one set of policies: those of a few tables, and of moves that are tried.
MOST_BASES = 256
# Shadows kept of one base; terrain that moves makes them many.
MOST_SHADOWS = 64


class _PreparedPiece:
    """A piece prepared: its blocking parts, and the figures that settle most questions without the rules."""

    __slots__ = ("connected", "height", "parts", "piece", "plain", "reach", "simple", "under")

    def __init__(self, piece: Piece, policies: TablePolicies) -> None:
        self.piece = piece
        self.parts = blocking_parts(piece.footprint, policies)
        # Widened by a touch, the parts of one outline are connected.
        self.connected = policies.grazing == "blocks"
        self.height = hiding_height(piece, policies)
        # Farther than this from it, an end is not in it, not on it, and not in its Shadow.
        self.reach = piece.shadow
        self.under = float(piece.bottom) if piece.open_below else -inf
        self.plain = piece.has("blocking") or piece.has("dense")
        self.simple = piece.has("blocking") and piece.interior is None and piece.top != 0

    def closes(self, a: SightEnd, b: SightEnd) -> bool:
        """Whether it is high enough, lies between two ends, clear of both, and reaches across all
        lines."""
        low = a[3] if a[3] > b[3] else b[3]
        if not (self.plain and self.height >= low > self.under and (self.connected or len(self.parts) == 1)):
            return False
        return FreeLineSearch(a, b).closed_by(self.parts)

    def is_entered(self, line: Line) -> bool:
        """Whether that line of the table enters it anywhere."""
        nx, ny, c = line
        for part in self.parts:
            offs = [nx * x + ny * y - c for x, y in part.corners]
            if min(offs) < part.rho - FINE and max(offs) > FINE - part.rho:
                return True
        return False


def _circle(connected: Sequence[ConvexPart]) -> tuple[float, float, float]:
    cx, cy = sum(p.cx for p in connected) / len(connected), sum(p.cy for p in connected) / len(connected)
    far = max(length(x - cx, y - cy) + p.rho for p in connected for x, y in p.corners)
    return cx, cy, far + TOUCH


PreparedTerrain = tuple[float, float, float, _PreparedPiece]


def _prepared_terrain(pieces: tuple[Piece, ...], policies: TablePolicies) -> list[PreparedTerrain]:
    """The pieces that can stop a line, each with a circle around it; the widest first, because they
    end most searches."""
    prepared = [
        (*_circle(parts(piece.footprint)), _PreparedPiece(piece, policies))
        for piece in pieces
        if piece.has("blocking") or piece.has("dense") or piece.floors or piece.has("climbable")
    ]
    return sorted(prepared, key=lambda each: -each[2])


def sight_end(base: Base, shadows: dict[Any, bool] | None = None) -> SightEnd:
    return base.x, base.y, base.radius, base.effective_size, base, shadows


# A model between two ends: x, y, half its width, effective Size, the base.
PossibleBlocker = tuple[float, float, float, int, Base]


class _IdentityCache:
    """Results for the last few tuples, found by identity."""

    def __init__(self, make: Any) -> None:
        self.make, self.cache = make, {}  # type: ignore[var-annotated]

    def get(self, source: Any, policies: TablePolicies) -> Any:
        key = id(source), id(policies)
        entry = self.cache.get(key)
        if entry is None:
            if len(self.cache) >= MOST_TABLES:
                del self.cache[next(iter(self.cache))]
            # The sources are held so that no other object can take their identity.
            entry = self.cache[key] = (self.make(source, policies), source, policies)
        return entry[0]


class _PreparedBases:
    """The bases of a table: each as an end of sight, prepared by identity (the end holds the base); and those
    that can block between two ends, the tallest first."""

    __slots__ = ("ends", "possible_blockers")

    def __init__(self, bases: tuple[Base, ...], policies: TablePolicies) -> None:
        by_identity: dict[int, PreparedBase] = _BASE_BY_IDENTITY.get(policies, policies)
        if len(by_identity) > MOST_BASES:
            by_identity.clear()
        prepared = [
            by_identity.get(id(base)) or by_identity.setdefault(id(base), _prepared_base(base, policies))
            for base in bases
        ]
        self.ends = {id(end[4]): end for end, _ in prepared}
        possible_blockers = [each for _, each in prepared if each is not None]
        self.possible_blockers: list[PossibleBlocker] = sorted(
            possible_blockers, key=itemgetter(3), reverse=True
        )


# A base prepared: as an end of sight, and as a possible blocker if it can be one.
PreparedBase = tuple[SightEnd, PossibleBlocker | None]


def _prepared_base(base: Base, policies: TablePolicies) -> PreparedBase:
    x, y, radius, tall, *_ = end = sight_end(base, {})
    return end, (x, y, radius + grazing_margin(policies), tall, base) if may_block(base, policies) else None


_TERRAIN, _BASES = _IdentityCache(_prepared_terrain), _IdentityCache(_PreparedBases)
# Under each set of policies, by the base's identity: most bases of the next table are the same objects.
_BASE_BY_IDENTITY = _IdentityCache(lambda _, __: {})


class SightIndex:
    """Line of sight on one table under one set of policies."""

    __slots__ = ("ends", "kept", "models", "policies", "table", "terrain")

    def __init__(self, table: Table, policies: TablePolicies = POLICIES) -> None:
        self.table, self.policies = table, policies
        prepared: _PreparedBases = _BASES.get(table.bases, policies)
        self.ends, self.models = prepared.ends, prepared.possible_blockers
        self.terrain: list[PreparedTerrain] = _TERRAIN.get(table.pieces, policies)
        # Whether a base of the table sees another, by the identity of both.
        self.kept: dict[tuple[int, int], bool] = {}

    @staticmethod
    def of(table: Table, policies: TablePolicies = POLICIES) -> SightIndex:
        """The index of that table, from the cache if it is there."""
        index: SightIndex = _INDEXES.get(table, policies)
        return index

    def sees(self, one: Base, other: Base) -> bool:
        """Whether ``one``, drawing the lines, has LoS to ``other``; kept for two bases of the
        table."""
        pair = id(one), id(other)
        seen = self.kept.get(pair)
        if seen is None:
            seen = self._answer(self._end(one), self._end(other))[0]
            if pair[0] in self.ends and pair[1] in self.ends:
                self.kept[pair] = seen
        return seen

    def answer(self, one: Base, other: Base) -> tuple[bool, Witness]:
        """The answer of ``sees`` with its witness."""
        return _with_witness(self._answer(self._end(one), self._end(other)))

    def recheck(self, one: Base, other: Base, before: Witness, old_position: Base) -> tuple[bool, Witness]:
        """As ``answer``, but fast where the witness of ``before``, when ``one`` was at ``old_position``,
        still holds. For policies under which sight is mutual and goes by Size."""
        a, b = self._end(one), self._end(other)
        dx, dy, near = b[0] - a[0], b[1] - a[1], a[2] + b[2] + TOUCH
        if dx * dx + dy * dy > near * near:
            if isinstance(before, tuple):
                line = _line_after_move(before, old_position, a, b)
                if line is not None and self._line_is_clear(line, a, b):
                    return True, line
            elif before is not None and len(before) == 1:
                (closer,) = before
                if isinstance(closer, _PreparedPiece) and closer.closes(a, b):
                    return False, before
        return _with_witness(self._answer(a, b))

    def sees_each(self, one: Base, others: Iterable[SightEnd]) -> Iterator[bool]:
        """``sees`` for many others of one base."""
        end = self._end(one)
        return (self._answer(end, other)[0] for other in others)

    def free_line(self, one: Base, other: Base) -> SightLine | None:
        """A free sight line between two bases that are apart; ``None`` when there is none."""
        a, b = self._end(one), self._end(other)
        swapped = b < a
        if swapped:
            a, b = b, a
        search = FreeLineSearch(a, b)
        if not self._fill(search, a, b, one):
            return self._barrier_by_barrier(one, other)
        line = search.free()
        if line is None:
            return None
        segment = search.segment(line)
        return segment.reversed() if swapped else segment

    def _end(self, base: Base) -> SightEnd:
        return self.ends.get(id(base)) or sight_end(base)

    def _answer(self, a: SightEnd, b: SightEnd) -> _Answer:
        """Whether ``a`` sees ``b``, and the search and free line that decided."""
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
        search = FreeLineSearch(a, b)
        if not self._fill(search, a, b, one):
            return self._barrier_by_barrier(one, other) is not None, None, None
        line = search.free()
        return line is not None, search, line

    def _fill(self, search: FreeLineSearch, a: SightEnd, b: SightEnd, drawing: Base) -> bool:
        """Put into the search what stops the lines that ``drawing`` draws; whether all of that is convex
        blockers (no floors, nothing that lets lines begin or end in it)."""
        if self.policies.sight_from != "size":
            return False
        low = a[3] if a[3] > b[3] else b[3]
        if not self._pieces(search, a, b, low, drawing, self.terrain):
            return False
        if self.models and not search.closed:
            if self.policies.models_compare == "target":
                low = b[3] if drawing is a[4] else a[3]
            _add_models(search, a[4], b[4], low, self.models)
        return True

    def _pieces(
        self,
        search: FreeLineSearch,
        a: SightEnd,
        b: SightEnd,
        low: int,
        drawing: Base,
        terrain: Sequence[PreparedTerrain],
    ) -> bool:
        """Put in the terrain between the two, lower pieces left out; whether all of it is convex blockers."""
        one, other = a[4], b[4]
        own = own_pieces(one, other)
        level = one.elevation == 0.0 == other.elevation
        (ux, uy, top), (lx, ly, bottom) = search.up, search.down
        ax, ay, cos, sin, d, radius_a, radius_b = (
            search.ax,
            search.ay,
            search.cos,
            search.sin,
            search.d,
            search.radius_a,
            search.radius_b,
        )
        for cx, cy, bound, prepared in terrain:
            if ux * cx + uy * cy >= top + bound or lx * cx + ly * cy >= bottom + bound:
                continue
            dx, dy = cx - ax, cy - ay
            u = dx * cos + dy * sin
            if not -bound - radius_a < u < d + radius_b + bound or (own and prepared.piece.name in own):
                continue
            square = dx * dx + dy * dy
            far = bound + prepared.reach
            at_a, at_b = far + radius_a, far + radius_b
            off_a, off_b = square > at_a * at_a, square + d * (d - u - u) > at_b * at_b
            if (off_a and off_b and prepared.plain) or (prepared.simple and level):
                # No end is on it or in its rooms: heights decide (M3E-LOS-05, M3E-TERR-02), or its Shadow.
                if (
                    (prepared.height >= low and not low <= prepared.under)
                    or (not off_a and self._shadow_closes(a, prepared))
                    or (not off_b and self._shadow_closes(b, prepared))
                ):
                    search.add(prepared.parts, prepared, prepared.connected)
                    if search.closed:
                        return True
                continue
            for barrier in barriers_of(
                prepared.piece, drawing, other if drawing is one else one, self.policies
            ):
                if barrier.mode == "floor" or barrier.from_a or barrier.to_b:
                    return False
                search.add(barrier.parts, prepared)
        return True

    def _line_is_clear(self, line: Line, a: SightEnd, b: SightEnd) -> bool:
        """Whether no blocker is on that sight line of the two. True is certain, False is not."""
        nx, ny, c = line
        ax, ay, radius_a, size, _, _ = a
        bx, by, radius_b, low, _, _ = b
        low, dx, dy = size if size > low else low, bx - ax, by - ay
        square = dx * dx + dy * dy
        d = sqrt(square)
        for x, y, far, size, base in self.models:
            if size < low:
                break
            if -far < nx * x + ny * y - c < far and base is not a[4] and base is not b[4]:
                along = (x - ax) * dx + (y - ay) * dy
                if -(far + radius_a) * d < along < square + (far + radius_b) * d:
                    return False
        lower = []
        for ground in self.terrain:
            x, y, far, prepared = ground
            if -far < nx * x + ny * y - c < far:
                along = (x - ax) * dx + (y - ay) * dy
                if -(far + radius_a) * d < along < square + (far + radius_b) * d and prepared.is_entered(
                    line
                ):
                    if prepared.height >= low:
                        return False
                    lower.append(ground)
        if not lower:
            return True
        drawing = a[4]
        if b < a:
            a, b = b, a
        search = FreeLineSearch(a, b)
        return self._pieces(search, a, b, low, drawing, lower) and not (search.closed or search.blockers)

    def _shadow_closes(self, end: SightEnd, prepared: _PreparedPiece) -> bool:
        """Whether the piece's Shadow closes lines to a base that is in it and no taller
        (M3E-SHADOW-02); cached with the base, which is asked about with many others and from move to move."""
        base, shadows = end[4:]
        if prepared.height < base.size:
            return False
        if shadows is None:
            return shadow_closes(base, prepared.piece, self.policies)
        closes = shadows.get(prepared)
        if closes is None:
            if len(shadows) >= MOST_SHADOWS:
                shadows.clear()
            closes = shadows[prepared] = shadow_closes(base, prepared.piece, self.policies)
        return closes

    def _barrier_by_barrier(self, one: Base, other: Base) -> SightLine | None:
        """Judge lines barrier by barrier, which is slower: with floors between the bases, or Dense terrain
        that contains one."""
        barriers = barriers_between(self.table, one, other, self.policies)
        if (other.x, other.y) >= (one.x, one.y):
            return free_line(frame_of(one, other), barriers)
        turned = [x.turned() if x.mode == "dense" else x for x in barriers]
        line = free_line(frame_of(other, one), turned)
        return None if line is None else line.reversed()


def _add_models(
    search: FreeLineSearch, one: Base, other: Base, low: int, models: Sequence[PossibleBlocker]
) -> None:
    """Put in models between the two that are as large as either (M3E-LOS-04, -05)."""
    (ux, uy, top), (lx, ly, bottom) = search.up, search.down
    names, marked = (one.name, other.name), "marker" in (one.kind, other.kind)
    for x, y, far, size, base in models:
        if size < low:
            break
        if ux * x + uy * y >= top + far or lx * x + ly * y >= bottom + far or base.name in names:
            continue
        if not (marked and (hides_under(base, one) or hides_under(base, other))):
            search.add_disc(x, y, far, base.name)
            if search.closed:
                return


def _line_after_move(line: Line, old_position: Base, a: SightEnd, b: SightEnd) -> Line | None:
    """The line if it still meets ``a``; otherwise the one as far from the middles of ``a`` and ``b``
    as it is from those of ``old_position`` and ``b``; ``None`` when that is no sight line."""
    nx, ny, c = line
    ax, ay, radius_a, _, _, _ = a
    if -radius_a <= nx * ax + ny * ay - c <= radius_a:
        return line
    off, dx, dy = nx * old_position.x + ny * old_position.y - c, b[0] - ax, b[1] - ay
    turn, square = nx * b[0] + ny * b[1] - c - off, dx * dx + dy * dy
    flat = square - turn * turn
    if flat <= 0.0 or not -FINE - radius_a <= off <= radius_a + FINE:
        return None
    across = sqrt(flat) if nx * dy < ny * dx else -sqrt(flat)
    nx, ny = (turn * dx - across * dy) / square, (turn * dy + across * dx) / square
    return nx, ny, nx * ax + ny * ay - off


def _with_witness(answer: _Answer) -> tuple[bool, Witness]:
    """The answer with its witness."""
    seen, search, line = answer
    if search is None:
        return seen, None
    return seen, frozenset(search.closing) if line is None else search.on_table(line)


_INDEXES = _IdentityCache(SightIndex)
