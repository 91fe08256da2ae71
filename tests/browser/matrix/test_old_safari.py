"""The recorder and the board in a browser that lacks what Safari of iOS 15.6 lacks.

Taken away is what the table of ``make check`` (scripts/browser_support.py) says: methods, classes,
``light-dark()`` and the newer selectors. Buttons get no focus when they are tapped, as in every Safari.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Error, Route

from mfcampaign.play import loading
from scripts import browser_support
from tests.browser.conftest import _until_nobody_is_served
from tests.browser.engines.chromium import Chromium
from tests.browser.engines.window import Window
from tests.browser.matrix.test_hands import SAFARI, record, written
from tests.browser.matrix.test_strangers import answer
from tests.browser.test_board import asked
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import SMALL, against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LACKING = {
    name
    for name, since in browser_support.lacking().items()
    if "safari_ios" in since and re.fullmatch(r"(api|javascript\.builtins)\.\w+(\.\w+)?", name)
}
TAKE_AWAY = """
for (const name of NAMES) {
  const [owner, member] = name.split(".").slice(name.startsWith("api.") ? 1 : 2);
  try {
    for (const place of member ? [globalThis[owner], globalThis[owner]?.prototype] : [globalThis]) {
      if (place) delete place[member ?? owner];
    }
  } catch { /* what cannot be taken away stays */ }
}
const Data = FormData;
globalThis.FormData = class extends Data { constructor(form) { super(form); } };
"""
# A model that may Activate, and the middle of its token, where no other token lies.
OFFERED_TOKEN = """
for (const { value } of document.querySelectorAll("#question [name=choice]")) {
  const box = document.querySelector(`#board [data-model="${value}"] .token-disc`)?.getBoundingClientRect();
  const middle = box && [box.left + box.width / 2, box.top + box.height / 2];
  if (middle && document.elementFromPoint(...middle)?.closest("[data-model]")?.dataset.model === value) {
    return [value, ...middle];
  }
}
"""
COLOUR = "return getComputedStyle(document.querySelector(a[0])).getPropertyValue(a[1])"


@pytest.fixture
def old_safari(browser: Browser, live_server: Any) -> Iterator[Window]:
    cache.clear()
    window = Chromium(browser)
    window.renew(live_server.url)
    assert window.context is not None
    window.context.add_init_script(TAKE_AWAY.replace("NAMES", str(sorted(LACKING))) + SAFARI)
    window.context.route("**/*.css", _older)
    yield window
    faults = window.faults()
    window.close()
    _until_nobody_is_served()
    assert faults == []


def _older(route: Route) -> None:
    """The style sheet as a browser reads it that does not know what is newer."""
    try:
        sheet = route.fetch().text()
    except Error:  # the page was left meanwhile
        return
    for newer in (
        "light-dark(",
        "@property",
        "text-wrap",
        "content-visibility",
        "::details-content",
        ":popover-open",
    ):
        sheet = sheet.replace(newer, newer[:2] + "un" + newer[2:])
    route.fulfill(content_type="text/css", body=sheet)


def colours(window: Window) -> list[str]:
    page = window.run(COLOUR, "body", "background-color")
    return [page, *(window.run(COLOUR, "html", name).strip() for name in ("--surface", "--ink", "--act"))]


def test_the_features_are_gone(old_safari: Window) -> None:
    old_safari.visit("/")
    gone = "return ['requestSubmit' in HTMLFormElement.prototype, 'Notification' in window, 'toSorted' in []]"
    assert old_safari.run(gone) == [False, False, False]
    assert old_safari.run("return CSS.supports('color', 'light-dark(red, blue)')"), "of style sheets alone"


def test_colours_are_those_of_the_tokens_by_day_and_by_candlelight(old_safari: Window) -> None:
    old_safari.visit("/")
    assert colours(old_safari) == ["rgb(241, 232, 214)", "#fbf6ea", "#221b15", "#6f4409"]
    old_safari.run("document.documentElement.dataset.theme = 'dark'")
    assert colours(old_safari) == ["rgb(21, 17, 14)", "#201a15", "#f0e5d0", "#d9a648"]
    old_safari.page.emulate_media(color_scheme="dark")  # type: ignore[attr-defined]
    old_safari.run("document.documentElement.dataset.theme = 'light'")
    assert colours(old_safari)[0] == "rgb(241, 232, 214)"
    old_safari.run("delete document.documentElement.dataset.theme")
    assert colours(old_safari)[0] == "rgb(21, 17, 14)"


@pytest.mark.usefixtures("catalogue")
def test_the_recorder_counts_what_each_button_says(old_safari: Window) -> None:
    row = record(old_safari)
    for name, left in (("−1 Health of Old Bess", "6/7"), ("−2 Health of Old Bess", "4/7")):
        old_safari.click("#model-b1 button", name)
        old_safari.sees(left, "#model-b1 .standing-health")
    written(row, health=4)
    sheets = "return [...document.querySelectorAll('[popover]')].filter((one) => one.offsetHeight).length"
    assert old_safari.run(sheets) == 0, "what opens over the page is not in it"
    old_safari.click("[popovertarget=sheet-b1]")
    old_safari.until(sheets)
    old_safari.click("#sheet-b1 [popovertarget=sheet-b1]")
    old_safari.until(sheets.replace("return", "return 0 ==="))


def test_the_board_is_seen_and_answers(old_safari: Window) -> None:
    row = against_bot(person("mara"), setup=SMALL)
    old_safari.sign_in("mara", "secret-pass")
    old_safari.visit(row.get_absolute_url())
    for _ in range(20):
        row.refresh_from_db()
        answer(old_safari, row.version)
        if old_safari.run("return document.querySelector('.token.side-1')"):
            break
    old_safari.until("return document.readyState === 'complete'")  # the style sheets are there
    assert old_safari.run(COLOUR, ".table-ground", "fill") == "rgb(251, 246, 234)"
    assert old_safari.run(COLOUR, ".at-question", "background-color") == "rgb(255, 253, 246)"
    disc = old_safari.run(COLOUR, ".token.side-1 .token-disc", "fill")
    assert disc == "rgb(141, 28, 28)"
    assert old_safari.overflow() == 0


def test_a_tap_that_counts_at_once_is_an_answer(old_safari: Window) -> None:
    mara = person("mara")
    row = asked(against_bot(mara), mara, "activate")
    old_safari.sign_in("mara", "secret-pass")
    old_safari.visit(row.get_absolute_url())
    old_safari.click("[data-at-once]")
    assert old_safari.run("return document.querySelector('[data-at-once]').ariaPressed") == "true"
    who, x, y = old_safari.until(OFFERED_TOKEN)
    old_safari.point(x, y)
    old_safari.until("return !document.querySelector(`#question [name=choice][value=${a[0]}]`)", who)
    row.refresh_from_db()
    assert loading.play_of(row).state.activating == who
