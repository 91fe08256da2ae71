"""The page of starting anew, as a player meets it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import Entry, Restart
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from tests.api.conftest import Program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def one_week(lived):
    def story(opened):
        play.live_week(opened.week(1))
        week.reach_deadline(opened.week(1))

    return lived(story)


@pytest.fixture
def league(one_week, db):
    """Two players, one week played, the hires of the second open."""
    return one_week()


@pytest.fixture
def visit(client, league):
    def go(act: str = "restart_arsenal", **data):
        client.force_login(league.players[0])
        args = [league.campaign.slug]
        if data:
            answer = client.post(reverse(f"act:{act}", args=args), data, follow=True)
        else:
            answer = client.get(reverse("campaigns:restart", args=args))
        assert answer.status_code == 200
        return answer.content.decode()

    return go


def test_what_is_lost_and_what_comes_is_told_before_it_is_done(league, visit):
    page = visit()
    assert "What is lost" in page
    assert "5 Scrip more" in page
    assert "2 Barter flips" in page
    assert "nothing brings it back" in page
    assert league.entry(0).roster == 1, "looking changes nothing"


@pytest.mark.rule("SL-ANEW-01")
def test_meanwhile_the_pages_of_the_past_still_know_the_player(league, visit, client):
    visit(do="ask")
    entry = league.entry(0)
    assert entry.state == Entry.State.BUILDING
    pages = [
        *((name, [league.campaign.slug]) for name in ("season", "front", "history", "compare", "standings")),
        ("player", [league.campaign.slug, entry.pk]),
    ]
    for name, args in pages:
        answer = client.get(reverse(f"campaigns:{name}", args=args))
        assert answer.status_code == 200, name
        assert entry.label in answer.content.decode(), name


def test_from_the_scrap_heap_to_the_table(league, visit, client):
    building = visit(do="ask")
    assert "Starting Arsenal" in building
    entry = league.entry(0)
    assert (entry.state, entry.roster) == (Entry.State.BUILDING, 2)
    assert "Build the new Arsenal" in visit()
    arsenal.save_draft(entry, entry.user, choices.start_list(entry))
    founded = client.post(reverse("act:found_arsenal", args=[league.campaign.slug]), follow=True)
    assert "2 Barter flips due" in founded.content.decode()
    home = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    assert "Make the Barter flips of your new Arsenal" in home
    visit("begin_barter_flips", source="fate")
    for _ in range(20):
        dispatch.drain()
        restart = league.entry(0).restarts.get()
        if restart.state != Restart.State.FLIPPING:
            break
        visit("answer_barter_flip", ordinal=restart.asks_ordinal, option="pass")
    done = visit()
    assert "It plays from week 2 on" in done
    assert "The flips" in done
    hires = client.get(reverse("campaigns:hires", args=[league.campaign.slug])).content.decode()
    assert "New this week: no hire is due." in hires
    assert "Bought this week" not in hires, "what it began with was not bought"
    entry = league.entry(0)
    part = entry.weeks.select_related("entry__campaign", "week__campaign").get(week__number=2)
    play.hire(part)
    hires = client.get(reverse("campaigns:hires", args=[league.campaign.slug])).content.decode()
    bought = entry.models.order_by("-pk").first()
    items = re.findall(r"<li>.*?</li>", hires.partition("Bought this week")[2].partition("Scrip ledger")[0])
    assert len(items) == 1
    assert bought.name in items[0]


def test_flips_of_ones_own_table_are_entered_card_by_card(league, visit):
    visit(do="ask")
    entry = league.entry(0)
    arsenal.save_draft(entry, entry.user, choices.start_list(entry))
    arsenal.found_arsenal(entry, entry.user)
    page = visit("begin_barter_flips", source="entered")
    assert "Confirm</button>" in page
    after = visit("enter_barter_card", ordinal=0, **{"value-0": "BJ", "suit-0": ""})
    assert "Barter flip 2 of 2" in after


@pytest.mark.parametrize("source", ["fate", "entered"])
def test_a_program_makes_the_flips_as_the_page_does(league, source):
    program, at = Program(league.players[0], "play", "read"), f"leagues/{league.campaign.slug}/restart/"

    def now():
        answer = program.get(at)
        assert answer.status_code == 200, answer.content
        return answer.json()

    assert (now()["state"], now()["ask"]) == ("", None)
    assert program.post(at, {"do": "ask"}).status_code == 200
    entry = league.entry(0)
    arsenal.save_draft(entry, entry.user, choices.start_list(entry))
    arsenal.found_arsenal(entry, entry.user)
    assert program.post(f"{at}begin/", {"source": source}).status_code == 200
    for card in ("5r", "6m", "7c", "8t"):
        dispatch.drain()
        if (ask := now()["ask"]) is None:
            break
        if ask["who"] == "fate":
            assert source == "entered", "the portal draws its own cards"
            sent = program.post(f"{at}enter/", {"ordinal": ask["ordinal"], "card": card})
        else:
            sent = program.post(f"{at}choose/", {"ordinal": ask["ordinal"], "option": "pass"})
        assert sent.status_code == 200, sent.content
    done = now()
    assert (done["state"], done["flips"], done["plays_from"]) == ("done", source, 2)
    assert len(done["cards"]) == 2
    assert source == "fate" or set(done["cards"]) <= {"5r", "6m", "7c", "8t"}


def test_during_the_games_it_can_be_asked_and_called_off(league, visit):
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    assert "Start anew in week 3" in visit()
    assert "waits for the New Hires of week 3" in visit(do="ask")
    assert "Give your Arsenal up for a new one" in visit(do="call-off")
    assert restart_page.restart_under_way(league.entry(0)) is None


def test_an_invitation_to_a_running_league_says_what_one_gets(league, client):
    from tests.campaigns.conftest import person

    client.force_login(person("newcomer"))
    url = reverse("campaigns:join", args=[league.token])
    page = client.get(url).content.decode()
    assert "you play from week 2 on" in page
    joined = client.post(url, {"faction": "bayou", "crew_name": "Mud"}, follow=True).content.decode()
    assert "Starting Arsenal" in joined
    assert (
        "Build your new Arsenal"
        in client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    )
