"""A prompted ability carried out by the hand: by pointing, with a script and without, wide and narrow."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing
from rules.editions.m3e.examples.encounters import two_crews
from rules.editions.m3e.scripts.words import Prompted
from rules.editions.m3e.statcards import Action
from tests.browser.actions import answered, press, sign_in
from tests.browser.checks import faults_everywhere, problems
from tests.play.playing import against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LURE = Action(name="Lure", effects=(Prompted(text="Draw somebody near and hurt them."),))


@pytest.fixture
def row() -> Encounter:
    """Against a bot, where the card of every model of the first Crew has a prompted Action, just taken."""
    setup = two_crews("hand")
    cards = {slug: replace(card, actions=(*card.actions, LURE)) for slug, card in setup.cards.items()}
    mara = person("mara")
    encounter = against_bot(mara, replace(setup, cards=cards))
    while True:
        encounter.refresh_from_db()
        ask = loading.play_of(encounter).asks[0]
        if ask.kind == "apply":
            return encounter
        answer = "Lure" if ask.kind == "action" else next(iter(ask.options.listed()))
        playing.answer(encounter, mara, ask.seat, answer, kind=ask.kind, seen=encounter.version)


def chosen(page: Page, what: str, *, scripted: bool) -> None:
    """A thing of the list; with a script its fields come by themselves."""
    if scripted:
        with answered(page, by_script=False):
            page.get_by_label("What", exact=True).select_option(what)
    else:
        page.get_by_label("What", exact=True).select_option(what)
        press(page, "Choose")


def composed(page: Page, row: Encounter, *, scripted: bool) -> None:
    """A Push and damage, as one act with a name."""
    state = loading.play_of(row).state
    foe = state.models["b1"]
    page.goto(row.get_absolute_url())
    page.get_by_role("link", name="Do something by hand").click()
    expect(page.get_by_text("Draw somebody near and hurt them.")).to_be_visible()
    chosen(page, "move", scripted=scripted)
    page.get_by_label("Model", exact=True).select_option("b1")
    page.get_by_label("Up to how many inches").fill("5")
    press(page, "Show where it can end")
    expect(page.locator("svg.table .region").first).to_be_attached()
    if scripted:
        picture = page.locator("figure.board svg.table")
        picture.scroll_into_view_if_needed()
        at = picture.evaluate(
            "(svg, [x, y]) => { const p = new DOMPoint(x, svg.viewBox.baseVal.height - y)"
            ".matrixTransform(svg.getScreenCTM()); return [p.x, p.y] }",
            [foe.x, foe.y - 3],
        )
        page.mouse.click(*at)
        expect(page.get_by_label("Across")).not_to_have_value("")
    else:
        page.get_by_label("Across").fill(str(foe.x))
        page.get_by_label("Up", exact=True).fill(str(foe.y - 3))
    press(page, "Add this line")
    expect(page.get_by_text("Pandora is moved up to 5″ to")).to_be_visible()
    chosen(page, "hurt", scripted=scripted)
    page.get_by_label("Model", exact=True).select_option("b1")
    page.get_by_label("Damage", exact=True).fill("2")
    page.get_by_label("What the act is called").fill("Lure")
    press(page, "Carry out")
    expect(page.get_by_text("does “Lure”").first).to_be_visible()
    row.refresh_from_db()
    after = loading.play_of(row).state.models["b1"]
    assert after.health == foe.health - 2
    assert abs(after.y - foe.y + 3) < 0.2
    assert loading.counting(row).filter(kind="apply").count() == 1, "it answered what the card asked for"


@pytest.mark.parametrize(("width", "scripted"), [(1280, True), (375, True), (375, False)])
def test_a_prompted_ability_is_carried_out_by_the_hand(
    new_page: Any, row: Encounter, width: int, scripted: bool
) -> None:
    page = new_page(width, javascript=scripted)
    sign_in(page, "mara", "secret-pass")
    composed(page, row, scripted=scripted)
    if scripted:
        assert problems(page) == []


def test_the_panel_is_for_everybody(new_page: Any, row: Encounter) -> None:
    page = new_page(bypass_csp=True)
    sign_in(page, "mara", "secret-pass")
    assert faults_everywhere(page, f"{row.get_absolute_url()}referee/") == []
