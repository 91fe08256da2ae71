"""The organiser's wishes as whole costs of a pair, 0 being what is wished."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mfcampaign.organizing.pairing.field import Candidate, Wish

Cost = Callable[[int, int], int]
"""Of two places in the field."""


def cost_of(wish: Wish, players: Sequence[Candidate], tables: Sequence[int]) -> Cost:
    """What ``wish`` makes each pair of ``players`` cost; ``tables`` are those there are."""
    if wish == Wish.RATING:
        return _squared([p.rating for p in players])
    if wish == Wish.CATCH_UP:
        return _squared([p.games for p in players])
    if wish == Wish.TABLES:
        return _no_new_table([p.tables for p in players], tables)
    if wish == Wish.AVAILABILITY:
        return _no_evening([p.free for p in players])
    words = [_word(wish, p) for p in players]
    return _different(words) if wish == Wish.NEIGHBOURS else _same(words)


def dearest(wish: Wish, players: Sequence[Candidate]) -> int:
    """No pair costs more than this for ``wish``; 0 where nobody gives it a reason."""
    if wish == Wish.RATING:
        return width([p.rating for p in players]) ** 2
    if wish == Wish.CATCH_UP:
        return width([p.games for p in players]) ** 2
    if wish == Wish.TABLES:
        return 2 * max((n for p in players for n in p.tables.values()), default=0)
    if wish == Wish.AVAILABILITY:
        return int(any(p.free for p in players))
    return int(any(_word(wish, p) for p in players))


def width(values: Sequence[int]) -> int:
    return max(values, default=0) - min(values, default=0)


def _word(wish: Wish, player: Candidate) -> str:
    return {
        Wish.CLUB: player.club,
        Wish.COMPANY: player.company,
        Wish.MIRROR: player.faction,
        Wish.NEIGHBOURS: player.place,
    }[wish]


def _squared(values: Sequence[int]) -> Cost:
    return lambda i, j: (values[i] - values[j]) ** 2


def _same(words: Sequence[str]) -> Cost:
    return lambda i, j: 1 if words[i] and words[i] == words[j] else 0


def _different(words: Sequence[str]) -> Cost:
    return lambda i, j: 1 if words[i] and words[j] and words[i] != words[j] else 0


def _no_evening(free: Sequence[frozenset[str]]) -> Cost:
    return lambda i, j: 1 if free[i] and free[j] and not free[i] & free[j] else 0


def _no_new_table(played: Sequence[Mapping[int, int]], tables: Sequence[int]) -> Cost:
    """The games both have had, together, on the table that is the least stale for them."""
    have = frozenset(tables)
    seen = [have & played[i].keys() for i in range(len(played))]

    def cost(i: int, j: int) -> int:
        if len(seen[i]) + len(seen[j]) < len(have) or not have or (seen[i] | seen[j]) != have:
            return 0
        return min(played[i].get(t, 0) + played[j].get(t, 0) for t in have)

    return cost
