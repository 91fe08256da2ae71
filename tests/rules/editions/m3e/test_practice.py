"""The practice Crews of every Faction, and what a new Encounter makes of a choice of Crews."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules.editions.m3e.examples import practice
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.play.setup.agreed import AGREED, PRACTICE
from rules.editions.m3e.scripts.coverage import covered
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.game.setup.agreed import HIRE

DATA = Path("mfcampaign/catalog/data/m3e")


class Release:
    """The figures of the data files."""

    @cached_property
    def stock(self) -> CatalogueStock:
        return CatalogueStock(
            *(json.loads((DATA / name).read_text()) for name in ("models.json", "upgrades.json"))
        )

    @property
    def catalogue(self) -> Any:
        return self.stock.catalogue

    @cached_property
    def models(self) -> dict[str, Any]:
        return {record["slug"]: record for record in self.stock.records}

    @cached_property
    def upgrades(self) -> dict[str, Any]:
        return {record["slug"]: record for record in self.stock._upgrades}

    def everything(self) -> Any:
        return self.stock.release, self.stock.bought


@pytest.fixture(scope="module")
def release() -> Release:
    return Release()


def chosen(release: Release, name: str = "one", **values: Any) -> Any:
    supplies: Any = SimpleNamespace(name=name, figures=release, crew=lambda key: None, stock="1")
    return AGREED.setup({"crews": "seven", **values}, supplies, at_table=False)


def test_every_faction_has_one_whose_cards_are_executed_whole(release):
    assert set(practice.MEMBERS) == set(FACTIONS)
    whole = set(covered(release.stock.records).whole)
    for key in practice.KEYS:
        crew = practice.PracticeCrew(key, release)
        assert crew.report.legal, (key, crew.report.violations)
        assert {crew.written.leader, *(one.slug for one in crew.written.members)} <= whole, key


def test_they_are_offered_with_nothing_to_apply_by_hand(release):
    offers = list(AGREED.practice(release))
    assert [offer.key for offer in offers] == [*practice.KEYS, *PRACTICE]
    assert not [offer for offer in offers if offer.by_hand or offer.refused]
    assert [offer.key for offer in AGREED.practice(None)] == [*PRACTICE]


@pytest.mark.parametrize("key", practice.KEYS)
def test_it_never_meets_its_own_faction_unasked(release, key):
    met = set()
    for number in range(24):
        setup = chosen(release, f"game {number}", own=key)
        assert setup.crews[0] != setup.crews[1]
        met.add(setup.crews[1].name)
    assert practice.PracticeCrew(key, release).name not in met
    assert len(met) > 2, "the other Factions take turns"


def test_the_same_once_more_is_met_where_it_is_asked_for(release):
    setup = chosen(release, own="practice-guild", against="practice-guild")
    assert setup.crews[0].models == setup.crews[1].models


def test_the_small_ones_and_what_programs_send_stay(release):
    two = PRACTICE["two"][1]().cards
    assert chosen(release, own="two").cards == chosen(release, crews="two").cards == two
    assert chosen(release).cards == PRACTICE["seven"][1]().cards


def test_a_practice_crew_may_stand_chosen_where_both_hire(release):
    hires = {"crews": HIRE, "size": 50}
    assert not list(AGREED.faults({**hires, "own": "practice-guild"}, at_table=False))
    assert list(AGREED.faults({**hires, "own": "2yaDTolCrncZ"}, at_table=False))
    assert chosen(release, own="practice-guild", **hires).hire is not None
