"""The recorder on one screen: what fits, what a thumb hits, what changes at once, what is hidden, and the
same without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from rules.edition import edition_of
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import axe, faults_as_it_stands, overflow, problems
from tests.browser.recorder import end, sheet_of, shown
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NINE = {
    "m4e": (
        "Lady Justice, Death-Touched\nThe Judge\n3x Death Marshal\n2x Exorcist\n2x Guild Hound",
        "Harold Tull, Dead Silent\n3x Exorcist\nThe Judge\n2x Death Marshal\n2x Guild Hound",
    ),
    "m3e": (
        "Lady Justice\nScales of Justice 4\n3x Guild Hound\nExecutioner\n3x Death Marshal",
        "Rasputina\n2x Ice Gamin\n2x Ice Golem\n2x Silent One\n2x Blessed of December",
    ),
}
BOXES = """() => [...document.querySelectorAll('.recorded, .side-head, .record-turn, .record-acts')]
  .filter(one => one.getClientRects().length)
  .map(one => [one.id || one.className, one.getBoundingClientRect()])
  .map(([name, box]) => [name, Math.round(box.top * 10) / 10, Math.round(box.height * 10) / 10])"""
SMALL = """() => [...document.querySelectorAll(
    '.record-turn button, .sides button, .side-tab label, .record-acts button, dialog:popover-open button')]
  .filter(one => one.getClientRects().length)
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([words, box]) => [words, box.width, box.height])"""
COVERED = """() => [...document.querySelectorAll('.recorded button, .record-acts button, .side-tab label')]
  .filter(one => one.getClientRects().length)
  .filter(one => { const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !one.contains(hit); }).map(one => one.textContent.trim())"""


def recorded(page: Page, edition: str) -> Encounter:
    """A record of nine against nine, in Turn 1."""
    sign_in(page, person("mara").username, "secret-pass")
    page.goto(f"/play/new/record/?edition={edition}")
    # Entered by hand: in Turn 1 of the Fourth Edition the attacker begins (M4-TURN-03), here the first Crew.
    page.get_by_label("Strategy, Deployment, Schemes").select_option("hand")
    page.get_by_label("Attacker").select_option("0")
    page.locator("#id_strategy").select_option(index=1)
    for box in page.locator("[name=schemes]").all()[: edition_of(edition).setup.schemes_in_pool]:
        box.check()
    for side, models in zip(("first", "second"), NINE[edition], strict=True):
        page.locator(f"#id_{side}-models").fill(models)
    press(page, "Start recording")
    press(page, "Turn 1 begins")
    return Encounter.objects.latest("pk")


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("edition", NINE)
def test_nine_against_nine_fit_one_screen_and_nothing_under_the_thumb_moves(
    new_page: Any, edition: str
) -> None:
    page = new_page(375, touch=True, bypass_csp=True)
    page.set_viewport_size({"width": 375, "height": 812})
    row = recorded(page, edition)
    assert page.locator(".side-0 .recorded:visible").count() == 9
    before = page.evaluate(BOXES)
    assert max(height for name, _, height in before if name.startswith("model")) <= 44
    assert page.evaluate(SMALL) == []
    assert page.evaluate(COVERED) == [], "each act is on the screen, and nothing lies over it"

    # The usual acts of an Activation, a kill and a Turn: no scrolling, no jump, with and without a signal.
    for offline in (False, True):
        page.context.set_offline(offline)
        for value in ("hurt:a2:2", f"activated:{'a4' if offline else 'a3'}", "hurt:a9:1"):
            page.locator(f".recorded [value='{value}']").click()
            if offline:
                expect(page.locator(".outbox-chip")).to_contain_text("waiting")
            else:
                settled(page)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(BOXES) == before
    health = page.locator("#model-a2 .standing-health")
    most = int(page.locator("#model-a2").get_attribute("data-most") or 0)
    expect(health).to_have_class("standing-health waits")
    expect(health).to_contain_text(f"{most - 4}/{most}")
    expect(page.locator("#model-a4 .recorded-act")).to_be_disabled()
    shown(page, 1)
    expect(page.locator(".side-1 .recorded:visible")).to_have_count(9)
    assert page.evaluate(COVERED) == []
    assert page.evaluate("scrollY") == 0
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    settled(page)
    expect(page.locator("#model-b1")).to_be_visible()
    state = loading.record_of(row).state
    assert (state.models["a2"].health, state.models["a4"].activated) == (most - 4, True)
    # Beside each other where there is room.
    page.set_viewport_size({"width": 700, "height": 900})
    expect(page.locator(".recorded:visible")).to_have_count(18)
    assert overflow(page) == 0
    assert page.evaluate(SMALL) == []
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 812})
        assert overflow(page) == 0


@pytest.mark.usefixtures("catalogue")
def test_sheets_and_the_overview_have_no_faults_and_show_nothing_hidden(new_page: Any) -> None:
    page = new_page(375, touch=True, bypass_csp=True)
    row = recorded(page, "m3e")
    pool = loading.record_of(row).state.pool
    sheet = sheet_of(page, "side-0")
    for name in pool[:2]:
        sheet.get_by_label(name).check()
    assert faults_as_it_stands(page, "the sheet of a side") == []
    press(page, sheet.get_by_role("button", name="Save, hidden"))
    expect(sheet).to_be_hidden()  # a tap in a sheet is the last in it
    model = sheet_of(page, "a2")
    assert faults_as_it_stands(page, "the sheet of a model") == []
    assert page.evaluate(SMALL) == []
    expect(model.get_by_role("button", name="+1 Health of")).to_be_disabled()  # it has all of it
    press(page, model.get_by_role("button", name="−4 Health of"))
    sheet_of(page, "more")
    assert faults_as_it_stands(page, "the sheet of what is rare") == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show both players").click()
    overview = page.locator("#overview")
    expect(overview).to_contain_text("Rasputina")
    expect(overview).to_contain_text("Lady Justice")
    for name in pool:
        expect(overview).not_to_contain_text(name)
    assert faults_as_it_stands(page, "the overview") == []
    overview.get_by_role("button", name="Close").click()
    press(page, "Turn 2 begins")
    press(page, page.get_by_role("button", name=f"Reveal {pool[0]}"))
    page.get_by_role("button", name="Show both players").click()
    expect(overview).to_contain_text(pool[0])
    expect(overview).not_to_contain_text(pool[1])
    page.keyboard.press("Escape")
    end(page)
    expect(page.get_by_role("heading", name="A draw")).to_be_in_viewport()
    assert axe(page) == []
    assert problems(page) == []


@pytest.mark.usefixtures("catalogue")
def test_a_swipe_says_that_a_model_has_activated(new_page: Any) -> None:
    page = new_page(375, touch=True)
    row = recorded(page, "m3e")
    box = page.locator("#model-a5 .recorded-name").bounding_box()
    touch = page.context.new_cdp_session(page)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        points = [{"x": x + 20 * step, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#model-a5 .recorded-act")).to_be_disabled()
    settled(page)
    expect(page.locator("#sheet-a5")).to_be_hidden()
    assert loading.record_of(row).state.models["a5"].activated


@pytest.mark.usefixtures("catalogue")
def test_the_recorder_works_without_a_script(new_page: Any) -> None:
    page = new_page(375, javascript=False)
    row = recorded(page, "m3e")
    shown(page, 1)
    press(page, page.locator("#model-b1 [value='hurt:b1:3']"))
    expect(page.locator("#model-b1 .standing-health")).to_be_visible()  # its Crew is shown again
    sheet = sheet_of(page, "b1")
    sheet.get_by_label("Condition", exact=True).select_option("Burning")
    press(page, sheet.get_by_role("button", name="Set").first)
    expect(page.locator("#model-b1")).to_contain_text("Burning")
    end(page)
    expect(page.get_by_role("heading", name="A draw")).to_be_visible()
    row.refresh_from_db()
    assert (row.state, loading.record_of(row).state.models["b1"].health) == ("over", 9)
