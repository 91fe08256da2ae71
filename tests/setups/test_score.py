"""The score sheet of a First Edition Encounter: filled in by its address, kept nowhere."""

import pytest
from django.test import Client

from mfcampaign.setups import operations
from mfcampaign.setups.models import SetUp
from rules.game.setup.drawn import Wanted
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

CARDS = "11t 9m 4c 7c 9r 8r"
"""Standard; Assassinate and Slaughter."""


@pytest.fixture
def older(shop) -> SetUp:
    return operations.draw(None, Wanted(edition="m1e", size=35, format="scrap"), cards=CARDS)


def page(row: SetUp, **query: object) -> tuple[int, str]:
    answer = Client().get(f"{row.get_absolute_url()}score/", query)
    return answer.status_code, answer.content.decode()


def test_it_begins_with_what_was_drawn_and_asks_only_for_what_matters(older):
    status, text = page(older)
    assert status == 200
    assert '<option value="Assassinate" selected>' in text
    assert '<option value="Slaughter" selected>' in text
    assert 'name="a-masters"' in text
    assert 'name="a-insignificant"' in text, "the enemy’s Slaughter counts them"
    assert 'name="b-masters"' in text
    for unasked in ("b-insignificant", "a-quarters", "a-treasure", "a-central"):
        assert f'name="{unasked}"' not in text
    assert "as soon as every number is written" in text
    assert f"/setups/{older.code}/score/" in Client().get(older.get_absolute_url()).content.decode()


@pytest.mark.rule("M1-ENC-20", "M1-STR-01", "M1-STR-04")
def test_a_filled_sheet_names_the_winner_and_explains_the_points(older):
    filled = {
        "a-called": "Mara",
        "a-strategy": "Assassinate",
        "a-masters": 1,
        "a-models": 2,
        "a-insignificant": 0,
        "b-strategy": "Slaughter",
        "b-masters": 0,
        "a-scheme_1": "Bodyguard",
        "a-of_1": "Lady Justice",
        "a-done_1": "on",
        "a-announced_1": "on",
    }
    status, text = page(older, **filled)
    assert status == 200
    assert "Mara wins." in text
    assert "Bodyguard: Lady Justice, announced" in text
    assert "M1-SCH-01" in text
    assert '<span class="total-amount">6</span>' in text
    assert "Start over" in text
    status, text = page(older, **filled | {"b-masters": ""})
    assert "Mara wins" not in text
    assert "Jonas wins" not in text


def test_what_cannot_have_been_is_said_and_nothing_is_lost(older):
    filled = {
        "a-strategy": "Reconnoiter",
        "a-quarters": 4,
        "b-strategy": "Reconnoiter",
        "b-quarters": 1,
        "a-scheme_1": "Kidnap",
        "a-of_1": "Seamus",
        "a-faction": "Guild",
    }
    status, text = page(older, **filled)
    assert status == 200, "the sheet is right as a page; what stands on it is not"
    assert "Kidnap is a Scheme of the Neverborn." in text
    assert 'value="Seamus"' in text
    status, text = page(older, **filled | {"a-quarters": 5, "a-faction": "Neverborn"})
    assert "a table has four quarters" in text
    assert "M1-STR-03" in text
    status, text = page(older, **filled | {"a-quarters": "many"})
    assert "Enter a whole number." in text
    assert 'value="many"' in text


@pytest.mark.parametrize("sheet", ["0", "2", "", "x", "9" * 5000, "²"])
def test_only_sheets_that_exist_can_be_scored(older, sheet):
    assert page(older, sheet=sheet)[0] == 404


def test_a_third_edition_encounter_has_no_such_sheet(shop):
    row = operations.draw(None, Wanted(season="gg0"))
    assert page(row)[0] == 404
    assert "/score/" not in shop.get(row.get_absolute_url()).content.decode()


def test_every_table_is_scored_by_itself(shop):
    row = operations.draw(None, Wanted(edition="m1e", size=60, format="brawl"), each="table", count=2)
    text = shop.get(row.get_absolute_url()).content.decode()
    assert f"/setups/{row.code}/score/?sheet=2" in text
    status, text = page(row, sheet=2)
    assert status == 200
    assert "Table 2" in text
    assert text.count('value="Hold Out"') == 2 * 3, "a Brawl has up to three Schemes"
    assert '<input type="hidden" name="sheet" value="2">' in text


def test_the_desk_reckons_the_same(shop):
    side = {"strategy": "Slaughter", "tally": {"masters": 1, "models": 4}}
    other = {"strategy": "Reconnoiter", "tally": {"masters": 1, "models": 1, "quarters": 3}}
    program = Program()
    answer = program.post("calculator/score/", {"format": "scrap", "sides": [side, other]})
    assert answer.status_code == 200
    body = answer.json()
    assert [total["amount"] for total in body["totals"]] == [2, 2]
    assert body["winner"] is None
    side["schemes"] = [{"name": "Thwart"}]
    answer = program.post("calculator/score/", {"format": "scrap", "sides": [side, other]})
    assert answer.status_code == 409
    assert "M1-SCH-11" in answer.content.decode()
    side["tally"] = {"mastres": 1}
    answer = program.post("calculator/score/", {"format": "scrap", "sides": [side, other]})
    assert answer.status_code == 422
    assert "mastres" in answer.content.decode()
