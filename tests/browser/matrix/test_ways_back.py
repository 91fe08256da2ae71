"""Back and forth: a page that is left holds no stream, and one that is come back to is as it was left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from mfcampaign.campaigns.scripted import demo
from mfcampaign.campaigns.week import operations as week
from mfcampaign.crews import operations as crews
from tests.browser.engines.window import Window
from tests.browser.matrix import streams
from tests.browser.test_every_page import world  # noqa: F401  a fixture
from tests.browser.timeouts import PATIENCE
from tests.campaigns.conftest import League, catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.playing import duel, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
World = dict[str, Any]


@pytest.fixture
def counted(settings: Any, tmp_path: Path) -> Iterator[streams.Streams]:
    """The portal streams, and what is open is counted."""
    settings.LIVE_SOCKET = str(tmp_path / "live.sock")
    Path(settings.LIVE_SOCKET).touch()
    settings.ROOT_URLCONF = "tests.browser.matrix.streams"
    streams.streams = streams.Streams()
    yield streams.streams
    streams.streams.over.set()


def _settle(held: streams.Streams, wanted: int) -> None:
    ends = time.monotonic() + PATIENCE / 1000
    while held.open != wanted and time.monotonic() < ends:
        time.sleep(0.1)
    assert held.open == wanted


def test_four_ways_back_leave_one_stream(counted: streams.Streams, window: Window) -> None:
    mara, jonas = person("mara"), person("jonas")
    row = duel(mara, jonas)
    window.sign_in("mara", "secret-pass")
    for _ in range(4):
        window.visit(row.get_absolute_url())
        window.until("return document.querySelector('[data-follow]')")
        _settle(counted, 1)
        window.visit("/about/")
        _settle(counted, 0)
        window.back()
        window.until("return document.readyState === 'complete' && document.querySelector('[data-follow]')")
        _settle(counted, 1)
    time.sleep(1)
    assert counted.open == 1, "one page listens once"
    window.visit("/about/")
    _settle(counted, 0)


def test_the_catalogue_and_its_upgrades_keep_what_was_sought(window: Window, catalogue: Any) -> None:  # noqa: F811
    for path, field in (("", "#model-search"), ("upgrades/", "#upgrade-search")):
        window.visit(f"/catalogue/{path}?edition=m3e")
        window.fill(field, "lead")
        window.until("return location.search.includes('q=lead') && !document.querySelector('.htmx-request')")
        _there_and_back(window, field, "lead")
    window.choose("#upgrade-faction", "guild")
    window.until("return location.search.includes('faction=guild')")
    assert "q=lead" in window.place(), "the next filter keeps the search"


@pytest.mark.soak
def test_the_builder_keeps_what_was_sought(window: Window, catalogue: Any) -> None:  # noqa: F811
    user = person("mara")
    crew = crews.create(user, faction="guild", leader="lady-justice")
    window.sign_in("mara", "secret-pass")
    window.visit(crew.get_absolute_url())
    window.fill("#filter", "hound")
    window.until("return location.search.includes('q=hound') && !document.querySelector('.htmx-request')")
    _there_and_back(window, "#filter", "hound")


@pytest.mark.soak
def test_the_diary_keeps_what_was_sought(window: Window, world: World) -> None:  # noqa: F811
    user = get_user_model().objects.get(pk=world["person"])
    window.sign_in(user.username, demo.PASSWORD)
    window.visit(reverse("campaigns:diary", args=[world["slug"]]))
    window.fill("#diary-q", "scrip")
    window.keys("Enter")
    window.until("return location.search.includes('q=scrip') && document.readyState === 'complete'")
    _there_and_back(window, "#diary-q", "scrip")


@pytest.mark.soak
def test_hires_keep_what_was_sought(
    window: Window,
    make_league: Callable[..., League],  # noqa: F811
) -> None:
    league = make_league()
    league.found_all()
    league.start()
    assert week.reach_deadline(league.week(1), league.organiser, "Agreed.") == [], (
        "the second week's hires open"
    )
    window.sign_in(league.players[0].username, "secret-pass")
    window.visit(reverse("campaigns:hires", args=[league.campaign.slug]))
    window.fill("#filter", "a")
    window.until("return location.search.includes('q=a') && !document.querySelector('.htmx-request')")
    _there_and_back(window, "#filter", "a")


@pytest.mark.soak
def test_the_start_keeps_what_was_sought(
    window: Window,
    make_league: Callable[..., League],  # noqa: F811
) -> None:
    league = make_league()
    window.sign_in(league.players[0].username, "secret-pass")
    window.visit(reverse("campaigns:arsenal_start", args=[league.campaign.slug]))
    window.click("#builder [name=leader]")
    window.fill("#filter", "a")
    window.until("return location.search.includes('q=a') && !document.querySelector('.htmx-request')")
    _there_and_back(window, "#filter", "a")


def _there_and_back(window: Window, field: str, words: str) -> None:
    """What the field holds after a visit elsewhere: what the page beside it shows."""
    window.run("window.scrollTo(0, 0)")
    window.visit("/about/")
    window.back()
    window.until("return document.readyState === 'complete' && document.querySelector(a[0])", field)
    time.sleep(0.5)  # WebKit empties fields a moment after it shows the page
    assert window.value(field) == words
