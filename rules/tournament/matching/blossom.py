"""Edmonds' matching of least cost with the duals that prove it, in exact integers of any size.

One tree at a time grows from an unmatched vertex, by a heap of the moments at which an edge becomes
tight, until it ends at another unmatched vertex. Duals are in the form "cut": y(u) + y(v) + the sum of
z(B) over odd sets B that hold exactly one of u, v is at most c(u, v); equal on the matching's edges;
z >= 0 and each B is left by exactly one of its edges. All costs and duals are doubled inside, so that
they stay whole. Given a matching that is optimal already, little is left to do: this is how a matching
found elsewhere gets its certificate; given none, it finds one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from heapq import heappop, heappush

from msgspec import Struct

from rules import budget

OUTER, INNER = 1, -1
EDGE, EXPAND = 0, 1


class Duals(Struct, frozen=True):
    """Twice the dual values: one for each vertex, and one (> 0) for each odd set of vertices."""

    vertices: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], int], ...]

    @property
    def total(self) -> int:
        """Twice the cost below which no perfect matching can be."""
        return sum(self.vertices) + sum(value for _, value in self.sets)


class NoPerfectMatching(ValueError):
    """Some vertex cannot be matched along the edges given."""


def solve(
    size: int, edges: Mapping[tuple[int, int], int], start: Mapping[int, int] | None = None
) -> tuple[list[int], Duals]:
    """The mate of every vertex 0..size-1 and the duals. ``edges``: cost by pair; ``start``: a first
    matching along edges, mate by vertex. Raises :class:`NoPerfectMatching`.

    >>> mates, duals = solve(4, {(0, 1): 3, (1, 2): 1, (2, 3): 3, (0, 3): 4})
    >>> mates, duals.total
    ([3, 2, 1, 0], 10)
    """
    work = _Blossoms(size, edges, start or {})
    for vertex in range(size):
        if work.mate[vertex] == FREE:
            budget.check(partial("{} of {} players are paired".format, vertex, size))
            work.augment_from(vertex)
    return work.mate, work.duals()


class _Blossoms:
    def __init__(self, size: int, edges: Mapping[tuple[int, int], int], start: Mapping[int, int]) -> None:
        self.size = size
        self.near: Near = [[] for _ in range(size)]
        for (u, v), cost in sorted(edges.items()):
            self.near[u].append((v, 2 * cost))
            self.near[v].append((u, 2 * cost))
        self.mate = [start.get(v, FREE) for v in range(size)]
        # A node is a vertex or a blossom. ``value`` is its own dual, ``reach`` of a vertex its dual and
        # those of all blossoms around it; both lag behind by ``delta - since`` while a label is worn.
        self.reach = feasible_duals(self.near, self.mate)
        self.value = dict(enumerate(self.reach))
        self.top = list(range(size))
        self.base = {v: v for v in range(size)}
        self.members: dict[int, list[int]] = {v: [v] for v in range(size)}
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[tuple[int, int]]] = {}
        self.parent: dict[int, int] = {}
        self.fresh = size
        self._forget()

    def duals(self) -> Duals:
        sets = [(tuple(sorted(self.members[b])), self.value[b]) for b in self.children if self.value[b]]
        return Duals(tuple(self.value[v] for v in range(self.size)), tuple(sorted(sets)))

    def _forget(self) -> None:
        self.delta = 0
        self.label: dict[int, int] = {}
        self.since: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}
        self.events: list[tuple[int, int, int, int, int]] = []

    def augment_from(self, root: int) -> None:
        """Grow one tree from the unmatched ``root`` until it finds another unmatched vertex."""
        self._forget()
        self._wear(self.top[root], OUTER)
        self._scan(self.members[self.top[root]])
        while self.events:
            self.delta, kind, u, w, cost = heappop(self.events)
            if kind == EXPAND:
                if self.label.get(u) == INNER:
                    self._expand(u)
                continue
            here, there = self.top[u], self.top[w]
            label = self.label.get(there)
            if here == there or label == INNER or cost != self._now(u) + self._now(w):
                continue
            if label == OUTER:
                self._shrink(u, w)
            elif self.mate[self.base[there]] == FREE:
                self._flip(u, w)
                self._finish()
                return
            else:
                self._wear(there, INNER, (u, w))
                beyond = self.top[self.mate[self.base[there]]]
                self._wear(beyond, OUTER)
                self._scan(self.members[beyond])
        raise NoPerfectMatching(f"vertex {root} cannot be matched")

    # Duals and labels

    def _now(self, vertex: int) -> int:
        node = self.top[vertex]
        label = self.label.get(node)
        return self.reach[vertex] + (label * (self.delta - self.since[node]) if label else 0)

    def _wear(self, node: int, label: int, entry: tuple[int, int] | None = None) -> None:
        self.label[node], self.since[node] = label, self.delta
        if entry:
            self.entry[node] = entry
        if label == INNER and node >= self.size:
            heappush(self.events, (self.delta + self.value[node], EXPAND, node, 0, 0))

    def _settle(self, node: int) -> None:
        """Write down what the label has done to the duals of ``node``, and take the label off."""
        change = self.label.pop(node) * (self.delta - self.since.pop(node))
        self.value[node] += change
        if change:
            for v in self.members[node]:
                self.reach[v] += change

    def _scan(self, vertices: list[int]) -> None:
        """Note when the edges of these outer vertices become tight."""
        delta, top, label, reach = self.delta, self.top, self.label, self.reach
        for u in vertices:
            node = top[u]
            here = self._now(u)
            for w, cost in self.near[u]:
                other = top[w]
                if other == node:
                    continue
                worn = label.get(other)
                if worn is None:
                    at = delta + cost - here - reach[w]
                elif worn == OUTER:
                    at = delta + (cost - here - reach[w] - delta + self.since[other]) // 2
                else:
                    continue
                heappush(self.events, (at, EDGE, u, w, cost))

    def _scan_back(self, vertices: list[int]) -> None:
        """Note when edges from outer nodes to these vertices, unlabelled again, become tight."""
        for v in vertices:
            for u, cost in self.near[v]:
                if self.label.get(self.top[u]) == OUTER:
                    at = self.delta + cost - self.reach[v] - self._now(u)
                    heappush(self.events, (at, EDGE, u, v, cost))

    # Odd sets

    def _shrink(self, u: int, w: int) -> None:
        """The tight edge uw closes an odd cycle of the tree: from now on it is one outer node."""
        above = set(self._outers(self.top[u]))
        joint = next(node for node in self._outers(self.top[w]) if node in above)
        left, down = self._climb(self.top[u], joint)
        right, up = self._climb(self.top[w], joint)
        cycle = [joint, *reversed(left), *right]
        blossom, self.fresh = self.fresh, self.fresh + 1
        self.links[blossom] = [*((b, a) for a, b in reversed(down)), (u, w), *up]
        self.children[blossom] = cycle
        self.base[blossom] = self.base[joint]
        self.value[blossom] = 0
        inner = [node for node in cycle if self.label[node] == INNER]
        members: list[int] = []
        for node in cycle:
            self._settle(node)
            self.parent[node] = blossom
            members += self.members[node]
        self.members[blossom] = members
        for v in members:
            self.top[v] = blossom
        self._wear(blossom, OUTER)
        for node in inner:
            self._scan(self.members[node])

    def _outers(self, node: int) -> Iterator[int]:
        """The outer nodes from ``node`` up to the root of the tree."""
        while True:
            yield node
            mate = self.mate[self.base[node]]
            if mate == FREE:
                return
            node = self.top[self.entry[self.top[mate]][0]]

    def _climb(self, node: int, goal: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The nodes from ``node`` up to below ``goal``, and the edge from each to the next."""
        nodes: list[int] = []
        links: list[tuple[int, int]] = []
        while node != goal:
            base = self.base[node]
            inner = self.top[self.mate[base]]
            outside, inside = self.entry[inner]
            nodes += [node, inner]
            links += [(base, self.mate[base]), (inside, outside)]
            node = self.top[outside]
        return nodes, links

    def _expand(self, blossom: int) -> None:
        """An inner odd set whose dual is spent comes apart into its cycle."""
        self._settle(blossom)
        cycle, links = self.children[blossom], self.links[blossom]
        outside, inside = self.entry[blossom]
        self._dissolve(blossom)
        at = cycle.index(self.top[inside])
        step = 1 if at % 2 else -1
        self._wear(cycle[at], INNER, (outside, inside))
        outer, walked = [], {cycle[at]}
        while at:
            between, at = (at + step) % len(cycle), (at + 2 * step) % len(cycle)
            self._wear(cycle[at], INNER, _link(links, between, step))
            outer.append(cycle[between])
            walked |= {cycle[between], cycle[at]}
        for node in outer:
            self._wear(node, OUTER)
        for node in outer:
            self._scan(self.members[node])
        for node in cycle:
            if node not in walked:
                self._scan_back(self.members[node])

    def _dissolve(self, blossom: int) -> list[int]:
        cycle = self.children.pop(blossom)
        for node in cycle:
            del self.parent[node]
            for v in self.members[node]:
                self.top[v] = node
        for kept in (self.links, self.base, self.value, self.members):
            del kept[blossom]
        return cycle

    # The matching

    def _flip(self, u: int, w: int) -> None:
        """Exchange matched and unmatched edges from the unmatched end ``w`` over ``u`` to the root."""
        self._rebase(self.top[w], w)
        while True:
            node = self.top[u]
            onward = self.mate[self.base[node]]
            self._rebase(node, u)
            self.mate[u], self.mate[w] = w, u
            if onward == FREE:
                return
            inner = self.top[onward]
            u, w = self.entry[inner]
            self._rebase(inner, w)

    def _rebase(self, node: int, vertex: int) -> None:
        """Match ``node`` within itself so that only ``vertex`` is left over."""
        todo = [(node, vertex)]
        while todo:
            node, vertex = todo.pop()
            if self.base[node] == vertex:
                continue
            cycle, links = self.children[node], self.links[node]
            child = vertex
            while self.parent[child] != node:
                child = self.parent[child]
            first = at = cycle.index(child)
            step = 1 if at % 2 else -1
            todo.append((child, vertex))
            while at:
                between, at = (at + step) % len(cycle), (at + 2 * step) % len(cycle)
                u, w = _link(links, between, step)
                self.mate[u], self.mate[w] = w, u
                todo += [(cycle[between], u), (cycle[at], w)]
            self.children[node] = cycle[first:] + cycle[:first]
            self.links[node] = links[first:] + links[:first]
            self.base[node] = vertex

    def _finish(self) -> None:
        for node in list(self.label):
            self._settle(node)
        spent = [b for b in self.children if b not in self.parent and not self.value[b]]
        while spent:
            spent += [b for b in self._dissolve(spent.pop()) if b >= self.size and not self.value[b]]


def _link(links: list[tuple[int, int]], at: int, step: int) -> tuple[int, int]:
    """The edge from the node ``at`` of a cycle to the next in the direction of ``step``."""
    if step == 1:
        return links[at]
    u, w = links[at - 1]
    return w, u


Near = list[list[tuple[int, int]]]
"""For every vertex its neighbours and the cost of the edge, an even integer."""

FREE = -1


def feasible_duals(near: Near, mate: list[int]) -> list[int]:
    """A first, feasible set of duals that makes a given matching tight wherever no odd set is needed.

    With a matching M, a potential a and lengths a(w') - a(u) <= c(u, w) - c(w, w') for every edge uw and
    M's edge ww', the duals y(v) = (a(v) + c(v, v') - a(v')) / 2 fit every edge and are tight on M. They
    exist unless some closed alternating walk has a negative length; a pair of M on such a walk is let go
    and left to the search with odd sets: ``mate`` (FREE where unmatched) loses it.
    """
    paid = [0] * len(mate)
    for v, edges in enumerate(near):
        for w, cost in edges:
            if mate[v] == w:
                paid[v] = cost
    depth = _shortest(near, mate, paid)
    duals: list[int] = []
    for v, partner in enumerate(mate):
        duals.append((depth[partner] - depth[v] + paid[v]) // 2 if partner != FREE else 0)
    settled = [partner != FREE for partner in mate]
    for v in range(len(mate)):
        if not settled[v]:
            duals[v] = min((cost - duals[w] for w, cost in near[v] if settled[w]), default=0)
            settled[v] = True
    return duals


def _shortest(near: Near, mate: list[int], paid: list[int]) -> list[int]:
    """Distances over alternating steps from a source that is 0 from everywhere; may free pairs."""
    depth = [0] * len(mate)
    parent = [FREE] * len(mate)
    raised = [0] * len(mate)
    waiting = deque(range(len(mate)))
    queued = [True] * len(mate)
    while waiting:
        u = waiting.popleft()
        queued[u] = False
        if mate[u] == FREE:
            continue
        here = depth[u]
        for w, cost in near[u]:
            v = mate[w]
            if v == FREE or here + cost - paid[w] >= depth[v]:
                continue
            depth[v] = here + cost - paid[w]
            parent[v] = u
            raised[v] += 1
            # Parents are walked up ever more rarely (1, 2, 4, 8...): on a negative walk distances go on
            # rising, so that it is found all the same, and long chains are not walked for nothing.
            if raised[v] & (raised[v] - 1) == 0 and (walk := _cycle(v, parent, mate)):
                _let_go(walk, mate, paid, raised)
            if not queued[v] and mate[v] != FREE:
                queued[v] = True
                waiting.append(v)
            if mate[u] == FREE:
                break
    return depth


def _cycle(v: int, parent: list[int], mate: list[int]) -> list[int]:
    """The closed walk above ``v`` in the tree of parents, if there is one."""
    seen: dict[int, int] = {}
    path: list[int] = []
    while v != FREE and mate[v] != FREE:
        if v in seen:
            return path[seen[v] :]
        seen[v] = len(path)
        path.append(v)
        v = parent[v]
    return []


def _let_go(walk: list[int], mate: list[int], paid: list[int], raised: list[int]) -> None:
    """Free the dearest pair of a negative walk."""
    dearest = max(walk, key=lambda v: (paid[v], -v))
    partner = mate[dearest]
    mate[dearest] = mate[partner] = FREE
    for v in walk:
        raised[v] = 0
