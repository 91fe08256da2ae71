"""Deadlines moved by an organiser: of the open week and of weeks to come; shown first, undone again."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
import time_machine

from mfcampaign.campaigns.league.dates import moments
from mfcampaign.campaigns.models import Week, WeekPlan
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.plans.deadlines import ahead
from mfcampaign.campaigns.rulings.requests import Holiday, MoveDeadline, Undo
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week.calendar import Calendar, boundary_of
from rules.campaign.calendar import shifted
from rules.refusal import Refusal
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, organiser_in
from tests.campaigns.week.test_clock import tick
from tests.campaigns.week.test_schedules import ZONES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
LONDON = ZoneInfo("Europe/London")
# London goes to summer time on 29 March 2026, in week 2.
START = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def league(make_league):
    opened = make_league(starts_on=START.date(), turnover_time=dt.time(19, 0), weeks_total=5)
    opened.found_all()
    operations.close_registration(opened.campaign, opened.organiser)
    tick(START)
    with time_machine.travel(START + DAY / 24, tick=False):
        yield opened


def move(league, week, what, until, *chosen):
    request = MoveDeadline(week=week, what=what, until=until.isoformat(), chosen=chosen)
    return ruled(league, request)


def ruled(league, request):
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    return ruling_operations.rule(league.campaign, league.organiser, request, "Easter.", seen=plan.digest)


def dues(league) -> dict[tuple[int, str], dt.datetime]:
    return {due.key: due.at for due in ahead(league.campaign)}


def test_a_week_that_has_not_begun_ends_when_an_organiser_says(league):
    """Looking moves nothing; then calendar, boundary and the next week's opening follow."""
    old = boundary_of(league.campaign, 4)
    new = old + 3 * DAY
    request = MoveDeadline(week=3, what="games", until=new.isoformat())
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    assert not WeekPlan.objects.exists(), "looking moves nothing"
    assert [change.sentence for change in plan.changes] == [
        "Week 3: the games and Aftermaths are due Thu 09 April 2026, 19:00 instead of Mon 06 April 2026, "
        "19:00.",
        "Week 4: the hires close Sat 11 April 2026, 19:00 instead of Wed 08 April 2026, 19:00.",
    ], "week 4 opens after its hires would have closed, and keeps its two days for them"
    assert "With its games due, week 4 opens: by Thu 09 April 2026, 19:00 at the latest." in plan.stays
    before = {m.key: m.at for m in moments(league.campaign)}
    ruled(league, request)
    after = {m.key: m.at for m in moments(league.campaign)}
    assert {key: at - before[key] for key, at in after.items() if at != before[key]} == {
        "week-4-opens": 3 * DAY
    }
    for number in (1, 2):
        tick(boundary_of(league.campaign, number + 1))
    assert pairing_values.current_week(league.campaign).number == 3
    assert league.week(3).games_close_at == new
    tick(old)
    assert not Week.objects.filter(number=4).exists()
    tick(league.week(3).hires_close_at)
    tick(new)
    fourth = league.week(4)
    assert (fourth.opens_at, fourth.hires_close_at) == (new, new + 2 * DAY)
    assert fourth.games_close_at == boundary_of(league.campaign, 5), "which nobody moved"


def test_later_deadlines_come_along_by_the_clock_on_the_wall(league):
    """A break of a week over the change of clocks: every later deadline keeps its local hour."""
    before = dues(league)
    until = shifted(league.week(1).games_close_at, 7 * DAY, LONDON)
    ruling = move(league, 1, "games", until, "later")
    after = dues(league)
    assert league.week(1).games_close_at == until
    assert {key: after[key].astimezone(LONDON).replace(tzinfo=None) for key in after} == {
        key: at.astimezone(LONDON).replace(tzinfo=None) + 7 * DAY for key, at in before.items()
    }
    assert after[1, "games"] - before[1, "games"] == 7 * DAY - DAY / 24, "one hour went with the clocks"
    ruled(league, Undo(ruling=ruling.number))
    assert dues(league) == before


def test_a_holiday_moves_the_calendar_by_whole_days_and_keeps_the_hours(league):
    """Over the change of clocks: a week off before week 2 pairs; undone, all is as it was."""
    before = dues(league)
    ruling = ruled(league, Holiday(week=2, what="hires", days=7))
    after = dues(league)
    assert after[1, "games"] == before[1, "games"], "week 1 ends as it was announced"
    assert {key: after[key].astimezone(LONDON).replace(tzinfo=None) for key in after if key[0] > 1} == {
        key: at.astimezone(LONDON).replace(tzinfo=None) + 7 * DAY for key, at in before.items() if key[0] > 1
    }
    assert ruling.title == "From the hires of week 2 on everything is 7 days later"
    tick(before[1, "games"])
    assert league.week(2).hires_close_at == after[2, "hires"]
    here = {m.key: m.at for m in moments(league.campaign)}
    assert here["week-2-games"] == after[2, "games"]
    ruled(league, Holiday(week=3, what="hires", days=-1))
    assert dues(league)[3, "games"] == shifted(after[3, "games"], -DAY, LONDON)


def test_a_holiday_is_undone_and_does_not_reach_back(league):
    before = dues(league)
    ruling = ruled(league, Holiday(week=1, what="games", days=3))
    ruled(league, Undo(ruling=ruling.number))
    assert dues(league) == before
    with pytest.raises(Refusal, match="in the future"):
        ruled(league, Holiday(week=1, what="games", days=-30))
    with pytest.raises(Refusal, match=r"Nothing would change|keeps its day"):
        ruled(league, Holiday(week=1, what="games", days=0))


@pytest.mark.parametrize("name", ZONES)
def test_in_every_zone_a_planned_week_keeps_its_wall_time(name):
    """A week later is the same hour on the wall, or the first valid one after a gap."""
    zone = ZoneInfo(name)
    moment = dt.datetime(2020, 1, 6, 0, 30, tzinfo=zone).astimezone(dt.UTC)
    for weeks in range(1, 930):
        moved = shifted(moment, weeks * 7 * DAY, zone)
        wall = dt.datetime(2020, 1, 6, 0, 30) + weeks * 7 * DAY  # noqa: DTZ001
        local = moved.astimezone(zone).replace(tzinfo=None)
        assert local == wall or (local > wall and local - wall <= dt.timedelta(hours=1))


def test_no_week_ends_before_it_opens(league):
    with pytest.raises(Refusal, match="games of week 3 after the hires of week 4") as refused:
        move(league, 3, "games", boundary_of(league.campaign, 5) + DAY)
    assert "take them along" in refused.value.fix
    with pytest.raises(Refusal, match="games of week 1 after the hires of week 2"):
        move(league, 2, "hires", boundary_of(league.campaign, 2) - DAY)
    with pytest.raises(Refusal, match="hires of week 3 after the games of week 3"):
        move(league, 3, "hires", boundary_of(league.campaign, 4) + DAY)
    with pytest.raises(Refusal, match="is in the future"):
        move(league, 3, "games", START)
    with pytest.raises(Refusal, match="no such week"):
        move(league, 6, "games", START + 60 * DAY)
    with pytest.raises(Refusal, match="no such week"):
        move(league, 1, "hires", START + DAY)
    with pytest.raises(Refusal, match="Write day and time"):
        ruled(league, MoveDeadline(week=3, what="games", until="soon"))
    assert not WeekPlan.objects.exists()


def test_a_moved_deadline_is_undone_or_moved_again_and_not_undone_after_that(league):
    before = dues(league)
    first = move(league, 3, "games", before[3, "games"] + DAY)
    move(league, 3, "games", before[3, "games"] + 2 * DAY)
    with pytest.raises(Refusal, match="moved again since"):
        ruled(league, Undo(ruling=first.number))
    move(league, 3, "games", before[3, "games"])
    assert dues(league) == before
    longer = move(league, 3, "games", before[3, "games"] + 3 * DAY)
    move(league, 3, "hires", before[3, "games"] + DAY)
    with pytest.raises(Refusal, match="hires of week 3 after the games of week 3"):
        ruled(league, Undo(ruling=longer.number))


def test_a_league_behind_its_calendar_has_whole_weeks_to_come(league):
    """Nobody's hires close in the past, and what is told ahead is what will be."""
    late = boundary_of(league.campaign, 5)
    Week.objects.update(games_close_at=late + DAY)
    second, third = Calendar(league.campaign).to_come(league.week(1))[:2]
    assert (second.opens, second.hires, second.games) == (late + DAY, late + 3 * DAY, late + 8 * DAY)
    assert third.opens == second.games
    tick(late + DAY)
    assert (league.week(2).hires_close_at, league.week(2).games_close_at) == (second.hires, second.games)


def test_the_games_of_the_first_week_may_be_due_within_a_day(league):
    """It has no hires that they would have to come after."""
    soon = START + DAY
    assert league.week(1).hires_close_at == START
    move(league, 1, "games", soon)
    assert league.week(1).games_close_at == soon
    move(league, 1, "games", soon - DAY / 2)
    assert league.week(1).games_close_at == soon - DAY / 2


def test_a_planned_week_travels_with_its_league(league):
    ruling = move(league, 4, "games", boundary_of(league.campaign, 5) + DAY, "later")
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    assert [due.at for due in ahead(again)] == list(dues(league).values())
    (fourth,) = (week for week in Calendar(again).to_come(None) if week.number == 4)
    assert fourth.games == boundary_of(again, 5) + DAY
    assert write(again, phrase=PHRASE) == content
    ruling_operations.rule(again, league.organiser, Undo(ruling=ruling.number), "No break.")
    assert Calendar(again).week(4, START).games == boundary_of(again, 5)
