"""How many Crews a second one process validates, and beside it the same Crews encoded as JSON."""

from __future__ import annotations

import json
import os
import statistics
import time
from typing import Any

import django
import msgspec

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.editions.m3e.hiring.check import check_crew

FACTIONS = ("guild", "arcanists", "neverborn", "resurrectionists", "outcasts", "bayou", "ten-thunders")
ROUNDS, SECONDS = 5, 0.6


def run() -> dict[str, Any]:
    catalogue = _catalogue()
    crews = [crew for faction in FACTIONS for crew in _crews(catalogue, faction)]
    sizes = [len(crew.members) + 1 for crew in crews]
    rates, ratios = [], []
    for _ in range(ROUNDS):
        checked = _rate(lambda crew: check_crew(crew, catalogue), crews)
        encoded = _rate(lambda crew: json.dumps(msgspec.to_builtins(crew)), crews)
        rates.append(checked)
        ratios.append(encoded / checked)
    return {
        "crews": len(crews),
        "models_a_crew": round(statistics.mean(sizes), 1),
        "validations_per_second": round(statistics.median(rates)),
        "json_encoding_over_validation": round(statistics.median(ratios), 1),
    }


def _rate(work: Any, crews: list[CrewList]) -> float:
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        for crew in crews:
            work(crew)
        done += len(crews)
    return done / spent


def _catalogue() -> Catalogue:
    """The project's own figures, straight from the data files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
    django.setup()
    from mfcampaign.catalog.build.datafiles import read_documents
    from mfcampaign.catalog.cards import card_from, profile_of, upgrade_from, upgrade_profile_of

    read = read_documents()
    return Catalogue(
        [profile_of(card_from(record)) for record in read.models],
        [upgrade_profile_of(upgrade_from(record)) for record in read.upgrades],
        edition="m3e",
    )


def _crews(catalogue: Catalogue, faction: str) -> list[CrewList]:
    """One full Crew for each Master of the faction: keyword models first, while the size lasts."""
    crews = []
    for leader in catalogue.profiles():
        if leader.station != "Master" or faction not in leader.factions or leader.cost is None:
            continue
        crew = CrewList(faction, leader.slug)
        for model in catalogue.profiles():
            if (
                set(model.keywords) & set(leader.keywords)
                and check_crew(crew.add(model.slug), catalogue).legal
            ):
                crew = crew.add(model.slug)
        crews.append(crew)
    return crews
