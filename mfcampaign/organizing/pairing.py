"""Pairing a round: maximum-weight matching over everybody at once, never greedy.

Pure: facts in, pairs out, the same input always the same output. Order of what matters:
everyone plays or has the one bye; no second bye and no rematch while a round without exists;
then equal wins meet equal wins; then the lowest of a score group has the bye.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import networkx as nx
from msgspec import Struct


class Candidate(Struct, frozen=True):
    """One player to pair. ``met`` counts earlier games by opponent id, ``points`` is what equals
    should share (wins, a draw a half: doubled here to stay whole)."""

    id: int
    points: int = 0
    byes: int = 0
    met: Mapping[int, int] = {}


class Pair(Struct, frozen=True):
    """Two players and why: ``gap`` in points, ``rematch`` the number of earlier games."""

    a: int
    b: int
    gap: int
    rematch: int

    @property
    def why(self) -> str:
        meeting = (
            "they have not met before"
            if not self.rematch
            else f"they have met {self.rematch} time(s), and every round without a rematch breaks more"
        )
        level = "level on points" if not self.gap else f"{self.gap / 2:g} win(s) apart"
        return f"{meeting.capitalize()}; {level}."


class Round(Struct, frozen=True):
    """The pairs of a round, best table first, and who has the bye (odd numbers only)."""

    pairs: tuple[Pair, ...]
    bye: int | None = None
    bye_reason: str = ""


BYE = -1


def pair_round(candidates: Iterable[Candidate]) -> Round:
    """Pair all ``candidates`` (ids positive and different); ``ValueError`` otherwise.

    >>> pair_round([Candidate(1), Candidate(2, met={3: 1}), Candidate(3, met={2: 1}), Candidate(4)]).bye
    >>> pair_round([Candidate(1), Candidate(2), Candidate(3, byes=1)]).bye != 3
    True
    """
    players = sorted(candidates, key=lambda c: c.id)
    if len({p.id for p in players}) != len(players) or any(p.id <= 0 for p in players):
        raise ValueError("Every candidate needs a different positive id.")
    if not players:
        return Round(())
    if len(players) == 1:
        return Round((), bye=players[0].id, bye_reason="Nobody else plays this week.")
    costs = _costs(players)
    heaviest = max(costs.values()) + 1
    graph = nx.Graph()
    for (a, b), cost in sorted(costs.items()):
        graph.add_edge(a, b, weight=heaviest - cost)
    matched = sorted(tuple(sorted(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    by_id = {p.id: p for p in players}
    pairs, bye = [], None
    for a, b in matched:
        if a == BYE:
            bye = b
        else:
            pairs.append(_pair(by_id[a], by_id[b]))
    pairs.sort(key=lambda p: (-(by_id[p.a].points + by_id[p.b].points), p.a))
    return Round(tuple(pairs), bye, _bye_reason(by_id[bye], players) if bye is not None else "")


def _costs(players: Sequence[Candidate]) -> dict[tuple[int, int], int]:
    """Cost of every edge; each rank of what matters outweighs any sum of the ranks below it."""
    widest = max(p.points for p in players) - min(p.points for p in players)
    count = len(players)
    gap_rank = count + 1  # a bye's order within the field weighs less than one point of gap
    rematch_rank = gap_rank * (widest * widest + 1) * count + 1
    most = max((n for p in players for n in p.met.values()), default=0)
    bye_rank = rematch_rank * (most * most + 1) * count + 1
    costs: dict[tuple[int, int], int] = {}
    for i, a in enumerate(players):
        for b in players[i + 1 :]:
            pair = _pair(a, b)
            costs[a.id, b.id] = rematch_rank * pair.rematch**2 + gap_rank * pair.gap**2
    if count % 2:
        for order, p in enumerate(sorted(players, key=lambda p: (p.points, -p.id))):
            costs[BYE, p.id] = bye_rank * p.byes**2 + order
    return costs


def _pair(a: Candidate, b: Candidate) -> Pair:
    return Pair(a.id, b.id, abs(a.points - b.points), max(a.met.get(b.id, 0), b.met.get(a.id, 0)))


def _bye_reason(player: Candidate, players: Sequence[Candidate]) -> str:
    if player.byes:
        return "An odd number plays, and every other choice repeats a bye or breaks more."
    had = sum(1 for p in players if p.byes)
    return "An odd number plays; nobody had a bye yet." if not had else "An odd number plays; no bye so far."
