"""What the owner of a device wishes, in Firefox: colours of their own, and nothing that moves.

Chromium's are in ``tests/browser/test_manners.py`` and ``test_lively.py``; WebKitGTK's driver sets neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.servers.basehttp import ServerHandler, WSGIRequestHandler

from mfcampaign.play.models import Encounter
from tests import services
from tests.browser.conftest import _until_nobody_is_served
from tests.browser.engines import firefox
from tests.browser.engines.firefox import Firefox
from tests.browser.matrix.conftest import INSTALL_FIREFOX, _close_after_the_answer
from tests.browser.matrix.test_strangers import answer
from tests.browser.test_manners import OUTLINE, UNFRAMED, UNSEEN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.soak]
STYLE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(a[0]);
document.adoptedStyleSheets = [sheet];
"""
# Whatever would take longer than an eye sees.
MOVING = """
const seconds = (words) => Math.max(...words.split(",").map(parseFloat));
const lasts = (style) => Math.max(seconds(style.transitionDuration), seconds(style.animationDuration));
const all = [...document.querySelectorAll("*")].filter((one) => lasts(getComputedStyle(one)) > 0.02);
return all.map((one) => one.outerHTML.slice(0, 80));
"""


@pytest.fixture
def wished(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Firefox]:
    binary = services.firefox() or pytest.skip(INSTALL_FIREFOX)
    cache.clear()
    monkeypatch.setattr(ServerHandler, "cleanup_headers", _close_after_the_answer)
    monkeypatch.setattr(WSGIRequestHandler, "timeout", 5)
    wishes = {"ui__prefersReducedMotion": 1, "browser__display__document_color_use": 2}
    with firefox.running(binary, **wishes) as browser:
        window = Firefox(browser)
        window.renew(live_server.url)
        yield window
        faults = window.faults()
        window.close()
        _until_nobody_is_served()
    assert faults == []


def test_nothing_is_said_by_colour_alone_where_the_device_sets_the_colours(wished: Firefox) -> None:
    for path in ("/about/style/", "/crews/new/", "/"):
        wished.visit(path)
        assert wished.run("return matchMedia('(forced-colors: active)').matches")
        assert wished.run(f"return ({UNFRAMED})()") == [], path
        assert wished.run(f"return ({UNSEEN})()") == [], path
        for _ in range(6):
            wished.keys("Tab")
            style, width = wished.run(f"return ({OUTLINE})()")
            assert (style != "none", width >= 2) == (True, True), path
    wished.run(STYLE, ".button { border: 0 !important } :root { --ink: Canvas !important }")
    assert wished.run(f"return ({UNFRAMED})()"), "the negative control"
    assert wished.run(f"return ({UNSEEN})()"), "the negative control"


def test_nothing_moves_where_less_motion_is_wished(wished: Firefox) -> None:
    wished.visit("/about/style/")
    assert wished.run("return matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert wished.run(MOVING) == []
    wished.visit("/play/new/")
    wished.click("main button", "Start")
    wished.until("return document.querySelector('#question form.ask')")
    row = Encounter.objects.get()
    for _ in range(60):
        row.refresh_from_db()
        if "Activate" in wished.text("#question"):
            break
        answer(wished, row.version)
        assert wished.run("return document.getAnimations().length") == 0
    assert wished.run(MOVING) == []
    wished.run("document.querySelector('main').style.setProperty('transition', 'opacity 3s', 'important')")
    assert wished.run(MOVING), "the negative control"
