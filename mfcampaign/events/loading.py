"""Rows as structs of ``rules.tournament``. Their ids are players' numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from mfcampaign.events.models import Event, Player, Round
from mfcampaign.events.models import Game as GameRow
from mfcampaign.events.models.round import strategies_in
from mfcampaign.events.snapshots import (
    ChallengeSnapshot,
    GameSnapshot,
    PlayerSnapshot,
    RoundSnapshot,
    StepSnapshot,
    event_snapshot,
)
from rules.columns import Criterion
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences
from rules.tournament.pairing.swiss import PairedRound, costs_of_two, described
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.criteria import scheme_of as scheme_called
from rules.tournament.standings.games import GameResult, Outcome
from rules.tournament.standings.ranking import Adjustment, Standings

OPEN, CONFIRMED = GameRow.State.OPEN, GameRow.State.CONFIRMED


AnyGame = GameRow | GameSnapshot


class Record(Struct, frozen=True):
    """An event as values that a cache can keep: its players by number, its rounds, its games
    (drafts included); of a ladder also its challenges and what moved its rungs, the first one first."""

    event: Event
    players: Mapping[int, PlayerSnapshot]
    rounds: tuple[RoundSnapshot, ...]
    rows: tuple[GameSnapshot, ...]
    challenges: tuple[ChallengeSnapshot, ...] = ()
    steps: tuple[StepSnapshot, ...] = ()

    @property
    def scheme(self) -> Scheme:
        return scheme_of(self.event)

    @property
    def names(self) -> dict[int, str]:
        return {number: player.name for number, player in self.players.items()}

    @property
    def latest(self) -> RoundSnapshot | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def draft(self) -> RoundSnapshot | None:
        """The round that is being paired."""
        return next((r for r in self.rounds if r.state == Round.State.DRAFT), None)

    @property
    def published(self) -> tuple[RoundSnapshot, ...]:
        """The rounds that everybody may see."""
        return tuple(r for r in self.rounds if r.state != Round.State.DRAFT)

    @property
    def next_number(self) -> int:
        """The number of the next round to pair."""
        return 1 + max((r.number for r in self.published), default=0)

    @property
    def here(self) -> list[PlayerSnapshot]:
        """Those who can be paired."""
        return [p for p in self.players.values() if p.state == Player.State.HERE]

    @property
    def current(self) -> RoundSnapshot | None:
        """The last round that everybody may see; None on a ladder, where each game is a round of its own."""
        if self.event.climbing:
            return None
        return self.published[-1] if self.published else None

    def of_round(self, number: int) -> list[GameSnapshot]:
        return [row for row in self.rows if row.round.number == number]

    def ranked(self) -> list[int]:
        """The players of the standings: all who play or have played, without ringers."""
        met = {side for row in self.rows if row.state == CONFIRMED for side in numbers(row)}
        return [
            n for n, p in self.players.items() if not p.ringer and (p.state == Player.State.HERE or n in met)
        ]

    def games(self) -> list[GameResult]:
        """The confirmed games, with the byes of published rounds."""
        return [game(row) for row in self.rows if row.state == CONFIRMED]

    def table(
        self, without: Collection[int] = (), scheme: Scheme | None = None, *, adjusted: bool = True
    ) -> Standings:
        """The table of the rounds before a cut (in a bracket all through, of all), by another ``scheme``
        where one is given; rounds in ``without`` are left out, and so are points beside results unless
        ``adjusted``."""
        played = [
            game(row)
            for row in self.rows
            if row.state == CONFIRMED
            and (self.event.knockout or not row.round.knockout)
            and row.round.number not in without
        ]
        given = [Adjustment(each["player"], each["points"], each["why"]) for each in self.event.adjustments]
        return Standings(self.ranked(), played, scheme or self.scheme, adjustments=given if adjusted else ())


def scheme_of(event: Event) -> Scheme:
    """The scoring of an event and its ranking criteria, in its own order if it has one."""
    return scheme_called(event.scheme, event.order, event.bye_worth)


def record(event: Event) -> Record:
    """All of an event in three queries, a ladder in five."""
    return Record(event, *astuple(event_snapshot(event)))


def numbers(row: AnyGame) -> tuple[int, ...]:
    return (row.a.number,) if row.b is None else (row.a.number, row.b.number)


def game(row: AnyGame) -> GameResult:
    """One confirmed game for the standings."""
    return GameResult(
        row.round.number,
        row.a.number,
        None if row.b is None else row.b.number,
        row.vp_a,
        row.vp_b,
        Outcome(row.outcome),
        row.winner,
        row.table,
        row.a.faction,
        "" if row.b is None else row.b.faction,
        " / ".join(strategies_in(row.scenario)),
    )


def winner_of(row: AnyGame) -> int | None:
    """The number of who won; None for a draw or what is not confirmed."""
    return game(row).victor if row.state == CONFIRMED else None


def candidates(record: Record, without: Collection[int] = ()) -> list[Entrant]:
    """Those checked in, with what they have played; rounds in ``without`` are left out. A pairing is proven
    from results, so points beside them do not count in it; where rounds are paired by lot nobody has any."""
    earlier = [row for row in record.rows if row.round.number not in without]
    standings = (
        () if record.event.format == Event.Format.RANDOM else record.table(without, adjusted=False).rows
    )
    points = {row.player: row.figures[Criterion.POINTS] for row in standings}
    met: dict[int, dict[int, int]] = {}
    tables: dict[int, dict[int, int]] = {}
    byes: dict[int, int] = {}
    for row in earlier:
        if row.b is None:
            byes[row.a.number] = byes.get(row.a.number, 0) + 1
            continue
        for one, other in ((row.a.number, row.b.number), (row.b.number, row.a.number)):
            met.setdefault(one, {})[other] = met.get(one, {}).get(other, 0) + 1
            seen = tables.setdefault(one, {})
            seen[row.table] = seen.get(row.table, 0) + 1
    return [
        Entrant(
            number,
            points=points.get(number, 0),
            byes=byes.get(number, 0),
            met=met.get(number, {}),
            games=sum(met.get(number, {}).values()) + byes.get(number, 0),
            rating=player.rating,
            club=player.club,
            company=player.company,
            faction=player.faction,
            tables=tables.get(number, {}),
            ringer=player.ringer,
        )
        for number, player in record.players.items()
        if player.state == Player.State.HERE
    ]


def preferences(record: Record, here: Sequence[Entrant], decided: Mapping[str, Any]) -> PairingPreferences:
    """The organiser's requirements for a round for which so much is ``decided``, as far as they concern
    players who are here."""
    event = record.event
    ids = {candidate.id for candidate in here}
    return PairingPreferences(
        order=tuple(PairingPreference(word) for word in event.preferences),
        fixed=frozenset((a, b) for a, b in decided.get("fixed", ()) if {a, b} <= ids),
        forbidden=frozenset((a, b) for a, b in event.forbidden),
        byes=frozenset(ids.intersection(decided.get("byes", ()))),
        tables=tuple(room(event, len(here) // 2)),
    )


def decided_for(event: Event, round_: Round | RoundSnapshot) -> Mapping[str, Any]:
    """What the organiser settled for a round: of a draft what is settled now."""
    return event.decided if round_.state == Round.State.DRAFT else round_.decided


def as_paired(
    record: Record, number: int, here: Sequence[Entrant], preferences: PairingPreferences
) -> PairedRound:
    """Round ``number`` as it is paired, for those who are ``here``."""
    by_id = {entrant.id: entrant for entrant in here}
    couples = [numbers(row) for row in record.of_round(number)]
    couples = [couple for couple in couples if by_id.keys() >= set(couple)]
    pairs = [
        described(costs_of_two(by_id[couple[0]], by_id[couple[1]], preferences))
        for couple in couples
        if len(couple) == 2
    ]
    idle = [couple[0] for couple in couples if len(couple) == 1]
    bye = next((id for id in idle if id not in preferences.byes), None)
    return PairedRound(tuple(pairs), bye, byes=tuple(id for id in idle if id != bye))


def room(event: Event, pairs: int) -> list[int]:
    """The numbers of the tables there are; as many as needed where the event does not say."""
    return list(range(1, (event.tables or max(1, pairs)) + 1))
