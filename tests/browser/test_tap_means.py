"""A tap on the board does what one means: a Walk to the ground, attacks on an enemy, a name for a marker."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, hypot, pi, sin
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from rules.game.pointing import Proposal
from rules.game.procedure.asks import Ask
from rules.game.state import Model, State
from tests.browser.actions import answered, settled
from tests.browser.checks import axe, overflow, problems
from tests.browser.pointing import WHERE
from tests.browser.test_board import DESK, PHONE, asked, at_the_table, widths
from tests.play.playing import against_bot, person

FINGER = 16
"""Pixels round a tap within which a token is meant, and two."""
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


def state_of(row: Encounter) -> State:
    row.refresh_from_db()
    return loading.play_of(row).state


def tap(page: Page, x: float, y: float) -> None:
    there = page.evaluate(WHERE, [x, y])
    page.mouse.click(there["x"], there["y"])


def ground(
    page: Page, model: Model, inches: float, fits: Callable[[float, float], bool] = lambda x, y: True
) -> tuple[float, float]:
    """A place so far from the model, which ``fits``, where a tap means the ground."""
    for turn in range(32):
        x, y = (round(at + inches * way(turn * pi / 16), 1) for at, way in ((model.x, cos), (model.y, sin)))
        if 1 < x < 35 and 1 < y < 35:
            there = page.evaluate(WHERE, [x, y])
            if there["seen"] and there["free"] > FINGER and fits(x, y):
                return x, y
    raise AssertionError("the table is full")


def confirm(page: Page, words: str | re.Pattern[str]) -> None:
    settled(page)
    with answered(page, by_script=True):
        page.locator("[data-chosen]").get_by_role("button", name=words).click()


def at_an_action(new_page: Any, width: int, height: int, **how: Any) -> tuple[Page, Encounter]:
    mara = person("mara")
    row = asked(against_bot(mara), mara, "action")
    return at_the_table(new_page, row, width, height, **how), row


@widths(PHONE)
def test_the_ground_is_a_walk_there_in_one_confirmation(new_page, width, height):
    page, row = at_an_action(new_page, width, height, bypass_csp=True)
    state = state_of(row)
    who = state.models[state.activating]
    x, y = ground(page, who, 4)
    tap(page, x, y)
    expect(page.locator("#board .proposed .ghost-path")).to_be_attached()
    expect(page.locator("[data-chosen]")).to_contain_text(re.compile(r"Walk [34]\.\d″ to there"))
    assert overflow(page) == 0
    assert not axe(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-chosen]")).to_be_hidden()
    expect(page.locator("#board .proposed")).to_have_count(0)
    tap(page, x, y)
    confirm(page, re.compile("^Walk"))
    moved = state_of(row).models[who.id]
    assert (moved.x, moved.y) != (who.x, who.y)
    assert hypot(moved.x - x, moved.y - y) < 0.2
    assert not problems(page)


def test_ground_out_of_reach_is_asked_about_with_the_nearest_place_set(new_page):
    page, row = at_an_action(new_page, *DESK)
    state = state_of(row)
    who = state.models[state.activating]
    tap(page, *ground(page, who, 20))
    confirm(page, re.compile("^Walk"))
    expect(page.locator("[data-said]")).to_contain_text("nearest legal place")
    expect(page.locator("#board .ghost:not(.ghost-wrong)")).to_be_attached()
    expect(page.get_by_role("button", name="Choose this place")).to_be_enabled()
    stands = state_of(row).models[who.id]
    assert (stands.x, stands.y) == (who.x, who.y)
    assert not problems(page)


def in_reach(play: Any, ask: Ask) -> list[tuple[Model, tuple[Proposal, ...]]]:
    """The enemies which the Active model can attack, each with the attacks."""
    acting = play.state.activating
    enemies = (model for model in play.state.on_table() if model.seat == 1)
    return [(enemy, meant) for enemy in enemies if (meant := play.pointed(ask, acting, enemy, (0, 0)))]


def test_an_enemy_is_the_attacks_that_reach_it_with_their_odds(new_page):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "action", lambda play, ask: bool(in_reach(play, ask)))
    page = at_the_table(new_page, row, *DESK)
    play = loading.play_of(row)
    enemy, meant = in_reach(play, play.asks[0])[0]
    tap(page, enemy.x, enemy.y)
    bar = page.locator("[data-chosen]")
    expect(bar).to_contain_text(f"At {enemy.name}")
    assert "% to succeed" in meant[0].words
    expect(bar.get_by_role("button")).to_have_count(len(meant) + 2)
    for one in meant:
        expect(bar.get_by_role("button", name=one.words)).to_be_visible()
    bar.get_by_role("button", name="Card", exact=True).click()
    expect(page.locator("[data-card-panel]")).to_be_visible()
    expect(bar).to_be_hidden()
    assert not problems(page)


def test_where_taps_count_at_once_a_drag_activates_and_walks_in_one(new_page):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "activate")
    page = at_the_table(new_page, row, *DESK)
    page.get_by_role("button", name="At once").click()
    play = loading.play_of(row)
    ask = play.ask_for(0)
    who = play.state.models[ask.options.choices[0].key]
    x, y = ground(page, who, 3, lambda x, y: play.pointed(ask, who.id, None, (x, y))[0].sure)
    begin, end = page.evaluate(WHERE, [who.x, who.y]), page.evaluate(WHERE, [x, y])
    page.mouse.move(begin["x"], begin["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=4)
    expect(page.locator("#board .proposed .ghost-path")).to_be_attached()
    settled(page)
    with answered(page, by_script=True):
        page.mouse.up()
    moved = state_of(row).models[who.id]
    assert hypot(moved.x - x, moved.y - y) < 0.2
    page.reload()
    expect(page.get_by_role("button", name="At once")).to_have_attribute("aria-pressed", "true")
    assert not problems(page)


def test_a_press_that_is_held_tells_the_name(new_page):
    """It opens no card, and is no answer."""
    page, row = at_an_action(new_page, *PHONE, touch=True)
    state = state_of(row)
    model = next(model for model in state.on_table() if model.seat == 0 and model.id != state.activating)
    there = page.evaluate(WHERE, [model.x, model.y])
    held = {"pointerType": "touch", "pointerId": 7, "isPrimary": True, "bubbles": True}
    held |= {"clientX": there["x"], "clientY": there["y"]}
    token = page.locator(f"#board [data-model={model.id}]")
    token.dispatch_event("pointerdown", held)
    told = page.locator(".token-told")
    expect(told).to_contain_text(model.name.split(" (")[0])
    token.dispatch_event("pointerup", held)
    expect(page.locator("[data-card-panel]")).to_be_hidden()
    expect(page.locator("[data-chosen]")).to_be_hidden()
    assert state_of(row) == state
    assert not problems(page)


def test_a_place_that_is_being_checked_is_not_refused(new_page):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "destination")
    page = at_the_table(new_page, row, *DESK)
    waiting: list[Any] = []
    page.route("**/spot/*", lambda route: waiting.append(route))
    who = state_of(row).models[loading.play_of(row).ask_for(0).about[0]]
    tap(page, *ground(page, who, 2))
    said, confirm = page.locator("[data-said]"), page.get_by_role("button", name="Choose this place")
    expect(said).to_have_text("Checking…")
    expect(confirm).to_be_disabled()
    assert page.get_by_role("alert").count() == 0
    for route in waiting:
        route.continue_()
    expect(confirm).to_be_enabled()
    assert not problems(page)
