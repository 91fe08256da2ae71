"""What a person takes along: all that hangs on their place in a league, and nothing hidden of the others."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from mfcampaign.campaigns.league.account_deletion import NOT_ONES_OWN, ON_ENTRY
from mfcampaign.campaigns.models import Entry, Game, LedgerEntry, Transfer
from mfcampaign.campaigns.scripted import play

pytestmark = pytest.mark.django_db


def rows_of(person: Any) -> dict[str, list[dict[str, Any]]]:
    client = Client()
    client.force_login(person)
    answer = client.get("/account/my-data.json")
    assert answer.status_code == 200
    rows: dict[str, list[dict[str, Any]]] = json.loads(answer.content)["rows"]
    return {name: found for name, found in rows.items() if name.startswith("campaigns.")}


@pytest.mark.usefixtures("in_process")
def test_ones_arsenal_scrip_games_reports_and_aftermaths_are_in_it(league: Any) -> None:
    week = league.start()
    play.live_week(week)
    entry, other = league.entry(0), league.entry(1)
    rows = rows_of(entry.user)
    assert {row["entry_id"] for row in rows["campaigns.arsenalmodel.entry"]} == {entry.pk}
    assert len(rows["campaigns.arsenalmodel.entry"]) == entry.models.count()
    purse = rows["campaigns.account.entry"][0]["id"]
    lines = LedgerEntry.objects.filter(account=purse)
    assert [row["id"] for row in rows["campaigns.ledgerentry.account__entry"]] == sorted(
        lines.values_list("pk", flat=True)
    )
    moved = rows["campaigns.transfer.debit__entry|credit__entry"]
    assert all(purse in (row["debit_id"], row["credit_id"]) for row in moved)
    assert 0 < len(moved) < Transfer.objects.count(), "not what others earned"
    assert rows["campaigns.report.game__sides__entry"][0]["result"]
    assert rows["campaigns.aftermath.side__entry"]
    assert rows["campaigns.aftermathdecision.aftermath__side__entry"]
    assert [row["entry_id"] for row in rows["campaigns.gameside.entry"]] == [entry.pk]
    assert entry.pk != other.pk


@pytest.mark.usefixtures("in_process")
def test_the_other_crew_is_not_in_it_before_it_is_revealed(league: Any) -> None:
    week = league.start()
    game = Game.objects.get(week=week)
    mine, theirs = play.sides(game)
    play.submit_crew(theirs)
    theirs.refresh_from_db()
    told = json.dumps(rows_of(mine.entry.user))
    assert theirs.crew
    assert json.dumps(theirs.crew)[1:-1] not in told
    assert json.dumps(theirs.crew)[1:-1] in json.dumps(rows_of(theirs.entry.user)), "the negative control"


def test_no_table_that_hangs_on_a_place_is_forgotten() -> None:
    hanging: set[Any] = {Entry}
    models = set(apps.get_app_config("campaigns").get_models())

    def hangs(model: Any) -> bool:
        return any(field.related_model in hanging for field in model._meta.concrete_fields)

    while more := {model for model in models - hanging if hangs(model)}:
        hanging |= more
    assert len(hanging) > 20
    assert hanging - {Entry} | {Game} == {*ON_ENTRY, *NOT_ONES_OWN}, "a game is named by its sides"
