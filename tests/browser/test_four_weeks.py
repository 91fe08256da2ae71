"""A four-week season as four players and an organiser live it, and the table against sums made by hand.

Everything is typed, tapped and read: no row is touched. The cards that matter fall on the players' own
tables and are countersigned; whoever leaves an Aftermath alone has it finished at the deadline, which
moves no Scrip beyond the Payday. The organiser ends each week by an organiser action, so no clock is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import pages_at
from tests.browser.checks import axe, problems
from tests.browser.season import CREWS, Season, aftermath, countersign, fell, look, tap
from tests.browser.test_league_week import carry_out, portal, press_first, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.workers, pytest.mark.slow, pytest.mark.soak]

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

# After two weeks, before the ruling:
#   Ashby    8:3  7:3    15 for, 6 against
#   Brindle  4:2  3:7     7 for, 9 against
#   Corvin   3:8  4:3     7 for, 11 against
#   Dunmore  2:4  3:4     5 for, 8 against
HALFWAY = [
    ("ashby", 1, 2, 0, 0, 15, +9),
    ("brindle", 2, 1, 0, 1, 7, -2),
    ("corvin", 3, 1, 0, 1, 7, -4),
    ("dunmore", 4, 0, 0, 2, 5, -3),
]


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """``people("ashby")``: that person's own browser, signed up; ``seen`` opens the page to axe."""
    with portal(tmp_path, grown_up=False) as address, pages_at(browser, address) as open_page:

        def person(name: str, *, width: int = 375, seen: bool = False) -> Page:
            page = open_page(width, bypass_csp=seen)
            sign_up(page, name)
            return page

        yield person


def test_four_players_live_a_season_of_four_weeks(people: Callable[..., Page]) -> None:
    """The table halfway, and at the end."""
    organiser = people("olive", width=1280, seen=True)
    players = {name: people(name, seen=name == "ashby") for name in CREWS}
    season = Season(organiser, players)
    season.open()
    season.gather()
    first_week(season)
    second_week(season)
    standings(season, HALFWAY, AFTER_2)
    third_week(season)
    fourth_week(season)
    standings(season, TABLE, SCRIP)
    look(season.players["ashby"], season.league)
    look(season.organiser, f"{season.league}history/season/")
    season.players["ashby"].goto(f"{season.league}rulings/")
    expect(season.players["ashby"].get_by_role("main")).to_contain_text("written to the wrong side")
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
    # A hand of three (the Bounty, too), two Barter flips, three cards for the Reward of a Bounty with [+][+].
    seen = aftermath(players["ashby"], table, ["11r", "12r", "10r", "13m", "13t", "5c", "4c", "3c"])
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
    carry_out(season.organiser, season.league, "close_hires")
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
    carry_out(season.organiser, season.league, "close_hires")
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
    page.get_by_role("link", name="Make a correction").click()
    page.locator("li", has_text="Week 2").filter(has_text=CREWS["corvin"][1]).get_by_role(
        "link", name="Open"
    ).click()
    for name in ("corvin", "dunmore"):
        side = page.locator(".report-side", has_text=CREWS[name][1])
        tap(side.locator("input[name$='-scheme-0-vp'][value='5']"))
    press_first(page, "Preview")
    for name, before in (("corvin", AFTER_3["corvin"]), ("dunmore", AFTER_3["dunmore"])):
        heading = f"{CREWS[name][1]}: {before} Scrip now, then {RULED[name]}"
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert axe(page) == []
    page.get_by_label("Reason").fill("The second point of the Scheme was written to the wrong side.")
    press_first(page, "Confirm ruling")
    expect(page.get_by_text("Ruling 1 is confirmed")).to_be_visible()
    assert {name: season.purse(name) for name in RULED} == RULED


def standings(season: Season, table: list[tuple[Any, ...]], scrip: dict[str, int]) -> None:
    page = season.players["ashby"]
    look(page, f"{season.league}standings/")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(len(table))
    for row, (name, *figures) in zip(rows.all(), table, strict=True):
        expect(row.locator("th")).to_contain_text(CREWS[name][1])
        cells = [
            row.locator(f"td[data-label='{label}']").inner_text()
            for label in ("Place", "Won", "Drawn", "Lost", "VP", "VP ±")
        ]
        assert [int(text.replace("−", "-")) for text in cells] == figures, name
        assert int(row.locator("td[data-label=Scrip]").inner_text()) == scrip[name], name
