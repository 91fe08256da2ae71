"""The pages of a league of the Second Edition speak of that edition alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as weeks
from rules.campaign.readings import preset
from tests.campaigns.conftest import League

pytestmark = pytest.mark.django_db
# Rows and terms that only the Third Edition has.
ROWS = re.compile(r'/about/rules/((?:M3E|SL-3E)-[^/"]+)/')
WORDS = re.compile(
    r"\b(Third Edition|Keywords?|Versatile|Dead Man’s Hand|Explorer’s Society|[Hh]ealth|[Mm]v"
    r"|Bayou(?! [BG]))\b"
)
LINK = re.compile(r'<a [^>]*href="(/leagues/[^"#]+)"')
SHOWN = re.compile(r"<main.*</main>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def two_weeks(lived: Any) -> Callable[[], League]:
    def story(league: League) -> None:
        play.live_week(league.week(1))
        weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
        play.hire_all(league.week(2))
        (game,) = league.games(2)
        for side in play.sides(game):
            play.submit_crew(side)

    return lived(story, players=2, name="By the book", edition="m2e", policies=preset("by-the-book").policies)


@pytest.fixture
def league(two_weeks: Callable[[], League], db: None, in_process: None) -> League:
    return two_weeks()


def pages_of(league: League, user: Any, most: int = 400) -> dict[str, str]:
    """Every page of the league that links lead to, as that person reads them."""
    client = Client()
    client.force_login(user)
    root = f"/leagues/{league.campaign.slug}/"
    pages: dict[str, str] = {}
    waiting = [root]
    while waiting and len(pages) < most:
        address = waiting.pop(0)
        answer = client.get(address)
        pages[address] = ""
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        pages[address] = page = answer.content.decode()
        for found in LINK.findall(page):
            link = unescape(found)
            if link.startswith(root) and link not in pages and link not in waiting:
                waiting.append(link)
    return pages


@pytest.mark.parametrize("who", ["organiser", "player"])
def test_no_page_names_a_row_or_a_term_of_the_third_edition(league, who):
    user = league.organiser if who == "organiser" else league.players[0]
    pages = pages_of(league, user)
    assert len(pages) > 15
    wrong = {}
    for address, page in pages.items():
        shown = SHOWN.search(page)
        text = unescape(TAG.sub(" ", shown[0])) if shown else ""
        if found := {*ROWS.findall(page), *WORDS.findall(text)}:
            wrong[address] = sorted(found)
    assert wrong == {}
