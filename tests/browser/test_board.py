"""The board of an Encounter that is played: seen without scrolling, moved by finger, wheel and keys, pointed
at. Two widths: a desk's window and a phone."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from rules.editions.m3e.examples.encounters import skirmish, skirmish_among_terrain
from rules.editions.m3e.simulation.bots import Greedy
from rules.fate.shuffle import Stream, digest
from rules.game.procedure.asks import Ask
from rules.game.table_access.spots import is_place
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import barbed_wire
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import axe, overflow, problems, set_theme
from tests.play.playing import against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
DESK, PHONE = (1280, 900), (375, 800)


def widths(first: tuple[int, int]) -> pytest.MarkDecorator:
    """At this size in a landing, at the other in a soak."""
    other = PHONE if first == DESK else DESK
    return pytest.mark.parametrize(("width", "height"), [first, pytest.param(*other, marks=pytest.mark.soak)])


def asked(
    row: Encounter, user: Any, kind: str, fits: Callable[[Any, Ask], bool] = lambda play, ask: True
) -> Encounter:
    """The Encounter, played on by a bot's answers until ``kind`` is asked of its player, and it ``fits``."""
    for step in range(400):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.ask_for(0)
        assert ask is not None
        if ask.kind == kind and fits(play, ask):
            return row
        value = Greedy(Stream(digest("board", str(step)))).answer(play, ask)
        playing.answer(row, user, 0, value, kind=ask.kind, seen=row.version)
    raise AssertionError(f"nobody asked: {kind}")


def at_the_table(new_page: Any, row: Encounter, width: int, height: int, **how: Any) -> Page:
    page: Page = new_page(width, **how)
    page.set_viewport_size({"width": width, "height": height})
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    return page


def seen_of(page: Page) -> list[float]:
    """What the picture shows: left, top, inches across, inches down."""
    box = page.locator("#board svg.table").get_attribute("viewBox") or ""
    return [float(part) for part in box.split()]


@widths(PHONE)
def test_board_and_question_are_seen_without_scrolling(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "activate"), width, height, bypass_csp=True)
    board = page.locator("#board svg.table").bounding_box()
    question = page.get_by_role("heading", name="Which model Activates?").bounding_box()
    first = page.locator(".ask-choices button").first.bounding_box()
    for box in (board, question, first):
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert overflow(page) == 0
    faults = axe(page)
    set_theme(page, "dark")
    assert not [*faults, *axe(page, only="color-contrast")]
    assert not problems(page)


def hidden_choices(page: Page) -> list[str]:
    """The choices that lie wholly or partly outside the question's frame."""
    sheet = page.locator("#question").bounding_box()
    assert sheet is not None
    hidden = []
    for choice in page.locator(".ask-choices button").all():
        box = choice.bounding_box()
        assert box is not None
        assert box["height"] >= 44, "a thumb hits it"
        if box["y"] < sheet["y"] or box["y"] + box["height"] > sheet["y"] + sheet["height"]:
            hidden.append(choice.inner_text())
    return hidden


# Twenty pairs of one's own model and another's, as a Scheme may ask for them.
TWENTY = """box => box.classList.add("ask-most") ||
  box.replaceChildren(...Array.from({length: 20}, (_, at) => {
    const button = document.createElement("button");
    button.className = "button";
    button.textContent = `Bushwhacker (A${at % 5}) on Illuminated (B4)`;
    return button;
}))"""


@pytest.mark.parametrize(("width", "height"), [(390, 664), pytest.param(*DESK, marks=pytest.mark.soak)])
def test_every_choice_of_a_long_list_is_seen_without_scrolling(new_page, width, height):
    mara = person("mara")
    row = against_bot(mara, skirmish_among_terrain("tests"))
    page = at_the_table(new_page, asked(row, mara, "activate"), width, height, bypass_csp=True)
    assert page.locator(".ask-choices button").count() == 7
    assert hidden_choices(page) == []
    assert page.locator(".ask-text").inner_text().count("Activate") == 1
    page.locator(".ask-choices").evaluate(TWENTY)
    assert hidden_choices(page) == []
    assert not axe(page)
    page.goto(asked(row, mara, "action").get_absolute_url())
    settled(page)
    assert hidden_choices(page) == []
    assert page.locator(".ask-text").inner_text().count("Action") == 1
    assert overflow(page) == 0
    assert not axe(page)


def test_the_near_edge_of_the_table_comes_up_above_a_tall_question(new_page):
    mara = person("mara")
    row = against_bot(mara, skirmish_among_terrain("tests"))
    page = at_the_table(new_page, asked(row, mara, "activate"), 390, 664)
    page.locator(".ask-choices").evaluate(TWENTY.replace('box.classList.add("ask-most") ||', ""))
    page.get_by_role("button", name="Nearer").click()
    board = page.locator("#board")
    board.focus()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    edge = middle(page, 18, 0.3)
    sheet = page.locator("#question").bounding_box()
    assert sheet is not None
    box = board.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] > sheet["y"] + 20, "the sheet lies over the board"
    assert edge[1] < sheet["y"]
    page.keyboard.press("0")
    assert seen_of(page) == [0, 0, 36, 36]


@widths(PHONE)
def test_every_card_of_a_duels_question_is_seen_without_scrolling(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "cheat", lambda play, _: play.state.phase == "activation")
    page = at_the_table(new_page, row, width, height)
    assert page.locator(".ask-choices button").count() > 4, "the flip, and a hand"
    assert hidden_choices(page) == []
    text = page.locator(".ask-text").inner_text()
    assert text.count("Cheat?") == 1
    assert overflow(page) == 0


@widths(DESK)
def test_the_view_is_moved_by_wheel_buttons_and_keys_and_stays_after_an_answer(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "activate"), width, height)
    whole = seen_of(page)
    assert whole == [0, 0, 36, 36]
    board = page.locator("#board")
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] * 3 / 4)
    page.mouse.wheel(0, -400)
    page.wait_for_function("document.querySelector('#board svg').viewBox.baseVal.width < 36")
    by_wheel = seen_of(page)
    assert by_wheel[0] < 9 < by_wheel[0] + by_wheel[2], "what was under the pointer is still seen"
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4 - 60, box["y"] + box["height"] * 3 / 4, steps=4)
    page.mouse.up()
    assert seen_of(page)[0] > by_wheel[0], "dragged to the left, one looks farther right"
    page.get_by_role("button", name="All", exact=True).click()
    assert seen_of(page) == whole
    board.focus()
    page.keyboard.press("+")
    nearer = seen_of(page)
    assert nearer[2] < whole[2]
    page.keyboard.press("ArrowRight")
    assert seen_of(page)[0] > nearer[0]
    page.keyboard.press("0")
    assert seen_of(page) == whole
    page.keyboard.press("Tab")
    expect(page.locator("#board .token").first).to_be_focused()
    page.keyboard.press("+")
    page.get_by_role("button", name="Follow").click()  # off: the view is one's own
    before = seen_of(page)
    page.locator(".ask-choices button").first.click()
    expect(page.get_by_role("heading", name="Which model Activates?")).to_have_count(0)
    settled(page)
    assert seen_of(page) == before
    assert not problems(page)


@widths(PHONE)
def test_without_a_script_board_question_and_cards_are_all_there(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara, skirmish_among_terrain("tests")), mara, "deploy")
    page = at_the_table(new_page, row, width, height, javascript=False)
    expect(page.locator("#board svg.table")).to_be_visible()
    expect(page.locator("[data-board-tools]")).to_be_hidden()
    page.get_by_label("Across", exact=True).fill("1")
    page.get_by_label("Up", exact=True).fill("1")
    row.refresh_from_db()
    before = row.version
    page.get_by_role("button", name="Deploy", exact=True).click()
    page.wait_for_load_state()
    row.refresh_from_db()
    assert row.version >= before
    expect(page.locator("#board svg.table")).to_be_visible()


def test_a_bot_has_a_board_of_seven_tokens_a_side(new_page):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara, skirmish("tests")), mara, "activate"), 1280, 900)
    assert page.locator("#board .token.side-0").count() == 7
    names = page.locator("#board .token").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert all("Health" in name for name in names)


def middle(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table (inches, y up) lies in the window."""
    at = page.evaluate(
        """([x, y]) => { const svg = document.querySelector('#board svg.table');
        const spot = new DOMPoint(x, 36 - y).matrixTransform(svg.getScreenCTM());
        return [spot.x, spot.y] }""",
        [x, y],
    )
    return at[0], at[1]


def tap(page: Page, x: float, y: float) -> None:
    page.mouse.click(*middle(page, x, y))


def free_places(row: Encounter) -> list[list[float]]:
    ask = loading.play_of(row).ask_for(0)
    assert ask is not None
    return list(ask.options.listed())


@widths(DESK)
def test_a_whole_crew_is_deployed_by_pointing_and_one_confirm(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "deploy")
    version, places = row.version, free_places(row)
    page = at_the_table(new_page, row, width, height, bypass_csp=True)
    confirm = page.locator("[data-confirm]")
    expect(confirm).to_be_disabled()
    tap(page, *places[0])
    expect(confirm).to_have_text("Deploy 1 of 7")
    tap(page, *places[5])
    expect(confirm).to_have_text("Deploy 2 of 7")
    first = page.locator("form.ask").get_attribute("data-mover")
    ghost = page.locator(f'[data-ghost="{first}"] .token-disc')
    before = [ghost.get_attribute(axis) for axis in ("cx", "cy")]
    page.mouse.move(*middle(page, *places[0]))
    page.mouse.down()
    page.mouse.move(*middle(page, *places[3]), steps=5)
    page.mouse.up()
    page.wait_for_function(
        """([first, before]) => {
        const disc = document.querySelector(`[data-ghost="${first}"] .token-disc`);
        return ["cx", "cy"].some((axis, at) => disc.getAttribute(axis) !== before[at]) }""",
        arg=[first, before],
    )
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="Set the rest").click()
    expect(confirm).to_have_text("Deploy 7 of 7")
    assert [url for url in sent if "/spot/" in url] == [], "one request for all of them"
    assert not axe(page)
    row.refresh_from_db()
    assert row.version == version, "a draft is not sent"
    press(page, confirm)
    if page.get_by_role("heading", name="Where is it deployed?").count():
        # The Attacker's second group comes after the Defender's models, from the same draft.
        expect(confirm).to_contain_text("Deploy")
        press(page, confirm)
    row.refresh_from_db()
    own = [model for model in loading.play_of(row).state.models.values() if model.seat == 0]
    assert [model.on_table for model in own] == [True] * 7
    assert page.locator("#board .ghost").count() == 0
    assert not problems(page)


@widths(PHONE)
def test_a_token_that_is_offered_is_chosen_by_a_tap_and_sent_by_confirm(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "activate")
    page = at_the_table(new_page, row, width, height)
    version = row.version
    model = loading.play_of(row).state.models["a2"]
    tap(page, model.x, model.y)
    confirm = page.locator("[data-chosen] [data-confirm]")
    expect(confirm).to_contain_text("Misaki")
    box = confirm.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, "the confirm is under the thumb"
    page.get_by_role("button", name="Cancel").click()
    expect(confirm).to_be_hidden()
    tap(page, model.x, model.y)
    row.refresh_from_db()
    assert row.version == version
    confirm.click()
    expect(page.get_by_role("heading", name="Which model Activates?")).to_have_count(0)
    row.refresh_from_db()
    assert loading.play_of(row).state.activating == "a2"


@widths(PHONE)
def test_after_an_answer_the_board_is_in_view_and_the_keys_are_at_the_question(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "activate"), width, height)
    page.evaluate(
        "scrollTo(0, document.body.scrollHeight); document.querySelector('.at-side').scrollTop = 900"
    )
    expect(page.get_by_role("heading", name="Which model Activates?")).to_be_in_viewport()
    page.locator(".ask-choices button").first.press("Enter")
    expect(page.get_by_role("heading", name="Which Action?")).to_be_in_viewport()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#question') !== null")
    expect(page.get_by_role("button", name="Take my last answer back")).to_have_count(1)


@widths(PHONE)
def test_of_several_only_as_many_as_are_asked_for_can_be_sent(new_page, width, height):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "schemes"), width, height)
    confirm = page.get_by_role("button", name="Choose these")
    boxes = page.locator("form.ask input[type=checkbox]")
    expect(confirm).to_be_disabled()
    for number, ready in enumerate((False, True, False)):
        boxes.nth(number).check()
        (expect(confirm).to_be_enabled if ready else expect(confirm).to_be_disabled)()
    box = confirm.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height


def test_rows_to_tick_have_the_height_of_a_thumb_and_say_what_each_scores(new_page):
    mara = person("mara")
    page = at_the_table(new_page, asked(against_bot(mara), mara, "schemes"), 390, 664)
    rows = page.locator(".ask-rows > label")
    assert rows.count() == 5
    assert rows.evaluate_all("all => Math.min(...all.map(one => one.offsetHeight))") >= 44
    assert rows.locator(".soft").count() == 5, "what each scores and when"
    question = page.locator(".ask")
    assert question.inner_text().count("Which Schemes?") == 1, "what is asked is said once"
    assert question.locator("legend").count() == 1


@widths(DESK)
def test_a_place_too_far_is_said_so_and_the_nearest_legal_one_is_offered(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara, skirmish_among_terrain("tests")), mara, "destination")
    page = at_the_table(new_page, row, width, height)
    ask = loading.play_of(row).ask_for(0)
    assert ask is not None
    model = loading.play_of(row).state.models[ask.about[0]]
    tap(page, model.x, 33.0 if model.y < 18 else 3.0)
    expect(page.locator("[data-said]")).to_contain_text("inches too far")
    expect(page.locator("[data-said]")).to_contain_text("Set to the nearest legal place.")
    page.locator("[data-confirm]").click()
    expect(page.get_by_role("heading", name="Where does the move end?")).to_have_count(0)
    settled(page)
    row.refresh_from_db()
    moved = loading.play_of(row).state.models[model.id]
    assert (moved.x, moved.y) != (model.x, model.y)
    assert not page.locator(".message-error").count()


@widths(DESK)
def test_a_move_into_hazardous_terrain_is_said_before_it_is_confirmed(new_page, width, height):
    mara = person("mara")
    wire = barbed_wire("wire", rectangle(0, 0, 36, 36))
    setup = replace(skirmish_among_terrain("tests"), terrain=(wire,))
    row = asked(against_bot(mara, setup), mara, "destination")
    page = at_the_table(new_page, row, width, height)
    state = loading.play_of(row).state
    tokens = [*state.on_table(), *state.markers.values()]
    free = [
        place
        for place in free_places(row)
        if is_place(place) and all(hypot(one.x - place[0], one.y - place[1]) > 1.5 for one in tokens)
    ]
    tap(page, *free[0])
    said = page.locator("[data-said]")
    expect(said).to_contain_text("It meets Hazardous wire: 1 damage once the Action is resolved.")
    expect(page.locator("#board .ghost-path-harmed")).to_have_count(1)


@widths(PHONE)
def test_a_token_opens_its_stat_card_with_the_ranges_of_its_actions(new_page, width, height):
    mara = person("mara")
    row = asked(against_bot(mara), mara, "activate")
    page = at_the_table(new_page, row, width, height, bypass_csp=True)
    enemy = loading.play_of(row).state.models["b2"]
    tap(page, enemy.x, enemy.y)
    panel = page.get_by_role("dialog", name=enemy.name)
    expect(panel).to_contain_text(f"Health {enemy.health} of {enemy.most}")
    assert page.locator("#board .ring-shown").count() >= 1
    expect(panel.locator("[data-ring-key]")).to_contain_text("Dashed rings: ranges of")
    assert not axe(page)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#board .ring-shown")).to_have_count(0)
    expect(page.locator('#board [data-model="b2"]')).to_be_focused()
