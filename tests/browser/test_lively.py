"""A table that moves and may be heard, and a replay that runs: what only a browser shows."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import expect

from mfcampaign.play import loading
from mfcampaign.play.clocks import Limit
from mfcampaign.play.operations import creation, playing
from tests.browser.actions import press, sign_in
from tests.browser.checks import overflow, problems
from tests.play.playing import SMALL, against_bot, go_on, lay_down, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEEP_WHAT_SOUNDS = """
globalThis.AudioContext = class extends AudioContext {
  constructor() {
    super();
    globalThis.sounding = this;
  }
};
"""
# Its state once that is the one that is waited for, or after ten seconds.
SOUNDING = """async (state) => {
  const ends = Date.now() + 10_000;
  while (globalThis.sounding?.state !== state && Date.now() < ends) {
    await new Promise((done) => setTimeout(done, 20));
  }
  return globalThis.sounding?.state;
}"""


def test_a_replay_runs_by_itself_and_the_table_glides_only_where_motion_is_wished(new_page: Any) -> None:
    mara = person("mara")
    row = against_bot(mara, setup=SMALL)
    go_on(row, {0: mara}, 12)
    page = new_page()
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    page.add_init_script(KEEP_WHAT_SOUNDS)
    page.reload()
    page.keyboard.press("q")
    assert page.evaluate(SOUNDING, "running") == "running"
    page.evaluate("sounding.suspend()")  # as an iPhone does that was away
    assert page.evaluate(SOUNDING, "suspended") == "suspended"
    page.keyboard.press("q")
    assert page.evaluate(SOUNDING, "running") == "running"
    moves = """() => {
      const token = document.querySelector('[data-model][data-x]');
      token.dataset.x = Number(token.dataset.x) + 3;
      const board = document.getElementById('board');
      board.replaceWith(board.cloneNode(true));
      return new Promise((done) => setTimeout(() => done(document.getAnimations().length), 50));
    }"""
    assert page.evaluate(moves) == 0, "this browser asked for less motion"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moves) > 0
    row.refresh_from_db()
    if not row.over:
        playing.give_up(row, mara, 0)
    page.goto(f"{row.get_absolute_url()}replay/?at=0")
    for width in (375, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator("#moment svg.table")).to_be_in_viewport(ratio=0.85)
        expect(page.get_by_role("button", name="Play")).to_be_in_viewport()
        assert overflow(page) == 0
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#moment")).not_to_have_attribute("data-at", "0")
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Moment", exact=True).fill("0")
    expect(page.locator("#moment")).to_have_attribute("data-at", "0")
    assert page.get_by_label("Link to this moment").input_value().endswith("replay/?at=0")
    assert problems(page) == []


def test_chess_clocks_run_on_the_screen_and_follow_the_other_player(new_page: Any) -> None:
    two = {0: person("mara"), 1: person("jonas")}
    row = creation.create(two[0], SMALL, opponent="known", other=two[1], clock=Limit(600, claim=True))
    lay_down(row, two)
    go_on(row, two, 1, "clocks")
    while (clock := loading.clock_of(row)) is None or clock.runs != (0,):
        go_on(row, two, 1, "clocks")
    page = new_page()
    page.clock.install()
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    mine, theirs = page.locator('[data-clock="0"]'), page.locator('[data-clock="1"]')
    expect(mine).to_have_class(re.compile("clock-runs"))
    before = mine.locator("strong").inner_text()
    page.clock.fast_forward(2000)
    expect(mine.locator("strong")).not_to_have_text(before)
    assert overflow(page) == 0
    while loading.clock_of(row).runs != (1,):
        go_on(row, two, 1, "clocks")
    expect(theirs).to_have_class(re.compile("clock-runs"))
    expect(mine).not_to_have_class(re.compile("clock-runs"))
    row.refresh_from_db()
    expect(page.locator(f"#encounter-now[hx-get*='seen={row.version}&']")).to_have_count(1)
    claim = page.get_by_role("button", name="Claim the game")
    expect(claim).to_be_hidden()
    page.clock.fast_forward(700_000)
    expect(theirs.get_by_text("time is up")).to_be_visible()
    expect(claim).to_be_visible()
    row.decisions.update(at=F("at") - dt.timedelta(seconds=700))  # on the server, too
    press(page, claim)
    expect(page.get_by_text("The time of jonas was up")).to_be_visible()
    assert problems(page) == []
