"""A game at a real table, from the phone: begun, handed to the other, ended, printed; and what a few answers
to a played one say to the console."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play.models import Encounter
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.browser.recorder import end
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import SMALL, against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEW = "/play/new/record/?edition=m3e"


def signed_in(new_page: Any, user: Any, **more: Any) -> Page:
    page: Page = new_page(**more)
    sign_in(page, user.username, "secret-pass")
    return page


def told(page: Page, side: str, name: str, models: str) -> None:
    page.locator(f"#id_{side}-name").fill(name)
    page.locator(f"#id_{side}-models").fill(models)


@pytest.mark.usefixtures("catalogue")
def test_a_casual_game_from_the_form_to_the_printed_result(new_page: Any) -> None:
    mara = signed_in(new_page, person("mara"), bypass_csp=True)
    jonas = signed_in(new_page, person("jonas"))
    assert faults_everywhere(mara, NEW) == []
    mara.goto(NEW)
    expect(mara.get_by_label("Link of the shared Crew").first).to_be_hidden()
    expect(mara.get_by_label("Attacker")).to_be_hidden()
    mara.get_by_label("Strategy, Deployment, Schemes").select_option("hand")
    mara.get_by_label("Of the season").select_option("gg1")
    expect(mara.get_by_label("Strategy", exact=True).locator("option", has_text="Turf War")).to_have_count(0)
    mara.get_by_label("Strategy, Deployment, Schemes").select_option("fate")
    told(mara, "first", "Frontier", "Lady Justice\n2x Guild Hound")
    told(mara, "second", "Strangers", "Old Bess")
    press(mara, "Start recording")
    expect(mara.get_by_text("nobody here knows “Old Bess”")).to_be_visible()
    told(mara, "second", "Strangers", "Old Bess 7")
    press(mara, "Start recording")
    expect(mara.get_by_role("button", name="Turn 1 begins")).to_be_visible()
    record = Encounter.objects.get().get_absolute_url()
    assert faults_everywhere(mara, record) == []
    mara.goto(record)
    mara.get_by_text("Let the other write, too").click()
    jonas.goto(mara.get_by_label("Link", exact=True).input_value())
    press(jonas, "Join")
    press(jonas, "Turn 1 begins")
    expect(jonas.get_by_role("button", name="Turn 2 begins")).to_be_visible()
    press(jonas, "−2 Health of Old Bess")
    expect(jonas.locator("#model-b1 .standing-health")).to_contain_text("5/7")
    end(jonas)
    expect(jonas.get_by_role("heading", name="A draw")).to_be_visible()
    assert faults_everywhere(mara, record) == []
    expect(mara.locator(".board svg")).to_be_hidden()
    mara.emulate_media(media="print")
    expect(mara.locator(".board svg")).to_be_visible()
    assert problems(jonas) == []


def test_answers_leave_no_word_of_the_policy_in_the_console(new_page: Any) -> None:
    """Browsers and their extensions write styles into the fields of a page; what is swapped must not carry
    them over as attributes, which the policy forbids."""
    mara = person("mara")
    row = against_bot(mara, setup=SMALL)
    page = signed_in(new_page, mara)
    page.goto(row.get_absolute_url())
    for _ in range(4):
        page.evaluate(
            "for (const found of document.querySelectorAll('main [id]')) "
            "{ found.style.color = 'inherit'; found.style.color = '' }"
        )
        for box in page.locator("form.ask input[name=choices]").all()[:2]:
            box.check()
        for numbers in page.locator("form.ask .by-number:not([open]) summary").all():
            numbers.click()
        press(page, page.locator("form.ask button:visible").last)
        expect(page.locator(f"#encounter-now[hx-get*='seen={row.version}&']")).to_have_count(0)
        expect(page.locator("form.ask")).to_be_visible()
        row.refresh_from_db()
    assert row.version >= 4
    assert problems(page) == []
    page.route("**/play/**", lambda route: None)  # no more answers
    with page.expect_request("**/now/**"):
        page.evaluate("htmx.trigger('#encounter-now', 'follow')")  # as a frame does
    now = page.locator("#encounter-now")
    expect(now).not_to_have_attribute("aria-busy", "true")  # it looks by itself, and stays to be read
    for numbers in page.locator("form.ask .by-number:not([open]) summary").all():
        numbers.click()
    page.locator("form.ask button:visible").last.click()
    expect(now).to_have_attribute("aria-busy", "true")
