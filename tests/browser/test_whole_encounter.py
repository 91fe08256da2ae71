"""Two people play a whole Encounter in two real browsers, by the forms and buttons of the page alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from rules.fate.shuffle import Stream, digest
from tests.browser.eyes import problems
from tests.browser.hands import sign_in
from tests.play.playing import duel, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_ANSWERS = 900


@pytest.mark.soak
@pytest.mark.parametrize("widths", [(1280, 375)])
def test_two_browsers_play_from_the_first_question_to_the_result(new_page: Any, widths: Any) -> None:
    """One at the desk, one on a phone; each sees its questions by itself and answers what it is asked."""
    people = (person("mara"), person("jonas"))
    row = duel(*people)
    pages = []
    for user, width in zip(people, widths, strict=True):
        page: Page = new_page(width=width)
        sign_in(page, user.username, "secret-pass")
        page.goto(row.get_absolute_url())
        pages.append(page)
    chance = Stream(digest("two browsers"))
    for _answer in range(MOST_ANSWERS):
        row.refresh_from_db()
        if row.over:
            break
        answer_one(pages, row, chance)
    assert row.state == Encounter.State.OVER
    for page in pages:
        page.goto(row.get_absolute_url())
        assert page.get_by_text("Replay", exact=True).is_visible()
        assert problems(page) == []


def answer_one(pages: list[Page], row: Encounter, chance: Stream) -> None:
    """Whoever is asked sees the question by itself and answers something that the page offers."""
    page = pages[loading.play_of(row).asks[0].seat]
    expect(page.locator(f"#encounter-now[hx-get*='seen={row.version}&']")).to_have_count(1)
    expect(page.locator("form.ask")).to_be_visible()
    chosen(page, chance)
    expect(page.locator(f"#encounter-now[hx-get*='seen={row.version}&']")).to_have_count(0)


def chosen(page: Page, chance: Stream) -> None:
    """One answer of the open question, given by its controls."""
    ask = page.locator("form.ask")
    control = ask.get_attribute("data-control")
    if control == "one":
        buttons = ask.locator(".ask-choices button")
        buttons.nth(chance.below(buttons.count())).click()
        confirm = ask.locator("[data-chosen]:not([hidden]) [data-confirm]")
        if confirm.count():
            confirm.click()
        return
    if control in ("several", "ordered"):
        words = ask.locator("legend").first.inner_text().partition(",")[0].split()
        least = 0 if "none" in ask.locator("legend").first.inner_text() else 1
        least = int(words[1]) if words[1].isdigit() else least
        boxes = ask.locator("input[type=checkbox]")
        for number in range(least):
            if boxes.count():
                boxes.nth(number).check()
            else:
                ask.locator("select").nth(number).select_option(index=number + 1)
    if control == "spot":
        listed = ask.locator(".by-number")
        if listed.get_attribute("open") is None:
            listed.locator("summary").click()
        places = ask.locator("#spot option")
        if places.count():
            ask.locator("#spot").select_option(index=chance.below(places.count()))
    ask.locator("button.button-main:visible").last.click()
