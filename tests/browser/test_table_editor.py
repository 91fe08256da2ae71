"""The editor of tables by mouse and by keyboard, and its pages in every light."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page, expect

from rules.editions.m3e.pieces import GUIDE
from rules.table.pictures.drawing import uphill
from tests.browser.actions import sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.browser.test_sight import spot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NewPage = Callable[..., Page]


def lying(page: Page) -> list[dict]:
    pieces: list[dict] = json.loads(page.locator("#id_sheet").input_value()).get("pieces", [])
    return pieces


@pytest.mark.parametrize("path", ["/tables/", "/tables/new/", "/tables/generate/?word=brass"])
def test_the_pages_are_clean_everywhere(new_page: NewPage, path: str) -> None:
    assert faults_everywhere(new_page(bypass_csp=True), path) == []


def test_a_piece_is_added_dragged_by_the_mouse_and_judged(new_page: NewPage) -> None:
    page = new_page(1280)
    page.goto("/tables/new/")
    page.select_option("#kind", "steep-building")
    page.click("[data-do=add]")
    assert lying(page)[0]["at"] == [18, 18]
    expect(page.locator("#board .zone")).to_have_count(2)  # judged: nothing moves under the mouse
    page.locator("#board").scroll_into_view_if_needed()
    page.mouse.move(*spot(page, 18, 18))
    page.mouse.down()
    page.mouse.move(*spot(page, 20, 12), steps=3)
    page.mouse.move(*spot(page, 26, 9), steps=3)
    page.mouse.up()
    x, y = lying(page)[0]["at"]
    assert abs(x - 26) < 0.3
    assert abs(y - 9) < 0.3
    expect(page.locator("#table-report")).to_contain_text("Terrain covers 2 %")
    expect(page.locator("#board .zone")).to_have_count(2)
    expect(page.locator("#board .sight-long")).to_have_count(1)
    page.click("[data-do=undo]")
    assert lying(page)[0]["at"] == [18, 18]
    page.click("[data-do=redo]")
    assert lying(page)[0]["at"] == [x, y]
    expect(page.locator("#board .sight-long")).to_have_count(1)
    page.mouse.move(*spot(page, x, y))
    page.mouse.down()
    page.mouse.move(*spot(page, 60, y), steps=3)
    page.mouse.up()
    assert lying(page)[0]["at"][0] < 36, "never off the table"
    assert problems(page) == []


def test_a_piece_is_moved_turned_described_and_deleted_by_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page(375)
    page.goto("/tables/new/")
    page.focus("[data-do=add]")
    page.keyboard.press("Enter")
    page.focus("#pieces button")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("r")
    piece = lying(page)[0]
    assert (piece["at"], piece["turn"]) == ([18.25, 19], 15)
    expect(page.locator("#pieces button")).to_be_focused()
    expect(page.locator("#pieces button")).to_have_attribute("aria-pressed", "true")
    page.fill("#piece-height", "2")
    page.keyboard.press("Enter")
    page.check("#trait-severe")
    assert lying(page)[0]["height"] == 2
    assert "severe" in lying(page)[0]["traits"]
    expect(page.locator("#board .terrain-severe")).to_have_count(1)
    page.focus("#pieces button")
    page.keyboard.press("Delete")
    assert lying(page) == []
    page.focus("[data-do=add]")
    page.keyboard.press("Control+z")
    assert len(lying(page)) == 1
    assert problems(page) == []


def test_the_side_stairs_are_climbed_from_is_chosen_turned_undone_and_saved(
    new_page: NewPage, client: Client
) -> None:
    get_user_model().objects.create_user("mara", "mara@example.org", "secret-pass")
    page = new_page(375)
    sign_in(page, "mara", "secret-pass")
    page.goto("/tables/new/")
    page.select_option("#kind", "staircase")
    page.click("[data-do=add]")
    page.select_option("#kind", "crates")
    page.click("[data-do=add]")
    expect(page.locator("#piece-rises")).to_have_value("")
    expect(page.locator("#chosen [data-do=foot]")).to_be_disabled()
    page.locator("#pieces button").first.click()
    expect(page.locator("#piece-rises")).to_have_value("south")
    arrow = page.locator("#board .terrain-rise")
    assert f'd="{arrow.get_attribute("d")}"' in uphill(*GUIDE.kind("staircase").sheets()[0].rises), (
        "as pictures do"
    )
    page.select_option("#piece-rises", "west")
    assert lying(page)[0]["rises"] == [[-0.875, 0], [0.875, 0]]
    page.click("#chosen [data-do=foot]")
    expect(page.locator("#piece-rises")).to_have_value("north-west")
    page.focus("#pieces button >> nth=0")
    page.keyboard.press("f")
    expect(page.locator("#editor-said")).to_have_text("Staircase 1 rises from the north.")
    for _ in range(6):
        page.keyboard.press("r")
    expect(page.locator("#piece-rises")).to_have_value("west")
    assert lying(page)[0]["turn"] == 90
    for _ in range(6):
        page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator("#piece-rises")).to_have_value("north-west")
    page.select_option("#piece-rises", "all")
    assert "rises" not in lying(page)[0]
    expect(arrow).to_have_count(0)
    page.select_option("#piece-rises", "")
    assert "gradual" not in lying(page)[0]
    page.select_option("#piece-rises", "east")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".terrain-legend")).to_contain_text("rises from the east")
    expect(page.locator("svg.table .terrain-rise")).to_have_count(1)
    shared = json.loads(client.get(page.url.removeprefix(page.evaluate("location.origin")) + "file/").content)
    assert shared["pieces"][0]["rises"] == [[0.875, 0], [-0.875, 0]]
    assert problems(page) == []


def test_without_javascript_the_form_still_loads_a_text(new_page: NewPage) -> None:
    page = new_page(375, javascript=False)
    page.goto("/tables/generate/?word=brass")
    page.get_by_role("button", name="Edit").click()
    expect(page.locator("#board svg.table")).to_be_visible()
    assert len(lying(page)) > 10
    expect(page.locator("[data-do=add]")).to_be_hidden()


def test_who_signs_in_to_save_finds_the_drawing_again(new_page: NewPage) -> None:
    get_user_model().objects.create_user("mara", "mara@example.org", "secret-pass")
    page = new_page(375)
    page.goto("/tables/new/")
    page.fill("#id_title", "The old mill")
    page.click("[data-do=add]")
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.accept()))
    page.goto("/tables/")
    assert dialogs == ["beforeunload"], "a drawing is not left by a slip"
    page.goto("/tables/new/")
    expect(page.locator("#editor-said")).to_have_text("Your drawing is back. Save it to keep it.")
    expect(page.locator("#id_title")).to_have_value("The old mill")
    page.click("[data-do=undo]")
    assert lying(page) == [], "who wants another begins with an empty table"
    page.click("[data-do=add]")
    page.click("text=Sign in to save")
    page.get_by_label("Username or e-mail").fill("mara")
    page.get_by_label("Password").fill("secret-pass")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.locator("#editor-said")).to_have_text("Your drawing is back. Save it to keep it.")
    assert len(lying(page)) == 1
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("The old mill")
    assert dialogs == ["beforeunload"], "neither signing in nor saving asks"
    assert problems(page) == []
