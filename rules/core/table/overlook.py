"""Who sees whom on a whole table, and what a base would see from where it stands: matrix and overlay."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

import shapely
from msgspec import Struct

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.ground import level_at
from rules.core.table.lookout import Lookout
from rules.core.table.policies import POLICIES, TablePolicies


class Matrix(Struct, frozen=True):
    """Every pair of bases of a table, and whether they see each other (lines are drawn by the first)."""

    seen: dict[tuple[str, str], bool]

    def sees(self, one: str, other: str) -> bool:
        """Whether the base named ``one`` sees the other; ``KeyError`` for a name that is not there."""
        return one == other or self.seen[one, other]


def matrix(table: Table, policies: TablePolicies = POLICIES) -> Matrix:
    """Sight between all pairs of bases."""
    return Matrix(dict(_pairs(Lookout.of(table, policies), table.bases, table.bases)))


def moved(before: Matrix, old: Base, table: Table, policies: TablePolicies = POLICIES) -> Matrix:
    """The matrix of ``table``, which is the one before with the base ``old`` standing elsewhere now.

    Asks again for the pairs of that base; and where it is a model, for pairs hidden from each other that it
    stood between, and pairs in sight that it stands between now: going never hides anything, coming never
    opens a line.
    """
    look = Lookout.of(table, policies)
    new = table.base(old.name)
    others = tuple(base for base in table.bases if base.name != old.name)
    fresh = dict(_pairs(look, (new,), others))
    if "model" in (old.kind, new.kind):
        fresh |= dict(_between(look, before, old, new, others))
    return Matrix({**before.seen, **fresh})


def _pairs(
    look: Lookout, ones: tuple[Base, ...], others: tuple[Base, ...]
) -> Iterator[tuple[tuple[str, str], bool]]:
    done: set[tuple[str, str]] = set()
    mutual = look.policies.mutual_sight
    for one in ones:
        for other in others:
            key = one.name, other.name
            if one.name == other.name or key in done:
                continue
            found = look.sees(one, other)
            yield key, found
            yield key[::-1], found if mutual else look.sees(other, one)
            done |= {key, key[::-1]}


def _between(
    look: Lookout, before: Matrix, old: Base, new: Base, others: tuple[Base, ...]
) -> Iterator[tuple[tuple[str, str], bool]]:
    """Pairs that the base is tall enough to part, and whose sight it may have opened or closed."""
    mutual, seen, by_size = look.policies.mutual_sight, before.seen, look.policies.measures_alike
    tall = max(old.effective_size, new.effective_size)
    for i, one in enumerate(others):
        for other in others[:i]:
            pair, back = (one.name, other.name), (other.name, one.name)
            now = seen[pair]
            if not mutual and now != seen[back]:
                if not (_across(old, one, other) or _across(new, one, other)):
                    continue
            elif not _across(new if now else old, one, other):
                continue
            if by_size and tall < max(one.effective_size, other.effective_size):
                continue
            found = look.sees(one, other)
            yield pair, found
            yield back, found if mutual else look.sees(other, one)


def _across(model: Base, one: Base, other: Base) -> bool:
    """Whether the model may touch the strip between two bases."""
    dx, dy = other.x - one.x, other.y - one.y
    square = dx * dx + dy * dy
    if square == 0.0:
        return True
    share = min(1.0, max(0.0, ((model.x - one.x) * dx + (model.y - one.y) * dy) / square))
    ox, oy = model.x - one.x - share * dx, model.y - one.y - share * dy
    wide = model.radius + max(one.radius, other.radius) + 0.001
    return ox * ox + oy * oy <= wide * wide


class Cell(Struct, frozen=True):
    """A place on the overlay's grid (centre, inches) and whether a base there would be seen."""

    x: float
    y: float
    seen: bool


def overlay(
    table: Table,
    base: Base,
    *,
    step: float = 1.0,
    mm: float = 30,
    size: int = 2,
    policies: TablePolicies = POLICIES,
) -> list[Cell]:
    """For each square of ``step`` inches whose middle can hold a base of that kind on the ground: would
    ``base`` see a model of that ``size`` there? Row by row from the lower left."""
    look = Lookout.of(table, policies)
    probe = Base("?", 0.0, 0.0, mm, size)
    free = level_at(table.without_base(base.name), probe, 0.0).free
    return [Cell(x, y, look.sees(base, probe.at(x, y))) for x, y in _places(table, step, free)]


def _places(table: Table, step: float, free: Any) -> Iterator[tuple[float, float]]:
    """The middles of the grid's squares that lie in the free room, all asked at once."""
    across, along = ceil(table.width / step), ceil(table.depth / step)
    places = [((i + 0.5) * step, (j + 0.5) * step) for j in range(along) for i in range(across)]
    held = shapely.contains_xy(free, [x for x, _ in places], [y for _, y in places])
    return (place for place, inside in zip(places, held, strict=True) if inside)
