"""The board of an Encounter that is played: seen without scrolling, moved by finger, wheel and keys, pointed
at. Two widths: a desk's window and a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from rules.fate.shuffle import Stream, digest
from rules.game.examples.encounters import skirmish, skirmish_among_terrain
from rules.game.simulation.bots import Greedy
from tests.browser.eyes import axe, overflow, problems, set_theme
from tests.browser.hands import settled, sign_in
from tests.play.playing import against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
WIDTHS = pytest.mark.parametrize(("width", "height"), [(1280, 900), (375, 800)])


def asked(row: Encounter, user: Any, kind: str) -> Encounter:
    """The Encounter, played on by a bot's answers until ``kind`` is asked of its player."""
    for step in range(400):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.ask_for(0)
        assert ask is not None
        if ask.kind == kind:
            return row
        value = Greedy(Stream(digest("board", str(step)))).answer(play, ask)
        playing.answer(row, user, 0, value, kind=ask.kind, seen=row.version)
    raise AssertionError(f"nobody asked: {kind}")


def at_the_table(new_page: Any, row: Encounter, width: int, height: int, **how: Any) -> Page:
    page: Page = new_page(width, **how)
    page.set_viewport_size({"width": width, "height": height})
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    return page


def seen_of(page: Page) -> list[float]:
    """What the picture shows: left, top, inches across, inches down."""
    box = page.locator("#board svg.table").get_attribute("viewBox") or ""
    return [float(part) for part in box.split()]


@WIDTHS
def test_board_and_question_are_seen_without_scrolling(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "activate"), width, height, bypass_csp=True)
    board = page.locator("#board svg.table").bounding_box()
    question = page.get_by_role("heading", name="Which model Activates?").bounding_box()
    first = page.locator(".ask-choices button").first.bounding_box()
    for box in (board, question, first):
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert overflow(page) == 0
    faults = axe(page)
    set_theme(page, "dark")
    assert not [*faults, *axe(page, only="color-contrast")]
    assert not problems(page)


@WIDTHS
def test_the_view_is_moved_by_wheel_buttons_and_keys_and_stays_after_an_answer(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "activate"), width, height)
    whole = seen_of(page)
    assert whole == [0, 0, 36, 36]
    board = page.locator("#board")
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] * 3 / 4)
    page.mouse.wheel(0, -400)
    page.wait_for_function("document.querySelector('#board svg').viewBox.baseVal.width < 36")
    by_wheel = seen_of(page)
    assert by_wheel[0] < 9 < by_wheel[0] + by_wheel[2], "what was under the pointer is still seen"
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4 - 60, box["y"] + box["height"] * 3 / 4, steps=4)
    page.mouse.up()
    assert seen_of(page)[0] > by_wheel[0], "dragged to the left, one looks farther right"
    page.get_by_role("button", name="All", exact=True).click()
    assert seen_of(page) == whole
    board.focus()
    page.keyboard.press("+")
    nearer = seen_of(page)
    assert nearer[2] < whole[2]
    page.keyboard.press("ArrowRight")
    assert seen_of(page)[0] > nearer[0]
    page.keyboard.press("0")
    assert seen_of(page) == whole
    page.keyboard.press("Tab")
    expect(page.locator("#board .token").first).to_be_focused()
    page.keyboard.press("+")
    page.get_by_role("button", name="Follow").click()  # off: the view is one's own
    before = seen_of(page)
    page.locator(".ask-choices button").first.click()
    expect(page.get_by_role("heading", name="Which model Activates?")).to_have_count(0)
    settled(page)
    assert seen_of(page) == before
    assert not problems(page)


@WIDTHS
def test_without_a_script_board_question_and_cards_are_all_there(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara, skirmish_among_terrain("tests")), mara, "deploy")
    page = at_the_table(new_page, row, width, height, javascript=False)
    expect(page.locator("#board svg.table")).to_be_visible()
    expect(page.locator("[data-board-tools]")).to_be_hidden()
    page.get_by_label("Across").fill("1")
    page.get_by_label("Up").fill("1")
    row.refresh_from_db()
    before = row.version
    page.get_by_role("button", name="There").click()
    page.wait_for_load_state()
    row.refresh_from_db()
    assert row.version >= before
    expect(page.locator("#board svg.table")).to_be_visible()


def test_a_bot_has_a_board_of_seven_tokens_a_side(new_page):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara, skirmish("tests")), mara, "activate"), 1280, 900)
    assert page.locator("#board .token.side-0").count() == 7
    names = page.locator("#board .token").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert all("Health" in name for name in names)
