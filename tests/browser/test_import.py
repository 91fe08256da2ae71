"""A list that the official app wrote is pasted, and is a legal Crew four acts later."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from tests import data_sets
from tests.browser.actions import NewPage, press, sign_in
from tests.browser.checks import faults_as_it_stands, forget, problems
from tests.crews.test_import import BREW
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


def paste(page: Page, text: str) -> None:
    """As from the clipboard: at once, and cut where the field says that it may hold less."""
    field = page.get_by_label("The Crew as text")
    field.focus()
    page.keyboard.insert_text(text)


@pytest.mark.parametrize("width", [375, 1280])
def test_a_list_from_the_app_becomes_a_legal_crew_in_four_acts(new_page: NewPage, width: int) -> None:
    data_sets.catalogue()
    person("mara")
    page = new_page(width)
    sign_in(page, "mara", "secret-pass")
    page.goto("/catalogue/?edition=m3e")
    page.goto("/crews/")
    page.get_by_role("link", name="Import").click()
    paste(page, BREW.replace("Fermented River Monk", "River Monk"))
    press(page, "Import")
    expect(page.get_by_label("Line 13: “River Monk”")).to_have_value("Fermented River Monk")
    forget(page)  # the browser tells in its console of a page that answers 422
    press(page, "Import as chosen")
    expect(page.get_by_role("heading", name="Brew")).to_be_visible()
    made = build(Crew.objects.get())
    assert (made.report.legal, made.report.total.amount, made.report.pool) == (True, 43, 7)
    assert [member.slug for member in made.written.members].count("fermented-river-monk") == 2
    assert problems(page) == []


def test_what_is_asked_and_refused_is_read_by_everybody(new_page: NewPage) -> None:
    data_sets.catalogue()
    person("mara")
    page = new_page(375, bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    page.goto("/crews/import/?edition=m3e")
    paste(page, BREW.replace("Moonshiner", "Winemaker").replace("  Fermented River Monk 1\n", ""))
    press(page, "Import")
    expect(page.get_by_role("group", name="Lines that need a choice").get_by_role("combobox")).to_have_count(
        2
    )
    assert faults_as_it_stands(page, "/crews/import/") == []
