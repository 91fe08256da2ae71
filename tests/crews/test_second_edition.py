"""A Crew of the Second Edition in the builder, as text and over the API: hired by its own rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.build.datafiles import folders
from mfcampaign.catalog.operations import create_pack, load_release
from mfcampaign.crews import operations, queries
from rules.refusal import Refusal


@pytest.fixture
def editions(db: None) -> None:
    for folder in folders().values():
        load_release(folder)


@pytest.fixture
def mara(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("mara", password="stone-and-brass")


@pytest.fixture
def crew(editions: None, mara: Any) -> Any:
    built = operations.create(mara, faction="guild", leader="lady-justice", edition="m2e")
    for slug in ("executioner", "guild-hound", "ronin"):
        operations.add(built, mara, slug)
    operations.set_upgrades(built, mara, None, ["implacable", "justice-unleashed"])
    return built


@pytest.mark.rule("M2-HIRE-10", "M2-HIRE-26", "M2-HIRE-43", "M2-HIRE-56")
def test_it_is_judged_by_its_own_edition(crew: Any) -> None:
    build = queries.build(crew)
    assert build.edition.name == "Second Edition"
    assert build.report.legal, build.report.violations
    figures = build.catalogue
    upgrades = figures.upgrade("implacable").cost + figures.upgrade("justice-unleashed").cost
    assert build.report.total.amount == 9 + 3 + 6 + 1 + upgrades
    assert build.report.pool == 7


def test_the_builder_shows_a_choice_for_each_slot(crew: Any, mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = client.get(f"/crews/{crew.public_id}/").content.decode()
    assert "Second Edition" in page
    assert page.count('id="upgrade-0-') == 3
    seats = queries.build(crew).seats_with_offers
    hound = next(seat for seat in seats if seat.sheet.slug == "guild-hound")
    families = [offer.upgrade.marks for offer in hound.offers if offer.legal]
    assert families, "Modifications are handed out in play"
    assert all(marks for marks in families), "a Minion buys none"
    assert hound.slots == ("",)
    assert seats[0].slots == ("implacable", "justice-unleashed", "")
    again = client.post(
        f"/crews/{crew.public_id}/upgrade/", {"member": "0", "upgrade": ["implacable", "", "last-stand"]}
    )
    assert again.status_code == 303
    crew.refresh_from_db()
    assert crew.leader_upgrades == ["implacable", "last-stand"]


def test_a_new_one_begins_with_the_edition(editions: None, mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = client.get("/crews/new/", {"edition": "m2e", "faction": "bayou"}).content.decode()
    assert "Gremlins" in page
    assert "Explorer" not in page
    assert "Dead Man" not in page
    sent = {"edition": "m2e", "faction": "bayou", "leader": "ophelia-lacroix", "size": "50"}
    assert client.post("/crews/new/", sent).status_code == 303
    built = queries.own(mara).get()
    assert built.release.edition == "m2e"
    assert queries.build(built).faction_name == "Gremlins"


def test_text_says_the_edition_and_comes_back(crew: Any, mara: Any) -> None:
    text = queries.build(crew).text
    assert "Edition: Second Edition" in text
    again = operations.import_text(mara, text)
    assert again.release_id == crew.release_id
    assert queries.build(again).written == queries.build(crew).written
    plain = operations.import_text(mara, "Faction: Bayou\nSize: 50")
    assert plain.release.edition == "m3e"
    gremlins = operations.import_text(mara, "Edition: Second Edition\nFaction: Gremlins\nSize: 35")
    assert (gremlins.faction, gremlins.release.edition) == ("bayou", "m2e")
    with pytest.raises(Refusal, match="no Faction"):
        operations.import_text(mara, "Edition: Second Edition\nFaction: Explorer's Society")


def test_figures_and_packs_of_two_editions_do_not_meet(crew: Any, mara: Any) -> None:
    third = create_pack(mara, "Later costs")
    with pytest.raises(Refusal, match="no such pack"):
        operations.change_settings(crew, mara, pack_id=third.pk)
    with pytest.raises(Refusal, match="seven"):
        operations.change_settings(crew, mara, faction="explorers-society")
    assert queries.news(queries.build(crew)) is None
    assert not queries.playable(mara, "m3e").exists(), "the engine plays the Third Edition"


def test_the_api_hires_by_edition(editions: None, client: Client) -> None:
    written = {"faction": "guild", "leader": "lady-justice", "members": [{"slug": "ronin"}], "size": 50}
    second = client.post(
        "/api/v1/calculator/hiring/", {"crew": written, "edition": "m2e"}, content_type="application/json"
    ).json()
    assert second["legal"], second
    assert second["report"]["total"]["amount"] == 7
    third = client.post(
        "/api/v1/calculator/hiring/", {"crew": written}, content_type="application/json"
    ).json()
    assert not third["legal"]
    assert catalog.current_release().edition == "m3e"
