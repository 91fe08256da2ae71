"""A First Edition Turn played by pointing at the board; a game of a real table recorded on a phone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.match import CrewM1, EncounterSetupM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.simulation.simulate import GreedyM1
from rules.fate.shuffle import Stream, digest
from tests.browser.actions import press, settled, sign_in
from tests.browser.checks import axe, overflow, problems
from tests.browser.recorder import end, sheet_of
from tests.browser.test_board import at_the_table, tap
from tests.play.playing import lay_down, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


def two_against_one() -> EncounterSetupM1:
    watch = CrewM1(name="The Watch", faction="guild", models=("bailiff", "bailiff"))
    boilers = CrewM1(name="The Boiler Room", faction="arcanists", models=("iron-porter",))
    return replace(encounter_of("a turn"), crews=(watch, boilers), deployment="standard", event="", turns=1)


def answered_until(row: Encounter, user: object, *kinds: str) -> PlayM1:
    """The Encounter, both sides played by a bot's answers until one of ``kinds`` is asked."""
    for step in range(80):
        row.refresh_from_db()
        play = loading.play_of(row)
        (ask,) = play.asks
        assert isinstance(play, PlayM1)
        if ask.kind in kinds:
            return play
        value = GreedyM1(Stream(digest("a turn", str(step)))).answer(play, ask)
        playing.answer(row, user, ask.seat, value, kind=ask.kind, seen=row.version)
    raise AssertionError(f"nobody asked: {kinds}")


def test_a_turn_is_played_by_pointing(new_page):
    """A model is tapped where there is a choice, walks to where the table is tapped, and ends; then the game
    is over. The device is passed to the side that is asked."""
    mara = person("mara")
    row = creation.create(mara, two_against_one(), opponent="hot")
    lay_down(row, {0: mara, 1: mara})
    answered_until(row, mara, "activate", "action")
    page = at_the_table(new_page, row, 1280, 900, bypass_csp=True)
    walked = []
    while len(walked) < 3:
        (ask,) = loading.play_of(row).asks
        if not page.locator(".next-turn[open]").count():
            page.locator(".next-turn > summary").click()
        if ask.kind == "activate":
            model = loading.play_of(row).state.models[ask.options.choices[0].key]
            tap(page, model.x, model.y)
            press(page, page.locator("[data-chosen] [data-confirm]"))
            row.refresh_from_db()
        state = loading.play_of(row).state
        model = state.models[state.activating]
        press(page, page.locator("form.ask button[value=walk]"))
        tap(page, model.x, model.y + (2 if model.y < 18 else -2))
        press(page, page.locator("[data-confirm]:visible"))
        walked.append(model)
        press(page, page.get_by_role("button", name="End the activation"))
        row.refresh_from_db()
    settled(page)
    assert overflow(page) == 0
    assert not axe(page)
    assert row.state == Encounter.State.OVER
    expect(page.get_by_text("A draw.")).to_be_visible()
    final = loading.state_after(row, loading.facts(row))
    assert all(final.models[model.id].y != model.y for model in walked)
    assert not problems(page)


def test_ground_out_of_reach_is_asked_about_with_the_nearest_place_set(new_page):
    mara = person("mara")
    row = creation.create(mara, two_against_one(), opponent="hot")
    lay_down(row, {0: mara, 1: mara})
    state = answered_until(row, mara, "action").state
    page = at_the_table(new_page, row, 1280, 900)
    page.locator(".next-turn > summary").click()
    who = state.models[state.activating]
    tap(page, who.x + 1, 18)
    press(page, page.locator("[data-chosen]").get_by_role("button", name="Walk toward there"))
    settled(page)
    expect(page.locator("[data-said]")).to_contain_text("nearest legal place")
    expect(page.get_by_role("button", name="Choose this place")).to_be_enabled()
    assert not problems(page)


def test_a_game_is_recorded_on_a_phone(new_page):
    """From the form to the result: wounds, a Counter, an act by hand, what is left at the end."""
    person("mara")
    page = new_page(375, "dark", bypass_csp=True, touch=True)
    sign_in(page, "mara", "secret-pass")
    page.goto("/play/new/?edition=m1e&opponent=table")
    page.get_by_label("Or a first Crew written here").fill("Lady Justice 13\n2x Guild Hound 5")
    press(page, "Start")
    press(page, "Turn 1 begins")
    press(page, "−2 Wounds of Guild Hound (A2)")
    expect(page.locator("#model-a2 .standing-health")).to_contain_text("3/5")
    row = Encounter.objects.get()
    sheet_of(page, "more").get_by_role("link", name="Do something by hand").click()
    page.wait_for_load_state()
    settled(page)
    page.get_by_label("What", exact=True).select_option("slay")
    page.get_by_label("Model", exact=True).select_option("a3")
    assert overflow(page) == 0
    assert not axe(page)
    press(page, "Carry out")
    expect(page.locator("#model-a3")).to_contain_text("killed")
    end(page)
    page.get_by_text("The score from what is left").click()
    for field, left in (("models-0", "2"), ("masters-0", "1")):
        page.locator(f"#{field}").fill(left)
    press(page, "Enter the score")
    assert overflow(page) == 0
    assert not axe(page)
    row.refresh_from_db()
    assert (row.mode, row.state) == (Encounter.Mode.RECORD, Encounter.State.OVER)
    state = loading.record_of(row).state
    assert (state.models["a2"].health, state.models["a3"].in_play) == (3, False)
    assert not problems(page)
