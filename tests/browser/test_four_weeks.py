"""A four-week season as four players and an organiser live it, and the table against sums made by hand.

Everything is typed, tapped and read: no row is touched. The cards that matter fall on the players' own
tables and are countersigned; whoever leaves an Aftermath alone has it finished at the deadline, which
moves no Scrip beyond the Payday. The organiser ends each week with a lever, so no clock is turned.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.eyes import axe, overflow, problems, watch
from tests.browser.test_league_week import invitation, portal, press, pull, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.workers, pytest.mark.slow]

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
BOUNTY = "Just Live Through This"
# What the purses hold, by hand. A Payday is half the VP rounded up, 1 more for the winner, and the
# difference of the Campaign Ratings for the lower one (SL-PAY-01 to -03).
#
#                  Ashby                  Brindle                 Corvin                  Dunmore
# 35 less spent    35-(9+8+10+5)      3   35-(9+8+10+5)      3    35-(8+9+7+4+3)=4: 3*    35-(10+9+8+6)      2
# week 1           8 VP, won: 4+1    +5   4 VP, won: 2+1    +3    3 VP: 2           +2    2 VP: 1           +1
#                  the Bounty        -4   Coffee            -1
AFTER_1 = {"ashby": 4, "brindle": 5, "corvin": 5, "dunmore": 3}
# week 2 hires     5-5                0   5-5                0    5-5                0    4-5, not below 0   0
# week 2           7 VP, won, rating      3 VP: 2           +2    4 VP, won: 2+1    +3    3 VP: 2           +2
#                  -1 to 0: 4+1+1    +6
AFTER_2 = {"ashby": 10, "brindle": 7, "corvin": 8, "dunmore": 5}
# week 3 hires     a Master         -10   nobody             0    nobody             0    nobody             0
# week 3           2 VP, raised to        1 VP: 1           +1    4 VP, won: 2+1    +3    3 VP: 2           +2
#                  3+1, won: 2+1     +3
AFTER_3 = {"ashby": 3, "brindle": 8, "corvin": 11, "dunmore": 7}
# the ruling in week 4 on week 2: Corvin 3 VP and no win, 2 for 3; Dunmore 4 VP and the win, 3 for 2
RULED = {"corvin": 11 - 1, "dunmore": 7 + 1}
# week 4           4 VP: 2           +2   1 VP: 1           +1    5 VP, won: 3+1    +4    6 VP, won: 3+1    +4
SCRIP = {"ashby": 3 + 2, "brindle": 8 + 1, "corvin": 10 + 4, "dunmore": 8 + 4}
# * at most 3 Scrip of what is left over (SL-START-11)

# Place, won, drawn, lost, VP, VP for less VP against; wins come first, then the difference.
#   Ashby    8:3  7:3  4:3 (raised)  4:5     23 for, 14 against
#   Dunmore  2:4  4:3 (as ruled)  3:4  6:1   15 for, 12 against
#   Corvin   3:8  3:4 (as ruled)  4:1  5:4   15 for, 17 against
#   Brindle  4:2  3:7  1:4  1:6               9 for, 19 against
TABLE = [
    ("ashby", 1, 3, 0, 1, 23, +9),
    ("dunmore", 2, 2, 0, 2, 15, +3),
    ("corvin", 3, 2, 0, 2, 15, -2),
    ("brindle", 4, 1, 0, 3, 9, -10),
]
# Without the ruling Corvin would stand second with three games won and Dunmore last with one.


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """``people("ashby")``: that person's own browser, signed up; ``seen`` opens the page to axe."""
    with portal(tmp_path, grown_up=False) as address:
        contexts = []

        def person(name: str, *, width: int = 375, seen: bool = False) -> Page:
            context = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": 800},
                reduced_motion="reduce",
                locale="en-GB",
                bypass_csp=seen,
            )
            contexts.append(context)
            page = context.new_page()
            page.set_default_timeout(30_000)
            watch(page)
            sign_up(page, name)
            return page

        yield person
        for context in contexts:
            context.close()


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
        page.locator("[name=name]").fill("The Lantern Season")
        page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")
        page.locator("[name=weeks_total]").fill("4")
        page.locator("[name=starts_on]").fill(f"{dt.datetime.now(dt.UTC).date():%Y-%m-%d}")
        # What a week brings is a matter of chance; the sums are of what it always holds.
        page.locator("[name=rule-weekly_events]").select_option("off")
        press(page, "Open the league")
        page.wait_for_url(re.compile(r"/leagues/(?!new/)[\w-]+/"))
        self.league = re.match(r"https?://[^/]+(/leagues/[\w-]+/)", page.url).group(1)  # type: ignore[union-attr]

    def gather(self) -> None:
        link = re.sub(r"https?://[^/]+", "", invitation(self.organiser, self.league))
        for name, (faction, crew, leader, models) in CREWS.items():
            page = self.players[name]
            page.goto(link)
            page.locator(f"[name=faction][value={faction}]").check(force=True)
            page.locator("[name=crew_name]").fill(crew)
            press(page, "Join the league")
            page.goto(f"{self.league}arsenal/start/")
            for button in (f"#leader-{leader}", *(f"#add-{model}" for model in models)):
                with page.expect_response(lambda answer: answer.request.method == "POST"):
                    page.locator(button).click()
                page.goto(f"{self.league}arsenal/start/")
            expect(page.locator("#builder .action-bar")).to_contain_text("legal")
            press(page, "Found the Arsenal")
        pull(self.organiser, self.league, "close-registration")
        pull(self.organiser, self.league, "start")

    # -- a week

    def table(self, name: str, against: str) -> str:
        """The address of the week's table of ``name``, whom the league pairs with ``against``."""
        page = self.players[name]
        page.goto(self.league)
        expect(page.get_by_role("main")).to_contain_text(f"Hire your Crew against {CREWS[against][1]}")
        href = page.locator(f"main a[href*='/week/{self.week}/table/']").first.get_attribute("href")
        assert href is not None
        return re.sub(r"(/table/\d+/).*", r"\1", href)

    def hire(self, name: str, slug: str, price: int) -> None:
        page = self.players[name]
        page.goto(f"{self.league}hires/?hire={slug}")
        press(page, f"Hire for {price} Scrip")
        press(page, "Done hiring")

    def end(self) -> None:
        """The games are due; the next week's hires open."""
        pull(self.organiser, self.league, "games-due")
        self.week += 1

    def purse(self, name: str) -> int:
        page = self.players[name]
        page.goto(f"{self.league}standings/")
        return int(page.locator("tr.mine td[data-label=Scrip]").inner_text())

    # -- a game

    def play(self, table: str, sides: dict[str, tuple[str, ...]], told: Callable[[Page], None]) -> None:
        """Both Crews handed in, the first player's report, the second one's word."""
        first, second = (self.players[name] for name in sides)
        for name, crew in sides.items():
            hand_in(self.players[name], table, crew)
        first.goto(f"{table}report/")
        told(first)
        press(first, "Report the result")
        expect(first).not_to_have_url(re.compile("report/$"))
        second.goto(table)
        press(second, "Confirm the result")

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
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            row.locator("input[type=checkbox]").press("Space")
        page.goto(f"{table}crew/")
    crown = page.locator(".hire", has_text=crew[0]).locator("input[name=leader]")
    if not crown.is_checked():
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            crown.check(force=True)
        page.goto(f"{table}crew/")
    press(page, "Hand in")
    expect(page.get_by_role("main")).not_to_contain_text("Not handed in yet")


def fell(side: Locator, model: str, card: str) -> None:
    side.locator("details.fallen summary").click()
    row = side.locator(".fates li", has_text=model)
    row.locator("select").select_option("flip")
    row.locator("input").fill(card)


def aftermath(page: Page, table: str, cards: list[str], *wanted: str) -> list[str]:
    """Write ``cards`` down as they are asked for, take what is ``wanted`` when it is offered, else keep
    and pass; the sentences on the way. Every card and every wish is used, or the test fails."""
    left, wishes, seen = list(cards), list(wanted), []
    for _ in range(40):
        page.goto(f"{table}aftermath/")
        done, asks = page.get_by_text("Your Aftermath is done"), page.locator("#ask-title, .source, .choices")
        done.or_(asks).first.wait_for()
        if done.count():
            assert (left, wishes) == ([], []), seen
            return seen
        flips = page.get_by_role("button", name="I flip at the table")
        entering = page.locator("form.form.card select[name^=value-]")
        if page.locator("#ask-title").count():
            seen.append(page.locator("#ask-title").inner_text())
        if entering.count():
            for number in range(entering.count()):
                enter(page, number, left.pop(0))
            button = page.get_by_role("button", name="That is what fell")
        elif flips.count() and page.locator(".choices [name=source]").count():
            button = flips.first
        else:
            labels = page.locator(".choice .choice-label").all_inner_texts()
            wish = next((w for w in wishes if any(w in label for label in labels)), "if you do nothing")
            if wish in wishes:
                wishes.remove(wish)
            choice = page.locator(".choice", has=page.locator(".choice-label", has_text=wish)).first
            button = choice.get_by_role("button")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            button.click()
    raise AssertionError(f"the Aftermath asks on and on: {seen}")


def enter(page: Page, number: int, card: str) -> None:
    if card in ("BJ", "RJ"):
        page.locator(f"[name=value-{number}]").select_option(card)
        return
    page.locator(f"[name=value-{number}]").select_option(card[:-1])
    page.locator(f"[name=suit-{number}][value={card[-1]}]").check(force=True)


def countersign(page: Page, table: str) -> None:
    page.goto(f"{table}aftermath/cards/")
    press(page, re.compile("Countersign"))
    expect(page.get_by_role("button", name=re.compile("Countersign"))).to_have_count(0)


def look(page: Page, path: str) -> None:
    shown = page.goto(path)
    assert shown is not None
    assert shown.ok, path
    assert overflow(page) == 0, f"{path} spills"
    assert axe(page) == [], path


def test_four_players_live_a_season_of_four_weeks(people: Callable[..., Page]) -> None:
    organiser = people("olive", width=1280, seen=True)
    players = {name: people(name, seen=name == "ashby") for name in CREWS}
    season = Season(organiser, players)
    season.open()
    season.gather()
    first_week(season)
    second_week(season)
    third_week(season)
    fourth_week(season)
    final_table(season)
    for page in (organiser, *players.values()):
        assert problems(page) == []


def first_week(season: Season) -> None:
    """Ashby's Orderly is maimed and a Bounty bought; Corvin's Leader is Annihilated and replaced."""
    players = season.players
    table = season.table("ashby", "corvin")

    def told(page: Page) -> None:
        mine = season.score(page, "ashby", 4, 2, 2)
        fell(mine, "Orderly", "9r")
        theirs = season.score(page, "corvin", 2, 1)
        fell(theirs, "Aeslin", "9c")

    season.play(table, {"ashby": ("Agent 46", "Orderly"), "corvin": ("Aeslin", "Wicked Doll")}, told)
    look(players["ashby"], f"{table}aftermath/")
    # A hand of two (finished, won), two Barter flips (4 VP from the Strategy), the Injury.
    aftermath(players["ashby"], table, ["11r", "12r", "13m", "13t", "3r"], BOUNTY)
    # One card, one Barter flip, the Injury: the Black Joker Annihilates, and Corvin says who leads.
    seen = aftermath(players["corvin"], table, ["11c", "13c", "BJ"], "Angel Eyes")
    assert any("is gone. Who leads now?" in sentence for sentence in seen)
    countersign(players["corvin"], table)
    countersign(players["ashby"], table)

    table = season.table("brindle", "dunmore")

    def other(page: Page) -> None:
        season.score(page, "brindle", 2, 2)
        season.score(page, "dunmore", 2)

    season.play(table, {"brindle": ("Amina Naidu",), "dunmore": ("Aionus",)}, other)
    aftermath(players["brindle"], table, ["11m", "12m", "1r"], "Coffee")
    countersign(players["dunmore"], table)
    season.end()
    assert {name: season.purse(name) for name in CREWS} == AFTER_1


def second_week(season: Season) -> None:
    """The Bounty is accomplished and pays a Reward; a Scheme is written to the wrong side of table 2."""
    players = season.players
    for name, slug in (
        ("ashby", "false-witness"),
        ("brindle", "saboteur"),
        ("corvin", "bloodwretch"),
        ("dunmore", "void-wretch"),
    ):
        season.hire(name, slug, 0)
    table = season.table("ashby", "brindle")

    def told(page: Page) -> None:
        mine = season.score(page, "ashby", 3, 2, 2)
        mine.locator("fieldset.ticks select").select_option("1")
        season.score(page, "brindle", 2, 1)

    season.play(table, {"ashby": ("Agent 46", "Orderly"), "brindle": ("Amina Naidu",)}, told)
    players["ashby"].goto(table)
    # A hand of three (the Bounty, too), two Barter flips, the Reward.
    seen = aftermath(players["ashby"], table, ["11r", "12r", "10r", "13m", "13t", "5c"])
    assert any("Reward" in sentence for sentence in seen), seen
    countersign(players["brindle"], table)

    table = season.table("corvin", "dunmore")

    def other(page: Page) -> None:
        season.score(page, "corvin", 2, 2)
        season.score(page, "dunmore", 2, 1)

    season.play(table, {"corvin": ("Angel Eyes",), "dunmore": ("Aionus",)}, other)
    season.end()
    assert {name: season.purse(name) for name in CREWS} == AFTER_2


def third_week(season: Season) -> None:
    """Ashby hires a Master for 10 Scrip, and Dunmore withdraws in Turn 4."""
    season.hire("ashby", "lucius-mattheson", 10)
    ashby = season.players["ashby"]
    ashby.goto(f"{season.league}standings/")
    arsenal = ashby.locator("tr.mine th a").get_attribute("href")
    assert arsenal is not None
    look(ashby, arsenal)
    expect(ashby.get_by_role("main")).to_contain_text("Lucius Mattheson")
    pull(season.organiser, season.league, "close-hires")
    table = season.table("ashby", "dunmore")

    def told(page: Page) -> None:
        season.score(page, "ashby", 2)
        theirs = season.score(page, "dunmore", 2, 1)
        theirs.locator("select[name$=-withdrew]").select_option("4")

    season.play(table, {"ashby": ("Lucius Mattheson", "Alan Reid"), "dunmore": ("Aionus",)}, told)
    table = season.table("brindle", "corvin")

    def other(page: Page) -> None:
        season.score(page, "brindle", 1)
        season.score(page, "corvin", 2, 2)

    season.play(table, {"brindle": ("Amina Naidu",), "corvin": ("Angel Eyes",)}, other)
    season.end()
    assert {name: season.purse(name) for name in CREWS} == AFTER_3


def fourth_week(season: Season) -> None:
    """Week 2 is put right while the last games are on."""
    pull(season.organiser, season.league, "close-hires")
    tables = season.table("ashby", "corvin"), season.table("brindle", "dunmore")
    put_right(season)

    def told(page: Page) -> None:
        season.score(page, "ashby", 2, 2)
        season.score(page, "corvin", 3, 2)

    season.play(tables[0], {"ashby": ("Lucius Mattheson",), "corvin": ("Angel Eyes",)}, told)

    def other(page: Page) -> None:
        season.score(page, "brindle", 1)
        season.score(page, "dunmore", 2, 2, 2)

    season.play(tables[1], {"brindle": ("Amina Naidu",), "dunmore": ("Aionus",)}, other)
    season.end()


def put_right(season: Season) -> None:
    """The second VP of a Scheme was Dunmore's, not Corvin's."""
    page = season.organiser
    page.goto(f"{season.league}organise/")
    page.get_by_role("link", name="Put something right").click()
    page.locator("li", has_text="Week 2").filter(has_text=CREWS["corvin"][1]).get_by_role(
        "link", name="Open"
    ).click()
    for name in ("corvin", "dunmore"):
        side = page.locator(".report-side", has_text=CREWS[name][1])
        tap(side.locator("input[name$='-scheme-0-vp'][value='5']"))
    press(page, "Look at what it changes")
    for name, before in (("corvin", AFTER_3["corvin"]), ("dunmore", AFTER_3["dunmore"])):
        heading = f"{CREWS[name][1]}: {before} Scrip now, then {RULED[name]}"
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert axe(page) == []
    page.get_by_label("Reason").fill("The second point of the Scheme was written to the wrong side.")
    press(page, "Make this ruling")
    expect(page.get_by_text("Ruling 1 is made")).to_be_visible()
    assert {name: season.purse(name) for name in RULED} == RULED


def final_table(season: Season) -> None:
    page = season.players["ashby"]
    look(page, f"{season.league}standings/")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(len(TABLE))
    for row, (name, *figures) in zip(rows.all(), TABLE, strict=True):
        expect(row.locator("th")).to_contain_text(CREWS[name][1])
        shown = [
            row.locator(f"td[data-label='{label}']").inner_text()
            for label in ("Place", "Won", "Drawn", "Lost", "VP", "VP ±")
        ]
        assert [int(text.replace("−", "-")) for text in shown] == figures, name
        assert int(row.locator("td[data-label=Scrip]").inner_text()) == SCRIP[name], name
    look(page, season.league)
    look(season.organiser, f"{season.league}history/season/")
    page.goto(f"{season.league}rulings/")
    expect(page.get_by_role("main")).to_contain_text("written to the wrong side")
