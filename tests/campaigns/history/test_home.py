"""What comes next, and the diary under its weeks."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.league import dates
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from tests.markup import flat, read_aloud

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def home(league, user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    page = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    return read_aloud(page)


def test_the_home_says_what_comes_next_and_a_player_sees_their_own_game(league):
    league.start()
    league.move_deadline(timezone.now() + dt.timedelta(days=3))
    own = home(league, league.players[0])
    other = play.sides(league.games()[0])[1].entry
    mine = play.sides(league.games()[0])[0].entry
    opponent = other if mine.user == league.players[0] else mine
    assert f"Your game against {opponent.label} is due (week 1, table 1)" in own
    assert "games and Aftermaths are due, week 2 opens" in own
    stranger = home(league)
    assert "games and Aftermaths are due" in stranger
    assert "is due (week 1" not in stranger


def test_a_player_elsewhere_reads_deadlines_by_their_own_clock_too(league):
    user = league.players[0]
    assert "(Europe/London)" in home(league, user)
    user.timezone = "Pacific/Auckland"
    user.save()
    league.start()
    league.move_deadline(timezone.now() + dt.timedelta(days=3))
    assert "(Europe/London)" not in home(league, user), "the league's own clock is for who chose none"
    client = Client()
    client.force_login(user)
    page = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    assert re.search(r'title="[^"]*\(Pacific/Auckland\); [^"]*\(Europe/London\)"', page)


def test_only_what_lies_ahead_comes_and_hires_only_while_they_are_open(past):
    campaign, now = past.campaign, timezone.now()
    assert all(moment.at > now for moment in dates.coming(dates.moments(campaign), now))
    keys = {moment.key for moment in dates.moments(campaign)}
    assert "week-2-hires" not in keys, "they are closed"
    week.reach_deadline(past.league.week(2), past.league.organiser, "Agreed.")
    campaign = Campaign.objects.get()
    assert "week-3-hires" in {moment.key for moment in dates.moments(campaign)}
    for who, entry in ((past.league.players[0], past.league.entry(0)), (past.league.organiser, None)):
        client = Client()
        client.force_login(who)
        (hires,) = [m.url for m in dates.moments(campaign, entry) if m.key == "week-3-hires"]
        assert client.get(hires).status_code == 200, f"what comes next of {who}"


def test_the_diary_tells_each_act_under_the_week_that_was_open(past):
    acts = list(Act.objects.filter(aggregate=f"campaign:{past.campaign.pk}").order_by("-ordinal"))
    chapters = league_page.chapters(league_page.opened_weeks(past.campaign), acts)
    assert [chapter.week for chapter in chapters] == [2, 1, 0]
    assert [act.ordinal for chapter in chapters for act in chapter.acts] == [act.ordinal for act in acts]
    second, first, before = ({act.kind for act in chapter.acts} for chapter in chapters)
    assert "week.closed" in first
    assert "hire.model" in second or "hire.locked" in second
    assert "league.joined" in before
    page = flat(Client().get(reverse("campaigns:diary", args=[past.campaign.slug])).content.decode())
    assert (
        page.index("Week 2</a></h2>")
        < page.index("Week 1</a></h2>")
        < page.index("Before the first week</h2>")
    )


def test_what_comes_next_of_a_game_goes_with_its_state(league):
    league.start()
    league.move_deadline(timezone.now() + dt.timedelta(days=3))
    game = league.games()[0]
    mine = play.sides(game)[0]

    def due() -> list[str]:
        return [m.what for m in dates.moments(Campaign.objects.get(), mine.entry) if m.yours]

    beginnings = []
    for state in ("playing", "reported", "aftermath"):
        game.state = state
        game.save()
        beginnings.append(due()[0].split(" your game")[0].split(" game")[0])
    assert beginnings == ["Your", "The result of", "The Aftermath of"]
    game.state = "disputed"
    game.save()
    assert due() == []
