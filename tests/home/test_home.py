"""Home knows the Encounters one has under way, and what serves a game tonight."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.events.operations import people
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation
from mfcampaign.play.queries import under_way
from tests.campaigns.conftest import catalogue, figures, in_process, league, make_league  # noqa: F401
from tests.events.making import Day
from tests.play.playing import SMALL, person

pytestmark = pytest.mark.django_db


def another(row: Encounter) -> Encounter:
    """The same Encounter once more, with the same people: founding one takes a second."""
    seats = list(row.seats.all())
    copy = Encounter.objects.get(pk=row.pk)
    copy.pk, copy.public_id = None, public_id()
    copy.save()
    for seat in seats:
        seat.pk, seat.encounter, seat.invitation = None, copy, public_id()
        seat.save()
    return copy


def test_encounters_under_way_stand_at_home(client: Client, django_assert_num_queries: Any) -> None:
    mara = person("mara")
    row = creation.create(mara, SMALL, opponent="greedy")
    client.force_login(mara)
    assert row.get_absolute_url() in client.get("/").content.decode()
    more = [another(row) for _ in range(3)]
    with django_assert_num_queries(1):
        running = under_way.running(mara)
    assert [each.url for each in running] == [each.get_absolute_url() for each in reversed(more)]
    assert [(each.gathering, each.people) for each in running] == [(True, "mara against the bot")] * 3
    assert under_way.running(person("stranger")) == []


@pytest.mark.parametrize("signed_in", [False, True])
def test_what_serves_a_game_tonight_is_one_tap_away(client: Client, signed_in: bool) -> None:
    if signed_in:
        client.force_login(person("mara"))
    page = client.get("/").content.decode()
    for door in ("setups:new", "tables:list", "tables:sight", "play:list"):
        assert f'href="{reverse(door)}"' in page


def asked(client: Client) -> tuple[int, str]:
    """How many questions home asks, and the page."""
    with CaptureQueriesContext(connection) as seen:
        page = client.get("/").content.decode()
    return len(seen), page


@pytest.mark.usefixtures("in_process")
def test_home_asks_the_same_for_few_and_many(client: Client, league: Any) -> None:  # noqa: F811
    """Session, person, leagues played and run, events, Encounters, Crews; with leagues at most fifteen."""
    stranger, mara = person("stranger"), league.players[0]
    client.force_login(stranger)
    assert asked(client)[0] == 7
    league.start()
    client.force_login(mara)
    league.campaign.organisers.create(user=mara)
    row = creation.create(mara, SMALL, opponent="greedy")
    counts = set()
    for count in (1, 3):
        for number in range(count):
            day = Day(league.organiser, 0, name=f"Cup {count}.{number}")
            people.sign_up(day.event, mara, name="Mara", user=mara)
            another(row)
        number, page = asked(client)
        counts.add(number)
    (number,) = counts
    assert number <= 15
    for words in ("Hire your Crew against", "You organise it.", "Cup 3.2", "against the bot"):
        assert words in page


def test_a_stranger_reads_which_editions_have_leagues(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Leagues: Fourth Edition, Third Edition and Second Edition." in page
    assert "First Edition. Leagues" in page
