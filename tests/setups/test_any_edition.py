"""An edition that nobody knew before draws set-ups, shows them and has tables: nothing names it elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from mfcampaign.catalog import queries as catalog
from mfcampaign.events.models import Event
from mfcampaign.events.operations.round_setup import wanted_of
from mfcampaign.setups import operations, queries
from mfcampaign.web.drawings.deployment import deployment_map
from rules.edition import Edition, edition_of, registered
from rules.fate.cards import Card
from rules.game.setup.drawn import Format, SetUp, Wanted, season_of
from rules.game.setup.scenario import Scenario, ScenarioFlip, SchemeCard, Season, StrategyCard, next_card
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.checker.check import check
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules
from rules.table.zones import Deployment, across, along_edges

SEASON = Season("zero", "The core", (StrategyCard("Hold the Well"),), (SchemeCard(1, "Dig"),), "m0e")


def one_strategy(cards: Callable[[], Card], wanted: Wanted, season: Season | None) -> Scenario:
    chart = season_of(season)
    card = next_card(cards, "")
    return Scenario(
        attacker=None,
        defender=None,
        attacker_seat=None,
        strategy=chart.strategies[0].name,
        deployment="Line",
        schemes=chart.schemes,
        flips=(ScenarioFlip("strategy", card, True),),
    )


LINE = Deployment(
    slug="line",
    words="within 4 inches of two opposite edges",
    zones=lambda w, d, _: along_edges(w, d, 4),
    centre=lambda w, d, _: across(w, d),
)


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edition]:
    edition = replace(
        edition_of("m3e"),
        code="m0e",
        name="Edition Zero",
        unnamed=False,
        arsenal=None,
        ledger=(),
        setup=SetUp(
            draw=one_strategy,
            sheet=Scenario,
            deployments=("Line",),
            usual_season="zero",
            usual_size=30,
            formats=(Format("small", "Skirmish", 10, 40, "", "a hand of 4"),),
            drawn_words="One Strategy.",
            cards_words="the Strategy alone.",
        ),
        table=TableRules(policies=TablePolicies(), deployments=(LINE,)),
    )
    known, offered = catalog.season, catalog.season_choices
    monkeypatch.setattr(catalog, "season", lambda slug: SEASON if slug == "zero" else known(slug))
    monkeypatch.setattr(
        catalog, "season_choices", lambda code: [("zero", "The core")] if code == "m0e" else offered(code)
    )
    with registered(edition):
        yield edition


@pytest.mark.django_db
def test_it_is_asked_for_drawn_and_shown(unknown: Edition) -> None:
    page = Client().get("/setups/new/?edition=m0e").content.decode()
    assert "One Strategy." in page
    assert "Skirmish: 10 to 40 Soulstones" in page
    assert 'value="30"' in page
    assert "With a shared feature" not in page
    wanted = Wanted(edition="m0e", season="zero", size=30, format="small")
    row = operations.draw(None, wanted)
    card = queries.card(row)
    assert (card.heading, card.size and card.size.name) == ("Hold the Well, Line", "Skirmish")
    assert card.now.agrees, "the same cards fall again"
    shown = Client().get(row.get_absolute_url()).content.decode()
    for words in (
        "Edition Zero",
        "Hold the Well",
        "Dig",
        "within 4 inches of two opposite edges",
        "a hand of 4",
    ):
        assert words in shown, words
    assert "The score" not in shown
    with pytest.raises(Refusal, match="Skirmish is played with 10 to 40"):
        operations.draw(None, replace(wanted, size=50))
    with pytest.raises(Refusal, match="complete after 1 cards"):
        operations.draw(None, wanted, cards="4r 5r")


@pytest.mark.django_db
def test_a_program_draws_it(unknown: Edition) -> None:
    body = {"edition": "m0e", "season": "zero", "format": "small", "cards": "9m"}
    answer = Client().post("/api/v1/calculator/setup/", json.dumps(body), content_type="application/json")
    assert answer.json()["scenario"]["strategy"] == "Hold the Well"
    body["edition"] = "m9e"
    refused = Client().post("/api/v1/calculator/setup/", json.dumps(body), content_type="application/json")
    assert refused.status_code == 409


def test_an_event_is_played_for_it(unknown: Edition) -> None:
    event = Event(edition="m0e", season="zero", size=35, with_feature=True)
    assert wanted_of(event) == Wanted(edition="m0e", season="zero", size=35, format="small")
    with pytest.raises(Refusal, match="Nothing is played with 60"):
        wanted_of(Event(edition="m0e", season="zero", size=60))
    scenario = {"strategy": "Hold the Well", "deployment": "Line", "schemes": [{"name": "Dig"}]}
    page = render_to_string("events/_scenario.html", {"scenario": scenario, "edition": "m0e"})
    assert all(words in page for words in ("Hold the Well", "Line", "Dig"))


def test_its_tables_are_held_against_its_one_deployment(unknown: Edition) -> None:
    report = check(Table(), unknown.table)
    assert "Line Deployment" in report.figure("room").sentence
    assert not any(figure.slug.startswith("advice") for figure in report.figures)
    assert "within 4 inches" in deployment_map("Line", "m0e")
