"""Pages of many taps, at 600 ms of latency with a tap each 300 ms: every tap counts once, in order, and what
was tapped stays under the thumb."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from playwright.sync_api import Page, expect

from mfcampaign.campaigns.loading import draft_of
from mfcampaign.campaigns.scripted import play
from mfcampaign.crews import operations as crews
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import faults_as_it_stands
from tests.browser.recorder import shown
from tests.campaigns.conftest import catalogue, figures, in_process, make_league  # noqa: F401  fixtures
from tests.campaigns.game_pages import at, own_aftermath
from tests.play.playing import SMALL, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
NEW = "/play/new/record/?edition=m3e"
TOPS = """ids => Object.fromEntries(ids.map(id => [id, document.getElementById(id)])
  .filter(([, one]) => one).map(([id, one]) => [id, one.getBoundingClientRect().top]))"""


def slow_line(page: Page) -> None:
    """600 ms to the server and back."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 600, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def recording(new_page: Any) -> tuple[Page, Encounter]:
    page: Page = new_page(375, touch=True)
    person("mara")
    sign_in(page, "mara", "secret-pass")
    page.goto(NEW)
    page.get_by_label("Strategy, Deployment, Schemes").select_option("fate")
    for side, models in (("first", "Lady Justice\n2x Guild Hound"), ("second", "Old Bess 7\nYoung Bess 7")):
        page.locator(f"#id_{side}-name").fill(side)
        page.locator(f"#id_{side}-models").fill(models)
    press(page, "Start recording")
    press(page, "Turn 1 begins")
    return page, Encounter.objects.get()


@pytest.mark.usefixtures("catalogue")
def test_every_tap_of_the_recorder_counts_once_in_order_and_the_page_stays(new_page: Any) -> None:
    page, row = recording(new_page)
    row.refresh_from_db()
    begun = row.version
    slow_line(page)
    taps = ["−1 Health of Old Bess", "−1 Health of Young Bess", "−2 Health of Old Bess"] * 2
    shown(page, 1)
    where = page.locator("#model-b1").evaluate("one => one.getBoundingClientRect().top")
    for name in taps:
        page.get_by_role("button", name=name, exact=True).click(no_wait_after=True)
        page.wait_for_timeout(300)
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    expect(page.locator("#model-b1 .standing-health")).to_contain_text("1/7")
    expect(page.locator("#model-b2 .standing-health")).to_contain_text("5/7")
    assert abs(page.locator("#model-b1").evaluate("one => one.getBoundingClientRect().top") - where) < 3
    expect(page.locator("#model-b2")).to_be_visible()  # the Crew that was chosen stays
    row.refresh_from_db()
    done = [
        (entry["model"], entry["amount"])
        for value in loading.counting(row).filter(number__gt=begun).values_list("value", flat=True)
        for entry in msgspec.json.decode(value)
    ]
    assert done == [("b1", 1), ("b2", 1), ("b1", 2)] * 2


def test_a_part_of_the_shuffles_that_is_lost_on_its_way_is_laid_down_again(new_page: Any) -> None:
    mara = person("mara")
    row = creation.create(mara, SMALL, opponent="greedy")
    page: Page = new_page(375)
    sign_in(page, "mara", "secret-pass")
    lost = []

    def lose(route: Any) -> None:
        lost.append(route.request.post_data)
        route.abort()
        page.unroute("**/fate/")

    page.route("**/fate/", lose)
    page.goto(row.get_absolute_url())
    expect(page.locator("#question form.ask")).to_be_visible()
    assert len(lost) == 1


@pytest.mark.usefixtures("catalogue")
def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(new_page: Any) -> None:
    page, row = recording(new_page)
    lost = []

    def lose_the_answer(route: Any) -> None:
        route.fetch()  # the server has done it
        lost.append(route.request.post_data)
        route.abort()
        page.unroute("**/play/outbox/")

    shown(page, 1)
    page.route("**/play/outbox/", lose_the_answer)
    page.get_by_role("button", name="−2 Health of Old Bess", exact=True).click()
    expect(page.locator("#model-b1 .standing-health")).to_contain_text("5/7")
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    assert len(lost) == 1
    row.refresh_from_db()
    assert loading.record_of(row).state.models["b1"].health == 5


def test_every_tap_of_the_starting_arsenal_is_done_in_order_and_the_page_stays(
    new_page: Any,
    make_league: Any,  # noqa: F811
) -> None:
    league = make_league(players=1)
    entry = league.entry(0)
    page: Page = new_page(375, bypass_csp=True)
    sign_in(page, entry.user.username, "secret-pass")
    page.goto(f"/leagues/{league.campaign.slug}/arsenal/start/")
    press(page, page.locator("button[name=leader]").first)
    page.locator("a.pick-name").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
    assert faults_as_it_stands(page, "the Starting Arsenal with a card over it") == []
    page.keyboard.press("Escape")
    assert faults_as_it_stands(page, "the Starting Arsenal") == []
    slow_line(page)
    offers = page.locator("#offers button[name=add]")
    wanted = offers.evaluate_all("all => all.slice(2, 5).map(one => one.id)")
    for one in wanted:
        page.evaluate("id => document.getElementById(id).click()", one)
        page.wait_for_timeout(300)
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
    assert [f"add-{slug}" for slug in draft_of(league.entry(0)).models] == wanted
    out = [one.replace("add-", "remove-") for one in wanted]
    page.evaluate("id => document.getElementById(id).scrollIntoView({ block: 'start' })", out[0])
    before = page.evaluate(TOPS, out)
    page.evaluate("id => document.getElementById(id).click()", out[0])
    expect(page.locator(f"#{out[0]}")).to_have_count(0)
    after = page.evaluate(TOPS, out)
    assert abs(after[out[1]] - before[out[1]]) < 3, "what is next below stays where it was"


def tap(page: Page, *ids: str) -> None:
    """One after the other, each 300 ms, until all is answered."""
    for one in ids:
        page.evaluate("id => document.getElementById(id).click()", one)
        page.wait_for_timeout(300)
    expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)


@pytest.mark.usefixtures("catalogue")
def test_every_tap_of_the_crew_builder_is_done_in_order_and_the_page_stays(new_page: Any) -> None:
    crew = crews.create(AnonymousUser(), faction="guild", leader="lady-justice", start=True)
    page: Page = new_page(375)
    page.goto(crew.get_absolute_url())
    page.locator("#less-guild-hound").evaluate("one => one.scrollIntoView({ block: 'center' })")
    slow_line(page)
    watched = ["add-guild-hound", "less-guild-hound"]
    before = page.evaluate(TOPS, watched)
    tap(
        page, "add-guild-hound", "add-guild-hound", "add-executioner", "less-guild-hound", "add-death-marshal"
    )
    assert page.evaluate(TOPS, watched) == pytest.approx(before, abs=3)
    totem, hound, *others = "scales-of-justice", "guild-hound", "executioner", "death-marshal"
    assert [*crew.members.values_list("slug", flat=True)] == [totem, hound, *others]
    tap(page, "undo", "undo")
    assert sorted(crew.members.values_list("slug", flat=True)) == [others[0], hound, hound, totem]
    expect(page.locator("#messages .message")).to_have_count(0)
    out = page.locator("#sheet button.step").evaluate_all("all => all.map(one => one.id)")
    page.evaluate("id => document.getElementById(id).scrollIntoView({ block: 'start' })", out[0])
    before = page.evaluate(TOPS, out)
    tap(page, out[0])
    assert page.evaluate(TOPS, out)[out[1]] == pytest.approx(before[out[1]], abs=3)
    page.locator("#settings > summary").click()
    page.locator("#settings input[name=name]").fill("The Line")
    press(page, "Save")
    crew.refresh_from_db()
    assert crew.name == "The Line", "one’s own taps are no news to the rest of the page"


def test_a_tap_of_the_aftermath_counts_once_and_the_page_stays(
    new_page: Any,
    make_league: Any,  # noqa: F811
    in_process: None,  # noqa: F811
) -> None:
    league = make_league(players=2)
    league.found_all()
    league.start()
    game = league.games()[0]
    play.play(game)
    row = own_aftermath(game)
    page: Page = new_page(375)
    sign_in(page, row.side.entry.user.username, "secret-pass")
    page.goto(at(game, "aftermath"))
    slow_line(page)
    for own in (1, 2):
        if not page.locator(".choice").count():
            break  # the cards decided the rest
        choice = page.locator(".choice", has_text="if you do nothing").or_(page.locator(".choice")).first
        button = choice.get_by_role("button")
        button.evaluate("one => one.scrollIntoView({ block: 'center' })")
        before = page.evaluate("scrollY")
        for _ in range(2):  # the same, while its answer is on its way
            button.evaluate("one => one.click()")
            page.wait_for_timeout(300)
        expect(page.locator(".taps-chip:not([hidden])")).to_have_count(0)
        assert row.decisions.filter(source="player").count() == own
        assert abs(page.evaluate("scrollY") - before) < 3


def test_every_tap_of_a_games_crew_counts_and_the_page_stays(new_page: Any, make_league: Any) -> None:  # noqa: F811
    league = make_league(players=2)
    league.found_all()
    league.start()
    game = league.games()[0]
    side = play.sides(game)[0]
    page: Page = new_page(375)
    sign_in(page, side.entry.user.username, "secret-pass")
    page.goto(at(game, "crew"))
    slow_line(page)
    models = page.locator(".hire-name").evaluate_all("all => all.map(one => one.htmlFor)")[1:]
    assert len(models) > 2
    for one in models:
        page.evaluate("id => document.getElementById(id).scrollIntoView({ block: 'center' })", one)
        before = page.evaluate(TOPS, models)
        page.evaluate("id => document.getElementById(id).click()", one)
        page.wait_for_timeout(300)
    expect(page.locator(".hire-in")).to_have_count(len(models) + 1)
    settled(page)
    assert page.evaluate(TOPS, models) == pytest.approx(before, abs=3)
    side.refresh_from_db()
    assert {f"model-{member['model_id']}" for member in side.crew["members"]} >= set(models)
