"""A player of the Explorer's Society, whose Costs no source has, from joining to the Crew handed in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.costs.queries import without_cost
from mfcampaign.campaigns.models import GameSide
from mfcampaign.campaigns.scripted import play
from rules.campaign.start import start_leaders
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import problems
from tests.browser.season import hand_in
from tests.browser.test_league_week import press_first
from tests.campaigns.conftest import League, opened, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
FACTION = "explorers-society"


def two_without_cost(league: League) -> tuple[tuple[str, str], tuple[str, str]]:
    """Slug and name of a Leader and of somebody to hire, of whom no source has the Cost."""
    leaders = start_leaders(FACTION, loading.start_figures(league.campaign), league.campaign.rules)
    leader = next(each.slug for each in leaders if each.cost is None)
    figures = loading.catalogue(league.campaign)
    unknown = dict(without_cost(league.campaign, FACTION))
    hired = next(
        slug
        for slug in unknown
        if figures.profile(slug).station == "Minion" and FACTION in figures.profile(slug).factions
    )
    return (leader, unknown[leader]), (hired, unknown[hired])


def state(page: Page, name: str, cost: int) -> None:
    page.locator("#state-cost summary").click()
    page.locator("#cost-model").select_option(label=name)
    page.locator("#cost-cost").fill(str(cost))
    press(page, "State this Cost")


def test_from_joining_to_the_crew_that_is_handed_in(new_page: Any) -> None:
    data_sets.catalogue()
    league = opened(players=1, edition="m3e", name="The Far Shore", starts_on=timezone.localdate())
    (leader, leads), (hired, fights) = two_without_cost(league)
    user, page = person("explorer"), new_page()
    sign_in(page, "explorer", "secret-pass")
    page.goto(f"/leagues/join/{league.token}/")
    expect(page.get_by_role("main")).to_contain_text("With the card in hand you state it")
    page.locator(f"[name=faction][value={FACTION}]").check(force=True)
    page.locator("[name=crew_name]").fill("Far Shore")
    press_first(page, "Join")

    start = f"/leagues/{league.campaign.slug}/arsenal/start/"
    for name, cost in ((leads, 8), (fights, 5)):
        page.goto(start)
        state(page, name, cost)
    for button in (f"#leader-{leader}", f"#add-{hired}"):
        page.goto(start)
        press(page, page.locator(button))
    page.goto(start)
    expect(page.locator("#builder .action-bar")).to_contain_text("legal")
    page.locator(".action-bar summary", has_text="Confirm Arsenal").click()
    press_first(page, re.compile("Confirm, lose"))
    expect(page.get_by_role("main")).to_contain_text("Your starting Arsenal is confirmed")
    league.players.append(user)
    assert sorted(league.entry(1).models.values_list("slug", "cost")) == sorted([(leader, 8), (hired, 5)])

    play.found_arsenal(league.entry(0), taste="a")
    league.start()
    (game,) = league.games()
    table = f"/leagues/{league.campaign.slug}/week/1/games/{game.table}/"
    hand_in(page, table, (leads, fights))
    side = GameSide.objects.get(game=game, entry=league.entry(1))
    assert side.crew_submitted_at is not None

    other = new_page()
    sign_in(other, league.players[0].username, "secret-pass")
    other.goto(f"/leagues/{league.campaign.slug}/costs/")
    for name, cost in ((leads, 8), (fights, 5)):
        row = other.get_by_role("listitem").filter(has=other.get_by_role("heading", name=name))
        expect(row).to_contain_text(f"{cost} Soulstones, stated by explorer")
    assert problems(page) == []
