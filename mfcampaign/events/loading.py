"""Rows as structs of ``rules.tournament``. Their ids are players' numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from mfcampaign.events.models import Event, Player, Round
from mfcampaign.events.models import Game as GameRow
from mfcampaign.events.models.round import strategies_in
from mfcampaign.events.snapshots import (
    NO_TEAMS,
    ChallengeSnapshot,
    GameSnapshot,
    MatchSnapshot,
    PlayerSnapshot,
    RoundSnapshot,
    StepSnapshot,
    TeamSnapshot,
    event_snapshot,
)
from rules.columns import Criterion
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences
from rules.tournament.pairing.swiss import PairedRound, costs_of_two, described
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.criteria import scheme_of as scheme_called
from rules.tournament.standings.games import GameResult, Outcome
from rules.tournament.standings.ranking import Adjustment, Standings
from rules.tournament.standings.team_matches import TeamMatch, TeamPlace, score_of, team_places

OPEN, CONFIRMED = GameRow.State.OPEN, GameRow.State.CONFIRMED


AnyGame = GameRow | GameSnapshot


class Record(Struct, frozen=True):
    """An event as values that a cache can keep: its players by number, its rounds, its games
    (drafts included); of a ladder also its challenges and what moved its rungs, the first one first; where
    teams play, these by number and their matches (drafts included)."""

    event: Event
    players: Mapping[int, PlayerSnapshot]
    rounds: tuple[RoundSnapshot, ...]
    rows: tuple[GameSnapshot, ...]
    challenges: tuple[ChallengeSnapshot, ...] = ()
    steps: tuple[StepSnapshot, ...] = ()
    teams: Mapping[int, TeamSnapshot] = NO_TEAMS
    matches: tuple[MatchSnapshot, ...] = ()

    @property
    def scheme(self) -> Scheme:
        return scheme_of(self.event)

    @property
    def names(self) -> dict[int, str]:
        return {number: player.name for number, player in self.players.items()}

    @property
    def sides(self) -> Mapping[int, PlayerSnapshot | TeamSnapshot]:
        """What is paired and ranked, by number: the players, or their teams."""
        return self.teams if self.event.of_teams else self.players

    @property
    def side_names(self) -> dict[int, str]:
        return {number: side.name for number, side in self.sides.items()}

    def members(self, team: int) -> list[PlayerSnapshot]:
        """The players of a team who are not out, as they joined."""
        return [p for p in self.players.values() if p.team == team and p.state != Player.State.OUT]

    @property
    def teams_here(self) -> dict[int, list[PlayerSnapshot]]:
        """The teams that can be paired, in order, each with those of it who are here."""
        here: dict[int, list[PlayerSnapshot]] = {}
        for player in self.here:
            if player.team:
                here.setdefault(player.team, []).append(player)
        return {number: here[number] for number in self.teams if number in here}

    def matches_of(self, number: int) -> list[MatchSnapshot]:
        """The matches of a round."""
        return [row for row in self.matches if row.round.number == number]

    @property
    def unsettled(self) -> list[MatchSnapshot]:
        """The matches of the open round whose tables the captains have yet to choose."""
        return [row for row in self.matches if row.round.state == Round.State.OPEN and not row.settled]

    def choosing(self, captain: int) -> MatchSnapshot | None:
        """The match whose tables the player of that number is to choose."""
        return next((row for row in self.unsettled if captain in {team.captain for team in row.teams}), None)

    def games_by_match(self) -> dict[int, list[GameSnapshot]]:
        """The games at the tables of each match, by its key, in their order; who sits alone comes last."""
        match_of = {(row.round.number, team.number): row.pk for row in self.matches for team in row.teams}
        games: dict[int, list[GameSnapshot]] = {row.pk: [] for row in self.matches}
        for row in self.rows:
            if (match := match_of.get((row.round.number, row.a.team))) is not None:
                games[match].append(row)
        return {pk: sorted(rows, key=lambda row: (row.b is None, row.table)) for pk, rows in games.items()}

    def played_matches(self) -> list[TeamMatch]:
        """The matches of which every table has its result."""
        games = self.games_by_match()
        return [
            _played(row, games[row.pk])
            for row in self.matches
            if games[row.pk] and all(game.state == CONFIRMED for game in games[row.pk])
        ]

    def team_table(self) -> tuple[TeamPlace, ...]:
        """The standings of the teams that play or have played."""
        played, here = self.played_matches(), self.teams_here
        met = {team for each in played for team in (each.a, each.b)}
        ranked = [number for number in self.teams if number in met or number in here]
        return team_places(ranked, played, self.scheme, self.event.team_size)

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

    def results(self) -> list[GameResult]:
        """What pairings rest on: the confirmed games, or the matches of teams that are played out."""
        if not self.event.of_teams:
            return self.games()
        return [match.result for match in self.played_matches()]

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
    """All of an event in three queries, a ladder or one of teams in five."""
    return Record(event, *astuple(event_snapshot(event)))


def numbers(row: AnyGame) -> tuple[int, ...]:
    return (row.a.number,) if row.b is None else (row.a.number, row.b.number)


def game(row: AnyGame) -> GameResult:
    """One confirmed game for the standings."""
    return GameResult(
        row.round.number,
        row.a.number,
        None if row.b is None else row.b.number,
        *row.counts,
        Outcome(row.outcome),
        row.winner,
        row.table,
        row.a.faction,
        "" if row.b is None else row.b.faction,
        " / ".join(strategies_in(row.scenario)),
    )


def _played(match: MatchSnapshot, games: Sequence[GameSnapshot]) -> TeamMatch:
    """A match by the results at its tables."""
    if match.b is None:
        return TeamMatch(match.round.number, match.a.number, None)
    tables = tuple(score_of(game(row), turned=row.a.team != match.a.number) for row in games)
    return TeamMatch(match.round.number, match.a.number, match.b.number, tables)


def winner_of(row: AnyGame) -> int | None:
    """The number of who won; None for a draw or what is not confirmed."""
    return game(row).victor if row.state == CONFIRMED else None


def candidates(record: Record, without: Collection[int] = ()) -> list[Entrant]:
    """The players checked in, with what they have played; rounds in ``without`` are left out. A pairing is
    proven from results, so points beside them do not count in it; where rounds are paired by lot nobody has
    any."""
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


OF_TEAMS = frozenset({PairingPreference.CLUB, PairingPreference.COMPANY, PairingPreference.RATING})
"""The preferences that say something of two teams."""


def team_candidates(record: Record, without: Collection[int] = ()) -> list[Entrant]:
    """The teams that are here, with the matches they have played; a team has the club, the company and the
    ratings of its players, where these share one."""
    results = [each for each in record.results() if each.round not in without]
    scheme, lot = record.scheme, record.event.format == Event.Format.RANDOM
    table = Standings(record.teams, results, scheme)
    met: dict[int, dict[int, int]] = {}
    byes: dict[int, int] = {}
    for each in results:
        if each.b is None:
            byes[each.a] = byes.get(each.a, 0) + 1
            continue
        for one, other in ((each.a, each.b), (each.b, each.a)):
            met.setdefault(one, {})[other] = met.get(one, {}).get(other, 0) + 1
    return [
        Entrant(
            number,
            points=0 if lot else table.figure(number, Criterion.POINTS),
            byes=byes.get(number, 0),
            met=met.get(number, {}),
            games=sum(met.get(number, {}).values()) + byes.get(number, 0),
            rating=sum(player.rating for player in players),
            club=_shared([player.club for player in players]),
            company=_shared([player.company for player in players]),
            tables={0: sum(met[number].values())} if number in met else {},
        )
        for number, players in record.teams_here.items()
    ]


def _shared(words: Sequence[str]) -> str:
    """The word that all say; empty where they differ."""
    return words[0] if len(set(words)) == 1 else ""


def side_candidates(record: Record) -> list[Entrant]:
    """What a round is paired of: the players, or the teams."""
    return team_candidates(record) if record.event.of_teams else candidates(record)


def wanted(event: Event, known: Collection[PairingPreference]) -> PairingPreferences:
    """The rules and preferences of an event, of those that are ``known`` to say something."""
    rules, order = (
        tuple(each for word in words if (each := PairingPreference(word)) in known)
        for words in (event.apart, event.preferences)
    )
    return PairingPreferences(order=tuple(each for each in order if each not in rules), rules=rules)


def preferences(record: Record, here: Sequence[Entrant], decided: Mapping[str, Any]) -> PairingPreferences:
    """The organiser's requirements for a round for which so much is ``decided``, as far as they concern
    those who are here."""
    event = record.event
    ids = {candidate.id for candidate in here}
    return replace(
        wanted(event, OF_TEAMS if event.of_teams else frozenset(PairingPreference)),
        fixed=frozenset((a, b) for a, b in decided.get("fixed", ()) if {a, b} <= ids),
        forbidden=frozenset((a, b) for a, b in event.forbidden),
        byes=frozenset(ids.intersection(decided.get("byes", ()))),
        tables=() if event.of_teams else tuple(room(event, len(here) // 2)),
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
