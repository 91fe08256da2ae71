"""A recorded game with a kill whose flip was never entered, from the table to the Aftermath of its model."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Aftermath, AftermathDecision
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from tests.browser.actions import press, sign_in
from tests.browser.checks import axe, faults_everywhere, overflow, problems
from tests.browser.recorder import end, kill
from tests.browser.test_league_week import finish_aftermath
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401
from tests.campaigns.game_pages import at
from tests.play.league_game import address, revealed_game, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-03", "SL-INJURY-01")
def test_a_kill_without_its_flip_reaches_the_aftermath(new_page: Any, make_league: Any) -> None:  # noqa: F811
    game = revealed_game(make_league)
    one, two = (new_page(375, bypass_csp=True), new_page(1280, bypass_csp=True))
    for page, user in zip((one, two), users(game), strict=True):
        sign_in(page, user.username, "secret-pass")
    table = at(game)
    one.goto(address(game))
    press(one, "Start recording")
    press(one, "Turn 1 begins")
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    setup = loading.setup_of(row)
    fallen = setup.first_state().models["b2"].name

    two.goto(table)
    main = two.get_by_role("main").locator(".button-main")
    expect(main).to_have_count(1)
    expect(main).to_contain_text("Join the record")
    main.click()
    press(two, "Turn 2 begins")
    kill(two, "b2")
    end(two)

    one.goto(row.get_absolute_url())
    expect(one.get_by_text("Before it is reported:")).to_be_visible()
    expect(one.get_by_role("button", name="Report to the league")).to_have_count(0)
    assert faults_everywhere(one, row.get_absolute_url()) == []
    one.goto(row.get_absolute_url())
    one.get_by_role("link", name="Settle it in the report").click()
    expect(one.get_by_text("Still owed: the Finished Off flip of")).to_contain_text(fallen)
    assert (axe(one), overflow(one)) == ([], 0)
    press(one, "Report the result")
    expect(one.get_by_role("alert")).to_contain_text(f"{fallen}: write the card as")
    victim = setup.arsenal_ids()["b2"]
    one.locator(f"#id_s1-card-{victim}").fill("9r")
    press(one, "Report the result")
    expect(one.get_by_text("1 line changed by hand")).to_be_visible()

    two.goto(table)
    line = two.locator(".lost li", has_text=fallen)
    expect(line).to_contain_text("changed by hand")
    expect(line).to_contain_text("in the record: killed, its Finished Off flip still owed")
    assert (axe(two), overflow(two)) == ([], 0)
    press(two, "Confirm the result")
    assert Aftermath.objects.get(side__game=game, side__seat=1).context["owed"] == [victim]
    finish_aftermath(two, table)
    decisions = AftermathDecision.objects.filter(aftermath__side__game=game, aftermath__side__seat=1)
    assert decisions.filter(kind="injury_flip").exists(), "its Injury was flipped"
    two.goto(f"{table}aftermath/")
    expect(two.get_by_role("main")).to_contain_text(f"Injury flip for {fallen}")
    assert problems(one) + problems(two) == []
