"""The First Edition in the catalogue: the practice models as a release, packs over it, pages, API."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.test import Client

from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.build.datafiles import FILES, folder_of, read_documents
from mfcampaign.catalog.build.own_models import build_own_models
from mfcampaign.catalog.house import bulk
from mfcampaign.catalog.house.controls import controls_of, data_of
from mfcampaign.catalog.models import Pack, Release
from mfcampaign.catalog.operations import load_release
from mfcampaign.catalog.release_cards import cards_of_release
from rules.edition import edition_of
from rules.editions.m1e.examples import FIGURES
from rules.editions.m1e.house import WRITTEN as WRITTEN_CARDS
from rules.editions.m1e.play.figures import profile_of
from rules.editions.m1e.written import figure_of_record, is_complete
from rules.refusal import Refusal
from tests.catalog.test_house_cards import posted_of

RATCATCHER: dict[str, Any] = {
    "name": "Ratcatcher",
    "station": "Minion",
    "factions": ["guild"],
    "cost": 5,
    "limit": 2,
    "mv": 5,
    "cg": 7,
    "sz": 2,
    "wp": 5,
    "ca": 4,
    "df": 4,
    "health": 6,
    "base_mm": 30,
    "characteristics": ["Mercenary"],
}
WRITTEN: dict[str, Any] = {
    "talents": [{"name": "Armor", "number": 1}, {"name": "Companion", "of": "Watchman"}],
    "weapons": [
        {
            "name": "Hook",
            "kind": "melee",
            "inches": 2,
            "combat": 5,
            "damage": [1, 3, 4],
            "gives": [["poison", 2]],
        }
    ],
    "spells": [{"name": "Call the Dog", "cc": 12, "summons": "bloodhound", "suits": ["mask"]}],
    "triggers": [{"name": "Gut", "stat": "cb", "suits": ["ram"], "does": "damage", "weapon": "Hook"}],
    "ap": 3,
}


@pytest.fixture
def first(db: None) -> Release:
    return load_release(folder_of("m1e")).current


@pytest.fixture
def pack(first: Release, mara: Any) -> Pack:
    return operations.create_pack(mara, "Printed models", edition="m1e")


def laid(pack: Pack, slug: str) -> Any:
    return queries.cards_with_pack(queries.current_release("m1e").pk, pack.pk)[0][slug]


def test_the_files_are_what_the_practice_crews_make(tmp_path: Any) -> None:
    build_own_models(edition_of("m1e"), tmp_path)
    for name in FILES:
        assert (tmp_path / f"{name}.json").read_text() == (folder_of("m1e") / f"{name}.json").read_text(), (
            name
        )
    assert len(read_documents(folder_of("m1e")).models) == len(FIGURES)


@pytest.mark.rule("M1-CARD-05", "M1-CARD-07", "M1-CARD-09", "M1-CARD-10", "M1-CARD-11", "M1-CARD-12")
def test_a_card_of_the_release_is_the_figure_that_is_played(first: Release) -> None:
    cards = cards_of_release(first.pk).cards
    catalogue = queries.catalogue_for(first.pk)
    for slug, figure in FIGURES.items():
        record = msgspec.to_builtins(cards[slug])
        assert is_complete(record)
        assert figure_of_record(record) == figure
        if not figure.is_a("Avatar"):
            hired = profile_of(figure)
            assert catalogue.profile(slug) == msgspec.structs.replace(hired, factions=cards[slug].factions)
    assert cards["captain-of-the-watch"].cost is None
    assert cards["lamplighter"].totem_for == "Captain of the Watch"


def test_a_pack_holds_a_model_with_all_that_stands_on_its_card(pack: Pack, mara: Any) -> None:
    entry = operations.add_house(pack, mara, RATCATCHER)
    operations.set_card(pack, mara, entry.slug, WRITTEN)
    figure = figure_of_record(msgspec.to_builtins(laid(pack, entry.slug)))
    assert (figure.name, figure.faction, figure.wk, figure.cg, figure.ca, figure.wd) == (
        "Ratcatcher",
        "Guild",
        5,
        7,
        4,
        6,
    )
    assert figure.weapon("Hook").gives == (("poison", 2),)
    assert {spell.name: spell.summons for spell in figure.spells}["Call the Dog"] == "bloodhound"
    assert (figure.number("Armor"), figure.ap, figure.triggers[0].weapon) == (1, 3, "Hook")
    hired = queries.catalogue_for(queries.current_release("m1e").pk, pack.pk).profile(entry.slug)
    assert (hired.limit, hired.ca, hired.cost) == (2, 4, 5)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"talents": [{"name": "Armour", "number": 1}]}, "“Armour” is none of what may stand here"),
        ({"talents": [{"name": "Armor"}]}, "Armor needs a number"),
        ({"talents": [{"name": "Scout", "number": 2}]}, "Scout has no number"),
        ({"weapons": [{"name": "Hook", "kind": "melee"}]}, "Weapon 1, Damage: This is missing."),
        (
            {"weapons": [{"name": "H", "kind": "melee", "inches": 1, "combat": 5, "damage": [3, 2, 4]}]},
            "damage is weak, moderate, severe, rising",
        ),
        (
            {
                "weapons": [
                    {
                        "name": "H",
                        "kind": "melee",
                        "inches": 1,
                        "combat": 5,
                        "damage": [1, 2, 4],
                        "gives": [["sleep", 1]],
                    }
                ]
            },
            "“sleep” is none of what may stand here: fast",
        ),
        (
            {"spells": [{"name": "Call", "cc": 12, "summons": "nobody"}]},
            "No model has the short name “nobody”.",
        ),
        ({"spells": [{"name": "Call", "cc": 12, "aura": 3}]}, "An aura changes a stat."),
        (
            {
                "triggers": [
                    {"name": "Gut", "stat": "cb", "suits": ["ram"], "does": "damage", "weapon": "Hook"}
                ]
            },
            "The card has no weapon “Hook”.",
        ),
        (
            {"triggers": [{"name": "Gut", "stat": "mv", "suits": [], "does": "damage"}]},
            "“mv” is none of what may stand here: ca",
        ),
        ({"ca_suits": ["spade"]}, "no suit is called “spade”"),
        ({"actions": []}, "A card has no “actions”."),
    ],
)
def test_every_fault_of_a_card_is_a_sentence(pack: Pack, mara: Any, written: Any, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        operations.set_card(pack, mara, "watchman", written)
    assert any(said in fault.sentence for fault in refused.value.violations), refused.value.violations
    assert {fault.rule for fault in refused.value.violations} == {"M1-CARD-09"}


@pytest.mark.rule("M1-CARD-07")
def test_figures_of_a_line_are_checked_by_the_editions_bounds(pack: Pack, mara: Any) -> None:
    for body, field in (
        ({"keywords": ["Guard"]}, "keywords"),
        ({"sz": 0}, "sz"),
        ({"station": "Peon"}, "station"),
        ({"is_totem": True}, "totem_for"),
        ({"totem_for": "Nobody"}, "totem_for"),
        ({"factions": ["bayou"]}, "factions"),
    ):
        with pytest.raises(Refusal) as refused:
            operations.add_house(pack, mara, RATCATCHER | body)
        assert field in {fault.subject for fault in refused.value.violations}, body
    with pytest.raises(Refusal, match="no Upgrades"):
        operations.add_house(pack, mara, {"name": "Coat", "factions": ["guild"], "cost": 1}, kind="upgrade")
    master = operations.add_house(
        pack, mara, {"name": "The Warden", "station": "Master", "factions": ["guild"], "cache": 3}
    )
    assert laid(pack, master.slug).cost is None


def test_many_figures_come_from_one_table(pack: Pack, mara: Any) -> None:
    read = cards_of_release(queries.current_release("m1e").pk)
    table = "slug,name,wk,ca,rare\n"
    with pytest.raises(Refusal, match="no column “wk”"):
        bulk.read(table + "watchman,,5,4,2", read.cards, read.index, (), "m1e")
    table = 'slug,mv,ca,limit,characteristics\nwatchman,5,4,2,"Unique, Mercenary"\nbailiff,4,,0,'
    rows = bulk.read(table, read.cards, read.index, (), "m1e")
    assert operations.set_many(pack, mara, rows) == ["bailiff", "watchman"]
    watchman = laid(pack, "watchman")
    assert (watchman.mv, watchman.ca, watchman.limit) == (5, 4, 2)
    assert watchman.characteristics == ("Unique", "Mercenary")
    assert watchman.named("weapons") == ("Truncheon", "Carbine")
    assert list(bulk.to_fill(read.cards.values(), "m1e")) == [], "every practice model is known whole"
    assert bulk.asked("m1e")[5:11] == ("mv", "cg", "sz", "wp", "ca", "df")


def test_whole_models_come_from_one_table(pack: Pack, mara: Any, client: Client) -> None:
    """A club's printed models: by CSV their lines, by JSON what is written on them as well."""
    client.force_login(mara)
    address = f"/catalogue/packs/{pack.pk}/figures/"
    table = (
        "name,factions,station,cost,limit,mv,cg,sz,wp,ca,df,health,base_mm,cache,characteristics\n"
        "The Warden,Guild,Master,,,5,7,2,6,5,5,10,30,4,\n"
        'Ratcatcher,"Guild, Outcasts",Minion,5,2,5,7,2,5,4,4,6,30,,"Mercenary; Unique"\n'
    )
    page = client.post(address, {"table": table, "step": "look"}).content.decode()
    assert "The Warden (of the house)" in page
    assert client.post(address, {"table": table, "step": "save"}).status_code == 302
    warden, rats = laid(pack, "house-the-warden"), laid(pack, "house-ratcatcher")
    assert (warden.cost, warden.cache, warden.health) == (None, 4, 10)
    assert (rats.factions, rats.characteristics) == (("guild", "outcasts"), ("Mercenary", "Unique"))
    rows = [{"name": "Ratcatcher", "factions": ["guild"], "figures": WRITTEN}]
    answer = client.post(address, {"table": json.dumps(rows), "step": "save"})
    assert answer.status_code == 302, answer.content.decode()
    assert figure_of_record(msgspec.to_builtins(laid(pack, "house-ratcatcher"))).ap == 3
    for text, said in (
        ("name,factions,station,cost\nImp,Bayou,Minion,3\n", "Line 2: factions must be one of guild"),
        ("name,factions,cost\nImp,Guild,3\n", "A house model needs its station."),
        (
            '[{"name": "Imp", "factions": ["guild"], "figures": {"ap": "x"}}]',
            "“x” is none of what",
        ),
    ):
        refused = client.post(address, {"table": text, "step": "save"})
        assert (refused.status_code, said in refused.content.decode()) == (422, True), said


@pytest.mark.parametrize("thing", ["weapon", "spell", "talent", "trigger", "beside"])
def test_the_editors_controls_say_what_stands_on_a_card(thing: str, first: Release) -> None:
    written = WRITTEN_CARDS
    figures = cards_of_release(first.pk).cards["doctor-of-the-graves"].figures
    for row in written.rows(figures, thing):
        posted: dict[str, list[str]] = {}
        for name, value in posted_of(controls_of(row, written.things[thing])):
            posted.setdefault(name, []).append(value)
        data = data_of(posted, written.things[thing])
        whole = written.completed(written.with_rows(figures, thing, [data]))
        assert written.rows(whole, thing) == [row]


def test_the_editor_says_how_an_all_spell_is_written() -> None:
    spell = WRITTEN_CARDS.things["spell"]
    controls = controls_of({"name": "Storm", "cc": 12, "cost": -1}, spell)
    (cost,) = (child for child in controls.children if child.path.endswith("cost"))
    assert (cost.value, cost.hint) == (-1, "0: the (0) Action; −1: (all) AP of the activation.")


def test_the_pages_of_a_pack_write_a_card(pack: Pack, mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = client.get(f"/catalogue/packs/{pack.pk}/house/model/").content.decode()
    assert "SS cost" in page
    assert "Explorer" not in page
    sent = {name: value for name, value in RATCATCHER.items() if name != "characteristics"}
    answer = client.post(
        f"/catalogue/packs/{pack.pk}/house/model/", sent | {"characteristics": "Mercenary, Insignificant"}
    )
    assert answer.status_code == 302, answer.content.decode()
    card = f"/catalogue/packs/{pack.pk}/cards/house-ratcatcher/"
    assert "it lacks weapons" in client.get(card).content.decode()
    sent = {
        "name": "Hook",
        "kind": "melee",
        "inches": "2",
        "combat": "5",
        "damage/0": "1",
        "damage/1": "3",
        "damage/2": "4",
        "gives/#": "",
        "gives/0/0": "poison",
        "gives/0/1": "2",
        "step": "save",
        "seen": str(Pack.objects.get(pk=pack.pk).version),
    }
    assert client.post(f"{card}weapon/99/", sent).status_code == 302
    page = client.get(card).content.decode()
    assert "2″ melee, Cb 5 against Df, damage 1/3/4" in page
    assert "Gives Poison 2." in page
    assert "It cannot be played here yet" not in page
    down = client.get(f"{card}card.json").json()
    assert down["weapons"][0]["gives"] == [["poison", 2]]
    down["talents"] = [{"name": "Hard to Kill"}]
    assert client.post(f"{card}card.json", {"json": json.dumps(down)}).status_code == 302
    wrong = client.post(f"{card}card.json", {"json": json.dumps({"talents": [{"name": "Armor"}]})})
    assert wrong.status_code == 422
    assert "Armor needs a number" in wrong.content.decode()
    assert client.get(f"{card}action/99/").status_code == 404
    shown = client.get("/catalogue/models/house-ratcatcher/", {"edition": "m1e", "pack": pack.pk})
    assert "Hard to Kill" in shown.content.decode()


def test_the_catalogues_pages_know_the_edition(first: Release, client: Client) -> None:
    load_release()
    listed = client.get("/catalogue/", {"edition": "m1e", "q": "steam burst"}).content.decode()
    assert "/catalogue/models/chief-engineer/?edition=m1e" in listed
    assert "First Edition release 1" in listed
    card = client.get("/catalogue/models/captain-of-the-watch/", {"edition": "m1e"}).content.decode()
    for said in ("<dt>Wk</dt>", "<dt>Cg</dt>", "<dt>Ca</dt>", "<dt>Cache</dt>", "Long Sword", "Melee Expert"):
        assert said in card
    assert "every figure is the portal’s own" in card
    assert "<dt>Mv</dt>" not in card
    pair = client.get("/catalogue/compare/watchman/", {"edition": "m1e", "with": "Bailiff"}).content.decode()
    assert "Truncheon: 1″ melee" in pair
    assert "Keywords" not in pair
    assert "First Edition" in client.get("/catalogue/releases/", {"edition": "m1e"}).content.decode()
    assert "First Edition" not in client.get("/catalogue/upgrades/").content.decode()
    masters = client.get("/api/v1/catalogue/models/", {"edition": "m1e", "station": "Master"}).json()["items"]
    assert {row["ca"] for row in masters} >= {5, 6, 7}
