"""One window of one engine, and what a person does in it."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.browser.checks import GIVEN_UP
from tests.browser.timeouts import PATIENCE

LISTENING = (Path(__file__).parent / "listening.js").read_text().partition("\n")[2]
KEYS = {
    "\n": "\ue007",
    "Backspace": "\ue003",
    "Delete": "\ue017",
    "Down": "\ue015",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Left": "\ue012",
    "Right": "\ue014",
    "Tab": "\ue004",
    "Up": "\ue013",
}
"""As WebDriver writes them."""

# The n-th visible element that matches a selector and whose text, name or label has those words, or null.
FIND = """
const [selector, words, number] = a;
const labels = (one) => [...(one.labels ?? [])].map((label) => label.innerText);
const named = (one) => [one.innerText, one.value, one.getAttribute("aria-label"), ...labels(one)].join(" ");
const meant = (one) => one.getClientRects().length && named(one).replace(/\\s+/g, " ").includes(words);
const found = [...document.querySelectorAll(selector)].filter(meant)[number];
"""
BOX = (
    FIND
    + """
if (!found) return null;
// Whole pixels: what is pressed lies there, not beside it.
const middle = (box) => [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
const clear = (box) => {
  const on = document.elementFromPoint(...middle(box));
  return on && (found.contains(on) || on.contains(found) || on.closest("label")?.control === found);
};
let box = found.getBoundingClientRect();
if (!clear(box)) {
  found.scrollIntoView({ block: "center", behavior: "instant" });
  await new Promise((done) => setTimeout(done, 50));
  box = found.getBoundingClientRect();
}
// What still moves would be missed.
await new Promise((done) => setTimeout(done, 60));
const now = found.getBoundingClientRect();
if (!clear(now) || now.top !== box.top || document.readyState !== "complete") return null;
return middle(box);
"""
)


class PageFault(Exception):
    """A script of the test failed in the page, or the page was left meanwhile."""


class Window(ABC):
    """A window of a person of its own. Coordinates are CSS pixels from the top left of the page's window."""

    engine: str

    address = ""

    # -- what each engine does in its own way

    @abstractmethod
    def load(self, url: str) -> None:
        """Open an address and wait until it is loaded."""

    @abstractmethod
    def script(self, body: str, arguments: Sequence[Any]) -> Any:
        """What that body of a function returns; it may wait, and has its arguments in ``a``.

        ``PageFault`` when it fails, or the page was left."""

    @abstractmethod
    def act(self, actions: list[dict[str, Any]]) -> None:
        """WebDriver's actions: keys and pointers."""

    @abstractmethod
    def resize(self, width: int, height: int = 800) -> None: ...

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def picture(self) -> bytes:
        """PNG of what is seen."""

    @abstractmethod
    def paper(self, width: float, height: float) -> bytes:
        """PDF on paper of that many centimetres."""

    @abstractmethod
    def heard(self) -> list[str]:
        """What ``listening.js`` told since it was last asked."""

    @abstractmethod
    def renew(self, address: str) -> None:
        """Another person's window at that server: no cookies, nothing kept."""

    @abstractmethod
    def close(self) -> None: ...

    # -- what a person does

    def visit(self, path: str) -> None:
        self.load(path if "://" in path else self.address + path)

    def run(self, body: str, *arguments: Any) -> Any:
        return self.script(body, arguments)

    def until(self, body: str, *arguments: Any) -> Any:
        """What the body returns as soon as that is true; a page that is left meanwhile is asked again."""
        ends = time.monotonic() + PATIENCE / 1000
        last: object = None
        while time.monotonic() < ends:
            try:
                if last := self.script(body, arguments):
                    return last
            except PageFault as fault:
                last = fault
            time.sleep(0.05)
        raise AssertionError(f"{self.engine}: not so: {body} {arguments}; last: {last}; at {self.place()}")

    def place(self) -> str:
        return str(self.run("return location.pathname + location.search"))

    def text(self, selector: str = "main") -> str:
        return str(self.run("return document.querySelector(a[0])?.innerText ?? ''", selector))

    def sees(self, words: str, selector: str = "main") -> None:
        self.until(
            "return document.readyState === 'complete' && [...document.querySelectorAll(a[0])]"
            ".some((one) => one.innerText.replace(/\\s+/g, ' ').includes(a[1]))",
            selector,
            words,
        )

    def value(self, selector: str) -> str:
        return str(self.run("return document.querySelector(a[0]).value", selector))

    def click(self, selector: str, words: str = "", number: int = 0, *, kind: str = "mouse") -> None:
        """Point at the middle of what is visible there and press."""
        x, y = self.until(BOX, selector, words, number)
        self.point(x, y, kind)

    def point(self, x: float, y: float, kind: str = "mouse") -> None:
        there = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
        press = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act([{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": press}])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        steps = 6
        moves: list[dict[str, Any]] = []
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            moves.append(
                {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20, "origin": "viewport"}
            )
        pointed = [
            moves[0],
            {"type": "pointerDown", "button": 0},
            *moves[1:],
            {"type": "pointerUp", "button": 0},
        ]
        self.act(
            [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": pointed}]
        )

    def keys(self, *keys: str) -> None:
        """Press keys one after the other: letters, or names of ``KEYS``."""
        pressed = [
            {"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")
        ]
        self.act([{"type": "key", "id": "keys", "actions": pressed}])

    def fill(self, selector: str, words: str) -> None:
        """Click a field, select what is in it, type."""
        self.click(selector)
        self.run("document.querySelector(a[0]).select?.()", selector)
        self.keys(*(words or ["Delete"]))

    def choose(self, selector: str, value: str) -> None:
        """An option of a list, or a box; as the browser's own list would."""
        self.until(
            "const one = document.querySelector(a[0]); if (!one) return false;"
            "if (one.matches('[type=checkbox], [type=radio]')) one.click();"
            "else { one.value = a[1]; for (const kind of ['input', 'change'])"
            "  one.dispatchEvent(new Event(kind, { bubbles: true })); } return true",
            selector,
            value,
        )

    def sign_in(self, username: str, password: str) -> None:
        self.visit("/account/login/")
        self.fill("#id_login", username)
        self.fill("#id_password", password)
        self.keys("Enter")
        self.until("return document.readyState === 'complete' && !location.pathname.includes('/login/')")

    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.run("return Math.max(0, document.documentElement.scrollWidth - innerWidth)"))

    def faults(self) -> list[str]:
        """What broke; that a question was given up because the page was left is nothing."""
        return [said for said in self.heard() if not said.partition(": ")[2].startswith(AWAY)]


AWAY = tuple(said.partition(": ")[2] for said in GIVEN_UP)


def as_function(body: str) -> str:
    """A function of one array of arguments that answers with JSON; an element is ``true``."""
    plain = "(said) => JSON.stringify(said instanceof Node ? true : (said ?? null))"
    return f"async (a) => ({plain})(await (async () => {{ {body}\n }})())"


def read(answer: str) -> Any:
    return json.loads(answer)
