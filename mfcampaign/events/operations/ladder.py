"""Challenges on a ladder: made, answered, taken back, expired; and what moves the rungs.

Functions that are called within another act take the locked event; all others are acts of their own.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.events import ladder, stages
from mfcampaign.events.loading import Record, record
from mfcampaign.events.models import Challenge, Event, Game, LadderStep, Player, Round
from mfcampaign.events.operations.announcements import DEADLINE, RULING, notify_organisers, notify_players
from mfcampaign.events.operations.round_setup import lock_scenario, write_scenario
from mfcampaign.events.snapshots import PlayerSnapshot
from rules.refusal import Refusal
from rules.tournament import ladder as pure

LEAST_PLAYERS = 3
MOST_CHALLENGES = 10_000
Kind, State = LadderStep.Kind, Challenge.State


def challenge(event: Event, actor: Actor, number: int, other: int) -> Challenge:
    """Player ``number`` challenges ``other``. A second tap returns the open challenge."""
    same = event.challenges.filter(state=State.WAITING, challenger__number=number, challenged__number=other)
    if (stands := same.first()) is not None:
        return stands
    with operation(event, actor, kind="ladder.challenged") as act:
        record, now = _running(act.row), timezone.now()
        who = _player(record, number)
        rules = ladder.rules_of(act.row)
        until = ladder.rests_until(record, number)
        if until is not None and until > now:
            raise Refusal(
                f"Who lost a challenge rests {pure.days(rules.rest_days)}.",
                fix=f"Challenge again from {ladder.moment(act.row, until)} on.",
            )
        wanted = pure.Challenge(number, other)
        pure.challenge(
            ladder.rungs(record), wanted, rules, ladder.open_pairs(record), ladder.recent(record, number)
        )
        count = len(record.challenges)
        if count >= MOST_CHALLENGES:
            raise Refusal(f"A ladder has at most {MOST_CHALLENGES} challenges.", fix="Begin a new one.")
        whom = record.players[other]
        row = Challenge.objects.create(
            event=act.row,
            number=count + 1,
            challenger_id=who.pk,
            challenged_id=whom.pk,
            made_at=now,
            answer_by=ladder.days_after(act.row, now, rules.answer_days),
        )
        act.say(f"{who.name} challenges {whom.name}.", challenge=row.number)
        by = ladder.moment(act.row, row.answer_by)
        notify_players(act, f"{who.name} challenges you; answer until {by}.", only=[other])
    return row


def answer(event: Event, actor: Actor, number: int, *, accept: bool) -> Challenge:
    """The challenged player ``number`` accepts, and the game's Encounter is drawn; or refuses, which may
    cost the rung."""
    with operation(event, actor, kind="ladder.answered") as act:
        record, now = _running(act.row), timezone.now()
        row = _waiting(record, number, "challenged", "Nobody waits for your answer.")
        if now > row.answer_by:
            raise Refusal("The time to answer has passed.", fix="No answer counts as a refusal.")
        other = row.challenger
        if accept:
            _accepted(record, row, actor, now)
            sentence = f"{row.challenged.name} accepts the challenge of {other.name}"
            act.say(
                f"{sentence}; they play until {ladder.moment(act.row, _set(row.play_by))}.",
                challenge=row.number,
            )
        else:
            sentence = f"{row.challenged.name} refuses the challenge of {other.name}"
            sentence += _refused(act.row, record, row, State.DECLINED, now)
            act.say(f"{sentence}.", challenge=row.number)
        notify_players(act, f"{sentence}.", only=[other.number])
    return row


def withdraw(event: Event, actor: Actor, number: int) -> Challenge:
    """The challenger takes a challenge back that is not answered yet."""
    with operation(event, actor, kind="ladder.withdrawn") as act:
        record = _running(act.row)
        row = _waiting(record, number, "challenger", "You have no challenge that waits for an answer.")
        _end(row, State.WITHDRAWN, timezone.now())
        act.say(f"{row.challenger.name} takes the challenge of {row.challenged.name} back.")
        notify_players(act, f"{row.challenger.name} takes the challenge back.", only=[row.challenged.number])
    return row


def lift(event: Event, actor: Actor, number: int, reason: str) -> Challenge:
    """An organiser who does not play in it cancels an open challenge and deletes its game."""
    if len(reason.strip()) < 3:
        raise Refusal("Say why the challenge is cancelled: both sides read it.")
    with operation(event, actor, kind="ladder.lifted", reason=reason) as act:
        record = _running(act.row)
        row = _open(record, number)
        _refuse_own(actor, row.challenger, row.challenged)
        round_, row.round = row.round, None
        row.reason = reason.strip()[:300]
        _end(row, State.LIFTED, timezone.now())
        if round_ is not None:
            round_.delete()
        sentence = f"the challenge of {row.challenger.name} and {row.challenged.name} is called off"
        act.say(f"An organiser: {sentence} ({row.reason}).", challenge=number)
        notify_players(act, f"{sentence}: {row.reason}", only=_sides(row), kind=RULING)
    return row


def place(event: Event, actor: Actor, number: int, rung: int, reason: str) -> Event:
    """An organiser puts another player on ``rung``; the others keep their order."""
    if len(reason.strip()) < 3:
        raise Refusal("Say why the rung is changed: everybody reads it.")
    with operation(event, actor, kind="ladder.placed", reason=reason) as act:
        record = _running(act.row)
        player, order = _player(record, number), ladder.rungs(record)
        if number not in order or not 1 <= rung <= len(order):
            raise Refusal(f"Name a player of the ladder and a rung from 1 to {len(order)}.")
        _refuse_own(actor, player)
        if order[rung - 1] == number:
            raise Refusal(f"{player.name} is on rung {rung} already.")
        _step(act.row, Kind.PLACED, player_id=player.pk, rung=rung)
        act.say(f"An organiser put {player.name} on rung {rung} ({reason.strip()}).", player=number)
        notify_players(act, f"an organiser put you on rung {rung}.", only=[number], kind=RULING)
    return act.row


def expire(event: Event, number: int, now: dt.datetime) -> Challenge:
    """Nobody answered challenge ``number`` by ``now``, which is a refusal; whoever plays it or runs the
    ladder is told. ``Refusal`` where nothing ran out."""
    with operation(event, None, kind="ladder.expired") as act:
        record = _running(act.row)
        row = _open(record, number)
        if not ladder.unanswered(row, now):
            raise Refusal("The challenge has not run out.")
        sentence = f"{row.challenged.name} did not answer {row.challenger.name} in time"
        sentence += _refused(act.row, record, row, State.EXPIRED, now) + "."
        act.say(sentence, challenge=number)
        notify_players(act, sentence, only=_sides(row))
        notify_organisers(act, sentence, kind=DEADLINE)
    return row


def call_late(event: Event, number: int, now: dt.datetime) -> Challenge:
    """Challenge ``number`` was to be played by ``now``: both sides and the organisers are told, this once.
    ``Refusal`` where it is not late, or known to be."""
    with operation(event, None, kind="ladder.late") as act:
        row = _open(_running(act.row), number)
        if row.late_at is not None or not ladder.unplayed(row, now):
            raise Refusal("Nothing new is late here.")
        row.late_at = now
        row.save(update_fields=["late_at"])
        by = ladder.moment(act.row, _set(row.play_by))
        sentence = (
            f"{row.challenger.name} and {row.challenged.name} were to play until {by}; there is no result."
        )
        act.say(sentence, challenge=number)
        notify_players(
            act, f"{sentence} Report or confirm it, or ask an organiser.", only=_sides(row), kind=DEADLINE
        )
        notify_organisers(act, f"{sentence} Enter it, or call the challenge off.", kind=DEADLINE)
    return row


# -- within the acts of others ----------------------------------------------------------------------


def begun(event: Event) -> None:
    """Order the ladder as it begins: the highest rating first, equal ratings by lot."""
    order = stages.by_strength(record(event), secrets.randbelow(1 << 32))
    _step(event, Kind.BEGUN, order=order)


def joined(event: Event, player: Player) -> None:
    """A player who joins later begins at the bottom; ringers and waiting players have no rung."""
    here = player.state == Player.State.HERE and not player.ringer
    if event.climbing and event.phase == Event.Phase.RUNNING and here:
        _step(event, Kind.JOINED, player=player)


def gone(event: Event, player: Player) -> None:
    """Free the rung of a player who leaves, and cancel their open challenges."""
    if not event.climbing or event.phase != Event.Phase.RUNNING:
        return
    event_record = record(event)
    open_ = ladder.open_challenge(event_record, player.number)
    if open_ is not None and open_.state == State.WAITING:
        row = _row(event, open_.number)
        row.reason = f"{player.name} left."
        _end(row, State.LIFTED, timezone.now())
    if player.number in ladder.rungs(event_record):
        _step(event, Kind.LEFT, player=player)


def settled(event: Event, game: Game) -> str:
    """A game has its result: the challenge is over and the rungs move. What to say of it, nothing where
    there is no ladder."""
    row = event.challenges.filter(round=game.round).first() if event.climbing else None
    if row is None:
        return ""
    if row.state == State.PLAYED:
        return " The ladder is calculated again."
    before = ladder.rungs(record(event))
    _end(row, State.PLAYED, timezone.now())
    game.round.state = Round.State.CLOSED
    game.round.save(update_fields=["state"])
    _step(event, Kind.SETTLED, challenge=row)
    after = ladder.rungs(record(event))
    if before == after:
        return " The rungs stay as they are."
    return f" {game.a.name} takes rung {after.index(game.a.number) + 1}."


def ended(event: Event) -> None:
    """The event is over: what waits for an answer is called off."""
    if event.climbing:
        rows = event.challenges.filter(state=State.WAITING)
        rows.update(state=State.LIFTED, ended_at=timezone.now(), reason="The event ended.")


# -- how it is done ---------------------------------------------------------------------------------


def _running(event: Event) -> Record:
    if not event.climbing:
        raise Refusal("This event is no ladder.")
    if event.phase != Event.Phase.RUNNING:
        raise Refusal("The ladder is not running.", fix="Wait until it begins.")
    return record(event)


def _player(record: Record, number: int) -> PlayerSnapshot:
    player = record.players.get(number)
    if player is None:
        raise Refusal("Nobody here has that number.")
    return player


def _open(record: Record, number: int) -> Challenge:
    if not any(c.number == number and c.open for c in record.challenges):
        raise Refusal("There is no such open challenge.")
    return _row(record.event, number)


def _row(event: Event, number: int) -> Challenge:
    """The challenge of that number, to be written to."""
    return event.challenges.select_related("challenger", "challenged", "round").get(number=number)


def _sides(row: Challenge) -> list[int]:
    return [row.challenger.number, row.challenged.number]


def _waiting(record: Record, number: int, side: str, nothing: str) -> Challenge:
    open_ = ladder.open_challenge(record, number)
    if open_ is None or open_.state != State.WAITING or getattr(open_, side).number != number:
        raise Refusal(nothing)
    return _row(record.event, open_.number)


def _accepted(record: Record, row: Challenge, actor: Actor, now: dt.datetime) -> None:
    event = record.event
    rung = ladder.rung_of(record, row.challenged.number)
    why = f"{row.challenger.name} challenged {row.challenged.name} for rung {rung}."
    round_ = Round(event=event, number=row.number, state=Round.State.OPEN, proof=why[:200])
    write_scenario(round_, event, actor)
    round_.save()
    lock_scenario(round_, event, actor)
    Game.objects.create(round=round_, table=1, a=row.challenger, b=row.challenged, why=why)
    row.round, row.state = round_, State.ACCEPTED
    row.play_by = ladder.days_after(event, now, ladder.rules_of(event).play_days)
    row.save(update_fields=["round", "state", "play_by"])


def _refused(event: Event, record: Record, row: Challenge, state: str, now: dt.datetime) -> str:
    """The refusal, and how the sentence about it goes on."""
    row.costs = ladder.refusal_costs(record, row.challenged.number)
    _end(row, state, now)
    if not row.costs:
        return ""
    rung = ladder.rung_of(record, row.challenged.number)
    _step(event, Kind.SETTLED, challenge=row)
    return f", which costs rung {rung}"


def _end(row: Challenge, state: str, now: dt.datetime) -> None:
    row.state, row.ended_at = state, now
    row.save(update_fields=["state", "ended_at", "costs", "round", "reason"])


def _step(event: Event, kind: str, **what: Any) -> None:
    last = event.ladder_steps.order_by("-number").values_list("number", flat=True).first() or 0
    LadderStep.objects.create(event=event, number=last + 1, at=timezone.now(), kind=kind, **what)


def _refuse_own(actor: Actor, *players: Player | PlayerSnapshot) -> None:
    own = {player.user_id for player in players} - {None}
    if getattr(actor, "pk", None) in own:
        raise Refusal("This is about yourself, so another organiser decides.")


def _set(moment: dt.datetime | None) -> dt.datetime:
    assert moment is not None
    return moment
