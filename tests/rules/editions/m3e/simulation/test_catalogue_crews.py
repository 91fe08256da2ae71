"""Crews of the catalogue, of every Faction, played by bots: nothing breaks, whatever their cards do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command

from rules.crews.crewlist import STANDARD_SIZE, CrewList, Member
from rules.editions import ruleset
from rules.editions.m3e.examples.encounters import among_terrain
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import STANDARD
from rules.editions.m3e.play.setup.hiring import Hall
from rules.editions.m3e.scripts.coverage import things_of
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.editions.m3e.simulation.simulate import simulate, summed

DATA = Path(__file__).parents[5] / "mfcampaign/catalog/data/m3e"
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
    """One Encounter a Faction, every second among terrain: 8 in all."""
    at = NAMES.index(faction)

    def make(name):
        number = int(name.rpartition("/")[2])
        setup = stock.encounter(name, (faction, NAMES[(at + number + 1) % len(NAMES)]))
        return among_terrain(setup) if at % 2 else setup

    summary = summed(simulate(1, f"landing/{faction}", make, M3E), faction)
    assert summary.violations == ()
    assert summary.decisions > 250
    record_property("prompted_percent", summary.prompted_percent)
    assert summary.prompted_percent < 15


@pytest.mark.slow
@pytest.mark.parametrize("faction", NAMES)
def test_each_faction_plays_small_encounters(stock, faction):
    """Crews for 12 Soulstones over three Turns, 3 a Faction: with the long ones 32 in all."""
    at = NAMES.index(faction)

    def make(name):
        number = int(name.rpartition("/")[2])
        factions = (faction, NAMES[(at + number) % len(NAMES)])
        setup = msgspec.structs.replace(stock.encounter(name, factions, size=12), turns=3)
        return among_terrain(setup) if number % 3 == 1 else setup

    summary = summed(simulate(3, f"small/{faction}", make, M3E), faction)
    assert summary.violations == ()
    assert summary.decisions > 300


def without_prompts(stock, faction):
    """Crews of whole models alone, who bring none but such: one for each that may lead them."""
    records = {record["slug"]: record for record in stock.records}
    whole = {
        slug
        for slug, card in stock.release.items()
        if all(played for _, played in things_of(card, records[slug]))
    }
    for slug in list(whole):
        summoned, attached = stock.arriving([stock.release[slug]])
        if attached or not set(summoned) <= whole:
            whole.discard(slug)
    for leader in Hall(stock, STANDARD_SIZE, STANDARD).leaders(faction):
        crew = CrewList(faction, leader.slug)
        while leader.slug in whole:
            fitting = [
                candidate
                for candidate in candidates(crew, stock.catalogue)
                if candidate.legal
                and candidate.profile.slug in whole
                and candidate.profile.station != "Master"
            ]
            if not fitting:
                yield crew
                break
            fitting.sort(key=lambda candidate: (not candidate.keyword, -candidate.total.amount))
            crew = crew.add(fitting[0].profile.slug)


@pytest.mark.slow
@pytest.mark.parametrize("faction", [name for name in NAMES if name != "explorers-society"])
def test_two_crews_of_each_faction_play_without_a_prompt(stock, faction):
    """No model of the Explorer's Society has all of its figures."""
    first, second = islice(without_prompts(stock, faction), 2)
    for crew in (first, second):
        report = check_crew(crew, stock.catalogue)
        assert report.legal
        assert 45 <= report.total.amount <= 50
    summary = summed(simulate(1, faction, lambda name: stock.setup_of(name, first, second), M3E), faction)
    assert summary.violations == ()
    assert summary.decisions > 150
    assert summary.prompts == 0


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
            cwd=DATA.parents[3],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    ]
    assert said[0] == said[1]
