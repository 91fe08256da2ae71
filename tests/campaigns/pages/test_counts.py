"""Lists ask the database the same number of questions for ten rows as for two hundred, and at most six."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.league.views import LEAGUES_A_PAGE
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, GameSide, Week, WeekEntry
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.dispatch.models import Command
from mfcampaign.web import cache as page_cache

MOST, MOST_OF_A_PAGE = 6, 15


def _queries(client, url):
    assert client.get(url).status_code == 200  # the catalogue is read by whoever comes first
    page_cache._values.clear()  # the first visitor after an act pays for all
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200
    return len(seen)


def _people(world, count):
    User = get_user_model()
    start = User.objects.count()
    people = User.objects.bulk_create(User(username=f"p{start + n}") for n in range(count))
    entries = Entry.objects.bulk_create(
        Entry(campaign=world.running, user=user, faction="bayou", state="active") for user in people
    )
    for entry in entries:
        ledger.open_purse(entry)


def _leagues(world, count):
    start = Campaign.objects.count()
    campaigns = [
        Campaign(
            slug=f"many-{start + n}",
            name=f"Many {start + n}",
            starts_on=world.running.starts_on,
            turnover_time=world.running.turnover_time,
            release_id=world.running.release_id,
            charts_id=world.running.charts_id,
        )
        for n in range(count)
    ]
    Campaign.objects.bulk_create(campaigns)


def _acts(world, count):
    aggregate = f"campaign:{world.running.pk}"
    start = Act.objects.filter(aggregate=aggregate).count() + 1000
    Act.objects.bulk_create(
        Act(aggregate=aggregate, ordinal=start + n, kind="test", sentence=f"Act {n}.", actor=world.organiser)
        for n in range(count)
    )


def _commands(world, count):
    start = Command.objects.count()
    Command.objects.bulk_create(
        Command(kind="test", natural_key=f"test/{start + n}", campaign_id=world.running.pk, status="done")
        for n in range(count)
    )


def _lines(world, count):
    entry = world.entry(0)
    start = balances.lines(entry).count()
    for number in range(count):
        ledger.pay(entry, 1, reason="ruling", natural_key=f"count/{start + number}")


def _weeks(world, count):
    start = world.running.weeks.count() + 1
    first = world.week(1)
    Week.objects.bulk_create(
        Week(
            campaign=world.running,
            number=start + n,
            state="closed",
            opens_at=first.opens_at,
            hires_close_at=first.hires_close_at,
            games_close_at=first.games_close_at,
            fate_seed=bytes(first.fate_seed),
            fate_commitment=first.fate_commitment,
        )
        for n in range(count)
    )


LISTS = {
    "leagues": _leagues,
    "standings": _people,
    "members": _people,
    "diary": _acts,
    "commands": _commands,
    "scrip": _lines,
    "fate": _weeks,
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_ask_at_most_six_questions_however_long_they_are(world, browse, name):
    client = browse(world.players[0])
    args = {"leagues": [], "scrip": [world.running.slug, world.entry(0).pk]}.get(name, [world.running.slug])
    url = reverse(f"campaigns:{name}", args=args)
    LISTS[name](world, 10)
    few = _queries(client, url)
    LISTS[name](world, 190)
    many = _queries(client, url)
    assert (few, many) == (few, few)
    assert many <= MOST + 2 * (name == "standings"), "points and teams beside results"


@pytest.mark.parametrize("page", ["league", "season", "history", "front", "compare", "organise"])
def test_a_page_of_a_league_asks_the_same_for_few_and_many(world, browse, page):
    client = browse(world.organiser if page == "organise" else world.players[0])
    url = reverse(f"campaigns:{page}", args=[world.running.slug])
    _people(world, 10)
    few = _queries(client, url)
    _people(world, 190)
    _acts(world, 50)
    assert _queries(client, url) == few
    assert few <= MOST_OF_A_PAGE


def test_organisers_read_who_is_hiring_without_a_question_for_each(world, browse):
    client, league = browse(world.organiser), world.running
    url = reverse("campaigns:organise", args=[league.slug])
    week = league.weeks.latest("number")
    Week.objects.filter(pk=week.pk).update(state=Week.State.NEW_HIRES)

    def hire(count):
        _people(world, count)
        there = WeekEntry.objects.filter(week=week).values("entry")
        new = league.entries.exclude(pk__in=there)
        WeekEntry.objects.bulk_create(WeekEntry(week=week, entry=entry) for entry in new)

    hire(10)
    few = _queries(client, url)
    hire(190)
    assert _queries(client, url) == few
    assert few <= MOST_OF_A_PAGE
    assert client.get(url).content.count(b"owes a hire") > 200


def test_one_s_own_data_ask_for_the_keys_that_name_one_and_not_for_each_row(world, browse):
    client, url = browse(world.organiser), reverse("accounts:own_data")
    _acts(world, 10)
    few = _queries(client, url)
    _acts(world, 190)
    assert _queries(client, url) == few
    assert client.get(url).content.count(b"Act 1") > 100


def test_the_tables_of_a_week_take_one_query(world, django_assert_num_queries):
    first = world.week(1)
    assert GameSide.objects.filter(game__week=first).count() == 2
    with django_assert_num_queries(1):
        tables = week_page.tables(first, week_page.sides_of([first]))
    assert [side.entry.person for side in tables[0].sides]


def test_an_arsenal_sheet_asks_the_same_for_few_and_many_models(world, browse):
    from mfcampaign.campaigns.models import ArsenalModel

    client, entry = browse(world.players[0]), world.entry(0)
    url = reverse("campaigns:arsenal", args=[world.running.slug, entry.pk])
    few = _queries(client, url)
    ArsenalModel.objects.bulk_create(
        ArsenalModel(entry=entry, slug="guild-hound", name="Guild Hound", cost=3, hired_week=2)
        for _ in range(60)
    )
    assert _queries(client, url) == few
    assert few <= MOST_OF_A_PAGE


def test_a_long_list_of_leagues_comes_in_pages(world, browse):
    _leagues(world, 190)
    page = browse().get(reverse("campaigns:leagues")).content.decode()
    assert page.count('<li class="card') == LEAGUES_A_PAGE
    assert 'rel="next"' in page
