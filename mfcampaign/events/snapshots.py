"""Rows of an event as frozen values, for its record and for cached pages.

Their fields have the names of the rows' fields, so a template and most functions read either. Operations
decide on the record and write to rows that they fetch themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import Q, QuerySet
from msgspec import Struct

from mfcampaign.events.models import Challenge, Event, Game, LadderStep, Player, Round, Team, TeamMatch
from mfcampaign.events.models.player import declared
from mfcampaign.events.models.round import in_words
from mfcampaign.play.clocks import in_words as in_words_of_time
from mfcampaign.web.cache import frozen_json
from rules.game.results.overtime import counted_vp


class PlayerSnapshot(Struct, frozen=True):
    """A player of the event by ``number``; ``team`` is that of a team (0: in none)."""

    pk: int
    number: int
    user_id: int | None
    name: str
    club: str
    company: str
    team: int
    rating: int
    state: str
    out_because: str
    paid: bool
    ringer: bool
    faction: str
    crew: str
    code: str
    since_round: int

    def __str__(self) -> str:
        return self.name

    @property
    def in_play(self) -> bool:
        return self.state in Player.IN_PLAY

    def declared(self, declares: str) -> bool:
        """Whether a player has declared all that an event of ``declares`` requires."""
        return declared(declares, self.faction, self.crew)


class RoundSnapshot(Struct, frozen=True):
    """A round; of its certificate only whether there is one."""

    pk: int
    number: int
    state: str
    knockout: bool
    scenario: Mapping[str, Any]
    sheets: tuple[Mapping[str, Any], ...]
    set_up: str
    proof: str
    certified: bool
    corrected: str
    basis: Mapping[str, Any]
    decided: Mapping[str, Any]
    clock_left: int
    clock_since: dt.datetime | None

    @property
    def proof_in_words(self) -> str:
        """What is proven of the pairing, as far as the results that it rests on still stand."""
        return f"Proven for the results as they were. {self.corrected}" if self.corrected else self.proof

    def scenario_at(self, table: int) -> Mapping[str, Any]:
        """What is played at ``table`` (from 1)."""
        return self.sheets[(table - 1) % len(self.sheets)] if self.sheets else self.scenario

    @property
    def played_for(self) -> str:
        """What every table plays, in a few words."""
        return in_words(self.scenario)

    @property
    def ends_at(self) -> dt.datetime | None:
        """When the time is up; None while the clock is paused."""
        if self.clock_since is None:
            return None
        return self.clock_since + dt.timedelta(seconds=self.clock_left)


class GameSnapshot(Struct, frozen=True):
    """A game of a round, or a bye (``b`` empty)."""

    pk: int
    round: RoundSnapshot
    table: int
    a: PlayerSnapshot
    b: PlayerSnapshot | None
    why: str
    match: int
    state: str
    vp_a: int
    vp_b: int
    penalty_a: int
    penalty_b: int
    time_left: tuple[float, ...]
    outcome: str
    winner: int | None
    reports: Mapping[str, tuple[int, int]]
    ruling: str

    @property
    def counts(self) -> tuple[int, int]:
        """The Victory Points that count."""
        return counted_vp((self.vp_a, self.vp_b), (self.penalty_a, self.penalty_b))

    @property
    def overtime(self) -> str:
        """Who was over the time, and what it costs, in words; empty where nobody was and nothing is off. A
        forfeit has no Victory Points to take any off."""
        penalties = (self.penalty_a, self.penalty_b) if self.outcome == "score" else (0, 0)
        sides = zip((self.a.name, self.b.name if self.b is not None else ""), penalties, strict=True)
        said = []
        for (name, off), left in zip(sides, self.time_left or (0, 0), strict=True):
            parts = [f"{in_words_of_time(-left)} over"] if left < 0 else []
            parts += [f"{off} VP off for time"] if off else []
            said += [f"{name} {', '.join(parts)}"] if parts else []
        return "; ".join(said)

    @property
    def scenario(self) -> Mapping[str, Any]:
        """What is played at this table; nothing in a bye."""
        return self.round.scenario_at(self.table) if self.b is not None else MappingProxyType({})

    @property
    def drawn(self) -> str:
        """The code by which an Encounter elsewhere knows what is played at this table."""
        sheets = len(self.round.sheets)
        sheet = f"?sheet={(self.table - 1) % sheets + 1}" if sheets > 1 else ""
        return f"{self.round.set_up}{sheet}"

    @property
    def played_for(self) -> str:
        """The same in a few words."""
        return in_words(self.scenario)

    @property
    def attacker(self) -> PlayerSnapshot | None:
        """The Attacker, where the set-up decides it (M3E-SETUP-04): the first seat is ``a``."""
        seat = self.scenario.get("attacker_seat")
        return None if seat is None else (self.a, self.b)[seat]


class ChallengeSnapshot(Struct, frozen=True):
    """A challenge of a ladder; ``round`` is that of its game once it is accepted."""

    number: int
    challenger: PlayerSnapshot
    challenged: PlayerSnapshot
    state: str
    made_at: dt.datetime
    answer_by: dt.datetime
    play_by: dt.datetime | None
    late_at: dt.datetime | None
    ended_at: dt.datetime | None
    costs: bool
    round: RoundSnapshot | None
    reason: str

    @property
    def open(self) -> bool:
        return self.state in Challenge.OPEN

    def get_state_display(self) -> str:
        return str(Challenge.State(self.state).label)


class StepSnapshot(Struct, frozen=True):
    """One move on the rungs of a ladder."""

    number: int
    at: dt.datetime
    kind: str
    player: PlayerSnapshot | None
    rung: int
    order: tuple[int, ...]
    challenge: ChallengeSnapshot | None


class TeamSnapshot(Struct, frozen=True):
    """A team by ``number``; ``captain`` is a player's (0: nobody)."""

    pk: int
    number: int
    name: str
    captain: int

    def __str__(self) -> str:
        return self.name


class MatchSnapshot(Struct, frozen=True):
    """Two teams that meet in a round, or a bye (``b`` empty); what the captains chose, by players' numbers,
    is secret until it is ``settled``."""

    pk: int
    round: RoundSnapshot
    number: int
    a: TeamSnapshot
    b: TeamSnapshot | None
    why: str
    order_a: tuple[int, ...]
    order_b: tuple[int, ...]
    settled: bool

    @property
    def teams(self) -> tuple[TeamSnapshot, ...]:
        return (self.a,) if self.b is None else (self.a, self.b)


NO_TEAMS: Mapping[int, TeamSnapshot] = MappingProxyType({})


class EventSnapshot(Struct, frozen=True):
    """All that happened in an event but the event's own row: players by number, rounds, games (drafts
    included); of a ladder also its challenges and what moved its rungs, the first one first; where teams
    play, these by number and their matches."""

    players: Mapping[int, PlayerSnapshot]
    rounds: tuple[RoundSnapshot, ...]
    rows: tuple[GameSnapshot, ...]
    challenges: tuple[ChallengeSnapshot, ...] = ()
    steps: tuple[StepSnapshot, ...] = ()
    teams: Mapping[int, TeamSnapshot] = NO_TEAMS
    matches: tuple[MatchSnapshot, ...] = ()


def event_snapshot(event: Event) -> EventSnapshot:
    """Three queries, five for a ladder or where teams play."""
    teams = {row.pk: _team(row) for row in event.teams.all()} if event.of_teams else {}
    players = {row.pk: _player(row, teams) for row in event.players.all()}
    rounds = {row.pk: _round(row) for row in _rounds(event)}
    games = Game.objects.filter(round__event=event).order_by("round__number", "table", "pk")
    by_number = MappingProxyType({player.number: player for player in players.values()})
    rows = tuple(_game(row, rounds, players) for row in games)
    if event.of_teams:
        matches = TeamMatch.objects.filter(round__event=event).order_by("round__number", "number")
        return EventSnapshot(
            by_number,
            tuple(rounds.values()),
            rows,
            teams=MappingProxyType({team.number: team for team in teams.values()}),
            matches=tuple(_match(row, rounds, teams) for row in matches),
        )
    if not event.climbing:
        return EventSnapshot(by_number, tuple(rounds.values()), rows)
    challenges = {row.pk: _challenge(row, rounds, players) for row in event.challenges.all()}
    steps = tuple(_step(row, players, challenges) for row in event.ladder_steps.all())
    return EventSnapshot(by_number, tuple(rounds.values()), rows, tuple(challenges.values()), steps)


def _rounds(event: Event) -> QuerySet[Round]:
    return event.played_rounds.defer("certificate").annotate(certified=~Q(certificate=""))


def _player(row: Player, teams: Mapping[int, TeamSnapshot]) -> PlayerSnapshot:
    names = [name for name in PlayerSnapshot.__struct_fields__ if name != "team"]
    team = teams.get(row.team_id or 0)
    return PlayerSnapshot(team=team.number if team else 0, **{name: getattr(row, name) for name in names})


def _team(row: Team) -> TeamSnapshot:
    return TeamSnapshot(row.pk, row.number, row.name, row.captain)


def _match(
    row: TeamMatch, rounds: Mapping[int, RoundSnapshot], teams: Mapping[int, TeamSnapshot]
) -> MatchSnapshot:
    return MatchSnapshot(
        row.pk,
        rounds[row.round_id],
        row.number,
        teams[row.a_id],
        teams[row.b_id] if row.b_id is not None else None,
        row.why,
        tuple(row.order_a),
        tuple(row.order_b),
        row.settled,
    )


def _round(row: Round) -> RoundSnapshot:
    fields = {name: getattr(row, name) for name in RoundSnapshot.__struct_fields__}
    json_fields = ("scenario", "sheets", "basis", "decided")
    return RoundSnapshot(**fields | {name: frozen_json(fields[name]) for name in json_fields})


def _game(row: Game, rounds: dict[int, RoundSnapshot], players: dict[int, PlayerSnapshot]) -> GameSnapshot:
    own = "pk table why match state vp_a vp_b penalty_a penalty_b outcome winner ruling".split()
    return GameSnapshot(
        round=rounds[row.round_id],
        a=players[row.a_id],
        b=players[row.b_id] if row.b_id is not None else None,
        reports=frozen_json(row.reports),
        time_left=tuple(row.time_left),
        **{name: getattr(row, name) for name in own},
    )


def _challenge(
    row: Challenge, rounds: dict[int, RoundSnapshot], players: dict[int, PlayerSnapshot]
) -> ChallengeSnapshot:
    own = "number state made_at answer_by play_by late_at ended_at costs reason".split()
    return ChallengeSnapshot(
        challenger=players[row.challenger_id],
        challenged=players[row.challenged_id],
        round=rounds[row.round_id] if row.round_id is not None else None,
        **{name: getattr(row, name) for name in own},
    )


def _step(
    row: LadderStep, players: dict[int, PlayerSnapshot], challenges: dict[int, ChallengeSnapshot]
) -> StepSnapshot:
    return StepSnapshot(
        row.number,
        row.at,
        row.kind,
        players[row.player_id] if row.player_id is not None else None,
        row.rung,
        tuple(row.order),
        challenges[row.challenge_id] if row.challenge_id is not None else None,
    )
