"""A phone without signal: record and cards are read, taps wait, and all of it counts once afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.play import loading
from mfcampaign.play.operations import recording as verbs
from tests.browser.eyes import overflow
from tests.browser.test_taps import recording
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
KEPT = "Kept on your device"


@pytest.mark.usefixtures("catalogue")
def test_with_the_network_cut_taps_wait_survive_a_reload_and_count_once(new_page: Any) -> None:
    page, row = recording(lambda width: new_page(width, worker=True))
    expect(page.get_by_text(KEPT)).to_be_visible()
    here = page.url
    page.context.set_offline(True)
    for name in ("−1 Health of Old Bess", "−2 Health of Young Bess"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".outbox-chip")).to_have_text("2 waiting")
    page.goto(here)
    expect(page.locator(".kept-since")).to_contain_text("No signal.")
    expect(page.locator("#model-b1 .waiting-mark")).to_contain_text("−1 Health of Old Bess")
    page.get_by_role("button", name="−1 Health of Old Bess", exact=True).click()
    expect(page.locator(".outbox-chip")).to_have_text("3 waiting")
    assert overflow(page) == 0
    page.get_by_role("link", name="Cards and scenario").click()
    expect(page.get_by_role("heading", name="Cards and scenario")).to_be_visible()
    expect(page.locator(".outbox-chip")).to_have_text("3 waiting")

    row.refresh_from_db()
    other = person("rafe")
    row.seats.filter(user=None).update(user=other)
    verbs.enter(row, other, [{"do": "hurt", "model": "b2", "amount": 3}], seen=row.version)
    page.goto(here)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".outbox-chip")).to_have_text("1 waiting · 1 needs you")
    asked = page.locator(".needs-you")
    expect(asked).to_contain_text("−2 Health of Young Bess")
    expect(asked).to_contain_text("suffers 3 damage")
    asked.get_by_role("button", name="Enter mine too").click()
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    expect(page.locator("#model-b1 .standing-health")).to_contain_text("5/7")
    expect(page.locator("#model-b2 .standing-health")).to_contain_text("2/7")
    row.refresh_from_db()
    health = {name: model.health for name, model in loading.record_of(row).state.models.items()}
    assert (health["b1"], health["b2"]) == (5, 2)
    assert row.sent_entries.count() == 4, "the Turn and three taps, each once"
