"""What a screen reader is told on the main journeys, from the accessibility tree of a second engine: roles
and names as Firefox computes them. Chromium's trees are in ``tests/browser/test_screen_reader.py``."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.browser.engines.firefox import Firefox
from tests.browser.engines.window import Window
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.soak]


@pytest.mark.usefixtures("catalogue")
def test_six_journeys_as_firefox_reads_them_out(window: Window) -> None:
    if not isinstance(window, Firefox):
        pytest.skip("Chromium: tests/browser/test_screen_reader.py; WebKitGTK's driver reads nothing out")
    host: Any = get_user_model().objects.create_user("host", "host@example.org", "secret-pass")
    window.visit("/")
    _reads(window, "heading", "Campaign leagues without spreadsheets")
    _reads(window, "link", "Build a Crew")
    window.visit("/crews/new/?edition=m3e&faction=guild")
    window.click("button.lead", "Lady Justice")
    window.sees("Lady Justice's Crew", "h1")
    _reads(window, "searchbox", "Find anybody: name, Keyword or station")
    _reads(window, "button", "Remove one Scales of Justice")
    window.visit("/crews/import/?edition=m3e")
    _reads(window, "textbox", "The Crew as text")
    _reads(window, "button", "Import")
    window.visit("/play/new/")
    window.click("main button", "Start")
    window.until("return document.querySelector('#question form.ask')")
    _reads(window, "heading", "Which Schemes?")
    _reads(window, "region", "Your question")
    window.visit("/play/new/record/?edition=m3e")
    window.click("main button", "Start recording")
    window.until("return document.querySelector('#record')")
    _reads(window, "button", "Turn 1 begins")
    _reads(window, "region", "The Turn")
    day = Day(host, 4, rounds=2)
    day.begin()
    day.round(play=False)
    window.sign_in("host", "secret-pass")
    window.visit(reverse("events:organiser_round", args=[day.event.slug, 1]))
    _reads(window, "table", "Results of round 1, Victory Points of both sides")
    _reads(window, "spinbutton", "VP of Mara")


def _reads(window: Firefox, role: str, name: str) -> None:
    assert window.read_out(role, name) > 0, f"nothing is read out as {role} “{name}” at {window.place()}"
