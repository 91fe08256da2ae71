"""Imports an event from a file: finished elsewhere, or to be continued here."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.events import stages
from mfcampaign.events.loading import record
from mfcampaign.events.models import (
    Challenge,
    Event,
    EventOrganiser,
    Game,
    LadderStep,
    Player,
    Round,
    Team,
    TeamMatch,
)
from mfcampaign.events.operations.creation import RESERVED, apply_settings
from mfcampaign.events.operations.people import new_code
from mfcampaign.events.portable import OF_STATE, FiledDecisions, FiledEvent, FiledRound
from mfcampaign.web.names import free_slug, plain
from rules.refusal import Refusal

MOMENTS = ("made_at", "answer_by", "play_by", "ended_at")


def take_in(user: Person, filed: FiledEvent) -> Event:
    """A new event, unlisted, with ``user`` as its organiser, standing as the file says; players have new
    codes. It is finished when every round of the file is played out, and runs otherwise."""
    settings = dict(filed.settings)
    settings |= {
        name: plain(text) for name in ("name", "place") if isinstance(text := settings.get(name), str)
    }
    state = {name: settings.pop(name) for name in OF_STATE if name in settings}
    state["decided"] = msgspec.to_builtins(msgspec.convert(state.get("decided", {}), FiledDecisions))
    with transaction.atomic():
        try:
            name = str(settings["name"])
            slug = free_slug(Event, name, usual="event", reserved=RESERVED, listed=False)
            event = Event(slug=slug, listed=False, **state)
            event.starts_at = _moment(filed.starts_at)
            apply_settings(event, settings)
            begun = filed.rounds or filed.steps
            event.phase = Event.Phase.RUNNING if begun else Event.Phase.REGISTRATION
            event.full_clean(exclude=["slug", "ladder", "preferences", "order", *OF_STATE])
        except (ValidationError, TypeError, ValueError) as wrong:
            raise Refusal(f"The settings of this file cannot be used: {wrong}") from None
        event.save()
        EventOrganiser.objects.create(event=event, user=user)
        teams = _teams(event, filed)
        players = _players(event, filed, teams)
        for round_ in filed.rounds:
            row = _round(event, round_, players, last=event.climbing or round_ is filed.rounds[-1])
            _matches(row, round_, teams)
        if event.climbing:
            _ladder(event, filed, players)
        _readable(event)
        with operation(event, user, kind="event.imported") as act:
            act.say(f"{user} imported {event.name}.")
    return event


def _readable(event: Event) -> None:
    """``Refusal`` where the rows of a file contradict each other, before anybody meets them on a page."""
    try:
        event_record = record(event)
        stages.final_order(event_record)
        stages.stage(event_record)
        event_record.team_table()
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as wrong:
        raise Refusal(f"What this file says of the rounds contradicts itself ({wrong}).") from None


def _teams(event: Event, filed: FiledEvent) -> dict[int, Team]:
    teams = [Team(event=event, number=t.number, name=plain(t.name), captain=t.captain) for t in filed.teams]
    for team in teams:
        _checked(team, ["event"])
    Team.objects.bulk_create(teams)
    return {team.number: team for team in event.teams.all()}


def _matches(round_: Round, filed: FiledRound, teams: dict[int, Team]) -> None:
    TeamMatch.objects.bulk_create(
        TeamMatch(
            round=round_,
            number=number,
            a=teams[match.a],
            b=teams[match.b] if match.b is not None else None,
            why=match.why,
            settled=match.settled or round_.state == Round.State.CLOSED,
        )
        for number, match in enumerate(filed.matches, start=1)
    )


def _players(event: Event, filed: FiledEvent, teams: dict[int, Team]) -> dict[int, Player]:
    players = [
        Player(
            event=event,
            code=new_code(),
            team=teams.get(p.team),
            **{f: getattr(p, f) for f in p.__struct_fields__ if f != "team"},
        )
        for p in filed.players
    ]
    for player in players:
        player.name, player.club, player.company = map(plain, (player.name, player.club, player.company))
    for player in players:
        _checked(player, ["event", "code", "user", "team"])
    Player.objects.bulk_create(players)
    return {player.number: player for player in event.players.all()}


def _round(event: Event, filed: FiledRound, players: dict[int, Player], *, last: bool) -> Round:
    confirmed = all(game.state == Game.State.CONFIRMED for game in filed.games)
    confirmed = confirmed and all(match.settled for match in filed.matches)
    round_ = Round(
        event=event,
        number=filed.number,
        knockout=filed.knockout,
        scenario=filed.scenario,
        sheets=filed.sheets,
        proof=filed.proof[:200],
        certificate=filed.certificate,
        corrected=filed.corrected[:300],
        decided=msgspec.to_builtins(filed.decided),
        state=Round.State.OPEN if last and not confirmed else Round.State.CLOSED,
    )
    round_.save()
    games = []
    for game in filed.games:
        fields = {f: getattr(game, f) for f in game.__struct_fields__ if f not in ("a", "b")}
        row = Game(round=round_, a=players[game.a], b=players[game.b] if game.b else None, **fields)
        if row.state != Game.State.CONFIRMED:
            row.state = Game.State.OPEN
        _checked(row, ["round", "a", "b", "reports"])
        games.append(row)
    Game.objects.bulk_create(games)
    return round_


def _ladder(event: Event, filed: FiledEvent, players: dict[int, Player]) -> None:
    """Challenges with their games, then the steps that moved the rungs."""
    games = {round_.number: round_ for round_ in event.played_rounds.all()}
    rows = []
    for one in filed.challenges:
        times = {name: _moment(at) for name in MOMENTS if (at := getattr(one, name)) is not None}
        row = Challenge(
            event=event,
            number=one.number,
            challenger=players[one.challenger],
            challenged=players[one.challenged],
            state=one.state,
            costs=one.costs,
            reason=one.reason,
            round=games.get(one.number),
            **times,
        )
        _checked(row, ["event", "challenger", "challenged", "round"])
        rows.append(row)
    Challenge.objects.bulk_create(rows)
    challenges = {row.number: row for row in event.challenges.all()}
    steps = []
    for number, filed_step in enumerate(filed.steps, start=1):
        step = LadderStep(
            event=event,
            number=number,
            at=_moment(filed_step.at),
            kind=filed_step.kind,
            player=players.get(filed_step.player),
            rung=filed_step.rung,
            order=filed_step.order,
            challenge=challenges.get(filed_step.challenge),
        )
        _checked(step, ["event", "player", "challenge"])
        steps.append(step)
    LadderStep.objects.bulk_create(steps)


def _moment(text: str) -> dt.datetime:
    """``Refusal`` for what is no moment with its zone."""
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        raise Refusal(f"{text!r} is no moment.") from None
    if moment.tzinfo is None:
        raise Refusal(f"{text!r} does not say its time zone.")
    return moment


def _checked(row: Any, exclude: list[str]) -> None:
    try:
        row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
    except ValidationError as wrong:
        raise Refusal(f"A line of this file cannot be used: {wrong.messages[0]}") from None
