"""One world for all of these pages, lived once: a league in its second week's hires, one that is still
open for registration, and one that strangers may not know of. Each test is rolled back to it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from mfcampaign.campaigns.models import Campaign, Entry, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web import cache as page_cache
from tests.blocks import taken_back
from tests.campaigns.conftest import person

FACTIONS = ("guild", "arcanists", "neverborn")


@dataclass
class World:
    """``running`` has week 1 closed (a game and a bye) and the hires of week 2 open; ``open`` takes
    players, of whom ``builder`` is one; ``hidden`` is not listed and has the same organiser."""

    organiser: Any
    players: list[Any]
    builder: Any
    stranger: Any
    running: Campaign
    open: Campaign
    hidden: Campaign
    token: str

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("user", "campaign").get(
            campaign=self.running, user=self.players[number]
        )

    def week(self, number: int) -> Week:
        return Week.objects.select_related("campaign").get(campaign=self.running, number=number)


def _open(organiser: Any, name: str, **options: Any) -> Campaign:
    return opening.open_league(
        organiser,
        name=name,
        starts_on=dt.date(2026, 1, 5),
        turnover_time=dt.time(19, 0),
        zone="Europe/Madrid",
        policies={"weekly_events": "off"},
        **options,
    )


def _live_a_week(campaign: Campaign, organiser: Any) -> None:
    for entry in campaign.entries.select_related("user", "campaign"):
        play.found_arsenal(entry, taste=str(entry.user))
    opening.close_registration(campaign, organiser)
    first = week.start(campaign, organiser)
    for game in first.games.all():
        play.play(game)
        while dispatch.drain():
            play.finish(game)
    week.reach_deadline(first, organiser, "Agreed.")


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), taken_back():
        call_command("load_catalogue", verbosity=0)
        organiser, builder, stranger = person("olga"), person("berta"), person("stranger")
        players = [person(name) for name in ("ada", "bram", "cleo")]
        running = _open(organiser, "Running League")
        token = opening.invite(running, organiser)
        for user, faction in zip(players, FACTIONS, strict=True):
            opening.join(running, user, faction=faction, token=token, crew_name=f"Crew of {user}")
        _live_a_week(running, organiser)
        running.refresh_from_db()
        gathering = _open(organiser, "Open League")
        token = opening.invite(gathering, organiser)
        opening.join(gathering, builder, faction="guild", token=token)
        hidden = _open(organiser, "Hidden League", listed=False)
        yield World(organiser, players, builder, stranger, running, gathering, hidden, token)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Tests write rows behind the league's back, and roll its count of acts back."""
    page_cache._values.clear()


@pytest.fixture
def browse(world: World, db: None) -> Any:
    """``browse(user)``: a signed-in client; ``browse()`` is nobody."""

    def of(user: Any = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return of
