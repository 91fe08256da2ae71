"""Two people at a real table, without a league: a record begun from a phone, kept by one or both, ended."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client

from mfcampaign.crews import operations as crews
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import open_play
from mfcampaign.play.saved_crews import current_figures
from mfcampaign.setups import operations as setups
from mfcampaign.setups.models import SetUp
from rules.edition import edition_of, unnamed
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.game.results.result import EncounterResult
from rules.game.setup.drawn import Wanted
from rules.game.setup.equipping import equipped_from_text, setup_of_equipped
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.markup import flat
from tests.play.playing import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

WHERE = "/play/new/record/"


def told(name, text, stones=0):
    return equipped_from_text(name, text, stones, current_figures("m3e"), EQUIPMENT)


TOLD = {
    "edition": "m3e",
    "name": "abcDEF_-0123",
    "size": "40",
    "season": "gg0",
    "how": "none",
    "attacker": "0",
    "first-crew": "text",
    "first-name": "Frontier",
    "first-models": "Lady Justice\n2x Guild Hound",
    "first-stones": "3",
    "second-crew": "text",
    "second-name": "Strangers",
    "second-models": "Old Bess 7",
}


@pytest.fixture
def two():
    return person("mara"), person("jonas")


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begun(client: Client, **more: str) -> Encounter:
    answer = client.post(WHERE, TOLD | more)
    assert answer.status_code == 302, answer.content.decode()
    return Encounter.objects.get()


def tap(client: Client, row: Encounter, value: str) -> None:
    row.refresh_from_db()
    assert (
        client.post(row.get_absolute_url() + "enter/", {"tap": value, "seen": row.version}).status_code == 302
    )


def form(client: Client, row: Encounter, **entry) -> None:
    row.refresh_from_db()
    sent = client.post(row.get_absolute_url() + "enter/", entry | {"seen": row.version})
    assert sent.status_code == 302, sent.content.decode()


def page(client: Client, row: Encounter) -> str:
    return flat(client.get(row.get_absolute_url()).content.decode())


BY_HAND = {"how": "hand", "strategy": "Turf War", "deployment": "Corner", "attacker": "1"}


def test_one_person_records_for_both_from_the_form_to_the_result(two):
    mara = browser(two[0])
    row = begun(mara, **BY_HAND)
    assert "kept by mara" in mara.get("/play/").content.decode()
    assert row.title == "Frontier against Strangers, 40 Soulstones"
    state = loading.record_of(row).state
    assert (state.strategy, state.deployment) == ("Turf War", "Corner")
    for seat in (0, 1):
        form(mara, row, do="schemes", seat=seat, schemes=["Assassinate", "Vendetta"])
    tap(mara, row, "turn:1")
    tap(mara, row, "slay:b1")
    tap(mara, row, "turn:2")
    form(mara, row, do="score", seat=0, source="Turf War", step="strategy")
    tap(mara, row, "over")
    row.refresh_from_db()
    result = msgspec.convert(row.result, EncounterResult)
    assert [side.vp for side in result.seats] == [1, 0]
    text = page(mara, row)
    assert "Frontier wins" in text
    assert '<td class="num">0</td><td class="num">1</td><td class="num"><strong>1</strong></td>' in text
    assert "Frontier wins" in Client().get(row.get_absolute_url()).content.decode(), "over: whoever has it"


def test_whoever_gets_the_link_writes_with_the_first_and_keeps_their_own_schemes(two):
    mara, jonas = (browser(user) for user in two)
    row = begun(mara, **BY_HAND)
    link = f"/play/join/{row.seats.get(seat=1).invitation}/"
    text = page(mara, row)
    assert link in text
    assert "QR code" in text
    assert jonas.get(row.get_absolute_url()).status_code == 404
    assert "keep the record of" in jonas.get(link).content.decode()
    jonas.post(link)
    assert link not in page(mara, row)
    form(jonas, row, do="schemes", seat=1, schemes=["Assassinate", "Vendetta"])
    assert "Vendetta (hidden)" in page(jonas, row)
    assert "Vendetta" not in page(mara, row)
    assert "mara against jonas" in mara.get("/play/").content.decode()
    tap(jonas, row, "turn:1")
    assert "Turn 1" in page(mara, row)


def test_a_record_can_be_given_up(two):
    mara = browser(two[0])
    row = begun(mara)
    mara.post(row.get_absolute_url() + "leave/", {"sure": "yes"})
    assert "It was given up" in page(mara, row)


@pytest.mark.rule("M3E-SETUP-05", "M3E-SETUP-06", "M3E-SETUP-15")
def test_the_scenario_is_flipped_once_however_often_the_form_is_sent(two):
    mara = browser(two[0])
    row = begun(mara, how="fate")
    assert mara.post(WHERE, TOLD | {"how": "fate"})["Location"] == row.get_absolute_url()
    assert Encounter.objects.count() == SetUp.objects.count() == 1
    drawn = SetUp.objects.get()
    assert drawn.locked_at
    sheet = msgspec.convert(drawn.drawings.get().sheets[0], Scenario)
    state = loading.record_of(row).state
    assert (state.strategy, state.deployment) == (sheet.strategy, sheet.deployment)
    assert list(state.pool) == [scheme.name for scheme in sheet.schemes]
    assert f"{sheet.strategy}, {sheet.deployment}" in page(mara, row)
    nobody = told("A", "")
    with pytest.raises(Refusal, match="not made for you"):
        open_play.begin_record(
            two[1],
            (nobody, nobody),
            open_play.AgreedScenario(),
            edition=unnamed(),
            name=row.public_id,
            size=50,
        )


def test_a_drawn_encounter_is_taken_by_its_link(two):
    drawn = setups.draw(two[0], Wanted(season="gg0"))
    client = browser(two[0])
    assert (
        f"{WHERE}?edition=m3e&amp;drawn={drawn.code}" in client.get(drawn.get_absolute_url()).content.decode()
    )
    assert drawn.code in client.get(WHERE, {"edition": "m3e", "drawn": drawn.code}).content.decode()
    row = begun(client, how="drawn", drawn=f"https://example.org/e/{drawn.code}/")
    sheet = msgspec.convert(drawn.drawings.get().sheets[0], Scenario)
    assert loading.record_of(row).state.strategy == sheet.strategy
    answer = client.post(WHERE, TOLD | {"how": "drawn", "drawn": "nowhere", "name": "another-name"})
    assert answer.status_code == 422
    assert "No Encounter was drawn under that link." in answer.content.decode()
    rounds = setups.draw(two[0], Wanted(season="gg0"), each="round", count=2)
    with pytest.raises(Refusal, match="Several"):
        open_play.agreed_by_set_up(rounds.code, unnamed())
    first = setups.draw(two[0], Wanted(edition="m1e", format="brawl", size=40))
    with pytest.raises(Refusal, match="First Edition"):
        open_play.agreed_by_set_up(first.code, unnamed())
    second = setups.draw(two[0], Wanted(edition="m2e", season="m2e", size=50))
    with pytest.raises(Refusal, match="Second Edition"):
        open_play.agreed_by_set_up(second.code, unnamed())
    assert not open_play.agreed_by_set_up(second.code, edition_of("m2e")).attacker
    with pytest.raises(Refusal, match="another edition"):
        setups.draw(two[0], Wanted(season="m2e", size=50))


@pytest.mark.rule("M3E-SETUP-15")
def test_what_was_flipped_at_the_table_is_entered_and_nonsense_stands_at_its_field(two):
    client = browser(two[0])
    five = ["Assassinate", "Vendetta", "Claim Jump", "Breakthrough", "Outflank"]
    few = client.post(WHERE, TOLD | BY_HAND | {"schemes": five[:3]})
    assert few.status_code == 422
    assert "A pool holds 5 Schemes" in few.content.decode()
    assert client.post(WHERE, TOLD | BY_HAND | {"strategy": ""}).status_code == 422
    row = begun(client, **BY_HAND, schemes=five)
    assert set(loading.record_of(row).state.pool) == set(five)


def test_another_season_brings_its_own_strategies_without_the_rest_of_the_page(two):
    client = browser(two[0])
    headers = {"HTTP_HX-Request": "true", "HTTP_HX-Target": "by-hand"}
    whole = client.get(WHERE, {"edition": "m3e"}).content.decode()
    part = client.get(WHERE, {"edition": "m3e", "season": "gg1"}, **headers).content.decode()
    assert part.startswith('<div id="by-hand"')
    assert "Turf War" in whole
    assert part.count("<option") == 5, "none chosen, and four"
    plain = client.post(WHERE, TOLD | {"how": "hand", "season": "gg1", "look": "season"})
    assert plain.status_code == 200
    assert "errorlist" not in plain.content.decode(), "without a script: looked at, not judged"
    assert not Encounter.objects.exists()


def test_saved_and_shared_crews_come_as_they_are(two):
    mara, jonas = two
    draft = crews.create(mara, faction="guild", leader="lady-justice", size=1, name="Marshals")
    crews.add(draft, mara, "guild-hound")
    shared = crews.create(jonas, faction="guild", leader="lady-justice", name="The other")
    client = browser(mara)
    lost = client.post(WHERE, TOLD | {"first-crew": "link", "first-link": "https://example.org/nowhere/"})
    assert lost.status_code == 422
    assert "No Crew is shared under that link." in lost.content.decode()
    stolen = client.post(WHERE, TOLD | {"first-crew": shared.public_id})
    assert stolen.status_code == 422, "only one's own by name"
    link = f"https://example.org/crews/s/{shared.share_token}/"
    row = begun(client, **{"first-crew": draft.public_id, "second-crew": "link", "second-link": link})
    state = loading.record_of(row).state
    assert [crew.name for crew in state.crews] == ["Marshals", "The other"]
    assert [model.name for model in state.models.values()] == ["Lady Justice", "Guild Hound", "Lady Justice"]
    assert state.models["a1"].leader
    assert row.seats.get(seat=1).user is None, "whose Crew it is need not be who plays it"


def test_a_crew_is_told_by_names_and_by_health_where_nobody_knows_it():
    cast = told("Frontier", "Name: ignored\nlady justice\n2x Guild Hound\nOld Bess 7\nGuild Hound 2", 4)
    models = [(cast.cards[hired.card].name, cast.cards[hired.card].health) for hired in cast.crew.models]
    hound = cast.cards["guild-hound"].health
    assert models[1:] == [("Guild Hound", hound)] * 2 + [("Old Bess", 7), ("Guild Hound", 2)]
    assert [hired.leader for hired in cast.crew.models] == [True, False, False, False, False]
    assert cast.crew.stones == 4
    with pytest.raises(Refusal) as refused:
        told("Frontier", "Lady Justise\n\nLady Justice + No Such Thing")
    assert [violation.subject for violation in refused.value.violations] == ["line 1", "line 3"]
    assert "Did you mean Lady Justice?" in refused.value.violations[0].fix


def test_two_crews_keep_their_own_figures_of_one_card():
    setup = setup_of_equipped(
        told("A", "Lady Justice\nOld Bess 7"),
        told("B", "Guild Hound\nOld Bess 3"),
        EQUIPMENT,
        "m3e",
    )
    state = setup.first_state()
    assert (state.models["a2"].health, state.models["b2"].health) == (7, 3)
    assert state.models["b2"].name == "Old Bess"


APP = """Watch (Guild)
Size: 50 - Pool: 6
Leader:
  Dashel Barker
Hires:
  Guild Hound 2
  Executioner
    Lead-Lined Coat
  Guild Hound
References:
  Guild Hound
"""


def test_a_list_of_the_app_is_told_whole():
    cast = told("Watch", APP, None)
    hound = cast.cards["guild-hound"].health
    models = [(cast.cards[hired.card].name, cast.cards[hired.card].health) for hired in cast.crew.models]
    assert [name for name, _ in models] == ["Dashel Barker", "Guild Hound", "Executioner", "Guild Hound"]
    assert [health for name, health in models if name == "Guild Hound"] == [hound, hound], "a copy, no Health"
    assert cast.crew.models[2].upgrades == ("lead-lined-coat",)
    assert cast.crew.models[0].leader
    assert cast.crew.stones == 6
    assert told("Watch", APP, 3).crew.stones == 3, "what was entered counts"
    for line in ("  Guild Hound 2\n", "  Guild Hound (2)\n"):
        with pytest.raises(Refusal, match="may be a copy, or so many of them"):
            told("Watch", APP.replace("  Guild Hound\nRef", "Ref").replace("  Guild Hound 2\n", line))
    with pytest.raises(Refusal, match="the source of a web page"):
        told("Watch", "<!DOCTYPE html><html>")
