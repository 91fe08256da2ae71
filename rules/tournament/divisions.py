"""Divisions of a league and who goes up or down between two seasons (A-44)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rules.tournament.pairing.field import Entrant, PairingPreferences
from rules.tournament.pairing.swiss import Pair, pair_round


def promoted(divisions: Sequence[Sequence[int]], moving: int) -> list[list[int]]:
    """The divisions of the next season, the highest first, each in the order of its last table: between two
    neighbours the last ``moving`` of the upper and the first ``moving`` of the lower exchange places, fewer
    where half of a division is fewer, so that nobody moves both ways.

    >>> promoted([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]], 2)
    [[1, 2, 5, 6], [3, 4, 7, 9], [8, 10]]
    """
    following = [list(division) for division in divisions]
    for n, (upper, lower) in enumerate(pairwise(divisions)):
        count = min(moving, len(upper) // 2, len(lower) // 2)
        if count:
            up, down = list(lower[:count]), list(upper[-count:])
            following[n] = [*(one for one in following[n] if one not in down), *up]
            following[n + 1] = [*down, *(one for one in following[n + 1] if one not in up)]
    return following


def evenly(ranked: Sequence[int], count: int) -> list[list[int]]:
    """``count`` divisions of players ranked best first, as equal as can be, the larger ones above.

    >>> evenly([1, 2, 3, 4, 5], 2)
    [[1, 2, 3], [4, 5]]
    """
    size, more = divmod(len(ranked), count)
    parts, start = [], 0
    for n in range(count):
        end = start + size + (n < more)
        parts.append(list(ranked[start:end]))
        start = end
    return parts


def pairs_within(
    players: Iterable[Entrant],
    preferences: PairingPreferences,
    division: Mapping[int, int],
    crossed: Mapping[int, int],
) -> dict[tuple[int, int], Pair]:
    """The best pairs within each division, by their ids in order, of those whom ``preferences`` leave free.

    Somebody of an odd division is left for the other divisions: by turns, since games against another
    division (``crossed``: how many each has had) count there like byes.
    """
    decided = preferences.decided
    free = [p for p in players if p.id not in decided and p.id in division]
    pairs: dict[tuple[int, int], Pair] = {}
    for number in sorted({division[p.id] for p in free}):
        own = [replace(p, byes=p.byes + crossed.get(p.id, 0)) for p in free if division[p.id] == number]
        ids = {p.id for p in own}
        forbidden = frozenset(pair for pair in preferences.forbidden if ids.issuperset(pair))
        round_ = pair_round(
            own, replace(preferences, fixed=frozenset(), forbidden=forbidden, byes=frozenset())
        )
        pairs |= {(min(p.a, p.b), max(p.a, p.b)): p for p in round_.pairs}
    return pairs
