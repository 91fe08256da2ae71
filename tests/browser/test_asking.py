"""Asked only what matters: a usual answer given, shown and taken off; the acts of a whole Turn counted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from rules.editions.m3e.simulation.bots import Greedy
from rules.fate.shuffle import Stream, digest
from rules.game.asking import abilities, declined
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import axe, overflow, problems
from tests.play.playing import SMALL, against_bot, person
from tests.play.test_asking import RUNS, SENDS, asked_to_use

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
MOST_ACTS = 20
"""In a Turn of two models a side, whatever is pressed first."""


def until_it_recurs(row: Encounter, user: Any) -> str:
    """The Encounter, played on until an ability is asked about; the answer that leaves it."""
    for step in range(400):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.ask_for(0)
        if ask is not None and abilities(ask, play.recurring(ask)) and len(ask.options.choices) == 2:
            return declined(ask)
        value = Greedy(Stream(digest("recurs", str(step)))).answer(play, ask)
        playing.answer(row, user, 0, value, kind=ask.kind, seen=row.version)
    raise AssertionError("no ability was asked about")


def test_a_usual_answer_is_shown_and_taken_off(new_page: Any) -> None:
    user = person("mara")
    row = against_bot(user)
    leaves = until_it_recurs(row, user)
    page: Page = new_page(375, "dark", bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    each_time = page.locator("form.ask button[name=each_time]")
    press(page, each_time.and_(page.locator(f"[value='{json.dumps(leaves)}']")))
    expect(page.get_by_role("button", name="Ask again").first).to_be_visible()
    assert overflow(page) == 0
    assert not axe(page)
    press(page, page.get_by_role("button", name="Ask again").first)
    expect(page.get_by_text("You are asked again")).to_be_visible()
    page.locator("summary", has_text="You are asked only what matters").click()
    press(page, "Ask everything")
    expect(page.locator("summary", has_text="You are asked everything")).to_be_visible()
    assert not problems(page)


def test_a_move_is_used_and_its_place_tapped_in_one_form(new_page: Any) -> None:
    row, ask, _, _ = asked_to_use(person("mara"), RUNS)
    page: Page = new_page(375, "dark", bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    model = loading.play_of(row).then(ask).ask.about[0]
    expect(page.get_by_role("button", name="Do not use it")).to_be_visible()
    assert overflow(page) == 0
    assert not axe(page)
    box = page.locator(f"#board [data-model='{model}'] .token-disc").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 1.2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    confirm = page.locator("form.ask [data-confirm]")
    expect(confirm).to_be_enabled()
    press(page, confirm)
    row.refresh_from_db()
    assert loading.play_of(row).ask_for(0).kind == "action"
    assert not problems(page)


def test_a_drag_says_who_is_sent_and_where(new_page: Any) -> None:
    row, ask, _, _ = asked_to_use(person("mara"), SENDS)
    page: Page = new_page(1280, bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    play = loading.play_of(row)
    sent = play.state.models[play.then(ask).ask.options.choices[0].key]
    box = page.locator(f"#board [data-model='{sent.id}'] .token-disc").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"] * 1.5, steps=5)
    page.mouse.up()
    confirm = page.locator("form.ask [data-chosen] [data-confirm]")
    expect(confirm).to_contain_text("to there")
    press(page, confirm)
    row.refresh_from_db()
    now = loading.play_of(row).state.models[sent.id]
    assert (now.x, now.y) != (sent.x, sent.y)
    assert loading.play_of(row).ask_for(0).kind == "action"
    assert not problems(page)


def test_the_acts_of_a_whole_turn(new_page: Any) -> None:
    row = against_bot(person("mara"), setup=SMALL)
    page: Page = new_page(1280, bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    acts = {0: 0, 1: 0, 2: 0}
    while True:
        row.refresh_from_db()
        turn = 9 if row.over else loading.play_of(row).state.turn
        if turn > 1:
            break
        acts[turn] += 1
        answer(page)
    assert 2 <= acts[1] <= MOST_ACTS, acts
    assert not problems(page)


def answer(page: Page) -> None:
    """Press what comes first, as one does who does not think."""
    form = page.locator("#question form.ask")
    control = form.get_attribute("data-control")
    if control == "one":
        press(page, form.locator(".ask-choices button").first)
        return
    if control in ("several", "ordered"):
        fieldset = form.locator("fieldset[data-least]")
        least = int(fieldset.get_attribute("data-least") or 0)
        boxes = fieldset.locator("[name=choices]")
        for number in range(least):
            boxes.nth(number).check(force=True)
    confirm = form.locator(".ask-confirm:not([data-chosen]) button").first
    if control == "spot":
        rest = form.locator("[data-deploys-rest]:visible")
        for closed in rest.all() or form.locator(".by-number:not([open]) summary").all():
            closed.click()
        expect(confirm).to_be_enabled()
    press(page, confirm)
