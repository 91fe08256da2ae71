"""An edition that nobody knew before and that has formats draws set-ups within their limits."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from mfcampaign.events.models import Event
from mfcampaign.events.operations.round_setup import wanted_of
from mfcampaign.setups import operations, queries
from mfcampaign.web.drawings.deployment import deployment_map
from rules.edition import Edition
from rules.game.setup.drawn import Format, Wanted
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.checker.check import check
from tests.editions.conftest import catalogue, figures, known  # noqa: F401  fixtures
from tests.editions.m0e import EDITION

SKIRMISH = Format("small", "Skirmish", 10, 40, "", "a hand of 4")


@pytest.fixture
def unknown(catalogue: None) -> Iterator[Edition]:  # noqa: F811
    yield from known(replace(EDITION, setup=replace(EDITION.setup, formats=(SKIRMISH,))))


def test_it_is_asked_for_drawn_and_shown(unknown: Edition) -> None:
    page = Client().get("/setups/new/?edition=m0e").content.decode()
    assert "Skirmish: 10 to 40 Soulstones" in page
    assert "With a shared feature" not in page
    wanted = Wanted(edition="m0e", season="mill-year", size=30, format="small")
    row = operations.draw(None, wanted)
    card = queries.card(row)
    assert card.size is not None
    assert card.size.name == "Skirmish"
    shown = Client().get(row.get_absolute_url()).content.decode()
    assert "a hand of 4" in shown
    assert "The score" not in shown
    with pytest.raises(Refusal, match="Skirmish is played with 10 to 40"):
        operations.draw(None, replace(wanted, size=50))


def test_a_program_draws_it(unknown: Edition) -> None:
    body = {"edition": "m0e", "season": "mill-year", "format": "small", "size": 30, "cards": "9m"}
    answer = Client().post("/api/v1/calculator/setup/", json.dumps(body), content_type="application/json")
    assert answer.json()["scenario"]["strategy"] == "Hold the Mill"
    body["edition"] = "m9e"
    refused = Client().post("/api/v1/calculator/setup/", json.dumps(body), content_type="application/json")
    assert refused.status_code == 409


def test_an_event_is_played_for_it(unknown: Edition) -> None:
    event = Event(edition="m0e", season="mill-year", size=35, with_feature=True)
    assert wanted_of(event) == Wanted(edition="m0e", season="mill-year", size=35, format="small")
    with pytest.raises(Refusal, match="Nothing is played with 60"):
        wanted_of(Event(edition="m0e", season="mill-year", size=60))
    scenario = {"strategy": "Hold the Mill", "deployment": "Banks", "schemes": [{"name": "Bring Flour"}]}
    page = render_to_string("events/_scenario.html", {"scenario": scenario, "edition": "m0e"})
    assert all(words in page for words in ("Hold the Mill", "Banks", "Bring Flour"))


def test_its_tables_are_held_against_its_deployments(unknown: Edition) -> None:
    report = check(Table(), unknown.table)
    assert "Banks Deployment" in report.figure("room").sentence
    assert not any(figure.slug.startswith("advice") for figure in report.figures)
    assert "within 4 inches" in deployment_map("Banks", "m0e")
