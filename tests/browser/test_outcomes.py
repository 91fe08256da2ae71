"""What is resolved is told beside the board and played on it: skippable, again, still where one wishes it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from rules.editions.m3e.simulation.bots import Greedy
from rules.fate.shuffle import Stream, digest
from tests.browser.actions import press
from tests.browser.checks import axe, overflow, problems, set_theme
from tests.browser.test_board import DESK, PHONE, asked, at_the_table, widths
from tests.play.playing import against_bot, duel, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


def ends_an_activation(page: Page) -> None:
    press(page, "End the Activation")


def at_an_action(new_page: Any, width: int, height: int, **how: Any) -> tuple[Page, Encounter]:
    mara = person("mara")
    row = asked(against_bot(mara), mara, "action")
    return at_the_table(new_page, row, width, height, **how), row


@widths(PHONE)
def test_the_other_sides_activation_is_told_in_the_strip_and_announced(new_page, width, height):
    page, _row = at_an_action(new_page, width, height, bypass_csp=True)
    ends_an_activation(page)
    strip = page.locator("#outcomes")
    expect(strip.locator("li").last).to_be_in_viewport()
    fresh = strip.locator("li:not(.outcome-before)")
    assert fresh.count() > 1
    theirs = strip.locator("li.outcome-activation.side-1").last.inner_text()
    expect(page.locator("[data-outcome-said]")).to_contain_text(theirs)
    for words in ("Turn", "VP" if width > 640 else "0"):
        expect(page.locator("#score-bar")).to_contain_text(words)
    expect(page.locator("#score-bar")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    expect(page.get_by_role("button", name="Again")).to_be_hidden()
    assert overflow(page) == 0
    faults = axe(page)
    set_theme(page, "dark")
    assert not [*faults, *axe(page, only="color-contrast")]
    assert not problems(page)


STEPS_LOADED = """() => performance.getEntriesByType("resource").some(({ name, responseEnd }) =>
  name.includes("outcome_steps") && responseEnd > 0)"""


@widths(DESK)
def test_it_is_played_step_by_step_can_be_skipped_and_seen_again(new_page, width, height):
    page, _row = at_an_action(new_page, width, height)
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Steps on the board").select_option("slow")
    page.wait_for_function(STEPS_LOADED)
    again, skip = (page.get_by_role("button", name=name, exact=True) for name in ("Again", "Skip"))
    under_way = page.locator("#board [data-model][transform]")
    ends_an_activation(page)
    assert "move|b" in page.locator("#outcomes").inner_html()
    expect(skip).to_be_visible()
    expect(under_way.first).to_be_attached()
    expect(page.locator("#board .outcome-way").first).to_be_attached()
    skip.click()
    expect(skip).to_be_hidden()
    expect(page.locator("#board [data-model][transform], #board .outcome-way, .outcome-later")).to_have_count(
        0
    )
    again.click()
    expect(skip).to_be_focused()
    expect(under_way.first).to_be_attached()
    page.keyboard.press("Escape")
    expect(again).to_be_focused()
    page.reload()
    expect(page.get_by_label("Steps on the board")).to_have_value("2")
    page.get_by_label("Steps on the board").select_option("off")
    expect(again).to_be_hidden()
    assert not problems(page)


@pytest.mark.parametrize(("width", "height"), [PHONE, DESK])
def test_a_tap_on_the_question_while_it_is_played_is_not_lost(new_page, width, height):
    page, row = at_an_action(new_page, width, height)
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Steps on the board").select_option("slow")
    page.wait_for_function(STEPS_LOADED)
    ends_an_activation(page)
    expect(page.locator(".outcome-playing")).to_be_attached()
    row.refresh_from_db()
    question = page.locator("#question")
    first = question.locator(".ask-choices button").first
    if width < 640:  # a folded question is opened by the first tap, and answers nothing
        box = page.locator(".at-question").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
        expect(page.locator(".outcome-playing")).not_to_be_attached()
        assert Encounter.objects.get().version == row.version
        expect(first).to_be_in_viewport()
    asked_before = f"#question form.ask [name=seen][value='{row.version}']"
    expect(page.locator(asked_before).first).to_be_attached()
    box = first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(asked_before)).to_have_count(0)
    assert Encounter.objects.get().version > row.version
    assert not problems(page)


def test_what_the_other_player_does_is_told_by_the_live_stream(new_page):
    two = dict(enumerate((person("mara"), person("jonas"))))
    row = duel(*two.values())
    for step in range(300):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.asks[0]
        if (ask.seat, ask.kind) == (1, "activate"):
            break
        value = Greedy(Stream(digest("told", str(step)))).answer(play, ask)
        playing.answer(row, two[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
    page = at_the_table(new_page, row, *PHONE)
    told = page.locator("#outcomes li.outcome-activation.side-1:not(.outcome-before)")
    before = told.count()
    value = next(iter(ask.options.listed()))
    playing.answer(row, two[1], 1, value, kind=ask.kind, seen=row.version)
    expect(told).to_have_count(before + 1)
    expect(page.locator("[data-outcome-said]")).to_contain_text("Activates")
    assert not problems(page)
