"""The builder as a stranger meets it: from the front page to a shared, legal Crew, by counted taps."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from playwright.sync_api import Locator, Page, expect

from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from tests import data_sets
from tests.browser.actions import NewPage, press, settled
from tests.browser.checks import faults_everywhere, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_ACTS = 14
NOBODY = AnonymousUser()
COUNTS = """() => new Promise((done) => {
  document.addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName === "counts") done(target.className);
  });
  document.getElementById("fill").click();
})"""


@pytest.fixture(autouse=True)
def _catalogue(transactional_db: None) -> None:
    data_sets.catalogue()


@pytest.fixture
def begun() -> Crew:
    return operations.create(NOBODY, faction="guild", leader="lady-justice", start=True)


class Acts:
    """Taps of one person, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, target: Locator) -> None:
        self.count += 1
        settled(self.page)
        target.click()
        settled(self.page)

    def hire(self, name: str) -> None:
        """And see it stand in the Crew."""
        self.count += 1
        press(self.page, f"Hire {name}")
        expect(self.page.locator("#sheet")).to_contain_text(name)


def total(page: Page) -> int:
    return int(page.locator(".crew-spent").inner_text())


@pytest.mark.parametrize("width", [375, pytest.param(1280, marks=pytest.mark.soak)])
def test_a_stranger_shares_a_legal_crew_of_fifty_stones(new_page: NewPage, width: int) -> None:
    page = new_page(width)
    page.goto("/catalogue/?edition=m3e")
    page.goto("/")
    acts = Acts(page)
    acts.tap(page.get_by_role("link", name="Build a Crew"))
    acts.tap(page.get_by_role("link", name="Guild", exact=True))
    acts.tap(page.get_by_role("button", name=re.compile("^Lady Justice Marshal")))
    expect(page.get_by_text("This Crew needs no account.")).to_be_visible()
    expect(page.get_by_text("40 would be lost")).to_be_visible()
    marshals = ("The Judge", "The Lone Marshal", "The Jury", "Death Marshal Recruiter", "Death Marshal")
    for name in (*marshals, "Death Marshal"):
        acts.hire(name)
    expect(page.locator("#totals")).to_contain_text("legal")
    assert 40 <= total(page) <= 50
    acts.tap(page.get_by_role("link", name="Share", exact=True))
    assert acts.count <= MOST_ACTS
    assert problems(page) == []
    crew = Crew.objects.get()
    assert crew.owner is None
    assert build(crew).report.legal
    other = new_page(width)
    other.goto(page.url)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Lady Justice")
    expect(other.get_by_role("rowheader", name="The Judge")).to_be_visible()
    assert crew.public_id not in other.content()


def test_a_crew_fills_itself_in_one_act(new_page: NewPage, begun: Crew) -> None:
    page = new_page(375)
    page.goto(begun.get_absolute_url())
    press(page, "Hire a legal Crew for the rest")
    expect(page.locator("#totals .tone-good")).to_have_text("legal")
    assert total(page) >= 40
    press(page, "Undo")
    expect(page.locator(".crew-spent")).to_have_text("0")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(COUNTS) == "crew-spent counts", "the total counts where motion is wished"
    assert problems(page) == []


def _place(page: Page, row: Locator) -> tuple[float, float]:
    """How far the page is scrolled, or on a desk its column, and where the row is in the window."""
    scrolled = page.evaluate("Math.max(scrollY, document.getElementById('hire').scrollTop)")
    return scrolled, row.evaluate("row => row.getBoundingClientRect().top")


@pytest.mark.parametrize("width", [pytest.param(375, marks=pytest.mark.soak), 1280])
def test_a_hire_moves_nothing_under_the_finger(new_page: NewPage, begun: Crew, width: int) -> None:
    page = new_page(width)
    page.goto(begun.get_absolute_url())
    settled(page)
    for slug in ("executioner", "executioner", "guild-hound"):
        row = page.locator(".pick", has=page.locator(f"#add-{slug}"))
        row.evaluate("row => row.scrollIntoView({block: 'center'})")
        before = _place(page, row)
        assert before[0] > 200
        press(page, page.locator(f"#add-{slug}"))
        assert _place(page, row) == before
        assert page.evaluate("document.activeElement.id") in (f"add-{slug}", f"name-{slug}")
    assert page.locator("#totals").bounding_box()["y"] < 800  # type: ignore[index]


def test_rows_are_dense_and_one_like_the_other(new_page: NewPage, begun: Crew) -> None:
    for width in (375, 1280):
        page = new_page(width)
        page.goto(begun.get_absolute_url())
        heights = page.locator(".hall section .pick").evaluate_all(
            "rows => rows.map(row => row.getBoundingClientRect().height)"
        )
        assert len(heights) > 50
        assert max(heights) - min(heights) < 2
        assert 38 <= heights[0] <= 46


def test_the_drawer_shows_a_card_hires_from_it_and_gives_the_focus_back(
    new_page: NewPage, begun: Crew
) -> None:
    page = new_page(375)
    page.goto(begun.get_absolute_url())
    settled(page)
    name = page.locator("#name-death-marshal")
    name.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_role("heading", name="Death Marshal")).to_be_visible()
    expect(drawer.locator(".sc-says").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(name).to_be_focused()
    name.click()
    drawer.get_by_role("button", name=re.compile("^Hire [23]$")).click()
    expect(page.locator("#sheet").get_by_text("Death Marshal").nth(1)).to_be_attached()
    expect(drawer).to_have_count(0)
    assert problems(page) == []


def test_a_model_is_hired_from_the_page_of_its_card(new_page: NewPage, begun: Crew) -> None:
    page = new_page(375)
    page.goto(f"{begun.get_absolute_url()}card/death-marshal/")
    press(page, page.get_by_role("button", name="Hire for 5"))
    expect(page.locator(".seat")).to_have_count(3)
    assert problems(page) == []


def test_an_upgrade_is_attached_in_one_step(new_page: NewPage, begun: Crew) -> None:
    page = new_page(1280)
    page.goto(begun.get_absolute_url())
    settled(page)
    page.get_by_label("Upgrade of Lady Justice").select_option("no-prisoners")
    expect(page.locator(".crew-spent")).to_have_text("2")
    assert problems(page) == []


def test_a_search_finds_everybody_and_says_why_not(new_page: NewPage, begun: Crew) -> None:
    page = new_page(375)
    page.goto(begun.get_absolute_url())
    page.get_by_role("searchbox").fill("silent one")
    expect(page.locator(".cannot")).to_contain_text("Arcanists; your Crew is Guild")


def test_it_works_without_javascript(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto("/crews/new/?edition=m3e&faction=guild")
    page.get_by_role("button", name=re.compile("^Lady Justice Marshal")).click()
    page.get_by_role("button", name="Hire Death Marshal", exact=True).click()
    page.locator("#name-death-marshal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Death Marshal")
    page.get_by_role("button", name="Hire for 5").click()
    expect(page.locator(".seat")).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".seat")).to_have_count(3)


def test_the_pages_are_clean(new_page: NewPage, begun: Crew) -> None:
    page = new_page(bypass_csp=True)
    operations.add(begun, NOBODY, "guild-hound")
    here = begun.get_absolute_url()
    paths = ["/crews/new/", "/crews/", here, f"{here}?q=silent", f"{here}card/executioner/"]
    assert [fault for path in paths for fault in faults_everywhere(page, path)] == []
    page.goto(here)
    settled(page)
    page.locator("#name-executioner").click()
    expect(page.get_by_role("dialog")).to_be_visible()
