"""The Fourth Edition through the catalogue and the builder, as the toy edition walks: its pages cite no row
of another edition."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from mfcampaign.campaigns.models import Campaign
from mfcampaign.catalog import operations as catalog_operations
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog import release_cards
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.operations import load_house_charts
from mfcampaign.crews import operations as crews
from mfcampaign.crews import queries as built_crews
from mfcampaign.crews.models import Crew
from mfcampaign.crews.statistics import compared, rows_of, statistics_of
from mfcampaign.events.models import Event
from rules.editions.m4e.factions import FACTIONS
from rules.refusal import Refusal
from tests.editions.test_walk import Walker
from tests.markup import read_aloud

pytestmark = pytest.mark.django_db
HOFFMAN = "charles-hoffman-inventor"


@pytest.fixture
def fourth(db: None) -> Iterator[None]:
    """The figures of the Third and of the Fourth."""
    for edition in ("m3e", "m4e"):
        call_command("load_catalogue", data=folder_of(edition), verbosity=0)
    yield
    release_cards.forget()


@pytest.fixture
def mara(fourth: None) -> Walker:
    return Walker("mara")


def crew_of(who: Walker, leader: str = HOFFMAN, faction: str = "guild") -> Crew:
    return crews.create(who.user, faction=faction, leader=leader, edition="m4e", start=True)


def test_its_figures_are_shown_and_linked(mara: Walker) -> None:
    assert str(catalog.current_release("m4e")) == "Fourth Edition release 1"
    assert dict(catalog.faction_choices("m4e")) == FACTIONS
    listed = mara.page("/catalogue/", edition="m4e", q="hoffman")
    assert "/catalogue/models/charles-hoffman-inventor/?edition=m4e" in listed
    assert "no cost" in read_aloud(listed)
    facets = read_aloud(mara.page("/catalogue/", edition="m4e"))
    assert "no station 444" in facets
    assert "no cost (260)" in facets
    master = mara.page(f"/catalogue/models/{HOFFMAN}/", edition="m4e")
    for address in (
        "/catalogue/models/charles-hoffman-steel-sculptor/?edition=m4e",
        "/catalogue/models/edie-clark/?edition=m4e",
        "/catalogue/upgrades/ultimate-creation/?edition=m4e",
        "?keyword=Augmented&edition=m4e",
    ):
        assert address in master, address
    assert "<dt>Sp</dt>" in master
    assert "suits of most Triggers" in read_aloud(master), "what the data lack"
    totem = mara.page("/catalogue/models/edie-clark/", edition="m4e")
    assert f"/catalogue/models/{HOFFMAN}/?edition=m4e" in totem
    card = mara.page("/catalogue/upgrades/ultimate-creation/", edition="m4e")
    assert f"/catalogue/models/{HOFFMAN}/?edition=m4e" in card
    assert "Crew card" in card
    riders = read_aloud(mara.page("/catalogue/upgrades/riders-of-fate/", edition="m4e"))
    assert "lets Horseman models of any Faction in and asks for 4 of them" in riders
    everything = read_aloud(mara.page("/catalogue/upgrades/", edition="m4e"))
    assert "Upgrades and crew cards" in everything
    assert "204 cards" in everything
    assert "134 cards" in read_aloud(mara.page("/catalogue/upgrades/", edition="m4e", hired="1"))
    burning = read_aloud(mara.page("/catalogue/upgrades/", edition="m4e", q="burning"))
    assert "Arms Race" in burning
    mara.page("/catalogue/releases/", edition="m4e")
    assert "differs" in mara.page(f"/catalogue/compare/{HOFFMAN}/", edition="m4e", **{"with": "Hunter"})
    told = mara.asks("catalogue/models/altus-keene", edition="m4e")
    assert (told["cost"], told["mv"], told["factions"]) == (7, 6, ["arcanists"])


def test_a_figure_that_sources_give_otherwise_is_said_with_its_source(mara: Walker) -> None:
    page = read_aloud(mara.page("/catalogue/models/altus-keene/", edition="m4e"))
    assert "Health is 9 in a tabletop simulator’s table of the last beta (June 2025)." in page.replace(
        "the t", "a t"
    )
    leong = read_aloud(mara.page("/catalogue/models/fingers-leong/", edition="m4e"))
    assert "Unsure: Df, Wp, Sp. No two sources agree." in leong
    assert "Sp is 6 in a reading of the printed cards (December 2025)." in leong
    assert "unsure" in read_aloud(mara.page("/catalogue/", edition="m4e", q="fingers leong"))


def test_a_suit_stands_where_it_is_known(mara: Walker) -> None:
    page = mara.page("/catalogue/models/altus-keene/", edition="m4e")
    triggers = re.findall(r'<li class="sc-trigger">(.*?)</li>', page, re.S)
    by_name = {" ".join(re.sub(r"<[^>]+>", " ", each).split()): "suit-" in each for each in triggers}
    assert by_name["Critical Strike"] is True
    assert by_name["Pulled Here and There"] is False


def test_the_third_says_that_its_figures_are_a_betas(mara: Walker) -> None:
    caution = "Figures of the last public beta before print (March 2019)"
    third = Client()
    assert caution in third.get("/catalogue/models/guild-hound/").content.decode()
    row = crews.create(mara.user, faction="guild", leader="dashel-barker", edition="m3e")
    assert caution in mara.client.get(row.get_absolute_url()).content.decode()
    assert caution in third.get(f"/crews/s/{row.share_token}/").content.decode()
    assert caution not in mara.page("/catalogue/models/guild-hound/", edition="m4e")


def test_the_edition_used_last_is_remembered_and_a_stranger_gets_the_newest(fourth: None) -> None:
    stranger = Client()
    for address in ("/catalogue/", "/crews/new/", "/catalogue/upgrades/", "/catalogue/releases/"):
        assert "edition=m4e" in stranger.get(address).content.decode(), address
    assert "Fourth Edition release 1" in stranger.get("/catalogue/").content.decode()
    assert "edition" not in stranger.cookies, "nothing was chosen yet"
    assert "Third Edition release 1" in stranger.get("/catalogue/", {"edition": "m3e"}).content.decode()
    assert stranger.cookies["edition"].value == "m3e"
    assert "Third Edition release 1" in stranger.get("/catalogue/").content.decode()
    new = stranger.get("/crews/new/").content.decode()
    assert 'name="edition" value="m3e"' in new
    assert "Third Edition" in stranger.get("/catalogue/models/guild-hound/").content.decode()
    stranger.get("/catalogue/", {"edition": "m9e"})
    assert stranger.cookies["edition"].value == "m3e"
    on_screen = Client().get("/play/new/")
    assert 'aria-current="page" aria-label="Third Edition"' in " ".join(on_screen.content.decode().split())


def test_a_new_league_and_a_new_event_are_of_the_edition_used_last(mara: Walker) -> None:
    """The newest for who used none; what begins with any edition says which, and takes it."""

    def chosen(address: str, name: str) -> str:
        form = mara.client.get(address).context["form"]
        return form[name].value()

    assert chosen("/leagues/new/", "begin") == "preset-fourth-edition"
    assert chosen("/events/new/", "edition") == "m4e"
    mara.client.get("/catalogue/", {"edition": "m3e"})
    assert chosen("/leagues/new/", "begin") == "preset-third-edition"
    assert chosen("/events/new/", "edition") == "m3e"
    assert "where that goes with any, the Third Edition" in mara.client.get("/leagues/new/").content.decode()
    load_house_charts(folder_of("m4e") / "charts")
    day = (timezone.localdate() + dt.timedelta(days=7)).isoformat()
    sent = {"begin": "preset-gentle", "usual": "m4e", "name": "The soft league", "starts_on": day}
    mara.sends("/leagues/new/", 303, **sent, turnover_time="19:00", zone="Europe/Madrid")
    league = Campaign.objects.get()
    assert (league.edition, league.season, league.rules.finish_threshold) == ("m4e", "gg0-4e", 5)
    event = {"preset": "evening", "edition": "m4e", "name": "An evening", "zone": "Europe/Madrid"}
    mara.sends("/events/new/", 303, **event, starts_at=f"{day}T19:00")
    held = Event.objects.get()
    assert (held.edition, held.season, held.size) == ("m4e", "gg0-4e", 50)


def test_its_crews_are_built_and_written(mara: Walker) -> None:
    begun = mara.page("/crews/new/", edition="m4e", faction="guild")
    assert "Charles Hoffman, Inventor" in begun
    mara.sends("/crews/new/", edition="m4e", faction="guild", leader=HOFFMAN, size="50", start="1")
    row = built_crews.own(mara.user).get()
    assert [member.slug for member in row.members.all()] == ["edie-clark"]
    for slug in ("hunter", "guardian"):
        crews.add(row, mara.user, slug)
    crews.fill(row, mara.user)
    build = built_crews.build(row)
    assert build.report.legal
    assert (build.edition.code, build.leader_card and build.leader_card.name) == ("m4e", "Ultimate Creation")
    at = row.get_absolute_url()
    for address in ("", "print/", "text/", "card/hunter/"):
        mara.page(f"{at}{address}")
    page = read_aloud(mara.page(at))
    assert "Crew card: Ultimate Creation" in page
    assert "suits of most Triggers" in page
    assert "Longest attack of any kind" in page
    cards = mara.page(f"{at}cards/")
    assert 'id="upgrade-ultimate-creation"' in cards
    assert Client().get(f"/crews/s/{row.share_token}/").status_code == 200
    own, apps = mara.page(f"{at}text/"), mara.page(f"{at}text/", form="app")
    assert "Edition: Fourth Edition" in own
    assert "Edition" not in apps
    for text in (own, apps):
        assert crews.import_text(mara.user, text, usual="m4e").release_id == row.release_id
        again = built_crews.build(built_crews.own(mara.user).latest("pk")).written
        assert (again.faction, again.leader, again.size) == ("guild", HOFFMAN, 50)
        assert Counter(again.members) == Counter(build.written.members)
    told = mara.asks("calculator/hiring", {"edition": "m4e", "crew": {"faction": "guild", "leader": HOFFMAN}})
    assert [each["rule"] for each in told["report"]["violations"]] == ["M4-HIRE-08"]
    made = mara.asks("crews", {"edition": "m4e", "faction": "guild", "leader": HOFFMAN, "size": 50}, 201)
    assert mara.asks(f"crews/{made['crew']['id']}")["edition"] == "m4e"
    third = crews.create(mara.user, faction="guild", leader="dashel-barker", edition="m3e")
    assert compared(build, built_crews.build(third)).rows


@pytest.mark.rule("M4-HIRE-09", "M4-HIRE-18")
def test_the_other_crew_card_is_chosen_on_the_page(mara: Walker) -> None:
    row = crew_of(mara, "rusty-alyce-riders-remade", "outcasts")
    page = mara.page(row.get_absolute_url())
    assert re.search(r'<option value="riders-of-fate">\s*Riders of Fate\s*</option>', page), (
        "no price beside it"
    )
    assert "crew card of its title" in page
    mara.sends(f"{row.get_absolute_url()}upgrade/", member="0", upgrade="riders-of-fate")
    crews.fill(row, mara.user)
    build = built_crews.build(row)
    assert build.report.legal
    assert build.leader_card is not None
    assert build.leader_card.name == "Riders of Fate"
    assert "By the crew card" in read_aloud(mara.page(row.get_absolute_url()))


@pytest.mark.rule("M4-HIRE-16")
def test_nobody_enters_a_cost_that_no_card_prints(mara: Walker) -> None:
    row = crew_of(mara, "nekima-broodmother", "neverborn")
    drawer = mara.page(f"{row.get_absolute_url()}card/mature-nephilim/")
    assert "M4-HIRE-16" in drawer
    assert "The Cost on your card" not in drawer
    with pytest.raises(Refusal, match="its card prints none"):
        crews.set_cost(row, mara.user, "mature-nephilim", 7)


def test_statistics_do_not_guess_kinds_of_attack(mara: Walker) -> None:
    build = built_crews.build(crew_of(mara))
    rows = dict(rows_of(statistics_of(build), build.printed))
    assert rows["Longest melee attack"] == "kind of attack not known"
    assert "″" in rows["Longest attack of any kind"]
    assert "Sp on average" in rows


def test_an_organisers_pack_corrects_a_figure_in_six_acts(mara: Walker) -> None:
    """Open the packs, name one, save it, find the model, enter the figure, save."""
    mara.page("/catalogue/packs/new/")
    mara.sends("/catalogue/packs/new/", 302, name="Errata", edition="m4e")
    pack = catalog.own_packs(mara.user, "m4e")[0]
    found = mara.client.get(f"/catalogue/packs/{pack.pk}/find/", {"q": "Altus Keene"})
    assert found["Location"] == f"/catalogue/packs/{pack.pk}/model/altus-keene/"
    form = mara.page(found["Location"])
    fields = dict(re.findall(r'<input type="number" name="(\w+)" value="(\d+)"', form))
    assert fields["health"] == "7"
    sent = {**fields, "health": "9", "base_mm": "30", "keywords": "Syndicate", "versatile": "on"}
    sent |= {"characteristics": "Living, Unique"}
    mara.sends(found["Location"], 302, **sent)
    assert catalog.pack_entries(pack.pk).get().body == {"health": 9}
    laid, _ = catalog.cards_with_pack(catalog.current_release("m4e").pk, pack.pk)
    assert laid["altus-keene"].health == 9


def test_a_house_writes_a_model_and_an_upgrade_of_it(mara: Walker) -> None:
    pack = catalog_operations.create_pack(mara.user, "House", edition="m4e")
    body: dict[str, Any] = {"name": "Old Bess", "factions": ["guild"], "health": 6, "station": ""}
    entry = catalog_operations.add_house(pack, mara.user, body, kind="model")
    assert entry.slug == "house-old-bess"
    upgrade = catalog_operations.add_house(
        pack, mara.user, {"name": "Brass Hat", "factions": ["guild"], "plentiful": 2}, kind="upgrade"
    )
    assert upgrade.slug == "house-brass-hat"


def test_a_stranger_has_a_shared_legal_crew_in_four_acts(fourth: None) -> None:
    """Open the builder, tap a Master, fill the Crew, open the shared page."""
    stranger = Client()
    begun = stranger.get("/crews/new/").content.decode()
    assert f'name="leader" value="{HOFFMAN}"' in begun
    sent = {"edition": "m4e", "faction": "guild", "size": "50", "start": "1", "leader": HOFFMAN}
    at = stranger.post("/crews/new/", sent)["Location"]
    stranger.post(f"{at}fill/", {"version": "1"})
    row = Crew.objects.get()
    assert built_crews.build(row).report.legal
    shared = read_aloud(Client().get(f"/crews/s/{row.share_token}/").content.decode())
    assert "Charles Hoffman, Inventor" in shared
    assert "not legal" not in shared
