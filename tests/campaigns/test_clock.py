"""Boundaries ring once, late or on time, and a moved deadline rings at its new time."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine

from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.operations import league as verbs
from mfcampaign.campaigns.operations import week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Occurrence
from rules.core.refusal import Refusal

pytestmark = pytest.mark.django_db
MONDAY = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)


@pytest.fixture
def built(make_league, in_process):
    league = make_league(starts_on=MONDAY.date(), turnover_time=dt.time(19, 0))
    league.found_all()
    verbs.close_registration(league.campaign, league.organiser)
    return league


def tick(moment: dt.datetime, times: int = 3) -> None:
    with time_machine.travel(moment, tick=False):
        for _ in range(times):
            assert dispatch.tick() == []
            dispatch.drain()


def test_the_first_week_opens_at_its_hour_and_only_once(built):
    tick(MONDAY - dt.timedelta(seconds=1))
    assert not Week.objects.exists()
    tick(MONDAY)
    assert Week.objects.count() == 1
    assert Occurrence.objects.count() == 1


def test_local_wall_time_holds_through_the_change_of_clocks(built):
    tick(MONDAY)
    first = built.week(1)
    # London goes to summer time on 29 March 2026: 19:00 there is 18:00 UTC from then on.
    assert first.games_close_at == dt.datetime(2026, 3, 23, 19, 0, tzinfo=dt.UTC)
    tick(first.games_close_at)
    assert built.week(2).hires_close_at == dt.datetime(2026, 3, 25, 19, 0, tzinfo=dt.UTC)
    assert built.week(2).games_close_at == dt.datetime(2026, 3, 30, 18, 0, tzinfo=dt.UTC)


def test_two_days_without_a_clock_lose_nothing(built):
    tick(MONDAY)
    late = built.week(1).games_close_at + dt.timedelta(hours=48)
    tick(late)
    assert built.week(1).state == Week.State.CLOSED
    second = built.week(2)
    assert second.hires_close_at <= late
    tick(late + dt.timedelta(minutes=1))
    second.refresh_from_db()
    assert second.state == Week.State.GAMES_OPEN
    assert Command.objects.exclude(status="done").count() == 0


def test_a_moved_deadline_rings_at_its_new_time(built):
    tick(MONDAY)
    first = built.week(1)
    old = first.games_close_at
    new = old + dt.timedelta(days=2)
    with time_machine.travel(MONDAY, tick=False):
        week.move_deadline(first, built.organiser, new, "a public holiday")
        with pytest.raises(Refusal, match="future"):
            week.move_deadline(first, built.organiser, MONDAY, "back")
    tick(old)
    assert built.week(1).state == Week.State.GAMES_OPEN
    tick(new)
    assert built.week(1).state == Week.State.CLOSED


@pytest.mark.switch("report_timeout_h", 48)
@pytest.mark.switch("report_timeout_h", 24)
@pytest.mark.parametrize("hours", [48, 24])
def test_an_unanswered_report_is_confirmed_after_its_hours(built, hours):
    Campaign.objects.update(policies=built.campaign.policies | {"report_timeout_h": hours})
    tick(MONDAY)
    (game,) = built.games()
    with time_machine.travel(MONDAY + dt.timedelta(hours=1), tick=False):
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
    tick(MONDAY + dt.timedelta(hours=hours, minutes=59))
    game.refresh_from_db()
    assert game.state == "reported"
    tick(MONDAY + dt.timedelta(hours=hours + 1))
    game.refresh_from_db()
    assert game.state == "aftermath"
