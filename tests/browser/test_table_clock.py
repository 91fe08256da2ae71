"""The chess clock beside a real table: two phones in step, one without a signal, keys, time that is up."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from playwright.sync_api import Page, expect

from mfcampaign.play.models import TableClock
from mfcampaign.play.operations import creation, table_clocks
from rules.game.results.overtime import TimePenalty
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.play.playing import SMALL, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RUNS = re.compile("half-runs")


LIGHT = """
window.lights = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => { window.lights.push({ released: false }); return window.lights.at(-1); },
} });
"""


def half(page: Page, seat: int) -> Any:
    return page.locator(f"[data-half='{seat}']")


def test_two_phones_keep_one_clock_also_without_a_signal(new_page: Any) -> None:
    mara, jonas = new_page(bypass_csp=True), new_page()
    user = person("mara")
    record = creation.create(user, SMALL, opponent="known", other=person("jonas"), mode="record")
    sign_in(mara, "mara", "secret-pass")
    mara.goto(record.get_absolute_url())
    mara.get_by_text("Chess clock beside the table").click()
    mara.get_by_label("Minutes each").fill("30")
    mara.get_by_label("Victory Points off").fill("1")
    press(mara, "Start chess clock")
    clock = TableClock.objects.get()
    assert faults_everywhere(mara, clock.get_absolute_url()) == []
    mara.goto(clock.get_absolute_url())
    jonas.goto(clock.get_absolute_url())  # who has no account
    expect(mara.get_by_role("button", name="Pause")).to_be_disabled()

    half(mara, 0).click()
    expect(half(mara, 1)).to_have_class(RUNS)
    expect(half(jonas, 1)).to_have_class(RUNS)
    expect(half(jonas, 0)).to_be_disabled()
    jonas.keyboard.press("Space")
    expect(half(mara, 0)).to_have_class(RUNS)

    mara.context.set_offline(True)
    half(mara, 0).click()
    expect(half(mara, 1)).to_have_class(RUNS)
    expect(mara.get_by_text("1 tap waits for a signal")).to_be_visible()
    mara.keyboard.press("p")
    expect(mara.get_by_text("2 taps wait for a signal")).to_be_visible()
    expect(mara.get_by_role("button", name="Resume")).to_be_enabled()
    mara.context.set_offline(False)
    expect(jonas.get_by_role("button", name="Resume")).to_be_enabled()
    expect(mara.locator("[data-step]")).to_have_text("")
    assert [press_.runs for press_ in clock.presses.all()] == ["1", "0", "1", "-"]

    mara.get_by_role("button", name="Resume").click()
    expect(half(jonas, 1)).to_have_class(RUNS)
    TableClock.objects.update(created_at=timezone.now() - dt.timedelta(hours=2))
    table_clocks.press(clock, AnonymousUser(), "1", "long ago", dt.timedelta(minutes=42))
    expect(half(jonas, 1)).to_contain_text("Time is up: 3 VP off")
    expect(half(mara, 1)).to_contain_text("−12:")
    table_clocks.end(clock)
    expect(half(jonas, 1)).to_contain_text("ended")
    assert problems(jonas) == []


def test_a_press_that_is_refused_is_not_sent_for_ever_and_the_screen_stays_lit(new_page: Any) -> None:
    page = new_page(bypass_csp=True)
    page.add_init_script(LIGHT)
    clock = table_clocks.start("A table", "/about/", ("Mara", "Jonas"), 30, TimePenalty())
    page.goto(clock.get_absolute_url())
    half(page, 0).click()
    expect(half(page, 1)).to_have_class(RUNS)
    expect(page.locator("[data-step]")).to_have_text("")
    seen = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(seen)
    assert page.evaluate("window.lights.length") == 1, "it is lit still"
    page.evaluate("window.lights[0].released = true")  # as a browser does with a page out of sight
    page.evaluate(seen)
    page.wait_for_function("window.lights.length === 2")

    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    token = page.locator("#two-thumbs [name=csrfmiddlewaretoken]")
    token.evaluate("field => { field.value = 'of before signing in elsewhere'; }")
    half(page, 1).click()
    expect(page.get_by_text("Taps are not sent: load the page again.")).to_be_visible()
    page.wait_for_timeout(5_000)  # a press without a signal is sent again after four seconds
    assert sent.count("POST") == 1
    page.reload()
    expect(half(page, 0)).to_have_class(RUNS)
    expect(page.locator("[data-step]")).to_have_text("")
    assert [press_.runs for press_ in clock.presses.all()] == ["1", "0"]

    page.route("**/do/press-table-clock/**", lambda route: route.fulfill(status=400, body="No such press."))
    half(page, 0).click()
    expect(page.get_by_text("That tap was not taken: look below.")).to_be_visible()
    expect(half(page, 0)).to_have_class(RUNS)
