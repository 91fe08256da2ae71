"""``window``: a person's window in Chromium, Firefox and WebKitGTK, one after the other.

What breaks in a page, a resource that is refused and a report of the policy fail the journey. Those marked
``soak`` wait for the soak.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.core.cache import cache
from django.core.servers.basehttp import ServerHandler, WSGIRequestHandler

from tests import services
from tests.browser.conftest import _until_nobody_is_served
from tests.browser.engines import firefox, webkit
from tests.browser.engines.chromium import Chromium
from tests.browser.engines.firefox import Firefox
from tests.browser.engines.webkit import WebKit
from tests.browser.engines.window import Window

ENGINES = ("chromium", "firefox", "webkit")
INSTALL_FIREFOX = "no Firefox: apt-get install firefox-esr, or set FIREFOX"
INSTALL_WEBKIT = (
    "no WebKitGTK ({}): apt-get install webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb dbus"
)


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Window]:
    """One running engine; skipped, with how to install it, where there is none."""
    with ExitStack() as stack:
        made: Window
        if request.param == "chromium":
            made = Chromium(request.getfixturevalue("browser"))
        elif request.param == "firefox":
            binary = services.firefox() or pytest.skip(INSTALL_FIREFOX)
            made = Firefox(stack.enter_context(firefox.running(binary)))
        else:
            if missing := webkit.missing():
                pytest.skip(INSTALL_WEBKIT.format(missing))
            made = WebKit(stack.enter_context(webkit.running()))
        stack.callback(made.close)
        yield made


@pytest.fixture
def window(engine: Window, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    cache.clear()
    monkeypatch.setattr(ServerHandler, "cleanup_headers", _close_after_the_answer)
    monkeypatch.setattr(WSGIRequestHandler, "timeout", 5)  # of lines that an engine opens ahead
    engine.renew(live_server.url)
    yield engine
    faults = engine.faults()
    engine.load("about:blank")
    _until_nobody_is_served()
    assert faults == []


def _close_after_the_answer(handler: ServerHandler) -> None:
    """An engine that goes on would hold its connections, and with them the threads of the server."""
    handler.headers["Connection"] = "close"
    handler.request_handler.close_connection = True
