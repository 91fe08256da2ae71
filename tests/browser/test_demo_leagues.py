"""The demo league of each edition lives the rest of its week in the browser, is closed, and travels."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.campaigns.models import Aftermath, Campaign, Game, Week
from mfcampaign.campaigns.scripted import choices, demo, play
from tests import data_sets
from tests.browser.actions import sign_in
from tests.browser.checks import axe, problems
from tests.browser.test_league_week import carry_out, finish_aftermath, hand_in_crew, press_first
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, organiser_in, write

pytestmark = [pytest.mark.browser, pytest.mark.soak, pytest.mark.django_db(transaction=True)]


MADE_BY = {"m3e": demo.make, "m2e": demo.make_second, "m4e": demo.make_newest}


@pytest.mark.parametrize("edition", MADE_BY)
def test_the_demo_league_lives_a_week_and_travels(edition: str, new_page: Any, settings: Any) -> None:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    campaign = MADE_BY[edition]()
    league = f"/leagues/{campaign.slug}/"
    week = Week.objects.select_related("campaign").filter(campaign=campaign).latest("number")
    people: dict[str, Page] = {}

    def page_of(name: str) -> Page:
        if name not in people:
            people[name] = new_page(width=375 if len(people) % 2 else 1280, bypass_csp=True)
            sign_in(people[name], name, demo.PASSWORD)
        return people[name]

    for part in play.parts(week):
        hire(page_of(part.entry.user.username), league, choices.hire(part))
    play.contest(week)
    game = week.games.filter(state=Game.State.SCHEDULED).order_by("table").first()
    assert game is not None
    table = f"{league}week/{week.number}/games/{game.table}/"
    sides = play.sides(game)
    pages = [page_of(side.entry.user.username) for side in sides]
    for side, page in zip(sides, pages, strict=True):
        if side.crew_submitted_at is None:
            hand_in_crew(page, table)
    report(pages[0], table)
    pages[1].goto(table)
    press_first(pages[1], "Confirm the result")
    for page in pages:
        finish_aftermath(page, table)
        assert axe(page) == []

    of_the_others(campaign, week)
    organiser = page_of(demo.ORGANISER)
    carry_out(organiser, league, "games_due")
    for page in pages:
        page.goto(league)
        expect(page.get_by_role("main")).to_contain_text(f"Hire for week {week.number + 1}")
        page.goto(f"{league}diary/")
        expect(page.get_by_role("main")).to_contain_text(f"Week {week.number} closed")
    for page in people.values():
        assert problems(page) == []

    content = write(campaign, phrase=PHRASE)
    again = here_again(content, campaign.organisers.get().user, organiser_in(content))
    assert again.edition == edition
    assert hashlib.sha256(write(again, phrase=PHRASE)).digest() == hashlib.sha256(content).digest()


def hire(page: Page, league: str, slug: str) -> None:
    if slug:
        page.goto(f"{league}hires/?hire={slug}")
        press_first(page, re.compile("^Hire for"))
    page.goto(f"{league}hires/")
    press_first(page, "Done hiring")


def report(page: Page, table: str) -> None:
    """2 VP of the Strategy for who reports, nothing else."""
    page.goto(f"{table}report/")
    side = page.locator(".report-side").first
    for turn in (2, 3):
        side.locator(f"input[name$='-strategy'][value='{turn}']").press("Space")
    press_first(page, "Report the result")
    expect(page).not_to_have_url(re.compile("report/$"))


def of_the_others(campaign: Campaign, week: Week) -> None:
    """What is left of the week at the other tables."""
    for game in week.games.order_by("table"):
        if game.state == Game.State.SCHEDULED:
            play.play(game)
        elif game.state == Game.State.REPORTED:
            play.confirm(game)
            play.let_draw(game)
        play.finish(game)
    waiting = Aftermath.objects.filter(side__entry__campaign=campaign, state=Aftermath.State.OPEN)
    assert not waiting.exists()
