"""The diary is searched and filtered."""

from __future__ import annotations

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.league.diary_queries import TOPICS, DiaryFilter, filtered
from mfcampaign.campaigns.week import operations as week

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def kinds(league, **wanted) -> list[str]:
    acts = filtered(acts_of(league.campaign, organiser=True), DiaryFilter(**wanted), league.campaign)
    return [act.kind for act in acts]


def test_each_filter_leaves_out_what_it_should(league):
    league.start()
    week.reach_deadline(league.week(1), league.organiser)
    everything = kinds(league)
    joined = kinds(league, query="JOINED, PLAYING")
    assert joined == ["league.joined"] * 2
    assert set(kinds(league, about="people")) == {"league.joined"}
    assert "league.joined" in kinds(league, week=0)
    assert "week.deadline" in kinds(league, week=1)
    assert "league.joined" not in kinds(league, week=1)
    assert len(kinds(league, week=0)) + len(kinds(league, week=1)) + len(kinds(league, week=2)) == len(
        everything
    )
    assert kinds(league, week=9) == kinds(league, query="no such word") == []


def test_each_topic_has_acts_of_its_own(league):
    seen = set(Act.objects.values_list("kind", flat=True))
    beginnings = [beginning for _, all_of_one in TOPICS.values() for beginning in all_of_one]
    assert len(beginnings) == len(set(beginnings))
    assert any(kind.startswith(TOPICS["arsenals"][1]) for kind in seen)


def test_the_page_and_the_api_ask_alike(league, client):
    slug = league.campaign.slug
    page = client.get(f"/leagues/{slug}/diary/", {"q": "joined, playing", "about": "people"}).content.decode()
    assert page.count("joined, playing ") == 2
    assert "opened the league" not in page
    assert "Show everything" in page
    assert "Nothing in the diary fits" in client.get(f"/leagues/{slug}/diary/?q=zzz").content.decode()
    items = client.get(f"/api/v1/leagues/{slug}/diary/?about=people").json()["items"]
    assert {item["kind"] for item in items} == {"league.joined"}
