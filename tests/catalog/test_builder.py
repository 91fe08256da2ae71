"""From source tables to data files: clean names, figures only, the same bytes each time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mfcampaign.catalog.build.datafiles import FILES, folder_of, read_documents, written
from mfcampaign.catalog.data.m3e.build import build
from mfcampaign.catalog.data.m3e.corrections import (
    Correction,
    Corrections,
    Outdated,
    correct_in_place,
    corrected,
    read_corrections,
)
from rules.edition import edition_of
from tests.catalog.conftest import SOURCE


def _models(data_dir: Path) -> dict[str, dict[str, Any]]:
    return {row["slug"]: row for row in json.loads((data_dir / "models.json").read_text())}


def test_two_builds_are_equal_to_the_byte(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        build(SOURCE, tmp_path / name)
    for name in FILES:
        first = (tmp_path / "one" / f"{name}.json").read_bytes()
        assert first == (tmp_path / "two" / f"{name}.json").read_bytes()
        assert first.count(b"\n") == len(json.loads(first)) + 2, "one row a line"


def test_the_order_of_the_sources_does_not_matter(tmp_path: Path, data_dir: Path) -> None:
    turned = tmp_path / "turned"
    turned.mkdir()
    for path in SOURCE.glob("*.json"):
        document = json.loads(path.read_text())
        for rows in document.values():
            rows.reverse()
        (turned / path.name).write_text(json.dumps(document))
    target = tmp_path / "again"
    target.mkdir()
    build(turned, target)
    assert (target / "models.json").read_bytes() == (data_dir / "models.json").read_bytes()
    assert (target / "upgrades.json").read_bytes() == (data_dir / "upgrades.json").read_bytes()


def test_what_is_built_fits_the_schemas(data_dir: Path) -> None:
    assert len(read_documents(data_dir).models) == 14


@pytest.mark.rule("M3E-HIRE-13")
def test_titles_of_one_master_share_the_name(data_dir: Path) -> None:
    models = _models(data_dir)
    plain, titled = models["charles-hoffman"], models["charles-hoffman-inventor"]
    assert (plain["name"], plain["title"]) == ("Charles Hoffman", "")
    assert (titled["name"], titled["title"]) == ("Charles Hoffman", "Inventor")
    mccabe = [row["title"] for row in models.values() if row["name"] == "Lucas McCabe"]
    assert sorted(mccabe) == ["", "Dismounted Hunter"]


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_finds_its_master_under_the_name_of_today(data_dir: Path) -> None:
    models = _models(data_dir)
    assert models["brass-arachnid"]["totem_for"] == "Ramos", "the source says Victor Ramos"
    assert models["ramos"]["aliases"] == ["Victor Ramos"]
    puzzle_box = models["the-puzzle-box"]
    assert (puzzle_box["totem_for"], puzzle_box["station"]) == ("Damian Ravencroft", "")
    assert puzzle_box["is_totem"]


@pytest.mark.rule("M3E-GEN-06", "M3E-HIRE-12")
def test_figures_come_over_as_they_are(data_dir: Path) -> None:
    hound = _models(data_dir)["guild-hound"]
    figures = {key: hound[key] for key in ("cost", "df", "wp", "mv", "sz", "health", "base_mm", "limit")}
    assert figures == {
        "cost": 3,
        "df": 4,
        "wp": 3,
        "mv": 6,
        "sz": 1,
        "health": 3,
        "base_mm": 30,
        "limit": 4,
    }
    assert (hound["factions"], hound["keywords"], hound["station"]) == (["guild"], ["Guard"], "Minion")
    assert hound["verified"]
    jaws = hound["figures"]["actions"][0]
    assert (jaws["name"], jaws["range"], jaws["stat"], jaws["resist"], jaws["damage"]) == (
        "Snapping Jaws",
        0,
        5,
        "Df",
        [1, 3, 4],
    )
    assert jaws["triggers"][0] == {"name": "Critical Strike", "suits": ["ram"]}


def test_a_minion_of_unknown_limit_stands_at_one_and_unverified(data_dir: Path) -> None:
    prospect = _models(data_dir)["hopeful-prospect"]
    assert (prospect["limit"], prospect["cost"], prospect["verified"]) == (1, None, False)
    assert "actions" not in prospect["figures"]


def test_a_second_source_that_disagrees_is_said(data_dir: Path) -> None:
    moleman = _models(data_dir)["moleman"]
    assert moleman["health"] == 4
    assert moleman["figures"]["doubts"] == [{"figure": "health", "other": 5, "source": "vassal-2022-10"}]


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-21")
def test_upgrades_keep_restrictions_and_who_alone_attaches_them(data_dir: Path) -> None:
    upgrades = {row["slug"]: row for row in json.loads((data_dir / "upgrades.json").read_text())}
    coat = upgrades["lead-lined-coat"]
    assert (coat["cost"], coat["restricted"], coat["special"], coat["plentiful"]) == (
        2,
        ["living or undead"],
        [],
        2,
    )
    assert upgrades["effigy-of-fate"]["name"] == "Effigy of Fate"
    assert upgrades["effigy-of-fate"]["plentiful"] == 1
    assert upgrades["bottle-flinger"]["special"] == ["arsenal"]


def test_a_correction_is_one_row_and_twice_is_the_same_as_once(data_dir: Path) -> None:
    """The shipped files hold every correction, and laying them over once more changes no byte."""
    corrections = read_corrections()
    cards = {
        (name, row["slug"]): row
        for name in ("models", "upgrades")
        for row in json.loads((folder_of() / f"{name}.json").read_text())
    }
    assert len(corrections.corrections) >= 3
    for row in corrections.corrections:
        assert cards[row.file, row.slug][row.figure] == row.after
        assert row.source in edition_of("m3e").cards.source_names
    for confirmed in corrections.confirmed:
        assert confirmed.source in cards["models", confirmed.slug]["sources"]
    assert len(corrections.confirmed) == 26
    files = correct_in_place(folder_of(), ("models", "upgrades"))
    assert written(files["models"]) == (folder_of() / "models.json").read_text()


def test_a_correction_that_fits_no_more_has_to_be_reviewed() -> None:
    row = Correction("models", "x", "cost", None, 7, "malifaux-ru", "a page", "2026-11-22")

    def laid(card: dict[str, Any], *, correction: Correction = row) -> dict[str, Any]:
        return corrected({"models": [card], "upgrades": []}, Corrections((correction,)))["models"][0]

    assert laid({"slug": "x", "cost": None, "sources": ["a"]})["sources"] == ["a", "malifaux-ru"]
    assert laid({"slug": "y", "cost": None})["cost"] is None
    with pytest.raises(Outdated, match="review"):
        laid({"slug": "x", "cost": 8, "sources": []})
    with pytest.raises(Outdated, match="no figure"):
        laid({"slug": "x"})
