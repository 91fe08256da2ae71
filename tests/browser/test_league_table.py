"""A league's game at the table: two browsers play its first questions, a phone records, nothing is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import ArsenalUpgrade, Organiser
from mfcampaign.play.models import Encounter
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401
from tests.play.league_game import address, revealed_game, users
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seated(new_page: Any, user: Any, **more: Any) -> Page:
    page: Page = new_page(**more)
    sign_in(page, user.username, "secret-pass")
    return page


def _give_up_in_vain(one: Page, two: Page, row: Encounter) -> None:
    """One wishes to end it, the other does not: it goes on with the same decks."""
    one.goto(row.get_absolute_url())
    one.get_by_text("Concede this Encounter").click()
    one.get_by_label("I am sure").check()
    press(one, "Concede")
    expect(one.get_by_role("button", name="Play on")).to_be_visible()
    two.goto(row.get_absolute_url())
    expect(two.get_by_text("Your opponent wants to give this game up")).to_be_visible()
    assert faults_everywhere(two, row.get_absolute_url()) == []
    two.goto(row.get_absolute_url())
    press(two, "Decline")
    expect(two.get_by_text("Your opponent wants to give this game up")).to_be_hidden()
    row.refresh_from_db()
    assert row.state == "playing"


def test_two_browsers_begin_a_game_and_a_phone_records_it(new_page: Any, make_league: Any) -> None:  # noqa: F811
    game = revealed_game(make_league)
    people = users(game)
    entry = game.sides.get(seat=0).entry
    ArsenalUpgrade.objects.create(
        entry=entry,
        roster=entry.roster,
        slug="flashbacks",
        name="Flashbacks",
        kind="injury",
        gained_week=1,
        bearer=entry.models.owned().first(),
    )
    one, two = (seated(new_page, user, bypass_csp=True) for user in people)
    assert faults_everywhere(one, address(game)) == []
    one.goto(address(game))
    one.get_by_label("Ground").select_option("ready")
    expect(one.locator("#terrain-preview")).to_contain_text("The practice table")
    expect(one.get_by_label("Or the link or code of a shared table")).to_be_hidden()
    press(one, "Play here")
    two.goto(address(game))
    # Both browsers lay down and open their parts by themselves.
    expect(one.locator("#encounter-now")).to_be_visible()
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    expect(two.locator("#encounter-now")).to_be_visible()
    expect(one.get_by_text("Flashbacks").first).to_be_attached()
    expect(one.get_by_text("Terrain: The practice table")).to_be_visible()
    answering = one if one.locator("form.ask").count() else two
    other = two if answering is one else one
    expect(other.get_by_text("Waiting for")).to_be_visible()
    press(answering, "Choose this number")
    expect(other.locator("form.ask")).to_be_visible()
    assert faults_everywhere(one, row.get_absolute_url()) == []
    assert faults_everywhere(two, f"{row.get_absolute_url()}proof/") == []
    _give_up_in_vain(one, two, row)
    host = person("host")
    Organiser.objects.create(campaign=game.week.campaign, user=host)
    one.goto("about:blank")  # the page would lead away by itself, amid what comes next
    organiser = seated(new_page, host)
    organiser.goto(address(game).replace("play/", "rule/"))
    organiser.locator("[name=reason]").first.fill("The lights went out.")
    press(organiser, "Set the Encounter aside")
    expect(organiser.get_by_text("Table 1 is set aside")).to_be_visible()
    two.goto(f"{row.get_absolute_url()}")
    expect(two.get_by_text("The lights went out.")).to_be_visible()
    one.goto(address(game))
    press(one, "Start recording")
    press(one, "Turn 1 begins")
    one.get_by_role("button", name="Schemes and more of").first.click()
    expect(one.get_by_text("Strategic Withdrawal").first).to_be_visible()
    one.keyboard.press("Escape")
    row = Encounter.objects.get(origin=league_play.origin_key(game), state="playing")
    assert faults_everywhere(one, row.get_absolute_url()) == []
    assert faults_everywhere(one, "/catalogue/abilities/") == []
    assert problems(one) == []
