"""A game of the Fourth Edition recorded on a phone, in counted taps: four Turns, both Crews, one writer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from mfcampaign.play.models import Encounter
from rules.game.results.result import EncounterResult
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 60


class Thumb:
    """One person at a phone; every press, choice and entry is one tap."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def side(self, seat: int) -> Locator:
        return self.page.locator(f"section[aria-labelledby=side-{seat}]")

    def press(self, name: str, seat: int | None = None) -> None:
        self.taps += 1
        place: Any = self.page if seat is None else self.side(seat)
        press(self.page, place.get_by_role("button", name=name).first)
        settled(self.page)

    def kills(self, model: str) -> None:
        self.taps += 1
        press(self.page, self.page.locator(f'button[value="slay:{model}"]'))
        settled(self.page)

    def open(self, words: str) -> None:
        self.taps += 1
        self.page.locator("summary", has_text=words).first.click()

    def fill(self, where: Locator, value: str) -> None:
        self.taps += 1
        where.fill(value)

    def choose(self, where: Locator, value: str) -> None:
        self.taps += 1
        where.select_option(value)

    def tick(self, name: str) -> None:
        self.taps += 1
        self.page.get_by_label(name).first.check()

    def counts(self, first: str = "", second: str = "") -> None:
        for label, count in (("first", first), ("second", second)):
            if count:
                self.fill(self.page.locator(f"#counted-{label}"), count)
        self.press("Count the Strategy")


@pytest.mark.usefixtures("catalogue")
@pytest.mark.rule("M4-SCH-07", "M4-END-02")
def test_a_whole_game_takes_at_most_sixty_taps(new_page: Any) -> None:
    page = new_page(bypass_csp=True)
    sign_in(page, person("mara").username, "secret-pass")
    page.goto("/play/new/record/?edition=m4e")
    thumb = Thumb(page)
    thumb.fill(page.locator("#id_first-models"), "Lady Justice, Death-Touched\nAsset 17\n3x Death Marshal")
    thumb.fill(page.locator("#id_second-models"), "Harold Tull, Dead Silent\nThe Judge\n2x Exorcist")
    thumb.choose(page.get_by_label("Strategy, Deployment, Schemes"), "hand")
    thumb.choose(page.get_by_label("Strategy", exact=True), "Boundary Dispute")
    thumb.choose(page.locator("#id_deployment"), "Wedge")
    for name in ("Breakthrough", "Take the Highground", "Grave Robbing"):
        thumb.tick(name)
    thumb.press("Start recording")
    thumb.press("Take Breakthrough", 0)
    thumb.press("Take Take the Highground", 1)
    # Turn 1
    thumb.press("Turn 1 begins")
    thumb.press("−3 Health of Exorcist (B3)", 1)
    thumb.press("−3 Health of Exorcist (B3)", 1)
    thumb.kills("b3")
    thumb.press("Reveal for 2 VP", 0)
    thumb.press("The Turn ends")
    thumb.counts("3", "1")
    thumb.press("Reveal for 1 VP", 1)
    thumb.press("Take Frame Job", 0)
    thumb.press("Take Ensnare", 1)
    # Turn 2
    thumb.press("Turn 2 begins")
    thumb.press("Second Crew has initiative")
    thumb.press("−2 Health of Death Marshal (A3)", 0)
    thumb.kills("a3")
    thumb.press("Reveal for 2 VP", 1)
    thumb.press("The Turn ends")
    thumb.counts("1", "2")
    thumb.press("Abandon Frame Job", 0)
    thumb.press("Take Scout the Rooftops", 0)
    thumb.press("Take Search the Area", 1)
    # Turn 3
    thumb.press("Turn 3 begins")
    thumb.press("First Crew has initiative")
    thumb.press("−3 Health of The Judge", 1)
    thumb.press("Reveal for 1 VP", 1)
    thumb.press("The Turn ends")
    thumb.counts("2", "2")
    thumb.press("+1 VP, Search the Area", 1)
    thumb.press("Reveal for 2 VP", 0)
    thumb.press("Take Detonate Charges", 0)
    # Turn 4: the second Crew has all its VP of Schemes by now, 1 + 2 + 2
    assert faults_everywhere(page, Encounter.objects.get().get_absolute_url()) == []
    page.goto(Encounter.objects.get().get_absolute_url())
    thumb.press("Turn 4 begins")
    thumb.press("−3 Health of Lady Justice, Death-Touched", 0)
    thumb.press("The Turn ends")
    thumb.counts("", "1")
    thumb.press("Reveal for 1 VP", 0)
    thumb.open("The game has ended")
    thumb.press("The game is over")
    expect(page.get_by_role("heading", name="Second Crew wins")).to_be_visible()
    result = msgspec.convert(Encounter.objects.get().result, EncounterResult)
    assert [(seat.strategy_vp, seat.vp) for seat in result.seats] == [((1, 0, 1, 0), 7), ((0, 1, 1, 2), 9)]
    assert thumb.taps == 54 <= MOST
    assert problems(page) == []
