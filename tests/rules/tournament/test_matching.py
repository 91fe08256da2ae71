"""The matching and its duals beside two libraries' answers, and proofs that can fail."""

from __future__ import annotations

import networkx as nx
import pytest
import rustworkx

from rules.tournament.matching.blossom import Duals, NoPerfectMatching, solve
from rules.tournament.matching.optimum import improving, optimum
from rules.tournament.matching.shortcut import shortcut
from rules.tournament.pairing.costs import Costs
from tests.rules.tournament.events import Lots, event

BIG = 10**45


def graph_of(lots: Lots) -> tuple[int, dict[tuple[int, int], int]]:
    """Up to 24 vertices; sparse or whole; costs of every kind, the huge and the negative too."""
    size = 2 * (1 + lots.below(12))
    percent, widest = (30, 60, 100)[lots.below(3)], (1, 4, 50, BIG)[lots.below(4)]
    lowest = -widest if lots.chance(30) else 0
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    return size, {pair: lowest + lots.below(widest - lowest + 1) for pair in pairs if lots.chance(percent)}


def oracle(size: int, edges: dict[tuple[int, int], int]) -> int | None:
    """The least cost of a perfect matching by networkx, None if there is none."""
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    top = max(edges.values(), default=0) + 1
    graph.add_weighted_edges_from((i, j, top - cost) for (i, j), cost in edges.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(edges[min(e), max(e)] for e in matching) if 2 * len(matching) == size else None


def proves(edges: dict[tuple[int, int], int], duals: Duals, cost: int) -> bool:
    sets = [(set(members), value) for members, value in duals.sets]
    return (
        duals.total == 2 * cost
        and all(len(members) % 2 and value > 0 for members, value in sets)
        and all(
            duals.vertices[i] + duals.vertices[j] + sum(z for s, z in sets if (i in s) != (j in s)) <= 2 * c
            for (i, j), c in edges.items()
        )
    )


@pytest.mark.parametrize("graphs", [400, pytest.param(20_000, marks=pytest.mark.soak)])
def test_every_matching_is_least_and_proven_wherever_the_search_began(graphs, seeds):
    unmatched = nested = 0
    for seed in seeds(graphs, least=400):
        lots = Lots(seed)
        size, edges = graph_of(lots)
        start: dict[int, int] = {}
        for i, j in lots.shuffled(sorted(edges)) if lots.chance(60) else []:
            if i not in start and j not in start:
                start |= {i: j, j: i}
        least = oracle(size, edges)
        if least is None:
            unmatched += 1
            with pytest.raises(NoPerfectMatching):
                solve(size, edges, start)
            continue
        mates, duals = solve(size, edges, start)
        assert sum(edges[i, j] for i, j in enumerate(mates) if i < j) == least, seed
        assert proves(edges, duals, least), seed
        nested += len(duals.sets) > 1
    assert unmatched
    assert nested, "no graph needed odd sets: the duals were never put to the test"


def test_the_quick_library_agrees_where_its_integers_suffice():
    for seed in range(100):
        size, edges = graph_of(Lots(seed))
        if oracle(size, edges) is None or max(edges.values()) > 10**30:
            continue
        top = max(edges.values()) + 1
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from([(i, j, top - cost) for (i, j), cost in edges.items()])
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        mates, _ = solve(size, edges)
        assert sum(edges[i, j] for i, j in enumerate(mates) if i < j) == sum(
            edges[min(e), max(e)] for e in matching
        )


class Plain:
    """A whole graph of which only a path of bad edges is offered at first."""

    def __init__(self, seed: int) -> None:
        lots = Lots(seed)
        self.size = 30
        self.kinds = [0] * self.size
        self.costs = {(i, j): lots.below(1000) for i in range(self.size) for j in range(i + 1, self.size)}

    def cost(self, i: int, j: int) -> int:
        return self.costs[i, j]

    def floor(self, kind: int, other: int) -> int:
        return 0

    def sparse(self) -> dict[tuple[int, int], int]:
        return {(i, i + 1): self.costs[i, i + 1] for i in range(self.size - 1)}


@pytest.mark.parametrize("seed", range(12))
def test_a_sparse_graph_is_widened_until_the_whole_one_is_solved(seed):
    problem = Plain(seed)
    matching = optimum(problem)
    least = sum(problem.costs[i, j] for i, j in enumerate(matching.mates) if i < j)
    assert least == oracle(problem.size, problem.costs)
    assert proves(problem.costs, matching.duals, least)
    assert matching.widened > 0
    assert matching.edges < len(problem.costs), "the whole graph was looked at: nothing was saved"


def test_a_matching_found_without_a_search_is_least_and_proven():
    """Fields of random events: as they come, with byes, preferences, clubs and forbidden pairs."""
    at_hand = stepped = searched = 0
    for seed in range(60):
        for field, preferences, _ in event(seed, most=24):
            costs = Costs(field, preferences)
            matched = shortcut(costs)
            if matched is None:
                searched += 1
                continue
            mates, duals = matched
            edges = {(i, j): costs.cost(i, j) for j in range(costs.size) for i in range(j)}
            assert sorted(mates) == list(range(costs.size)), seed
            assert all(mates[mates[v]] == v != mates[v] for v in range(costs.size)), seed
            cost = sum(edges[i, j] for i, j in enumerate(mates) if i < j)
            assert proves(edges, duals, cost), seed
            assert cost == sum(edges[i, j] for i, j in enumerate(optimum(costs).mates) if i < j), seed
            at_hand += 1
            stepped += bool(duals.sets)
    assert min(at_hand, stepped, searched) > 20, "one of the cases was hardly met"


class Shallow(Plain):
    """Three kinds whose long step costs less than its two short ones: a matching at hand may be wrong."""

    def __init__(self) -> None:
        self.size = 6
        self.kinds = [3, 2, 2, 1, 1, 0]
        self.costs = {
            (i, j): self.floor(a, b) for j, b in enumerate(self.kinds) for i, a in enumerate(self.kinds[:j])
        }

    def bare(self, i: int, j: int) -> bool:
        return True

    def floor(self, kind: int, other: int) -> int:
        return {0: 0, 1: 10, 2: 11, 3: 12}[abs(kind - other)]

    def sparse(self) -> dict[tuple[int, int], int]:
        return dict(self.costs)


def test_what_is_at_hand_is_held_against_every_pair():
    problem = Shallow()
    at_hand = shortcut(problem)
    assert at_hand is not None
    assert improving(problem, at_hand[1]), "these costs do contradict it"
    matching = optimum(problem, at_hand)
    assert (
        sum(problem.costs[i, j] for i, j in enumerate(matching.mates) if i < j)
        == oracle(6, problem.costs)
        == 12
    )
