"""The figures of the Fourth Edition: costs and limits by another path, stations, links, what sources say."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from rules.editions.m4e.factions import FACTIONS
from rules.editions.m4e.hiring.counted import counted_cost, is_unique
from tests.rules.editions.m4e.figures import fourth_edition, rows

TABLE = Path(__file__).parent / "costs.csv"
"""Made of the merged source table by one line of jq and sort, not by the builder:
``jq -r '.models[] | [.name, (.title // ""), (.cost // "" | tostring), (.limit | tostring)] | @csv'``."""


def spelled(name: str) -> str:
    """As the builder spells it."""
    return name.replace("`", "'")


@pytest.mark.rule("M4-HIRE-15", "M4-HIRE-16")
def test_costs_and_limits_are_those_of_the_table() -> None:
    with TABLE.open(encoding="utf-8", newline="") as file:
        table = {
            (spelled(row["name"]), spelled(row["title"])): (row["cost"], row["limit"])
            for row in csv.DictReader(file)
        }
    ours = {
        (row["name"], row["title"]): ("" if row["cost"] is None else str(row["cost"]), str(row["limit"]))
        for row in rows("models")
    }
    assert len(table) == 798
    assert ours == table


@pytest.mark.rule("M4-HIRE-19", "M4-HIRE-20")
def test_each_model_has_one_faction_and_a_station_or_none() -> None:
    models = rows("models")
    assert all(len(row["factions"]) == 1 for row in models)
    assert {row["factions"][0] for row in models} == set(FACTIONS)
    assert Counter(row["station"] for row in models) == {"": 444, "Minion": 212, "Master": 125, "Peon": 17}
    words = {word for row in models for word in row["characteristics"]}
    assert {"Henchman", "Unique", "Loyal"} <= words
    assert not words & {"Enforcer", "Master", "Minion", "Peon", "Totem", "Versatile"}


@pytest.mark.rule("M4-HIRE-16")
def test_masters_totems_and_twelve_that_come_in_play_have_no_cost() -> None:
    costless = [row for row in rows("models") if row["cost"] is None]
    assert len(costless) == 260
    others = {row["slug"] for row in costless if row["station"] != "Master" and not row["is_totem"]}
    assert len(others) == 12
    assert {"mature-nephilim", "gaki", "habber-dasher"} <= others


@pytest.mark.rule("M4-HIRE-08", "M4-HIRE-09", "M4-HIRE-24")
def test_every_master_brings_a_totem_or_itself_and_a_crew_card() -> None:
    catalogue = fourth_edition()
    masters = [profile for profile in catalogue.profiles() if profile.station == "Master"]
    for master in masters:
        assert master.hiring.brings, master.full_name
        assert all(catalogue.has_profile(slug) for slug in master.hiring.brings)
        assert master.hiring.crew_cards, master.full_name
        cards = [catalogue.upgrade(slug) for slug in master.hiring.crew_cards]
        assert all(card.marks == ("Crew card",) for card in cards)
    itself = {master.slug for master in masters if master.slug in master.hiring.brings}
    assert itself == {"viktoria-chambers-ashes-and-blood", "nexus-one-of-many"}
    linked = {slug for master in masters for slug in master.hiring.brings} - itself
    totems = {profile.slug for profile in catalogue.profiles() if profile.is_totem}
    assert totems - linked == {"the-scribe-in-plain-sight"}, "no source links it"
    assert sum("Crew card" in upgrade.marks for upgrade in catalogue.upgrades()) == 134


@pytest.mark.rule("M4-HIRE-25", "M4-HIRE-26")
def test_what_schemes_count_of_a_model() -> None:
    model = fourth_edition().profile
    assert counted_cost(model("kaeris-reborn")) == 10, "a Master of more Health"
    assert counted_cost(model("steam-trunk")) == model("steam-trunk").health == 9
    assert counted_cost(model("altus-keene")) == 7
    assert is_unique(model("altus-keene"))
    assert is_unique(model("candy"))
    assert all(is_unique(model(f"dashel-barker-{title}")) for title in ("butcher", "the-old-guard"))
    barrows = model("parker-barrows-most-wanted")
    assert (barrows.limit, is_unique(barrows)) == (1, False), "a limit of 1 makes nobody unique"


def test_a_figure_that_sources_give_otherwise_is_kept_with_its_source() -> None:
    by_slug = {row["slug"]: row for row in rows("models")}
    assert by_slug["altus-keene"]["health"] == 7
    assert by_slug["altus-keene"]["figures"]["doubts"] == [
        {"figure": "health", "other": 9, "source": "tts-2025-06"}
    ]
    unsure = {slug: row["figures"]["unsure"] for slug, row in by_slug.items() if "unsure" in row["figures"]}
    assert unsure == {
        "apprentice-wesley": ["sz"],
        "brutal-fate-emissary": ["health"],
        "fingers-leong": ["df", "wp", "mv"],
        "grave-goo": ["health"],
        "rat-king": ["mv"],
        "shenlong-the-teacher": ["df"],
        "sonnia-criid-unrelenting": ["mv"],
    }
    assert {slug for slug, row in by_slug.items() if not row["verified"]} == set(unsure)


def test_suits_stand_on_triggers_alone_and_only_where_they_are_known() -> None:
    triggers = [
        trigger
        for row in rows("models")
        for action in row["figures"]["actions"]
        for trigger in action["triggers"]
    ]
    suits = {suit for trigger in triggers for suit in trigger["suits"]}
    assert suits == {"ram", "tome", "mask", "crow", "soulstone"}
    assert 1000 < sum(bool(trigger["suits"]) for trigger in triggers) < len(triggers) / 2
    assert not any(row["figures"].get("df_suit") for row in rows("models"))
