"""The Fourth Edition on a phone, in counted taps: a game recorded by one writer, half of it without signal; a
stranger's Crew; a day of eight."""

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
    """One person at a phone; every press, choice and entry is one tap. ``waiting`` counts what was written
    down without signal."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.waiting, self.shown = page, 0, 0, 0

    def side(self, seat: int) -> Locator:
        return self.page.locator(f"section[aria-labelledby=side-{seat}]")

    def press(self, name: str, within: Any = None, *, opens: bool = False) -> None:
        """A button that writes something down, or ``opens`` a sheet; ``within`` a seat or a part."""
        self.taps += 1
        place: Any = self.side(within) if isinstance(within, int) else within or self.page
        button = place.get_by_role("button", name=name).first
        if opens:
            button.click()
        elif self.waiting:
            button.click()
            self.waiting += 1
            expect(self.page.locator(".outbox-chip")).to_have_text(f"{self.waiting - 1} waiting")
        else:
            press(self.page, button)
            settled(self.page)

    def turns_to(self, seat: int) -> None:
        if seat != self.shown:
            self.taps += 1
            self.page.locator(f"label[for=shows-{seat}]").click()
            self.shown = seat

    def hurts(self, seat: int, model: str, amount: int) -> None:
        self.turns_to(seat)
        self.press(f"−{amount} Health of {model}", seat)

    def sheet(self, name: str) -> Locator:
        """The sheet, opened by its button."""
        self.taps += 1
        self.page.locator(f"[popovertarget={name}]:visible").first.click()
        return self.page.locator(f"#{name}")

    def fill(self, where: Locator, value: str) -> None:
        self.taps += 1
        where.fill(value)

    def choose(self, where: Locator, value: str) -> None:
        self.taps += 1
        where.select_option(value)

    def tick(self, name: str) -> None:
        self.taps += 1
        self.page.get_by_label(name).first.check()

    def counts(self, first: str = "", second: str = "", of: str = "counted") -> None:
        for label, count in (("first", first), ("second", second)):
            if count:
                self.fill(self.page.locator(f"#{of}-{label}"), count)
        self.press("Count the Strategy")

    def takes(self, seat: int, scheme: str) -> None:
        """In the sheet of what comes next, without signal."""
        self.choose(self.page.locator(f"#ahead-takes-{seat}"), scheme)
        self.press("Take it", self.page.get_by_role("group", name=("First Crew", "Second Crew")[seat]))

    def reveals(self, seat: int, vp: int) -> None:
        self.press(
            f"Reveal for {vp} VP", self.page.get_by_role("group", name=("First Crew", "Second Crew")[seat])
        )


@pytest.mark.usefixtures("catalogue")
@pytest.mark.rule("M4-SCH-07", "M4-END-02")
def test_a_whole_game_with_half_of_it_offline_takes_at_most_sixty_taps(new_page: Any) -> None:
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
    thumb.hurts(1, "Exorcist (B3)", 3)
    thumb.hurts(1, "Exorcist (B3)", 3)
    thumb.hurts(1, "Exorcist (B3)", 3)
    thumb.press("Killed Exorcist (B3)", 1)  # on its bar, now that it has no Health
    thumb.press("Reveal for 2 VP", 0)
    thumb.press("The Turn ends")
    thumb.counts("3", "1")
    thumb.press("Reveal for 1 VP", 1)
    thumb.press("Take Ensnare", 1)
    thumb.press("Frame Job …", 0, opens=True)
    thumb.press("Take Frame Job", page.locator("#sheet-side-0"))
    # Turn 2
    thumb.press("Turn 2 begins")
    thumb.press("has initiative", 1)
    thumb.turns_to(0)
    thumb.press("Killed Death Marshal (A3)", thumb.sheet("sheet-a3"))
    thumb.press("Reveal for 2 VP", 1)
    thumb.press("The Turn ends")
    thumb.counts("1", "2")
    thumb.press("Abandon Frame Job", 0)
    thumb.press("Take Scout the Rooftops", 0)
    thumb.press("Take Search the Area", 1)
    assert faults_everywhere(page, Encounter.objects.get().get_absolute_url()) == []
    page.goto(Encounter.objects.get().get_absolute_url())
    # Turn 3, without signal from here on
    page.context.set_offline(True)
    thumb.waiting = 1
    thumb.press("Turn 3 begins")
    expect(page.locator("#the-turn")).to_contain_text("Turn 3")
    thumb.hurts(0, "Lady Justice, Death-Touched", 3)
    expect(page.locator("#model-a1 .standing-health.waits")).to_contain_text("11/14")
    thumb.press("What comes next", opens=True)
    ahead = page.locator("#ahead")
    thumb.reveals(1, 1)
    expect(page.locator("#side-1")).to_contain_text("5 VP")
    thumb.press("The Turn ends", ahead)
    thumb.counts("2", "2", of="ahead-counted")
    thumb.reveals(0, 2)
    thumb.takes(0, "Detonate Charges")
    # Turn 4
    thumb.press("Turn 4 begins", ahead)
    thumb.press("The Turn ends", ahead)
    thumb.counts("", "1", of="ahead-counted")
    thumb.press("The game is over", ahead)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name=re.compile("wins|draw"))).to_be_visible()
    settled(page)
    expect(page.locator(".needs-you")).to_have_count(0)
    result = msgspec.convert(Encounter.objects.get().result, EncounterResult)
    assert [(seat.strategy_vp, seat.vp) for seat in result.seats] == [((1, 0, 1, 0), 6), ((0, 1, 1, 2), 8)]
    assert thumb.taps <= MOST
    assert [problem for problem in problems(page) if "ERR_INTERNET_DISCONNECTED" not in problem] == []


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("width", [375, pytest.param(1280, marks=pytest.mark.soak)])
def test_a_stranger_shares_a_legal_crew_within_twelve_acts(new_page: NewPage, width: int) -> None:
    page = new_page(width)
    acts = Counted(page)
    acts.go("/")
    acts.follow("Build a Crew")
    expect(page.locator("main [aria-current=page]").first).to_have_text("Fourth")
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
