"""A real Chromium on the real pages: ``new_page`` opens one, ``tests.browser.actions`` uses it and
``tests.browser.checks`` looks at it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import checks
from tests.browser.actions import NewPage, pages_at
from tests.browser.timeouts import PATIENCE

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def _axe_at_the_desk_in_a_soak(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--soak"):
        checks.widths[:] = [checks.PHONE, checks.DESK]


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_the_browser() -> Iterator[None]:
    """Playwright's loop runs in the test's thread; Django would refuse the database there."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for the session; skipped, loudly, without one."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser, live_server: Any) -> Iterator[NewPage]:
    """``new_page(width=375, theme="light")``: see ``hands.pages_at``.

    What the server counts by the hour or the minute begins anew for each test.
    """
    cache.clear()
    with pages_at(browser, live_server.url) as open_page:
        yield open_page
    _until_nobody_is_served()


def _until_nobody_is_served() -> None:
    """The pages are closed; what they asked for last is done, too, before the database is emptied."""
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(PATIENCE / 1000)
            assert not thread.is_alive(), "the server still answers a page that is closed"
