"""A house card composed on the page: a word is chosen, the sentence comes back, Save keeps it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.catalog import operations
from tests.browser.actions import answered, settled, sign_in
from tests.browser.checks import overflow, problems
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.usefixtures("catalogue")
def test_an_ability_is_composed_by_choosing_words(new_page: Any) -> None:
    mara = person("mara")
    pack = operations.create_pack(mara, "House figures")
    wolf = {"name": "Wolf", "station": "Henchman", "factions": ["guild"], "cost": 6}
    slug = operations.add_house(pack, mara, wolf).slug
    page = new_page(375)
    sign_in(page, "mara", "secret-pass")
    page.goto(f"/catalogue/packs/{pack.pk}/cards/{slug}/ability/99/")
    settled(page)
    page.get_by_label("Name", exact=True).fill("Bark")
    with answered(page, by_script=True):
        page.get_by_role("button", name="Add to Parts").click()
    with answered(page, by_script=True):
        page.get_by_label("Part 1: which").select_option("do:armor")
    expect(page.get_by_text("Damage to this model is 1 lower")).to_be_visible()
    assert overflow(page) == 0
    with answered(page, by_script=True):
        page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(f"/cards/{slug}/$"))
    expect(page.get_by_text("Damage to this model is 1 lower").first).to_be_visible()
    assert problems(page) == []
