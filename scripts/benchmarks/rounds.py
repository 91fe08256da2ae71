"""Pairing beside networkx over all legal pairs, and the standings of a big event.

Several fields each of 16, 64, 256 and 1,024 players after five rounds, all from seeds. Both solve the
same problem: nobody meets again, then the least sum of squared gaps. Ours includes the costs, the search,
the proof over every pair and the sentences; networkx gets its graph built within its time as well. At
1,024 networkx takes minutes and is left out; ours is set beside what networkx needs for 64. They take
turns, processor time is counted, and a ratio is the median over turns; ``of_a_searched_field`` is that
of the fields alone for which no round was at hand without a search.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import networkx as nx
from msgspec.structs import replace

from rules.columns import Criterion
from rules.tournament.matching.shortcut import shortcut
from rules.tournament.pairing.certificate_check import verify
from rules.tournament.pairing.costs import Costs
from rules.tournament.pairing.field import (
    NO_PREFERENCES,
    Entrant,
    PairingPreference,
    PairingPreferences,
    mixed_bits,
)
from rules.tournament.pairing.swiss import PairedRound, pair_round
from rules.tournament.pairing.table_assignment import assign
from rules.tournament.standings.criteria import MALIFAUX, Scheme
from rules.tournament.standings.games import GameResult
from rules.tournament.standings.ranking import Standings

SIZES = (16, 64, 256, 1024)
PLAYED, GREATEST = 5, 256
FIELDS = {16: 12, 64: 10, 256: 3, 1024: 3}
REPEATS = {16: 4, 64: 3, 256: 2, 1024: 3}
PREFERENCES = PairingPreferences((PairingPreference.CLUB, PairingPreference.MIRROR, PairingPreference.RATING))


def run() -> dict[str, Any]:
    pairing: dict[str, Any] = {}
    beside = 0.0
    for size in SIZES:
        fields = [after_rounds(size, seed) for seed in range(1, FIELDS[size] + 1)]
        entry = _entry(fields, beside=beside if size > GREATEST else None)
        beside = entry["networkx_ms"] if size == 64 else beside
        preferred = [_took(pair_round, field, PREFERENCES) for field in fields]
        entry["with_three_preferences_ms"] = round(1000 * statistics.median(preferred), 1)
        pairing[str(size)] = entry
    return {
        "pairing_after_5_rounds": pairing,
        "tables_512_after_5_rounds_ms": _tables(),
        "standings_1024_x_8": _standings(),
    }


def _entry(fields: list[list[Entrant]], beside: float | None) -> dict[str, Any]:
    """All fields of one size; ``beside``: milliseconds of networkx at 64, where it has no turn here."""
    rounds = [pair_round(field) for field in fields]
    ours: list[float] = []
    ratios: dict[bool, list[float]] = {True: [], False: []}
    theirs: list[float] = []
    at_hand = [shortcut(Costs(field, NO_PREFERENCES)) is not None for field in fields]
    for _ in range(REPEATS[len(fields[0])]):
        for field, easy in zip(fields, at_hand, strict=True):
            ours.append(_took(pair_round, field))
            if beside is None:
                theirs.append(_took(networkx_round, field))
                ratios[easy].append(theirs[-1] / ours[-1])
    checked = [_took(verify, json.loads(r.certificate.to_json())) for r in rounds if r.certificate]
    entry: dict[str, Any] = {
        "fields": len(fields),
        "without_a_search": sum(at_hand),
        "rematches": sum(p.rematch for paired in rounds for p in paired.pairs),
        "squared_gaps": sum(map(squared, rounds, fields)),
        "ours_ms": round(1000 * statistics.median(ours), 2),
        "second_program_ms": round(1000 * statistics.median(checked), 1),
    }
    if beside is not None:
        return entry | {"ours_over_networkx_at_64": round(entry["ours_ms"] / beside, 2)}
    entry["squared_gaps_of_networkx"] = sum(_squared(networkx_round(field), field) for field in fields)
    entry["networkx_ms"] = round(1000 * statistics.median(theirs), 1)
    entry["networkx_over_ours"] = round(statistics.median(ratios[True] + ratios[False]), 1)
    if ratios[False]:
        entry["of_a_searched_field"] = round(statistics.median(ratios[False]), 1)
    return entry


def after_rounds(size: int, seed: int = 6, rounds: int = PLAYED) -> list[Entrant]:
    """A field of ``size`` after ``rounds`` of our own pairing, results by seed."""
    field = [
        Entrant(
            id,
            club=str(mixed_bits(id, 1) % 12),
            faction=str(mixed_bits(id, 2) % 8),
            rating=mixed_bits(id, 3) % 40,
        )
        for id in range(1, size + 1)
    ]
    for number in range(rounds):
        paired = pair_round(field)
        field = _after(field, paired, 100 * seed + number)
    return field


def _after(field: list[Entrant], paired: PairedRound, lot: int) -> list[Entrant]:
    points: dict[int, int] = {}
    other: dict[int, int] = {}
    for pair in paired.pairs:
        points[pair.a] = (2, 2, 2, 0, 0, 0, 1)[mixed_bits(pair.a * 2048 + pair.b, lot) % 7]
        points[pair.b] = 2 - points[pair.a]
        other |= {pair.a: pair.b, pair.b: pair.a}
    return [
        replace(p, points=p.points + points[p.id], met={**p.met, other[p.id]: 1}, games=p.games + 1)
        for p in field
    ]


def networkx_round(field: list[Entrant]) -> set[tuple[int, int]]:
    """The same round by maximum-weight matching over all legal pairs."""
    graph: Any = nx.Graph()
    for place, a in enumerate(field):
        for b in field[place + 1 :]:
            if b.id not in a.met:
                graph.add_edge(a.id, b.id, weight=-((a.points - b.points) ** 2))
    return set(nx.max_weight_matching(graph, maxcardinality=True))


def squared(paired: PairedRound, field: list[Entrant]) -> int:
    return _squared(paired.couples, field)


def _squared(pairs: set[tuple[int, int]], field: list[Entrant]) -> int:
    points = {p.id: p.points for p in field}
    return sum((points[a] - points[b]) ** 2 for a, b in pairs)


def _tables() -> float:
    """512 couples at 512 tables, each player having been at five: the median of three drawings."""
    field = after_rounds(1024)
    couples = [(pair.a, pair.b) for pair in pair_round(field).pairs]
    tables = range(1, len(couples) + 1)
    times = []
    for lot in range(3):
        seen = {
            p.id: {1 + mixed_bits(p.id, 5 * lot + n) % len(tables): 1 for n in range(PLAYED)} for p in field
        }
        times.append(_took(assign, couples, tables, seen))
    return round(1000 * statistics.median(times), 1)


def _standings() -> dict[str, Any]:
    """1,024 players and 8 rounds: the whole table; the same games as JSON are the yardstick."""
    games = [
        GameResult(number, a, b, mixed_bits(a, number) % 11, mixed_bits(b, number) % 11)
        for number in range(1, 9)
        for a, b in _shuffled_pairs(1024, number)
    ]
    every = tuple(c for c in Criterion if c not in (Criterion.PLAYED, Criterion.BYES))
    text = [[g.round, g.a, g.b, g.vp_a, g.vp_b] for g in games]
    tables = [_took(Standings, range(1, 1025), games, MALIFAUX) for _ in range(5)]
    wide = [_took(Standings, range(1, 1025), games, Scheme(order=every)) for _ in range(5)]
    yard = [_took(json.dumps, text) for _ in range(5)]
    return {
        "malifaux_ms": round(1000 * statistics.median(tables), 1),
        "sixteen_criteria_ms": round(1000 * statistics.median(wide), 1),
        "malifaux_over_json_of_the_games": round(statistics.median(tables) / statistics.median(yard), 1),
    }


def _shuffled_pairs(size: int, number: int) -> list[tuple[int, int]]:
    order = sorted(range(1, size + 1), key=lambda id: mixed_bits(id, number))
    return list(zip(order[::2], order[1::2], strict=True))


def _took(work: Callable[..., Any], *arguments: Any) -> float:
    began = time.process_time()
    work(*arguments)
    return time.process_time() - began
