"""A league is changed after it opened: shown first, told in the diary, never behind a promise."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
import time_machine
from msgspec.structs import replace

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.models import Campaign, Week, WeekPlan
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rulings import operations as rulings
from mfcampaign.campaigns.rulings.requests import Holiday
from mfcampaign.campaigns.settings import changes
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.catalog import queries as catalog
from rules.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
LONDON, MADRID = ZoneInfo("Europe/London"), ZoneInfo("Europe/Madrid")
START = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def open_league(make_league):
    with time_machine.travel(START - 7 * DAY, tick=False):
        yield make_league(starts_on=START.date(), turnover_time=dt.time(19, 0), weeks_total=4)


@pytest.fixture
def league(make_league):
    """In its first week."""
    with time_machine.travel(START + DAY / 24, tick=False):
        opened = make_league(starts_on=START.date(), turnover_time=dt.time(19, 0), weeks_total=4)
        opened.found_all()
        opened.start()
        yield opened


def changed(league, reason="We agreed.", **what):
    wanted = replace(changes.facts_of(league.campaign), **what)
    seen = changes.preview(league.campaign, wanted).digest
    return changes.change(league.campaign, league.organiser, wanted, reason, seen=seen)


def to_come(league) -> dict[int, tuple[dt.datetime, dt.datetime]]:
    newest = league.campaign.weeks.order_by("-number").first()
    return {days.number: (days.hires, days.games) for days in Calendar(league.campaign).to_come(newest)}


def wall(moment: dt.datetime, zone: ZoneInfo = LONDON) -> str:
    return f"{moment.astimezone(zone):%d %b %H:%M}"


def last_act(league) -> Act:
    return Act.objects.filter(aggregate=f"campaign:{league.campaign.pk}").latest("ordinal")


def test_before_the_first_week_everything_counts_at_once(open_league):
    slug, fate = open_league.campaign.slug, open_league.campaign.fate_name
    plan = changed(
        open_league,
        "",
        name="A New Name",
        description="In the back room.",
        listed=False,
        starts_on=dt.date(2026, 3, 23),
        weeks_total=3,
        turnover_time=dt.time(18, 30),
        hire_days=3,
    )
    league = Campaign.objects.get(pk=open_league.campaign.pk)
    assert (league.name, league.listed, league.weeks_total) == ("A New Name", False, 3)
    assert (league.slug, league.fate_name) == (slug, fate), "its address and its flips stay"
    assert not plan.later
    assert {days.number: wall(days.games) for days in Calendar(league).to_come(None)} == {
        1: "30 Mar 18:30",
        2: "06 Apr 18:30",
        3: "13 Apr 18:30",
    }
    gone = [date for date in plan.dates if not date.after]
    assert {date.week for date in gone} == {4}
    assert "The league is called A New Name." in last_act(open_league).sentence


def test_a_running_league_changes_from_the_next_week_on(league):
    first, before = league.week(1), to_come(league)
    plan = changed(league, turnover_time=dt.time(20, 30), hire_days=4, weeks_total=6)
    assert plan.at_once == ("The league lasts 6 weeks.",)
    assert plan.later == (
        "From week 2 on: the week turns at 20:30.",
        "From week 2 on: New Hires stay open for 4 days.",
    )
    assert plan.stays == (
        "Week 1 ends as it was announced, by Mon 23 March 2026, 19:00, with its Strategies and Schemes.",
    )
    assert league.week(1).games_close_at == first.games_close_at, "as it was announced"
    after = to_come(league)
    assert sorted(after) == [2, 3, 4, 5, 6]
    assert [wall(at) for at in after[2]] == ["27 Mar 20:30", "30 Mar 20:30"]
    assert [wall(at) for at in after[6]] == ["24 Apr 20:30", "27 Apr 20:30"]
    assert before[2] != after[2]
    assert "(We agreed.)" in last_act(league).sentence
    assert last_act(league).reason == "We agreed."
    league.check()


def test_the_clock_of_another_place_keeps_the_hour_on_the_wall(league):
    before = to_come(league)
    rulings.rule(
        league.campaign, league.organiser, Holiday(week=3, what="hires", days=7), "Easter.", seen=None
    )
    planned = to_come(league)
    changed(league, zone="Europe/Madrid")
    after = to_come(league)
    assert {n: tuple(wall(at, MADRID) for at in both) for n, both in after.items()} == {
        n: tuple(wall(at) for at in both) for n, both in planned.items()
    }
    assert wall(after[3][1], MADRID) == wall(before[3][1] + 7 * DAY)


def test_planned_weeks_turn_with_the_week_and_new_ones_follow_them(league):
    """After a holiday a league is made longer: the weeks more go on from the last one, a week each."""
    rulings.rule(league.campaign, league.organiser, Holiday(week=2, what="games", days=3), "Easter.")
    changed(league, weeks_total=6, turnover_time=dt.time(20, 0), hire_days=1)
    assert {number: [wall(at) for at in both] for number, both in to_come(league).items()} == {
        2: ["24 Mar 20:00", "02 Apr 20:00"],
        3: ["03 Apr 20:00", "09 Apr 20:00"],
        4: ["10 Apr 20:00", "16 Apr 20:00"],
        5: ["17 Apr 20:00", "23 Apr 20:00"],
        6: ["24 Apr 20:00", "30 Apr 20:00"],
    }
    changed(league, weeks_total=3)
    assert not WeekPlan.objects.filter(campaign=league.campaign, number__gt=3).exists()


def test_the_open_week_keeps_its_strategies_and_schemes(league):
    now = league.campaign.season
    other = next(slug for slug, _ in catalog.season_choices(league.campaign.edition) if slug != now)
    changed(league, season=other)
    assert league.week(1).season_played == now
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    second = league.week(2)
    assert second.season_played == other
    assert {scheme.name for scheme in catalog.season(other).schemes} >= {
        scheme["name"] for scheme in second.scenario["schemes"]
    } or not second.scenario
    Week.objects.filter(pk=second.pk).update(season="")
    changed(league, season=now)
    assert league.week(2).season_played == other, "a week of before kept none"


def foreign_season(league) -> str:
    """A season of another edition."""
    editions = [code for code, _ in catalog.edition_choices() if code != league.campaign.edition]
    return next(slug for code in editions for slug, _ in catalog.season_choices(code))


def test_what_would_break_a_promise_is_refused(league):
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    with pytest.raises(Refusal, match="Week 2 has begun"):
        changed(league, weeks_total=1)
    with pytest.raises(Refusal, match="first day has passed") as refused:
        changed(league, starts_on=dt.date(2026, 3, 23))
    assert "holiday" in refused.value.fix
    with pytest.raises(Refusal, match="Say why"):
        changed(league, " ", weeks_total=5)
    with pytest.raises(Refusal, match="time zone"):
        changed(league, zone="Europe/Nowhere")
    with pytest.raises(Refusal, match="not of the"):
        changed(league, season=foreign_season(league))
    with pytest.raises(Refusal, match="Nothing would change"):
        changed(league)
    changed(league, weeks_total=2)
    assert to_come(league) == {}, "it ends with the open week"


def test_a_league_that_is_over_keeps_its_weeks(league):
    changed(league, weeks_total=1)
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    league.campaign.refresh_from_db()
    assert league.campaign.state == Campaign.State.COMPLETE
    with pytest.raises(Refusal, match="This league is over"):
        changed(league, weeks_total=4)
    changed(league, name="The Long Winter")
    assert league.campaign.name == "The Long Winter"


def test_a_change_is_what_was_shown_and_happens_once(league):
    wanted = replace(changes.facts_of(league.campaign), weeks_total=5)
    seen = changes.preview(league.campaign, wanted).digest
    changes.change(league.campaign, league.organiser, wanted, "More.", seen=seen, key="once")
    with pytest.raises(AlreadyDone):
        changes.change(league.campaign, league.organiser, wanted, "More.", seen=seen, key="once")
    again = replace(wanted, weeks_total=7)
    seen = changes.preview(league.campaign, again).digest
    rulings.rule(league.campaign, league.organiser, Holiday(week=2, what="hires", days=7), "Easter.")
    with pytest.raises(Refusal, match="since you looked"):
        changes.change(league.campaign, league.organiser, again, "More.", seen=seen)


def test_the_page_shows_what_moves_and_then_moves_it(league, client):
    client.force_login(league.organiser)
    url = f"/leagues/{league.campaign.slug}/settings/league/"
    shown = client.get(url).content.decode()
    assert "Change the league" in shown
    assert 'name="starts_on"' not in shown, "which has passed"
    fields = {
        "name": league.campaign.name,
        "description": "At the shop.",
        "listed": "on",
        "weeks_total": "5",
        "turnover_time": "19:00",
        "zone": "Europe/London",
        "hire_days": "2",
        "season": league.campaign.season,
    }
    preview = client.post(url, fields)
    html = preview.content.decode()
    assert "The league lasts 5 weeks." in html
    assert "Mon 20 April 2026, 19:00" in html, "week 5 is due"
    assert Campaign.objects.get(pk=league.campaign.pk).weeks_total == 4, "looking changes nothing"
    act = fields | {
        "do": "act",
        "reason": "Two wished for it.",
        "seen": preview.context["plan"].digest,
        "key": preview.context["key"],
    }
    for _ in range(2):
        answer = client.post(url, act)
        assert answer.status_code == 303, answer.context["form"].errors
    assert Campaign.objects.get(pk=league.campaign.pk).weeks_total == 5
    assert Act.objects.filter(kind="league.changed").count() == 1
    diary = client.get(f"/leagues/{league.campaign.slug}/diary/").content.decode()
    assert "The league lasts 5 weeks. (Two wished for it.)" in diary
    refused = client.post(url, fields | {"weeks_total": "40"})
    assert refused.status_code == 422
    client.force_login(league.players[0])
    assert client.get(url).status_code == 404


def test_who_organises_by_program_sees_and_changes(league, client):
    client.force_login(league.organiser)
    base = f"/api/v1/leagues/{league.campaign.slug}/organise/league/"
    shown = client.post(f"{base}preview/", {"hire_days": 3}, content_type="application/json").json()
    assert shown["later"] == ["From week 2 on: New Hires stay open for 3 days."]
    body = {"change": {"hire_days": 3}, "reason": "Busy.", "digest": shown["digest"]}
    answer = client.patch(
        base, body, content_type="application/json", HTTP_IDEMPOTENCY_KEY="a-key-of-its-own"
    )
    assert answer.status_code == 200, answer.content
    assert Campaign.objects.get(pk=league.campaign.pk).hire_days == 3


def test_an_unstarted_league_may_move_its_first_day_again(open_league):
    opening.close_registration(open_league.campaign, open_league.organiser)
    changed(open_league, "", starts_on=dt.date(2026, 4, 6))
    assert Calendar(open_league.campaign).to_come(None)[0].opens == dt.datetime(
        2026, 4, 6, 18, 0, tzinfo=dt.UTC
    )
    with pytest.raises(Refusal, match="coming year"):
        changed(open_league, "", starts_on=dt.date(2031, 4, 6))
