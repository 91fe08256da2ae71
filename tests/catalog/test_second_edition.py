"""The figures of the Second Edition: read from their files, loaded beside the Third's, never mixed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.build.datafiles import FILES, Documents, folder_of, read_documents, written
from mfcampaign.catalog.changes import changes_of
from mfcampaign.catalog.data.m2e import build as builder
from mfcampaign.catalog.models import Release
from mfcampaign.catalog.operations import load_release
from mfcampaign.catalog.queries import cards_with_pack
from mfcampaign.catalog.views.cards import comparison
from rules.crews.crewlist import CrewList
from rules.edition import edition_of
from rules.editions.m2e.hiring.check import check_crew
from rules.refusal import Refusal


@pytest.fixture(scope="module")
def documents() -> Documents:
    return read_documents(folder_of("m2e"))


@pytest.fixture(scope="module")
def models(documents: Documents) -> dict[str, dict[str, Any]]:
    return {row["slug"]: row for row in documents.models}


@pytest.fixture(scope="module")
def upgrades(documents: Documents) -> dict[str, dict[str, Any]]:
    return {row["slug"]: row for row in documents.upgrades}


@pytest.fixture
def second(full_release: Release) -> Release:
    """The Second Edition's release beside the Third's."""
    return load_release(folder_of("m2e")).current


def test_the_files_are_as_the_builder_writes_them() -> None:
    for name in FILES:
        text = (folder_of("m2e") / f"{name}.json").read_text()
        assert text == written(json.loads(text)), f"m2e/{name}.json was edited by hand"


@pytest.mark.rule("M2-HIRE-05", "M2-HIRE-12")
def test_counts_factions_and_stations(documents: Documents) -> None:
    assert (len(documents.models), len(documents.upgrades), len(documents.factions)) == (409, 448, 7)
    assert sum(row["verified"] for row in documents.models) == 318
    stations = [row["station"] for row in documents.models]
    counted = {station: stations.count(station) for station in builder.STATIONS}
    assert counted == {"Master": 47, "Henchman": 66, "Enforcer": 92, "Minion": 153, "Peon": 51}
    assert {row["name"] for row in documents.factions} == set(builder.FACTIONS)


@pytest.mark.rule("M2-HIRE-11", "M2-HIRE-58")
def test_masters_alone_have_no_cost_and_cache_is_theirs_and_the_henchmens(documents: Documents) -> None:
    for row in documents.models:
        assert (row["cost"] is None) == (row["station"] == "Master"), row["slug"]
        if row["cache"] is not None:
            assert row["station"] in ("Master", "Henchman"), row["slug"]
            assert 0 <= row["cache"] <= 6


@pytest.mark.rule("M2-HIRE-19", "M2-HIRE-21", "M2-HIRE-16")
def test_slips_of_the_sources_are_put_right(models: dict[str, dict[str, Any]]) -> None:
    assert all(row["limit"] == 1 for row in models.values() if row["station"] == "Henchman")
    totems = {"mechanical-dove": 3, "marionette": 4, "daydream": 3, "hollow-waif": 2, "peasant": 2}
    totems |= {"skeeter": 2, "young-lacroix": 3, "the-stolen": 3}
    assert {slug: models[slug]["limit"] for slug in totems} == totems
    assert models["skeeter"]["totem_for"] == "Som'er Teeth Jones"
    assert models["banasuva"]["totem_for"] == "Sandeep Desai"
    assert models["corpse-candle"]["totem_for"] == "Reva"
    emissaries = [row for row in models.values() if "Emissary of Fate" in row["characteristics"]]
    assert {(row["station"], row["cost"], row["limit"]) for row in emissaries} == {("Enforcer", 10, 1)}


@pytest.mark.rule("M2-HIRE-25")
def test_totems_are_linked_to_masters_or_to_a_faction(models: dict[str, dict[str, Any]]) -> None:
    masters = {row["name"] for row in models.values() if row["station"] == "Master"}
    totems = [row for row in models.values() if row["is_totem"]]
    assert len(totems) == 53
    assert {row["totem_for"] for row in totems} - {""} <= masters
    assert {row["station"] for row in totems} == {"Peon", "Minion", "Enforcer", "Henchman"}
    assert models["hungering-darkness"]["cost"] == models["hollow-waif"]["cost"] == 0


def test_figures_of_a_card_come_over_under_their_later_names(models: dict[str, dict[str, Any]]) -> None:
    justice = models["lady-justice"]
    figures = {key: justice[key] for key in ("df", "wp", "mv", "cg", "sz", "health", "cache", "base_mm")}
    assert figures == {"df": 5, "wp": 7, "mv": 5, "cg": 7, "sz": 2, "health": 14, "cache": 4, "base_mm": 30}
    greatsword = justice["figures"]["actions"][0]
    assert (greatsword["skill"], greatsword["stat"], greatsword["stat_suits"]) == ("Ml", 7, ["ram"])
    assert (greatsword["range_type"], greatsword["range"], greatsword["damage"]) == ("melee", 2, [3, 4, 6])
    assert greatsword["triggers"] == [{"name": "Critical Strike", "suits": ["ram"]}]
    assert {"name": "Riposte", "type": "Df, ram mask"} in justice["figures"]["abilities"]


@pytest.mark.rule("M2-HIRE-50", "M2-HIRE-51")
def test_what_an_upgrade_needs_says_or_and_and(upgrades: dict[str, dict[str, Any]]) -> None:
    needs = {slug: row["requires"] for slug, row in upgrades.items()}
    assert needs["warding-runes"] == [["Ironsides", "Henchman"]]
    assert needs["watch-my-back"] == [["Lucius", "Guardsman"]]
    assert needs["lead-lined-coat"] == [["Henchman", "Enforcer"], ["Living"]]
    assert needs["spoils-of-war"] == [["Master", "Henchman"], ["Freikorps"]]
    assert needs["addict"] == [["Jakob Lynch", "Hungering Darkness"]]
    assert needs["drowning-injustice"] == [["Jack Daw"]]


def test_every_word_of_a_restriction_and_of_a_permission_means_something(
    models: dict[str, dict[str, Any]], upgrades: dict[str, dict[str, Any]]
) -> None:
    words = {row["name"] for row in models.values()} | set(builder.STATIONS) | set(builder.FACTIONS)
    for row in models.values():
        words |= set(row["characteristics"])
        words |= {ability["name"] for ability in row["figures"].get("abilities", ())}
    for row in upgrades.values():
        assert {word for group in row["requires"] for word in group} <= words, row["slug"]
    cards = [*models.values(), *upgrades.values()]
    opened = [permission for row in cards for permission in row["hiring"].get("opens", ())]
    assert len(opened) == len(builder.PERMISSIONS) + len(builder.UPGRADE_PERMISSIONS)
    for permission in opened:
        named = {word for alternative in permission["words"] for word in alternative}
        assert named | set(permission.get("without", ())) <= words


@pytest.mark.rule("M2-HIRE-46")
def test_rare_of_upgrades_and_what_the_cards_say_otherwise(upgrades: dict[str, dict[str, Any]]) -> None:
    for slug in ("tessellating-magnet", "practiced-production", "on-dreaming-wings", "corn-husks"):
        assert upgrades[slug]["plentiful"] == 1
    assert upgrades["imbued-protection"]["plentiful"] == 3
    assert upgrades["plant-evidence"]["plentiful"] == 3
    assert upgrades["badge-of-office"]["marks"] == ["Leader", "Limited"]


def test_both_editions_load_and_the_portals_own_stays_the_third(db: None) -> None:
    call_command("load_catalogue", verbosity=0)
    assert queries.current_release().edition == "m3e"
    assert queries.current_release("m2e").edition == "m2e"
    assert str(queries.current_release("m2e")) == "Second Edition release 1"
    again = load_release(folder_of("m2e"))
    assert again.created is None
    assert queries.faction_names()["bayou"] == "Bayou"


def test_costs_are_of_one_edition_each(second: Release) -> None:
    third = queries.catalogue_for(queries.current_release().pk)
    older = queries.catalogue_for(second.pk)
    assert (third.edition, older.edition) == ("m3e", "m2e")
    both = [p for p in third.profiles() if p.cost is not None and older.has_profile(p.slug)]
    same = [p for p in both if older.profile(p.slug).cost == p.cost]
    assert 0 < len(same) < len(both)
    assert (third.profile("lady-justice").cost, older.profile("lady-justice").cost) == (16, None)
    assert older.profile("hungering-darkness").cache == 5


def test_a_pack_lies_over_its_own_edition_only(second: Release, mara: Any) -> None:
    pack = operations.create_pack(mara, "Older costs", edition="m2e")
    operations.set_figures(pack, mara, "guild-hound", {"cost": 9, "characteristics": ["Hound", "Mercenary"]})
    operations.add_house(pack, mara, {"name": "Old Gus", "station": "Peon", "factions": ["guild"], "cost": 2})
    older = queries.catalogue_for(second.pk, pack.pk)
    assert older.profile("guild-hound").cost == 9
    assert older.profile("house-old-gus").station == "Peon"
    third = queries.catalogue_for(queries.current_release().pk, pack.pk)
    assert third.profile("guild-hound").cost == 3
    assert not third.has_profile("house-old-gus")
    with pytest.raises(Refusal, match="one edition"):
        operations.create_pack(mara, "Of none", edition="m9e")


@pytest.mark.rule("M2-HIRE-40")
def test_a_pack_says_anew_whom_a_card_lets_in(second: Release, mara: Any) -> None:
    """Errata of 2017 took something from Tara's card and gave a card of another's: an organiser's data."""
    pack = operations.create_pack(mara, "Errata", edition="m2e")
    crew = CrewList("guild", "mcmourning").add("razorspine-rattler")

    def faults() -> set[str]:
        return {
            fault.rule for fault in check_crew(crew, queries.catalogue_for(second.pk, pack.pk)).violations
        }

    assert "M2-HIRE-13" in faults()
    beasts = {"opens": [{"scope": "leads", "words": [["Beast"]], "limit": 4}]}
    operations.set_figures(pack, mara, "mcmourning", {"hiring": beasts})
    assert "M2-HIRE-13" not in faults()
    operations.set_figures(pack, mara, "mcmourning", {"hiring": {"opens": []}})
    assert "M2-HIRE-13" in faults()
    with pytest.raises(Refusal, match="lets one hire"):
        operations.set_figures(pack, mara, "mcmourning", {"hiring": {"opens": [{"limit": "four"}]}})


def test_pages_show_the_edition_that_is_asked_for(second: Release, client: Client) -> None:
    cards, _ = cards_with_pack(second.pk, None)
    listed = client.get("/catalogue/", {"edition": "m2e", "q": "seamus"}).content.decode()
    assert "Second Edition release 1" in listed
    assert "/catalogue/models/seamus/?edition=m2e" in listed
    card = client.get("/catalogue/models/lady-justice/", {"edition": "m2e"}).content.decode()
    assert "<dt>Cache</dt>" in card
    assert "<dt>Wk</dt>" in card
    assert "<dt>Mv</dt>" not in card
    third = client.get("/catalogue/models/lady-justice/").content.decode()
    assert "<dt>Mv</dt>" in third
    assert "<dt>Cache</dt>" not in third
    pair = client.get("/catalogue/compare/lady-justice/", {"edition": "m2e", "with": "Seamus"})
    assert "Wk" in pair.content.decode()
    assert "Second Edition release 1" in pair.content.decode()
    assert ("Rare", "–", "4", True) in comparison(*(cards[slug] for slug in ("seamus", "guild-hound")))
    coat = client.get("/catalogue/upgrades/", {"edition": "m2e", "q": "warding"}).content.decode()
    assert "Warding Runes" in coat
    assert "Rare" in coat
    assert "Second Edition" in client.get("/catalogue/releases/", {"edition": "m2e"}).content.decode()


def test_the_api_has_an_edition(second: Release, client: Client) -> None:
    hound = client.get("/api/v1/catalogue/models/guild-hound/", {"edition": "m2e"}).json()
    assert (hound["edition"], hound["limit"], hound["health"]) == ("m2e", 4, 4)
    assert client.get("/api/v1/catalogue/models/guild-hound/").json()["edition"] == "m3e"
    peons = client.get("/api/v1/catalogue/models/", {"edition": "m2e", "station": "Peon"}).json()
    assert {row["edition"] for row in peons["items"]} == {"m2e"}
    assert (
        client.get("/api/v1/catalogue/releases/", {"edition": "m2e"}).json()["items"][0]["edition"] == "m2e"
    )
    unknown = client.get("/api/v1/catalogue/models/", {"edition": "m9e"})
    assert unknown.status_code == 409
    assert "no such edition" in unknown.content.decode()


@pytest.mark.rule("M2-HIRE-46", "M3E-HIRE-19")
def test_rare_is_printed_as_rare_also_one_and_where_it_changes(second: Release, client: Client) -> None:
    """On the card, in the form and in what changed; no number where the card has none."""
    page = client.get("/catalogue/upgrades/addict/", {"edition": "m2e"}).content.decode()
    assert "Rare 1" in page
    assert "Plentiful" not in page
    without = client.get("/catalogue/upgrades/a-friend-to-talk-to/", {"edition": "m2e"}).content.decode()
    assert "Rare" not in without.partition("<article")[2].partition("</article>")[0]
    fields = {field.name: field.label for field in edition_of("m2e").cards.upgrade_fields}
    assert fields["plentiful"] == "Rare"
    card = cards_with_pack(second.pk, None)[1]["addict"]
    (change,) = changes_of({"addict": card}, {"addict": replace(card, plentiful=2)})
    assert change.sentence == "Addict: Rare 1 → 2"


def test_injuries_are_in_words_of_the_edition() -> None:
    charts = json.loads((folder_of("m2e") / "charts" / "house-2e.json").read_text())
    said = {row["slug"]: row["digest"] for row in charts["injuries"]}
    assert said["flashbacks"].endswith("or gains Paralyzed.")
    assert said["easily-distracted"] == "It counts as a Peon when VP are scored."
