"""Two people hire in an Encounter, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.crews import operations as crews
from mfcampaign.play.operations import creation
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.play.playing import hired_in_it, lay_down, person
from tests.play.test_hiring import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_crew_is_handed_in_and_shown_when_the_other_is_in_too(new_page: Callable[..., Page]) -> None:
    data_sets.catalogue()
    who = {0: person("mara"), 1: person("jonas")}
    row = creation.create(who[0], hired_in_it(50), opponent="known", other=who[1])
    lay_down(row, who)
    until(row, who, "hire")
    for user, name, hired in ((who[0], "Frontier", "executioner"), (who[1], "Marshals", "death-marshal")):
        crew = crews.create(user, faction="guild", leader="lady-justice", name=name)
        crews.add(crew, user, hired)
    crews.create(who[1], faction="guild", leader="lucius-mattheson", name="Elite")
    pages = [new_page(375, bypass_csp=True), new_page(375)]
    for seat, page in enumerate(pages):
        sign_in(page, who[seat].username, "secret-pass")
    mara, jonas = pages
    assert faults_everywhere(mara, row.get_absolute_url()) == []
    jonas.goto(row.get_absolute_url())
    expect(jonas.get_by_text("You declared Lady Justice, and Lucius Mattheson leads")).to_be_visible()
    press(jonas, "Hand in Marshals")
    expect(jonas.get_by_text("Waiting for mara")).to_be_visible()
    mara.goto(row.get_absolute_url())
    expect(mara.get_by_role("button", name="Hire a new Crew")).to_be_visible()
    expect(mara.get_by_role("heading", name="Marshals")).to_have_count(0)
    press(mara, "Hire a new Crew")
    expect(mara.get_by_text("Hired for")).to_be_visible()
    assert faults_everywhere(mara, mara.url) == []
    mara.get_by_role("link", name="Back", exact=True).click()
    press(mara, "Hand in Frontier")
    expect(mara.get_by_role("heading", name="Marshals")).to_be_visible()
    expect(jonas.get_by_role("heading", name="Frontier")).to_be_visible()
    assert problems(jonas) == []
