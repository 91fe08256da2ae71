"""The verbs of a season in the browser: founding, hiring, playing, an Aftermath from one's own deck."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import answered, press
from tests.browser.checks import axe, overflow
from tests.browser.test_league_week import carry_out, invitation, nothing_drawn, press_first, tomorrow

# Faction, name of the Crew, the starting Leader and models.
CREWS = {
    "ashby": ("guild", "Lamplighters", "agent-46", ("alan-reid", "peacekeeper", "orderly")),
    "brindle": ("arcanists", "Boilermen", "amina-naidu", ("gunsmith", "howard-langston", "union-miner")),
    "corvin": (
        "neverborn",
        "Thornchoir",
        "aeslin",
        ("angel-eyes", "wrath", "mysterious-effigy", "wicked-doll"),
    ),
    "dunmore": ("outcasts", "Ashroad", "aionus", ("barbaros", "talos", "prospector")),
}


class Season:
    """The league's address and everybody's page, with the verbs of a season."""

    def __init__(self, organiser: Page, players: dict[str, Page]) -> None:
        self.organiser, self.players = organiser, players
        self.league = ""
        self.week = 1

    # -- before the first week

    def open(self) -> None:
        page = self.organiser
        page.goto("/leagues/new/")
        page.locator("[name=begin][value=preset-third-edition]").check(force=True)
        page.locator("[name=name]").fill("The Lantern Season")
        page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")
        page.locator("[name=weeks_total]").fill("4")
        page.locator("[name=starts_on]").fill(tomorrow())
        # What a week brings is a matter of chance; the sums are of what it always holds.
        page.locator("[name=rule-weekly_events]").select_option("off")
        press_first(page, "Open the league")
        page.wait_for_url(re.compile(r"/leagues/(?!new/)[\w-]+/"))
        self.league = re.match(r"https?://[^/]+(/leagues/[\w-]+/)", page.url).group(1)  # type: ignore[union-attr]

    def gather(self) -> None:
        link = re.sub(r"https?://[^/]+", "", invitation(self.organiser, self.league))
        for name, (faction, crew, leader, models) in CREWS.items():
            page = self.players[name]
            page.goto(link)
            page.locator(f"[name=faction][value={faction}]").check(force=True)
            page.locator("[name=crew_name]").fill(crew)
            press_first(page, "Join")
            page.goto(f"{self.league}arsenal/start/")
            for button in (f"#leader-{leader}", *(f"#add-{model}" for model in models)):
                press(page, page.locator(button))
                page.goto(f"{self.league}arsenal/start/")
            expect(page.locator("#builder .action-bar")).to_contain_text("legal")
            press_first(page, "Confirm Arsenal")
        carry_out(self.organiser, self.league, "close_registration")
        carry_out(self.organiser, self.league, "start_campaign")

    # -- a week

    def table(self, name: str, against: str) -> str:
        """The address of the week's table of ``name``, whom the league pairs with ``against``."""
        page = self.players[name]
        page.goto(self.league)
        expect(page.get_by_role("main")).to_contain_text(f"Hire your Crew against {CREWS[against][1]}")
        href = page.locator(f"main a[href*='/week/{self.week}/games/']").first.get_attribute("href")
        assert href is not None
        return re.sub(r"(/games/\d+/).*", r"\1", href)

    def hire(self, name: str, slug: str, price: int) -> None:
        page = self.players[name]
        page.goto(f"{self.league}hires/?hire={slug}")
        press_first(page, f"Hire for {price} Scrip")
        press_first(page, "Done hiring")

    def end(self) -> None:
        """The games are due; the next week's hires open."""
        carry_out(self.organiser, self.league, "games_due")
        self.week += 1

    def purse(self, name: str) -> int:
        page = self.players[name]
        page.goto(f"{self.league}standings/")
        return int(page.locator("tr.mine td[data-label=Scrip]").inner_text())

    # -- a game

    def play(self, table: str, sides: dict[str, tuple[str, ...]], report: Callable[[Page], None]) -> None:
        """Both Crews handed in, the first player's report, the second one's word."""
        first, second = (self.players[name] for name in sides)
        for name, crew in sides.items():
            hand_in(self.players[name], table, crew)
        first.goto(f"{table}report/")
        report(first)
        press_first(first, "Report the result")
        expect(first).not_to_have_url(re.compile("report/$"))
        second.goto(table)
        press_first(second, "Confirm the result")

    def score(self, page: Page, name: str, strategy: int, *schemes: int) -> Locator:
        """VP of one side: one a Turn from the Strategy, from Turn 2 on; a Scheme's in Turns 3 and 5."""
        side = page.locator(".report-side", has_text=CREWS[name][1])
        for turn in range(2, 2 + strategy):
            tap(side.locator(f"input[name$='-strategy'][value='{turn}']"))
        for number, vp in enumerate(schemes):
            side.locator(f"select[name$='-scheme-{number}']").select_option(index=number + 1)
            for turn in (3, 5)[:vp]:
                tap(side.locator(f"input[name$='-scheme-{number}-vp'][value='{turn}']"))
        return side


def tap(box: Locator) -> None:
    """Over or under: the keyboard finds a box wherever the bar at the foot of the page is."""
    before = box.is_checked()
    box.press("Space")
    expect(box).to_be_checked(checked=not before)


def hand_in(page: Page, table: str, crew: tuple[str, ...]) -> None:
    """Those models and nobody else; the first one leads."""
    page.goto(f"{table}crew/")
    for model in crew:
        row = page.locator(".hire", has_text=model)
        with answered(page, by_script=True):
            row.locator("input[type=checkbox]").press("Space")
        page.goto(f"{table}crew/")
    crown = page.locator(".hire", has_text=crew[0]).locator("input[name=leader]")
    if not crown.is_checked():
        with answered(page, by_script=True):
            crown.check(force=True)
        page.goto(f"{table}crew/")
    press_first(page, "Hand in")
    expect(page.get_by_role("main")).not_to_contain_text("Not handed in yet")


def fell(side: Locator, model: str, card: str) -> None:
    side.locator("details.fallen summary").click()
    row = side.locator(".fates li", has_text=model)
    row.locator("select").first.select_option("flip")
    row.locator("input").fill(card)


def aftermath(page: Page, table: str, cards: list[str], *wanted: str) -> list[str]:
    """Write ``cards`` down as they are asked for, take what is ``wanted`` when it is offered, else keep
    and pass; the sentences on the way. Every card and every wish is used, or the test fails."""
    left, wishes = list(cards), list(wanted)
    seen: list[str] = []
    for _ in range(40):
        page.goto(f"{table}aftermath/")
        nothing_drawn(page)
        done, asks = page.get_by_text("Your Aftermath is done"), page.locator("#ask-title, .source, .choices")
        done.or_(asks).first.wait_for()
        if done.count():
            assert (left, wishes) == ([], []), seen
            return seen
        flips = page.get_by_role("button", name="Flip at the table")
        entering = page.locator("form.form.card select[name^=value-]")
        if page.locator("#ask-title").count():
            seen.append(page.locator("#ask-title").inner_text())
        if entering.count():
            for number in range(entering.count()):
                enter(page, number, left.pop(0))
            button = page.get_by_role("button", name="Confirm")
        elif flips.count() and page.locator(".choices [name=source]").count():
            button = flips.first
        else:
            open_ones = page.locator(".choice:not(.choice-not)")
            labels = open_ones.locator(".choice-label").all_inner_texts()
            wish = next((w for w in wishes if any(w in label for label in labels)), "if you do nothing")
            if wish in wishes:
                wishes.remove(wish)
            choice = open_ones.filter(has=page.locator(".choice-label", has_text=wish)).first
            button = choice.locator("button")
            if choice.locator("details.asks").count():
                choice.locator("summary").click()
        press(page, button)
    raise AssertionError(f"the Aftermath asks on and on: {seen}")


def enter(page: Page, number: int, card: str) -> None:
    if card in ("BJ", "RJ"):
        page.locator(f"[name=value-{number}]").select_option(card)
        return
    page.locator(f"[name=value-{number}]").select_option(card[:-1])
    page.locator(f"[name=suit-{number}][value={card[-1]}]").check(force=True)


def countersign(page: Page, table: str) -> None:
    page.goto(f"{table}aftermath/cards/")
    press_first(page, re.compile("Countersign"))
    expect(page.get_by_role("button", name=re.compile("Countersign"))).to_have_count(0)


def look(page: Page, path: str) -> None:
    response = page.goto(path)
    assert response is not None
    assert response.ok, path
    assert overflow(page) == 0, f"{path} spills"
    assert axe(page) == [], path
