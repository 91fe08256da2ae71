"""One hand, the left or the right, on a phone 360 pixels wide: what is pressed most lies under its thumb."""

from __future__ import annotations

from typing import Any

import pytest

from mfcampaign.crews import operations as crews
from mfcampaign.play.models import Encounter
from tests.browser.engines.window import Window
from tests.browser.matrix.test_hands import record
from tests.browser.matrix.test_strangers import answer
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.soak]
WIDE, HIGH = 360, 740
REACH = 400
"""Pixels of CSS from a lower corner of the screen: 64 mm on a phone whose 360 pixels are 58 mm wide."""
LEAST = 44
# Of each that is seen: its size, and how far its nearest part lies from each lower corner of the screen.
ZONES = """
const shown = [...document.querySelectorAll(a[0])].filter((one) => one.getClientRects().length);
return shown.map((one) => {
  const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
  const down = Math.max(0, innerHeight - bottom);
  const [far, near] = [Math.hypot(left, down), Math.hypot(innerWidth - right, down)];
  const seen = top >= 0 && bottom <= innerHeight;
  return { name: one.innerText.trim().slice(0, 30), width, height, seen, left: far, right: near };
});
"""


def within_reach(window: Window, selector: str, *, scrolls: bool = False) -> None:
    """``scrolls``: what does not fit is scrolled to."""
    window.run("scrollTo({ top: 0, behavior: 'instant' })")
    zones: list[dict[str, Any]] = window.run(ZONES, selector)
    if scrolls:
        zones = [zone for zone in zones if zone["seen"]]
    assert zones, selector
    for zone in zones:
        assert zone["seen"], zone
        assert min(zone["width"], zone["height"]) >= LEAST, zone
        assert max(zone["left"], zone["right"]) <= REACH, zone


@pytest.fixture
def phone(window: Window) -> Window:
    window.resize(WIDE, HIGH)
    return window


def test_the_rooms_of_the_portal(phone: Window) -> None:
    phone.visit("/")
    within_reach(phone, ".tabbar a")
    phone.run("document.querySelector('.tabbar').style.inset = '0 0 auto 0'")
    with pytest.raises(AssertionError):  # the negative control
        within_reach(phone, ".tabbar a")


@pytest.mark.usefixtures("catalogue")
def test_what_a_record_goes_on_by(phone: Window) -> None:
    record(phone, second="\n".join(f"{name} Bess 7" for name in ("Old", "Young", "Tall", "Small", "Late")))
    within_reach(phone, ".record-acts :is(button, summary)")


@pytest.mark.usefixtures("catalogue")
def test_the_bar_of_the_builder(phone: Window) -> None:
    crew = crews.create(person("mara"), faction="guild", leader="lady-justice")
    phone.sign_in("mara", "secret-pass")
    phone.visit(crew.get_absolute_url())
    within_reach(phone, ".action-bar :is(button, .button)")


def test_the_questions_of_an_encounter(phone: Window) -> None:
    phone.visit("/play/new/")
    phone.click("main button", "Start")
    phone.until("return document.querySelector('#question form.ask')")
    row = Encounter.objects.get()
    for _ in range(60):
        row.refresh_from_db()
        if "Activate" in phone.text("#question"):
            break
        answer(phone, row.version)
    phone.sees("Activate", "#question")
    within_reach(phone, "#question .ask-choices button", scrolls=True)
