"""The line is cut in the middle of a record: taps wait, are seen after a reload, and count once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mfcampaign.play import loading
from tests.browser.engines.line import Line
from tests.browser.engines.window import Window
from tests.browser.matrix.test_hands import record, written
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def line(window: Window, live_server: Any) -> Iterator[Line]:
    """``window`` speaks to the portal through it."""
    with Line(live_server.url) as made:
        window.renew(made.address)
        yield made
        window.load("about:blank")


@pytest.mark.usefixtures("catalogue")
def test_taps_without_signal_wait_survive_a_reload_and_count_once(window: Window, line: Line) -> None:
    row = record(window)
    window.sees("Kept on your device", "[data-offline]")
    here = window.place()
    with line.down():
        window.click("#model-b1 button", "−1 Health of Old Bess")
        window.sees("1 waiting", ".outbox-chip")
        window.visit(here)
        window.sees("No signal.", ".kept-since")
        window.sees("6/7", "#model-b1 .standing-health")
        window.until(SHOWN)
        window.click("#model-b1 button", "−2 Health of Old Bess")
        window.sees("2 waiting", ".outbox-chip")
        window.sees("4/7", "#model-b1 .standing-health")
        assert window.overflow() == 0
        window.visit("/catalogue/compare/nobody/")
        window.until("return document.readyState === 'complete' && document.querySelector('h1')")
        window.sees("signal")
        window.visit(here)
        window.sees("2 waiting", ".outbox-chip")
    window.run("dispatchEvent(new Event('online'))")
    written(row, health=4)
    window.until("return !document.querySelector('.taps-chip:not([hidden])')")
    window.sees("4/7", "#model-b1 .standing-health")
    row.refresh_from_db()
    assert loading.record_of(row).state.models["b1"].health == 4
    assert row.sent_entries.count() == 3, "the Turn and two taps, each once"


SHOWN = """
const seen = document.querySelector("#model-b1").getClientRects().length;
if (!seen) document.querySelector("label[for=shows-1]").click();
return seen;
"""
