"""What a screen reader is told on the main journeys, written down from the browser's accessibility tree.

Each tree below is a part of the page in the order it is read: landmarks, headings, controls by their names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import problems
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "iron-harvest-moon-47"
FRONT = """
- main:
  - heading "Campaign leagues without spreadsheets" [level=1]
  - link "Build a Crew"
  - link "Play a bot"
  - link "Sign up"
"""
BUILDER = """
- main:
  - heading "Lady Justice's Crew" [level=1]
  - region "Hire":
    - heading "Hire" [level=2]
    - search:
      - 'searchbox "Find anybody: name, Keyword or station"'
      - button "Find"
    - status: /can join/
    - region /Leader’s Keyword Marshal/:
      - list:
        - listitem:
          - link /Scales of Justice/
          - button "Remove one Scales of Justice"
          - button "Hire Scales of Justice" [disabled]
  - region "Whose Crew this is":
    - button "Sign up and keep it"
"""
ENCOUNTER = """
- main:
  - heading /Crew against .* Crew|Crew against .*Crew/ [level=1]
  - region "The table":
    - group /Arrow keys move the view/
  - region "Your question":
    - heading "Which Schemes?" [level=2]
    - group "Choose 2":
        - checkbox
    - button "Choose these" [disabled]
  - region /Lady Justice’s Crew/:
    - heading /Lady Justice’s Crew/ [level=2]
"""
RECORD = """
- main:
  - heading /First Crew against Second Crew/ [level=1]
  - radiogroup "Which Crew is shown":
    - radio /First Crew.*VP/ [checked]
    - radio /Second Crew.*VP/
  - region "The Turn":
    - button /Before Turn 1/
    - button "Show both players"
  - region /First Crew/:
    - heading /First Crew/ [level=2]
    - button "−1 Soulstone of First Crew"
    - button "Schemes and more of First Crew"
    - list:
      - listitem
  - region /Second Crew/:
    - heading /Second Crew/ [level=2]
  - button "Turn 1 begins"
  - button "Take back"
  - button "More to write down"
  - region "What happened":
    - heading "What happened" [level=2]
"""
IMPORT = """
- main:
  - heading "Import a Crew" [level=1]
  - group "Lines that need a choice":
    - 'combobox "Line 2: “Gild Hound”"':
      - option "Guild Hound" [selected]
  - textbox "The Crew as text"
  - button "Import"
"""
RESULTS = """
- main:
  - heading "Round 1" [level=1]
  - region "Results":
    - heading "Results" [level=2]
    - table "Results of round 1, Victory Points of both sides":
      - rowgroup:
        - row /1 .* by the score/:
          - cell:
            - spinbutton /VP of/
          - cell:
            - spinbutton /VP of/
          - cell:
            - combobox "How table 1 ended"
    - button "Enter results"
"""


def test_six_journeys_as_they_are_read_out(new_page: Callable[..., Page]) -> None:
    data_sets.catalogue()
    host: Any = get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    page = new_page(375)
    page.goto("/")
    _reads(page, FRONT)
    page.goto("/crews/new/?edition=m3e&faction=guild")
    press(page, page.get_by_role("button", name="Lady Justice", exact=False).first)
    _reads(page, BUILDER)
    page.goto("/crews/import/?edition=m3e")
    page.get_by_label("The Crew as text").fill("Faction: Guild\nGild Hound")
    press(page, page.get_by_role("main").get_by_role("button", name="Import"))
    _reads(page, IMPORT)
    page.goto("/play/new/")
    press(page, page.get_by_role("button", name="Start", exact=True))
    page.get_by_role("heading", name="Which Schemes?").wait_for()
    _reads(page, ENCOUNTER)
    page.goto("/play/new/record/?edition=m3e")
    press(page, page.get_by_role("button", name="Start recording"))
    _reads(page, RECORD)
    day = Day(host, 4, rounds=2)
    day.begin()
    day.round(play=False)
    sign_in(page, "host", PASSWORD)
    page.goto(reverse("events:organiser_round", args=[day.event.slug, 1]))
    _reads(page, RESULTS)
    assert problems(page) == []


def _reads(page: Page, tree: str) -> None:
    expect(page.locator("body")).to_match_aria_snapshot(tree)
