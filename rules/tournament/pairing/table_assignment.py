"""Which pair plays where: tables that are new to both, the best pairs at the best tables; a matching too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import budget
from rules.tournament.matching.optimum import Edges, optimum

WINDOW = 6
PAIR, TABLE = 0, 1


def assign(
    couples: Sequence[tuple[int, int]], tables: Sequence[int], played: Mapping[int, Mapping[int, int]]
) -> list[int]:
    """A table for each couple, in their order. ``couples`` and ``tables`` come best first; ``played``
    counts earlier games by player and table. Games repeated at a table are as few as can be (squared for
    each couple), then everybody sits as near to their place in the order as can be. ``ValueError`` if
    there are too few tables.

    >>> assign([(1, 2), (3, 4)], [1, 2], {1: {1: 1}})
    [2, 1]
    """
    budget.begin("an assignment of tables")
    if len(set(tables)) != len(tables):
        raise ValueError("Every table needs a different number.")
    if len(tables) < len(couples):
        raise ValueError(f"{len(couples)} pairs need more than {len(tables)} tables.")
    seats = _Seats(couples, tables, played)
    mates = optimum(seats).mates
    return [tables[mates[pair] - seats.count] for pair in range(len(couples))]


class _Seats:
    """Couples, then as many empty places as make up the number, then the tables."""

    def __init__(
        self,
        couples: Sequence[tuple[int, int]],
        tables: Sequence[int],
        played: Mapping[int, Mapping[int, int]],
    ) -> None:
        self.count = len(tables)
        self.size = 2 * self.count
        self.kinds = [PAIR] * self.count + [TABLE] * self.count
        self._couples = [(played.get(a, {}), played.get(b, {})) for a, b in couples]
        self._tables = tables
        self._repeat = 1 + self.count**3
        most = max((n for p in played.values() for n in p.values()), default=0)
        self._never = 1 + self.count * (self._repeat * 4 * most**2 + self.count**2)

    def cost(self, i: int, j: int) -> int:
        if j < self.count or i >= self.count:
            return self._never
        if i >= len(self._couples):
            return 0
        table = self._tables[j - self.count]
        a, b = self._couples[i]
        times = a.get(table, 0) + b.get(table, 0)
        return times * times * self._repeat + (i - (j - self.count)) ** 2

    def floor(self, kind: int, other: int) -> int:
        return self._never if kind == other else 0

    def sparse(self) -> Edges:
        near: Edges = {}
        for i in range(self.count):
            for place in range(max(0, i - WINDOW), min(self.count, i + WINDOW + 1)):
                near[i, self.count + place] = self.cost(i, self.count + place)
        return near
