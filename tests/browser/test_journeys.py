"""The main journeys in the browser, with every act counted: a press, a choice, a field, an address typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Locator, Page, expect

from mfcampaign.accounts import operations as accounts
from mfcampaign.campaigns.models import Campaign, Game
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from tests import data_sets
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import problems
from tests.browser.test_league_week import tomorrow
from tests.campaigns.conftest import opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "secret-pass"


class Counted:
    """A person's page; each thing they do counts one."""

    def __init__(self, page: Page) -> None:
        self.page, self.acts = page, 0

    def go(self, address: str) -> None:
        self.acts += 1
        self.page.goto(address)

    def fill(self, field: Locator, value: str) -> None:
        self.acts += 1
        field.fill(value)

    def follow(self, name: str) -> None:
        """A link of the page's main part."""
        self.acts += 1
        settled(self.page)
        self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first.click()
        settled(self.page)

    def press(self, button: str | Locator) -> None:
        self.acts += 1
        if isinstance(button, str):
            button = self.page.get_by_role("main").get_by_role("button", name=button, exact=True).first
        press(self.page, button)


def test_an_organiser_opens_a_league_starts_it_and_closes_a_week(
    new_page: Callable[..., Page], settings: Any
) -> None:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    host = get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    page = new_page(375)
    sign_in(page, "host", PASSWORD)
    organiser = Counted(page)
    organiser.go("/leagues/new/")
    organiser.fill(page.get_by_label("Name of the league"), "The Lantern Season")
    organiser.fill(page.get_by_label("First day"), tomorrow())
    organiser.press("Open the league")
    organiser.press("Create invitation link")
    league = Campaign.objects.get()
    _two_players_join(league, host)
    organiser.go(f"/leagues/{league.slug}/")
    expect(page.get_by_text("2 players have joined.")).to_be_visible()
    organiser.follow("Close registration")
    organiser.press("Close registration")
    organiser.follow("Start week 1")
    organiser.press("Start week 1")
    expect(page.get_by_text("The campaign begins: week 1 is paired.")).to_be_visible()
    assert organiser.acts <= 10, "from nothing to week 1"
    game = Game.objects.select_related("week__campaign").get()
    play.play(game)
    play.finish(game)
    page.goto(f"/leagues/{league.slug}/")
    organiser.acts = 0
    expect(page.get_by_text("Every game of week 1 is done")).to_be_visible()
    organiser.follow("Close week 1")
    organiser.press("Close week 1")
    expect(page.get_by_text("Week 1 is closed.")).to_be_visible()
    assert organiser.acts <= 2, "to close a week"
    assert problems(page) == []


def _two_players_join(league: Campaign, host: object) -> None:
    """By the links they were sent; what they do is their own journey."""
    for name, faction in (("Ashby", "guild"), ("Brindle", "arcanists")):
        user, _ = accounts.create_guest(name, host)  # type: ignore[arg-type]
        entry = opening.join(league, user, faction=faction, by=host)  # type: ignore[arg-type]
        play.found_arsenal(entry, taste=name)


def test_nine_play_two_rounds_of_an_event(new_page: Callable[..., Page]) -> None:
    data_sets.catalogue()
    get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    page = new_page(1280)
    sign_in(page, "host", PASSWORD)
    host = Counted(page)
    host.go("/events/new/")
    host.fill(page.get_by_label("Name of the event"), "Nine at the Shop")
    host.press("Announce")
    host.fill(page.get_by_label("Names, one a line"), "\n".join(f"{n}. Player {n}" for n in range(1, 10)))
    host.press("Preview")
    host.press("Add 9 players")
    host.press("Check everybody in")
    host.press("Begin the event")
    for _round in (1, 2):
        host.press("Pair next round")
        host.press("Publish")
        for number, field in enumerate(page.locator(".results-table .vp").all()):
            host.fill(field, str(number % 2 + 3))
        host.press("Enter results")
    expect(page.get_by_text("Pair round 3")).to_be_visible()
    assert host.acts <= 30, "an event of nine, two rounds, every result typed in"
    assert problems(page) == []


def test_a_player_joins_and_hands_the_first_crew_in(new_page: Callable[..., Page], settings: Any) -> None:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    league = opened(players=1, name="The Lantern Season")
    get_user_model().objects.create_user("mara", "mara@example.org", PASSWORD)
    page = new_page(375)
    sign_in(page, "mara", PASSWORD)
    player = Counted(page)
    player.go(f"/leagues/join/{league.token}/")
    player.acts += 1
    page.get_by_text("Arcanists", exact=True).click()
    player.press("Join")
    player.press(page.locator("button[name=leader]").first)
    affordable = page.locator("#offers button[name=add]:not([disabled])")
    while affordable.count() and player.acts < 14:
        player.press(affordable.first)
    player.press("Confirm Arsenal")
    play.found_arsenal(league.entry(0))
    league.start()
    player.go(f"/leagues/{league.campaign.slug}/")
    player.follow("Continue")
    player.press("Hire all")
    player.press("Hand in")
    expect(page.get_by_text("Your Crew is in, hidden until")).to_be_visible()
    assert player.acts <= 25, "from the invitation to a Crew handed in"
    assert problems(page) == []
