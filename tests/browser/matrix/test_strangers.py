"""A stranger's path, without an account and without a manual: to a shared Crew, to a first Activation, to an
event's own page by its QR code."""

from __future__ import annotations

import re
from typing import Any

import pytest
import segno
from django.contrib.auth import get_user_model
from django.urls import reverse

from mfcampaign.play.models import Encounter
from rules.edition import editions
from tests.browser.engines.window import Window
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.usefixtures("catalogue")
def test_from_the_front_page_to_a_shared_crew(window: Window) -> None:
    window.visit("/")
    for edition in editions():
        window.sees(edition.name)
    said = "return [...document.querySelectorAll('main p')].find((one) => one.innerText.includes('Fourth'))"
    bottom = window.run(f"{said}.getBoundingClientRect().bottom")
    assert bottom < 800, "which editions are there is read without scrolling"
    window.click("main a", "Build a Crew")
    window.until("return location.pathname === '/crews/new/' && document.readyState === 'complete'")
    window.visit("/crews/new/?edition=m3e&faction=guild")
    window.click("button.lead", "Lady Justice")
    window.sees("Lady Justice's Crew", "h1")
    window.click("#add-guild-hound")
    window.until("return document.querySelector('#less-guild-hound:not([disabled])')")
    assert window.overflow() == 0
    shared = window.value("#share")
    window.visit(shared)
    window.sees("Guild Hound")


def test_from_the_front_page_to_a_first_activation(window: Window) -> None:
    window.visit("/")
    window.click("main a", "Play a bot")
    window.click("main button", "Start")
    window.until("return document.querySelector('#question form.ask')")
    row = Encounter.objects.get()
    for _ in range(60):
        row.refresh_from_db()
        if "Activate" in window.text("#question"):
            break
        answer(window, row.version)
    window.sees("Activate", "#question")
    window.until("return !document.querySelector('.outcome-playing')")
    window.click("#question .ask-choices button")
    window.until("return !document.querySelector('#question').innerText.includes('Which model Activates')")
    assert window.overflow() == 0


def answer(window: Window, seen: int) -> None:
    """Answer whatever is asked, as one does who does not know the game: what comes first.

    With the page's scripts, once they listen: the last model of a deployment has no place before one taps the
    table or opens the list, and the button waits for it."""
    window.until(
        """
        const asked = document.querySelector("#question form.ask");
        if (!asked || document.readyState !== "complete") return false;
        if (document.querySelector(".htmx-request")) return false;
        const [rest, list, ...others] = [
          "[data-deploys-rest]", ".by-number:not([open])", ".ask-confirm button", ".ask-choices button",
        ].map((each) => asked.querySelector(each));
        const least = Number(asked.querySelector("[data-least]")?.dataset.least ?? 0);
        const boxes = [...asked.querySelectorAll("[name=choices]")];
        const given = boxes.filter((one) => one.checked).length;
        const free = boxes.filter((one) => !one.checked);
        for (const box of free.slice(0, Math.max(0, least - given))) box.click();
        const ordered = [...asked.querySelectorAll("select[name^=position-]")];
        ordered.forEach((one, number) => { one.selectedIndex = number + 1; });
        const pressed = [...others, asked.querySelector("button:not([type=button], [data-choose-none])")]
          .find((one) => one && !one.disabled && one.getClientRects().length);
        if (!pressed) { (rest ?? list?.querySelector("summary"))?.click(); return false; }
        pressed.click();
        return true;
        """
    )
    window.until(f"return !document.querySelector(\"#encounter-now[hx-get*='seen={seen}&']\")")


@pytest.mark.usefixtures("catalogue")
def test_from_a_qr_code_to_an_events_own_page(window: Window) -> None:
    host: Any = get_user_model().objects.create_user("host", "host@example.org", "secret-pass")
    day = Day(host, 4, rounds=2)
    day.begin()
    own = reverse("events:seat", args=[day.player(1).code])
    window.visit(own)
    window.sees("Mara")
    dots = window.run("return document.querySelector('.qr svg path').getAttribute('d')")
    meant = segno.make(window.address + own, error="m").svg_inline(omitsize=True, border=2)
    assert re.search(r' d="([^"]+)"', meant)[1] == dots, "a camera reads the page's own address"
    day.round(play=False)
    window.visit(own)
    window.sees("Round 1")
    assert window.overflow() == 0
