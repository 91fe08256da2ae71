"""Formats in which everybody meets everybody: round robin, and groups from which the best go on.

The circle method: one player stands still while the others move round. First seats are balanced:
nobody has the first seat more than once oftener than the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product

from msgspec import Struct

TRIED = 5_000
"""Orders of a cut that are looked at; far more than any club's groups need."""


class Fixture(Struct, frozen=True):
    """``first`` has the first seat (or is at home) against ``second``."""

    first: int
    second: int


class Matchday(Struct, frozen=True):
    """The games of one round; ``bye`` where the number is odd."""

    games: tuple[Fixture, ...]
    bye: int | None = None


def round_robin(ids: Sequence[int], *, twice: bool = False) -> tuple[Matchday, ...]:
    """Everybody once against everybody (``twice``: once more with the seats changed), in the fewest rounds.

    >>> [[(g.first, g.second) for g in day.games] for day in round_robin([1, 2, 3, 4])]
    [[(1, 4), (2, 3)], [(4, 2), (3, 1)], [(3, 4), (1, 2)]]
    """
    _different(ids)
    if len(ids) < 2:
        return ()
    circle: list[int | None] = [*ids, None] if len(ids) % 2 else [*ids]
    days = [_day(circle, number) for number in range(len(circle) - 1)]
    if twice:
        days += [Matchday(tuple(Fixture(g.second, g.first) for g in day.games), day.bye) for day in days]
    return tuple(days)


def due_in(ids: Sequence[int], number: int, met: Mapping[int, Mapping[int, int]]) -> tuple[Fixture, ...]:
    """The games of round ``number`` (from 1) where everybody meets everybody, over and over: those of two who
    have met less often than rounds went by for it. ``met``: how often each has met each other.

    >>> due_in([1, 2, 3, 4], 4, {}) == due_in([1, 2, 3, 4], 1, {})
    True
    """
    days = round_robin(ids)
    if not days:
        return ()
    lap, day = divmod(number - 1, len(days))
    return tuple(g for g in days[day].games if met.get(g.first, {}).get(g.second, 0) <= lap)


def groups(seeds: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """``count`` groups of even strength: the seeds, best first, are dealt to and fro.

    >>> groups([1, 2, 3, 4, 5, 6], 2)
    ((1, 4, 5), (2, 3, 6))
    """
    _different(seeds)
    if not 1 <= count <= max(1, len(seeds) // 2):
        raise ValueError("Every group needs two players at the least.")
    dealt: list[list[int]] = [[] for _ in range(count)]
    for place, seed in enumerate(seeds):
        row, column = divmod(place, count)
        dealt[column if row % 2 == 0 else count - 1 - column].append(seed)
    return tuple(tuple(group) for group in dealt)


def cut(ranked: Sequence[Sequence[int]], qualify: int) -> tuple[int, ...]:
    """Seeds for the cut: the ``qualify`` best of every group's final order, all winners first, then all
    seconds, and so on; each row is turned so that those of one group do not meet in the first round.

    >>> cut([[1, 4], [2, 3]], 2)
    (1, 2, 4, 3)
    """
    if any(len(group) < qualify for group in ranked) or qualify < 1:
        raise ValueError("A group has fewer players than go on.")
    home = {id: number for number, group in enumerate(ranked) for id in group}
    size = 1 << (qualify * len(ranked) - 1).bit_length()
    rows = [[group[place] for group in ranked] for place in range(qualify)]
    turns = [[row[k:] + row[:k] for k in range(len(row))] for row in rows]
    best: list[int] = []
    for turn in islice(product([rows[0]], *turns[1:]), TRIED):
        seeds = [id for row in turn for id in row]
        if not best or _clashes(seeds, home, size) < _clashes(best, home, size):
            best = seeds
        if not _clashes(best, home, size):
            break
    _different(best)
    return tuple(best)


def _clashes(seeds: Sequence[int], home: Mapping[int, int], size: int) -> int:
    """First games of a bracket in which two of one group would meet."""
    return sum(
        home[one] == home[seeds[size - 1 - place]]
        for place, one in enumerate(seeds)
        if place < size - 1 - place < len(seeds)
    )


def _day(circle: Sequence[int | None], number: int) -> Matchday:
    """Round ``number`` of the circle: the last stands still, the others have moved on."""
    moving = len(circle) - 1
    games: list[Fixture] = []
    bye: int | None = None
    for step in range(len(circle) // 2):
        one = circle[(number + step) % moving]
        other = circle[(number - step) % moving] if step else circle[-1]
        if step == 0 and number % 2:
            one, other = other, one
        if one is None or other is None:
            bye = one if other is None else other
        else:
            games.append(Fixture(one, other))
    return Matchday(tuple(games), bye)


def _different(ids: Sequence[int]) -> None:
    if len(set(ids)) != len(ids):
        raise ValueError("Nobody can stand in the list twice.")
