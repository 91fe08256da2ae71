"""The score sheet of a First Edition game: points follow the numbers, and nothing typed is lost."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from mfcampaign.setups.operations import draw
from rules.game.setup.drawn import Wanted
from tests.browser.checks import problems
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


def test_an_answer_that_is_late_takes_nothing_back(new_page: Any, catalogue: None) -> None:  # noqa: F811
    row = draw(None, Wanted(edition="m1e", size=35, format="scrap"), cards="11t 9m 4c 7c 9r 8r")
    page = new_page()
    page.goto(f"{row.get_absolute_url()}score/")
    held: list[Any] = []
    page.route("**/score/?*", lambda route: held.append(route))
    first = page.get_by_role("group", name="First player")
    first.get_by_label("Faction").select_option("Outcasts")
    first.get_by_label("Scheme 1").select_option("Thwart")
    first.get_by_label("Masters", exact=True).fill("1")
    first.get_by_label("Name").press_sequentially("Ash")
    while len(held) < 2:  # the choices; the number waits in line
        page.wait_for_event("request")
    page.unroute_all()
    for route in held:
        with contextlib.suppress(Error):  # it was given up for a newer one
            route.continue_()
    expect(first.get_by_label("Announced")).to_be_visible()
    expect(first.get_by_label("Name")).to_have_value("Ash")
    expect(first.get_by_label("Name")).to_be_focused()
    expect(first.get_by_label("Masters", exact=True)).to_have_value("1")
    expect(first.get_by_label("Faction")).to_have_value("Outcasts")
    first.get_by_label("Name").press_sequentially("by")
    first.get_by_label("Announced").check()
    expect(page).to_have_url(re.compile("a-called=Ashby.*a-announced_1=on"))
    assert problems(page) == []
