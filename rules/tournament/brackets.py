"""Single and double elimination: who meets whom follows from the seeds and the results so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

Side = Literal["winners", "losers", "third", "final", "decider"]


class Source(Struct, frozen=True):
    """Where a player of a match comes from: a seed (from 1), or the winner or loser of a match."""

    kind: Literal["seed", "winner", "loser"]
    number: int


class Match(Struct, frozen=True):
    """One match of a bracket: its number, its round within its side, and its two sources."""

    number: int
    side: Side
    round: int
    a: Source
    b: Source


class Tie(Struct, frozen=True):
    """A match in its present state. ``a`` and ``b`` are None until known; ``walkover`` where a place is empty
    and the other goes through; ``winner`` once there is one; ``needless`` for a decider nobody needs."""

    match: Match
    a: int | None
    b: int | None
    winner: int | None = None
    walkover: bool = False
    needless: bool = False

    @property
    def open(self) -> bool:
        """Both players known, no result yet."""
        return self.a is not None and self.b is not None and self.winner is None and not self.needless


def seeding(size: int) -> tuple[int, ...]:
    """The order of seeds in a bracket of ``size`` (a power of two): the best meet as late as can be.

    >>> seeding(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


def single_elimination(players: int, *, third: bool = False) -> tuple[Match, ...]:
    """The matches for so many seeds; empty places are byes of the best. ``third``: one for third place."""
    rounds = _winners(players)
    matches = [match for row in rounds for match in row]
    if third and len(rounds) > 1:
        one, other = rounds[-2]
        loser = Source("loser", one.number), Source("loser", other.number)
        matches.append(Match(len(matches) + 1, "third", 1, *loser))
    return tuple(matches)


def double_elimination(players: int) -> tuple[Match, ...]:
    """Nobody is out before a second defeat: who loses among the winners goes to the losers' side, there to
    meet players from another corner of the bracket while there are any; then the final, and a decider if
    it goes to the winner of the losers' side."""
    rounds = _winners(players)
    matches = [match for row in rounds for match in row]
    row = [_Corner(Source("loser", match.number), frozenset({k})) for k, match in enumerate(rounds[0])]
    number = 0
    for depth, later in enumerate(rounds[1:], start=1):
        if len(row) > len(later):
            number += 1
            row = _losers(matches, number, row[::2], row[1::2])
        number += 1
        width = 1 << depth
        dropped = [
            _Corner(Source("loser", match.number), frozenset(range(k * width, (k + 1) * width)))
            for k, match in enumerate(later)
        ]
        row = _losers(matches, number, row, _elsewhere(row, dropped))
    top = Source("winner", rounds[-1][0].number)
    final = Match(len(matches) + 1, "final", 1, top, row[0].source)
    again = Source("winner", final.number), Source("loser", final.number)
    return (*matches, final, Match(final.number + 1, "decider", 1, *again))


def bracket_after(matches: Sequence[Match], seeds: Sequence[int], won: Mapping[int, int]) -> tuple[Tie, ...]:
    """The bracket after the results ``won`` (match number: id of the winner). ``ValueError`` if a winner
    does not play that match.

    >>> ties = bracket_after(single_elimination(3), [11, 12, 13], {2: 12})
    >>> [(t.a, t.b, t.winner) for t in ties]
    [(11, None, 11), (12, 13, 12), (11, 12, None)]
    """
    ties: dict[int, Tie] = {}
    gone: dict[int, bool] = {}
    for match in matches:
        a, a_empty = _player(match.a, ties, gone, seeds)
        b, b_empty = _player(match.b, ties, gone, seeds)
        winner = won.get(match.number)
        walkover = a_empty != b_empty
        needless = match.side == "decider" and _won_from_above(ties, match)
        if winner is not None and (winner not in (a, b) or walkover or needless):
            raise ValueError(f"{winner} does not play match {match.number}.")
        if walkover:
            winner = b if a_empty else a
        gone[match.number] = a_empty and b_empty
        ties[match.number] = Tie(match, a, b, winner, walkover, needless)
    return tuple(ties[match.number] for match in matches)


def fed_by(matches: Sequence[Match], number: int) -> frozenset[int]:
    """The matches whose players follow from the result of match ``number``, near and far.

    >>> sorted(fed_by(single_elimination(8), 1))
    [5, 7]
    """
    fed: set[int] = set()
    for match in matches:
        sources = {source.number for source in (match.a, match.b) if source.kind != "seed"}
        if sources & (fed | {number}):
            fed.add(match.number)
    return frozenset(fed)


def champion(ties: Sequence[Tie]) -> int | None:
    """Who has won the bracket, once that is known."""
    last = [tie for tie in ties if tie.match.side != "third"][-1]
    if last.needless:
        return next(tie.winner for tie in ties if tie.match.side == "final")
    return last.winner


def _winners(players: int) -> list[list[Match]]:
    if players < 2:
        raise ValueError("A bracket needs two players at the least.")
    size = 1 << (players - 1).bit_length()
    sources = [Source("seed", seed) for seed in seeding(size)]
    rounds: list[list[Match]] = []
    number = 0
    while len(sources) > 1:
        row: list[Match] = []
        for a, b in zip(sources[::2], sources[1::2], strict=True):
            number += 1
            row.append(Match(number, "winners", len(rounds) + 1, a, b))
        rounds.append(row)
        sources = [Source("winner", match.number) for match in row]
    return rounds


class _Corner(Struct, frozen=True):
    """Somebody on the losers' side, and the first matches of the bracket from which they may come."""

    source: Source
    origins: frozenset[int]


def _losers(
    matches: list[Match], number: int, one: Sequence[_Corner], other: Sequence[_Corner]
) -> list[_Corner]:
    row: list[_Corner] = []
    for a, b in zip(one, other, strict=True):
        matches.append(Match(len(matches) + 1, "losers", number, a.source, b.source))
        row.append(_Corner(Source("winner", len(matches)), a.origins | b.origins))
    return row


def _elsewhere(row: Sequence[_Corner], dropped: Sequence[_Corner]) -> list[_Corner]:
    """The dropped in the order in which fewest could meet somebody they have met; of several, the one
    that mixes the corners least, for the sake of the rounds to come."""

    def meetings(flip: int) -> int:
        return sum(len(one.origins & dropped[k ^ flip].origins) for k, one in enumerate(row))

    flip = min(range(len(dropped)), key=meetings)
    return [dropped[k ^ flip] for k in range(len(dropped))]


def _player(
    source: Source, ties: Mapping[int, Tie], gone: Mapping[int, bool], seeds: Sequence[int]
) -> tuple[int | None, bool]:
    """The player of a source so far, and whether nobody will ever come from it."""
    if source.kind == "seed":
        seeded = source.number <= len(seeds)
        return (seeds[source.number - 1], False) if seeded else (None, True)
    tie = ties[source.number]
    if source.kind == "winner":
        return tie.winner, gone[source.number]
    if tie.walkover or gone[source.number]:
        return None, True
    loser = None if tie.winner is None else (tie.b if tie.winner == tie.a else tie.a)
    return loser, False


def _won_from_above(ties: Mapping[int, Tie], decider: Match) -> bool:
    """Whether the final went to the one who had not lost yet: then there is nothing to decide."""
    final = ties[decider.a.number]
    return final.winner is not None and final.winner == final.a
