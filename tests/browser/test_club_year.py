"""A club's year: three weeks with a holiday, a changed league and a late result, then a second season with a
kept Arsenal.

The organiser and a player do all of it by the pages; only the games and Aftermaths are let go by.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_as_it_stands, overflow, problems
from tests.browser.season import tap
from tests.browser.test_league_week import carry_out, press_first
from tests.campaigns.conftest import League, opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "secret-pass"
DAY = dt.timedelta(days=1)


def look(page: Page, path: str) -> None:
    for width in (1280, 375):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) == 0, f"{path} spills at {width}"
    assert faults_as_it_stands(page, path) == []


def at(league: League, page: Page, path: str) -> None:
    page.goto(f"/leagues/{league.campaign.slug}/{path}")


def end_week(league: League, page: Page, number: int) -> None:
    """Nobody plays: the games are due, and the hires of the next week close."""
    address = f"/leagues/{league.campaign.slug}/"
    carry_out(page, address, "games_due")
    if number < Campaign.objects.get(pk=league.campaign.pk).weeks_total:
        carry_out(page, address, "close_hires")


def change_the_league(league: League, page: Page) -> None:
    """Two weeks become three, and the week turns an hour later: seen first, then done."""
    at(league, page, "settings/league/")
    page.locator("[name=weeks_total]").fill("3")
    page.locator("[name=turnover_time]").fill("20:00")
    press_first(page, "Preview")
    main = page.get_by_role("main")
    expect(main).to_contain_text("The league lasts 3 weeks.")
    expect(main).to_contain_text("From week 2 on: the week turns at 20:00.")
    look(page, "a changed league")
    page.locator("#change-reason").fill("Two of us work late.")
    press_first(page, "Change the league")
    at(league, page, "diary/")
    expect(page.get_by_role("main")).to_contain_text("Two of us work late.")


def take_a_holiday(league: League, page: Page) -> None:
    before = {week.number: week for week in league.campaign.weeks.all()}
    at(league, page, "organise/")
    page.locator("#action-holiday summary").click()
    page.locator("[name=holiday-due]").select_option("hires-2")
    page.locator("[name=holiday-days]").fill("7")
    press(page, page.locator("#action-holiday form button"))
    expect(page.get_by_role("main")).to_contain_text("7 days later")
    look(page, "a holiday")
    page.locator("[name=reason]").fill("Easter.")
    press_first(page, re.compile("Confirm|ruling"))
    expect(page.get_by_role("main")).to_contain_text("Easter.")
    now = league.campaign.weeks.get(number=1)
    assert now.games_close_at == before[1].games_close_at, "week 1 ends as it was announced"


def enter_a_late_result(league: League, page: Page) -> None:
    """Week 1 has turned; then somebody brings what was played in it."""
    (game,) = league.games(1)
    page.goto(reverse("campaigns:enter_result", args=[league.campaign.slug, 1, game.table]))
    for seat in (0, 1):
        page.locator(f"[name=crew-{seat}]").first.check()
    page.get_by_role("button", name="Continue to the result").click()
    expect(page.get_by_role("heading", name="What was played")).to_be_visible()
    for box in ("[name=s0-strategy][value='2']", "[name=s0-strategy][value='3']"):
        tap(page.locator(box))
    press_first(page, "Preview")
    expect(page.get_by_role("main")).to_contain_text("Both Aftermaths begin with the ruling")
    look(page, "a late result")
    page.locator("[name=reason]").fill("Both sent a photo.")
    press_first(page, "Confirm ruling")
    expect(page.get_by_role("main")).to_contain_text("Both sent a photo.")
    for row in play.aftermaths(game):
        play.finish_aftermath(row)
    game.refresh_from_db()
    assert game.state == "closed"
    at(league, page, "standings/")
    expect(page.locator("tbody tr").first).to_contain_text("won 2–0 against")


def open_the_next_season(league: League, page: Page) -> Campaign:
    at(league, page, "seasons/")
    look(page, "all seasons")
    page.locator("#next-name").fill("The Second Year")
    page.locator("#next-start").fill(f"{timezone.localdate() + 14 * DAY:%Y-%m-%d}")
    page.locator("[name=keeps][value=whole]").check()
    press_first(page, "Open next season")
    expect(page).to_have_url(re.compile("/leagues/the-second-year"))
    return Campaign.objects.get(name="The Second Year")


@pytest.mark.soak  # on each landing its pages without a browser (settings/test_changes, next_season)
def test_a_season_with_a_holiday_and_a_second_one_with_kept_arsenals(new_page: Any, settings: Any) -> None:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    league = opened(
        players=2,
        name="The First Year",
        weeks_total=2,
        listed=False,
        starts_on=timezone.localdate(),
        turnover_time=dt.time(19, 0),
    )
    league.found_all()
    league.start()
    organiser = new_page(bypass_csp=True)
    sign_in(organiser, league.organiser.username, PASSWORD)
    change_the_league(league, organiser)
    take_a_holiday(league, organiser)
    end_week(league, organiser, 1)
    enter_a_late_result(league, organiser)
    for number in (2, 3):
        end_week(league, organiser, number)
    league.campaign.refresh_from_db()
    assert (league.campaign.state, league.campaign.weeks.count()) == (Campaign.State.COMPLETE, 3)
    second = open_the_next_season(league, organiser)

    player, former = new_page(bypass_csp=True), league.entry(0)
    sign_in(player, former.user.username, PASSWORD)
    at(league, player, "")
    player.get_by_role("link", name="The Second Year").first.click()
    expect(player).to_have_url(re.compile("/leagues/the-second-year"))
    player.get_by_role("link", name="Join: you played the season before").click()
    expect(player).to_have_url(re.compile("/ask/"))
    player.locator(f"[name=faction][value={former.faction}]").check(force=True)
    press_first(player, "Join")
    expect(player).to_have_url(re.compile("/arsenal/start/"))
    look(player, "keep an Arsenal")
    press_first(player, "Keep this Arsenal")
    expect(player.get_by_role("main")).to_contain_text("Your starting Arsenal is confirmed")
    entry = second.entries.get(user=former.user)
    assert sorted(entry.models.owned().values_list("slug", "cost")) == sorted(
        former.models.owned().values_list("slug", "cost")
    )
    at(League(second, league.organiser, ""), player, "seasons/")
    expect(player.get_by_role("main")).to_contain_text("The First Year")
    look(player, "both seasons")
    for page in (organiser, player):
        assert problems(page) == []
