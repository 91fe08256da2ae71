"""The visibility matrix (who sees whom on a whole table) and the overlay of what one base would see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, compress
from math import ceil

import shapely
from msgspec import Struct

from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.obstacles.free_space import level_at
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.convex_blockers import Line, SightEnd
from rules.table.sight.index import Closing, SightIndex, Witness, sight_end

Pair = tuple[str, str]


class VisibilityMatrix(Struct, frozen=True, eq=False):
    """Every pair of bases of a table, and whether they see each other (lines are drawn by the first).

    ``lines`` and ``closing`` are the witnesses of the answers, so that ``matrix_after_move`` asks no more
    than it must: a free line, or what closes all lines (``None`` where the answer has no witness). Where
    sight is mutual there is one for both, under the two names in order.
    """

    seen: dict[Pair, bool]
    lines: dict[Pair, Line]
    closing: dict[Pair, Closing | None]

    def sees(self, one: str, other: str) -> bool:
        """Whether the base named ``one`` sees the other; ``KeyError`` for a name that is not there."""
        return one == other or self.seen[one, other]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VisibilityMatrix) and self.seen == other.seen

    def __ne__(self, other: object) -> bool:  # a Struct's own compares identities
        return not self == other

    __hash__ = None  # type: ignore[assignment]


def visibility_matrix(table: Table, policies: TablePolicies = POLICIES) -> VisibilityMatrix:
    """Line of sight between all pairs of bases."""
    matrix = VisibilityMatrix({}, {}, {})
    _record(matrix, _pairs(SightIndex.of(table, policies), combinations(table.bases, 2)), policies)
    return matrix


def matrix_after_move(
    before: VisibilityMatrix, old: Base, table: Table, policies: TablePolicies = POLICIES
) -> VisibilityMatrix:
    """The matrix of ``table``, which is the table of ``before`` with the base ``old`` at another place.

    It rechecks the pairs of that base, by their witness first; and where it is a model, the hidden pairs it
    helped to hide and the visible pairs whose free line it is on now. A model that leaves hides nothing, one
    that comes opens no line.
    """
    index, new = SightIndex.of(table, policies), table.base(old.name)
    others = {base.name: base for base in table.bases if base.name != old.name}
    after = VisibilityMatrix({**before.seen}, {**before.lines}, {**before.closing})
    _record(after, _pairs_of_moved(index, before, old, new, others.values()), policies)
    if "model" in (old.kind, new.kind):
        _record(after, _pairs(index, _affected_pairs(before, old, new, others, policies)), policies)
    return after


PairAnswer = tuple[Pair, tuple[bool, Witness]]


def _pairs(index: SightIndex, pairs: Iterable[tuple[Base, Base]]) -> Iterator[PairAnswer]:
    """The answer for each pair, both ways where these may differ."""
    mutual = index.policies.mutual_sight
    for one, other in pairs:
        yield (one.name, other.name), index.answer(one, other)
        if not mutual:
            yield (other.name, one.name), index.answer(other, one)


def _pairs_of_moved(
    index: SightIndex, before: VisibilityMatrix, old: Base, new: Base, others: Iterable[Base]
) -> Iterator[PairAnswer]:
    """The answers for all pairs of the base that moved."""
    if not (index.policies.mutual_sight and index.policies.measures_alike):
        yield from _pairs(index, ((new, other) for other in others))
        return
    name, lines, closing = new.name, before.lines, before.closing
    for other in others:
        pair = (name, other.name) if name < other.name else (other.name, name)
        yield pair, index.recheck(new, other, lines.get(pair) or closing.get(pair), old)


def _record(matrix: VisibilityMatrix, answers: Iterable[PairAnswer], policies: TablePolicies) -> None:
    seen, lines, closing, mutual = matrix.seen, matrix.lines, matrix.closing, policies.mutual_sight
    for pair, (sees, witness) in answers:
        seen[pair] = sees
        if mutual:
            back = pair[1], pair[0]
            seen[back] = sees
            pair = pair if pair < back else back
        if isinstance(witness, tuple):
            lines[pair] = witness
            closing.pop(pair, None)
        else:
            closing[pair] = witness
            lines.pop(pair, None)


def _affected_pairs(
    before: VisibilityMatrix, old: Base, new: Base, others: dict[str, Base], policies: TablePolicies
) -> Iterator[tuple[Base, Base]]:
    """Pairs between which the moved base is tall enough to block, and whose line of sight it may have opened
    or closed."""
    name, x, y, reach = new.name, new.x, new.y, new.radius + TOUCH
    size, by_size = max(old.effective_size, new.effective_size), policies.measures_alike
    pairs = [pair for pair, (nx, ny, c) in before.lines.items() if -reach < nx * x + ny * y - c < reach]
    pairs += [pair for pair, closing in before.closing.items() if closing is None or name in closing]
    for pair in pairs:
        if name in pair:
            continue
        one, other = others[pair[0]], others[pair[1]]
        if by_size and size < max(one.effective_size, other.effective_size):
            continue
        if before.closing.get(pair) or _may_separate(new if before.seen[pair] else old, one, other):
            yield one, other


def _may_separate(model: Base, one: Base, other: Base) -> bool:
    """Whether the model may touch the strip between two bases."""
    dx, dy = other.x - one.x, other.y - one.y
    square = dx * dx + dy * dy
    if square == 0.0:
        return True
    share = min(1.0, max(0.0, ((model.x - one.x) * dx + (model.y - one.y) * dy) / square))
    ox, oy = model.x - one.x - share * dx, model.y - one.y - share * dy
    wide = model.radius + max(one.radius, other.radius) + TOUCH
    return ox * ox + oy * oy <= wide * wide


class OverlayCell(Struct, frozen=True):
    """A place on the overlay's grid (centre, inches) and whether a base there would be seen."""

    x: float
    y: float
    seen: bool


def visibility_overlay(
    table: Table,
    base: Base,
    *,
    step: float = 1.0,
    mm: float = 30,
    size: int = 2,
    policies: TablePolicies = POLICIES,
) -> list[OverlayCell]:
    """For each square of ``step`` inches whose middle can hold a base of that kind on the ground: would
    ``base`` see a model of that ``size`` there? Row by row from the lower left."""
    index = SightIndex.of(table, policies)
    # Where it could stand itself its own base is not in the way.
    free = level_at(table, Base(base.name, 0.0, 0.0, mm, size), 0.0).free
    probes = _probes(table.width, table.depth, step, mm, size)
    held = shapely.contains_xy(free, [probe[0] for probe in probes], [probe[1] for probe in probes])
    places = list(compress(probes, held))
    return [
        OverlayCell(place[0], place[1], seen)
        for place, seen in zip(places, index.sees_each(base, places), strict=True)
    ]


@lru_cache(maxsize=8)
def _probes(width: float, depth: float, step: float, mm: float, size: int) -> tuple[SightEnd, ...]:
    """A base in the middle of every square of the grid; they are the same for all tables."""
    across, along = ceil(width / step), ceil(depth / step)
    places = [((i + 0.5) * step, (j + 0.5) * step) for j in range(along) for i in range(across)]
    return tuple(sight_end(Base("?", x, y, mm, size)) for x, y in places)
