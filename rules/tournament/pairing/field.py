"""Who is to be paired, and what the organiser prefers."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

MASK = (1 << 64) - 1


class PairingPreference(enum.StrEnum):
    """What an organiser may prefer in a round once nobody meets twice and equals meet equals."""

    CLUB = "club"
    COMPANY = "company"
    MIRROR = "mirror"
    RATING = "rating"
    TABLES = "tables"
    AVAILABILITY = "availability"
    CATCH_UP = "catch-up"
    NEIGHBOURS = "neighbours"

    @property
    def words(self) -> str:
        return WORDS[self]


WORDS = {
    PairingPreference.CLUB: "members of one club kept apart",
    PairingPreference.COMPANY: "those who travelled together kept apart",
    PairingPreference.MIRROR: "no Faction against itself",
    PairingPreference.RATING: "like ratings together",
    PairingPreference.TABLES: "a table that is new to both",
    PairingPreference.AVAILABILITY: "an evening that suits both",
    PairingPreference.CATCH_UP: "those behind with their games together, and no bye for them",
    PairingPreference.NEIGHBOURS: "neighbours together",
}


RULES = (PairingPreference.CLUB, PairingPreference.COMPANY, PairingPreference.MIRROR)
"""What keeps two apart, and can be a rule."""


class Entrant(Struct, frozen=True):
    """One player to pair.

    ``points`` is what equals should share (tournament points, or two a win and one a draw), ``met``
    counts earlier games by opponent id, ``byes`` those had, ``games`` those played. ``club``,
    ``company`` (who came together), ``faction`` and ``place`` (where one lives) may be empty, and so
    may ``free``, the evenings one can play: then any will do. ``tables`` counts games by table. A
    ``ringer`` plays only where otherwise somebody would have a bye.
    """

    id: int
    points: int = 0
    byes: int = 0
    met: Mapping[int, int] = {}
    games: int = 0
    rating: int = 0
    club: str = ""
    company: str = ""
    faction: str = ""
    place: str = ""
    free: frozenset[str] = frozenset()
    tables: Mapping[int, int] = {}
    ringer: bool = False


class PairingPreferences(Struct, frozen=True):
    """What the organiser wants: preferences in their order, and single decisions.

    ``rules`` are preferences (of RULES) that outweigh the byes and the points: a pair breaks one only where
    every round without a rematch does.
    ``fixed`` pairs play whatever that breaks, ``forbidden`` ones never do, ``byes`` names who has one,
    whether the number is odd or even; ``tables`` are the numbers there are, best first. ``draw`` decides
    between rounds equally good; None takes one from the games played, so that it differs from round to
    round. ``unit`` words gaps: so many points make one of the word, as in (2, "win").
    """

    order: tuple[PairingPreference, ...] = ()
    fixed: frozenset[tuple[int, int]] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    byes: frozenset[int] = frozenset()
    tables: tuple[int, ...] = ()
    draw: int | None = None
    unit: tuple[int, str] = (1, "point")
    rules: tuple[PairingPreference, ...] = ()

    @property
    def decided(self) -> frozenset[int]:
        """Those for whom nothing is left to choose: of a fixed pair, or with a bye."""
        return self.byes.union(*self.fixed)


NO_PREFERENCES = PairingPreferences()


def ordered_pair(a: int, b: int) -> tuple[int, int]:
    """The pair of two ids, the lower first."""
    return (a, b) if a < b else (b, a)


def mixed_bits(value: int, draw: int) -> int:
    """64 well mixed bits that depend on both (splitmix64).

    >>> mixed_bits(1, 0) != mixed_bits(2, 0) != mixed_bits(2, 1)
    True
    """
    z = (value * 0x9E3779B97F4A7C15 + draw * 0xD1B54A32D192ED03 + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def checked_entrants(entrants: Iterable[Entrant], preferences: PairingPreferences) -> list[Entrant]:
    """The entrants by id; ``ValueError`` where the input contradicts itself."""
    players = sorted(entrants, key=lambda c: c.id)
    ids = {p.id for p in players}
    if len(ids) != len(players) or any(p.id <= 0 for p in players):
        raise ValueError("Every entrant needs a different positive id.")
    wanted = (*preferences.rules, *preferences.order)
    if len(set(wanted)) != len(wanted):
        raise ValueError("A preference can stand in the order once only.")
    if not set(preferences.rules) <= set(RULES):
        raise ValueError("A rule is what keeps two apart.")
    taken = [*(id for pair in preferences.fixed for id in pair), *preferences.byes]
    if len(set(taken)) != len(taken):
        raise ValueError("Nobody can be fixed twice.")
    if not set(taken) <= ids:
        raise ValueError("Only those who play can be fixed.")
    if {ordered_pair(*p) for p in preferences.fixed} & {ordered_pair(*p) for p in preferences.forbidden}:
        raise ValueError("A pair cannot be both fixed and forbidden.")
    return players


def draw_number(players: Sequence[Entrant], preferences: PairingPreferences) -> int:
    """The number that decides between equals."""
    if preferences.draw is not None:
        return preferences.draw
    return sum(p.byes + sum(p.met.values()) for p in players)
