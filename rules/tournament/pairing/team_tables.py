"""Who sits across whom where two teams meet: by a rule, or as both captains chose."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from rules.tournament.pairing.field import NO_PREFERENCES, Entrant, PairingPreferences, ordered_pair
from rules.tournament.pairing.swiss import pair_round

ALONE = "Nobody of the other team was left to sit across."


class TablePair(Struct, frozen=True):
    """One table of a match: ``a`` of the first team, ``b`` of the second, or who sits alone; and why."""

    a: int | None
    b: int | None
    why: str


def in_order(first: Sequence[int], second: Sequence[int], why: str) -> tuple[TablePair, ...]:
    """The first of one team against the first of the other, and so on; who is left over sits alone.

    >>> [(pair.a, pair.b) for pair in in_order([1, 2], [7], "As the captains chose.")]
    [(1, 7), (2, None)]
    """
    return tuple(TablePair(a, b, why if a and b else ALONE) for a, b in zip_longest(first, second))


def level(
    first: Sequence[Entrant], second: Sequence[Entrant], preferences: PairingPreferences = NO_PREFERENCES
) -> tuple[TablePair, ...]:
    """The best pairing of both teams' players in which nobody meets their own team: no rematch while it can
    be helped, then equals with equals, then the ``preferences``; the tables in the order of the first team.

    >>> one, other = [Entrant(1, points=3), Entrant(2)], [Entrant(7), Entrant(8, points=3)]
    >>> [(pair.a, pair.b) for pair in level(one, other)]
    [(1, 8), (2, 7)]
    """
    mates = {ordered_pair(x.id, y.id) for team in (first, second) for x, y in combinations(team, 2)}
    round_ = pair_round([*first, *second], replace(preferences, forbidden=frozenset(mates)))
    why = {id: pair.why for pair in round_.pairs for id in (pair.a, pair.b)}
    left = [player.id for player in second]
    pairs = []
    for player in first:
        other = round_.opponent(player.id)
        pairs.append(TablePair(player.id, other, why.get(player.id, ALONE)))
        if other is not None:
            left.remove(other)
    return (*pairs, *(TablePair(None, id, ALONE) for id in left))
