"""Editions that are recorded and not played on screen; a record of a toy: tests/editions."""

from __future__ import annotations

import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.play.forms import ScenarioForm
from mfcampaign.play.operations import creation
from rules.edition import Edition, registered
from rules.game.setup.setup import NOBODY, EncounterSetup
from rules.refusal import Refusal
from tests.api.conftest import Program
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.editions.m0e import EDITION
from tests.play.playing import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def test_no_operation_plays_what_is_recorded_alone() -> None:
    mara = person("mara")
    with registered(EDITION), pytest.raises(Refusal, match="played at a table"):
        creation.create(mara, EncounterSetup(ruleset="m0e", encounter="crews", crews=NOBODY, cards={}))
    unknown = Program(mara, "play").post("play/", {"edition": "m9e", "opponent": "hot"})
    assert (unknown.status_code, "no such edition" in unknown.json()["detail"]) == (409, True)


def test_without_seasons_nothing_is_flipped_for_a_record() -> None:
    bare: Edition = replace(EDITION, setup=replace(EDITION.setup, usual_season=""))
    with registered(bare):
        form = ScenarioForm({"size": "20", "how": "none", "attacker": "0"}, edition=bare, query={})
        assert form.is_valid(), form.errors
        assert [value for value, _ in form.fields["how"].choices] == ["none"]


def test_the_second_edition_is_recorded_outside_a_league() -> None:
    """What is recorded in leagues alone until now has a page of its own; the First begins as it did."""
    client = Client()
    client.force_login(person("mara"))
    offered = client.get("/play/new/record/").content.decode()
    assert "?edition=m2e" in offered
    first = client.get("/play/new/record/?edition=m1e")
    assert first["Location"] == "/play/new/?edition=m1e&opponent=table"
    assert "cannot be played on screen yet" in client.get("/play/new/?edition=m2e").content.decode()
