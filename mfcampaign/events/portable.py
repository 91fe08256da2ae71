"""An event as one file, and the report in the format of chess programs. Pure text in and out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from mfcampaign.events.loading import Record, numbers, winner_of
from mfcampaign.events.models import Challenge, Game
from mfcampaign.events.snapshots import ChallengeSnapshot, GameSnapshot, StepSnapshot
from mfcampaign.events.stages import planned_rounds
from mfcampaign.web.cache import plain_json
from rules.columns import Criterion
from rules.control_characters import json_without_control_characters
from rules.duplicate_keys import duplicate_key
from rules.game.results.overtime import PenaltyVp
from rules.refusal import Refusal

FORMAT = "malifaux-event-2"
MOST_BYTES = 8 * 1_048_576
"""Of an event's file: 1,024 players with long Crews and eight rounds with certificates take two thirds."""
MOST_TRF_ROUNDS = 99
EVENT_FIELDS = (
    "name place about timezone edition season size format rounds round_minutes cut group_count preferences "
    "scheme capacity tables declares declared_shown forbidden groups seeds"
).split()
LATER_FIELDS = (
    "scenarios order bye_worth ladder with_feature with_event decided adjustments awards team_size "
    "team_tables apart clock_each penalty_vp penalty_minutes"
).split()
"""Settings that files of before may lack."""
PLAYER_FIELDS = (
    "number name club rating state out_because paid ringer faction crew since_round company team".split()
)
GAME_FIELDS = "table why match state vp_a vp_b penalty_a penalty_b outcome winner ruling".split()


BYES = {"U": 1.0, "H": 0.5, "Z": 0.0}
"""Points of a bye in a chess report."""
OF_STATE = ("forbidden", "groups", "seeds", "decided", "adjustments", "awards")


class FiledPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """Points beside results, by a player's number."""

    n: int
    player: int
    points: Annotated[int, Meta(ge=-20, le=20)]
    why: Annotated[str, Meta(max_length=120)]


class FiledAward(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is honoured for."""

    n: int
    player: int
    award: Annotated[str, Meta(max_length=120)]


class FiledDecisions(Struct, frozen=True):
    """What an organiser settled for a round, by players' numbers."""

    fixed: list[tuple[int, int]] = []
    byes: list[int] = []

    @property
    def players(self) -> list[int]:
        return [*(number for pair in self.fixed for number in pair), *self.byes]


class _Settled(Struct, frozen=True):
    """The shapes of OF_STATE."""

    forbidden: list[tuple[int, int]]
    groups: list[list[int]]
    seeds: list[int]
    decided: FiledDecisions = FiledDecisions()
    adjustments: Annotated[list[FiledPoints], Meta(max_length=300)] = []
    awards: Annotated[list[FiledAward], Meta(max_length=300)] = []


class FiledPlayer(Struct, frozen=True):
    number: int
    name: str
    club: str
    rating: int
    state: str
    out_because: str
    paid: bool
    ringer: bool
    faction: str
    crew: str
    since_round: int
    company: str = ""
    team: int = 0


class FiledTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """A team; its captain is a player's number, 0 for nobody."""

    number: Annotated[int, Meta(ge=1, le=10_000)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    captain: int


class FiledMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """Two teams that meet, by their numbers (``b`` null: a bye). What a captain has chosen in secret is not
    in a file."""

    a: int
    b: int | None
    why: Annotated[str, Meta(max_length=300)]
    settled: bool


class FiledGame(Struct, frozen=True):
    a: int
    b: int | None
    table: int
    why: str
    match: int
    state: str
    vp_a: int
    vp_b: int
    outcome: str
    winner: int | None
    ruling: str
    penalty_a: PenaltyVp = 0
    penalty_b: PenaltyVp = 0
    time_left: Annotated[list[float], Meta(max_length=2)] = []


class FiledRound(Struct, frozen=True):
    number: int
    knockout: bool
    scenario: dict[str, Any]
    proof: str
    certificate: str
    games: list[FiledGame]
    sheets: list[dict[str, Any]] = []
    corrected: str = ""
    decided: FiledDecisions = FiledDecisions()
    matches: list[FiledMatch] = []


class FiledChallenge(Struct, frozen=True):
    """A challenge by players' numbers; the round of the same number, if there is one, is its game."""

    number: int
    challenger: int
    challenged: int
    state: str
    made_at: str
    answer_by: str
    play_by: str | None
    ended_at: str | None
    costs: bool
    reason: str


class FiledStep(Struct, frozen=True):
    """What moved the rungs, in the order of the list: ``player`` and ``challenge`` by number, 0 for none."""

    at: str
    kind: str
    player: int
    rung: int
    order: list[int]
    challenge: int


class FiledEvent(Struct, frozen=True):
    """The whole event: settings by field, players, rounds with games; of a ladder its challenges and
    steps, where teams play these. No codes and no accounts."""

    format: str
    starts_at: str
    settings: dict[str, Any]
    players: list[FiledPlayer]
    rounds: list[FiledRound]
    challenges: list[FiledChallenge] = []
    steps: list[FiledStep] = []
    teams: list[FiledTeam] = []


def write(record: Record, certificates: dict[int, str]) -> bytes:
    """The file of an event; drafts are left out. ``certificates`` by round."""
    event = record.event
    rounds = [
        FiledRound(
            r.number,
            r.knockout,
            plain_json(r.scenario),
            r.proof,
            certificates.get(r.number, ""),
            [_filed(g) for g in record.of_round(r.number)],
            plain_json(r.sheets),
            r.corrected,
            msgspec.convert(plain_json(r.decided), FiledDecisions),
            [
                FiledMatch(m.a.number, m.b.number if m.b else None, m.why, m.settled)
                for m in record.matches_of(r.number)
            ],
        )
        for r in record.published
    ]
    filed = FiledEvent(
        FORMAT,
        event.starts_at.isoformat(),
        {name: getattr(event, name) for name in (*EVENT_FIELDS, *LATER_FIELDS)},
        [FiledPlayer(**{f: getattr(p, f) for f in PLAYER_FIELDS}) for p in record.players.values()],
        rounds,
        [_challenge(row) for row in record.challenges],
        [_step(row) for row in record.steps],
        [FiledTeam(team.number, team.name, team.captain) for team in record.teams.values()],
    )
    return msgspec.json.format(msgspec.json.encode(filed), indent=1)


def _challenge(row: ChallengeSnapshot) -> FiledChallenge:
    return FiledChallenge(
        row.number,
        row.challenger.number,
        row.challenged.number,
        row.state,
        row.made_at.isoformat(),
        row.answer_by.isoformat(),
        row.play_by.isoformat() if row.play_by is not None else None,
        row.ended_at.isoformat() if row.ended_at is not None else None,
        row.costs,
        row.reason,
    )


def _step(row: StepSnapshot) -> FiledStep:
    player = row.player.number if row.player is not None else 0
    challenge = row.challenge.number if row.challenge is not None else 0
    return FiledStep(row.at.isoformat(), row.kind, player, row.rung, list(row.order), challenge)


def _filed(game: GameSnapshot) -> FiledGame:
    sides = (*numbers(game), None)
    fields = {f: getattr(game, f) for f in GAME_FIELDS}
    return FiledGame(sides[0] or 0, sides[1], time_left=list(game.time_left), **fields)


def read(data: bytes) -> FiledEvent:
    """The event of a file. ``Refusal`` that says where it is wrong."""
    if b"\\u0000" in data:
        raise Refusal("This file holds characters that no text has.")
    data = json_without_control_characters(data)
    if name := duplicate_key(data):
        raise Refusal(f"This file names “{name[:60]}” twice in one object.", fix="Export it again.")
    try:
        filed = msgspec.json.decode(data, type=FiledEvent)
    except (msgspec.ValidationError, msgspec.DecodeError) as wrong:
        raise Refusal(f"This is no event file: {wrong}.", fix="Export it again.") from None
    if filed.format != FORMAT:
        raise Refusal("This file is of another format.")
    if set(filed.settings) - set(LATER_FIELDS) != set(EVENT_FIELDS):
        raise Refusal("The settings of this file are not those of an event.")
    numbers = {player.number for player in filed.players}
    if len(numbers) != len(filed.players) or min(numbers, default=1) < 1:
        raise Refusal("Two players have one number.")
    if len({round_.number for round_ in filed.rounds}) != len(filed.rounds):
        raise Refusal("Two rounds have one number.")
    for round_ in filed.rounds:
        tables = [game.table for game in round_.games if game.table]
        if len(set(tables)) != len(tables):
            raise Refusal(f"Round {round_.number}: two games at one table.")
        if any(len(game.time_left) == 1 for game in round_.games):
            raise Refusal(f"Round {round_.number}: a clock has the time of one side alone.")
        seated = [n for g in round_.games for n in (g.a, g.b) if n is not None]
        if not set(seated) <= numbers or len(set(seated)) != len(seated):
            raise Refusal(f"Round {round_.number}: somebody unknown, or somebody twice.")
    _refuse_teams(filed, numbers)
    _refuse_settled(filed, numbers)
    _refuse_ladder(filed, numbers)
    return filed


def _refuse_teams(filed: FiledEvent, numbers: set[int]) -> None:
    """Check that players, captains and matches name teams and players of the file."""
    teams = {team.number for team in filed.teams}
    if len(teams) != len(filed.teams):
        raise Refusal("Two teams have one number.")
    team_of = {player.number: player.team for player in filed.players}
    foreign = any(team.captain and team_of.get(team.captain) != team.number for team in filed.teams)
    if not set(team_of.values()) - {0} <= teams or foreign:
        raise Refusal("A player or a captain is of a team that is not there.")
    for round_ in filed.rounds:
        met = [team for match in round_.matches for team in (match.a, match.b) if team is not None]
        if len(set(met)) != len(met) or not set(met) <= teams:
            raise Refusal(f"Round {round_.number}: a team that is unknown, or there twice.")


def _refuse_settled(filed: FiledEvent, numbers: set[int]) -> None:
    """Check that fixed pairs, forbidden pairs and byes name players of the file."""
    try:
        state = {name: filed.settings[name] for name in OF_STATE if name in filed.settings}
        settled = msgspec.convert(state, _Settled)
    except msgspec.ValidationError as wrong:
        raise Refusal(f"The settings of this file are not those of an event: {wrong}.") from None
    decisions = (settled.decided, *(round_.decided for round_ in filed.rounds))
    paired = {n for two in settled.forbidden for n in two} | {n for each in decisions for n in each.players}
    named = {n for group in (*settled.groups, settled.seeds) for n in group}
    if filed.settings.get("team_size"):
        if not paired <= {team.number for team in filed.teams}:
            raise Refusal("A pair or a bye names a team that is not there.")
    else:
        named |= paired
    named |= {each.player for each in settled.adjustments} | {each.player for each in settled.awards}
    if any(len(set(decision.players)) != len(decision.players) for decision in decisions):
        raise Refusal("A decision for a round names somebody twice.")
    if not named <= numbers or len(set(settled.seeds)) != len(settled.seeds):
        raise Refusal("A pair, a group or a seed names somebody unknown, or somebody twice.")


def _refuse_ladder(filed: FiledEvent, numbers: set[int]) -> None:
    """Check that the rows of a ladder point to players of the file."""
    challenge_numbers = {row.number for row in filed.challenges}
    sides = {side for row in filed.challenges for side in (row.challenger, row.challenged)}
    named = {n for step in filed.steps for n in (step.player, *step.order)} - {0}
    if len(challenge_numbers) != len(filed.challenges) or not sides | named <= numbers:
        raise Refusal("A challenge is there twice, or names somebody unknown.")
    if not {step.challenge for step in filed.steps} - {0} <= challenge_numbers:
        raise Refusal("A step of the ladder names a challenge that is not there.")
    open_ = [row for row in filed.challenges if row.state in Challenge.OPEN]
    busy = [side for row in open_ for side in (row.challenger, row.challenged)]
    if len(set(busy)) != len(busy):
        raise Refusal("Somebody has two open challenges.")
    played = {round_.number for round_ in filed.rounds}
    if not {row.number for row in open_ if row.state == Challenge.State.ACCEPTED} <= played:
        raise Refusal("An accepted challenge has no game.")


def trf(record: Record) -> str:
    """The report of FIDE's format (TRF16) as far as it fits: one 001 line a player with rank, points
    (a win 1, a draw ½) and for each round opponent and result; ``XXR`` is the number of rounds that are
    planned, as chess programs read it. Victory Points, tables, Factions and scenarios have no field there and
    are left out; a bye is a full point (U), half of one (H) or none (Z), a forfeit ``+`` or ``-``."""
    rounds = [r.number for r in record.published]
    if len(rounds) > MOST_TRF_ROUNDS:
        raise Refusal(
            f"A chess report has at most {MOST_TRF_ROUNDS} rounds.", fix="Take the results instead."
        )
    rows = record.table().rows
    rank = {row.player: place for place, row in enumerate(rows, start=1)}
    event = record.event
    lines = [f"012 {event.name}", f"022 {event.place}", f"042 {event.starts_at:%Y/%m/%d}"]
    planned = max(planned_rounds(record), len(rounds))
    lines += [f"062 {len(rank)}", f"092 {event.get_format_display()}", f"XXR {planned}"]
    worth, win = record.scheme.bye.points, record.scheme.win
    bye = "U" if worth >= win else "H" if worth > 0 else "Z"
    figures_of = {row.player: row.figures for row in rows}
    games_of: dict[int, dict[int, GameSnapshot]] = {number: {} for number in record.players}
    for game in record.rows:
        for number in numbers(game):
            games_of[number][game.round.number] = game
    for number in sorted(rank):
        player, games, figures = record.players[number], games_of[number], figures_of[number]
        cells = "".join(_trf_cell(games.get(r), number, bye) for r in rounds)
        points = figures[Criterion.WINS] + figures[Criterion.DRAWS] / 2
        points += BYES[bye] * sum(g.b is None and g.state == Game.State.CONFIRMED for g in games.values())
        lines.append(
            f"001 {number:4d}      {player.name[:33]:<33} {player.rating or '':>4} {'':>3} {'':>11} {'':>10} "
            f"{points:4.1f} {rank[number]:4d}{cells}"
        )
    return "\n".join(lines) + "\n"


def _trf_cell(game: GameSnapshot | None, number: int, bye: str) -> str:
    if game is None or game.state != Game.State.CONFIRMED:
        return "  0000 - -"
    if game.b is None:
        return f"  0000 - {bye}"
    white = game.a.number == number
    other = game.b.number if white else game.a.number
    won = winner_of(game)
    if game.outcome == "score":
        sign = "=" if won is None else ("1" if won == number else "0")
    else:
        sign = "+" if won == number else "-"
    return f"  {other:4d} {'w' if white else 'b'} {sign}"
