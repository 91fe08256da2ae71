"""An open page follows what others do: by the stream, by polling, and without taking away what one types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live.models import Frame
from mfcampaign.live.wire import body_of, message_of
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing, recording
from rules.fate.shuffle import Stream, digest
from tests.browser.actions import settled, sign_in
from tests.browser.checks import problems
from tests.browser.recorder import sheet_of
from tests.play.playing import SMALL, duel, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_at(new_page: Any, row: Encounter, name: str, width: int = 375) -> Any:
    page = new_page(width)
    sign_in(page, name, "secret-pass")
    page.goto(row.get_absolute_url())
    settled(page)
    return page


def test_a_record_follows_the_other_phone_and_leaves_what_is_typed(new_page: Any) -> None:
    mara = person("mara")
    row = creation.create(mara, SMALL, mode=Encounter.Mode.RECORD)
    page = open_at(new_page, row, "mara")
    sheet_of(page, "more").get_by_text("A note").click()
    page.locator("#note-text").fill("the door was open")
    row.refresh_from_db()
    with page.expect_response(lambda answer: "/follow/" in answer.url and answer.status == 200):
        recording.enter(row, mara, [{"do": "turn", "turn": 1}], seen=row.version)
    expect(page.locator("#record")).to_contain_text("Before Turn 1")
    expect(page.locator("#note-text")).to_have_value("the door was open")
    page.locator("#note-text").fill("")
    page.locator("#note-text").blur()
    expect(page.locator("#record")).to_contain_text("Turn 2 begins")
    expect(page.locator("#note-text")).to_be_visible()
    assert problems(page) == []


def test_the_stream_says_whose_turn_it_is_before_anything_is_asked_for(
    new_page: Any, settings: Any, tmp_path: Path
) -> None:
    """What the listening process would send comes from the test; the frames are those of the database."""
    settings.LIVE_SOCKET = str(tmp_path / "live.sock")
    Path(settings.LIVE_SOCKET).touch()
    mara, jonas = person("mara"), person("jonas")
    row = duel(mara, jonas)
    row.refresh_from_db()
    assert [ask.seat for ask in loading.play_of(row).asks] == [1], "mara waits for jonas"

    def answers() -> None:
        """Jonas answers until mara is asked."""
        while (ask := loading.play_of(row).ask_for(0)) is None:
            ask = loading.play_of(row).asks[0]
            value = ask.options.sample(Stream(digest("live")))
            playing.answer(row, jonas, 1, value, kind=ask.kind, seen=row.version)
            row.refresh_from_db()

    opened: list[str] = []

    def stream(route: Route) -> None:
        opened.append(route.request.url)
        if len(opened) == 1:
            answers()
        frame = Frame.objects.filter(topic=aggregate_name(row)).order_by("-number")[0]
        body = body_of(frame.number, (frame.public, frame.first, frame.second), "first")
        route.fulfill(content_type="text/event-stream", body=message_of(frame.number, body))

    page = new_page(1280)
    page.route("**/live/**", stream)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    expect(page).to_have_title("● Your turn – Frontier against Woe · Malifaux Leagues")
    expect(page.locator("#question form.ask")).to_be_visible()
    assert opened
    assert problems(page) == []
