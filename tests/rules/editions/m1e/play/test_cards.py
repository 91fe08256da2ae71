"""First Edition cards as rows of the catalogue: what a house may write on one, and the figure that it is."""

from __future__ import annotations

from typing import Any

import pytest

from rules.editions.m1e.examples import FIGURES
from rules.editions.m1e.written import (
    completed_figures,
    faults_of_figures,
    figure_of_record,
    is_complete,
    lacking,
    record_of,
)
from rules.refusal import Refusal

HOUND = record_of(FIGURES["bloodhound"])
CLAW = {"name": "Claw", "kind": "melee", "inches": 1, "combat": 5, "damage": [1, 2, 4]}
SPELL = {"name": "Hex", "cc": 12}


@pytest.mark.rule("M1-CARD-09")
@pytest.mark.parametrize("slug", sorted(FIGURES))
def test_every_figure_survives_the_catalogue(slug) -> None:
    figure = FIGURES[slug]
    record = record_of(figure, "a source")
    assert record["sources"] == ["a source"]
    assert is_complete(record)
    assert faults_of_figures(record["figures"]) == []
    again = figure_of_record(record)
    assert again == figure
    assert (record["cost"] is None) == (figure.station == "Master") == (record["cache"] is not None)


@pytest.mark.rule("M1-CARD-11", "M1-CARD-12", "M1-MAG-01", "M1-TRG-01")
@pytest.mark.parametrize(
    ("figures", "path", "said"),
    [
        ("claws", "", "A card is an object"),
        ({"claws": []}, "claws", "A card has no “claws”"),
        ({"ap": "two"}, "ap", "none of what may stand here"),
        ({"ca_suits": ["rose"]}, "", "no suit is called “rose”"),
        ({"weapons": {}}, "weapons", "a list of at most"),
        ({"weapons": [CLAW] * 21}, "weapons", "a list of at most"),
        ({"weapons": [CLAW, CLAW | {"name": "CLAW "}]}, "weapons/1/name", "two weapons called CLAW"),
        ({"weapons": [CLAW | {"name": " "}]}, "weapons/0/name", "needs a name"),
        ({"weapons": [CLAW | {"damage": [1, 2]}]}, "weapons/0/damage", "3 whole numbers"),
        ({"weapons": [CLAW | {"damage": [3, 2, 1]}]}, "", "weak, moderate, severe, rising"),
        ({"spells": [{"name": "Storm", "cc": 12, "cost": -2}]}, "", "AP are 0 or more, or -1 for (all)"),
        ({"talents": [{"name": "Howling"}]}, "talents/0/name", "none of what may stand here"),
        ({"talents": [{"name": "Armor"}]}, "", "Armor needs a number"),
        ({"spells": [SPELL | {"summons": "nobody"}]}, "spells/0/summons", "short name “nobody”"),
        ({"spells": [SPELL | {"becomes": "nobody"}]}, "spells/0/becomes", "short name “nobody”"),
        ({"spells": [SPELL | {"aura": 3}]}, "spells/0/aura_changes", "An aura changes a stat"),
        ({"avatar": "nobody"}, "avatar", "short name “nobody”"),
        (
            {
                "triggers": [
                    {"name": "Rip", "stat": "cb", "suits": ["ram"], "does": "damage", "weapon": "Claw"}
                ]
            },
            "triggers/0/weapon",
            "has no weapon “Claw”",
        ),
    ],
)
def test_each_fault_of_a_card_is_told_at_its_place(figures, path, said) -> None:
    faults = faults_of_figures(figures, frozenset({"bloodhound"}))
    assert [fault.path for fault in faults] == [path], faults
    assert said in faults[0].sentence


def test_a_row_that_is_no_object_is_told_and_needs_a_name() -> None:
    assert [fault.path for fault in faults_of_figures({"weapons": ["claw"]})] == [
        "weapons/0",
        "weapons/0/name",
    ]


def test_talents_may_be_had_twice_and_models_are_looked_for_where_they_are_known() -> None:
    companions = [{"name": "Companion", "of": "A"}, {"name": "Companion", "of": "B"}]
    assert faults_of_figures({"talents": companions}) == []
    summons = {"spells": [SPELL | {"summons": "nobody"}]}
    assert faults_of_figures(summons) == []
    assert faults_of_figures(summons, frozenset({"nobody"})) == []
    armed = {
        "weapons": [CLAW],
        "triggers": [{"name": "Rip", "stat": "cb", "suits": ["ram"], "does": "damage"}],
    }
    armed["triggers"][0]["weapon"] = "Claw"
    assert faults_of_figures(armed) == []


@pytest.mark.rule("M1-CARD-09")
def test_without_its_figures_nobody_plays_it() -> None:
    assert lacking(HOUND) == ()
    unknown: dict[str, Any] = HOUND | {"df": None, "figures": {}}
    assert lacking(unknown) == ("df", "weapons")
    assert not is_complete(unknown)
    with pytest.raises(Refusal, match="nobody knows its df, weapons"):
        figure_of_record(unknown)


def test_of_several_factions_it_is_of_the_one_that_hires_it() -> None:
    both = HOUND | {"factions": ["guild", "arcanists"], "title": "Tracker", "station": None}
    assert figure_of_record(both).faction == figure_of_record(both, "neverborn").faction == "Guild"
    arcane = figure_of_record(both, "arcanists")
    assert (arcane.faction, arcane.name) == ("Arcanists", f"{HOUND['name']}, Tracker")
    assert arcane.station == "Minion"
    totem = figure_of_record(HOUND | {"is_totem": True, "totem_for": "somebody"})
    assert (totem.station, totem.linked) == ("Totem", "somebody")


def test_figures_are_completed_with_what_a_reader_looks_at() -> None:
    whole = completed_figures({"weapons": [CLAW]})
    assert whole["weapons"][0]["blasts"] == [0, 0, 0]
    assert (whole["talents"], whole["ap"], whole["avatar"]) == ([], 0, "")
