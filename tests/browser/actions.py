"""What a browser test does, as a person would: open an address, press a button and see the answer, sign in.

Nothing here waits for time to pass; it waits for the answer to what was done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.checks import watch
from tests.browser.timeouts import CUT_OFF, PATIENCE, until_it_stays

HEIGHT = 800
LEADS_ON = {"hx-location", "hx-redirect", "hx-refresh"}
SENT_BY_SCRIPT = "button => 'htmx' in window && button.form.matches('[hx-post]:not([hx-trigger])')"
UNDER_WAY = ".taps-chip:not([hidden]), .htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"

NewPage = Callable[..., Page]
_arrivals: WeakKeyDictionary[Page, int] = WeakKeyDictionary()


@contextmanager
def pages_at(browser: Browser, address: str) -> Iterator[NewPage]:
    """``open_page(width=375, theme="light")``: a page of a person of its own (cookies are not shared).

    Paths are relative to ``address``. ``bypass_csp`` is for axe, which injects its script; leave it off
    where the policy itself is tested. ``javascript=False`` for the plain-HTML path. ``worker``: the service
    worker may be installed. ``touch``: a screen that is touched.
    """
    with ExitStack() as closing:

        def open_page(
            width: int = 375,
            theme: str = "light",
            *,
            bypass_csp: bool = False,
            javascript: bool = True,
            worker: bool = False,
            touch: bool = False,
        ) -> Page:
            context = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": HEIGHT},
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
                bypass_csp=bypass_csp,
                java_script_enabled=javascript,
                locale="en-GB",
                service_workers="allow" if worker else "block",
                has_touch=touch,
            )
            closing.callback(context.close)
            context.set_default_timeout(PATIENCE)
            return held(context.new_page())

        yield open_page


def held(page: Page) -> Page:
    """A page that was opened, taken in hand: it is listened to, and whoever types an address gets there, also
    when the page was about to load another by itself."""
    watch(page)
    _arrivals[page] = 0
    page.on("domcontentloaded", lambda there: _arrivals.update({there: _arrivals[there] + 1}))
    page.goto = until_it_stays(CUT_OFF, page.goto)  # type: ignore[method-assign]
    page.reload = until_it_stays(CUT_OFF, page.reload)  # type: ignore[method-assign]
    return page


@contextmanager
def answered(page: Page, *, by_script: bool) -> Iterator[None]:
    """What is sent inside has been answered, and what the answer leads to is there, before it goes on.

    ``by_script``: htmx sends it, and the answer is a part of the page; else the answer is a page.
    """
    page.wait_for_load_state()
    before = _arrivals[page]
    kinds = ("xhr", "fetch") if by_script else ("document",)
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and answer.request.resource_type in kinds
    ) as answer_info:
        yield
    if not by_script or LEADS_ON & answer_info.value.headers.keys():
        while _arrivals[page] == before:
            page.wait_for_event("domcontentloaded")
    settled(page)


def settled(page: Page) -> None:
    """Everything is loaded, and htmx has bound what it swapped in: it does so a moment after showing it."""
    page.wait_for_load_state()
    expect(page.locator(UNDER_WAY)).to_have_count(0)


def press(page: Page, button: str | re.Pattern[str] | Locator, *, exact: bool = True) -> None:
    """A button of the page's main part that sends something, and whatever that leads to.

    A name is meant whole; ``exact=False`` for a part of it.
    """
    if not isinstance(button, Locator):
        button = page.get_by_role("main").get_by_role("button", name=button, exact=exact)
    settled(page)  # until then htmx is not there, and the browser itself would send the form
    with answered(page, by_script=button.evaluate(SENT_BY_SCRIPT)):
        button.click()


def sign_in(page: Page, username: str, password: str) -> None:
    """By the form, as a person does."""
    page.goto("/account/login/")
    page.get_by_label("Username or e-mail").fill(username)
    page.get_by_label("Password").fill(password)
    press(page, "Sign in")
    expect(page).not_to_have_url(re.compile("/account/login/"))
