"""What the catalogue checks of an edition without schemas, and its packs; its pages: tests/editions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.build.datafiles import DataFault, read_documents
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.release_cards import cards_of_release
from rules.edition import Edition, registered
from rules.refusal import Refusal
from tests.editions.conftest import catalogue, figures, known, toy  # noqa: F401  fixtures
from tests.editions.m0e import DATA, EDITION


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "m0e"))


@pytest.fixture
def plain(catalogue: None) -> Iterator[Edition]:  # noqa: F811
    """Without Upgrades."""
    yield from known(replace(EDITION, cards=replace(EDITION.cards, upgrade_fields=())))


def test_it_is_loaded_beside_the_others_and_changes_none(toy: Edition) -> None:  # noqa: F811
    assert queries.current_release().edition == "m3e"
    assert not toy.hiring.factions.keys() & queries.faction_names().keys()
    assert queries.season_choices("m0e") == [("mill-year", "The year of the mill")]
    assert "mill-year" not in dict(queries.season_choices())
    assert [season.edition for season in queries.seasons_of_every_edition()].count("m0e") == 1
    assert queries.catalogue_for(queries.current_release("m0e").pk).profile("stoker").cost == 5


@pytest.mark.parametrize("change", [{"cost": "five"}, {"factions": 3}])
def test_without_schemas_the_types_of_the_rows_are_checked(folder: Path, change: Any) -> None:
    models = json.loads((folder / "models.json").read_text())
    (folder / "models.json").write_text(json.dumps([{**models[0], **change}]))
    with registered(EDITION), pytest.raises(DataFault, match=r"models\.json row 0"):
        read_documents(folder)


def test_files_of_an_edition_that_there_is_not_are_refused(folder: Path) -> None:
    with pytest.raises(DataFault, match="no edition called 'm0e'"):
        read_documents(folder)


def test_a_pack_of_it(plain: Edition, mara: Any, client: Client) -> None:
    pack = operations.create_pack(mara, "Toy figures", edition="m0e")
    client.force_login(mara)
    form = client.get(f"/catalogue/packs/{pack.pk}/house/model/").content.decode()
    assert "Pace" in form
    assert "Price" in form
    sent = {"name": "Baker", "factions": "ember", "station": "Hand", "cost": "2", "mv": "3", "base_mm": "25"}
    assert client.post(f"/catalogue/packs/{pack.pk}/house/model/", sent).status_code == 302
    laid, _ = queries.cards_with_pack(queries.current_release("m0e").pk, pack.pk)
    assert (laid["house-baker"].edition, laid["house-baker"].base_mm) == ("m0e", 25)
    assert client.post(f"/catalogue/packs/{pack.pk}/model/saltwife/", {"cost": "4"}).status_code == 302
    table = {"table": "slug,cost\nrake,2\n", "step": "save"}
    assert client.post(f"/catalogue/packs/{pack.pk}/figures/", table).status_code == 302
    assert "Toy Edition" in client.get(f"/catalogue/packs/{pack.pk}/").content.decode()
    assert client.get(f"/catalogue/packs/{pack.pk}/cards/saltwife/").status_code == 404
    with pytest.raises(Refusal, match="The Toy Edition has no Upgrades"):
        operations.add_house(pack, mara, {"name": "Flour", "factions": ["salt"], "cost": 1}, kind="upgrade")
    with pytest.raises(Refusal, match="Cost must be a whole number from 0 to 9"):
        operations.set_figures(pack, mara, "saltwife", {"cost": 12})
    third = cards_of_release(queries.current_release().pk)
    assert queries.cards_with_pack(third.release_id, pack.pk)[0] == third.cards
    assert Pack.objects.get().edition == "m0e"
