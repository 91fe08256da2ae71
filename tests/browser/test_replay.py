"""A replay that one steps through: by thumb, by keys and by the scrubber, also on a slow line and past what
was taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from tests.browser.actions import sign_in
from tests.browser.checks import axe, overflow, problems, set_theme
from tests.browser.test_taps import slow_line
from tests.play.playing import SMALL, against_bot, go_on, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def replayed(new_page: Any, at: int, **how: Any) -> tuple[Page, list[int]]:
    """The replay, open at a place, of an Encounter in which decisions were taken back; its moments."""
    mara = person("mara")
    row = against_bot(mara, setup=SMALL)
    go_on(row, {0: mara}, 8)
    row.refresh_from_db()
    assert playing.take_back(row, mara, 0, steps=2, seen=row.version)
    go_on(row, {0: mara}, 4)
    row.refresh_from_db()
    if not row.over:
        playing.give_up(row, mara, 0)
    moments = sorted({0, *loading.counting(Encounter.objects.get()).values_list("number", flat=True)})
    page = new_page(**how)
    sign_in(page, "mara", "secret-pass")
    page.goto(f"{row.get_absolute_url()}replay/?at={moments[at]}")
    return page, moments


def shows(page: Page, at: int) -> None:
    expect(page.locator("#moment")).to_have_attribute("data-at", str(at))


def test_each_tap_on_a_step_counts_on_a_slow_line_and_the_steps_stay_under_the_thumb(new_page: Any) -> None:
    page, moments = replayed(new_page, 0, touch=True, bypass_csp=True)
    back, on = page.locator("#step-back"), page.locator("#step-on")
    expect(back).to_be_disabled()
    lies = on.bounding_box()
    slow_line(page)
    for _ in range(4):
        on.tap()
        page.wait_for_timeout(150)
    shows(page, moments[4])
    expect(back).to_be_enabled()
    assert on.bounding_box() == lies
    expect(page.locator("#moment svg.table")).to_be_in_viewport(ratio=0.85)
    for _ in range(3):
        back.tap()
    shows(page, moments[1])
    assert overflow(page) == 0
    faults = axe(page)
    set_theme(page, "dark")
    assert not [*faults, *axe(page, only="color-contrast")]
    assert problems(page) == []


def test_keys_step_by_decision_and_activation_and_keep_the_focus(new_page: Any) -> None:
    page, moments = replayed(new_page, 0, width=1280)
    starts = [int(at) for at in (page.locator("#moment").get_attribute("data-starts") or "").split()]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shows(page, moments[3])
    page.keyboard.press("ArrowLeft")
    shows(page, moments[2])
    page.keyboard.press("Shift+ArrowRight")
    shows(page, min(at for at in starts if at > moments[2]))
    page.keyboard.press("Home")
    shows(page, 0)
    page.keyboard.press("End")
    shows(page, moments[-1])
    step = page.locator("#step-back")
    step.focus()
    page.keyboard.press("Enter")
    shows(page, moments[-2])
    expect(step).to_be_focused()
    on = page.locator("#step-on")
    on.focus()
    page.keyboard.press("Enter")
    shows(page, moments[-1])
    expect(on).to_be_focused()
    page.keyboard.press("ArrowLeft")
    shows(page, moments[-2])
    page.wait_for_url(f"**/replay/?at={moments[-2]}")
    assert problems(page) == []


def test_the_scrubber_passes_what_was_taken_back_and_says_the_moment(new_page: Any) -> None:
    page, moments = replayed(new_page, 0)
    assert moments != list(range(len(moments))), "something was taken back"
    scrubber = page.get_by_label("Moment", exact=True)
    scrubber.focus()
    for at in moments[1:]:
        page.keyboard.press("ArrowRight")
        shows(page, at)
        expect(scrubber).to_have_attribute("aria-valuetext", f"Moment {at} of {moments[-1]}")
    expect(scrubber).to_be_focused()
    scrubber.fill("2")
    shows(page, moments[2])
    assert problems(page) == []


def test_play_says_pause_while_it_runs_and_begins_anew_from_the_end(new_page: Any) -> None:
    page, moments = replayed(new_page, -2)
    play, pause = (page.get_by_role("button", name=name, exact=True) for name in ("Play", "Pause"))
    page.get_by_label("Speed").select_option("slow")
    play.click()
    shows(page, moments[-1])
    expect(play).to_be_visible()
    play.click()
    shows(page, moments[0])
    expect(pause).to_be_visible()
    pause.click()
    expect(play).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(pause).to_be_visible()
    page.locator("#step-on").click()
    expect(play).to_be_visible()
    assert problems(page) == []


def test_without_an_answer_the_moment_shown_stands(new_page: Any) -> None:
    page, moments = replayed(new_page, 1)
    page.context.set_offline(True)
    page.locator("#step-on").click()
    expect(page.get_by_text("The portal did not answer.")).to_be_visible()
    shows(page, moments[1])
    assert page.get_by_label("Link to this moment").input_value().endswith(f"?at={moments[1]}")
    page.context.set_offline(False)
    page.locator("#step-on").click()
    shows(page, moments[2])
