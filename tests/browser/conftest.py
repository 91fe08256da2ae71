"""A real Chromium on the real pages: ``new_page`` opens one, ``tests.browser.eyes`` looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.eyes import watch

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
HEIGHT = 800
PATIENCE = 15_000  # ms; a page that keeps people waiting longer is broken on any machine

expect.set_options(timeout=PATIENCE)


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


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser, live_server: Any) -> Iterator[NewPage]:
    """``new_page(width=375, theme="light")``: a page of a person of its own (cookies are not shared).

    Paths are relative to the live server. ``bypass_csp`` is for axe, which injects its script; leave
    it off where the policy itself is tested. ``javascript=False`` for the plain-HTML path.
    """
    contexts: list[BrowserContext] = []

    def open_page(
        width: int = 375, theme: str = "light", *, bypass_csp: bool = False, javascript: bool = True
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": HEIGHT},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            bypass_csp=bypass_csp,
            java_script_enabled=javascript,
            locale="en-GB",
        )
        contexts.append(context)
        page = context.new_page()
        watch(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
