"""A table that moves and may be heard, and a replay that runs: what only a browser shows."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.play.operations import playing
from tests.browser.eyes import problems
from tests.browser.hands import sign_in
from tests.play.playing import SMALL, against_bot, go_on, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_replay_runs_by_itself_and_the_table_glides_only_where_motion_is_wished(new_page: Any) -> None:
    mara = person("mara")
    row = against_bot(mara, setup=SMALL)
    go_on(row, {0: mara}, 12)
    page = new_page()
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
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
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#moment")).not_to_have_attribute("data-at", "0")
    page.get_by_role("button", name="Play").click()
    page.get_by_label("Moment", exact=True).fill("0")
    expect(page.locator("#moment")).to_have_attribute("data-at", "0")
    assert page.get_by_label("Link to this moment").input_value().endswith("replay/?at=0")
    assert problems(page) == []
