"""An Encounter founded on a table: kept by value, played by its terrain, drawn as it stands."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from msgspec.structs import replace

from mfcampaign.campaigns.game import play as league_play
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.terrain import OPEN_FIELD, Terrain, practice_terrain, saved_terrain, with_pieces
from mfcampaign.tables import operations as tables
from rules.edition import unnamed
from rules.editions.m3e.examples.encounters import CARDS, two_crews
from rules.game.events.announcements import DuelBegan
from rules.game.setup.setup import EncounterSetup, Hired
from rules.game.table_access.exact_table import ExactTable
from rules.game.view import ask_view
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.generator.generate import TableRequirements, generate_table
from rules.table.geometry.footprints import rectangle
from rules.table.sheet import MarkerSheet, ModelSheet, Sheet, sheet_from, sheet_of
from rules.table.terrain import Piece, crates, flat_building, water
from tests.api.conftest import Program
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.markup import flat
from tests.play.league_game import address, revealed_game, settle, users
from tests.play.playing import lay_down, person, set_up

pytestmark = pytest.mark.django_db
PIECES = (
    flat_building("Warehouse", rectangle(12, 16, 12, 2), 4),
    crates("Crates", rectangle(32, 27.5, 2, 1), 2),
    water("Pond", rectangle(24, 2, 10, 6)),
)
SHEET = sheet_of(Table(PIECES), "The yard")
PLACES = {"a1": [18.0, 6.0], "a2": [30.0, 4.0], "b1": [18.0, 30.0], "b2": [33.0, 30.0], "b3": [4.0, 30.0]}


@pytest.fixture(autouse=True)
def calm():
    cache.clear()


@pytest.fixture
def mara():
    return person("mara")


@pytest.fixture
def yard(mara):
    return tables.keep(mara, SHEET, title="The yard")


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def shooting() -> EncounterSetup:
    """Basse with a gun that reaches across the table, against Pandora and two Sorrows."""
    gun = replace(CARDS["basse"].actions[0], reach=40.0)
    cards = CARDS | {"basse": replace(CARDS["basse"], actions=(gun, *CARDS["basse"].actions[1:]))}
    first, second = two_crews("tests").crews
    woe = replace(second, models=(*second.models, Hired(card="sorrow")))
    return replace(two_crews("tests"), cards=cards, crews=(first, woe))


def until(row: Encounter, user: Any, kind: str, **chosen: Any) -> Any:
    """Answers with what is ``chosen`` by kind, else the first listed, up to a question of that kind."""
    for _ in range(80):
        row.refresh_from_db()
        ask = loading.play_of(row).asks[0]
        if ask.kind == kind:
            return ask
        value = chosen.get(ask.kind, next(iter(ask.options.listed())))
        value = PLACES[ask.about[0]] if ask.kind == "deploy" else value
        playing.answer(row, user, ask.seat, value, kind=ask.kind, seen=row.version)
    raise AssertionError(f"nobody was asked for {kind}")


def say(row: Encounter, user: Any, value: Any) -> None:
    row.refresh_from_db()
    ask = loading.play_of(row).asks[0]
    playing.answer(row, user, ask.seat, value, kind=ask.kind, seen=row.version)


@pytest.mark.rule("M3E-SETUP-03", "M3E-LOS-02", "M3E-COVER-01", "M3E-TRAIT-14", "M3E-ACT-18")
def test_a_saved_table_matters_in_play(mara, yard, monkeypatch):
    monkeypatch.setattr(creation, "fresh_id", lambda: "ground-game")
    row = creation.create(mara, saved_terrain(yard.code).under(shooting()), opponent="hot")
    settle(row, turns=2)
    lay_down(row, {0: mara, 1: mara})
    until(row, mara, "activate")
    ask = loading.play_of(row).asks[0]
    if ask.seat == 1:  # the Crew with the gun comes second
        say(row, mara, "b3")
        until(row, mara, "activate", action="end")
    say(row, mara, "a1")
    until(row, mara, "action")
    say(row, mara, "Chesterfield Shotgun")
    ask = until(row, mara, "target")
    assert {choice.key for choice in ask.options.choices} == {"a2", "b2", "b3"}, "Pandora is hidden"
    page = browser(mara).get(row.get_absolute_url()).content.decode()
    assert page.count('class="sight sight-free"') == 3
    assert page.count('class="blocker"') == 1
    assert "Terrain: The yard" in page
    say(row, mara, "b2")
    until(row, mara, "activate", action="end")
    began = [fact for _number, fact in loading.facts(row) if isinstance(fact, DuelBegan)]
    assert began[-1].why == ("Cover",), "the Crates give it"
    for _ in range(3):
        if loading.play_of(row).asks[0].seat == 1:
            say(row, mara, next(iter(loading.play_of(row).asks[0].options.listed())))
            until(row, mara, "activate", action="end")
    say(row, mara, "a2")
    until(row, mara, "action")
    say(row, mara, "Walk")
    walk = until(row, mara, "destination").options
    assert walk.contains([27.0, 4.0])
    assert not walk.contains([26.9, 4.0]), "six inches in Severe terrain are three"
    page = browser(mara).get(row.get_absolute_url()).content.decode()
    region_url = f"{row.get_absolute_url()}region/"
    assert 'class="reach reach-walk"' in page
    assert f'hx-get="{region_url}"' in page
    text = browser(mara).get(region_url).content.decode()
    assert 'class="region region-ground"' in text
    assert "hx-get" not in text, "asked for once"
    say(row, mara, [27.0, 4.0])
    assert browser(mara).get(region_url).status_code == 204
    assert browser(person("jonas")).get(region_url).status_code == 404


def test_the_encounter_keeps_its_table_whatever_becomes_of_the_saved_one(mara, yard):
    row = creation.create(
        mara, saved_terrain(f"https://example.org/t/{yard.code}/").under(shooting()), opponent="hot"
    )
    tables.change(yard, mara, Sheet(), title="Emptied", version=1)
    tables.remove(yard, mara)
    row.refresh_from_db()
    setup = loading.setup_of(row)
    assert (setup.ground, setup.terrain, setup.ground_name) == ("exact", PIECES, "The yard")
    lay_down(row, {0: mara, 1: mara})
    assert isinstance(loading.play_of(row).table, ExactTable)


@pytest.mark.rule("M3E-SETUP-12")
def test_what_cannot_be_played_on_is_refused(mara):
    with pytest.raises(Refusal, match="36″ by 36″; this table is 48″ by 36″") as refused:
        Terrain(Sheet(width=48), "Wide").under(shooting())
    assert refused.value.rule == "M3E-SETUP-12"
    for text in ("nobody-has-it", "", "https://example.org/", "a b c"):
        with pytest.raises(Refusal, match="No table is shared under that link"):
            saved_terrain(text)


def test_a_table_brings_its_terrain_alone_and_no_name_of_the_engine(mara):
    sheet = replace(
        SHEET,
        models=(ModelSheet("A", 5, 5),),
        markers=(MarkerSheet("Scheme", 9, 9),),
        pieces=(replace(SHEET.pieces[0], name="m3"), *SHEET.pieces[1:]),
    )
    setup = Terrain(sheet, "The yard").under(shooting())
    assert [piece.name for piece in setup.terrain] == ["m3′", "Crates", "Pond"]
    assert OPEN_FIELD.under(setup).terrain == ()
    assert OPEN_FIELD.under(setup).ground == "open"


def test_more_terrain_stands_on_top_of_the_rest_under_names_of_its_own(mara):
    pond, engines = Piece("Pond", rectangle(1, 1, 2, 2)), Piece("m1", rectangle(5, 5, 1, 1))
    yard = with_pieces(Terrain(SHEET, "The yard").under(shooting()), (pond, engines))
    assert [piece.name for piece in yard.terrain] == ["Warehouse", "Crates", "Pond", "Pond′", "m1′"]
    assert yard.ground_name == "The yard"
    assert Table(yard.terrain)
    field = OPEN_FIELD.under(shooting())
    assert with_pieces(field, ()) == field
    assert with_pieces(field, (pond,)).ground == "exact"


def test_the_form_shows_each_ground_with_its_score_before_it_is_played_on(mara, yard):
    client = browser(mara)
    form = client.get("/play/new/").content.decode()
    assert f'<option value="{yard.code}">The yard</option>' in form
    for chosen, expected in (
        ({"ground": "saved", "table": yard.code}, "<strong>The yard</strong>"),
        ({"ground": "ready"}, "<strong>The practice table</strong>"),
        ({"ground": "open"}, "An open field"),
        ({"ground": "saved", "link": "gone"}, "No table is shared under that link."),
        ({"ground": "fate", "word": ""}, "Fate needs a word"),
    ):
        text = flat(client.get("/play/terrain/", chosen).content.decode())
        assert expected in text
        assert ('<svg class="table"' in text) == ("of 100" in text) == ("<strong>" in text)
        looked = set_up(client, crews="two", opponent="greedy", seat="0", look="1", **chosen)
        assert expected in looked.content.decode(), "the same without a script"
    assert not Encounter.objects.exists(), "looking founds nothing"


def test_a_game_is_founded_on_the_ground_that_was_chosen_and_who_joins_sees_it(mara, yard):
    client = browser(mara)
    sent = {"crews": "two", "opponent": "invite", "seat": "0", "ground": "saved", "link": yard.code}
    assert set_up(client, **sent).status_code == 302
    row = Encounter.objects.get()
    other = browser(person("jonas"))
    for page in (
        client.get(row.get_absolute_url()),
        other.get(f"/play/join/{row.seats.get(user=None).invitation}/"),
    ):
        assert "Terrain: The yard" in page.content.decode()
        assert "<strong>Warehouse</strong>: Ht 4" in page.content.decode()
    wide = tables.keep(mara, Sheet(width=48), title="Wide")
    refused = set_up(client, **{**sent, "link": wide.code})
    assert refused.status_code == 422
    assert "this table is 48″ by 36″" in refused.content.decode()


def test_fate_lays_the_same_table_for_the_same_word(mara):
    client = browser(mara)
    sent = {"crews": "two", "opponent": "hot", "seat": "0", "ground": "fate", "theme": "town", "word": "dusk"}
    set_up(client, **sent)
    set_up(client, **sent)
    one, two = (loading.setup_of(row) for row in Encounter.objects.all())
    assert one.terrain == two.terrain
    assert len(one.terrain) > 8
    assert one.ground_name == "A town: dusk"


def test_the_practice_table_is_one_that_can_be_played_on():
    assert practice_terrain().under(shooting()).ground == "exact"


@pytest.mark.rule("M3E-SETUP-03", "M3E-SETUP-07")
def test_a_game_of_a_league_is_recorded_on_the_table_that_fate_lays_for_it(make_league):  # noqa: F811
    game = revealed_game(make_league)
    one, two = (browser(user) for user in users(game))
    page = one.get(address(game)).content.decode()
    word = f"{game.week.campaign.slug}/{game.week.number}/{game.table}"
    assert f'name="word" value="{word}"' in page
    looked = one.post(address(game), {"look": "1", "ground": "fate", "word": "mine"}).content.decode()
    assert f"A town: {word}" in looked, "nobody chooses the word of a game"
    assert not Encounter.objects.exists()
    assert one.post(address(game), {"mode": "record", "ground": "fate"}).status_code == 302
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    setup = loading.setup_of(row)
    assert setup.ground_name == f"A town: {word}"
    known = setup.deployment.lower() or None
    assert (
        setup.terrain
        == generate_table(word, TableRequirements(deployment=known), unnamed().table)
        .sheet.contents()
        .table.pieces
    )
    for page in (two.get(row.get_absolute_url()), two.get(row.get_absolute_url() + "replay/")):
        text = page.content.decode()
        assert f"Terrain: A town: {word}" in text
        assert 'class="base ' not in text, "a record knows no places"
        assert text.count('class="zone ') == (2 if known else 0)


def test_programs_choose_the_ground_and_are_told_it(mara, yard):
    program = Program(mara, "read", "play")
    created = program.post("play/", {"crews": "two", "ground": "saved", "table": yard.code}).json()
    assert (created["ground"]["kind"], created["ground"]["name"]) == ("exact", "The yard")
    assert sheet_from(created["ground"]["sheet"]).contents().table.pieces == PIECES
    plain = program.post("play/", {"crews": "two"}).json()
    assert plain["ground"] == {"kind": "open", "name": "", "sheet": None}
    gone = program.post("play/", {"crews": "two", "ground": "saved", "table": "gone"})
    assert gone.status_code == 409
    assert gone.json()["detail"].startswith("No table is shared under that link")


def test_a_question_among_terrain_is_told_by_its_figures(mara, yard):
    row = creation.create(mara, saved_terrain(yard.code).under(shooting()), opponent="hot")
    lay_down(row, {0: mara, 1: mara})
    ask = until(row, mara, "deploy")
    options = ask_view(ask)["options"]
    assert (options["options"], options["mm"]) == ("FittingPlaces", 40.0 if ask.about == ("a1",) else 30.0)
    assert "table" not in options
