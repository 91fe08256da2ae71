"""The count of what cards print and the engine plays: it may only rise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.editions.m3e.scripts.coverage import covered

DATA = Path(__file__).parents[5] / "mfcampaign/catalog/data/m3e/models.json"
PRINTED = {"ability": 2174, "trigger": 1907, "tactical": 755, "attack": 968}
LEAST = {"ability": 96.4, "trigger": 97.0, "tactical": 94.4, "attack": 97.4}


@pytest.fixture(scope="module")
def count():
    return covered(json.loads(DATA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", LEAST)
def test_no_kind_falls_behind(count, kind):
    assert count.kinds[kind].percent >= LEAST[kind]


def test_nineteen_of_twenty_are_executed(count):
    assert count.models == 506
    assert count.total.printed == 5804
    assert {kind: share.printed for kind, share in count.kinds.items()} == PRINTED
    assert count.total.percent >= 96.5


def test_whole_models_and_masters_do_not_become_fewer(count):
    assert len(count.whole) >= 354
    assert sum(share.percent >= 85 for share in count.masters.values()) == len(count.masters)


def test_the_command_says_the_same(count, capsys):
    from django.core.management import call_command

    call_command("card_scripts", "--json")
    said = json.loads(capsys.readouterr().out)
    assert said["executed"] == count.total.played
    assert said["models_whole"] == len(count.whole)
    call_command("card_scripts")
    assert f"{len(count.whole)} of 506 models whole" in capsys.readouterr().out
