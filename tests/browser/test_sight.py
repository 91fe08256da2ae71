"""“Can I see it?” by mouse, finger and keyboard, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import faults_everywhere, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NewPage = Callable[..., Page]
SEAM = "/tables/sight/?on=seam"


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table is in the window."""
    point = page.evaluate(
        """([x, y]) => {
            const svg = document.querySelector("svg.table");
            const at = new DOMPoint(x, svg.viewBox.baseVal.height - y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    return point[0], point[1]


def test_the_page_is_clean_everywhere(new_page: NewPage) -> None:
    assert faults_everywhere(new_page(bypass_csp=True), "/tables/sight/") == []


def test_a_base_is_dragged_and_the_address_follows(new_page: NewPage) -> None:
    page = new_page(1280)
    page.goto(SEAM)
    expect(page.locator("#verdict")).to_have_text("A does not see B")
    page.locator("svg.table").scroll_into_view_if_needed()
    page.mouse.move(*spot(page, 18, 24))
    page.mouse.down()
    page.mouse.move(*spot(page, 24, 22), steps=4)
    page.mouse.move(*spot(page, 31, 20), steps=4)
    page.mouse.up()
    expect(page.locator("#verdict")).to_have_text("A sees B")
    assert abs(float(page.locator("[name=bx]").input_value()) - 31) < 0.3
    dragged_to = page.locator("[name=bx]").input_value()
    expect(page).to_have_url(re.compile(rf"bx={re.escape(dragged_to)}\b"))
    page.reload()
    expect(page.locator("[name=bx]")).to_have_value(dragged_to)
    expect(page.locator("#verdict")).to_have_text("A sees B")
    assert problems(page) == []


def test_a_finger_drags_too_and_the_page_stays_where_it_is(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto(SEAM)
    page.locator("svg.table").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    start, end = spot(page, 18, 12), spot(page, 4, 12)
    session = page.context.new_cdp_session(page)
    touch = lambda kind, at: session.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []}
    )
    touch("touchStart", start)
    for share in (0.3, 0.6, 1.0):
        touch("touchMove", [start[i] + share * (end[i] - start[i]) for i in (0, 1)])
    touch("touchEnd", None)
    expect(page.locator("#verdict")).to_have_text("A sees B")
    assert page.evaluate("scrollY") == before
    assert problems(page) == []


def test_other_rules_are_chosen_kept_in_the_link_and_one_base_is_not_set_on_the_other(
    new_page: NewPage,
) -> None:
    page = new_page(375)
    page.goto("/tables/sight/?on=roof&rules=m3e")
    expect(page.locator("#sight-said")).to_contain_text("up or down")
    page.select_option("[name=rules]", "m2e")
    expect(page.locator("#sight-said")).to_contain_text("apart, from above")
    expect(page).to_have_url(re.compile("rules=m2e"))
    assert "rules=m2e" in page.locator("#link").input_value()
    page.get_by_role("link", name="The gap").click()
    expect(page.locator("[name=rules]")).to_have_value("m2e")
    page.locator("[name=ax]").fill(page.locator("[name=bx]").input_value())
    page.locator("[name=ay]").fill(page.locator("[name=by]").input_value())
    page.keyboard.press("Tab")
    expect(page.locator("#verdict")).to_have_text("No answer")
    expect(page.locator("#sight-said")).to_contain_text("A would overlap B. Set it down beside.")
    page.get_by_role("button", name="Steer A").focus()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#verdict")).to_have_text("A sees B")
    assert problems(page) == []


def test_arrow_keys_steer_a_base(new_page: NewPage) -> None:
    page = new_page(375, "dark")
    page.goto(SEAM)
    page.get_by_role("button", name="Steer B").focus()
    for _ in range(13):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[name=bx]")).to_have_value("31")
    expect(page.locator("[name=by]")).to_have_value("24.1")
    expect(page.locator("#verdict")).to_have_text("A sees B")
    assert problems(page) == []


def test_without_javascript_numbers_and_a_button_do(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto(SEAM)
    page.locator("[name=bx]").fill("31")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("A sees B")
    expect(page.get_by_role("button", name="Steer B")).to_have_count(0)
