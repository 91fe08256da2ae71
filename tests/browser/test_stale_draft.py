"""Something changes under a draft and under a bracket: the organiser is told, and does it anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.events.models import Game, Round
from mfcampaign.events.operations import people
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.events.making import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "iron-harvest-moon-47"


@pytest.fixture
def organiser(new_page: Any) -> Any:
    data_sets.catalogue()
    get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    page = new_page(bypass_csp=True)
    sign_in(page, "host", PASSWORD)
    return page


def host() -> Any:
    return get_user_model().objects.get(username="host")


def test_a_draft_that_became_stale_says_so_and_is_paired_anew(organiser: Any) -> None:
    day = Day(host(), 6)
    day.begin()
    day.round()
    organiser.goto(reverse("events:manage", args=[day.event.slug]))
    press(organiser, "Pair next round")
    people.leave(day.event, host(), 3)
    press(organiser, "Publish")
    expect(organiser.get_by_text("Round 2 was paired from what holds no more")).to_be_visible()
    draft = reverse("events:organiser_round", args=[day.event.slug, 2])
    assert organiser.url.endswith(draft)
    step = organiser.get_by_role("region", name="Next for the organiser")
    expect(step.get_by_text("Tobin is out.")).to_be_visible()
    expect(step.get_by_role("button", name="Publish")).to_have_count(0)
    faults = faults_everywhere(organiser, draft)
    press(organiser, "Pair anew")
    press(organiser, "Publish")
    round_ = Round.objects.get(number=2)
    assert round_.state == "open"
    assert "Tobin" not in {side.name for g in day.games(2) for side in (g.a, g.b) if side}
    game = day.games(1)[0]
    organiser.goto(reverse("events:organiser_round", args=[day.event.slug, 1]))
    organiser.locator("summary").filter(has_text=f"Table {game.table}:").click()
    organiser.get_by_label(f"VP of {game.a.name}").fill(str(game.vp_b))
    organiser.get_by_label(f"VP of {game.b.name}").fill(str(game.vp_a))
    organiser.get_by_label("Why it is changed").first.fill("Read wrongly")
    organiser.get_by_role("button", name=f"Preview correction table {game.table}").click()
    expect(
        organiser.get_by_text("Round 2 stays as it was paired; its certificate holds no more")
    ).to_be_visible()
    faults += faults_everywhere(organiser, organiser.url)
    press(organiser, "Correct the result")
    organiser.goto(reverse("events:round", args=[day.event.slug, 2]))
    expect(organiser.get_by_text("Proven for the results as they were.")).to_be_visible()
    assert not faults, "\n".join(faults)
    assert problems(organiser) == []


def test_a_bracket_is_taken_back_in_one_step(organiser: Any) -> None:
    day = Day(host(), 4, format="single")
    day.begin()
    day.round()
    day.round()
    game = day.games(1)[0]
    (final,) = day.games(2)
    final.state = Game.State.OPEN
    final.save()
    organiser.goto(reverse("events:organiser_round", args=[day.event.slug, 1]))
    organiser.locator("summary").filter(has_text=f"Table {game.table}:").click()
    organiser.get_by_label(f"VP of {game.a.name}").fill(str(game.vp_b))
    organiser.get_by_label(f"VP of {game.b.name}").fill(str(game.vp_a))
    organiser.get_by_label("Why it is changed").first.fill("Read wrongly")
    organiser.get_by_role("button", name=f"Preview correction table {game.table}").click()
    expect(organiser.get_by_text("Round 2, table 1 was paired from it")).to_be_visible()
    faults = faults_everywhere(organiser, organiser.url)
    press(organiser, "Correct and take these games back")
    expect(organiser.get_by_text("The result is saved")).to_be_visible()
    assert not Game.objects.filter(round__number=2).exists()
    assert not faults, "\n".join(faults)
    assert problems(organiser) == []
