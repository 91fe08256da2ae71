"""The diary is searched and filtered."""

from __future__ import annotations

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.league.diary_queries import TOPICS, DiaryFilter, filtered
from mfcampaign.campaigns.league.queries import diary_page
from mfcampaign.campaigns.week import operations as week

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def kinds(league, **wanted) -> list[str]:
    acts = filtered(acts_of(league.campaign, organiser=True), DiaryFilter(**wanted), league.campaign)
    return [act.kind for act in acts]


def test_each_filter_leaves_out_what_it_should(league):
    league.start()
    week.reach_deadline(league.week(1), league.organiser, "Agreed.")
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


@pytest.mark.both
@pytest.mark.parametrize("organiser", [False, True])
def test_a_diary_holds_each_told_act_once_the_newest_first(league, organiser):
    campaign, nothing = league.campaign, DiaryFilter()
    for number in range(110):
        with operation(campaign, league.organiser, kind="test") as act:
            act.say(f"Act {number}." if number % 5 else "", organisers_only=number % 3 == 0)
    told = [act.ordinal for act in acts_of(campaign, organiser=organiser)]
    for size in (7, 50):
        pages = [
            diary_page(campaign, organiser=organiser, asked=str(number + 1), size=size, wanted=nothing).page
            for number in range(-(-len(told) // size))
        ]
        assert [act.ordinal for page in pages for act in page.object_list] == told


def test_a_later_page_of_the_diary_is_the_one_asked_for(league):
    for number in range(60):
        with operation(league.campaign, league.organiser, kind="test") as act:
            act.say(f"Act {number}.")
    nothing = DiaryFilter()
    first, second, last = (
        diary_page(league.campaign, organiser=True, asked=asked, size=50, wanted=nothing).page
        for asked in ("", "2", "99")
    )
    assert (first.number, second.number, last.number) == (1, 2, 2)
    assert first.paginator.count == len(first.object_list) + len(second.object_list)
    assert first.object_list[0].sentence == "Act 59."
    assert first.object_list[-1].ordinal == second.object_list[0].ordinal + 1
    assert second.object_list == last.object_list


def test_a_diary_in_which_nothing_is_told_has_one_empty_page(league):
    Act.objects.update(sentence="")
    diary = diary_page(league.campaign, organiser=True, asked="1", size=50, wanted=DiaryFilter())
    assert (diary.page.number, diary.page.paginator.count, diary.chapters) == (1, 0, ())
