"""Boundaries ring once, late or on time, and a moved deadline rings at its new time."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine

from mfcampaign.campaigns.models import Aftermath, Campaign, Game, Week, WeekEntry
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Occurrence
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db
MONDAY = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)


@pytest.fixture
def built(make_league, in_process):
    league = make_league(starts_on=MONDAY.date(), turnover_time=dt.time(19, 0))
    league.found_all()
    operations.close_registration(league.campaign, league.organiser)
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
        built.move_deadline(new)
        with pytest.raises(Refusal, match="future"):
            built.move_deadline(MONDAY)
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


def reported_too_late(built) -> Game:
    """A game whose report waits when its week's deadline comes: the Aftermaths begin after it."""
    tick(MONDAY)
    (game,) = built.games()
    with time_machine.travel(built.week(1).games_close_at - dt.timedelta(hours=1), tick=False):
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
    tick(built.week(1).games_close_at)
    game.refresh_from_db()
    assert game.state == "aftermath"
    return game


@pytest.mark.rule("A-39")
@pytest.mark.switch("aftermath_h", 48)
@pytest.mark.switch("aftermath_h", 12)
@pytest.mark.parametrize("hours", [48, 12])
def test_an_aftermath_that_begins_after_the_deadline_has_its_hours_and_then_ends(built, hours):
    Campaign.objects.update(policies=built.campaign.policies | {"aftermath_h": hours})
    game = reported_too_late(built)
    over = built.week(1).games_close_at + dt.timedelta(hours=hours)
    tick(over - dt.timedelta(minutes=1))
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"open"}, "they wait for their players"
    assert built.week(1).state == Week.State.GAMES_OPEN
    tick(over)
    game.refresh_from_db()
    assert game.state == "closed"
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"locked"}
    assert built.week(1).state == Week.State.CLOSED, "nothing holds the week any more"
    assert Command.objects.filter(kind="aftermath.time_up").count() == 2
    assert not Command.objects.exclude(status="done").exists()


@pytest.mark.rule("A-39")
def test_who_was_given_more_time_keeps_it_in_a_late_aftermath_too(built):
    game = reported_too_late(built)
    first = play.sides(game)[0].entry
    over = built.week(1).games_close_at + dt.timedelta(hours=48)
    longer = over + dt.timedelta(hours=10)
    WeekEntry.objects.filter(entry=first).update(extended_until=longer)
    tick(over)
    assert dict(Aftermath.objects.values_list("side__entry", "state"))[first.pk] == "open"
    tick(longer)
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"locked"}


@pytest.mark.rule("A-39")
def test_an_organiser_may_end_a_late_aftermath_at_once(built):
    game = reported_too_late(built)
    moment = built.week(1).games_close_at + dt.timedelta(hours=1)
    with time_machine.travel(moment, tick=False):
        week.reach_deadline(built.week(1), built.organiser, "Agreed.")
    game.refresh_from_db()
    assert game.state == "closed"


@pytest.mark.rule("A-39")
@pytest.mark.switch("aftermath_least_h", 12)
@pytest.mark.switch("aftermath_least_h", 0)
@pytest.mark.parametrize("hours", [12, 0])
def test_an_aftermath_begun_a_minute_before_the_deadline_has_its_hours_all_the_same(built, hours):
    Campaign.objects.update(policies=built.campaign.policies | {"aftermath_least_h": hours})
    tick(MONDAY)
    (game,) = built.games()
    deadline = built.week(1).games_close_at
    begun = deadline - dt.timedelta(minutes=1)
    with time_machine.travel(begun, tick=False):
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
        play.confirm(game)
    tick(deadline)
    if not hours:
        assert set(Aftermath.objects.values_list("state", flat=True)) == {"locked"}
        assert not Command.objects.filter(kind="aftermath.time_up").exists()
        return
    tick(begun + dt.timedelta(hours=hours) - dt.timedelta(seconds=1))
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"open"}, "they wait for their players"
    tick(begun + dt.timedelta(hours=hours))
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"locked"}
    assert built.week(1).state == Week.State.CLOSED, "nothing holds the week any more"


@pytest.mark.rule("A-39")
def test_an_aftermath_that_began_in_time_ends_with_the_week(built):
    tick(MONDAY)
    (game,) = built.games()
    with time_machine.travel(MONDAY + dt.timedelta(hours=1), tick=False):
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
    tick(MONDAY + dt.timedelta(hours=49))
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"open"}
    tick(built.week(1).games_close_at)
    assert set(Aftermath.objects.values_list("state", flat=True)) == {"locked"}
    assert not Command.objects.filter(kind="aftermath.time_up").exists()
