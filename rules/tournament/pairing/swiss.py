"""A round for everybody at once: the best there is, with its reasons and its certificate.

``pair_round`` pairs equals with equals (a Swiss round); ``draw_round`` pairs by lot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules import budget
from rules.tournament.matching.optimum import optimum
from rules.tournament.matching.shortcut import shortcut
from rules.tournament.pairing.certificate import Certificate, certify
from rules.tournament.pairing.costs import Costs
from rules.tournament.pairing.field import (
    NO_PREFERENCES,
    Entrant,
    PairingPreference,
    PairingPreferences,
    checked_entrants,
    ordered_pair,
)


class Pair(Struct, frozen=True):
    """Two players and why: ``gap`` in points, ``rematch`` the number of earlier games, ``against`` the
    preferences that this pair goes against, ``breaks`` the rules, ``fixed`` if the organiser decided it."""

    a: int
    b: int
    gap: int
    rematch: int
    against: tuple[PairingPreference, ...] = ()
    fixed: bool = False
    unit: tuple[int, str] = (1, "point")
    breaks: tuple[PairingPreference, ...] = ()

    @property
    def apart(self) -> str:
        """The gap in words: ``1.5 wins``."""
        worth, word = self.unit
        return f"{self.gap / worth:g} {word if self.gap == worth else word + 's'}"

    @property
    def why(self) -> str:
        if self.fixed:
            return "The organiser decided this pair."
        meeting = (
            "they have not met before"
            if not self.rematch
            else f"they have met {self.rematch} time(s), and every round without a rematch breaks more"
        )
        level = f"level on {self.unit[1]}s" if not self.gap else f"{self.apart} apart"
        rules = "".join(
            f"; against the rule: {rule.words}, and every round that keeps it breaks more"
            for rule in self.breaks
        )
        preferences = "".join(f"; against the preference: {preference.words}" for preference in self.against)
        return f"{meeting.capitalize()}; {level}{rules}{preferences}."


class PairedRound(Struct, frozen=True):
    """The pairs of a round, highest scores first; who has the ``bye`` that an odd number brings, and the
    ``byes`` that the organiser decided besides.

    ``apart`` are couples who must never meet and for whom nobody else was left: both sit out.
    ``resting`` are ringers who were not needed. ``certificate`` proves that no better round exists;
    a round changed by hand has none.
    """

    pairs: tuple[Pair, ...]
    bye: int | None = None
    bye_reason: str = ""
    apart: tuple[tuple[int, int], ...] = ()
    resting: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    certificate: Certificate | None = None

    @property
    def idle(self) -> tuple[int, ...]:
        """Who has a bye: that of an odd number first, then those that the organiser decided."""
        return self.byes if self.bye is None else (self.bye, *self.byes)

    @property
    def couples(self) -> set[tuple[int, int]]:
        """Who plays whom, by ids, the lower first."""
        return {ordered_pair(pair.a, pair.b) for pair in self.pairs}

    def opponent(self, id: int) -> int | None:
        """Whom ``id`` plays; None for a bye or nobody."""
        for pair in self.pairs:
            if id in (pair.a, pair.b):
                return pair.b if id == pair.a else pair.a
        return None


def pair_round(entrants: Iterable[Entrant], preferences: PairingPreferences = NO_PREFERENCES) -> PairedRound:
    """Pair all ``entrants`` (ids positive and different); ``ValueError`` if they contradict ``preferences``.

    Nobody has a second bye and nobody meets again while a round without exists; then the bye goes to
    the lowest score and squared gaps are least; then the preferences count in their order.

    >>> pair_round([Entrant(1), Entrant(2, met={3: 1}), Entrant(3, met={2: 1}), Entrant(4)]).bye
    >>> pair_round([Entrant(1), Entrant(2), Entrant(3, byes=1)]).bye != 3
    True
    """
    budget.begin("a pairing")
    everybody = checked_entrants(entrants, preferences)
    players, resting = _with_ringers(everybody, preferences)
    loose = _not_fixed(players, preferences)
    costs = Costs(loose, preferences)
    solution = optimum(costs, shortcut(costs))
    by_id = {p.id: p for p in players}
    pairs = [
        described(costs_of_two(by_id[a], by_id[b], preferences), fixed=True) for a, b in preferences.fixed
    ]
    apart, bye = [], None
    for i, j in enumerate(solution.mates):
        if j < i:
            continue
        if j == costs.bye:
            bye = costs.ids[i]
        elif costs.forbidden(i, j):
            apart.append(ordered_pair(costs.ids[i], costs.ids[j]))
        else:
            pairs.append(described(costs, i, j))
    pairs.sort(key=lambda p: (-(by_id[p.a].points + by_id[p.b].points), p.a))
    return PairedRound(
        tuple(pairs),
        bye,
        bye_reason(by_id[bye], loose) if bye is not None else "",
        tuple(sorted(apart)),
        tuple(p.id for p in resting),
        tuple(sorted(preferences.byes)),
        certify(costs, solution, preferences),
    )


def described(costs: Costs, i: int = 0, j: int = 1, *, fixed: bool = False) -> Pair:
    """The pair of two places of a field, the higher score first."""
    a, b = costs.players[i], costs.players[j]
    if (a.points, -a.id) < (b.points, -b.id):
        a, b = b, a
    against = tuple(
        preference
        for preference in costs.against(i, j)
        if preference not in (PairingPreference.RATING, PairingPreference.CATCH_UP)
    )
    breaks = tuple(costs.breaking(i, j))
    return Pair(a.id, b.id, abs(a.points - b.points), times_met(a, b), against, fixed, costs.unit, breaks)


def costs_of_two(a: Entrant, b: Entrant, preferences: PairingPreferences) -> Costs:
    """A field of these two alone."""
    return Costs([a, b], preferences)


def times_met(a: Entrant, b: Entrant) -> int:
    return max(a.met.get(b.id, 0), b.met.get(a.id, 0))


def bye_reason(player: Entrant, players: Sequence[Entrant]) -> str:
    """Why this one of the ``players`` to be paired has the bye, in a sentence."""
    if len(players) == 1:
        return "Nobody else was left to pair."
    if player.byes:
        return "An odd number plays, and every other choice repeats a bye or breaks more."
    first = not any(p.byes for p in players)
    lowest = player.points == min(p.points for p in players)
    had = "nobody had a bye yet" if first else "no bye so far"
    return f"An odd number plays; {had}{', and among the lowest scores' if lowest else ''}."


def _with_ringers(
    players: list[Entrant], preferences: PairingPreferences
) -> tuple[list[Entrant], list[Entrant]]:
    """Regular players, with one ringer where the number is odd; and the ringers not needed."""
    decided = preferences.decided
    regular = [p for p in players if not p.ringer or p.id in decided]
    waiting = [p for p in players if p.ringer and p.id not in decided]
    if (len(regular) - len(preferences.byes)) % 2 and waiting:
        regular = sorted([*regular, waiting[0]], key=lambda p: p.id)
        waiting = waiting[1:]
    return regular, waiting


def _not_fixed(players: Sequence[Entrant], preferences: PairingPreferences) -> list[Entrant]:
    decided = preferences.decided
    return [p for p in players if p.id not in decided]


def draw_round(
    entrants: Iterable[Entrant], draw: int, preferences: PairingPreferences = NO_PREFERENCES
) -> PairedRound:
    """Pair by lot, with no rematch and no second bye while they can be spared.

    ``draw`` is the lot, drawn and kept by the caller. Scores play no part, the organiser's decisions and
    preferences do.

    >>> draw_round([Entrant(1, points=9), Entrant(2), Entrant(3), Entrant(4)], 7).certificate is None
    False
    """
    level = [replace(entrant, points=0) for entrant in entrants]
    return pair_round(level, replace(preferences, draw=draw))
