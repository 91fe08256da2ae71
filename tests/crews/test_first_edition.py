"""A Crew of the First Edition in the builder, as text, on paper, by API: hired by M1-ENC-09 to -16."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from mfcampaign.catalog import operations as catalog
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.operations import load_release
from mfcampaign.crews import operations, queries
from mfcampaign.crews.statistics import rows_of, statistics_of
from mfcampaign.setups import operations as setups
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal


@pytest.fixture
def editions(db: None) -> None:
    for edition in ("m3e", "m1e"):
        load_release(folder_of(edition))


@pytest.fixture
def mara(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("mara", password="stone-and-brass")


@pytest.fixture
def crew(editions: None, mara: Any) -> Any:
    built = operations.create(mara, faction="guild", leader="captain-of-the-watch", size=35, edition="m1e")
    for slug in ("lamplighter", "watchman", "watchman", "hired-gun"):
        operations.add(built, mara, slug)
    return built


def broken(crew: Any) -> set[str]:
    return {violation.rule for violation in queries.build(crew).report.violations}


@pytest.mark.rule("M1-ENC-12", "M1-ENC-13", "M1-ENC-16")
def test_it_is_judged_by_its_own_edition(crew: Any) -> None:
    build = queries.build(crew)
    assert build.report.legal, build.report.violations
    assert build.report.total.amount == 2 + 4 + 4 + 5 + 1
    assert build.report.pool == 8, "35 less 16, and a Cache of 4, at most 8"
    assert (build.edition.name, build.hires) == ("First Edition", "Scrap")


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02", "M1-ENC-11")
def test_scrap_or_brawl_is_chosen_where_the_size_says_neither(crew: Any, mara: Any) -> None:
    operations.add(crew, mara, "toll-master")
    assert queries.build(crew).hires == "Brawl", "by its second Master"
    operations.change_settings(crew, mara, format="scrap")
    assert broken(crew) == {"M1-ENC-01"}
    operations.change_settings(crew, mara, format="brawl")
    assert not broken(crew)
    operations.remove(crew, mara, queries.last_copy(crew, "toll-master"))
    build = queries.build(crew)
    assert build.report.left == 35 + 10 - 16, "the second Master's slot is ten Soulstones"
    operations.change_settings(crew, mara, size=20)
    assert "M1-ENC-02" in broken(crew)
    with pytest.raises(Refusal, match="No Encounter"):
        operations.change_settings(crew, mara, format="war")


@pytest.mark.rule("M1-ENC-09", "M1-ENC-10", "M1-ENC-12", "M1-ENC-14", "M1-ENC-15", "M1R-AV-01")
def test_every_refusal_of_the_builder_cites_its_row(crew: Any, mara: Any, client: Client) -> None:
    def why(slug: str) -> str:
        candidate = queries.build(crew).candidate(slug)
        assert candidate is not None
        return candidate.reasons[0].rule if candidate.reasons else ""

    assert why("bailiff") == ""
    assert why("knacker") == "M1-ENC-12"
    assert why("doctor-of-the-graves") in ("M1-ENC-01", "M1-ENC-10")
    assert why("avatar-of-the-graves") == "M1R-AV-01"
    operations.add(crew, mara, "watchman")
    assert why("watchman") == "M1-ENC-09"
    operations.change_settings(crew, mara, format="brawl")
    assert why("watchman") == "", "twice the Rare number"
    candidate = queries.build(crew).candidate("watchman")
    assert candidate is not None
    assert (candidate.copies, candidate.profile.limit, candidate.copies_left) == (3, 6, 3)
    operations.add(crew, mara, "hired-gun")
    assert why("hired-gun") == "M1-ENC-12", "two Mercenaries at most"
    operations.change_settings(crew, mara, leader="toll-master", format="scrap")
    assert "M1-ENC-15" in broken(crew), "the Lamplighter's Master is gone"
    operations.change_settings(crew, mara, faction="outcasts")
    assert "M1-ENC-14" in broken(crew)
    client.force_login(mara)
    page = client.get(f"/crews/{crew.public_id}/").content.decode()
    assert "M1-ENC-14" in page
    with pytest.raises(Refusal) as refused:
        operations.submit(crew, mara)
    assert {violation.rule for violation in refused.value.violations} >= {"M1-ENC-14", "M1-ENC-15"}
    with pytest.raises(Refusal, match="five Factions"):
        operations.change_settings(crew, mara, faction="bayou")


def test_the_builder_begins_hires_and_shows_the_editions_figures(
    editions: None, mara: Any, client: Client
) -> None:
    client.force_login(mara)
    begun = client.get("/crews/new/", {"edition": "m1e", "faction": "guild", "size": "40", "format": "brawl"})
    page = begun.content.decode()
    assert "Captain of the Watch" in page
    assert "Toll Master" in page, "a Mercenary may lead for any faction"
    assert "Avatar" not in page
    assert 'name="size" value="40"' in page
    assert 'name="format" value="brawl"' in page
    sent = {"edition": "m1e", "faction": "guild", "leader": "captain-of-the-watch", "size": "40"}
    assert client.post("/crews/new/", sent | {"format": "brawl", "start": "1"}).status_code == 303
    crew = queries.own(mara).get()
    assert (crew.format, crew.size, crew.release.edition) == ("brawl", 40, "m1e")
    page = client.get(f"/crews/{crew.public_id}/").content.decode()
    assert "of 40, Brawl" in " ".join(page.split())
    assert "Dead Man" not in page
    added = client.post(f"/crews/{crew.public_id}/add/", {"slug": "watchman", "copies": "2"})
    assert added.status_code == 303
    drawer = client.get(f"/crews/{crew.public_id}/card/watchman/").content.decode()
    assert "<dt>Cg</dt>" in drawer
    assert "Carbine" in drawer
    assert f"/play/new/?edition=m1e&amp;own={crew.public_id}&amp;size=40&amp;format=brawl" in page


def test_paper_shared_page_and_statistics_call_figures_as_the_edition_does(
    crew: Any, mara: Any, client: Client
) -> None:
    client.force_login(mara)
    paper = " ".join(client.get(f"/crews/{crew.public_id}/print/").content.decode().split())
    for label in ("Wk", "Cg", "Ht", "Wp", "Ca", "Df"):
        assert f'<th scope="col" class="num">{label}</th>' in paper
    cards = client.get(f"/crews/{crew.public_id}/cards/").content.decode()
    assert "Rapid Fire (Carbine)" in cards
    assert (
        '<th scope="col" class="num">Wd</th>' in client.get(f"/crews/s/{crew.share_token}/").content.decode()
    )
    build = queries.build(crew)
    amounts = dict(rows_of(statistics_of(build), build.printed))
    assert amounts["Wk on average"] == "4.6"
    assert amounts["Wd in all"] == str(10 + 3 + 6 + 6 + 6)
    assert amounts["Longest other attack"] == "14″, Hired Gun"


def test_text_says_edition_and_format_and_comes_back(crew: Any, mara: Any) -> None:
    operations.change_settings(crew, mara, format="brawl")
    version = operations.keep_version(crew, mara, "As a Brawl")
    text = queries.build(crew).text
    assert "Edition: First Edition" in text
    assert "Format: Brawl" in text
    again = operations.import_text(mara, text)
    assert queries.build(again).written == queries.build(crew).written
    operations.change_settings(crew, mara, format="scrap")
    operations.use_version(crew, mara, version.pk)
    assert crew.format == "brawl"
    operations.undo(crew, mara)
    assert crew.format == "scrap"
    assert operations.duplicate(crew, mara).format == "scrap"
    plain = operations.import_text(mara, "Edition: First Edition\nFaction: Guild")
    assert plain.size == 35
    with pytest.raises(Refusal, match="no Encounter"):
        operations.import_text(mara, "Edition: First Edition\nFaction: Guild\nFormat: War")


def test_a_packs_models_are_hired(crew: Any, mara: Any) -> None:
    pack = catalog.create_pack(mara, "Printed", edition="m1e")
    catalog.add_house(
        pack, mara, {"name": "Marshal", "station": "Minion", "factions": ["guild"], "cost": 7, "limit": 1}
    )
    operations.change_settings(crew, mara, pack_id=pack.pk)
    operations.add(crew, mara, "house-marshal")
    assert queries.build(crew).report.total.amount == 16 + 7
    operations.add(crew, mara, "house-marshal")
    assert broken(crew) == {"M1-ENC-09"}


def test_the_api_hires_by_edition(editions: None, mara: Any, client: Client) -> None:
    written = {
        "faction": "guild",
        "leader": "captain-of-the-watch",
        "members": [{"slug": "hired-gun"}],
        "size": 35,
        "format": "brawl",
    }
    asked = {"crew": written, "edition": "m1e"}
    answer = client.post("/api/v1/calculator/hiring/", asked, content_type="application/json").json()
    assert answer["legal"], answer
    assert (answer["report"]["left"], answer["report"]["pool"]) == (35 + 10 - 6, 10)
    members = [{"slug": "knacker"}]
    asked = {"crew": written | {"members": members}, "edition": "m1e"}
    refused = client.post("/api/v1/calculator/hiring/", asked, content_type="application/json").json()
    assert [violation["rule"] for violation in refused["report"]["violations"]] == ["M1-ENC-12"]


def test_a_crew_hired_for_a_drawn_encounter_leads_back_to_it(
    editions: None, mara: Any, client: Client
) -> None:
    client.force_login(mara)
    drawn = setups.draw(mara, Wanted(edition="m1e", size=35, format="scrap"), each="table", count=2)
    code, quoted = f"{drawn.code}?sheet=2", f"{drawn.code}%3Fsheet%3D2"
    way = f"/crews/new/?edition=m1e&drawn={quoted}&size=35&format=scrap"
    assert way.replace("&", "&amp;") in client.get(drawn.get_absolute_url()).content.decode()
    page = client.get(way).content.decode()
    assert f'name="drawn" value="{code}"' in page
    assert f"drawn={quoted}" in page, "choosing a Faction keeps it"
    sent = {
        "edition": "m1e",
        "faction": "guild",
        "leader": "captain-of-the-watch",
        "start": "1",
        "drawn": code,
    }
    made = client.post("/crews/new/", sent | {"size": "35", "format": "scrap"})
    assert made.status_code == 303
    builder = client.get(made["Location"]).content.decode()
    assert "the Encounter that was drawn" in builder
    ways = [html.unescape(found) for found in re.findall(r'href="(/play/new/[^"]*drawn=[^"]*)"', builder)]
    assert len(ways) == 2
    offered = client.get(ways[1]).content.decode()
    assert re.search(r'name="own" value="[^"]+" checked', offered)
    assert f'value="{code}"' in offered
    assert '<option value="table" selected>' in offered
    client.post("/crews/new/", sent | {"drawn": "<x>", "size": "35", "format": "scrap"})
    newest = queries.Crew.objects.latest("pk")
    assert "was drawn" not in client.get(newest.get_absolute_url()).content.decode(), "that is no code"
