"""Two people play a whole Encounter of catalogue Crews in two real browsers by pointing alone, one with a
mouse, one by touch; and once more with one of them on a slow line that is cut twice."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, Route, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from rules.crews.candidates import candidates
from rules.crews.crewlist import CrewList
from rules.dialogue import Several
from rules.fate.shuffle import Stream, digest
from rules.game.examples.encounters import among_terrain
from rules.game.setup.setup import Setup
from rules.game.simulation.catalogue_crews import CatalogueStock
from tests.browser.eyes import forget, problems
from tests.browser.hands import settled, sign_in
from tests.house.test_guards import ROOT
from tests.play.playing import lay_down, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_ANSWERS = 3_000
SIZE, HIRED = 24, 3
"""Soulstones of each Crew, and whom its Leader brings."""
ALONE = 4  # pixels round a place within which no token lies
TURNS = 2
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


def catalogue_crews(name: str) -> Setup:
    """A few of each of two Factions, with the figures of the catalogue; a short Encounter among
    terrain."""
    data = ROOT / "mfcampaign" / "catalog" / "data"
    stock = CatalogueStock(
        *(json.loads((data / f"{kind}.json").read_text("utf-8")) for kind in ("models", "upgrades"))
    )
    chance = Stream(digest("whole encounter", name))
    crews = [small_crew(stock, faction, chance) for faction in ("guild", "neverborn")]
    return replace(among_terrain(stock.setup_of(name, *crews)), turns=TURNS)


def small_crew(stock: CatalogueStock, faction: str, chance: Stream) -> CrewList:
    whole = stock.encounter(f"{faction} {chance.below(99)}", (faction, faction)).crews[0]
    crew = CrewList(faction, next(model.card for model in whole.models if model.leader), SIZE)
    while len(crew.members) < HIRED:
        fitting = [
            one
            for one in candidates(crew, stock.catalogue)
            if one.legal and one.profile.slug in stock.release
        ]
        if not fitting:
            break
        crew = crew.add(fitting[chance.below(len(fitting))].profile.slug)
    return crew


class Player:
    """Somebody at one of the two screens, who does nothing but point."""

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
        options = self.asked().options
        least = options.least if isinstance(options, Several) else 0
        boxes = ask.locator("input[type=checkbox]")
        for number in range(least):
            if boxes.count():
                self.press(boxes.nth(number))
            else:
                ask.locator("select").nth(number).select_option(index=number + 1)
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

    def confirmed(self, version: int) -> None:
        """What was answered stands, or the page says why not and asks again."""
        expect(self.page.locator(f"#encounter-now[hx-get*='seen={version}&']")).to_have_count(0)


def begun(new_page: Any, name: str, *, slow: bool) -> tuple[Encounter, list[Player]]:
    """``slow``: the second line is."""
    people = (person("mara"), person("jonas"))
    row = creation.create(
        people[0],
        catalogue_crews(name),
        opponent="known",
        other=people[1],
        name="whole-played",
    )
    lay_down(row, dict(enumerate(people)))
    players = []
    for seat, (user, width) in enumerate(zip(people, (1280, 375), strict=True)):
        page: Page = new_page(width=width, touch=width == 375)
        sign_in(page, user.username, "secret-pass")
        page.goto(row.get_absolute_url())
        players.append(Player(page, row, Stream(digest("pointing", str(seat))), touch=width == 375))
        if slow and seat == 1:
            players[seat].far_away()
    return row, players


@pytest.mark.soak
@pytest.mark.parametrize("slow", [False, True], ids=["both near", "one far away, cut twice"])
def test_two_browsers_play_catalogue_crews_by_pointing_alone(new_page: Any, slow: bool) -> None:
    """Each sees its questions by itself. Of the slow line one request never arrives, and one answer is lost;
    what was tapped then counts once."""
    row, players = begun(new_page, "pointing", slow=slow)
    cuts = [lose_the_request, lose_the_answer] if slow else []
    for number in range(MOST_ANSWERS):
        row.refresh_from_db()
        if row.over:
            break
        seat = loading.play_of(row).asks[0].seat
        player, version = players[seat], row.version
        expect(player.page.locator(f"#encounter-now[hx-get*='seen={version}&']")).to_have_count(1)
        expect(player.page.locator("form.ask")).to_be_visible()
        if cuts and seat == 1 and number > 20:
            cuts.pop(0)(player)
            assert row.decisions.values("number").distinct().count() == row.decisions.count()
        else:
            player.answer()
        player.confirmed(version)
    assert row.state == Encounter.State.OVER
    assert not cuts
    for player in players:
        player.page.goto(row.get_absolute_url())
        assert player.page.get_by_text("Replay", exact=True).is_visible()
        assert problems(player.page) == []


def lose_the_request(player: Player) -> None:
    """The line is cut before the answer is sent; it is given again when the line is there."""
    settled(player.page)
    player.signal(there=False)
    player.answer()
    expect(player.page.locator("#messages")).to_contain_text("signal")
    player.signal(there=True)
    forget(player.page)
    player.answer()


def lose_the_answer(player: Player) -> None:
    """The portal has it, but the page hears nothing; whatever is tapped then, it counts once."""

    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    settled(player.page)
    player.page.route("**/answer/", lost)
    before = player.row.version
    player.answer()
    expect(player.page.locator(f"#encounter-now[hx-get*='seen={before}&']")).to_have_count(0)
    player.page.unroute("**/answer/")
    forget(player.page)
