"""A whole league week as people live it: an organiser and two players, three browsers, real servers.

Once on the embedded default (SQLite, the ticker) and once grown up (PostgreSQL, Redis, a Celery
worker and beat). Nobody touches the database: everything is typed, tapped and read.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import services
from tests.browser.actions import answered, pages_at, press, settled
from tests.browser.checks import problems
from tests.project.processes import get, running

pytestmark = [pytest.mark.browser, pytest.mark.workers, pytest.mark.slow]
BIN = Path(sys.executable).parent
PASSWORD = "a-lantern-on-the-rails"
LEAGUE = "The Browser League"


@contextlib.contextmanager
def portal(home: Path, *, grown_up: bool) -> Iterator[str]:
    """The portal as plain processes on a fresh database with the real catalogue; yields its address."""
    with contextlib.ExitStack() as stack:
        env = {name: value for name, value in os.environ.items() if not name.startswith("CELERY")}
        env |= {"SWEEP_SECONDS": "1", "DJANGO_SETTINGS_MODULE": "mfcampaign.settings"}
        if grown_up:
            env["DATABASE_URL"] = stack.enter_context(services.portal_postgres())
            env["REDIS_URL"] = stack.enter_context(services.redis())
        else:
            env["DATABASE_URL"] = services.portal_sqlite(home / "portal.sqlite3")
            env.pop("REDIS_URL", None)
        port = services.free_port()
        web = [
            BIN / "gunicorn",
            "mfcampaign.wsgi:application",
            "--threads",
            "4",
            "--bind",
            f"127.0.0.1:{port}",
        ]
        beside = (
            {
                "worker": [BIN / "celery", "--app", "mfcampaign", "worker", "--concurrency", "1"],
                "beat": [BIN / "celery", "--app", "mfcampaign", "beat", "--schedule", home / "beat"],
            }
            if grown_up
            else {"ticker": [sys.executable, "manage.py", "ticker"]}
        )
        for name, command in beside.items():
            stack.enter_context(running([str(word) for word in command], env, home / f"{name}.log"))
        server = stack.enter_context(running([str(word) for word in web], env, home / "web.log"))
        server.until(lambda: get(port, "/healthz"))
        yield f"http://localhost:{port}"


# The embedded portal opens and plays its demo league on each landing (tests/project/test_portal.py).
@pytest.fixture(params=[pytest.param("embedded", marks=pytest.mark.soak), "grown-up"])
def people(
    request: pytest.FixtureRequest, browser: Browser, tmp_path: Path
) -> Iterator[Callable[[str], Page]]:
    """``people("mara")``: that person's own browser, signed up."""
    grown_up = request.param == "grown-up"
    with portal(tmp_path, grown_up=grown_up) as address, pages_at(browser, address) as open_page:

        def person(name: str) -> Page:
            page = open_page()
            sign_up(page, name)
            return page

        yield person


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=email]").fill(f"{name}@example.org")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    press(page, page.locator("main form[action*=signup] button:not([type=button])").last)
    expect(page).not_to_have_url(re.compile("/signup/"))


def press_first(page: Page, name: str | re.Pattern[str]) -> None:
    """The first button in the page's main part whose name has that in it, then whatever it leads to."""
    press(page, page.get_by_role("main").get_by_role("button", name=name).first)


def open_league(page: Page) -> str:
    """Its address."""
    page.goto("/leagues/new/")
    page.locator("[name=name]").fill(LEAGUE)
    page.locator("[name=starts_on]").fill(tomorrow())
    page.locator("[name=begin][value=preset-third-edition]").check(force=True)
    # What a week brings is a matter of chance; this test is about what it always holds.
    page.locator("[name=rule-weekly_events]").evaluate("choice => { choice.value = 'off' }")
    press_first(page, "Open the league")
    page.wait_for_url(re.compile(r"/leagues/(?!new/)[\w-]+/"))
    return re.match(r"https?://[^/]+(/leagues/[\w-]+/)", page.url).group(1)  # type: ignore[union-attr]


def tomorrow() -> str:
    """A first day that no clock reaches meanwhile: from its turnover on the ticker begins the league, too."""
    return f"{dt.datetime.now(dt.UTC).date() + dt.timedelta(days=1):%Y-%m-%d}"


def carry_out(page: Page, league: str, action: str) -> None:
    """Open one of the organiser actions and send it."""
    page.goto(f"{league}organise/")
    box = page.locator(f"#action-{action}")
    box.locator("summary").click()
    reason = box.locator("[name=reason]")
    if reason.count():
        reason.fill("Everybody agreed.")
    press(page, box.locator("form button").last)


def invitation(page: Page, league: str) -> str:
    page.goto(f"{league}organise/")
    press_first(page, "Create invitation link")
    return page.locator("#link").input_value()


def join(page: Page, link: str, faction: str, crew: str) -> None:
    page.goto(re.sub(r"https?://[^/]+", "", link))
    page.locator(f"[name=faction][value={faction}]").check(force=True)
    page.locator("[name=crew_name]").fill(crew)
    press_first(page, "Join")


def build_arsenal(page: Page, league: str) -> None:
    """Tap a leader, then models while any can be afforded, then found it."""
    page.goto(f"{league}arsenal/start/")
    press(page, page.locator("button[name=leader]").first)
    expect(page.locator("#offers")).to_be_visible()
    for _ in range(12):
        spent = page.locator(".crew-spent").inner_text()
        candidates = page.locator("#offers button[name=add]:not([disabled])")
        if not candidates.count():
            break
        press(page, candidates.first)
        expect(page.locator(".crew-spent")).not_to_have_text(spent)
    expect(page.locator("#builder .action-bar")).to_contain_text("legal")
    press_first(page, "Confirm Arsenal")
    page.goto(league)
    expect(page.get_by_role("main")).not_to_contain_text("Build your starting Arsenal")


def hand_in_crew(page: Page, table: str) -> None:
    """Tap everyone in who still fits, then hand the Crew in."""
    page.goto(f"{table}crew/")
    for _ in range(12):
        free = page.locator(".hire:not(.hire-in):not(.hire-not) input[type=checkbox]")
        if not free.count():
            break
        before = page.locator(".hire-in").count()
        with answered(page, by_script=True):
            free.first.press("Space")
        expect(page.locator(".hire-in")).to_have_count(before + 1)
    press_first(page, "Hand in")
    expect(page.get_by_role("main")).not_to_contain_text("Not handed in yet")


def report(page: Page, table: str) -> None:
    """3 VP from the Strategy for the reporter, and one model of theirs Finished Off."""
    page.goto(f"{table}report/")
    side = page.locator(".report-side").first
    for turn in ("2", "3", "4"):
        side.locator(f".turns >> nth=0 >> input[value='{turn}']").check(force=True)
    for number, chooser in enumerate(side.locator(".scheme-row select").all()):
        chooser.select_option(index=number + 1)
    for number, chooser in enumerate(page.locator(".report-side").nth(1).locator(".scheme-row select").all()):
        chooser.select_option(index=number + 1)
    side.locator("details.fallen summary").click()
    fate = side.locator(".fates li").first
    fate.locator("select").first.select_option(index=1)
    card = fate.locator("input")
    if card.count():
        card.first.fill("9r")
    press_first(page, "Report the result")
    expect(page).not_to_have_url(re.compile("report/$"))


def nothing_drawn(page: Page) -> None:
    """No card of the Aftermath is on its way: what is shown stays until it is answered."""
    expect(page.locator("#aftermath[hx-get]")).to_have_count(0)
    settled(page)


def finish_aftermath(page: Page, table: str) -> list[str]:
    """Keep every card, buy nothing, until it is done; the headings passed on the way."""
    page.goto(f"{table}aftermath/")
    seen: list[str] = []
    for _ in range(60):
        done = page.get_by_text("Your Aftermath is done")
        asks = page.locator("#ask-title")
        nothing_drawn(page)
        done.or_(asks).first.wait_for()
        if done.count():
            return seen
        question = asks.first.inner_text()
        seen.append(question)
        by_default = page.locator(".choice", has_text="if you do nothing").get_by_role("button")
        chosen = by_default if by_default.count() else page.locator(".choice button")
        press(page, chosen.first)
        page.goto(f"{table}aftermath/")
    raise AssertionError(f"the aftermath asks on and on: {seen[-3:]}")


def test_two_players_and_an_organiser_live_a_week(people: Callable[[str], Page]) -> None:
    organiser, mara, jonas = people("olive"), people("mara"), people("jonas")
    league = open_league(organiser)
    link = invitation(organiser, league)
    join(mara, link, "guild", "The Brass Lanterns")
    join(jonas, link, "neverborn", "Under the Thorn")
    for player in (mara, jonas):
        build_arsenal(player, league)
    carry_out(organiser, league, "close_registration")
    carry_out(organiser, league, "start_campaign")

    mara.goto(league)
    expect(mara.get_by_role("main")).to_contain_text("Hire your Crew against Under the Thorn")
    table = f"{league}week/1/games/1/"
    hand_in_crew(mara, table)
    jonas.goto(table)
    expect(jonas.get_by_role("main")).not_to_contain_text("Campaign Rating:")
    hand_in_crew(jonas, table)
    mara.goto(league)
    expect(mara.get_by_role("main")).to_contain_text("then report the result")

    report(mara, table)
    jonas.goto(table)
    press_first(jonas, "Confirm the result")
    assert any("Barter" in question or "Flipped" in question for question in finish_aftermath(mara, table))
    finish_aftermath(jonas, table)

    carry_out(organiser, league, "games_due")
    for player in (mara, jonas):
        player.goto(league)
        expect(player.get_by_role("main")).to_contain_text("Hire for week 2")
    mara.goto(f"{league}standings/")
    first = mara.locator("table tbody tr").first
    expect(first).to_contain_text("The Brass Lanterns")
    mara.goto(f"{league}diary/")
    expect(mara.get_by_role("main")).to_contain_text("Week 1 closed")
    mara.goto(f"{league}fate/")
    expect(mara.get_by_role("main")).to_contain_text(re.compile("week 1", re.IGNORECASE))
    for page in (organiser, mara, jonas):
        assert problems(page) == []
