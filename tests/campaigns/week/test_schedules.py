"""Weeks turn at the wall time their league named: twelve zones, 2020 to 2037, whatever clocks do there.

The portal asks ``zoneinfo`` for one instant at a time. Here every instant is checked against a walk over
the minutes of the zone's own clock, and against the real ticker on the run's database.
"""

from __future__ import annotations

import datetime as dt
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import given, settings
from hypothesis import strategies as st

from mfcampaign.campaigns.models import Campaign, Game, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Occurrence

ZONES = (
    "Africa/Cairo",  # summer time again from 2023; the gap begins at midnight
    "Africa/Casablanca",  # summer all year, but in Ramadan the clocks go back
    "America/New_York",
    "America/Nuuk",  # -3 to -2 for good in 2023, then summer time on Saturday nights
    "America/Santiago",  # the gap begins at midnight
    "America/St_Johns",  # half-hour offset
    "Asia/Kathmandu",  # quarter-hour offset, no changes
    "Asia/Tehran",  # half-hour offset; the last summer time in 2022
    "Australia/Lord_Howe",  # the clocks change by half an hour
    "Europe/London",
    "Pacific/Apia",  # east and west of the date line; the last summer time ended in 2021
    "Pacific/Chatham",  # quarter-hour offset, changes at 2:45
)
# The real ticker turns the weeks of one zone on each landing, of all in the soak. That every instant is right
# is proven for all of them each time.
LANDED = "Australia/Lord_Howe"
TURNED = [pytest.param(zone, marks=[] if zone == LANDED else pytest.mark.soak) for zone in ZONES]
FIRST, LAST = dt.datetime(2020, 1, 1, tzinfo=dt.UTC), dt.datetime(2038, 1, 1, tzinfo=dt.UTC)
MINUTE, DAY, WEEK = dt.timedelta(minutes=1), dt.timedelta(days=1), dt.timedelta(weeks=1)


class Change(NamedTuple):
    """The clocks of a zone jump at the instant ``at``: from the wall time ``wall`` to ``to``."""

    at: dt.datetime
    wall: dt.datetime
    to: dt.datetime

    @property
    def gap(self) -> bool:
        return self.to > self.wall


@cache
def changes(name: str) -> tuple[Change, ...]:
    """Every change of the clocks of a zone in those years, found by looking at its offsets."""
    zone, changes_, at = ZoneInfo(name), [], FIRST
    while at < LAST:
        low, high = at, at + DAY
        if low.astimezone(zone).utcoffset() != high.astimezone(zone).utcoffset():
            while high - low > MINUTE:
                middle = low + (high - low) // 2 // MINUTE * MINUTE
                same = middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            before = low.astimezone(zone).replace(tzinfo=None) + MINUTE
            changes_.append(Change(high, before, high.astimezone(zone).replace(tzinfo=None)))
        at += DAY
    return tuple(changes_)


def by_walking(wall: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """The first minute at which the clocks show ``wall``; if they never do, the first after the jump."""
    minute = wall.replace(tzinfo=dt.UTC) - 15 * dt.timedelta(hours=1)
    assert minute.astimezone(zone).replace(tzinfo=None) < wall
    while (local := minute.astimezone(zone).replace(tzinfo=None)) < wall:
        # Far away by the hour: no clock jumps by more than three.
        minute += dt.timedelta(hours=1) if wall - local > dt.timedelta(hours=4) else MINUTE
    return minute


def league_at(name: str, first_day: dt.date, wall: dt.time) -> Campaign:
    return Campaign(timezone=name, starts_on=first_day, turnover_time=wall)


def test_the_zones_have_the_changes_they_were_chosen_for():
    assert len(ZONES) == 12
    assert changes("Asia/Kathmandu") == ()
    assert len(changes("Europe/London")) == len(changes("America/New_York")) == 36
    lord_howe = changes("Australia/Lord_Howe")
    assert {abs(c.to - c.wall) for c in lord_howe} == {dt.timedelta(minutes=30)}
    assert {c.wall.time() for c in changes("Pacific/Chatham") if c.gap} == {dt.time(2, 45)}
    assert {c.wall.time() for c in changes("America/Santiago") if c.gap} == {dt.time(0, 0)}
    assert {c.wall.time() for c in changes("Africa/Cairo") if c.gap} == {dt.time(0, 0)}
    assert [c.at.year for c in changes("Asia/Tehran")] == [2020, 2020, 2021, 2021, 2022, 2022]
    assert [c.at.year for c in changes("Pacific/Apia")] == [2020, 2020, 2021]
    assert len(changes("Africa/Casablanca")) == 38, "two changes for each Ramadan; 2030 has two of them"


@pytest.mark.parametrize("name", ZONES)
def test_every_gap_and_every_fold_means_what_the_rule_says(name):
    """A time that is skipped is the first valid one after it; a time that comes twice is the first."""
    zone, seen = ZoneInfo(name), 0
    for change in changes(name):
        jump = abs(change.to - change.wall)
        low = min(change.wall, change.to)
        for wall in (low - MINUTE, low, low + jump // 2 // MINUTE * MINUTE, low + jump - MINUTE, low + jump):
            # The change falls into week 3, so that the calendar runs over it and not from it.
            campaign = league_at(name, wall.date() - 2 * WEEK, wall.time())
            due = boundary_of(campaign, 3)
            assert due == by_walking(wall, zone), f"{name} {wall}"
            local = due.astimezone(zone).replace(tzinfo=None)
            skipped = change.gap and low <= wall < low + jump
            assert local == (change.to if skipped else wall)
            seen += 1
    assert seen == 5 * len(changes(name))


@pytest.mark.parametrize("name", ZONES)
def test_eighteen_years_of_weeks_come_once_each_in_order_at_their_wall_time(name):
    """One league that never ends: one instant a week, strictly later each time, always at its hour."""
    zone, first_day = ZoneInfo(name), dt.date(2020, 1, 1)
    skipped = {c.wall.date() for c in changes(name) if c.gap}
    for wall in (dt.time(0, 0), dt.time(0, 30), dt.time(2, 15), dt.time(2, 50), dt.time(19, 0)):
        campaign = league_at(name, first_day, wall)
        dues = [boundary_of(campaign, number) for number in range(1, 940)]
        assert dues[-1].year == 2037
        for number, due in enumerate(dues):
            local, day = due.astimezone(zone), first_day + number * WEEK
            assert local.date() == day
            assert local.time() == wall or day in skipped, f"{name} {day} {local}"
        assert all(a < b for a, b in pairwise(dues))
        assert {abs(b - a - WEEK) for a, b in pairwise(dues)} <= {
            dt.timedelta(minutes=m) for m in (0, 10, 15, 30, 45, 50, 60)
        }


@given(
    st.sampled_from(ZONES),
    st.dates(dt.date(2020, 1, 1), dt.date(2037, 6, 1)),
    st.times().map(lambda t: t.replace(second=0, microsecond=0)),
    st.integers(1, 20),
)
@settings(max_examples=300, deadline=None)
def test_any_league_anywhere_turns_at_the_minute_its_clock_shows(name, first_day, wall, number):
    due = boundary_of(league_at(name, first_day, wall), number)
    local = dt.datetime.combine(first_day + (number - 1) * WEEK, wall)
    assert due == by_walking(local, ZoneInfo(name))
    assert due < boundary_of(league_at(name, first_day, wall), number + 1)


def test_a_day_that_a_zone_left_out_is_the_midnight_after_it():
    """Apia slept from 29 to 31 December 2011: a league of that week lost nothing but the day."""
    apia = ZoneInfo("Pacific/Apia")
    campaign = league_at("Pacific/Apia", dt.date(2011, 12, 16), dt.time(19, 0))
    dues = [boundary_of(campaign, number) for number in (2, 3, 4)]
    local = [due.astimezone(apia).replace(tzinfo=None) for due in dues]
    assert [f"{at:%Y-%m-%d %H}" for at in local] == ["2011-12-23 19", "2011-12-31 00", "2012-01-06 19"]
    assert [b - a for a, b in pairwise(dues)] == [
        WEEK - dt.timedelta(hours=19),
        WEEK - 5 * dt.timedelta(hours=1),
    ]


# -- through the real ticker ------------------------------------------------------------------------


def tick(moment: dt.datetime, times: int = 3) -> None:
    """The clock strikes thrice, and everything that it rang for is done."""
    with time_machine.travel(moment, tick=False):
        for _ in range(times):
            assert dispatch.tick() == []
            dispatch.drain()


def rung() -> list[tuple[str, int]]:
    """What the ticker has rung for in this league, in the order in which it was made: (what, week)."""
    changes_ = []
    for occurrence in Occurrence.objects.order_by("pk"):
        parts = occurrence.schedule.split("/")
        if parts[0].startswith("campaign:") and parts[-1] in ("start", "hires", "games"):
            week = int(parts[1].removeprefix("week:")) if len(parts) == 3 else 1
            changes_.append((parts[-1], week))
    return changes_


@pytest.fixture
def built(make_league, in_process):
    """A league of two whose third boundary is the change of the clocks of its zone."""

    def make(name: str, **options):
        jumps = [c for c in changes(name) if c.gap and c.at.year >= 2021] or list(changes(name))
        low = min(jumps[0].wall, jumps[0].to) if jumps else dt.datetime.fromisoformat("2026-03-04T02:30")
        options.setdefault("turnover_time", (low + dt.timedelta(minutes=10)).time())
        options.setdefault("hire_days", 2)
        first_day = low.date() - 2 * WEEK
        with time_machine.travel(dt.datetime.combine(first_day - DAY * 3, dt.time(), dt.UTC), tick=False):
            league = make_league(zone=name, starts_on=first_day, weeks_total=4, **options)
            league.found_all()
            operations.close_registration(league.campaign, league.organiser)
        return league

    return make


@pytest.mark.django_db
@pytest.mark.parametrize("name", TURNED)
def test_the_ticker_turns_each_week_once_at_its_local_hour(built, name):
    league = built(name)
    campaign, zone = league.campaign, ZoneInfo(name)
    for number in range(1, 5):
        due = boundary_of(campaign, number)
        tick(due - dt.timedelta(seconds=1))
        assert not Week.objects.filter(number=number).exists(), "not a second too early"
        tick(due)
        opened = league.week(number)
        assert opened.opens_at == due == by_walking(due.astimezone(zone).replace(tzinfo=None), zone)
        assert opened.games_close_at == boundary_of(campaign, number + 1)
        if number > 1:
            tick(opened.hires_close_at)
    tick(league.week(4).games_close_at)
    campaign.refresh_from_db()
    assert campaign.state == Campaign.State.COMPLETE
    hires = [("hires", number) for number in (2, 3, 4)]
    games = [("games", number) for number in (1, 2, 3, 4)]
    expected = [("start", 1), *sorted(hires + games, key=lambda rang: (rang[1], rang[0] == "games"))]
    assert rung() == expected
    assert Command.objects.exclude(status="done").count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("name", TURNED)
def test_two_days_without_a_clock_are_made_up_for_in_order_and_shift_nothing(built, name):
    """Hires close an hour of wall time before the games do not: both are missed, both happen, once."""
    league = built(name, hire_days=6)
    campaign = league.campaign
    tick(boundary_of(campaign, 1))
    tick(boundary_of(campaign, 2))
    second = league.week(2)
    assert second.games_close_at - second.hires_close_at <= dt.timedelta(days=1, hours=1)
    stopped = second.hires_close_at - dt.timedelta(hours=1)
    tick(stopped)
    assert rung() == [("start", 1), ("games", 1)]
    back = stopped + dt.timedelta(hours=48)
    assert back > second.games_close_at
    tick(back, times=6)
    assert rung() == [("start", 1), ("games", 1), ("hires", 2), ("games", 2)]
    missed = list(Occurrence.objects.order_by("pk"))[-2:]
    assert [o.due_at for o in missed] == [second.hires_close_at, second.games_close_at]
    assert [o.late for o in missed] == [True, True]
    assert league.games(2)[0].state == Game.State.FORFEITED, "paired, and due at once"
    third = league.week(3)
    assert third.games_close_at == boundary_of(campaign, 4), "the calendar is where it would have been"
    tick(back + MINUTE)
    assert rung()[4:] == [], "nothing more was missed"


@pytest.mark.django_db
@pytest.mark.parametrize("name", TURNED)
def test_a_clock_that_jumps_there_and_back_while_a_week_turns_turns_it_once(built, name):
    """Set right by hours around each boundary, as by a time server: nothing is done twice or undone, and what
    comes next comes at its hour."""
    league = built(name)
    campaign = league.campaign
    tick(boundary_of(campaign, 1))
    for number in (2, 3):
        due = boundary_of(campaign, number)
        for hours in (-5, 0, 3, -7, 1, -26, 2):
            tick(due + dt.timedelta(hours=hours))
            opened = Week.objects.filter(number=number)
            assert opened.count() == (0 if hours == -5 else 1)
        assert league.week(number).opens_at == due
        assert league.week(number).games_close_at == boundary_of(campaign, number + 1)
    assert sorted(rung()) == sorted([("start", 1), ("games", 1), ("hires", 2), ("games", 2)])
    assert Command.objects.exclude(status="done").count() == 0
