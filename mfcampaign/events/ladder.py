"""The state of a ladder: its rungs, its challenges, and whom a player may challenge now. It writes
nothing."""

from __future__ import annotations

import datetime as dt
from typing import cast
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from mfcampaign.events.loading import Record, winner_of
from mfcampaign.events.models import Challenge, Event
from mfcampaign.events.snapshots import ChallengeSnapshot, PlayerSnapshot, StepSnapshot
from rules.campaign.calendar import shifted
from rules.tournament import ladder as pure
from rules.tournament.ladder import Kind, LadderRules, Step

PLAYED = Challenge.State.PLAYED
AnyChallenge = Challenge | ChallengeSnapshot


def rules_of(event: Event) -> LadderRules:
    """``msgspec.ValidationError`` for settings that are none."""
    return msgspec.convert(event.ladder, LadderRules)


def winners(record: Record) -> dict[int, int | None]:
    """The player who gets the rung, by the number of a challenge that is over; None where nothing changes."""
    won = {row.round.number: winner_of(row) for row in record.rows}
    return {c.number: _won(c, won) for c in record.challenges if not c.open}


def _won(challenge: ChallengeSnapshot, won: dict[int, int | None]) -> int | None:
    if challenge.state == PLAYED:
        return won.get(challenge.number)
    return challenge.challenger.number if challenge.costs else None


def steps_of(record: Record) -> list[Step]:
    won = winners(record)
    return [
        Step(
            cast(Kind, step.kind),
            player=step.player.number if step.player is not None else 0,
            rung=step.rung,
            order=tuple(step.order),
            challenge=_pair(step.challenge) if step.challenge is not None else None,
            winner=won.get(step.challenge.number) if step.challenge is not None else None,
        )
        for step in record.steps
    ]


def history(record: Record) -> list[tuple[StepSnapshot, tuple[int, ...]]]:
    """Each step with the ladder after it, the first one first."""
    return list(
        zip(record.steps, pure.ladder_after_steps(steps_of(record), rules_of(record.event)), strict=True)
    )


def rungs(record: Record) -> tuple[int, ...]:
    """Players' numbers from the top rung down; empty before it began."""
    return history(record)[-1][1] if record.steps else ()


def rung_of(record: Record, number: int) -> int | None:
    """From 1 at the top; None for a player without a rung."""
    order = rungs(record)
    return order.index(number) + 1 if number in order else None


def open_challenge(record: Record, number: int) -> ChallengeSnapshot | None:
    """The one challenge that this player has to answer, waits for or has to play."""
    return next((c for c in record.challenges if c.open and number in _numbers(c)), None)


def open_pairs(record: Record) -> list[pure.Challenge]:
    return [_pair(c) for c in record.challenges if c.open]


def recent(record: Record, number: int) -> list[int]:
    """The opponents of ``number``'s challenges, the last first, without those an organiser cancelled."""
    met: list[int] = []
    for challenge in reversed(record.challenges):
        pair = _numbers(challenge)
        if number in pair and not challenge.open and challenge.state != Challenge.State.LIFTED:
            met.append(pair[0] if pair[1] == number else pair[1])
    return met


def rests_until(record: Record, number: int) -> dt.datetime | None:
    """Until when ``number``, who lost a challenge, may make none."""
    played = [c for c in record.challenges if c.state == PLAYED and c.challenger.number == number]
    if not played or played[-1].ended_at is None:
        return None
    lost = winners(record)[played[-1].number] == played[-1].challenged.number
    return days_after(record.event, played[-1].ended_at, rules_of(record.event).rest_days) if lost else None


def days_after(event: Event, moment: dt.datetime, days: int) -> dt.datetime:
    """So many days later at the same hour by the event's own clock."""
    return shifted(moment, dt.timedelta(days=days), ZoneInfo(event.timezone))


def refused(record: Record, number: int) -> int:
    """The number of challenges that ``number`` refused since they last played one."""
    count = 0
    for challenge in reversed(record.challenges):
        if challenge.state == PLAYED and number in _numbers(challenge):
            break
        count += challenge.state in Challenge.REFUSED and challenge.challenged.number == number
    return count


def refusal_costs(record: Record, number: int) -> bool:
    """Whether the next refusal of ``number`` costs the rung."""
    return pure.refusal_costs(refused(record, number), rules_of(record.event))


def unanswered(row: AnyChallenge, now: dt.datetime) -> bool:
    """Whether the time to answer it is over."""
    return row.state == Challenge.State.WAITING and row.answer_by < now


def unplayed(row: AnyChallenge, now: dt.datetime) -> bool:
    """Whether the time to play it is over without a result."""
    return row.state == Challenge.State.ACCEPTED and row.play_by is not None and row.play_by < now


class PossibleOpponents(Struct, frozen=True):
    """The players whom one may challenge now, the nearest first; if there are none, ``why``."""

    whom: tuple[PlayerSnapshot, ...]
    why: str = ""


def possible_opponents(record: Record, number: int, now: dt.datetime) -> PossibleOpponents:
    event, order = record.event, rungs(record)
    if event.phase != Event.Phase.RUNNING or number not in order:
        return PossibleOpponents((), "You are not on the ladder.")
    if open_challenge(record, number) is not None:
        return PossibleOpponents((), "You have an open challenge.")
    if order[0] == number:
        return PossibleOpponents((), "You are at the top: wait until somebody challenges you.")
    until = rests_until(record, number)
    if until is not None and until > now:
        return PossibleOpponents(
            (), f"You lost your last challenge, so you rest until {moment(event, until)}."
        )
    whom = pure.may_challenge(
        order, number, rules_of(event), open_=open_pairs(record), recent=recent(record, number)
    )
    busy = "Nobody in reach is free: they have an open challenge, or you met only just now."
    return PossibleOpponents(tuple(record.players[other] for other in whom), "" if whom else busy)


def moment(event: Event, at: dt.datetime) -> str:
    """A moment in a sentence, by the event's own clock."""
    return f"{at.astimezone(ZoneInfo(event.timezone)):%A %-d %B, %H:%M}"


def _numbers(challenge: ChallengeSnapshot) -> tuple[int, int]:
    return challenge.challenger.number, challenge.challenged.number


def _pair(challenge: ChallengeSnapshot) -> pure.Challenge:
    return pure.Challenge(*_numbers(challenge))
