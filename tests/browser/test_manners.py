"""How the pages behave in a real browser: theme, refusals, keyboard, without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import axe, overflow, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_chosen_light_stays(new_page: NewPage) -> None:
    page = new_page(375, "light")
    page.goto("/about/")
    by_day = background(page)
    page.get_by_role("button", name="Read by candlelight").click()
    by_night = background(page)
    assert by_night != by_day
    page.goto("/")
    assert background(page) == by_night
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Read by day").click()
    assert background(page) == by_day
    assert problems(page) == []


def test_the_light_of_the_device_is_followed_and_can_be_turned(new_page: NewPage) -> None:
    page = new_page(1280, "dark")
    page.goto("/about/")
    by_night = background(page)
    page.get_by_role("button", name="Read by day").click()
    assert background(page) != by_night


def test_the_light_can_be_turned_without_javascript(new_page: NewPage) -> None:
    page = new_page(375, "light", javascript=False)
    page.goto("/about/rules/")
    page.get_by_role("button", name="Read by candlelight").click()
    expect(page).to_have_url(re.compile("/about/rules/$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_refusal_arrives_without_leaving_the_page(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/about/style/")
    page.get_by_role("button", name="Be refused").click()
    message = page.locator("#messages .message")
    expect(message).to_have_count(2)
    expect(message.first).to_contain_text("Guild Hound: at most 4 in a Crew")
    page.locator("#messages").get_by_role("link", name="M3E-HIRE-12").click()
    expect(page.locator(".rule-sheet")).to_contain_text("M3E-HIRE-12")  # in place
    assert problems(page) == [], "a refused act is no error of the page"


def test_a_refusal_arrives_without_javascript(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto("/about/style/")
    page.get_by_role("button", name="Be refused").click()
    expect(page).to_have_url(re.compile("/about/style/$"))
    expect(page.locator("#messages .message-error")).to_have_count(2)
    expect(page.locator("#messages")).to_contain_text("Remove one.")


def test_the_first_tab_leads_past_the_navigation(new_page: NewPage) -> None:
    page = new_page(1280)
    page.goto("/about/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_rooms_stay_under_the_thumb_on_a_phone(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/about/rules/")
    page.evaluate("window.scrollTo(0, 400)")
    bar = page.get_by_role("navigation", name="Main").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == pytest.approx(800, abs=1)
    links = page.get_by_role("navigation", name="Main").get_by_role("link").all()
    boxes = [box for link in links if (box := link.bounding_box())]
    assert len(boxes) == len(links) >= 5
    assert all(min(box["width"], box["height"]) >= 44 for box in boxes), "as wide as a thumb, all of them"


def test_a_narrow_phone_and_a_zoomed_desk_need_no_sideways_scrolling(new_page: NewPage) -> None:
    page = new_page(320)
    for path in ("/", "/about/style/", "/account/signup/", "/about/rules/M3E-HIRE-12/"):
        page.goto(path)
        assert overflow(page) == 0, path


def test_text_twice_as_large_needs_no_sideways_scrolling(new_page: NewPage) -> None:
    page = new_page(1280)
    for path in ("/", "/about/rules/", "/account/signup/"):
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width in (1280, 375):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) == 0, f"{path} at {width}"


def test_where_the_device_sets_the_colours_nothing_is_said_by_colour_alone(new_page: NewPage) -> None:
    """The gallery shows every component. What is framed has a frame, what is chosen a line, what has the
    focus an outline, and every word and drawing a colour that differs from the ground."""
    page = new_page(1280, bypass_csp=True)
    page.emulate_media(forced_colors="active")
    for path in ("/about/style/", "/crews/new/"):
        page.goto(path)
        assert page.evaluate(UNFRAMED) == [], path
        assert page.evaluate(UNSEEN) == [], path
        for _ in range(6):
            page.keyboard.press("Tab")
            style, width = page.evaluate(OUTLINE)
            assert style != "none", path
            assert width >= 2, path
    page.goto("/about/style/")
    page.add_style_tag(content=".button { border: 0 !important } :root { --ink: Canvas !important }")
    assert page.evaluate(UNFRAMED), "the negative control"
    assert page.evaluate(UNSEEN), "the negative control"


UNFRAMED = """() => [...document.querySelectorAll('.button, .card, .chip, .next, .message, .badge, .pill')]
  .filter((each) => each.checkVisibility() && parseFloat(getComputedStyle(each).borderTopWidth) < 1)
  .map((each) => each.outerHTML.slice(0, 80))"""
UNSEEN = """() => {
  const ground = getComputedStyle(document.body).backgroundColor;
  const drawn = [...document.querySelectorAll('main :is(svg.icon, svg text, p, h2, .button, .chip)')];
  return drawn.filter((each) => each.checkVisibility())
    .filter((each) => getComputedStyle(each)[each.matches('text') ? 'fill' : 'color'] === ground)
    .map((each) => each.outerHTML.slice(0, 80));
}"""
OUTLINE = """() => {
  const style = getComputedStyle(document.activeElement);
  return [style.outlineStyle, parseFloat(style.outlineWidth)];
}"""


def test_a_total_opens_to_its_lines_for_paper(new_page: NewPage) -> None:
    page = new_page(1280)
    page.goto("/about/style/")
    closed = page.locator("details.total", has_text="The same, closed")
    expect(closed.get_by_text("Executioner")).not_to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(closed.get_by_text("Executioner")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(closed.get_by_text("Executioner")).not_to_be_visible()


def test_a_lost_signal_is_said(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/about/style/")
    page.route("**/refusal/", lambda route: route.abort())
    page.get_by_role("button", name="Be refused").click()
    expect(page.locator("#messages")).to_contain_text("The portal did not answer")
    assert any("htmx:sendError" in problem for problem in problems(page))


def test_a_question_that_is_given_up_is_no_problem(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/about/style/")
    page.route("**/refusal/", lambda route: None)
    button = page.get_by_role("button", name="Be refused")
    with page.expect_request("**/refusal/"):
        button.click()
    with page.expect_console_message(lambda message: "htmx:sendAbort" in message.text):
        button.evaluate("button => htmx.trigger(button.form, 'htmx:abort')")
    assert problems(page) == []


def test_the_eyes_see(new_page: NewPage) -> None:
    """The negative control: a picture without words, and grey on black by candlelight only."""
    page = new_page(375, bypass_csp=True)
    page.goto("/about/")
    assert axe(page) == []
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"data:,\">')")
    assert any(fault.startswith("image-alt") for fault in axe(page))
    assert axe(page, only="color-contrast") == []
    page.evaluate("document.querySelector('main p').setAttribute('style', 'color: #444; background: #333')")
    assert any(fault.startswith("color-contrast") for fault in axe(page, only="color-contrast"))
