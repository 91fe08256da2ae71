"""A Leader is built on a phone in a few acts, and lives one game with its Aftermath."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.campaigns.models import Aftermath
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rising import growth
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import axe, problems
from tests.browser.test_league_week import finish_aftermath, hand_in_crew
from tests.campaigns.conftest import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "secret-pass"


@pytest.mark.rule("M4-CAMP-02")
@pytest.mark.rule("M4-CAMP-16")
def test_a_leader_is_built_and_lives_a_game_on_a_phone(new_page: Any, settings: Any) -> None:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    organiser = person("olive")
    league = opening.open_league(
        organiser,
        name="Names that rise",
        starts_on=dt.date(2026, 1, 5),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        edition="m4e",
        system="rising-names",
    )
    token = opening.invite(league, organiser)
    mara, jonas = (
        opening.join(league, person(name), faction=faction, token=token)
        for name, faction in (("mara", "guild"), ("jonas", "arcanists"))
    )
    play.found_arsenal(jonas)

    page = new_page(width=375, bypass_csp=True)
    sign_in(page, "mara", PASSWORD)
    here = f"/leagues/{league.slug}/"
    page.goto(f"{here}arsenal/start/")
    page.get_by_role("textbox", name="Name").first.fill("Nell of the Lamps")
    page.locator("#archetype-schemer").check(force=True)
    page.locator("#keyword_1").select_option("Guard")
    page.locator("#keyword_2").select_option("Elite")
    page.locator("#path-strategist").check(force=True)
    assert axe(page) == []
    press(page, "Save and go on")
    expect(page.get_by_role("main")).to_contain_text("2 × tactical Action, of a model that costs 8 at most")
    assert axe(page) == []
    press(page, "Make a legal one for me")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Nell of the Lamps")
    expect(main).to_contain_text("Guard, Elite")
    assert axe(page) == []
    press(page, "Confirm Leader and Arsenal")
    expect(page.get_by_role("heading", name="Nell of the Lamps").first).to_be_visible()
    expect(main).to_contain_text("Experience: 0 of 39")
    assert axe(page) == []

    opening.close_registration(league, organiser)
    game = week.start(league, organiser).games.get()
    table = f"{here}week/1/games/{game.table}/"
    hand_in_crew(page, table)
    play.submit_crew(next(side for side in play.sides(game) if side.entry_id == jonas.pk))
    play.report(game, taste="lamps")
    play.confirm(game)
    play.let_draw(game)
    seen = finish_aftermath(page, table)
    assert axe(page) == []
    assert any("tier 1 or lower" in question for question in seen), seen
    own = Aftermath.objects.get(side__entry=mara)
    assert own.state == Aftermath.State.LOCKED
    page.goto(f"{here}arsenal/{mara.pk}/leader/")
    gained = growth.of(mara).advancements
    assert gained
    expect(page.get_by_role("main")).to_contain_text(gained[0].name)

    page.goto(f"{here}charts/{league.charts_id}/totems/")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    assert problems(page) == []
