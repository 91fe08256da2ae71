"""A week of the Second Edition in the browser: Schemes written down on a phone, reported, confirmed."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.campaigns.scripted import play
from rules.campaign.readings import preset
from tests.browser.actions import press, sign_in
from tests.browser.checks import problems
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401

POOL = ("Outflank", "Distract", "Breakthrough", "Assassinate", "Take Prisoner")
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_week_is_chosen_for_reported_and_confirmed(
    new_page: Any,
    make_league: Any,  # noqa: F811
) -> None:
    league = make_league(players=2, edition="m2e", policies=preset("by-the-book").policies)
    league.found_all()
    league.start()
    (game,) = league.games()
    sides = play.sides(game)
    for side in sides:
        play.submit_crew(side)
    game.refresh_from_db()
    game.scenario["schemes"] = [{"number": n, "name": name} for n, name in enumerate(POOL, 1)]
    game.save(update_fields=["scenario"])
    at = {
        name: reverse(f"campaigns:{name}", args=[league.campaign.slug, 1, 1])
        for name in ("game", "schemes", "report")
    }
    one, two = (new_page(width=width, bypass_csp=True) for width in (375, 1280))
    for page, side in zip((one, two), sides, strict=True):
        sign_in(page, side.entry.user.username, "secret-pass")

    one.goto(at["game"])
    one.get_by_role("link", name="Choose your Schemes").click()
    for number, name in enumerate(("Outflank", "Distract")):
        one.locator(f"[name=name-{number}]").select_option(name)
    one.locator("[name=revealed-0]").check()
    press(one, "Save Schemes")
    two.goto(at["game"])
    expect(two.get_by_text("1 hidden")).to_be_visible()
    expect(two.locator("main")).not_to_contain_text("Distract:")

    one.goto(at["report"])
    for number, (name, vp) in enumerate((("Outflank", "3"), ("Distract", "1"))):
        expect(one.locator(f"[name=s0-scheme-{number}]")).to_have_value(name)
        one.locator(f"[name=s0-scheme-{number}-vp]").select_option(vp)
    one.locator(".fallen > summary").first.click()
    card = one.locator("[name^=s0-card-]").first
    card.focus()
    for tap in ("9", "Rams", "2", "Crows"):
        one.locator("#card-taps").get_by_role("button", name=tap, exact=True).click()
    expect(card).to_have_value("9r 2c")
    expect(one.locator("[name^=s0-fate-]").first).to_have_value("flip")
    one.locator("#card-taps").get_by_role("button", name="Clear").click()
    one.locator("[name^=s0-fate-]").first.select_option("")
    expect(one.locator("#card-taps")).to_be_hidden()
    one.locator("form button.button-main").last.click()
    expect(one.get_by_text("has to confirm your report")).to_be_visible()
    two.goto(at["game"])
    expect(two.get_by_text("4 VP").first).to_be_visible()
    two.locator("#report button.button-main").click()
    expect(two.get_by_role("heading", name="Schemes chosen")).to_be_visible()
    expect(two.get_by_text("Outflank, Distract")).to_be_visible()
    assert problems(one) == problems(two) == []
