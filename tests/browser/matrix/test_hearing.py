"""What breaks in a page is heard in each engine, so that a journey on which it breaks fails."""

from __future__ import annotations

import time

import pytest

from tests.browser.engines.window import Window
from tests.browser.timeouts import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BREAK = """
setTimeout(() => { throw new Error("broken"); });
document.body.append(Object.assign(new Image(), { src: "/static/no-such-picture.png" }));
document.body.append(Object.assign(document.createElement("script"), { textContent: "0" }));
console.error("told");
"""


def test_what_breaks_in_a_page_is_heard(window: Window) -> None:
    window.visit("/about/")
    assert window.faults() == []
    window.run(BREAK)
    kinds: set[str] = set()
    ends = time.monotonic() + PATIENCE / 1000
    while len(kinds) < 4 and time.monotonic() < ends:
        kinds |= {said.partition(": ")[0] for said in window.faults()}
        time.sleep(0.05)
    assert kinds == {"uncaught", "resource", "policy", "console.error"}
