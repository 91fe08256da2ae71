"""The standings: each place, by which tiebreak, and every figure with the games it comes from.

A figure is the sum of amounts, one for each game or opponent; what a figure opens to are the same
amounts, so that the two cannot differ. Players equal in every tiebreak share their rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.columns import Criterion
from rules.refusal import Total, TotalLine
from rules.tournament.standings.criteria import MALIFAUX, Award, Scheme
from rules.tournament.standings.games import GameResult, PlayerResult, sides

ALWAYS = (
    Criterion.POINTS,
    Criterion.WINS,
    Criterion.DRAWS,
    Criterion.LOSSES,
    Criterion.PLAYED,
    Criterion.BYES,
    Criterion.DIFFERENCE,
    Criterion.VICTORY_POINTS,
)
MARGINS = frozenset({Criterion.DIFFERENCE, Criterion.VICTORY_POINTS, Criterion.CONCEDED})
STRENGTHS = frozenset({Criterion.OPPONENTS, Criterion.OPPONENTS_OPPONENTS, Criterion.BEATEN})
RESULTS = {Criterion.WINS: True, Criterion.DRAWS: None, Criterion.LOSSES: False}


class Holding(Struct, frozen=True):
    """What a player holds in a campaign: Arsenal value, rating, Bounties, Scrip."""

    arsenal: int = 0
    rating: int = 0
    bounties: int = 0
    scrip: int = 0


class Adjustment(Struct, frozen=True):
    """Points that the organiser gives or takes, and why."""

    player: int
    points: int
    why: str


class Row(Struct, frozen=True):
    """One player's line. ``rank`` is shared by the tied; ``by`` is the tiebreak that put this player below
    the one above (None: first, or tied with the one above). ``figures`` hold all but HEAD_TO_HEAD, which
    depends on who is tied."""

    rank: int
    player: int
    figures: Mapping[Criterion, int]
    by: Criterion | None = None


Amount = tuple[PlayerResult | Adjustment | None, int]


class Standings:
    """The standings of ``players`` after ``games``. Games of others count for their opponents, not for them.

    >>> standings = Standings([1, 2, 3], [GameResult(1, 1, 2, 8, 5), GameResult(1, 3, None)])
    >>> [(row.rank, row.player, row.figures[Criterion.POINTS]) for row in standings.rows]
    [(1, 1, 3), (2, 3, 3), (3, 2, 0)]
    >>> standings.open(1, Criterion.DIFFERENCE, {2: "Mara"}).lines[0].label
    'Round 1: 8–5 against Mara'
    """

    def __init__(
        self,
        players: Iterable[int],
        games: Iterable[GameResult] = (),
        scheme: Scheme = MALIFAUX,
        *,
        holdings: Mapping[int, Holding] | None = None,
        adjustments: Iterable[Adjustment] = (),
        seen: Iterable[PlayerResult] = (),
    ) -> None:
        self.scheme = scheme
        self.players = sorted(set(players))
        self.holdings = holdings or {}
        self._sides: dict[int, list[PlayerResult]] = {player: [] for player in self.players}
        for side in [*sides(games), *seen]:
            self._sides.setdefault(side.player, []).append(side)
        self._adjusted: dict[int, list[Adjustment]] = {}
        for adjustment in adjustments:
            self._adjusted.setdefault(adjustment.player, []).append(adjustment)
        self._known: dict[tuple[int, Criterion], int] = {}
        self.rows = self._ranked()

    def figure(self, player: int, criterion: Criterion) -> int:
        """One figure; of HEAD_TO_HEAD the one against all others of the table."""
        key = player, criterion
        if key not in self._known:
            self._known[key] = sum(amount for _, amount in self._amounts(player, criterion))
        return self._known[key]

    def open(self, player: int, criterion: Criterion, names: Mapping[int, str]) -> Total:
        """The figure with a line for each game, opponent or holding that it comes from."""
        return Total.of(
            TotalLine(_label(source, criterion, names), amount)
            for source, amount in self._amounts(player, criterion)
        )

    def points_after(self, player: int, rounds: Sequence[int]) -> tuple[int, ...]:
        """The points of ``player`` from games, summed up to each of ``rounds``."""
        sides = self._sides.get(player, [])
        return tuple(sum(self._points(s) for s in sides if s.round <= last) for last in rounds)

    # Amounts

    def _amounts(self, player: int, criterion: Criterion) -> Iterable[Amount]:
        played = self._sides.get(player, [])
        if criterion == Criterion.POINTS:
            own: list[Amount] = [(side, self._points(side)) for side in played]
            return own + [(adjustment, adjustment.points) for adjustment in self._adjusted.get(player, ())]
        if criterion.column.held:
            held = self.holdings.get(player, Holding())
            return [(None, getattr(held, criterion.column.held))]
        if criterion == Criterion.OPPONENTS_CUT:
            return self._without_weakest(played)
        return [(side, self._amount(side, criterion)) for side in played if _counts(side, criterion)]

    def _amount(self, side: PlayerResult, criterion: Criterion) -> int:
        """What one game adds to a figure."""
        if criterion in MARGINS:
            return self._margin(side, criterion)
        opponent = side.opponent
        if criterion == Criterion.HEAD_TO_HEAD:
            return self._points(side) if opponent in self._sides else 0
        if criterion in STRENGTHS:
            if opponent is None:
                return 0
            if criterion == Criterion.OPPONENTS_OPPONENTS:
                return self.figure(opponent, Criterion.OPPONENTS)
            strength = self.figure(opponent, Criterion.POINTS)
            if criterion == Criterion.BEATEN:
                return strength * (2 if side.won else 1)
            return strength
        return 1

    def _points(self, side: PlayerResult) -> int:
        award = self._award(side)
        if award is not None:
            return award.points
        if side.won is None:
            return self.scheme.draw
        return self.scheme.win if side.won else self.scheme.loss

    def _margin(self, side: PlayerResult, criterion: Criterion) -> int:
        award = self._award(side)
        vp, against = (side.vp, side.vp_against) if award is None else (award.vp, award.vp_against)
        if criterion == Criterion.VICTORY_POINTS:
            return vp
        if criterion == Criterion.CONCEDED:
            return against
        cap = self.scheme.difference_cap
        return vp - against if cap is None else max(-cap, min(cap, vp - against))

    def _award(self, side: PlayerResult) -> Award | None:
        if side.kind == "bye":
            return self.scheme.bye
        if side.kind == "forfeit":
            return self.scheme.forfeit_won if side.won else self.scheme.forfeit_lost
        return None

    def _without_weakest(self, played: Sequence[PlayerResult]) -> list[Amount]:
        met = [side for side in played if side.opponent is not None]
        amounts: list[Amount] = [(side, self._amount(side, Criterion.OPPONENTS)) for side in met]
        amounts.sort(key=lambda pair: -pair[1])
        return amounts[:-1]

    # Ranks

    def _ranked(self) -> list[Row]:
        rows: list[Row] = []
        for group, by in self._split(self.players, list(self.scheme.order)):
            rank = len(rows) + 1
            for place, player in enumerate(group):
                rows.append(Row(rank, player, self._figures(player), by if place == 0 and rank > 1 else None))
        return rows

    def _figures(self, player: int) -> dict[Criterion, int]:
        criteria = dict.fromkeys((*ALWAYS, *self.scheme.order))
        criteria.pop(Criterion.HEAD_TO_HEAD, None)
        return {criterion: self.figure(player, criterion) for criterion in criteria}

    def _split(
        self, group: Sequence[int], order: Sequence[Criterion], by: Criterion | None = None
    ) -> Iterator[tuple[list[int], Criterion | None]]:
        """The groups of the tied, best first, each with the criterion that parted it from the one above."""
        if len(group) == 1 or not order:
            yield sorted(group), by
            return
        criterion, *rest = order
        values = self._among(group) if criterion == Criterion.HEAD_TO_HEAD else None
        parts: dict[int, list[int]] = {}
        for player in group:
            value = self.figure(player, criterion) if values is None else values[player]
            parts.setdefault(-value if criterion.column.fewer else value, []).append(player)
        for value in sorted(parts, reverse=True):
            yield from self._split(parts[value], rest, by)
            by = criterion

    def _among(self, group: Sequence[int]) -> dict[int, int]:
        """Points from games among the tied, if each has met every other; otherwise it says nothing."""
        tied = set(group)
        among = {player: [s for s in self._sides[player] if s.opponent in tied] for player in group}
        if any(len({s.opponent for s in met}) < len(tied) - 1 for met in among.values()):
            return dict.fromkeys(group, 0)
        return {player: sum(self._points(s) for s in met) for player, met in among.items()}


def _counts(side: PlayerResult, criterion: Criterion) -> bool:
    """Whether a game adds anything to a figure that counts games or opponents."""
    if criterion in MARGINS:
        return True
    if criterion == Criterion.BYES:
        return side.kind == "bye"
    if side.kind == "bye":
        return False
    if criterion == Criterion.BEATEN:
        return side.won is not False
    return criterion not in RESULTS or side.won is RESULTS[criterion]


def _label(source: PlayerResult | Adjustment | None, criterion: Criterion, names: Mapping[int, str]) -> str:
    if source is None:
        return criterion.words
    if isinstance(source, Adjustment):
        return source.why
    if source.opponent is None:
        return f"Round {source.round}: bye"
    whom = names.get(source.opponent, f"player {source.opponent}")
    if source.kind == "forfeit":
        return f"Round {source.round}: {'no-show of' if source.won else 'not there for'} {whom}"
    return f"Round {source.round}: {source.vp}–{source.vp_against} against {whom}"
