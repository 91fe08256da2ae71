"""Whole Encounters by the hundred: ``manage.py simulate`` finds nothing broken and always says the same."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from rules.core.editions import RULESETS
from rules.core.game.examples import skirmish
from rules.core.game.invariants import Watch
from rules.core.game.simulate import simulate, summed


def test_the_command_prints_one_json_object_the_same_each_time(capsys):
    said = []
    for _ in range(2):
        call_command("simulate", "--encounters", "2", "--seed", "command", "--json")
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    told = json.loads(said[0])
    assert (told["encounters"], told["violations"]) == (2, [])
    assert set(told) == {"encounters", "seed", "decisions", "events", "wins", "violations", "hash"}


def test_a_violation_fails_the_command(monkeypatch, capsys):
    monkeypatch.setattr(Watch, "broken", lambda self, play: ["a card is missing"])
    with pytest.raises(CommandError, match="violations"):
        call_command("simulate", "--encounters", "1")
    assert "a card is missing" in capsys.readouterr().out


def test_at_least_one():
    with pytest.raises(CommandError):
        call_command("simulate", "--encounters", "0")


def check(number: int, seed: str) -> None:
    for name, rules in RULESETS.items():
        summary = summed(simulate(number, f"{seed}/{name}", skirmish, rules), seed)
        assert summary.violations == (), f"{name}, seed {seed}"
        assert summary.encounters == number


@pytest.mark.slow
def test_two_hundred_encounters():
    check(200, "test")


def test_among_terrain(capsys):
    call_command("simulate", "--encounters", "2", "--terrain")
    assert "2 Encounters" in capsys.readouterr().out


@pytest.mark.soak
def test_five_thousand_encounters():
    check(5000, "soak")
