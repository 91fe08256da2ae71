"""Firefox, by WebDriver BiDi: one process a session of tests, a user context of its own a window."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import websocket

from tests import services
from tests.browser.engines.window import LISTENING, PageFault, Window, as_function, read
from tests.browser.timeouts import PATIENCE

PREFERENCES = {
    "remote.prefs.recommended": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "focusmanager.testmode": True,  # fields change without a screen
    "intl.accept_languages": "en-GB",
}


class Browser:
    """A running Firefox and the line to it."""

    def __init__(self, profile: Path, port: int) -> None:
        self.ids = itertools.count(1)
        self.told: list[tuple[str, str]] = []
        ends = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                self.line = websocket.create_connection(
                    f"ws://127.0.0.1:{port}/session", timeout=PATIENCE / 1000, suppress_origin=True
                )
                break
            except OSError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.1)
        self.command(
            "session.new",
            {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}}},
        )
        self.command("session.subscribe", {"events": ["script.message"]})
        listening = f"(tell) => ({LISTENING})(tell)"
        channel = {"type": "channel", "value": {"channel": "told"}}
        self.command("script.addPreloadScript", {"functionDeclaration": listening, "arguments": [channel]})

    def command(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        number = next(self.ids)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message: dict[str, Any] = json.loads(self.line.recv())
            if message.get("method") == "script.message":
                told = message["params"]
                self.told.append((told["source"]["context"], str(told["data"].get("value"))))
            elif message.get("id") == number:
                if message["type"] == "error":
                    raise PageFault(f"{message['error']}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result


@contextlib.contextmanager
def running(binary: str, **wishes: Any) -> Iterator[Browser]:
    """``wishes``: what the device's owner prefers, by names of Firefox with ``__`` for a point."""
    with tempfile.TemporaryDirectory(prefix="mfc-firefox-", ignore_cleanup_errors=True) as home:
        profile = Path(home) / "profile"
        profile.mkdir()
        preferred = PREFERENCES | {name.replace("__", "."): value for name, value in wishes.items()}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferred.items())
        (profile / "user.js").write_text("\n".join(lines))
        port = services.free_port()
        command = [binary, "--headless", "--no-remote", "--profile", str(profile)]
        with (Path(home) / "log.txt").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--remote-debugging-port", str(port), "about:blank"],
                stdout=log,
                stderr=log,
                env={**os.environ, "HOME": home},
            )
        try:
            yield Browser(profile, port)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


class Firefox(Window):
    engine = "firefox"

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.tab = ""

    def renew(self, address: str) -> None:
        self.close()
        self.address = address
        browser = self.browser
        self.person = browser.command("browser.createUserContext", {})["userContext"]
        # A window's first tab has no focus and fires no `change`; one opened later has.
        made = browser.command("browsingContext.create", {"type": "tab", "userContext": self.person})
        self.tab = made["context"]
        browser.command("browsingContext.activate", {"context": self.tab})
        self.resize(375)

    def _do(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.command(method, {"context": self.tab, **parameters})

    def load(self, url: str) -> None:
        try:
            self._do("browsingContext.navigate", url=url, wait="complete")
        except PageFault:  # the page before went on by itself in the same moment
            self._do("browsingContext.navigate", url=url, wait="complete")

    def script(self, body: str, arguments: Sequence[Any]) -> Any:
        called = f"({as_function(body)})({json.dumps(list(arguments))})"
        answer = self.browser.command(
            "script.evaluate", {"expression": called, "target": {"context": self.tab}, "awaitPromise": True}
        )
        if answer["type"] == "exception":
            raise PageFault(answer["exceptionDetails"]["text"])
        return read(answer["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._do("input.performActions", actions=actions)

    def resize(self, width: int, height: int = 800) -> None:
        self._do("browsingContext.setViewport", viewport={"width": width, "height": height})

    def back(self) -> None:
        self._do("browsingContext.traverseHistory", delta=-1)

    def picture(self) -> bytes:
        return base64.b64decode(self._do("browsingContext.captureScreenshot")["data"])

    def paper(self, width: float, height: float) -> bytes:
        page = {"width": width, "height": height}
        return base64.b64decode(self._do("browsingContext.print", page=page, background=True)["data"])

    def read_out(self, role: str, name: str) -> int:
        """How many things a screen reader hears of as that, by that name."""
        sought = {"type": "accessibility", "value": {"role": role, "name": name}}
        return len(self._do("browsingContext.locateNodes", locator=sought)["nodes"])

    def heard(self) -> list[str]:
        self.browser.command("browsingContext.getTree", {})  # what was told before arrives first
        mine = [words for tab, words in self.browser.told if tab == self.tab]
        self.browser.told = [one for one in self.browser.told if one[0] != self.tab]
        return mine

    def close(self) -> None:
        if not self.tab:
            return
        self._do("browsingContext.close")
        self.tab = ""
        self.browser.command("browser.removeUserContext", {"userContext": self.person})
