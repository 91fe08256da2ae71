"""A matching that costs no more than it must, without a search: equals with equals, and one step down
where their number is odd.

The vertices are in order of their kinds. Wherever the number of vertices above a step is odd, some
edge has to cross it; where a longer edge costs at least as much as all the steps it crosses together,
no perfect matching can cost less than all such steps. A matching that costs exactly that is optimal,
and the odd sets above (or below) the steps are its proof. Most rounds of an event are of this sort.
Whether costs are as assumed need not be known here: the caller holds every pair against the duals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from rules.tournament.matching.blossom import Duals

FEW = 10
"""So many vertices of a kind are paired by trying everything; more of them by taking the next."""

Pairs = list[tuple[int, int]]


class Stepped(Protocol):
    """What is asked of a problem (:class:`~rules.tournament.matching.optimum.Problem`)."""

    @property
    def size(self) -> int: ...

    @property
    def kinds(self) -> Sequence[int]: ...

    def bare(self, i: int, j: int) -> bool:
        """Whether ``i`` and ``j`` (i < j) cost no more than the floor of their kinds."""

    def floor(self, kind: int, other: int) -> int: ...


def shortcut(problem: Stepped) -> tuple[list[int], Duals] | None:
    """The mate of every vertex and the duals, or None where there is no such matching, or none at hand."""
    kinds, size = problem.kinds, problem.size
    ends = [v for v in range(1, size) if kinds[v] != kinds[v - 1]]
    mates = [0] * size
    carried: list[int] = []
    for start, end in pairwise([0, *ends, size]):
        following = range(end, next((e for e in ends if e > end), size)) if end % 2 else range(0)
        for leaving in _leaving(problem, range(start, end), following):
            pairs = _paired(problem, carried + [v for v in range(start, end) if v != leaving])
            if pairs is not None:
                break
        else:
            return None
        for u, v in pairs:
            mates[u], mates[v] = v, u
        carried = [] if leaving is None else [leaving]
    return mates, Duals((0,) * size, _sets(problem, [end for end in ends if end % 2]))


def _leaving(problem: Stepped, kind: range, following: range) -> Iterator[int | None]:
    """Who may go one step down, the last first; nobody has to where nobody follows."""
    if not following:
        yield None
    for v in kind[: -FEW - 1 : -1]:
        if any(problem.bare(v, w) for w in following):
            yield v


def _paired(problem: Stepped, rest: list[int]) -> Pairs | None:
    """All of ``rest`` in bare pairs: the first with the next that will do."""
    pairs: Pairs = []
    while len(rest) > FEW:
        first = rest[0]
        for place in range(1, len(rest)):
            if problem.bare(first, rest[place]):
                break
        else:
            return None
        pairs.append((first, rest.pop(place)))
        del rest[0]
    tried = _tried(problem, rest)
    return None if tried is None else pairs + tried


def _tried(problem: Stepped, rest: list[int]) -> Pairs | None:
    """The same by trying everything."""
    if not rest:
        return []
    first = rest[0]
    for place in range(1, len(rest)):
        if problem.bare(first, rest[place]):
            others = _tried(problem, rest[1:place] + rest[place + 1 :])
            if others is not None:
                return [(first, rest[place]), *others]
    return None


def _sets(problem: Stepped, steps: list[int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The vertices above each step, or below it where those are fewer, with twice what it costs."""
    sets = []
    for end in steps:
        worth = 2 * problem.floor(problem.kinds[end - 1], problem.kinds[end])
        side = range(end) if 2 * end <= problem.size else range(end, problem.size)
        if worth:
            sets.append((tuple(side), worth))
    return tuple(sorted(sets))
