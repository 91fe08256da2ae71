"""An edition that nobody knew before is recorded, and is not played on screen yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from rules.edition import Edition, registered, unnamed
from rules.game.recording.edition import OfSetup
from rules.game.recording.record import SetupRecord
from rules.game.referee.hand import PlayersApply
from rules.game.setup.setup import NOBODY, Setup
from rules.game.stored import PLAIN
from rules.refusal import Refusal
from rules.topics import Rows
from tests.api.conftest import Program
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.catalog.test_further_edition import CARDS, SALT, SEASON, folder  # noqa: F401  fixtures
from tests.play.playing import person, set_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

HAND = PlayersApply({}, unnamed().scoring, Rows({}))
BY_HAND = {"edition": "m0e", "size": "12", "season": "m0e", "how": "hand", "strategy": "Hold the Mill"}
CREWS = {
    "first-crew": "text",
    "first-name": "Millers",
    "first-models": "Miller\nBaker 3",
    "second-crew": "text",
    "second-models": "Rat 2",
}


class ToyRecord(SetupRecord):
    hand, scoring, stored, rows = HAND, HAND.scoring, PLAIN, HAND.rows


class Recorded(OfSetup):
    code, engine = "m0e", "m0e-1"
    conditions = ("dusty",)

    def record(self, setup: Setup) -> ToyRecord:
        return ToyRecord(setup)


@pytest.fixture
def toy(folder: Path) -> Iterator[Edition]:  # noqa: F811
    third = unnamed()
    edition = replace(
        third,
        code="m0e",
        name="Toy Edition",
        unnamed=False,
        cards=CARDS,
        hiring=replace(third.hiring, factions=SALT),
        setup=replace(third.setup, seasons=(SEASON,), usual_season="m0e"),
        rows=Rows({}),
        arsenal=None,
        play=None,
        record=Recorded(PLAIN, HAND),
    )
    with registered(edition):
        call_command("load_catalogue", data=folder, verbosity=0)
        yield edition


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begun(client: Client, **more: Any) -> Encounter:
    sent = {"name": "abcDEF_-0123", "attacker": "0", **BY_HAND, **CREWS, **more}
    answer = client.post("/play/new/record/", sent)
    assert answer.status_code == 302, answer.content.decode()
    return Encounter.objects.get()


def test_the_page_of_a_new_encounter_leads_on_to_the_recorder(toy: Edition) -> None:
    mara = person("mara")
    client = browser(mara)
    page = client.get("/play/new/?edition=m0e").content.decode()
    assert "The Toy Edition cannot be played on screen yet" in page
    assert 'href="/play/new/record/?edition=m0e"' in page
    assert "Hold the Mill" in client.get("/play/new/record/?edition=m0e").content.decode()
    refused = set_up(client, edition="m0e", opponent="hot", seat="0")
    assert refused.status_code == 409
    assert not Encounter.objects.exists()
    with pytest.raises(Refusal, match="played at a table"):
        creation.create(mara, Setup(ruleset="m0e", encounter="crews", crews=NOBODY, cards={}))


def test_a_game_is_recorded_from_its_first_turn_to_its_end(toy: Edition) -> None:
    client = browser(person("mara"))
    row = begun(client)
    assert row.engine == "m0e-1"
    state = loading.record_of(row).state
    assert [(model.name, model.most) for model in state.models.values()] == [
        ("Miller", 6),
        ("Baker", 3),
        ("Rat", 2),
    ]
    assert state.strategy == "Hold the Mill"
    at = row.get_absolute_url()
    assert "<option>Dusty</option>" in client.get(at).content.decode()
    assert "suffers damage" in client.get(f"{at}referee/").content.decode()
    for tap in ("turn:1", "hurt:b1:2", "turn:2", "score:0:Hold the Mill:strategy", "over"):
        row.refresh_from_db()
        assert client.post(f"{at}enter/", {"seen": row.version, "tap": tap}).status_code == 302, tap
    row.refresh_from_db()
    assert row.state == Encounter.State.OVER
    assert loading.record_of(row).state.vp(0) == 1
    page = client.get(at).content.decode()
    assert "Millers wins" in page
    assert "Miller" in client.get(f"{at}cards/").content.decode()
    assert client.get(f"{at}replay/").status_code == 200


def test_programs_hear_that_it_is_recorded_only(toy: Edition) -> None:
    program = Program(person("mara"), "play")
    refused = program.post("play/", {"edition": "m0e", "opponent": "hot"})
    assert (refused.status_code, "not played here yet" in refused.json()["detail"]) == (409, True)
    unknown = program.post("play/", {"edition": "m9e", "opponent": "hot"})
    assert (unknown.status_code, "no such edition" in unknown.json()["detail"]) == (409, True)
    crews = {"first": {"name": "Millers", "models": "Miller"}, "second": {"name": "Rats"}}
    made = program.post("play/record/", {"edition": "m0e", "how": "none", "size": 12, **crews})
    assert made.status_code == 201, made.content
    assert Encounter.objects.get().engine == "m0e-1"


def test_the_second_edition_is_recorded_outside_a_league() -> None:
    """What is recorded in leagues alone until now has a page of its own; the First begins as it did."""
    client = browser(person("mara"))
    offered = client.get("/play/new/record/").content.decode()
    assert "?edition=m2e" in offered
    first = client.get("/play/new/record/?edition=m1e")
    assert first["Location"] == "/play/new/?edition=m1e&opponent=table"
    assert "cannot be played on screen yet" in client.get("/play/new/?edition=m2e").content.decode()
