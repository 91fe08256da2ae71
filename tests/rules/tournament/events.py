"""Seeded events as they happen: drops, late entries, byes, clubs, couples who must never meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import rustworkx
from msgspec.structs import replace

from rules.tournament.pairing.field import (
    Entrant,
    PairingPreference,
    PairingPreferences,
    mixed_bits,
    ordered_pair,
)
from rules.tournament.pairing.swiss import PairedRound, pair_round

T = TypeVar("T")
Pairing = Callable[[Sequence[Entrant], PairingPreferences], PairedRound]


class Lots:
    """Numbers from a seed, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def below(self, limit: int) -> int:
        self.count += 1
        return mixed_bits(self.count, self.seed) % limit

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def shuffled(self, things: Sequence[T]) -> list[T]:
        keyed = [(self.below(1 << 60), place, thing) for place, thing in enumerate(things)]
        return [thing for _, _, thing in sorted(keyed, key=lambda k: k[:2])]


class Played(NamedTuple):
    """A round of an event, and what it was made from."""

    field: list[Entrant]
    preferences: PairingPreferences
    round: PairedRound


def event(
    seed: int, *, most: int = 64, pairing: Pairing = pair_round, plain: bool = False
) -> Iterator[Played]:
    """The rounds of event ``seed``: 4 to ``most`` players; ``plain``: no drops, no preferences."""
    lots = Lots(seed)
    count = 4 + lots.below(most - 3)
    players = [_entrant(lots, id) for id in range(1, count + 1)]
    preferences = PairingPreferences() if plain else _preferences(lots, count)
    for _ in range(2 + lots.below(5)):
        round_ = pairing(players, preferences)
        yield Played(players, preferences, round_)
        players = after(players, round_, lots)
        if not plain:
            players = [p for p in players if len(players) <= 4 or not lots.chance(4)]
            if lots.chance(25):
                players = [*players, _entrant(lots, 1 + max(p.id for p in players) + count)]


def after(players: Sequence[Entrant], round_: PairedRound, lots: Lots) -> list[Entrant]:
    """The players once the round is played, with results by lot; two points a win, one a draw."""
    opponent = {pair.a: pair.b for pair in round_.pairs} | {pair.b: pair.a for pair in round_.pairs}
    points = {}
    for pair in round_.pairs:
        points[pair.a] = (0, 2, 2, 1, 0)[lots.below(5)]
        points[pair.b] = 2 - points[pair.a]
    out = {round_.bye} | {id for pair in round_.apart for id in pair}
    after: list[Entrant] = []
    for player in players:
        other = opponent.get(player.id)
        if other is not None:
            met = {**player.met, other: player.met.get(other, 0) + 1}
            won = player.points + points[player.id]
            after.append(replace(player, met=met, points=won, games=player.games + 1))
        elif player.id in out:
            after.append(replace(player, byes=player.byes + 1, points=player.points + 2))
        else:
            after.append(player)
    return after


def legal_round_exists(field: Sequence[Entrant], preferences: PairingPreferences) -> bool:
    """Whether everybody can play somebody new whom one may meet, an odd one having a first bye."""
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field) + len(field) % 2))
    never = {ordered_pair(*pair) for pair in preferences.forbidden}
    for i, a in enumerate(field):
        for j, b in enumerate(field[:i]):
            if b.id not in a.met and a.id not in b.met and ordered_pair(a.id, b.id) not in never:
                graph.add_edge(i, j, None)
        if len(field) % 2 and not a.byes:
            graph.add_edge(i, len(field), None)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == graph.num_nodes()


def illegal(played: Played) -> list[str]:
    """What in the round a legal one would have spared."""
    byes = {p.id: p.byes for p in played.field}
    broken = [f"{pair.a} meets {pair.b} again" for pair in played.round.pairs if pair.rematch]
    broken += [f"{a} and {b} sit out" for a, b in played.round.apart]
    if played.round.bye is not None and byes[played.round.bye]:
        broken.append(f"{played.round.bye} has a second bye")
    return broken


def _entrant(lots: Lots, id: int) -> Entrant:
    return Entrant(
        id,
        rating=lots.below(40),
        club=("", "", "north", "south", "harbour")[lots.below(5)],
        company=("", "", "", "van", "train")[lots.below(5)],
        faction=("guild", "bayou", "outcasts", "neverborn")[lots.below(4)],
        place=("", "town", "hills")[lots.below(3)],
        free=frozenset(("Tuesday", "Friday", "Sunday")[: lots.below(4)]),
        tables={1 + lots.below(4): 1} if lots.chance(50) else {},
    )


def _preferences(lots: Lots, count: int) -> PairingPreferences:
    order = lots.shuffled(list(PairingPreference))[: lots.below(5)]
    never = set()
    for _ in range(lots.below(4)):
        a, b = 1 + lots.below(count), 1 + lots.below(count)
        if a != b:
            never.add(ordered_pair(a, b))
    return PairingPreferences(
        tuple(order), forbidden=frozenset(never), tables=tuple(range(1, 1 + count // 2))
    )
