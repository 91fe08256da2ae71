"""A Fourth Edition table recorded by two people: what each sees, and what comes of it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from mfcampaign.play import loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, recording
from rules.game.results.result import EncounterResult, check_result
from rules.game.simulation.invariants import disguised
from rules.game.view import heard_by, view
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import person
from tests.rules.editions.m4e.games import setup

pytestmark = pytest.mark.django_db


class Side:
    """One person at the page of the record."""

    def __init__(self, name: str) -> None:
        self.user = person(name)
        self.client = Client()
        self.client.force_login(self.user)

    def page(self, row: Encounter) -> str:
        return html.unescape(self.client.get(row.get_absolute_url()).content.decode())

    def enters(self, row: Encounter, status: int = 302, **fields: Any) -> str:
        row.refresh_from_db()
        sent = {"seen": row.version, **fields}
        answer = self.client.post(f"{row.get_absolute_url()}enter/", sent)
        assert answer.status_code == status, answer.content[:600]
        return html.unescape(answer.content.decode())

    def taps(self, row: Encounter, *taps: str) -> None:
        for tap in taps:
            self.enters(row, tap=tap)


def bare(page: str, row: Encounter) -> str:
    """The page without what differs from one Encounter and one look to another."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page.replace(row.public_id, "it"))
    return re.sub(r'nonce="[^"]*"|hx-headers=\'[^\']*\'|\d\d:\d\d(:\d\d)?', "", page)


@pytest.fixture
def two() -> tuple[Encounter, Side, Side]:
    mara, jonas = Side("mara"), Side("jonas")
    row = creation.create(mara.user, setup(), opponent="known", other=jonas.user, mode="record")
    return row, mara, jonas


def test_a_game_of_two_phones_ends_in_the_one_result(two) -> None:
    row, mara, jonas = two
    assert "takes one Scheme of the pool in secret" in mara.page(row)
    mara.enters(row, do="schemes", seat="0", schemes="Assassinate", of="b2")
    jonas.enters(row, do="schemes", seat="1", schemes="Take the Highground")
    mara.taps(row, "turn:1", "activated:a1", "acted:a1", "hurt:b2:5", "reveal:0:Assassinate:1")
    page = mara.page(row)
    for words in ("2 Actions left", "Assassinate 1", "Grave is next: 5 models"):
        assert words in page, words
    jonas.taps(row, "activated:b1", "token:b1:focused:1", "slay:a3:b1", "turn_ends")
    mara.enters(row, do="counted", first="3", second="1")
    jonas.taps(row, "reveal:1:Take the Highground:2")
    assert "1 VP more if it is killed" in jonas.page(row)
    jonas.enters(row, do="schemes", seat="1", schemes="Search the Area")
    mara.enters(row, do="schemes", seat="0", schemes="Detonate Charges")
    mara.taps(row, "turn:2")
    assert "Law chooses who has initiative" in mara.page(row)
    mara.taps(row, "initiative:1", "over")
    row.refresh_from_db()
    result = msgspec.convert(row.result, EncounterResult)
    assert check_result(result, edition="m4e") == ()
    assert [(seat.strategy_vp, seat.vp) for seat in result.seats] == [((1, 0), 2), ((0, 0), 2)]
    assert loading.record_of(row).state.crews[0].stones == 4, "its Hound was killed"
    again = recorded_of(row).record(loading.setup_of(row))
    again.enter(msgspec.to_builtins(loading.record_of(row).entries))
    assert again.hash == row.hash
    cards = html.unescape(mara.client.get(f"{row.get_absolute_url()}cards/").content.decode())
    assert "Boundary Dispute" in cards
    assert "M4-STR-11" in cards
    assert mara.client.get(f"{row.get_absolute_url()}replay/").status_code == 200


@pytest.mark.rule("M4-COND-03")
def test_the_hand_offers_tokens_with_their_side_and_nothing_that_the_edition_lacks(two) -> None:
    row, mara, _ = two
    mara.taps(row, "turn:1")
    at = f"{row.get_absolute_url()}referee/"
    page = html.unescape(mara.client.get(at).content.decode())
    assert "is Buried" not in page
    assert "has Pass Tokens" not in page
    fields = html.unescape(mara.client.post(at, {"what": "condition", "seat": "0"}).content.decode())
    assert '<option value="burning:1">Burning (Grave)</option>' in fields


@pytest.mark.rule("M4-SCH-01", "M4-SCH-02")
def test_a_scheme_is_hidden_until_it_is_revealed(two, client) -> None:
    """Whatever Mara took and noted: everything that the others get is the same."""
    row, mara, jonas = two
    mara.enters(row, do="schemes", seat="0", schemes="Assassinate", of="b2")
    jonas.enters(row, do="schemes", seat="1", schemes="Breakthrough")
    mara.taps(row, "turn:1", "activated:a1", "activated:b1", "hurt:b2:5", "turn_ends")
    row.refresh_from_db()
    record, edition = loading.record_of(row), recorded_of(row)
    for seat, own in ((1, (1,)), (None, ())):
        other = disguised(record.state, seat)
        assert other != record.state
        seen = [view(state, (), seat) for state in (record.state, other)]
        assert msgspec.json.encode(seen[0]) == msgspec.json.encode(seen[1])
        parts = [edition.recorder(record.setup, state, own) for state in (record.state, other)]
        assert parts[0] == parts[1]
        assert edition.due(record.setup, record.state) == edition.due(record.setup, other)
        said = str(heard_by(record.events, seat))
        assert "Assassinate" not in said.replace(str(record.setup.pool), "").replace("pool=", ""), seat
    assert "In hand, hidden" in jonas.page(row), "the own one"
    assert "Reveal for" in mara.page(row)
    twin = creation.create(mara.user, setup(), opponent="known", other=jonas.user, mode="record")
    mara.enters(twin, do="schemes", seat="0", schemes="Take the Highground")
    jonas.enters(twin, do="schemes", seat="1", schemes="Breakthrough")
    mara.taps(twin, "turn:1", "activated:a1", "activated:b1", "hurt:b2:5", "turn_ends")
    assert bare(jonas.page(twin), twin) == bare(jonas.page(row), row)
    assert bare(mara.page(twin), twin) != bare(mara.page(row), row)
    for refused in ("reveal:0:Assassinate:1", "reveal:0:Breakthrough:1", "abandon:0"):
        assert "That is the other side’s to say" in jonas.enters(row, 409, tap=refused)
    with pytest.raises(Refusal, match="other side"):
        recording.enter(row, jonas.user, [{"do": "schemes", "seat": 0, "schemes": ["X"]}], seen=row.version)


@pytest.mark.usefixtures("catalogue")
def test_a_record_begins_from_the_form_with_its_readings_and_the_season(client) -> None:
    mara = Side("mara")
    form = html.unescape(mara.client.get("/play/new/record/?edition=m4e").content.decode())
    for words in ("Boundary Dispute", "Wedge", "Both Crews count nothing for the Strategy", "M4-STR-04"):
        assert words in form, words
    sent = {"edition": "m4e", "name": "abcDEF_-0123", "size": "50", "season": "gg0-4e", "attacker": "1"}
    sent |= {"how": "hand", "strategy": "Informants", "deployment": "Standard", "reading_zero_tie": "nobody"}
    sent |= {"schemes": ["Breakthrough", "Ensnare", "Frame Job"], "first-crew": "text", "first-stones": "3"}
    sent |= {"first-models": "Lady Justice, Death-Touched\nAsset 17\n3x Death Marshal\nThe Judge"}
    sent |= {"second-crew": "text", "second-models": "Old Bess 7", "second-stones": "9"}
    answer = mara.client.post("/play/new/record/", sent)
    assert "begins with 9 Soulstones; 6 are the most" in html.unescape(answer.content.decode())
    assert mara.client.post("/play/new/record/", {**sent, "second-stones": "6"}).status_code == 302
    row = Encounter.objects.get()
    agreed = loading.setup_of(row)
    assert (agreed.size, agreed.policies, len(agreed.schemes)) == (50, {"zero_tie": "nobody"}, 15)
    judge = agreed.cards["the-judge"]
    assert ("Henchman" in judge.characteristics, judge.health) == (True, 13)
    mara.enters(row, do="schemes", seat="0", schemes="Frame Job", of="a2")
    mara.taps(row, "turn:1", "activated:b1")
    assert "The Judge" in mara.page(row)
    limit = {"do": "summon", "seat": "0", "card": "death-marshal"}
    assert "at most 3 at a time" in mara.enters(row, 409, **limit)


@pytest.mark.usefixtures("catalogue")
def test_a_program_begins_a_record_and_names_its_readings() -> None:
    mara = Side("mara")
    sides = {"first": {"models": "Death Marshal"}, "second": {"name": "Strangers"}}
    body = {"edition": "m4e", "how": "fate", **sides, "readings": {"wiped_out": "ends"}}

    def asks(given: dict[str, Any], key: str) -> Any:
        return mara.client.post(
            "/api/v1/play/record/",
            json.dumps(given),
            content_type="application/json",
            headers={"idempotency-key": key},
        )

    assert asks(body, "one").status_code == 201
    row = Encounter.objects.get()
    agreed = loading.setup_of(row)
    assert agreed.policies == {"wiped_out": "ends"}
    assert {scheme.name for scheme in agreed.schemes} >= set(agreed.pool)
    refused = asks({**body, "readings": {"weather": "fine"}}, "two")
    assert refused.status_code == 409
    assert "no reading of the Fourth Edition" in refused.json()["detail"]


@pytest.mark.usefixtures("catalogue")
def test_it_is_not_played_on_screen_and_the_page_offers_a_record() -> None:
    page = html.unescape(Side("mara").client.get("/play/new/?edition=m4e").content.decode())
    assert "The Fourth Edition cannot be played on screen yet" in page
    assert 'href="/play/new/record/?edition=m4e"' in page
