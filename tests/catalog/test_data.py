"""The data files that the project ships: complete, canonical, and true to their schemas."""

from __future__ import annotations

import copy
import json
import re

import pytest

from mfcampaign.catalog.build.datafiles import (
    FILES,
    DataFault,
    Documents,
    folder_of,
    read_documents,
    schema_faults,
    schema_of,
    written,
)
from mfcampaign.catalog.data.m3e import naming
from rules.edition import Edition, editions

COSTS_ALONE = {"rock-hopper", "shojo"}
"""Of these a correction has the cost, and nobody the rest."""


def test_counts(documents: Documents) -> None:
    verified = [row for row in documents.models if row["verified"]]
    assert len(documents.models) == 673
    assert len(verified) == 506
    assert len(documents.models) - len(verified) == 167
    assert len(documents.upgrades) == 87
    assert len(documents.factions) == 9
    assert sum(row["declarable"] for row in documents.factions) == 8


def test_the_files_are_as_the_builder_writes_them() -> None:
    for name in FILES:
        text = (folder_of() / f"{name}.json").read_text()
        assert text == written(json.loads(text)), f"{name}.json was edited by hand"


def test_slugs_and_full_names_are_unique(documents: Documents) -> None:
    slugs = [row["slug"] for row in documents.models]
    names = [(row["name"], row["title"]) for row in documents.models]
    assert slugs == sorted(set(slugs))
    assert len(set(names)) == len(names)


def test_unverified_models_have_no_cost_and_all_others_have_all_figures(documents: Documents) -> None:
    for row in documents.models:
        if row["verified"]:
            assert None not in [row[stat] for stat in ("cost", "df", "wp", "mv", "sz", "health", "base_mm")]
            assert row["figures"]["actions"], row["slug"]
        else:
            assert row["cost"] is None or row["slug"] in COSTS_ALONE
            assert row["limit"] == 1


@pytest.mark.rule("M3E-HIRE-14")
def test_every_totem_is_linked_to_a_master_or_listed_as_unlinked(documents: Documents) -> None:
    masters = {row["name"] for row in documents.models if row["station"] == "Master"}
    totems = [row for row in documents.models if row["is_totem"]]
    assert len(totems) > 50
    unlinked = {row["slug"] for row in totems if row["totem_for"] not in masters}
    assert unlinked == naming.TOTEMS_WITHOUT_LINK
    assert all(row["cost"] is None for row in totems if row["slug"] in unlinked)


@pytest.mark.rule("M3E-HIRE-13")
def test_titles_are_split_from_names(documents: Documents) -> None:
    untitled = {row["name"] for row in documents.models if row["station"] == "Master" and not row["title"]}
    titled = [row for row in documents.models if row["title"]]
    assert len(titled) == 58
    # Two Masters exist with titles only.
    without = {row["name"] for row in titled} - untitled
    assert without == {"Damian Ravencroft", "Linh Ly"}
    assert not [row["name"] for row in documents.models if re.search(r",| - ", row["name"])]


@pytest.mark.rule("M3E-HIRE-21")
def test_what_is_restricted_names_something_that_exists(documents: Documents) -> None:
    known = {word.lower() for row in documents.models for word in (*row["keywords"], *row["characteristics"])}
    known |= {row["name"].lower() for row in documents.models}
    for upgrade in documents.upgrades:
        alternatives = {word for each in upgrade["restricted"] for word in each.split(" or ")}
        assert alternatives <= known, upgrade["slug"]
    hired = [upgrade for upgrade in documents.upgrades if not upgrade["special"]]
    assert all(upgrade["cost"] > 0 for upgrade in hired)


@pytest.mark.rule("M3E-SETUP-05", "M3E-SETUP-15")
def test_seasons(documents: Documents) -> None:
    assert [season["slug"] for season in documents.seasons] == ["gg0", "gg1", "gg2", "gg3", "gg4"]
    core = {row["suit"]: row["name"] for row in documents.seasons[0]["strategies"]}
    assert core == {
        "ram": "Turf War",
        "tome": "Plant Explosives",
        "mask": "Corrupted Idols",
        "crow": "Reckoning",
    }
    for season in documents.seasons:
        assert [scheme["number"] for scheme in season["schemes"]] == list(range(1, 14))
        assert len({scheme["name"] for scheme in season["schemes"]}) == 13


def test_names_and_figures_only(documents: Documents) -> None:
    """A rules sentence would be longer than any name and end with a full stop."""
    texts = [a["name"] for row in documents.models for a in row["figures"].get("abilities", ())]
    texts += [a["name"] for row in documents.models for a in row["figures"].get("actions", ())]
    texts += [row["name"] for row in (*documents.models, *documents.upgrades)]
    assert len(texts) > 3000
    assert max(map(len, texts)) <= 36
    assert not []
    assert not [text for text in texts if re.search(r"[a-z]{3}\.$", text)]
    assert not [text for text in texts if text != text.strip() or text.count('"') % 2]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cost", "3"),
        ("cost", None),
        ("station", "Peon"),
        ("factions", []),
        ("limit", 0),
        ("df", 13),
        ("health", 41),
        ("totem_for", "x" * 81),
        ("text", "hits hard"),
    ],
)
def test_the_schema_refuses(documents: Documents, field: str, value: object) -> None:
    hound = copy.deepcopy(next(row for row in documents.models if row["slug"] == "guild-hound"))
    schema = schema_of("models")
    assert schema_faults("models", [hound], schema) == []
    faults = schema_faults("models", [hound | {field: value}], schema)
    assert faults
    assert "guild-hound" in faults[0]


def test_a_broken_file_is_refused_with_file_row_and_field(edited: object) -> None:
    def break_hound(rows: dict[str, list[dict[str, object]]]) -> None:
        hound = next(row for row in rows["models"] if row["slug"] == "guild-hound")
        hound["health"] = 400

    directory = edited(break_hound)  # type: ignore[operator]
    with pytest.raises(DataFault, match=r"models\.json row \d+ \(guild-hound\) health: 400"):
        read_documents(directory)


WITH_SCHEMA = [edition for edition in editions() if (folder_of(edition.code) / "schema").is_dir()]


@pytest.mark.parametrize("edition", WITH_SCHEMA, ids=lambda edition: edition.code)
def test_the_bounds_of_a_figure_are_those_of_its_edition(edition: Edition) -> None:
    """Said once for form, check and schema; the file of the schema has no number of its own for them."""
    for name, fields in (("models", edition.cards.fields), ("upgrades", edition.cards.upgrade_fields)):
        path = folder_of(edition.code) / "schema" / f"{name}.schema.json"
        written = json.loads(path.read_text(encoding="utf-8")).get("items", {}).get("properties", {})
        laid = schema_of(name, edition.code).get("items", {}).get("properties", {})
        for field in (each for each in fields if each.name in written):
            assert not {"minimum", "maximum", "maxLength"} & written[field.name].keys(), field.name
            assert laid[field.name].items() >= field.bounds_shape.items()
            if "enum" in written[field.name]:
                more = set(written[field.name]["enum"]) ^ set(field.offered)
                assert more <= {"", None}, f"{field.name}: a card may lack it, and nothing else"


def test_every_fault_of_a_file_is_listed(edited: object) -> None:
    def break_several(rows: dict[str, list[dict[str, object]]]) -> None:
        rows["models"][0]["df"] = 99
        rows["models"][1] |= {"cost": -1, "sz": 10}
        rows["upgrades"][0]["cost"] = 11

    with pytest.raises(DataFault) as faulty:
        read_documents(edited(break_several))  # type: ignore[operator]
    assert len(str(faulty.value).splitlines()) == 4
