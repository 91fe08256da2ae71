"""Earlier releases are kept as differences and come back as they were."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from mfcampaign.catalog.build import datafiles
from mfcampaign.catalog.build.datafiles import DataFault, Documents, folder_of, read_documents
from mfcampaign.catalog.build.earlier import earlier_files, read_earlier, write_earlier

FIRST = "e3d8f9b76cb7ed8b0113197ec331f635c9652fa3d984f7f73c5a90e4b4d87f39"


def test_the_release_of_0_1_0_is_what_it_was() -> None:
    """The digest that portals of 0.1.0 and league files name."""
    (path,) = earlier_files("m3e")
    first = read_earlier(path)
    assert first.sha256 == FIRST
    costs = {row["slug"]: row["cost"] for row in first.models}
    assert (costs["rock-hopper"], costs["shojo"]) == (None, None)
    present = read_documents()
    assert present.sha256 != FIRST
    assert len(first.models) == len(present.models) == 673
    assert path.stat().st_size < 10_000


def test_rows_that_came_went_and_changed_come_back(data_dir: Path, edited: Any, tmp_path: Path) -> None:
    before = read_documents(data_dir)

    def change(rows: dict[str, list[dict[str, Any]]]) -> None:
        models = rows["models"]
        models[0]["cost"], models[1]["name"] = 29, "Another"
        models.insert(2, models.pop(3) | {"slug": "zzz-new"})

    present = read_documents(edited(change))
    write_earlier(tmp_path / "m3e-1.json", before, present)
    assert read_earlier(tmp_path / "m3e-1.json", present) == replace(before, seasons=present.seasons)


def test_figures_changed_by_hand_are_refused(documents: Documents) -> None:
    (path,) = earlier_files("m3e")
    models = [documents.models[0] | {"cost": 99}, *documents.models[1:]]
    with pytest.raises(DataFault, match="build_catalogue"):
        read_earlier(path, replace(documents, models=models))


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the project's data files, which the commands take for the project's own."""
    shutil.copytree(datafiles.DATA_DIR, tmp_path / "data")
    monkeypatch.setattr(datafiles, "DATA_DIR", tmp_path / "data")
    for module in (
        "mfcampaign.catalog.build.earlier",
        "mfcampaign.catalog.management.commands.build_catalogue",
    ):
        monkeypatch.setattr(f"{module}.FOLDER", tmp_path / "data" / "earlier")
    return tmp_path / "data"


def test_a_build_keeps_the_release_before(own_data: Path) -> None:
    models = folder_of("m3e") / "models.json"
    shipped = models.read_text()
    before = read_documents()
    models.write_text(shipped.replace('"cost":3,', '"cost":4,'))
    with pytest.raises(CommandError, match=r"m3e-1\.json does not fit"):
        call_command("build_catalogue")
    models.write_text(shipped)
    call_command("build_catalogue", keep=2)
    assert [path.name for path in earlier_files("m3e")] == ["m3e-1.json", "m3e-2.json"]
    assert [read_earlier(path).sha256 for path in earlier_files("m3e")] == [FIRST, before.sha256]
