"""A league with people in it, for tests: made by the operations, never by rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import override_settings

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.catalog.models import Release
from mfcampaign.web import cache as page_cache
from tests import data_sets

FACTIONS = (
    "guild",
    "arcanists",
    "neverborn",
    "outcasts",
    "bayou",
    "resurrectionists",
    "ten-thunders",
    "explorers-society",
)


def person(name: str) -> Any:
    return get_user_model().objects.create_user(
        username=name, email=f"{name}@example.org", password="secret-pass"
    )


@dataclass
class League:
    """A league and the shortest words for what its people do."""

    campaign: Campaign
    organiser: Any
    token: str
    players: list[Any] = field(default_factory=list)

    def join(self, name: str, faction: str) -> Entry:
        user = person(name)
        self.players.append(user)
        return operations.join(self.campaign, user, faction=faction, token=self.token)

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("user", "campaign").get(
            campaign=self.campaign, user=self.players[number]
        )

    def found_all(self, taste: str = "") -> None:
        for number in range(len(self.players)):
            play.found_arsenal(self.entry(number), taste=f"{taste}{number}")

    def start(self) -> Week:
        operations.close_registration(self.campaign, self.organiser)
        return week.start(self.campaign, self.organiser)

    def week(self, number: int) -> Week:
        return Week.objects.select_related("campaign").get(campaign=self.campaign, number=number)

    def move_deadline(self, when: dt.datetime, reason: str = "A holiday.") -> None:
        """The games of the open week are due ``when``, by a ruling."""
        now = self.campaign.weeks.latest("number")
        request = requests.MoveDeadline(week=now.number, what="games", until=when.isoformat())
        ruling_operations.rule(self.campaign, self.organiser, request, reason)

    def games(self, number: int = 1) -> list[Game]:
        return list(
            Game.objects.filter(week__campaign=self.campaign, week__number=number)
            .select_related("week__campaign")
            .order_by("table")
        )

    def again(self) -> League:
        """The same league, nothing of it cached: acts that were rolled back are counted again."""
        page_cache._values.clear()
        people = get_user_model().objects.in_bulk([self.organiser.pk, *(user.pk for user in self.players)])
        return League(
            Campaign.objects.get(pk=self.campaign.pk),
            people[self.organiser.pk],
            self.token,
            [people[user.pk] for user in self.players],
        )

    def check(self) -> None:
        """What must hold after every act: the ledger balances, each living Arsenal has one Leader."""
        assert balances.verify(self.campaign) == []
        for entry in self.campaign.entries.exclude(state=Entry.State.BUILDING):
            alive = entry.models.owned()
            assert not alive.exists() or alive.filter(is_leader=True).count() == 1


@pytest.fixture(scope="module")
def figures(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The real figures and house charts for the tests of a module that roll back; modules that follow one
    another share them."""
    with django_db_blocker.unblock():
        data_sets.catalogue()
    yield
    with django_db_blocker.unblock():
        data_sets.leave_catalogue()


@pytest.fixture
def catalogue(figures: None, db: None) -> None:
    """The real figures and house charts, loaded again where a test before emptied the database."""
    if not Release.objects.exists():
        data_sets.catalogue()


def opened(players: int = 2, name: str = "Test League", **options: Any) -> League:
    """A league open for registration by its edition's house rules, its players joined."""
    organiser = person(f"organiser-of-{name.lower().replace(' ', '-')}")
    options.setdefault("starts_on", dt.date(2026, 1, 5))
    options.setdefault("turnover_time", dt.time(19, 0))
    options.setdefault("zone", "Europe/London")
    # A week's event is a matter of chance; tests of events ask for it.
    options["policies"] = {"weekly_events": "off"} | (options.get("policies") or {})
    campaign = operations.open_league(organiser, name=name, **options)
    opened_league = League(campaign, organiser, operations.invite(campaign, organiser))
    for number in range(players):
        opened_league.join(f"player-{number}-{campaign.pk}", FACTIONS[number % len(FACTIONS)])
    return opened_league


@pytest.fixture
def make_league(catalogue: None) -> Callable[..., League]:
    """``make_league(players=2, policies={...})``: see ``opened``."""
    return opened


@pytest.fixture(scope="module")
def lived(figures: None, django_db_blocker: Any) -> Callable[..., Callable[[], League]]:
    """``lived(story, players=4)``: a league that the tests of a module share, begun and lived by ``story``
    once. What comes back gives it to one test, freshly read; whatever that test does is rolled back."""

    def once(story: Callable[[League], object], **options: Any) -> Callable[[], League]:
        with django_db_blocker.unblock(), override_settings(DISPATCH_IN_PROCESS=True):
            opened_league = opened(**options)
            opened_league.found_all()
            opened_league.start()
            story(opened_league)
        return opened_league.again

    return once


@pytest.fixture
def league(make_league: Callable[..., League]) -> League:
    """Two players with founded Arsenals, not started."""
    return founded_of(make_league, "m3e")


def founded_of(make_league: Callable[..., League], edition: str) -> League:
    """Two players with Arsenals of that edition, not started; put back where a test before founded them."""
    return data_sets.world(f"league {edition}", partial(founded, make_league, edition=edition)).again()


def founded(make_league: Callable[..., League], **options: Any) -> League:
    """Two players with their Arsenals, not started."""
    opened_league = make_league(**options)
    opened_league.found_all()
    return opened_league


@pytest.fixture
def in_process(settings: Any) -> None:
    """No workers: commands are done in this process, by ``play`` or by ``dispatch.drain()``."""
    settings.DISPATCH_IN_PROCESS = True


@pytest.fixture
def count_from_afar(db: None) -> Iterator[Callable[[], None]]:
    """Every table of a league counts from its own millions; afterwards from where it did: PostgreSQL does not
    roll its counters back, and the worlds that this run keeps would have those numbers."""
    tables = [model._meta.db_table for model in apps.get_app_config("campaigns").get_models()]
    stood: dict[str, tuple[int, bool]] = {}

    def count() -> None:
        with connection.cursor() as cursor:
            for first, table in enumerate(tables):
                number = 7_000_000 + first * 50_000
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [f'"{table}"'])
                    counter = cursor.fetchone()[0]
                    cursor.execute(f"SELECT last_value, is_called FROM {counter}")  # noqa: S608  our own
                    stood[counter] = cursor.fetchone()
                    cursor.execute("SELECT setval(%s, %s)", [counter, number])
                else:
                    cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                    cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])

    yield count
    with connection.cursor() as cursor:
        for counter, (last, called) in stood.items():
            cursor.execute("SELECT setval(%s, %s, %s)", [counter, last, called])
