"""Handed on in one tap: by the device's own sheet, else copied with a sentence; and what a stranger without
an account sees behind the link."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from mfcampaign.crews import operations as crews
from mfcampaign.crews.models import Crew
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, recording
from tests.browser.actions import press, sign_in
from tests.browser.checks import problems
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import SMALL, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHEET = "navigator.share = async (what) => { window.shared = what; }"


def test_a_result_is_shared_in_one_tap_and_opens_for_a_stranger(new_page: Any) -> None:
    mara = person("mara")
    row = creation.create(mara, SMALL, mode=Encounter.Mode.RECORD)
    recording.enter(row, mara, [{"do": "turn", "turn": 1}, {"do": "over"}], seen=row.version)
    page = new_page(375)
    page.add_init_script(SHEET)
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    share = page.get_by_role("button", name="Share the result")
    expect(share).to_be_in_viewport()
    share.click()
    shared = page.wait_for_function("window.shared").json_value()
    assert shared["url"].endswith(row.get_absolute_url())
    stranger = new_page(375)
    stranger.goto(shared["url"])
    expect(stranger.get_by_role("heading", name="A draw")).to_be_in_viewport()
    stranger.get_by_role("link", name="Moment by moment").click()
    expect(stranger.get_by_role("heading", name="Moment")).to_be_visible()
    assert problems(page) + problems(stranger) == []


def test_without_a_sheet_of_the_device_it_is_copied_and_said_so(new_page: Any) -> None:
    mara = person("mara")
    row = creation.create(mara, SMALL, mode=Encounter.Mode.RECORD)
    page = new_page(1280)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    sign_in(page, "mara", "secret-pass")
    page.goto(row.get_absolute_url())
    page.get_by_text("Let the other write, too").click()
    page.get_by_role("button", name="Share the invitation").click()
    expect(page.locator("#messages")).to_contain_text("The link is copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#invitation").input_value()
    page.goto(f"{row.get_absolute_url()}replay/")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#messages")).to_contain_text("Until the game is over it opens for the two who play")
    stranger = new_page(375)
    stranger.goto(copied)
    expect(stranger.get_by_role("main").get_by_role("button", name="Join")).to_be_visible()


def test_a_shared_crew_is_made_ones_own_by_whoever_has_its_link(new_page: Any, catalogue: Any) -> None:  # noqa: F811
    mara, jonas = person("mara"), person("jonas")
    crew = crews.create(mara, faction="guild", leader="lady-justice", size=20, name="Marshals")
    crews.add(crew, mara, "guild-hound")
    for reader, signed_in in (("jonas", True), ("a stranger", False)):
        page = new_page(375)
        if signed_in:
            sign_in(page, reader, "secret-pass")
        page.goto(f"/crews/s/{crew.share_token}/")
        press(page, "Make this Crew mine")
        expect(page.get_by_role("heading", name="Marshals")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("Guild Hound")
        own = Crew.objects.exclude(pk=crew.pk).latest("pk")
        assert own.get_absolute_url() in page.url
        assert own.owner == (jonas if signed_in else None)
        assert [member.slug for member in own.members.all()] == ["guild-hound"]
        assert problems(page) == []
    crew.refresh_from_db()
    assert crew.owner == mara, "hers stays hers"
