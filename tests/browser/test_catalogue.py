"""The catalogue in a real browser: searching while typing, the same without JavaScript, axe clean."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from mfcampaign.catalog import operations
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import faults_everywhere, overflow, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]
PASSWORD = "iron-harvest-moon-47"
PAGES = [
    "/catalogue/",
    "/catalogue/?faction=guild&station=Minion&q=guard",
    "/catalogue/?q=nothing+of+that+kind",
    "/catalogue/models/lady-justice/",
    "/catalogue/models/lady-justice-death-touched/",
    "/catalogue/compare/guild-hound/?with=rasputina",
    "/catalogue/compare/guild-hound/?with=hoffman",
    "/catalogue/upgrades/",
    "/catalogue/scenarios/?season=gg2",
    "/catalogue/releases/",
    "/catalogue/packs/",
]


@pytest.fixture(autouse=True)
def _catalogue(transactional_db: None) -> None:
    operations.load_release()


def test_the_list_follows_what_is_typed_and_keeps_the_cursor(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/catalogue/")
    search = page.get_by_role("searchbox", name="Search for models")
    search.click()
    page.keyboard.type("guild hound", delay=30)
    expect(page.locator(".cat-name")).to_have_text(["Guild Hound"])
    expect(search).to_be_focused()
    expect(search).to_have_value("guild hound")
    expect(page).to_have_url(re.compile("q=guild"))
    search.fill("guard")
    page.locator("details.filters > summary").click()
    minions = page.get_by_role("checkbox", name="Minion", exact=False)
    expect(page).to_have_url(re.compile("q=guard"))
    expect(page.locator("label", has=minions).locator(".count")).not_to_have_text("241")
    minions.check()
    expect(page.locator(".cat-list")).not_to_contain_text("Master")
    expect(minions).to_be_checked()
    expect(page).to_have_url(re.compile("q=guard.*station=Minion"))
    settled(page)
    names = page.locator(".cat-name").all_inner_texts()
    assert names
    page.reload()
    expect(page.locator(".cat-name")).to_have_text(names)  # the address holds the whole state
    assert problems(page) == []


def test_it_works_without_javascript(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto("/catalogue/")
    page.get_by_role("searchbox").fill("guild hound")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".cat-name")).to_have_text(["Guild Hound"])
    page.locator(".cat-name").click()
    page.get_by_label("With which model?").fill("Rasputina")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Guild Hound and Rasputina")


@pytest.mark.parametrize("paths", [PAGES[1:6:2], pytest.param(PAGES, marks=pytest.mark.soak)])
def test_the_pages_are_clean_and_keep_the_policy(new_page: NewPage, paths: list[str]) -> None:
    opened = new_page(bypass_csp=True)
    assert [fault for path in paths for fault in faults_everywhere(opened, path)] == []
    page = new_page(375, "dark")
    for path in paths:
        page.goto(path)
        assert (path, problems(page), overflow(page)) == (path, [], 0)


def test_the_pages_of_a_pack_are_clean(new_page: NewPage) -> None:
    mara: Any = get_user_model().objects.create_user("mara", password=PASSWORD)
    pack = operations.create_pack(mara, "House figures")
    operations.set_figures(pack, mara, "hopeful-prospect", {"cost": 4})
    page = new_page(bypass_csp=True)
    sign_in(page, "mara", PASSWORD)
    here = f"/catalogue/packs/{pack.pk}/"
    paths = ["", "house/model/", "house/upgrade/", "model/guild-hound/", "find/?q=hound"]
    for path in [*paths, "model/hopeful-prospect/remove/"]:
        assert faults_everywhere(page, here + path) == []
    page.goto(here + "model/hopeful-prospect/remove/")
    press(page, "Remove")
    press(page, "Undo")
    expect(page.get_by_role("link", name="Hopeful Prospect").first).to_be_visible()
    assert pack.entries.get().body == {"cost": 4}
