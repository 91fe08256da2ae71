"""Chromium, by Playwright: a context of its own a window."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error

from tests.browser.engines.window import LISTENING, PageFault, Window, as_function, read
from tests.browser.timeouts import CUT_OFF, PATIENCE, until_it_stays


class Chromium(Window):
    engine = "chromium"

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.context: BrowserContext | None = None

    def renew(self, address: str) -> None:
        self.close()
        self.address = address
        self.said: list[str] = []
        self.context = self.browser.new_context(viewport={"width": 375, "height": 800}, locale="en-GB")
        self.context.set_default_timeout(PATIENCE)
        self.context.expose_binding("tellTest", lambda _source, words: self.said.append(words))
        self.context.add_init_script(f"({LISTENING})((words) => window.tellTest(words))")
        self.page = self.context.new_page()
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.devtools = self.context.new_cdp_session(self.page)

    def load(self, url: str) -> None:
        until_it_stays(CUT_OFF, self.page.goto)(url)

    def script(self, body: str, arguments: Sequence[Any]) -> Any:
        try:
            return read(self.page.evaluate(as_function(body), list(arguments)))
        except Error as error:
            raise PageFault(error.message) from error

    def act(self, actions: list[dict[str, Any]]) -> None:
        for device in actions:
            for action in device["actions"]:
                self._do(device, action)

    def _do(self, device: dict[str, Any], action: dict[str, Any]) -> None:
        kind = action["type"]
        mouse, keyboard = self.page.mouse, self.page.keyboard
        if kind == "pointerMove":
            mouse.move(action["x"], action["y"])
        elif kind == "pointerDown":
            mouse.down()
        elif kind == "pointerUp":
            mouse.up()
        elif kind in ("keyDown", "keyUp"):
            key = NAMES.get(action["value"], action["value"])
            if kind == "keyDown":
                keyboard.down(key) if len(key) > 1 or key.isascii() else keyboard.insert_text(key)
            elif len(key) > 1 or key.isascii():
                keyboard.up(key)

    def resize(self, width: int, height: int = 800) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def back(self) -> None:
        self.page.go_back()

    def picture(self) -> bytes:
        return self.page.screenshot()

    def paper(self, width: float, height: float) -> bytes:
        printed = self.devtools.send(
            "Page.printToPDF",
            {"paperWidth": width / 2.54, "paperHeight": height / 2.54, "printBackground": True},
        )
        return base64.b64decode(printed["data"])

    def heard(self) -> list[str]:
        self.run("return 0")  # what was told before arrives first
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        if self.context:
            self.context.close()
            self.context = None


NAMES = {
    "\ue003": "Backspace",
    "\ue004": "Tab",
    "\ue007": "Enter",
    "\ue00c": "Escape",
    "\ue012": "ArrowLeft",
    "\ue013": "ArrowUp",
    "\ue014": "ArrowRight",
    "\ue015": "ArrowDown",
    "\ue017": "Delete",
}
