"""An edition that the catalogue has never seen: registered at test time, its figures in their own folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.build.datafiles import DataFault, read_documents, written
from mfcampaign.catalog.models import Pack, Release
from mfcampaign.catalog.release_cards import cards_of_release
from rules.crews.printed import Cards, Field, number
from rules.edition import Edition, registered, unnamed
from rules.game.setup.scenario import SchemeCard, Season, StrategyCard
from rules.refusal import Refusal

SALT = {"salt": "The Salt", "ember": "The Ember"}
CARDS = Cards(
    stats=("mv", "df"),
    own=frozenset({"keywords"}),
    labels={"mv": "Pace"},
    stations=("Captain", "Hand"),
    fields=(
        Field(name="station", kind="choice", offered=("Captain", "Hand")),
        number("cost", 0, 9, "Price"),
        number("limit", 1, 3),
        number("mv", 1, 9),
        number("df", 1, 9),
        number("health", 1, 9),
        Field(name="base_mm", kind="millimetres", label="Base (mm)", offered=(25,)),
        Field(name="keywords", kind="words"),
    ),
    sources="Figures of a toy.",
)
SEASON = Season(
    "m0e", "Toy season", (StrategyCard("Hold the Mill", "ram"),), (SchemeCard(1, "Flour"),), "m0e"
)
MODELS: list[dict[str, Any]] = [
    {
        "slug": "miller",
        "name": "Miller",
        "station": "Captain",
        "factions": ["salt"],
        "cost": 5,
        "mv": 4,
        "df": 3,
        "health": 6,
        "base_mm": 25,
        "keywords": ["Mill"],
        "verified": True,
    },
    {"slug": "sack", "name": "Sack", "station": "Hand", "factions": ["ember"], "cost": 1, "verified": True},
]


@pytest.fixture
def toy() -> Iterator[Edition]:
    third = unnamed()
    edition = replace(
        third,
        code="m0e",
        name="Toy Edition",
        unnamed=False,
        cards=CARDS,
        hiring=replace(third.hiring, factions=SALT, faction_rule="M0-HIRE-01"),
        setup=replace(third.setup, seasons=(SEASON,)),
    )
    with registered(edition):
        yield edition


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Data files without schemas."""
    files: dict[str, list[dict[str, Any]]] = {
        "editions": [{"slug": "m0e", "name": "A toy"}],
        "factions": [
            {"slug": slug, "name": name, "declarable": True, "order": order}
            for order, (slug, name) in enumerate(SALT.items())
        ],
        "keywords": [{"slug": "mill", "name": "Mill"}],
        "models": MODELS,
        "upgrades": [],
        "seasons": [],
    }
    for name, rows in files.items():
        (tmp_path / f"{name}.json").write_text(written(rows))
    return tmp_path


@pytest.fixture
def loaded(full_release: Release, toy: Edition, folder: Path) -> Release:
    """Its release beside the Third's."""
    call_command("load_catalogue", data=folder, verbosity=0)
    return queries.current_release("m0e")


@pytest.fixture
def pack(loaded: Release, mara: Any) -> Pack:
    return operations.create_pack(mara, "Toy figures", edition="m0e")


def test_it_is_loaded_beside_the_others_and_changes_none(loaded: Release) -> None:
    assert str(loaded) == "Toy Edition release 1"
    assert queries.current_release().edition == "m3e"
    assert dict(queries.faction_choices("m0e")) == SALT
    assert not SALT.keys() & dict(queries.faction_choices()).keys()
    assert not SALT.keys() & queries.faction_names().keys()
    assert queries.season_choices("m0e") == [("m0e", "Toy season")]
    assert "m0e" not in dict(queries.season_choices())
    assert queries.season("m0e") == SEASON
    assert [season.edition for season in queries.seasons_of_every_edition()].count("m0e") == 1
    assert queries.catalogue_for(loaded.pk).profile("miller").cost == 5
    with pytest.raises(Refusal, match="No campaign charts"):
        queries.default_chart_set("m0e")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cost": "five"}, "models.json row 0"),
        ({"factions": 3}, "models.json row 0"),
    ],
)
def test_without_schemas_the_types_of_the_rows_are_checked(
    toy: Edition, folder: Path, change: Any, said: str
) -> None:
    (folder / "models.json").write_text(json.dumps([{**MODELS[0], **change}]))
    with pytest.raises(DataFault, match=said):
        read_documents(folder)


def test_files_of_an_edition_that_there_is_not_are_refused(folder: Path) -> None:
    with pytest.raises(DataFault, match="no edition called 'm0e'"):
        read_documents(folder)


def test_its_pages(loaded: Release, client: Client) -> None:
    def page(address: str, **query: Any) -> str:
        answer = client.get(address, query)
        assert answer.status_code == 200, address
        return answer.content.decode()

    listed = page("/catalogue/", edition="m0e", faction="salt")
    assert "The Salt" in listed
    assert "/catalogue/models/miller/?edition=m0e" in listed
    assert "Figures of a toy." in listed
    card = page("/catalogue/models/miller/", edition="m0e")
    assert "<dt>Pace</dt>" in card
    assert "keyword=Mill&amp;edition=m0e" in card
    assert "What the engine plays" not in card
    assert "Pace" in page("/catalogue/compare/miller/", edition="m0e", **{"with": "sack"})
    assert "Hold the Mill" in page("/catalogue/scenarios/", season="m0e")
    assert "Toy Edition" in page("/catalogue/releases/", edition="m0e")
    assert "Toy Edition" not in page("/catalogue/upgrades/")
    page("/catalogue/abilities/", edition="m0e")
    page("/catalogue/abilities/miller/", edition="m0e")
    rows = client.get("/api/v1/catalogue/models/", {"edition": "m0e"}).json()["items"]
    assert [row["slug"] for row in rows] == ["miller", "sack"]


def test_a_pack_of_it(pack: Pack, mara: Any, client: Client) -> None:
    client.force_login(mara)
    form = client.get(f"/catalogue/packs/{pack.pk}/house/model/").content.decode()
    assert "Pace" in form
    assert "Price" in form
    sent = {"name": "Baker", "factions": "ember", "station": "Hand", "cost": "2", "mv": "3", "base_mm": "25"}
    assert client.post(f"/catalogue/packs/{pack.pk}/house/model/", sent).status_code == 302
    laid, _ = queries.laid_cards(queries.current_release("m0e").pk, pack.pk)
    assert (laid["house-baker"].edition, laid["house-baker"].base_mm) == ("m0e", 25)
    assert client.post(f"/catalogue/packs/{pack.pk}/model/miller/", {"cost": "4"}).status_code == 302
    table = "slug,cost\nsack,3\n"
    assert (
        client.post(f"/catalogue/packs/{pack.pk}/figures/", {"table": table, "step": "save"}).status_code
        == 302
    )
    assert "Toy Edition" in client.get(f"/catalogue/packs/{pack.pk}/").content.decode()
    assert client.get(f"/catalogue/packs/{pack.pk}/cards/miller/").status_code == 404
    with pytest.raises(Refusal, match="The Toy Edition has no Upgrades") as refused:
        operations.add_house(pack, mara, {"name": "Flour", "factions": ["salt"], "cost": 1}, kind="upgrade")
    assert refused.value.violations[0].rule == unnamed().rows["card.figures"], "its rows are the Third’s"
    with pytest.raises(Refusal, match="Cost must be a whole number from 0 to 9"):
        operations.set_figures(pack, mara, "miller", {"cost": 12})
    third = cards_of_release(queries.current_release().pk)
    assert queries.laid_cards(third.release_id, pack.pk)[0] == third.cards
