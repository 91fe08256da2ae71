"""What a pair costs: one whole number in which every level outweighs all levels below it together.

Levels from the top: a forbidden pair (both then sit out), a bye for one who had one, a rematch, the
organiser's rules, a bye above the lowest scores, squared gaps of points, and the preferences in their order.
The costs of a level are whole and >= 0; ``most`` bounds its sum over any round, and a level's scale is larger
than everything below it can sum to. ``cost_of`` is one preference as a cost, 0 being what is preferred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from rules.tournament.pairing.field import (
    Entrant,
    PairingPreference,
    PairingPreferences,
    draw_number,
    mixed_bits,
    ordered_pair,
)

Cost = Callable[[int, int], int]
"""Of two places in the field."""


def cost_of(preference: PairingPreference, players: Sequence[Entrant], tables: Sequence[int]) -> Cost:
    """What ``preference`` makes each pair of ``players`` cost; ``tables`` are those there are."""
    if preference == PairingPreference.RATING:
        return _squared([p.rating for p in players])
    if preference == PairingPreference.CATCH_UP:
        return _squared([p.games for p in players])
    if preference == PairingPreference.TABLES:
        return _no_new_table([p.tables for p in players], tables)
    if preference == PairingPreference.AVAILABILITY:
        return _no_evening([p.free for p in players])
    words = [_word(preference, p) for p in players]
    return _different(words) if preference == PairingPreference.NEIGHBOURS else _same(words)


def highest_cost(preference: PairingPreference, players: Sequence[Entrant]) -> int:
    """No pair costs more than this for ``preference``; 0 where nobody gives it a reason."""
    if preference == PairingPreference.RATING:
        return width([p.rating for p in players]) ** 2
    if preference == PairingPreference.CATCH_UP:
        return width([p.games for p in players]) ** 2
    if preference == PairingPreference.TABLES:
        return 2 * max((n for p in players for n in p.tables.values()), default=0)
    if preference == PairingPreference.AVAILABILITY:
        return int(any(p.free for p in players))
    return int(any(_word(preference, p) for p in players))


def width(values: Sequence[int]) -> int:
    return max(values, default=0) - min(values, default=0)


def _word(preference: PairingPreference, player: Entrant) -> str:
    return {
        PairingPreference.CLUB: player.club,
        PairingPreference.COMPANY: player.company,
        PairingPreference.MIRROR: player.faction,
        PairingPreference.NEIGHBOURS: player.place,
    }[preference]


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


FORBIDDEN, BYE, REMATCH, LOW_BYE, GAP = "forbidden", "bye", "rematch", "low-bye", "gap"
BEFORE_RULES, AFTER_RULES = (FORBIDDEN, BYE, REMATCH), (LOW_BYE, GAP)

NEAR, WINDOW, WHOLE = 3, 18, 20
"""Edges a player starts with on either side; how far preferences look; fields small enough to take whole."""


class Level(Struct, frozen=True):
    """One rank of what matters, and the factor of its costs in the weight of a pair."""

    name: str
    scale: int


class Costs:
    """The costs of a field; vertices are players by points, the last one the bye where the number is odd."""

    def __init__(self, players: Sequence[Entrant], preferences: PairingPreferences) -> None:
        draw = draw_number(players, preferences)
        by_rating = PairingPreference.RATING in preferences.order
        self.unit = preferences.unit
        self.players = sorted(
            players, key=lambda p: (-p.points, -p.rating if by_rating else 0, mixed_bits(p.id, draw), p.id)
        )
        count = len(self.players)
        self.bye = count if count % 2 else None
        self.size = count + count % 2
        self.ids = [p.id for p in self.players]
        self._places = {id: place for place, id in enumerate(self.ids)}
        self._points = [p.points for p in self.players]
        self._low = min(self._points, default=0)
        self._front = max((p.games for p in self.players), default=0)
        self._met = self._meetings()
        self._never = self._pairs_here(preferences.forbidden)
        self._rules, self._preferences = (
            [(each, cost_of(each, self.players, preferences.tables)) for each in wanted]
            for wanted in (preferences.rules, preferences.order)
        )
        self.levels = self._levels()
        scales = {level.name: level.scale for level in self.levels}
        self._rematch, self._gap, self._never_scale = scales[REMATCH], scales[GAP], scales[FORBIDDEN]
        self._weighed = [
            (scales[preference], cost)
            for preference, cost in (*self._rules, *self._preferences)
            if highest_cost(preference, players)
        ]
        needs_bye_costs = self.bye is not None or bool(self._never)
        self._bye_costs = [self.weigh(self.bye_parts(i)) for i in range(count)] if needs_bye_costs else []
        self.kinds = [*self._points, self._low - 1] if self.bye is not None else self._points

    # What a pair costs

    def cost(self, i: int, j: int) -> int:
        """The weight of pairing ``i`` with ``j`` (i < j)."""
        if j == self.bye:
            return self._bye_costs[i]
        if self._never and (i, j) in self._never:
            return self._never_scale + self._bye_costs[i] + self._bye_costs[j]
        gap = self._points[i] - self._points[j]
        weight = gap * gap * self._gap
        met = self._met[i]
        if j in met:
            weight += met[j] * met[j] * self._rematch
        for scale, preference in self._weighed:
            weight += scale * preference(i, j)
        return weight

    def parts(self, i: int, j: int) -> tuple[int, ...]:
        """The same by levels."""
        i, j = min(i, j), max(i, j)
        if j == self.bye:
            return self.bye_parts(i)
        if (i, j) in self._never:
            both = zip(self.bye_parts(i), self.bye_parts(j), strict=True)
            return (1, *[a + b for a, b in both][1:])
        gap = self._points[i] - self._points[j]
        times = self._met[i].get(j, 0)
        rules, preferences = (
            [cost(i, j) for _, cost in wanted] for wanted in (self._rules, self._preferences)
        )
        return (0, 0, times * times, *rules, 0, gap * gap, *preferences)

    def forbidden(self, i: int, j: int) -> bool:
        """Whether ``i`` and ``j`` (i < j) must never meet."""
        return (i, j) in self._never

    def against(self, i: int, j: int) -> list[PairingPreference]:
        """The preferences that the pair goes against."""
        return [preference for preference, cost in self._preferences if cost(i, j)]

    def breaking(self, i: int, j: int) -> list[PairingPreference]:
        """The rules that the pair breaks."""
        return [rule for rule, cost in self._rules if cost(i, j)]

    def bye_parts(self, i: int) -> tuple[int, ...]:
        """What a bye of ``i`` costs, by levels."""
        player = self.players[i]
        behind = (self._front - player.games) ** 2
        preferences = (
            behind if preference == PairingPreference.CATCH_UP else 0 for preference, _ in self._preferences
        )
        rules = (0,) * len(self._rules)
        return (0, player.byes**2, 0, *rules, (player.points - self._low) ** 2, 0, *preferences)

    def weigh(self, parts: Sequence[int]) -> int:
        return sum(level.scale * part for level, part in zip(self.levels, parts, strict=True))

    def place_of(self, id: int) -> int:
        return self._places[id]

    # What the matching asks

    def bare(self, i: int, j: int) -> bool:
        """Whether nothing but the gap of their points makes ``i`` and ``j`` (i < j) cost anything."""
        if j == self.bye:
            return not self._bye_costs[i]
        if j in self._met[i] or (self._never and (i, j) in self._never):
            return False
        return not self._weighed or not any(preference(i, j) for _, preference in self._weighed)

    def floor(self, kind: int, other: int) -> int:
        """The gap between two scores; nothing for the bye."""
        if self.bye is not None and self._low - 1 in (kind, other):
            return 0
        return (kind - other) ** 2 * self._gap

    def sparse(self) -> dict[tuple[int, int], int]:
        last = len(self.players)
        if last <= WHOLE:
            return {(i, j): self.cost(i, j) for i in range(self.size) for j in range(i + 1, self.size)}
        edges = {(i, i + 1): self.cost(i, i + 1) for i in range(0, self.size, 2)}
        look = WINDOW if self._weighed else NEAR
        for i in range(last):
            near: list[tuple[int, int]] = []
            for j in range(i + 1, last):
                cost = self.cost(i, j)
                if cost < self._rematch:
                    near.append((cost, j))
                    if len(near) == look:
                        break
            near.sort()
            for cost, j in near[:NEAR]:
                edges[i, j] = cost
        if self.bye is not None:
            low = sorted(range(last), key=lambda i: (self._bye_costs[i], -i))
            edges |= {(i, self.bye): self._bye_costs[i] for i in low[: 2 * NEAR]}
        return edges

    # Levels

    def _levels(self) -> list[Level]:
        """Scales from the bottom up: one more than all below can sum to."""
        levels: list[Level] = []
        scale = 1
        rules, preferences = ([each for each, _ in wanted] for wanted in (self._rules, self._preferences))
        for name in reversed([*BEFORE_RULES, *rules, *AFTER_RULES, *preferences]):
            levels.append(Level(str(name), scale))
            scale *= self._most(name) + 1
        return levels[::-1]

    def _most(self, name: str) -> int:
        """No round costs more than this at the level ``name``."""
        pairs, players = self.size // 2, self.players
        high = max(self._points, default=0) - self._low
        if name == FORBIDDEN:
            return pairs
        if name == BYE:
            return self.size * max((p.byes for p in players), default=0) ** 2
        if name == REMATCH:
            return pairs * max((n for met in self._met for n in met.values()), default=0) ** 2
        if name == LOW_BYE:
            return self.size * high**2
        return pairs * high**2 if name == GAP else self.size * highest_cost(PairingPreference(name), players)

    # Ids and places

    def _pairs_here(self, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
        here = [pair for pair in pairs if pair[0] in self._places and pair[1] in self._places]
        return {ordered_pair(self._places[a], self._places[b]) for a, b in here}

    def _meetings(self) -> list[dict[int, int]]:
        """Earlier games by places; what one of two remembers holds for both."""
        place_of = self._places.get
        met: list[dict[int, int]] = [{} for _ in self.players]
        for i, player in enumerate(self.players):
            here = met[i]
            for id, times in player.met.items():
                j = place_of(id)
                if j is not None and times > here.get(j, 0):
                    here[j] = met[j][i] = times
        return met
