"""Rules open in place, the first game is one screen a step with its Encounter beside it, and a table is laid
of what a club owns with its button under the thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from mfcampaign.play.models import Encounter
from tests.browser.actions import NewPage
from tests.browser.checks import axe, overflow, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [375, 1280])
def test_a_question_mark_opens_the_rule_in_place(new_page: NewPage, width: int) -> None:
    page = new_page(width, bypass_csp=True)
    page.goto("/play/first-game/6/")
    where = page.url
    page.locator("a.rule-id").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Current total")
    expect(sheet.get_by_role("link", name="M3E-DUEL-07")).to_be_visible()
    assert page.url == where
    assert not axe(page)
    assert overflow(page) == 0
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert problems(page) == []


def test_without_scripts_the_question_mark_leads_to_the_rules_page(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto("/play/first-game/6/")
    page.locator("a.rule-id").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Duels")


@pytest.mark.parametrize("width", [375, 1280])
def test_the_first_game_is_a_screen_a_step_and_its_encounter_stands_beside(
    new_page: NewPage, width: int
) -> None:
    page = new_page(width, bypass_csp=True)
    page.goto("/")
    page.get_by_role("link", name="Help", exact=True).first.click()
    page.get_by_role("link", name="First game").click()
    assert not axe(page)
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Start it").click()
    beside = opened.value
    expect(beside.locator("#encounter-now")).to_be_visible()
    row = Encounter.objects.get()
    for step in range(2, 10):
        page.get_by_role("link", name=f"Next: step {step}").click()
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
        expect(page.get_by_text("Try it:")).to_be_in_viewport()
        assert overflow(page) == 0
    page.get_by_role("button", name="Continue it").click()
    beside.wait_for_url(lambda url: row.public_id in url)
    assert Encounter.objects.count() == 1, "the same once more"


def test_the_generators_button_is_in_reach_and_what_is_owned_is_ticked(new_page: NewPage) -> None:
    page = new_page(375, bypass_csp=True)
    page.goto("/tables/generate/")
    expect(page.get_by_role("button", name="Generate", exact=True)).to_be_in_viewport()
    page.get_by_text("Pieces we own:").click()
    for name in ("Crates", "Wall"):
        page.get_by_label(name, exact=True).uncheck()
    assert not axe(page)
    page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.get_by_role("button", name="Share")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Print")).to_be_in_viewport()
    assert "owned=woods" in page.url
    assert "owned=crates" not in page.url
    page.goto("/tables/generate/")
    page.get_by_text("Pieces we own:").click()
    expect(page.get_by_label("Crates", exact=True)).not_to_be_checked()
