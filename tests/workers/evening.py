"""Verbs of the proof's process for an evening of fifty players (``tests.workers.test_evening``)."""

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
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, Campaign, Week
from mfcampaign.campaigns.models.pairing import Availability
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.crews.models import Crew
from tests.campaigns.seasons.invariants import everything_wrong
from tests.workers.league_races import open_with_players


def begin_evening(slug: str, players: int) -> list[dict[str, str]]:
    """The New Hires of so many players: of each the token, the cookie of a session and the user name."""
    league = open_with_players(slug, players, timezone.localdate() - dt.timedelta(days=1))
    first = Week.objects.select_related("campaign").get(campaign=league, number=1)
    weeks.reach_deadline(first, league.organisers.get().user, "Agreed.")
    people = [entry.user for entry in league.entries.select_related("user").order_by("pk")]
    return [_way_in(user) for user in people]


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
