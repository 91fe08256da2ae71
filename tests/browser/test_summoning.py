"""A Crew that Summons, played through two Turns on the board, and the same recorded beside a real table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from rules.editions.m3e.examples.encounters import two_crews
from rules.editions.m3e.scripts.words import Summon
from rules.editions.m3e.statcards import Action
from rules.fate.shuffle import Stream, digest
from rules.game.simulation.bots import Passive
from tests.browser.actions import answered, press, settled, sign_in
from tests.browser.checks import problems
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import against_bot, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CALL = Action(name="Call", effects=(Summon(card="guild-hound"),))


def summoners() -> Any:
    """Basse calls Guild Hounds; otherwise the two small Crews."""
    setup = two_crews("summoning")
    basse = setup.cards["basse"]
    return replace(setup, cards=setup.cards | {"basse": replace(basse, actions=(*basse.actions, CALL))})


def reached(row: Encounter, user: Any, kind: str, turn: int, about: str = "") -> None:
    """Everything else is answered with the least, until that is asked in that Turn."""
    for step in range(200):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.ask_for(0)
        assert ask is not None
        offered = [str(value) for value in ask.options.listed()] if ask.kind == kind else []
        if offered and play.state.turn == turn and (not about or about in offered):
            return
        value = Passive(Stream(digest("summoning", str(step)))).answer(play, ask)
        playing.answer(row, user, 0, value, kind=ask.kind, seen=row.version)
    raise AssertionError(f"nobody asked: {kind}")


def choose(page: Page, name: str) -> None:
    """A choice of the question, confirmed where that is asked."""
    settled(page)
    button = page.locator(".ask-choices").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first
    with answered(page, by_script=True):
        button.click()


@pytest.mark.usefixtures("catalogue")
@pytest.mark.slow
def test_a_summoning_crew_plays_two_turns_and_is_recorded(new_page: Any) -> None:
    mara = person("mara")
    row = against_bot(mara, summoners(), bot="random")
    reached(row, mara, "activate", 1, "a1")
    page = new_page(1280)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    choose(page, "Cornelius Basse")
    choose(page, "Call")
    expect(page.get_by_role("heading", name=re.compile("Where"))).to_be_visible()
    page.locator(".by-number summary").click()
    page.get_by_label("A place worth having").select_option(index=0)
    press(page, "Choose this place")
    row.refresh_from_db()
    state = loading.play_of(row).state
    (new,) = [model for model in state.models.values() if model.id.startswith("s")]
    assert new.name == "Guild Hound"
    assert new.on_table
    # The second Turn: who was Summoned Activates.
    reached(row, mara, "activate", 2, new.id)
    page.goto(row.get_absolute_url())
    token = page.locator(".ask-choices button").filter(has_text="Guild Hound").last
    settled(page)
    with answered(page, by_script=True):
        token.click()
    assert loading.play_of(Encounter.objects.get(pk=row.pk)).asks[0].kind != "activate"
    assert problems(page) == []
    recorded(page, mara, summoners())


def recorded(page: Page, mara: Any, setup: Any) -> None:
    """The same beside a real table: the Turns, and the Summons by the referee's hand."""
    record = creation.create(mara, setup, opponent="hot", mode="record")
    page.goto(record.get_absolute_url())
    press(page, "Turn 1 begins")
    page.goto(f"{record.get_absolute_url()}referee/")
    with answered(page, by_script=False):
        page.get_by_label("What", exact=True).select_option("summon")
    page.get_by_label("Model", exact=True).fill("Guild Hound")
    page.get_by_label("Across").fill("12")
    page.get_by_label("Up", exact=True).fill("9")
    page.get_by_label("What the act is called").fill("Call")
    press(page, "Carry out")
    expect(page.get_by_text("does “Call”").first).to_be_visible()
    press(page, "Turn 2 begins")
    record.refresh_from_db()
    state = loading.record_of(record).state
    (new,) = [model for model in state.models.values() if model.id.startswith("s")]
    assert (new.name, state.turn) == ("Guild Hound", 2)
