"""Taps and keys: none is lost, and what was tapped hears the keys that follow."""

from __future__ import annotations

import time

import pytest

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from tests.browser.engines.window import Window
from tests.browser.timeouts import PATIENCE
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# As Safari does: what is pressed gets no focus.
SAFARI = """
const quiet = (event) => { if (event.target.closest("button, summary")) event.preventDefault(); };
addEventListener("mousedown", quiet, true);
"""


def test_signing_in_by_keys_alone_tab_goes_from_the_name_to_the_password(window: Window) -> None:
    person("mara")
    window.visit("/account/login/")
    window.click("#id_login")
    window.keys(*"mara", "Tab", *"secret-pass", "Enter")
    window.until("return location.pathname === '/' && document.readyState === 'complete'")
    assert window.run("return document.body.dataset.userName") == "mara"


def test_inches_with_a_comma_are_read_and_nonsense_is_said(window: Window) -> None:
    window.visit("/tables/sight/?on=seam")
    window.fill("#id_ax", "12,5")
    window.keys("Tab")
    window.until("return location.search.includes('ax=12.5')")
    window.fill("#id_ax", "twelve")
    window.keys("Tab")
    window.sees("AX, “twelve”: Enter a number.", "#sight-said")


def test_a_steering_button_that_was_tapped_hears_the_arrows(window: Window) -> None:
    window.visit("/tables/sight/?on=seam")
    window.run(SAFARI)
    before = float(window.value("#id_ax"))
    window.click("[data-steer=a]")
    window.keys("Right", "Right")
    window.until("return Number(document.querySelector('#id_ax').value) > a[0] + 0.15", before)
    assert window.run("return scrollX") == 0


@pytest.mark.soak
def test_the_editors_keys_act_on_the_piece_that_was_tapped(window: Window) -> None:
    window.visit("/tables/new/")
    window.until("return document.querySelector('[data-needs-script]:not([hidden])')")
    window.run(SAFARI)
    window.click("[data-do=add]")
    window.click("#pieces button")
    window.keys("r", "Right")
    lying = "return JSON.parse(document.querySelector('[name=sheet]').value).pieces[0]"
    piece = window.run(lying)
    assert (piece["turn"], piece["at"][0]) == (15, 18.25)
    window.fill("#piece-x", "9,5")
    window.keys("Enter")
    assert window.run(lying)["at"][0] == 9.5
    window.fill("#piece-turn", "around")
    window.keys("Enter")
    window.sees("“around” is no number: nothing was changed.", "#editor-said")
    assert window.value("#piece-turn") == "15"
    window.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    window.visit("/about/")
    window.visit("/tables/new/")
    window.sees("Your drawing is back.", "#editor-said")
    window.click("[data-do=undo]")
    assert window.run("return JSON.parse(document.querySelector('[name=sheet]').value).pieces ?? []") == []


@pytest.mark.usefixtures("catalogue")
def test_every_tap_of_the_recorder_counts_and_says_which_button_it_was(window: Window) -> None:
    row = record(window)
    window.run(SAFARI)
    for name, left in (("−1 Health of Old Bess", "6/7"), ("−2 Health of Old Bess", "4/7")):
        window.click("#model-b1 button", name)
        window.sees(left, "#model-b1 .standing-health")
    window.until("return !document.querySelector('.waits')")  # the portal has both
    assert window.run("return document.activeElement.closest('#record') !== null"), "keys stay there"
    top = "return document.querySelector('#model-b1').getBoundingClientRect().top"
    before = window.run(top)
    for left in ("3/7", "2/7", "1/7"):
        window.click("#model-b1 button", "−1 Health of Old Bess")
        window.sees(left, "#model-b1 .standing-health")
        assert abs(window.run(top) - before) <= 1, "it neither drifts nor jumps"
    written(row, health=1)
    assert window.overflow() == 0


def written(row: Encounter, *, health: int) -> None:
    """The record has that, too: the page shows a tap before it is sent."""
    ends = time.monotonic() + PATIENCE / 1000
    while loading.record_of(row).state.models["b1"].health != health:
        assert time.monotonic() < ends, loading.record_of(row).state.models["b1"]
        time.sleep(0.1)
        row.refresh_from_db()


def record(window: Window, second: str = "Old Bess 7") -> Encounter:
    """A record that was begun, in its first Turn; of the second Crew with those models."""
    person("mara")
    window.sign_in("mara", "secret-pass")
    window.visit("/play/new/record/?edition=m3e")
    window.choose("select:has([value=fate])", "fate")
    for side, models in (("first", "Lady Justice"), ("second", second)):
        window.fill(f"#id_{side}-name", side)
        window.fill(f"#id_{side}-models", models)
    window.click("main button", "Start recording")
    window.click("#record button", "Turn 1 begins")
    window.sees("Turn 2 begins", "#record")
    window.until(
        "const seen = document.querySelector('#model-b1').getClientRects().length;"
        "if (!seen) document.querySelector('label[for=shows-1]').click(); return seen"
    )
    return Encounter.objects.get()
