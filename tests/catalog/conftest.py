"""Small catalogues, built by the real builder and loaded by the real operation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from mfcampaign.catalog import release_cards
from mfcampaign.catalog.build.datafiles import FILES, Documents, folder_of, read_documents, written
from mfcampaign.catalog.data.m3e.build import build
from mfcampaign.catalog.models import Release
from mfcampaign.catalog.operations import load_house_charts, load_release

SOURCE = Path(__file__).parent / "source"
Edit = Callable[[dict[str, list[dict[str, Any]]]], None]


@pytest.fixture(autouse=True)
def _empty_caches() -> None:
    """Rows of the last test are gone; so must be what was read from them."""
    release_cards.forget()


@pytest.fixture(scope="session")
def documents() -> Documents:
    """The project's own data files."""
    return read_documents()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """Data files of a dozen cards."""
    target = tmp_path / "data"
    target.mkdir()
    build(SOURCE, target)
    return target


@pytest.fixture
def edited(data_dir: Path) -> Callable[[Edit], Path]:
    """``edited(change)``: the small data files with ``change`` made to their rows."""

    def edit(change: Edit) -> Path:
        rows = {name: json.loads((data_dir / f"{name}.json").read_text()) for name in FILES}
        change(rows)
        for name, body in rows.items():
            (data_dir / f"{name}.json").write_text(written(body))
        return data_dir

    return edit


@pytest.fixture
def release(db: None, data_dir: Path) -> Release:
    """The small catalogue as the current release."""
    return load_release(data_dir).current


@pytest.fixture
def full_release(db: None) -> Release:
    """The whole catalogue of the project, with its charts."""
    load_house_charts()
    return load_release().current


@pytest.fixture
def loaded_with(db: None, tmp_path: Path) -> Callable[[int], Release]:
    """``loaded_with(200)``: a release of that many models of the project's own."""

    def load(count: int) -> Release:
        target = tmp_path / str(count)
        target.mkdir()
        for name in FILES:
            rows = json.loads((folder_of() / f"{name}.json").read_text())
            (target / f"{name}.json").write_text(written(rows[:count] if name == "models" else rows))
        return load_release(target).current

    return load


@pytest.fixture
def mara(db: None) -> Any:
    return get_user_model().objects.create_user("mara", password="stone-and-brass")


@pytest.fixture
def rival(db: None) -> Any:
    return get_user_model().objects.create_user("rival", password="stone-and-brass")
