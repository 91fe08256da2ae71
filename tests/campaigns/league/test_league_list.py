"""The list of leagues: whose come first, what a page holds, what it asks of the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mfcampaign.campaigns.league.queries import LeagueList, cards
from mfcampaign.campaigns.models import Campaign, Entry
from tests.campaigns.conftest import League


@pytest.fixture
def seven(make_league: Callable[..., League]) -> tuple[list[League], Any]:
    """Seven leagues from the oldest to the newest. Somebody organises the second, plays in the third, both in
    the fourth; the first and the fifth are not listed."""
    leagues = [make_league(players=2, name=f"League {number}") for number in range(7)]
    somebody = leagues[1].organiser
    for league in leagues[2:4]:
        Entry.objects.filter(campaign=league.campaign, user=league.players[0]).update(user=somebody)
    leagues[3].campaign.organisers.update(user=somebody)
    Campaign.objects.filter(pk__in=[leagues[0].campaign.pk, leagues[4].campaign.pk]).update(listed=False)
    return leagues, somebody


def _names(rows: Any) -> list[str]:
    return [row.name.removeprefix("League ") for row in rows]


def test_your_own_come_first_then_the_listed_ones_newest_first(seven: tuple[list[League], Any]) -> None:
    _, somebody = seven
    rows: Any = LeagueList(somebody)
    assert len(rows) == 5
    assert _names(rows[0:20]) == ["3", "2", "1", "6", "5"]
    assert [(card.plays, card.runs) for card in cards(rows[0:4])] == [
        (True, True),
        (True, False),
        (False, True),
        (False, False),
    ]


def test_ones_own_count_whether_they_are_listed_or_not(seven: tuple[list[League], Any]) -> None:
    leagues, somebody = seven
    Campaign.objects.filter(pk=leagues[3].campaign.pk).update(listed=False)
    assert _names(LeagueList(somebody)[0:20]) == ["3", "2", "1", "6", "5"]
    assert len(LeagueList(somebody)) == 5
    others = LeagueList(leagues[6].organiser)
    assert _names(others[0:20]) == ["6", "5", "2", "1"]
    assert len(others) == 4
    Campaign.objects.filter(pk__in=[leagues[5].campaign.pk, leagues[6].campaign.pk]).update(listed=False)
    assert len(LeagueList(somebody)) == 3, "one's own alone"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_pages_hold_each_league_once_whatever_their_size(seven: tuple[list[League], Any], size: int) -> None:
    _, somebody = seven
    rows = LeagueList(somebody)
    pages = [_names(rows[first : first + size]) for first in range(0, 6, size)]
    assert [name for page in pages for name in page] == ["3", "2", "1", "6", "5"]


def test_strangers_see_the_listed_ones_and_staff_all(seven: tuple[list[League], Any]) -> None:
    leagues, _ = seven
    assert _names(LeagueList(AnonymousUser())[0:20]) == ["6", "5", "3", "2", "1"]
    staff = leagues[0].organiser
    assert _names(LeagueList(staff)[0:20]) == ["0", "6", "5", "3", "2", "1"]
    staff.is_staff = True
    assert _names(LeagueList(staff)[0:20]) == ["0", "6", "5", "4", "3", "2", "1"]


def test_a_page_that_is_not_there_is_the_last_one(seven: tuple[list[League], Any], client: Client) -> None:
    for asked in ("2", "99999999999999999999", "0", "-1", "x"):
        assert client.get("/leagues/", {"page": asked}).status_code == 200


def test_the_others_are_read_in_the_order_of_their_key(seven: tuple[list[League], Any]) -> None:
    """No page sorts all leagues: that took most of its time with a thousand of them."""
    _, somebody = seven
    with CaptureQueriesContext(connection) as asked:
        LeagueList(somebody)[0:20]
    others = asked[-1]["sql"]
    assert 'ORDER BY "campaigns_campaign"."id" DESC LIMIT' in others
    assert len(asked) == 2
