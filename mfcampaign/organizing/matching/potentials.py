"""A first, feasible set of duals that makes a given matching tight wherever no odd set is needed.

With a matching M, a potential a and lengths a(w') - a(u) <= c(u, w) - c(w, w') for every edge uw and
M's edge ww', the duals y(v) = (a(v) + c(v, v') - a(v')) / 2 fit every edge and are tight on M. They
exist unless some closed alternating walk has a negative length; a pair of M on such a walk is let go
and left to the search with odd sets (:mod:`mfcampaign.organizing.matching.blossom`).
"""

from __future__ import annotations

from collections import deque

Near = list[list[tuple[int, int]]]
"""For every vertex its neighbours and the cost of the edge, an even integer."""

FREE = -1


def settle(near: Near, mate: list[int]) -> list[int]:
    """Duals for ``near``; ``mate`` (FREE where unmatched) loses the pairs that cannot be tight yet."""
    paid = [0] * len(mate)
    for v, edges in enumerate(near):
        for w, cost in edges:
            if mate[v] == w:
                paid[v] = cost
    depth = _shortest(near, mate, paid)
    duals: list[int] = []
    for v, partner in enumerate(mate):
        duals.append((depth[partner] - depth[v] + paid[v]) // 2 if partner != FREE else 0)
    known = [partner != FREE for partner in mate]
    for v in range(len(mate)):
        if not known[v]:
            duals[v] = min((cost - duals[w] for w, cost in near[v] if known[w]), default=0)
            known[v] = True
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
