"""A ladder on a phone: climbed by guest links with and without scripts, and no page of it has a fault."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.events import handlers
from mfcampaign.events.ladder import rungs
from mfcampaign.events.loading import record
from mfcampaign.events.operations import creation, ladder, results
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "iron-harvest-moon-47"


@pytest.fixture
def climb() -> tuple[Day, tuple[int, ...]]:
    """Five rungs; whom each stands on, from the top."""
    data_sets.catalogue()
    host = get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    day = Day(host, 5, name="Long Winter", format="ladder")
    day.event.players.filter(number=1).update(user=host, rating=2000)
    creation.begin(day.event, host)
    return day, rungs(record(day.fresh()))


@pytest.mark.parametrize("javascript", [pytest.param(True, marks=pytest.mark.soak), False])
def test_a_challenge_from_the_phone_to_the_rung(new_page: Any, climb: Any, javascript: bool) -> None:
    day, order = climb
    phone = new_page(javascript=javascript)
    low, high = day.player(order[4]), day.player(order[2])
    own, other = (reverse("events:seat", args=[player.code]) for player in (low, high))
    phone.goto(own)
    phone.get_by_label("Whom").select_option(label=high.name)
    press(phone, "Challenge")
    expect(phone.get_by_text(f"You challenged {high.name}.")).not_to_have_count(0)
    phone.goto(other)
    expect(phone.get_by_text("This refusal costs nothing")).to_be_visible()
    press(phone, "Accept")
    phone.goto(own)
    phone.get_by_label("Your Victory Points").fill("5")
    phone.get_by_label("Their Victory Points").fill("3")
    press(phone, "Report")
    phone.goto(other)
    press(phone, f"Yes, {low.name} 5–3 {high.name}")
    phone.goto(reverse("events:ladder", args=[day.event.slug]))
    expect(phone.get_by_text(f"{low.name} takes rung 3 from {high.name}.")).to_be_visible()
    printing = phone.locator("main").get_by_role("button", name="Print", exact=True)
    expect(printing).to_have_count(1 if javascript else 0)
    assert problems(phone) == []


@pytest.mark.soak
def test_no_page_of_a_ladder_or_a_person_has_a_fault(new_page: Any, climb: Any) -> None:
    day, order = climb
    number = ladder.challenge(day.event, None, order[1], order[0]).number
    ladder.answer(day.event, None, order[0], accept=True)
    for who, mine, theirs in ((order[1], 6, 2), (order[0], 2, 6)):
        results.report(day.event, None, day.player(who), number, mine, theirs)
    ladder.challenge(day.event, None, order[3], order[2])
    late = ladder.answer(day.event, None, order[2], accept=True)
    handlers.turn_ladders(late.play_by + dt.timedelta(minutes=1))
    ladder.challenge(day.event, None, order[4], order[0])
    page = new_page(bypass_csp=True)
    sign_in(page, "host", PASSWORD)
    slug = day.event.slug
    pages = [
        reverse(f"events:{name}", args=[slug]) for name in ("ladder", "event", "manage", "settings", "screen")
    ]
    pages += [reverse("events:seat", args=[day.player(who).code]) for who in (order[0], order[1], order[3])]
    pages += [reverse("people:past", args=[day.host.pk])]
    faults = [fault for path in pages for fault in faults_everywhere(page, path)]
    assert not faults, "\n".join(faults)
    assert problems(page) == []
