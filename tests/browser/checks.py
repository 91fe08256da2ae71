"""What a browser test looks for: faults of access, overflow, errors in the console."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.timeouts import MOVED_ON, until_it_stays

_heard: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()
_axe = Axe()
# What htmx says in the console, in two lines, of a question that was given up: the page was left meanwhile,
# or another question took its place. Of a server that does not answer it says htmx:sendError as well.
# And what the tests themselves do not let be installed.
GIVEN_UP = (
    "error: htmx:sendAbort",
    "error: htmx:afterRequest",
    "warning: Service Worker registration blocked",
)
# Where axe looks (pixels); a soak adds the desk (tests/browser/conftest.py).
PHONE, DESK = 375, 1280
# A desk at 200 %: it has half its pixels each way.
ZOOMED = {"width": 640, "height": 400}
widths = [PHONE]


def watch(page: Page) -> None:
    """Keep what the console and uncaught errors of the page say (CSP violations are told there too)."""
    heard = _heard.setdefault(page, [])

    def hear(message: ConsoleMessage) -> None:
        # Streams of live pages are answered by a process of their own, which the tests' server is without.
        unanswered = "404 (Not Found)" in message.text and "/live/" in message.location["url"]
        if message.type in ("error", "warning") and not unanswered:
            heard.append(f"{message.type}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: heard.append(f"uncaught: {error}"))


def problems(page: Page) -> list[str]:
    """Errors and warnings since the page was opened, or since ``forget``; that a question was given up is
    none."""
    return [message for message in _heard[page] if not message.startswith(GIVEN_UP)]


def forget(page: Page) -> None:
    _heard[page].clear()


def axe(page: Page, *, only: str = "") -> list[str]:
    """Every axe violation of the page, one line each; needs a page opened with ``bypass_csp=True``.

    ``only``: the one rule of axe that is asked. The script is laid into the page once a visit.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe.axe_script)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if only:
        options["runOnly"] = {"type": "rule", "values": [only]}
    report: dict[str, Any] = page.evaluate(
        "options => axe.run(document, options)"
        ".then(({passes, violations}) => ({passes: passes.length, violations}))",
        options,
    )
    assert only or report["passes"], "axe looked at nothing"
    return [
        f"{fault['id']} ({fault['impact']}): {fault['help']}: "
        f"{node['html'][:160]} {node.get('failureSummary', '')}"
        for fault in report["violations"]
        for node in fault["nodes"]
    ]


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window; 0 when nothing must be scrolled sideways."""
    page.wait_for_load_state()  # a press may have led on a moment ago
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - window.innerWidth)"))


def aimed_at_nothing(page: Page) -> list[str]:
    """What htmx is to replace and is not on the page: pressing that does nothing at all."""
    targets = page.locator("[hx-target^='#']").evaluate_all(
        "all => all.map(one => one.getAttribute('hx-target')).filter(id => !document.querySelector(id))"
    )
    return sorted(set(targets))


# A second tap on what zooms by it is lost, and iOS moves the page to a field of small letters; a Print button
# whose script is not there stays hidden.
UNFIT_FOR_A_THUMB = """() => {
  const found = (selector) => [...document.querySelectorAll(selector)];
  const seen = (selector) => found(selector).filter((one) => one.getClientRects().length);
  const style = (one) => getComputedStyle(one);
  const tapped = "a, button, input, label, select, summary, textarea, [role=button]";
  const written = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea";
  return [
    ["zooms at the second tap", seen(tapped).filter((one) => style(one).touchAction === "auto")],
    ["letters below 16 pixels", seen(written).filter((one) => parseFloat(style(one).fontSize) < 16)],
    ["prints nothing", found("[data-print][hidden]")],
  ].flatMap(([fault, which]) => which.map((one) => `${fault}: ${one.outerHTML.slice(0, 120)}`));
}"""


def set_theme(page: Page, theme: str) -> None:
    """Turn the lights without loading again."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)


def faults_everywhere(page: Page, path: str) -> list[str]:
    """axe on ``path`` at 375 px, in a soak at 1280 px too, by day and by candlelight; what spills on a
    phone and at a desk zoomed to 200 %; what htmx aims at and does not find; what a thumb cannot use.

    The light changes nothing but colours: by candlelight only their contrast is asked. A page that moves on
    by itself meanwhile is looked at again from the beginning.
    """
    return list(until_it_stays(MOVED_ON, _faults)(page, path))


def _faults(page: Page, path: str) -> list[str]:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(path)
    spills = [(PHONE, overflow(page))]
    page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
    spills.append((ZOOMED["width"], overflow(page)))
    too_wide = [f"{path}: {spill} px too wide at {width}" for width, spill in spills if spill]
    aims = [f"{path}: no {target}, at which htmx aims" for target in aimed_at_nothing(page)]
    unfit = [f"{path}: {fault}" for fault in page.evaluate(UNFIT_FOR_A_THUMB)]
    return too_wide + aims + unfit + faults_as_it_stands(page, path)


def faults_as_it_stands(page: Page, path: str) -> list[str]:
    """axe on the page that is open, called ``path`` in what is returned."""
    faults: list[str] = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        for theme, only in (("light", ""), ("dark", "color-contrast")):
            set_theme(page, theme)
            faults += [f"{path} at {width}, {theme}: {fault}" for fault in axe(page, only=only)]
    return faults
