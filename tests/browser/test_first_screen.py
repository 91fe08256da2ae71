"""The next act, or the first row of the work, stands on the first screen of every page one works on."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from mfcampaign.campaigns.scripted import demo
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.crews import operations as crews
from tests import data_sets
from tests.browser.actions import settled, sign_in
from tests.browser.checks import overflow, problems
from tests.browser.test_recorder import recorded
from tests.campaigns.conftest import opened
from tests.events.making import running_event
from tests.play.playing import against_bot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Of the window, and how far down the work may begin (pixels).
SCREENS = {"phone": (375, 812, 240), "desk": (1280, 800, 200)}
FIRST = """work => Math.min(...[...document.querySelectorAll(work)]
  .map(one => one.getBoundingClientRect()).filter(box => box.width && box.height).map(box => box.top))"""
# A page and what its work is: the panel of the next act, or the first row.
WORK = {
    "home": ".next",
    "league": ".next",
    "week": ".game",
    "game": ".next",
    "builder": ".pick",
    "catalogue": ".cat-row",
    "standings": ".standings tbody tr",
    "hires": ".pick",
    "event": ".next, .clock, .game",
    "event standings": "tbody tr",
    "recorder": ".record-turn button, .recorded",
    "play": ".at-board, .question",
}


def _places() -> dict[str, Any]:
    campaign = data_sets.demo_league()
    waiting = demo.waiting_aftermath()
    assert waiting is not None, "the demo leaves an Aftermath open"
    game, user = waiting.side.game, waiting.side.entry.user
    crew = crews.create(user, faction="guild", leader="lady-justice", start=True)
    event = running_event(user)["event"]
    league = [campaign.slug]
    paths = {
        "home": "/",
        "league": reverse("campaigns:league", args=league),
        "week": reverse("campaigns:week", args=[*league, game.week.number]),
        "game": reverse("campaigns:game", args=[*league, game.week.number, game.table]),
        "builder": crew.get_absolute_url(),
        "catalogue": "/catalogue/",
        "standings": reverse("campaigns:standings", args=league),
        "event": reverse("events:event", args=[event]),
        "event standings": reverse("events:standings", args=[event]),
        "play": against_bot(user).get_absolute_url(),
    }
    return {"user": user.username, "paths": paths, **_hiring()}


def _hiring() -> dict[str, str]:
    """Two players who may hire: nobody played in week 1."""
    league = opened(players=2, name="The Late Shift")
    league.found_all()
    weeks.reach_deadline(league.start(), league.organiser, reason="Nobody came")
    hires = reverse("campaigns:hires", args=[league.campaign.slug])
    return {"hirer": league.players[0].username, "hires": hires}


@pytest.fixture
def places(settings: Any) -> dict[str, Any]:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    return data_sets.world("first screen", _places)


def begins(page: Page, work: str) -> float:
    return float(page.evaluate(FIRST, work))


@pytest.mark.parametrize("screen", SCREENS)
def test_the_work_is_on_the_first_screen(new_page: Any, places: dict[str, Any], screen: str) -> None:
    width, height, lowest = SCREENS[screen]
    page = new_page(width)
    page.set_viewport_size({"width": width, "height": height})
    sign_in(page, places["user"], demo.PASSWORD)
    found = {}
    for name, path in places["paths"].items():
        page.goto(path)
        settled(page)
        found[name] = begins(page, WORK[name])
        assert overflow(page) == 0, name
    hirer = new_page(width)
    hirer.set_viewport_size({"width": width, "height": height})
    sign_in(hirer, places["hirer"], "secret-pass")
    hirer.goto(places["hires"])
    settled(hirer)
    found["hires"] = begins(hirer, WORK["hires"])
    assert overflow(hirer) == 0
    other = new_page(width)
    other.set_viewport_size({"width": width, "height": height})
    recorded(other, "m4e")
    found["recorder"] = begins(other, WORK["recorder"])
    assert found.keys() == WORK.keys()
    assert {name: top for name, top in found.items() if not 0 < top <= lowest} == {}
    assert problems(page) == []


def test_the_builder_of_a_desk_stands_still(new_page: Any, places: dict[str, Any]) -> None:
    """Three columns, each with its own scrolling; the third has the card of what is pointed at."""
    page = new_page(1280)
    sign_in(page, places["user"], demo.PASSWORD)
    page.goto(places["paths"]["builder"])
    settled(page)
    columns = [page.locator(f"#{name}").bounding_box() for name in ("hire", "crew", "pointed")]
    tops = {round(box["y"]) for box in columns}  # type: ignore[index]
    assert len(tops) == 1
    assert columns[0]["x"] < columns[1]["x"] < columns[2]["x"]  # type: ignore[index]
    bar = page.locator("#totals").bounding_box()
    assert columns[0]["y"] + columns[0]["height"] <= bar["y"] + 1  # type: ignore[index]
    page.locator("#name-executioner").hover()
    card = page.locator("#pointed")
    card.get_by_role("heading", name="Executioner").wait_for()
    card.get_by_role("button", name="Hire for").click()
    page.locator("#sheet", has_text="Executioner").wait_for()
    assert page.evaluate("scrollY") == 0
    assert problems(page) == []
