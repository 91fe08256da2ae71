"""The cheapest perfect matching of a complete graph, found on few edges and proven over all of them.

A matching at hand with its duals (:mod:`~rules.tournament.matching.shortcut`) may be all that is
needed; else a sparse graph of promising edges is solved (:mod:`~rules.tournament.matching.blossom`).
Then every pair of the whole graph is held against the duals. A pair that could make the matching
cheaper joins the graph, and it is solved again from where it stood. What comes out is optimal among
all perfect matchings, and its duals say so to anybody who checks. Nothing depends on chance or on the
order of a hash: the same problem has the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from rules.tournament.matching.blossom import Duals, solve

ADDED = 6
"""Edges that join the graph for each vertex and widening."""

Edges = dict[tuple[int, int], int]


class Problem(Protocol):
    """A complete graph over 0..size-1 with whole costs >= 0."""

    @property
    def size(self) -> int:
        """Vertices; even."""

    @property
    def kinds(self) -> Sequence[int]:
        """A number for each vertex; vertices of a kind share their floors."""

    def cost(self, i: int, j: int) -> int:
        """What it costs to match ``i`` with ``j`` (i < j)."""

    def floor(self, kind: int, other: int) -> int:
        """No edge between these kinds costs less."""

    def sparse(self) -> Edges:
        """Promising edges (i < j) with their costs, among them some perfect matching."""


class Optimum(Struct, frozen=True):
    """The mate of each vertex, the duals that prove it, how many edges were looked at closely."""

    mates: tuple[int, ...]
    duals: Duals
    edges: int
    widened: int


def optimum(problem: Problem, at_hand: tuple[list[int], Duals] | None = None) -> Optimum:
    """Solve ``problem`` and prove it. ``at_hand``: mates and duals of equal worth, which end the search if no
    pair contradicts them."""
    if at_hand is not None and not improving(problem, at_hand[1]):
        return Optimum(tuple(at_hand[0]), at_hand[1], problem.size // 2, 0)
    edges = problem.sparse()
    mates = greedy(edges)
    widened = 0
    while True:
        partners, duals = solve(problem.size, edges, mates)
        more = improving(problem, duals)
        if not more:
            return Optimum(tuple(partners), duals, len(edges), widened)
        edges |= more
        mates = dict(enumerate(partners))
        widened += 1


def greedy(edges: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """The cheapest edge, then the cheapest that is left, and so on: where the search begins."""
    mates: dict[int, int] = {}
    for (i, j), _ in sorted(edges.items(), key=lambda edge: (edge[1], edge[0])):
        if i not in mates and j not in mates:
            mates[i], mates[j] = j, i
    return mates


class _Group(Struct):
    """Vertices of one kind that lie in the same odd sets; those of the highest reach first."""

    kind: int
    sets: frozenset[int]
    vertices: list[int]


def improving(problem: Problem, duals: Duals) -> Edges:
    """The pairs that the duals do not rule out, with their costs: the worst few of each vertex.

    Whole groups are ruled out by the floor of their costs, so that few pairs are looked at.
    """
    groups, reach = _groups(problem, duals)
    worst: dict[int, list[tuple[int, int, int]]] = {}
    for here, group in enumerate(groups):
        for other in groups[here:]:
            floor, most = (
                2 * problem.floor(group.kind, other.kind),
                reach[group.vertices[0]] + reach[other.vertices[0]],
            )
            if most <= floor:
                continue
            shared = sum(duals.sets[number][1] for number in group.sets & other.sets)
            floor += 2 * shared
            if most <= floor:
                continue
            for u in group.vertices:
                need = floor - reach[u]
                if reach[other.vertices[0]] <= need:
                    break
                for v in other.vertices:
                    if reach[v] <= need:
                        break
                    if u == v or (group is other and v < u):
                        continue
                    i, j = (u, v) if u < v else (v, u)
                    cost = problem.cost(i, j)
                    slack = 2 * (cost + shared) - reach[u] - reach[v]
                    if slack < 0:
                        worst.setdefault(i, []).append((slack, j, cost))
    return {(i, j): cost for i, edges in worst.items() for _, j, cost in sorted(edges)[:ADDED]}


def _groups(problem: Problem, duals: Duals) -> tuple[list[_Group], list[int]]:
    """The vertices in groups, and for each its dual with those of the odd sets around it."""
    reach = list(duals.vertices)
    around: list[list[int]] = [[] for _ in reach]
    for number, (members, value) in enumerate(duals.sets):
        for v in members:
            reach[v] += value
            around[v].append(number)
    groups: dict[tuple[int, tuple[int, ...]], _Group] = {}
    for v in sorted(range(problem.size), key=lambda v: (-reach[v], v)):
        key = problem.kinds[v], tuple(around[v])
        groups.setdefault(key, _Group(key[0], frozenset(key[1]), [])).vertices.append(v)
    return list(groups.values()), reach
