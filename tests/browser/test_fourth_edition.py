"""The Fourth Edition on a phone, in counted taps: a game recorded by one writer, a stranger's Crew, a day of
eight."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from mfcampaign.events.models import Event
from mfcampaign.play.models import Encounter
from rules.game.results.result import EncounterResult
from tests.browser.actions import NewPage, press, settled, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.browser.test_journeys import Counted
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 60
MOST_TO_A_CREW = 12


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


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("width", [375, pytest.param(1280, marks=pytest.mark.soak)])
def test_a_stranger_shares_a_legal_crew_within_twelve_acts(new_page: NewPage, width: int) -> None:
    page = new_page(width)
    acts = Counted(page)
    acts.go("/")
    acts.follow("Build a Crew")
    expect(page.get_by_role("main")).to_contain_text("Fourth Edition")
    acts.follow("Guild")
    acts.press(page.get_by_role("button", name=re.compile("^Charles Hoffman, Inventor")))
    expect(page.locator("#sheet")).to_contain_text("Edie Clark")
    for name in ("Hunter", "Guardian"):
        acts.press(f"Hire {name}")
        expect(page.locator("#sheet")).to_contain_text(name)
    acts.press("Hire a legal Crew for the rest")
    expect(page.locator("#totals .tone-good")).to_have_text("legal")
    acts.follow("Share")
    assert acts.acts == 8 <= MOST_TO_A_CREW
    crew = Crew.objects.get()
    built = build(crew)
    assert (crew.owner, crew.release.edition, built.report.legal) == (None, "m4e", True)
    assert built.report.total.amount > 40
    other = new_page(width)
    other.goto(page.url)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Charles Hoffman")
    expect(other.get_by_role("rowheader", name="Guardian")).to_be_visible()
    expect(other.get_by_role("main")).to_contain_text("Ultimate Creation")
    assert crew.public_id not in other.content()
    assert problems(page) == problems(other) == []


@pytest.mark.usefixtures("catalogue")
@pytest.mark.rule("M4-SETUP-03", "M4-SETUP-06", "M4-TURN-25")
def test_a_day_of_eight(new_page: NewPage) -> None:
    """An organiser who chooses no edition, eight without accounts, two rounds, up to 11 VP a side."""
    page = new_page(375, bypass_csp=True)
    sign_in(page, person("host").username, "secret-pass")
    page.goto("/events/new/")
    page.get_by_label("Name of the event").fill("Eight at the Shop")
    press(page, "Announce")
    page.get_by_label("Names, one a line").fill("\n".join(f"Player {n}" for n in range(1, 9)))
    for button in ("Preview", "Add 8 players", "Check everybody in", "Begin the event"):
        press(page, button)
    for number in (1, 2):
        press(page, "Pair next round")
        press(page, "Publish")
        fields = page.locator(".results-table .vp")
        expect(fields).to_have_count(8)
        assert {field.get_attribute("max") for field in fields.all()} == {"11"}
        for place, field in enumerate(fields.all()):
            field.fill(str((11, 2, 6, 5, 9, 8, 4, 4)[place] if number == 1 else place))
        press(page, "Enter results")
    expect(page.get_by_text("Pair round 3")).to_be_visible()
    event = Event.objects.get()
    assert (event.edition, event.season, event.size) == ("m4e", "gg0-4e", 50)
    stranger = new_page(375, bypass_csp=True)
    stranger.goto(f"/events/{event.slug}/rounds/1/")
    games = event.played_rounds.get(number=1).games.all()
    assert Counter(game.scenario["strategy"] for game in games).most_common(1)[0][1] == 4, "one for the round"
    expect(stranger.get_by_role("main")).to_contain_text(games[0].scenario["strategy"])
    stranger.goto(f"/events/{event.slug}/standings/")
    for number in range(1, 9):
        expect(stranger.get_by_role("main")).to_contain_text(f"Player {number}")
    assert faults_everywhere(stranger, f"/events/{event.slug}/") == []
    assert problems(page) == problems(stranger) == []
