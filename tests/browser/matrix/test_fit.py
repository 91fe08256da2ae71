"""What fits: no page slides sideways, with letters of usual size and twice as large; paper; a home screen."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.campaigns.scripted import demo
from tests.browser.engines.window import Window
from tests.browser.test_every_page import world  # noqa: F401  a fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
World = dict[str, Any]
TWICE = "document.documentElement.style.fontSize = '212.5%'; return 0"
# What is wider than the window, and by how much: to be read in a failure.
WIDE = """
const wide = [...document.querySelectorAll("main *, header *, footer *, nav *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest("svg, .table-wrap, .tabs, [hidden]");
});
return wide.slice(-3).map((one) => one.outerHTML.slice(0, 120));
"""


def pages(world: World) -> list[str]:  # noqa: F811
    slug, week = world["slug"], world["week"]
    league = [
        reverse(f"campaigns:{name}", args=[slug])
        for name in ("league", "settings", "hires", "diary", "standings", "organise", "settings_rules")
    ]
    return [
        "/crews/new/?edition=m3e",
        "/events/new/",
        "/play/new/",
        "/play/new/record/",
        "/leagues/new/",
        "/catalogue/?edition=m3e",
        "/",
        *league,
        reverse("campaigns:week", args=[slug, week]),
        reverse("events:manage", args=[world["event"]]),
        reverse("events:settings", args=[world["event"]]),
        reverse("crews:crew", args=[world["crew"]]),
    ]


def test_no_page_slides_sideways_with_letters_twice_as_large(window: Window, world: World) -> None:  # noqa: F811
    window.sign_in("organiser", demo.PASSWORD)
    spills: dict[str, Any] = {}
    for path in pages(world):
        window.visit(path)
        for size in ("1", "2"):
            if size == "2":
                window.run(TWICE)
            if spill := window.overflow():
                spills[f"{path} × {size}"] = (spill, window.run(WIDE))
    assert spills == {}
