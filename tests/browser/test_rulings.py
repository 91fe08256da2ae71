"""An organiser corrects a result from the console to the page all can read, on narrow and wide screens."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Game, Ruling
from mfcampaign.campaigns.rulings.plans.weeks import settled_result
from mfcampaign.campaigns.scripted import demo
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_as_it_stands, overflow, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PICTURES = os.environ.get("RULING_PICTURES", "")


def look(page: Any, name: str) -> None:
    """No fault of access in either light, at neither width too wide; a picture where one is asked for."""
    for width in (1280, 375):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) == 0, f"{name} spills at {width}"
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
    assert faults_as_it_stands(page, name) == []


@pytest.mark.soak  # on each landing its pages without a browser (tests/campaigns/rulings/test_pages.py)
def test_an_organiser_corrects_a_closed_game_and_everybody_can_read_why(new_page, settings):
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    campaign: Campaign = data_sets.demo_league()
    organiser = campaign.organisers.get().user
    game = (
        Game.objects.filter(week__campaign=campaign, state="closed")
        .exclude(sides__entry__user=organiser)
        .select_related("week__campaign")
        .order_by("week__number", "table")
        .first()
    )
    assert game is not None, "the demo has a game that is over"
    before = settled_result(game)
    page = new_page(bypass_csp=True)
    sign_in(page, demo.ORGANISER, demo.PASSWORD)
    page.goto(f"/leagues/{campaign.slug}/organise/")
    page.get_by_role("link", name="Make a correction").click()
    expect(page).to_have_url(re.compile("/rulings/new/$"))
    look(page, "wide")
    page.get_by_role("link", name=f"Open week {game.week.number}, table {game.table}").click()
    expect(page.get_by_role("button", name="Preview").first).to_be_visible()
    look(page, "game")
    strategy = page.locator("input[name=s0-strategy]")
    for number in range(strategy.count()):
        box = strategy.nth(number)
        box.set_checked(not box.is_checked(), force=True)
    page.get_by_role("region", name="Correct the result").get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    look(page, "preview")
    assert settled_result(game) == before, "looking changes nothing"
    page.get_by_label("Reason").fill("Both players agree that the Strategy was counted for the wrong side.")
    press(page, "Confirm ruling")
    expect(page.get_by_text("Ruling 1 is confirmed")).to_be_visible()
    look(page, "ruling")
    ruling = Ruling.objects.get()
    assert ruling.by == organiser
    assert settled_result(game) != before
    assert balances.verify(campaign) == []

    page.goto(f"/leagues/{campaign.slug}/rulings/new/player/{ruling.entries.first().pk}/")
    look(page, "player")
    page.goto(f"/leagues/{campaign.slug}/rulings/1/")
    press(page, "Undo this ruling")
    page.get_by_label("Reason").fill("It was right before.")
    press(page, "Confirm ruling")
    assert settled_result(game) == before

    passer_by = new_page(bypass_csp=True)
    passer_by.goto(f"/leagues/{campaign.slug}/rulings/")
    expect(passer_by.get_by_text("counted for the wrong side")).to_be_visible()
    look(passer_by, "rulings")
    assert problems(page) == []
