"""Somebody who plays an Encounter in a browser and only points: at tokens, places, cards, buttons."""

from __future__ import annotations

from itertools import islice
from typing import Any

from playwright.sync_api import Locator, Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from rules.fate.shuffle import Stream
from tests.browser.actions import settled

ALONE = 4  # pixels round a place within which no token lies
NEARER = 8  # times that the view is taken nearer
THIRD_GENERATION = {
    "latency": 300,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
WHERE = """([x, y]) => {
  const drawn = document.querySelector('#board svg.table');
  const depth = Number(drawn.querySelector('.table-ground').getAttribute('height'));
  const there = new DOMPoint(x, depth - y).matrixTransform(drawn.getScreenCTM());
  const far = [...drawn.querySelectorAll('[data-model]')].map((token) => {
    const box = (token.querySelector('.token-disc') ?? token).getBoundingClientRect();
    const apart = Math.hypot(there.x - box.left - box.width / 2, there.y - box.top - box.height / 2);
    return apart - box.width / 2;
  });
  const on = document.elementFromPoint(there.x, there.y);
  return { x: there.x, y: there.y, free: Math.min(99, ...far), seen: Boolean(on?.closest('#board')) };
}"""


class Player:
    """Plays one seat of ``row`` on ``page``, by mouse or by touch."""

    def __init__(self, page: Page, row: Encounter, chance: Stream, *, touch: bool) -> None:
        self.page, self.row, self.chance, self.touch = page, row, chance, touch

    def far_away(self) -> None:
        self.line = self.page.context.new_cdp_session(self.page)
        self.line.send("Network.enable")
        self.signal(there=True)

    def signal(self, *, there: bool) -> None:
        """Of the slow line; Playwright's own switch would be overruled by it."""
        self.line.send("Network.emulateNetworkConditions", THIRD_GENERATION | {"offline": not there})

    def press(self, what: Locator) -> None:
        what.scroll_into_view_if_needed()
        if self.touch:
            what.tap()
        else:
            what.click()

    def point(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def answer(self) -> None:
        """The question that is shown, answered; it may be refused."""
        ask = self.page.locator("form.ask")
        close = self.page.locator("[data-card-close]:visible")
        if close.count():
            self.press(close)
        control = ask.get_attribute("data-control")
        if control == "one":
            self.choose_one(ask)
        elif control in ("several", "ordered"):
            self.choose_several(ask)
        elif control == "spot":
            self.set_models(ask)
        else:
            self.press(ask.locator("button:visible").last)

    def choose_one(self, ask: Locator) -> None:
        """A token on the table where it is one that is asked for, else a button."""
        buttons = ask.locator(".ask-choices button")
        button = buttons.nth(self.chance.below(buttons.count()))
        name = button.get_attribute("value") or ""
        token = self.page.locator(f'#board [data-model="{name}"] .token-disc')
        if token.count() and (there := self.seen(token)):
            self.point(*there)
            confirm = ask.locator("[data-chosen]:not([hidden]) [data-confirm]")
            expect(confirm).to_be_visible()
            self.press(confirm)
            return
        self.press(button)
        confirm = ask.locator("[data-chosen]:not([hidden]) [data-confirm]")
        if confirm.count():
            self.press(confirm)

    def seen(self, token: Locator) -> tuple[float, float] | None:
        """Where to point to mean the token; nothing where another lies over it, or it is out of sight."""
        box = token.bounding_box()
        if box is None:
            return None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mine = "([x, y, it]) => document.elementFromPoint(x, y)?.closest('[data-model]') === it.parentElement"
        return (x, y) if self.page.evaluate(mine, [x, y, token.element_handle()]) else None

    def choose_several(self, ask: Locator) -> None:
        """As the page proposes, where it does; else any that are offered."""
        proposed = ask.locator("[name=choices]:checked").count()
        for number, chosen in enumerate([] if proposed else self.asked().options.sample(self.chance)):
            box = ask.locator(f'input[name=choices][value="{chosen}"]')
            if box.count():
                self.press(box)
            else:
                ask.locator("select").nth(number).select_option(chosen)
        self.press(ask.locator("button.button-main:visible").last)

    def set_models(self, ask: Locator) -> None:
        """A place on the table; all models at once where they are deployed."""
        rest = ask.locator("[data-deploys-rest]:visible")
        if rest.count():
            self.press(rest)
            expect(ask.locator("[data-said]")).to_contain_text("All of them are set")
        else:
            self.point(*self.place())
            expect(ask.locator("[data-said]")).not_to_have_text("")
        self.press(ask.locator("[data-confirm]:visible"))

    def place(self) -> tuple[float, float]:
        """A lawful place that a tap can mean: no token near it. Nearer to who moves, if need be."""
        options = self.asked().options
        self.press(self.page.locator("[data-view=fit]"))
        for _nearer in range(NEARER):
            offered = [*islice(options.listed(), 12), *(options.sample(self.chance) for _ in range(12))]
            for one in offered:
                if not one:
                    continue
                there = self.page.evaluate(WHERE, one[-1] if isinstance(one[0], list | tuple) else one)
                if there["seen"] and there["free"] > ALONE:
                    return there["x"], there["y"]
            self.press(self.page.locator("[data-view=in]"))
            for _off_and_on in range(2):
                self.press(self.page.locator("[data-view=follow]"))
        raise AssertionError(f"no place can be pointed at: {self.asked()}")

    def asked(self) -> Any:
        return loading.play_of(self.row).asks[0]

    def confirmed(self, version: int) -> bool:
        """Whether what was answered stands; else the page says why not and asks again."""
        settled(self.page)
        went_on = self.page.locator(f"body:not(:has(#encounter-now[hx-get*='seen={version}&']))")
        if not went_on.count() and self.page.locator("#messages .message").count():
            return False
        try:
            expect(went_on).to_be_visible()
        except AssertionError as problem:
            raise AssertionError(
                f"{self.asked()}: {self.page.locator('#question').inner_html()}"
            ) from problem
        return True
