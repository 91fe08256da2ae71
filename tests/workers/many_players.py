"""Verbs of the proof's process for an evening of fifty players (``tests.workers.test_evening``) and an event
of a thousand (``tests.workers.test_storms``)."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.utils import timezone

from mfcampaign.api import operations as api
from mfcampaign.api.models import Answer
from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, Campaign, Week
from mfcampaign.campaigns.models.pairing import Availability
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.crews.models import Crew
from mfcampaign.events.models import Event, Game
from mfcampaign.events.operations import people
from mfcampaign.events.tables import PlayerRow
from tests.campaigns.seasons.invariants import everything_wrong
from tests.events.making import Day
from tests.workers.league_races import open_with_players


def begin_evening(slug: str, players: int) -> list[dict[str, str]]:
    """The New Hires of so many players: of each the token, the cookie of a session and the user name."""
    league = open_with_players(slug, players, timezone.localdate() - dt.timedelta(days=1))
    first = Week.objects.select_related("campaign").get(campaign=league, number=1)
    weeks.reach_deadline(first, league.organisers.get().user, "Agreed.")
    entries = league.entries.select_related("user").order_by("pk")
    return [_way_in(entry.user) for entry in entries]


def _way_in(user: Any) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    token = api.make_token(user, name="evening", scopes=["read", "play"])[1]
    return {"name": user.username, "token": token, "session": client.cookies["sessionid"].value}


def evening(slug: str, keys: list[str]) -> dict[str, Any]:
    """What there is at its end: of each player the hired models, the Crews and the evenings; of the acts
    under these ``keys`` the ``unknown`` ones, and those ``told_twice``; whether the league adds up."""
    connection.close()  # the database may have been killed since
    league = Campaign.objects.get(slug=slug)
    told = Counter(Act.objects.filter(key__in=keys).values_list("key", flat=True))
    answered = set(
        Answer.objects.filter(key__in=keys, status__lt=300, status__gt=0).values_list("key", flat=True)
    )
    return {
        "players": {
            user.username: _of_player(league, user)
            for user in get_user_model().objects.filter(entries__campaign=league)
        },
        "unknown": sorted(set(keys) - answered),
        "told_twice": sorted(key for key, number in told.items() if number > 1),
        "ledger": balances.verify(league),
        "wrong": everything_wrong(league),
    }


def _of_player(league: Campaign, user: Any) -> dict[str, Any]:
    hired = ArsenalModel.objects.filter(entry__campaign=league, entry__user=user, hired_week=2)
    days = Availability.objects.filter(entry__campaign=league, entry__user=user, week=3)
    return {
        "hired": sorted(hired.values_list("slug", flat=True)),
        "crews": sorted(Crew.objects.filter(owner=user).values_list("name", flat=True)),
        "evenings": sorted(day for row in days for day in row.evenings),
    }


def big_event(players: int) -> tuple[str, str, list[str]]:
    """Begun, before its first round: its address, the token of its organiser, the codes of its players."""
    host = get_user_model().objects.create_user("host-of-many")
    day = Day(host, 0, name="Hall of a thousand", capacity=players)
    people.add_many(day.event, host, [PlayerRow(n, f"Player {n}") for n in range(1, players + 1)])
    day.begin()
    token = api.make_token(host, name="big", scopes=["read", "organise"])[1]
    return day.event.slug, token, list(day.event.players.order_by("number").values_list("code", flat=True))


def opponents(slug: str) -> list[list[str]]:
    """The codes of those on the first and on the second seat of each game."""
    games = Game.objects.filter(round__event__slug=slug).order_by("table")
    return [list(games.values_list(f"{side}__code", flat=True)) for side in "ab"]


def event_played(slug: str) -> dict[str, int]:
    """How many games are confirmed, and how many reports and confirmations its diary has."""
    event = Event.objects.get(slug=slug)
    acts = Act.objects.filter(aggregate=aggregate_name(event))
    return {
        "confirmed": Game.objects.filter(round__event=event, state=Game.State.CONFIRMED).count(),
        "reports": acts.filter(kind="game.reported").count(),
        "confirmations": acts.filter(kind="game.confirmed").count(),
    }
