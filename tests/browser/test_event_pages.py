"""An event without scripts from its announcement to its end; its pages with an Encounter a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.events.loading import record
from mfcampaign.events.models import Event
from mfcampaign.events.operations import round_setup, rounds
from mfcampaign.setups.operations import draw
from rules.game.setup.drawn import Wanted
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "iron-harvest-moon-47"


@pytest.fixture
def host() -> Any:
    data_sets.catalogue()
    return get_user_model().objects.create_user("host", "host@example.org", PASSWORD)


def at(name: str, *args: Any) -> str:
    return reverse(f"events:{name}", args=[Event.objects.get().slug, *args])


def test_the_main_path_of_an_event_without_javascript(new_page: Any, host: Any) -> None:
    organiser, phone = new_page(javascript=False), new_page(javascript=False)
    sign_in(organiser, "host", PASSWORD)
    organiser.goto("/events/new/")
    organiser.get_by_label("Name of the event").fill("Lamplight Duel")
    press(organiser, "Announce")
    for name in ("Mara", "Ilse"):
        organiser.goto(at("people"))
        organiser.get_by_label("Name", exact=True).fill(name)
        press(organiser, "Add")
    press(organiser, "Check everybody in")
    organiser.goto(at("manage"))
    for action in ("Begin the event", "Pair next round"):
        press(organiser, action)
    organiser.get_by_text("Draw this Encounter again").click()
    organiser.get_by_label("Why", exact=True).fill("The river is dry")
    press(organiser, "Draw again")
    press(organiser, "Publish")
    (game,) = record(Event.objects.get()).of_round(1)
    for player, button in ((game.a, "Report"), (game.b, f"Yes, {game.a.name} 6–2 {game.b.name}")):
        phone.goto(reverse("events:seat", args=[player.code]))
        expect(phone.get_by_text(game.scenario["strategy"])).not_to_have_count(0)
        if button == "Report":
            phone.get_by_label("Your Victory Points").fill("6")
            phone.get_by_label("Their Victory Points").fill("2")
        press(phone, button)
    phone.goto(at("round", 1))
    expect(phone.get_by_text("6–2")).not_to_have_count(0)
    phone.get_by_role("link", name="The sheet, and how the cards fell").click()
    expect(phone.get_by_text("The river is dry")).not_to_have_count(0)
    organiser.goto(at("manage"))
    organiser.get_by_text("Other actions").click()
    press(organiser, "End the rounds")
    press(organiser, "Finish the event")
    phone.goto(at("event"))
    expect(phone.get_by_text(f"{game.a.name} wins Lamplight Duel")).to_be_visible()
    assert Event.objects.get().phase == "finished"


@pytest.mark.soak  # test_every_page sees an event's pages
def test_no_page_of_an_event_with_tables_of_their_own_has_a_fault(new_page: Any, host: Any) -> None:
    day = Day(host, 6, scenarios="table", order=["wins", "difference"], preferences=["mirror", "club"])
    day.begin()
    day.round()
    day.round()
    rounds.pair(day.event, host)
    round_setup.set_scenario(day.event, host, 3, reason="One sheet named a river that is not there.")
    first, _, last = day.event.played_rounds.all()
    page = new_page(bypass_csp=True)
    sign_in(page, "host", PASSWORD)
    first_edition = Wanted(edition="m1e", format="scrap", size=30, feature=True, event=True)
    pages = [at("event"), at("round", 1), at("organiser_round", 3), at("slips", 1), at("screen")]
    pages += [at("standings")]
    pages += [reverse("setups:card", args=[last.set_up]), draw(host, first_edition).get_absolute_url()]
    pages += [reverse("setups:new") + "?edition=m1e"]
    assert first.set_up != last.set_up
    faults = [fault for path in pages for fault in faults_everywhere(page, path)]
    assert not faults, "\n".join(faults)
    assert problems(page) == []
