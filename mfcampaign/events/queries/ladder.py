"""The pages of a ladder: its rungs, its challenges, their moves, and what each player has to do."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from msgspec import Struct

from mfcampaign.events import ladder
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Challenge, Event, Game, LadderStep
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import ChallengeSnapshot, GameSnapshot, PlayerSnapshot, StepSnapshot
from mfcampaign.web.cache import cached
from mfcampaign.web.drawings.lines import Line, lines

CLIMBERS, LEAST_STEPS, MOST_STEPS = 16, 2, 12
State, Kind = Challenge.State, LadderStep.Kind


class Action(Struct, frozen=True):
    """A person's next action. ``verb`` empty: only to wait."""

    sentence: str
    verb: str = ""
    url: str = ""


class Rung(Struct, frozen=True):
    """One rung: its player, the challenge they have open, with whom, and how many rungs they went up
    (negative: down) since the last step but one."""

    place: int
    player: PlayerSnapshot
    challenge: ChallengeSnapshot | None
    other: PlayerSnapshot | None
    moved: int


class Move(Struct, frozen=True):
    """A step of the ladder, carried out or not, and the order after it."""

    at: dt.datetime
    sentence: str
    game: GameSnapshot | None = None


class Climb(Struct, frozen=True):
    """How many are below each of the first, step by step, drawn and as a table; empty before the second
    step."""

    steps: tuple[str, ...]
    rows: tuple[tuple[PlayerSnapshot, tuple[int | None, ...]], ...]
    picture: str


def rungs(event: Event) -> tuple[Rung, ...]:
    """From the top down."""
    return cached(event, "rungs", lambda: _rungs(cached_record(event)))


def _rungs(record: Record) -> tuple[Rung, ...]:
    past = ladder.history(record)
    order = past[-1][1] if past else ()
    before = past[-2][1] if len(past) > 1 else order
    rows = []
    for place, number in enumerate(order, start=1):
        row = ladder.open_challenge(record, number)
        other = (row.challenged if row.challenger.number == number else row.challenger) if row else None
        moved = before.index(number) + 1 - place if number in before else 0
        rows.append(Rung(place, record.players[number], row, other, moved))
    return tuple(rows)


def open_challenges(record: Record) -> list[ChallengeSnapshot]:
    """The ones that wait longest first."""
    return [c for c in record.challenges if c.open]


def game_of(record: Record, challenge: ChallengeSnapshot) -> GameSnapshot | None:
    return next(iter(record.of_round(challenge.number)), None) if challenge.round is not None else None


def own_game(record: Record, player: PlayerSnapshot) -> GameSnapshot | None:
    """The game that this player has to play now."""
    row = ladder.open_challenge(record, player.number)
    return game_of(record, row) if row is not None else None


def moves(event: Event) -> tuple[Move, ...]:
    """Everything that happened on the ladder, the newest first."""
    return cached(event, "moves", lambda: _moves(cached_record(event)))


def _moves(record: Record) -> tuple[Move, ...]:
    games = {row.round.number: row for row in record.rows}
    past: list[Move] = []
    before: tuple[int, ...] = ()
    for step, order in ladder.history(record):
        row = step.challenge
        sentence = _step_sentence(step, before, order) if row is None else _settled(row, before, order)
        past.append(Move(step.at, sentence, games.get(row.number) if row is not None else None))
        before = order
    past += [
        Move(row.ended_at, _ended(row))
        for row in record.challenges
        if row.ended_at is not None and row.state != State.PLAYED and not row.costs
    ]
    return tuple(sorted(past, key=lambda move: move.at, reverse=True))


def _step_sentence(step: StepSnapshot, before: tuple[int, ...], order: tuple[int, ...]) -> str:
    who = step.player
    if who is None:
        return f"The ladder has begun, with {len(order)} rungs."
    if step.kind == Kind.JOINED:
        return f"{who.name} joins on rung {len(order)}."
    if step.kind == Kind.LEFT:
        return f"{who.name} leaves rung {before.index(who.number) + 1}."
    return f"An organiser puts {who.name} on rung {step.rung}."


def _settled(row: ChallengeSnapshot, before: tuple[int, ...], order: tuple[int, ...]) -> str:
    one, other = row.challenger, row.challenged
    how = "" if row.state == State.PLAYED else f" ({row.get_state_display()})"
    if before == order:
        return f"{other.name} holds off {one.name}{how}."
    return f"{one.name} takes rung {order.index(one.number) + 1} from {other.name}{how}."


def _ended(row: ChallengeSnapshot) -> str:
    why = f": {row.reason.rstrip('.')}" if row.reason else ""
    return f"{row.challenger.name} challenged {row.challenged.name}; {row.get_state_display()}{why}."


def climb(event: Event) -> Climb:
    return cached(event, "ladder-climb", lambda: _climb(cached_record(event)))


def _climb(record: Record) -> Climb:
    past = ladder.history(record)[-MOST_STEPS:]
    if len(past) < LEAST_STEPS:
        return Climb((), (), "")
    steps = tuple(f"{step.at:%-d/%-m}" for step, _ in past)
    first = [record.players[number] for number in past[-1][1][:CLIMBERS]]
    rows = tuple((player, tuple(_below(player, order) for _, order in past)) for player in first)
    drawn = [
        Line(player.name, str(place), f"of-{player.faction}", values)
        for place, (player, values) in enumerate(rows, start=1)
    ]
    picture = lines("Players below", "of the first rungs, step by step", steps, drawn)
    return Climb(steps, rows, picture)


def _below(player: PlayerSnapshot, order: tuple[int, ...]) -> int | None:
    return len(order) - 1 - order.index(player.number) if player.number in order else None


# -- what is asked ----------------------------------------------------------------------------------


def own_action(record: Record, player: PlayerSnapshot) -> Action:
    """The next action of one player of a running ladder."""
    row = ladder.open_challenge(record, player.number)
    if row is None:
        return _free(record, player)
    event, mine = record.event, row.challenger.number == player.number
    other = row.challenged if mine else row.challenger
    if row.state == State.WAITING:
        until = ladder.moment(event, row.answer_by)
        if mine:
            return Action(f"You challenged {other.name}, who has until {until} to answer.")
        return Action(f"{other.name} challenges you. Answer until {until}.", "Answer")
    game = game_of(record, row)
    if game is None or game.state == Game.State.OPEN:
        by = ladder.moment(event, row.play_by) if row.play_by is not None else ""
        return Action(f"You play {other.name} until {by}.", "Report the result")
    side = "a" if mine else "b"
    if game.state == Game.State.DISPUTED:
        return Action(f"You and {other.name} report otherwise: an organiser decides.")
    if side in game.reports:
        return Action(f"You reported {game.vp_a}–{game.vp_b}; {other.name} has to confirm.")
    return Action(f"{other.name} reports {game.vp_a}–{game.vp_b}. Is that right?", "Confirm")


def _free(record: Record, player: PlayerSnapshot) -> Action:
    rung = ladder.rung_of(record, player.number)
    now = ladder.possible_opponents(record, player.number, timezone.now())
    where = f"You are on rung {rung}." if rung is not None else ""
    if now.whom:
        who = "one player" if len(now.whom) == 1 else f"{len(now.whom)} players"
        return Action(f"{where} You may challenge {who}.", "Challenge")
    return Action(now.why if rung in (1, None) else f"{where} {now.why}")


def organiser_action(record: Record, now: dt.datetime) -> Action:
    """The next action of the organiser of a running ladder."""
    games = [game for row in open_challenges(record) if (game := game_of(record, row)) is not None]
    disputed = sum(game.state == Game.State.DISPUTED for game in games)
    late = sum(ladder.unplayed(row, now) for row in open_challenges(record))
    if disputed or late:
        parts = [f"{counted(disputed, 'result')} disputed"] if disputed else []
        parts += [f"{counted(late, 'game')} late"] if late else []
        sentence = " and ".join(parts)
        return Action(f"{sentence[0].upper()}{sentence[1:]}: decide.", "look")
    count = len(open_challenges(record))
    if count:
        return Action(f"The ladder runs by itself; {counted(count, 'challenge')} open.")
    return Action("The ladder runs by itself. Finish it when its season is over.", "finish")


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "game"), counted(2, "game")
    ('one game is', '2 games are')
    """
    return f"one {what} is" if number == 1 else f"{number} {what}s are"
