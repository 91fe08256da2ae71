"""A phone without signal: record and cards are read, taps wait, and all of it counts once afterwards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.models import Report
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import recording as recording_operations
from tests.browser.actions import held, sign_in
from tests.browser.checks import overflow
from tests.browser.conftest import FLAGS
from tests.browser.recorder import sheet_of, shown
from tests.browser.test_taps import recording
from tests.browser.timeouts import PATIENCE
from tests.campaigns.conftest import catalogue, figures, make_league, opened  # noqa: F401  fixtures
from tests.play.league_game import address, revealed_game, users
from tests.play.league_game import browser as client_of
from tests.play.playing import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
KEPT = "Kept on your device"


@pytest.mark.usefixtures("catalogue")
def test_with_the_network_cut_taps_wait_survive_a_reload_and_count_once(new_page: Any) -> None:
    page, row = recording(lambda width, **how: new_page(width, worker=True, **how))
    expect(page.get_by_text(KEPT)).to_be_visible()
    here = page.url
    shown(page, 1)
    page.context.set_offline(True)
    for name in ("−1 Health of Old Bess", "−2 Health of Young Bess"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".outbox-chip")).to_have_text("2 waiting")
    page.goto(here)
    expect(page.locator(".kept-since")).to_contain_text("No signal.")
    expect(page.locator("#model-b1 .waiting-mark")).to_contain_text("−1 Health of Old Bess")
    expect(page.locator("#model-b1 .standing-health")).to_contain_text("6/7")
    expect(page.locator("#model-b2 .standing-health")).to_contain_text("5/7")
    shown(page, 1)
    page.get_by_role("button", name="−1 Health of Old Bess", exact=True).click()
    expect(page.locator(".outbox-chip")).to_have_text("3 waiting")
    expect(page.locator("#model-b1 .standing-health.waits")).to_contain_text("5/7")
    assert overflow(page) == 0
    page.get_by_role("link", name="Cards and scenario").click()
    expect(page.get_by_role("heading", name="Cards and scenario")).to_be_visible()
    expect(page.locator(".outbox-chip")).to_have_text("3 waiting")

    row.refresh_from_db()
    other = person("rafe")
    row.seats.filter(user=None).update(user=other)
    recording_operations.enter(row, other, [{"do": "hurt", "model": "b2", "amount": 3}], seen=row.version)
    page.goto(here)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".outbox-chip")).to_have_text("1 waiting · 1 needs you")
    asked = page.locator(".needs-you")
    expect(asked).to_contain_text("−2 Health of Young Bess")
    expect(asked).to_contain_text("suffers 3 damage")
    asked.get_by_role("button", name="Enter mine too").click()
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    expect(page.locator("#model-b1 .standing-health")).to_contain_text("5/7")
    expect(page.locator("#model-b2 .standing-health")).to_contain_text("2/7")
    row.refresh_from_db()
    health = {name: model.health for name, model in loading.record_of(row).state.models.items()}
    assert (health["b1"], health["b2"]) == (5, 2)
    assert row.sent_entries.count() == 4, "the Turn and three taps, each once"


@pytest.mark.usefixtures("catalogue")
def test_a_whole_evening_is_written_down_without_signal(new_page: Any, make_league: Any) -> None:  # noqa: F811
    """From a page kept before Turn 1: later Turns, a Scheme, a kill and its Finished Off flip, the report."""
    game = revealed_game(make_league)
    mara, _other = users(game)
    client_of(mara).post(address(game))
    row = Encounter.objects.get(mode=Encounter.Mode.RECORD)
    page = new_page(375, worker=True)
    sign_in(page, mara.username, "secret-pass")
    page.goto(row.get_absolute_url())
    expect(page.get_by_text(KEPT)).to_be_visible()
    ahead = page.locator("#ahead")
    opens = page.get_by_role("button", name="What comes next")
    expect(opens).to_be_hidden()
    page.context.set_offline(True)

    def tap(name: str, waiting: int, within: Any = page) -> None:
        within.get_by_role("button", name=name, exact=True).first.click()
        waits(waiting)

    def waits(waiting: int) -> None:
        expect(page.locator(".outbox-chip")).to_have_text(f"{waiting} waiting")

    page.get_by_role("button", name="Choose Schemes").click()
    for number in (0, 1):
        page.locator("input[name=schemes]").nth(number).check()
    tap("Save, hidden", 1)
    expect(opens).to_be_visible()
    tap("Turn 1 begins", 2)
    page.goto(row.get_absolute_url())
    expect(page.locator(".kept-since")).to_be_visible()
    tap("Turn 2 begins", 3)
    expect(page.locator("#the-turn")).to_contain_text("Turn 2")
    strategy = loading.record_of(row).state.strategy
    tap(f"+1 VP {strategy}", 4)
    expect(page.locator("#side-0")).to_contain_text("1 VP")
    opens.click()
    scheme = ahead.get_by_label("A Scheme of").first.locator("option").first.inner_text()
    tap("+1 VP", 5, ahead)
    expect(page.locator("#side-0")).to_contain_text("2 VP")
    page.keyboard.press("Escape")
    shown(page, 1)
    sheet_of(page, "b2").locator('button[value="slay:b2"]').click()
    waits(6)
    expect(page.locator("#model-b2.is-gone")).to_be_visible()
    opens.click()
    ahead.get_by_text("A Finished Off flip").click()
    ahead.get_by_label("Of", exact=True).select_option("b2")
    ahead.get_by_label("9", exact=True).first.check()
    ahead.get_by_label("Rams").first.check()
    tap("Enter", 7, ahead)
    tap("Turn 3 begins", 8, ahead)
    tap("The game is over", 9, ahead)
    tap("Report to the league", 10, ahead)
    assert overflow(page) == 0
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".needs-you")).to_have_count(0)
    page.wait_for_url(re.compile(f"/games/{game.table}/$"))
    row.refresh_from_db()
    state = loading.record_of(row).state
    assert (state.turn, state.phase) == (3, "over")
    assert [(score.turn, score.source) for score in state.scores] == [(2, strategy), (2, scheme)]
    assert [(fall.model, fall.finished_off) for fall in state.falls] == [("b2", True)]
    assert Report.objects.get(game=game).by_entry.user == mara


@pytest.mark.usefixtures("catalogue")
def test_the_page_of_a_game_is_read_without_signal_until_one_signs_out(
    new_page: Any,
    make_league: Any,  # noqa: F811
) -> None:
    """What was kept for one person goes with their sign-in, here or elsewhere."""
    game = revealed_game(make_league)
    mara, _other = users(game)
    page = new_page(375, worker=True)
    kept = page.get_by_text("it can be read without a signal")
    there = f"/leagues/{game.week.campaign.slug}/week/{game.week.number}/games/{game.table}/"

    def keeps() -> list[str]:
        return list(
            page.evaluate("async () => (await caches.keys()).filter(name => name.startsWith('kept '))")
        )

    sign_in(page, mara.username, "secret-pass")
    page.goto(there)
    expect(kept).to_be_visible()
    page.context.set_offline(True)
    page.goto(there)
    expect(page.locator(".kept-since")).to_contain_text("its buttons work again with a signal")
    expect(page.get_by_role("heading", level=1)).to_contain_text("against")
    page.context.set_offline(False)
    page.goto("/account/logout/")
    page.get_by_role("button", name="Sign out").last.click()
    expect(page.locator("body[data-user]")).to_have_count(0)
    wait_for(lambda: keeps() == [], page)
    page.context.set_offline(True)
    page.goto(there)
    expect(page.get_by_role("heading", name="No signal")).to_be_visible()
    page.context.set_offline(False)

    sign_in(page, mara.username, "secret-pass")
    page.goto(there)
    expect(kept).to_be_visible()
    Session.objects.all().delete()
    page.goto("/help/")
    expect(page.locator("body[data-user]")).to_have_count(0)
    wait_for(lambda: keeps() == [], page)


@pytest.mark.usefixtures("catalogue")
def test_hires_wait_without_signal_and_are_sent_in_order(new_page: Any, settings: Any) -> None:
    """Taken back, refused and kept, given up at sign-out; what may flip says that it needs a signal."""
    settings.DISPATCH_IN_PROCESS = True
    league = opened(players=2, name="The Late Shift")
    league.found_all()
    weeks.reach_deadline(league.start(), league.organiser, reason="Nobody came")
    entry, user = league.entry(0), league.players[0]
    here = f"/leagues/{league.campaign.slug}/hires/"
    page = new_page(375, worker=True)
    sign_in(page, user.username, "secret-pass")
    page.goto(here)
    expect(page.get_by_text(KEPT)).to_be_visible()
    waiting, chip = page.locator("[data-waiting]"), page.locator(".outbox-chip")
    offers = page.locator(".step-add:not([disabled])")
    names = [str(offers.nth(number).get_attribute("aria-label")) for number in (0, 1)]

    page.context.set_offline(True)
    page.goto(here)
    expect(page.locator(".kept-since")).to_contain_text("what flips a card needs a signal")
    for number, name in enumerate(names, start=1):
        page.get_by_role("button", name=name, exact=True).click()
        expect(chip).to_have_text(f"{number} waiting")
        expect(waiting).to_contain_text(name)
    assert overflow(page) == 0
    page.get_by_role("button", name="Done hiring").click(force=True)
    expect(page.locator("#messages")).to_contain_text("This needs a signal")
    waiting.get_by_role("button", name="Take back").last.click()
    given_up = waiting.locator("li", has_text=names[1])
    expect(given_up).to_contain_text("Given up; the portal is told.")
    page.goto(here)
    expect(given_up).to_contain_text("Given up")
    expect(waiting.locator("li", has_text=names[0]).get_by_role("button")).to_have_text("Take back")
    assert entry.models.filter(hired_week=2).count() == 0

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#messages")).to_contain_text("joins your Arsenal")
    expect(page.get_by_label("Bought this week")).to_contain_text(names[0].removeprefix("Hire "))
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    assert entry.models.filter(hired_week=2).count() == 1

    # Somebody else's device was faster: nothing is lost, and a person decides.
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Take back the last purchase").click()
    expect(chip).to_have_text("1 waiting")
    hires.lock(entry, user)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    asked = page.locator(".needs-you")
    expect(asked).to_contain_text("is done hiring")
    asked.get_by_role("button", name="Do mine too").click()
    expect(asked).to_contain_text("You said you are done hiring. Open your hires again first.")

    questions = []
    page.on("dialog", lambda dialog: (questions.append(dialog.message), dialog.accept()))
    page.goto("/account/logout/")
    page.get_by_role("button", name="Sign out").last.click()
    expect(page.locator("body[data-user]")).to_have_count(0)
    assert questions == ["1 to do in your leagues was not sent yet and will be deleted. Sign out?"]
    sign_in(page, user.username, "secret-pass")
    page.goto(here)
    expect(page.get_by_text("You are done hiring")).to_be_visible()
    expect(waiting).to_be_hidden()
    assert entry.models.filter(hired_week=2).count() == 1


class Phone:
    """A device whose browser may be closed and opened again: its profile lies on the disk."""

    def __init__(self, browser: Browser, chromium: str, address: str, profile: Path) -> None:
        self.kind, self.chromium, self.address, self.profile = (
            browser.browser_type,
            chromium,
            address,
            profile,
        )
        self.begin()

    def begin(self) -> None:
        self.context = self.kind.launch_persistent_context(
            self.profile,
            executable_path=self.chromium,
            args=list(FLAGS),
            base_url=self.address,
            viewport={"width": 375, "height": 800},
            reduced_motion="reduce",
            locale="en-GB",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = held(self.context.pages[0])

    def end(self) -> None:
        self.context.close()

    def tap(self, name: str, page: Page | None = None) -> None:
        there = page or self.page
        shown(there, 1)
        there.get_by_role("button", name=name, exact=True).click()

    def sign_in(self) -> None:
        """While something waits, which ``hands.sign_in`` would wait for."""
        self.page.goto("/account/login/")
        self.page.get_by_label("Username or e-mail").fill("mara")
        self.page.get_by_label("Password").fill("secret-pass")
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page).not_to_have_url(re.compile("/account/login/"))

    def waits(self, number: int, page: Page | None = None) -> None:
        chip = (page or self.page).locator(".outbox-chip:not([hidden])")
        expect(chip).to_contain_text(f"{number}") if number else expect(chip).to_have_count(0)


@pytest.fixture
def phone(
    browser: Browser, chromium: str, live_server: Any, tmp_path: Path, new_page: Any
) -> Iterator[Phone]:
    """Closed before ``new_page`` waits until nobody is served."""
    opened = Phone(browser, chromium, live_server.url, tmp_path / "profile")
    yield opened
    opened.end()


@pytest.mark.soak
@pytest.mark.usefixtures("catalogue")
def test_wherever_the_line_is_cut_each_tap_counts_once_in_order(phone: Phone) -> None:
    """Before it is sent, its answer lost, a reload, a second tab, a tab closed over its request, the browser
    closed, the sign-in expired, and a network that answers for itself."""
    page, row = recording(lambda _width, **_how: phone.page)
    here, tapped = page.url, list[tuple[str, int]]()
    expect(page.get_by_text(KEPT)).to_be_visible()

    def tap(model: int, amount: int, on: Page | None = None) -> None:
        phone.tap(f"−{amount} Health of {('Old', 'Young')[model - 1]} Bess", on)
        tapped.append((f"b{model}", amount))

    def all_of_it_counts() -> None:
        expect(phone.page.locator(".taps-chip:not([hidden])")).to_have_count(0)
        counted = [
            (entry["model"], entry["amount"])
            for value in loading.counting(row).order_by("number").values_list("value", flat=True)
            for entry in json.loads(value)
            if entry["do"] == "hurt"
        ]
        assert counted == tapped

    def back() -> None:
        phone.context.set_offline(False)
        phone.page.evaluate("dispatchEvent(new Event('online'))")

    # Before it is sent; and the page loaded again meanwhile.
    phone.context.set_offline(True)
    tap(1, 1)
    tap(2, 1)
    phone.waits(2)
    phone.page.goto(here)
    phone.waits(2)
    tap(1, 2)
    phone.waits(3)
    back()
    all_of_it_counts()

    # The answer is lost; the page is loaded again before it is sent again.
    lost = cut_answers(phone.context)
    tap(2, 2)
    phone.waits(1)
    phone.page.goto(here)
    phone.waits(1)
    assert lost
    mend(phone.context)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    all_of_it_counts()

    # Two tabs write, both without a signal; either sends all of it.
    second = held(phone.context.new_page())
    second.goto(here)
    phone.context.set_offline(True)
    tap(1, 1)
    phone.waits(1)
    phone.waits(1, second)
    tap(2, 1, second)
    phone.waits(2)
    back()
    second.evaluate("dispatchEvent(new Event('online'))")
    all_of_it_counts()

    # The tab that sends is closed over its request, which the portal has; the other sends it again.
    lost = cut_answers(phone.context, never=True)
    with second.expect_request("**/play/outbox/"):
        tap(1, 1, second)
    wait_for(lambda: bool(lost), phone.page)
    second.close()
    mend(phone.context)
    phone.page.evaluate("dispatchEvent(new Event('focus'))")
    all_of_it_counts()

    # The browser is closed with entries that were never sent, and with one whose answer was lost.
    lost = cut_answers(phone.context)
    tap(2, 1)
    wait_for(lambda: bool(lost), phone.page)
    phone.context.set_offline(True)  # before it is sent again
    mend(phone.context)
    tap(1, 1)
    phone.waits(2)
    phone.end()
    phone.begin()
    phone.page.goto("/")
    expect(phone.page.locator(".outbox-chip")).to_have_text("2 waiting: sign in to send")
    phone.sign_in()
    phone.page.goto(here)
    all_of_it_counts()

    # The sign-in expires: it is kept, says so, and goes out under the same name again.
    Session.objects.all().delete()
    tap(2, 1)
    expect(phone.page.locator(".outbox-chip")).to_have_text("Sign in to send 1")
    phone.sign_in()
    phone.page.goto(here)
    all_of_it_counts()

    # A network that answers every request by itself, and a portal that fails.
    for answer in ({"status": 200, "body": "<h1>Welcome</h1>"}, {"status": 500, "body": "no"}):
        phone.context.route("**/play/outbox/", answering(answer))
        tap(1, 1)
        phone.waits(1)
        mend(phone.context)
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        all_of_it_counts()

    row.refresh_from_db()
    assert len(tapped) == 12
    assert row.sent_entries.count() == len(tapped) + 1, "the Turn and each tap, once"


def answering(answer: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(**answer)


def cut_answers(context: BrowserContext, *, never: bool = False) -> list[str]:
    """From now on the portal does what it is sent, and its answer does not arrive; ``never``: nor does the
    news of that."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route.request.post_data or "")
        if not never:
            route.abort()

    context.route("**/play/outbox/", lose)
    return lost


def mend(context: BrowserContext) -> None:
    context.unroute("**/play/outbox/")


def wait_for(holds: Callable[[], bool], page: Page) -> None:
    """Until something holds that no page shows; the browser goes on meanwhile."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")
