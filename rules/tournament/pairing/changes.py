"""Changing a paired round: swaps by hand with what they break, and the part that must be paired again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.tournament.pairing.explain import Parts, parts_of
from rules.tournament.pairing.field import (
    NO_PREFERENCES,
    Entrant,
    PairingPreference,
    PairingPreferences,
    checked_entrants,
    ordered_pair,
)
from rules.tournament.pairing.swiss import Pair, PairedRound, costs_of_two, described, pair_round


class Breach(Struct, frozen=True):
    """Something a change by hand breaks that held before: who, and a sentence with ``{a}`` and ``{b}``."""

    a: int
    b: int | None
    text: str

    def sentence(self, names: Mapping[int, str]) -> str:
        return self.text.format(a=names[self.a], b="" if self.b is None else names[self.b])


class Change(Struct, frozen=True):
    """A round after a change by hand; ``breaches`` name what it breaks, ``before`` and ``after`` count."""

    round: PairedRound
    breaches: tuple[Breach, ...]
    before: Parts
    after: Parts

    @property
    def worse(self) -> bool:
        """Whether the round is worse than it was, by the first level that differs."""
        return [n for _, n in self.after] > [n for _, n in self.before]


def swap(
    round_: PairedRound,
    one: int,
    other: int,
    entrants: Iterable[Entrant],
    preferences: PairingPreferences = NO_PREFERENCES,
) -> Change:
    """``one`` and ``other`` change places: each gets the other's opponent, or the bye. ``ValueError`` if
    they are not in the round or play each other. The certificate is gone: a person decided.

    >>> field = [Entrant(1, points=2), Entrant(2, points=2), Entrant(3), Entrant(4, met={1: 1})]
    >>> change = swap(pair_round(field), 2, 4, field)
    >>> change.worse, change.breaches[0].sentence({1: "Ann", 4: "Bo"})
    (True, 'Ann and Bo have met before.')
    """
    players = {p.id: p for p in checked_entrants(entrants, preferences)}
    places = {pair.a: pair.b for pair in round_.pairs} | {pair.b: pair.a for pair in round_.pairs}
    seated = {*places, *round_.idle}
    if one not in seated or other not in seated or one == other:
        raise ValueError("Two different players of the round can change places.")
    if places.get(one) == other:
        raise ValueError("They play each other already.")
    if {one, other} <= {*round_.idle}:
        raise ValueError("Both have a bye already.")
    exchanged = {one: other, other: one}
    pairs = [_exchanged(pair, exchanged, players, preferences) for pair in round_.pairs]
    bye = None if round_.bye is None else exchanged.get(round_.bye, round_.bye)
    reason = round_.bye_reason if bye == round_.bye else "The organiser changed the round."
    byes = tuple(exchanged.get(id, id) for id in round_.byes)
    changed = replace(round_, pairs=tuple(pairs), bye=bye, byes=byes, bye_reason=reason, certificate=None)
    new = [pair for pair in pairs if ordered_pair(pair.a, pair.b) not in round_.couples]
    breaches = [breach for pair in new for breach in _breaches(pair, players, preferences)]
    new_byes = {*changed.idle} - {*round_.idle}
    breaches += [Breach(id, None, "{a} has a bye again.") for id in new_byes if players[id].byes]
    before, after = (parts_of(r, players.values(), preferences) for r in (round_, changed))
    return Change(changed, tuple(breaches), before, after)


def repair_round(
    round_: PairedRound,
    entrants: Iterable[Entrant],
    preferences: PairingPreferences = NO_PREFERENCES,
    again: Iterable[int] = (),
) -> PairedRound:
    """The round for those who are here now. Pairs of two who are both here stay, unless one of them is in
    ``again``; all others are paired anew: late entries, those whose opponent dropped or did not come, who
    had the bye. With the kept pairs fixed the round is the best there is, and its certificate says so.

    >>> field = [Entrant(id) for id in range(1, 7)]
    >>> first = pair_round(field)
    >>> gone = first.pairs[0].a
    >>> later = repair_round(first, [p for p in field if p.id != gone])
    >>> later.bye == first.pairs[0].b, len(first.couples & later.couples)
    (True, 2)
    """
    players = checked_entrants(entrants, preferences)
    here = {p.id for p in players}
    loose = preferences.decided.union(again)
    decided = {ordered_pair(*pair) for pair in preferences.fixed}
    kept = {pair for pair in round_.couples if set(pair) <= here and not set(pair) & loose}
    kept -= {ordered_pair(*pair) for pair in preferences.forbidden}
    stand_ins = {p.id for p in players if p.ringer}
    if (len(here - stand_ins) - len(preferences.byes)) % 2 == 0:
        kept = {pair for pair in kept if not set(pair) & stand_ins}
    repaired = pair_round(players, replace(preferences, fixed=frozenset(decided | kept)))
    pairs = [replace(p, fixed=ordered_pair(p.a, p.b) in decided) for p in repaired.pairs]
    return replace(repaired, pairs=tuple(pairs))


def _exchanged(
    pair: Pair, exchanged: Mapping[int, int], players: Mapping[int, Entrant], preferences: PairingPreferences
) -> Pair:
    a, b = exchanged.get(pair.a, pair.a), exchanged.get(pair.b, pair.b)
    if (a, b) == (pair.a, pair.b):
        return pair
    return described(costs_of_two(players[a], players[b], preferences), fixed=True)


def _breaches(pair: Pair, players: Mapping[int, Entrant], preferences: PairingPreferences) -> list[Breach]:
    """What a new pair breaks, the gravest first."""
    sentences: list[str] = []
    if ordered_pair(pair.a, pair.b) in {ordered_pair(*p) for p in preferences.forbidden}:
        sentences.append("{a} and {b} must never meet.")
    if pair.rematch:
        sentences.append("{a} and {b} have met before.")
    sentences += [f"{{a}} and {{b}}: against the rule “{rule.words}”." for rule in pair.breaks]
    if pair.gap:
        sentences.append(f"{{a}} and {{b}} are {pair.apart} apart.")
    sentences += [
        f"{{a}} and {{b}}: against the preference “{preference.words}”." for preference in pair.against
    ]
    a, b = players[pair.a], players[pair.b]
    if PairingPreference.RATING in preferences.order and a.rating != b.rating:
        sentences.append(f"{{a}} and {{b}} are {abs(a.rating - b.rating)} apart in rating.")
    return [Breach(pair.a, pair.b, text) for text in sentences]
