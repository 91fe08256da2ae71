"""Crews of the catalogue, of every Faction, played by bots: nothing breaks, whatever their cards do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from rules.crews.catalogue import FACTIONS
from rules.crews.crewlist import CrewList, Member
from rules.crews.hiring import check_crew
from rules.editions import ruleset
from rules.game.examples.encounters import among_terrain
from rules.game.simulation.catalogue_crews import CatalogueStock
from rules.game.simulation.simulate import simulate, summed

DATA = Path(__file__).parents[4] / "mfcampaign/catalog/data"
NAMES = tuple(FACTIONS)
M3E = ruleset("m3e")


@pytest.fixture(scope="module")
def stock():
    return CatalogueStock(
        *(json.loads((DATA / name).read_text(encoding="utf-8")) for name in ("models.json", "upgrades.json"))
    )


@pytest.mark.parametrize("faction", NAMES)
def test_crews_are_legal_and_hold_who_they_may_summon(stock, faction):
    for number in range(3):
        setup = stock.encounter(f"legal/{number}", (faction, faction))
        for crew in setup.crews:
            leader, *others = crew.models
            assert leader.leader
            written = CrewList(faction, leader.card, members=tuple(Member(hired.card) for hired in others))
            assert check_crew(written, stock.catalogue).legal
            assert 15 < sum(setup.cards[hired.card].cost for hired in others) <= 60
        summoned, _ = stock.arriving(setup.cards.values())
        assert set(summoned) <= set(setup.cards)


@pytest.mark.slow
@pytest.mark.parametrize("faction", NAMES)
def test_each_faction_plays_the_others(stock, faction, record_property):
    """Five Encounters a Faction, every third among terrain: 40 in all."""
    at = NAMES.index(faction)

    def make(name):
        number = int(name.rpartition("/")[2])
        setup = stock.encounter(name, (faction, NAMES[(at + number) % len(NAMES)]))
        return among_terrain(setup) if number % 3 == 1 else setup

    summary = summed(simulate(5, f"landing/{faction}", make, M3E), faction)
    assert summary.violations == ()
    assert summary.decisions > 1500
    record_property("prompted_percent", summary.prompted_percent)
    assert summary.prompted_percent < 15


@pytest.mark.soak
def test_five_thousand_encounters_of_the_catalogue(stock, seeds):
    for seed in seeds(500):
        summary = summed(simulate(10, f"soak/{seed}", stock.encounter, M3E), "soak")
        assert summary.violations == (), f"seed {seed}"


def test_the_command_says_the_share_of_prompts(capsys):
    call_command("simulate", "--catalogue", str(DATA), "--encounters", "1", "--seed", "share")
    assert "decisions prompted" in capsys.readouterr().out


@pytest.mark.slow
def test_the_same_hash_in_every_process():
    command = [
        sys.executable,
        "manage.py",
        "simulate",
        "--catalogue",
        str(DATA),
        "--encounters",
        "1",
        "--json",
    ]
    said = [
        subprocess.run(
            command,
            cwd=DATA.parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    ]
    assert said[0] == said[1]
