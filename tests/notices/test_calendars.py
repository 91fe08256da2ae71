"""Calendars: parsed back, right in each zone, behind a secret that can be taken away."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from mfcampaign.campaigns.league.dates import Moment, moments
from mfcampaign.campaigns.models import Campaign
from mfcampaign.notices import calendar_feed as feeds
from mfcampaign.notices.calendar_feed import changes, vtimezone
from mfcampaign.notices.models import CalendarLink
from mfcampaign.notices.operations import calendars
from tests.campaigns.conftest import person

ZONES = "Europe/London Europe/Madrid America/New_York America/Sao_Paulo Australia/Lord_Howe Asia/Kolkata Pacific/Auckland Africa/Casablanca".split()  # noqa: E501


@pytest.mark.parametrize("name", ZONES)
def test_a_told_zone_has_the_offsets_of_the_zone_itself_at_every_hour(name):
    """As the RFC reads it: the last onset at or before a moment decides."""
    zone = ZoneInfo(name)
    first, last = dt.datetime(2026, 1, 1, tzinfo=dt.UTC), dt.datetime(2027, 6, 1, tzinfo=dt.UTC)
    parsed = Calendar.from_ical(
        b"".join([b"BEGIN:VCALENDAR\r\n", vtimezone(zone, first, last).to_ical(), b"END:VCALENDAR\r\n"])
    )
    onsets = sorted(
        (part["dtstart"].dt.replace(tzinfo=dt.UTC) - part["tzoffsetfrom"].td, part["tzoffsetto"].td)
        for part in parsed.walk("VTIMEZONE")[0].subcomponents
    )
    at, seen = first, 0
    while at < last:
        offset = [to for onset, to in onsets if onset <= at][-1]
        assert offset == at.astimezone(zone).utcoffset(), at
        at += dt.timedelta(minutes=30)
        seen += 1
    assert seen > 20_000
    assert (len(list(changes(zone, first, last))) > 0) == (name not in ("America/Sao_Paulo", "Asia/Kolkata"))


def test_a_moment_in_the_night_of_the_clocks_is_the_same_instant_when_read_back():
    campaign = SimpleNamespace(timezone="Europe/Madrid", slug="night", acts=4, name="Éa, b; c")
    when = [dt.datetime(2026, 3, 29, 1, 15, tzinfo=dt.UTC), dt.datetime(2026, 10, 25, 1, 15, tzinfo=dt.UTC)]
    moment = [Moment(f"w{n}", "Week, 1", at, "/x/") for n, at in enumerate(when)]
    read = Calendar.from_ical(feeds.calendar("All", [(campaign, moment)], when[0]))
    events = read.walk("VEVENT")
    assert [event["dtend"].dt.astimezone(dt.UTC) for event in events] == when
    assert events[0]["dtend"].params["TZID"] == "Europe/Madrid"
    assert "TZID" not in events[1]["dtend"].params, (
        "a quarter past two, the second time, has no name in Madrid"
    )
    assert all(
        event["dtend"].dt.astimezone(dt.UTC) - event["dtstart"].dt.astimezone(dt.UTC) == feeds.HALF_AN_HOUR
        for event in events
    )
    assert str(events[0]["summary"]) == "Week, 1 · Éa, b; c"
    assert [str(zone["tzid"]) for zone in read.walk("VTIMEZONE")] == ["Europe/Madrid"]


# -- with a league ----------------------------------------------------------------------------------


def fetch(token):
    return Client().get(reverse("notices:calendar", args=[token]))


@pytest.mark.django_db
@pytest.mark.usefixtures("in_process")
class TestFeed:
    def test_a_player_sees_deadlines_weeks_to_come_and_their_own_game(self, league):
        current = league.start()
        answer = fetch(calendars.make(league.players[0], league.campaign))
        assert answer.headers["Content-Type"].startswith("text/calendar")
        events = {
            str(e["summary"]).partition(" · ")[0]: e
            for e in Calendar.from_ical(answer.content).walk("VEVENT")
        }
        games = events["Week 1: games and Aftermaths are due, week 2 opens"]
        assert abs(games["dtend"].dt - current.games_close_at) < dt.timedelta(seconds=1)
        assert games["dtend"].params["TZID"] == "Europe/London"
        assert any(name.startswith("Your game against ") for name in events)
        assert "Week 3 opens" in events
        others = fetch(calendars.make(league.organiser, league.campaign)).content.decode()
        assert "Your game" not in others, "only one's own games"

    def test_a_moved_deadline_keeps_its_name(self, league):
        league.start()
        token = calendars.make(league.players[0], league.campaign)
        uids = {}
        for when in (None, timezone.now() + dt.timedelta(days=3)):
            if when:
                league.move_deadline(when)
            events = Calendar.from_ical(fetch(token).content).walk("VEVENT")
            event = next(e for e in events if "games and Aftermaths" in e["summary"])
            uids.setdefault(str(event["uid"]), []).append((event["dtend"].dt, int(event["sequence"])))
        ((first, second),) = uids.values()
        assert second[0] != first[0]
        assert second[1] > first[1]

    def test_a_new_address_ends_the_old_one_and_revoking_ends_it_for_good(self, league):
        user = league.players[0]
        old = calendars.make(user, league.campaign)
        everything = calendars.make(user)
        new = calendars.make(user, league.campaign)
        assert [fetch(token).status_code for token in (old, new, everything)] == [404, 200, 200]
        calendars.revoke(user, league.campaign)
        assert [fetch(token).status_code for token in (new, everything)] == [404, 200]
        assert new not in str(list(CalendarLink.objects.values())), "only a hash is kept"

    def test_whoever_may_not_see_the_league_any_more_sees_no_calendar_of_it(self, league):
        Campaign.objects.update(listed=False)
        outsider = person("outsider")
        assert fetch(calendars.make(outsider, league.campaign)).status_code == 404
        token = calendars.make(league.players[0], league.campaign)
        assert fetch(token).status_code == 200
        league.players[0].is_active = False
        league.players[0].save()
        assert fetch(token).status_code == 404

    def test_all_leagues_in_one(self, league, make_league):
        other = make_league(players=0, name="Second League")
        other.campaign.organisers.create(user=league.players[0])
        text = fetch(calendars.make(league.players[0])).content.decode()
        assert "Test League" in text
        assert "Second League" in text

    def test_the_page_shows_an_address_once(self, league):
        client = Client()
        client.force_login(league.players[0])
        address = reverse("notices:calendars")
        assert "stop updating" not in client.get(address).content.decode()
        address_ = client.post(address, {"league": league.campaign.slug}).context["link"]
        assert address_.startswith("http://localhost:8000/notices/calendars/")
        assert client.get(address_.removeprefix("http://localhost:8000")).status_code == 200
        page = client.get(address).content.decode()
        assert address_ not in page
        assert "Created" in page
        assert page.count("calendars that subscribe to it stop updating") == 1
        assert client.post(address, {"league": "another"}).status_code == 404
        client.post(reverse("act:revoke_calendar"), {"league": league.campaign.slug})
        assert client.get(address_.removeprefix("http://localhost:8000")).status_code == 404

    def test_a_finished_league_promises_nothing_and_a_cancelled_one_has_no_dates(self, league):
        with time_machine.travel("2026-01-05T20:00+00:00", tick=True):
            league.start()
        campaign = Campaign.objects.get()
        assert any(m.key == "week-6-opens" for m in moments(campaign))
        campaign.state = "complete"
        assert not any(m.key == "week-6-opens" for m in moments(campaign))
        campaign.state = "cancelled"
        assert moments(campaign) == []
