"""A bot is played after one tap, on both widths; the choice is remembered; what cannot play is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.crews import operations as crews
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from rules.editions.m3e.factions import FACTIONS
from tests.browser.actions import NewPage, press, sign_in
from tests.browser.checks import axe, overflow
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("catalogue"),
]
WIDTHS = (375, 1280)


def in_sight(page: Page, name: str) -> bool:
    box = page.get_by_role("button", name=name, exact=True).bounding_box()
    height = page.viewport_size["height"] if page.viewport_size else 0
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


@pytest.mark.parametrize("width", WIDTHS)
def test_one_tap_begins_it_and_the_choice_is_remembered(new_page: NewPage, width: int) -> None:
    page = new_page(width, bypass_csp=True)
    page.goto("/play/new/?edition=m3e")
    assert in_sight(page, "Start")
    assert overflow(page) == 0
    assert not axe(page)
    cards = page.locator(".crew-card")
    assert cards.count() >= len(FACTIONS), "a practice Crew of every Faction"
    assert page.locator(".options").get_attribute("open") is None
    page.locator(".crew-card", has_text="Rasputina’s Crew").locator("label").click()
    press(page, "Start")
    expect(page.locator("#encounter-now")).to_be_visible()
    row = Encounter.objects.get()
    assert loading.setup_of(row).crews[0].name == "Rasputina’s Crew"
    assert loading.setup_of(row).crews[1].name != "Rasputina’s Crew"
    assert [seat.bot for seat in row.seats.all()] == ["", "greedy"], "the easy one first"
    page.goto("/play/new/")
    expect(page.locator("input[name=own]:checked")).to_have_value("practice-arcanists")


def test_a_crew_of_ones_own_says_what_it_leaves_and_why_it_cannot_play(new_page: NewPage) -> None:
    mara = person("mara")
    played = crews.create(mara, faction="outcasts", leader="hamelin", size=20, name="Rats")
    broken = crews.create(mara, faction="guild", leader="lady-justice", size=20, name="Half a Crew")
    crews.change_settings(broken, mara, leader="")
    page = new_page(375, bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto("/play/new/?edition=m3e")
    card = page.locator(".crew-card", has_text="Rats")
    card.get_by_text("By hand").click()
    expect(card).to_contain_text("You apply yourself")
    assert page.locator(f"input[name=own][value={broken.public_id}]").count() == 0
    page.get_by_text("1 Crew of yours cannot play yet").click()
    expect(page.get_by_role("listitem").filter(has_text="Half a Crew")).to_be_visible()
    page.goto(f"/play/new/?edition=m3e&own={broken.public_id}")
    expect(page.get_by_role("alert")).to_contain_text("Half a Crew cannot play yet")
    page.goto(f"/play/new/?edition=m3e&own={played.public_id}")
    expect(page.locator("input[name=own]:checked")).to_have_value(played.public_id)
    press(page, "Start")
    expect(page.locator("#encounter-now")).to_be_visible()
    setup = loading.setup_of(Encounter.objects.get())
    assert setup.crews[0].name == "Rats"
    assert setup.crews[1].name != "Rats", "never against itself unasked"
