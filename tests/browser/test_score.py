"""The score sheet of a First Edition game: points follow the numbers, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.encounters.drawing import Wanted
from mfcampaign.encounters.operations import draw
from tests.browser.eyes import problems
from tests.campaigns.conftest import catalogue, figures  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_points_follow_the_numbers(new_page: Any, catalogue: None) -> None:  # noqa: F811
    row = draw(None, Wanted(edition="m1e", size=35, format="scrap"), cards="11t 9m 4c 7c 9r 8r")
    page = new_page()
    page.goto(row.get_absolute_url())
    page.get_by_role("link", name="The score").click()
    first = page.get_by_role("group", name="First player")
    second = page.get_by_role("group", name="Second player")
    first.get_by_label("Scheme 1").select_option("Hold Out")
    first.get_by_label("Announced").check()
    second.get_by_label("Models in the enemy’s deployment zone").fill("0")
    first.get_by_label("Masters", exact=True).fill("1")
    second.get_by_label("Masters", exact=True).fill("0")
    first.get_by_label("Models, Masters among them").fill("3")
    first.get_by_label("Insignificant models").fill("0")
    first.get_by_label("Name").press_sequentially("Ashby")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Ashby wins.")).to_be_visible()
    expect(page.locator("#points .total-amount").first).to_have_text("6")
    expect(first.get_by_label("Insignificant models")).to_have_value("0")
    page.reload()
    expect(page.get_by_text("Ashby wins.")).to_be_visible()
    assert problems(page) == []
