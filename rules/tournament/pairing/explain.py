"""Why this opponent, why this bye, and what every other choice would have cost.

What another choice costs is computed by pairing again: the best round with it, against the best of all.
That is exact, and done only when somebody asks (lazily, one choice after another).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.tournament.pairing.costs import BYE, FORBIDDEN, GAP, LOW_BYE, REMATCH, Costs
from rules.tournament.pairing.field import (
    NO_PREFERENCES,
    Entrant,
    PairingPreference,
    PairingPreferences,
    checked_entrants,
    ordered_pair,
)
from rules.tournament.pairing.swiss import PairedRound, pair_round

WORDS = {
    FORBIDDEN: "couples who must never meet",
    BYE: "byes for those who had one",
    REMATCH: "rematches",
    LOW_BYE: "the bye above the lowest score (points, squared)",
    GAP: "gaps of points (squared)",
}
COUNTED = (PairingPreference.RATING, PairingPreference.CATCH_UP)

Parts = tuple[tuple[str, int], ...]


class AlternativePairing(Struct, frozen=True):
    """Another choice: ``opponent`` (None for the bye) in the best round that has it.

    ``cost`` is what that round breaks more (or, below the first level, less) than ours, by levels that
    differ, the gravest first; empty if it is exactly as good.
    """

    id: int
    opponent: int | None
    cost: Parts
    round: PairedRound

    def sentence(self, names: Mapping[int, str]) -> str:
        """For people; ``names`` by id."""
        whom = "a bye" if self.opponent is None else names[self.opponent]
        if not self.cost:
            return f"{names[self.id]} with {whom}: just as good; the draw decided."
        more = [f"{_words(level)} +{n}" for level, n in self.cost[:1]]
        less = [f"{_words(level)} {n:+}" for level, n in self.cost[1:]]
        aside = f" ({', '.join(less)})" if less else ""
        return f"{names[self.id]} with {whom}: {more[0]} over the whole round{aside}."


def parts_of(
    round_: PairedRound, entrants: Iterable[Entrant], preferences: PairingPreferences = NO_PREFERENCES
) -> Parts:
    """What a round breaks, level by level, those that were fixed included."""
    costs = Costs([p for p in entrants if p.id not in round_.resting], preferences)
    sums = [0] * len(costs.levels)
    for a, b in [*round_.couples, *round_.apart]:
        _add(sums, costs.parts(costs.place_of(a), costs.place_of(b)))
    for id in round_.idle:
        _add(sums, costs.bye_parts(costs.place_of(id)))
    return tuple((level.name, part) for level, part in zip(costs.levels, sums, strict=True))


def alternatives(
    id: int,
    round_: PairedRound,
    entrants: Iterable[Entrant],
    preferences: PairingPreferences = NO_PREFERENCES,
    others: Sequence[int] | None = None,
) -> Iterator[AlternativePairing]:
    """What ``id`` could have had instead: the bye where there is one, then every other player (or
    ``others``), the nearest in points first. Each choice is worked out when it is asked for.

    >>> field = [Entrant(1, points=2), Entrant(2, points=2), Entrant(3), Entrant(4)]
    >>> [(c.opponent, c.cost) for c in alternatives(1, pair_round(field), field)]
    [(3, (('gap', 8),)), (4, (('gap', 8),))]
    """
    players = checked_entrants(entrants, preferences)
    by_id = {p.id: p for p in players}
    held = preferences.decided
    if id in held:
        return
    base = parts_of(round_, players, preferences)
    if round_.bye not in (None, id):
        yield _choice(id, None, players, _with_bye(preferences, id), base, preferences)
    now = {round_.opponent(id), id, *(x for pair in round_.apart if id in pair for x in pair)}
    never = {ordered_pair(*pair) for pair in preferences.forbidden}
    near = sorted(by_id, key=lambda other: (abs(by_id[other].points - by_id[id].points), other))
    for other in near if others is None else others:
        if other in now or other in held or ordered_pair(id, other) in never or other in round_.resting:
            continue
        forced = replace(preferences, fixed=preferences.fixed | {ordered_pair(id, other)})
        yield _choice(id, other, players, forced, base, preferences)


def bye_alternatives(
    round_: PairedRound, entrants: Iterable[Entrant], preferences: PairingPreferences = NO_PREFERENCES
) -> Iterator[AlternativePairing]:
    """Who else could have had the bye, and what that costs; the lowest scores first."""
    if round_.bye is None:
        return
    players = checked_entrants(entrants, preferences)
    base = parts_of(round_, players, preferences)
    held = preferences.decided | {round_.bye, *round_.resting}
    for player in sorted(players, key=lambda p: (p.points, p.id)):
        if player.id not in held:
            yield _choice(player.id, None, players, _with_bye(preferences, player.id), base, preferences)


def _with_bye(preferences: PairingPreferences, id: int) -> PairingPreferences:
    return replace(preferences, byes=preferences.byes | {id})


def _choice(
    id: int,
    opponent: int | None,
    players: Sequence[Entrant],
    forced: PairingPreferences,
    base: Parts,
    preferences: PairingPreferences,
) -> AlternativePairing:
    alternative = pair_round(players, forced)
    broken = parts_of(alternative, players, preferences)
    cost = tuple(
        (level, after - before)
        for (level, before), (_, after) in zip(base, broken, strict=True)
        if after != before
    )
    return AlternativePairing(id, opponent, cost, alternative)


def _add(sums: list[int], parts: Sequence[int]) -> None:
    for place, part in enumerate(parts):
        sums[place] += part


def _words(level: str) -> str:
    if level in WORDS:
        return WORDS[level]
    preference = PairingPreference(level)
    return (
        f"{preference.words} (differences, squared)"
        if preference in COUNTED
        else f"pairs against “{preference.words}”"
    )
