"""A First Edition Encounter kept as rows: set up, played by its own rules, replayed, proved."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.catalog import operations as catalog
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.operations import load_release
from mfcampaign.crews import operations as hiring
from mfcampaign.play import fate_proof, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.queries.questions import choice_of
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as setup_queries
from rules.editions.m1e.examples import FIGURES, encounter_of
from rules.editions.m1e.play.agreed import practice_crews
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.played import PLAYED as FIRST_EDITION
from rules.editions.m1e.readings import M1E
from rules.editions.m3e.played import PLAYED as THIRD_EDITION
from rules.fate.shuffle import Stream, digest
from rules.game.log import fold
from rules.game.pointing import ready
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal
from rules.table.obstacles.falls import Fall
from tests.play.playing import against_bot, go_on, lay_down, part, person, set_up
from tests.play.test_play import stands
from tests.rules.editions.m1e.play.test_over_terrain import FLIER, among, options, roof

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara():
    return person("mara")


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields(**more: str) -> dict[str, str]:
    sent = {
        "edition": "m1e",
        "own": "the-watch",
        "against": "the-boiler-room",
        "opponent": "hot",
        "seat": "0",
    }
    return {**sent, "format": "scrap", "size": "35", **more}


def act(client: Client, path: str, body: dict[str, object]):
    headers = {"Idempotency-Key": f"{path} {len(body)} {body.get('seat')}"}
    return client.post(f"/api/v1/play/{path}", body, content_type="application/json", headers=headers)


def latest() -> Encounter:
    return Encounter.objects.order_by("-pk")[0]


def test_it_goes_on_from_its_rows_alone_after_every_decision(mara):
    jonas = person("jonas")
    row = creation.create(mara, encounter_of("rows"), opponent="known", other=jonas)
    lay_down(row, {0: mara, 1: jonas})
    assert row.engine == "m1e-1"
    for number in range(12):
        go_on(row, {0: mara, 1: jonas}, 12, seed=f"first {number}")
        stands(row)
    assert isinstance(loading.play_of(row), PlayM1)
    assert row.checkpoint, "a boundary was passed: there is a state to go on from"


def test_a_bot_plays_it_to_the_end_and_the_shuffles_are_proved(mara):
    row = against_bot(mara, replace(encounter_of("short"), turns=1))
    go_on(row, {0: mara}, 400, seed="to the end")
    assert row.state == Encounter.State.OVER
    assert row.result["ended_turn"] == 1
    assert all(held for held, _sentence in fate_proof.check(fate_proof.proof_of(row)))
    assert browser(mara).get(f"/play/{row.public_id}/").status_code == 200
    replayed = browser(mara).get(f"/play/{row.public_id}/replay/?at=20").content.decode()
    assert "The Watch" in replayed or "Moment" in replayed


def test_the_page_asks_with_the_figures_of_the_first_edition(mara):
    client = browser(mara)
    answer = set_up(client, **fields())
    assert answer.status_code == 302
    row = latest()
    assert loading.setup_of(row).crews[1].name == "The Boiler Room"
    lay_down(row, {0: mara, 1: mara})
    page = client.get(f"/play/{row.public_id}/").content.decode()
    assert "Which Deployment Zone?" in page
    assert "M1-ENC-17" in page
    assert "2″ melee, Cb 7 against Df, damage 2/3/5, paired" in page
    assert "Pass\n" not in page


def test_one_answer_says_who_strikes_whom_and_a_tap_or_the_list_offers_it(mara):
    row = against_bot(mara, encounter_of("tapped"))
    client, address = browser(mara), f"/play/{row.public_id}/"
    for number in range(200):
        row.refresh_from_db()
        play = loading.play_of(row)
        ask = play.ask_for(0)
        ways = [
            (actor, one) for actor in ready(ask) if ask.kind == "activate" for one in play.listed(ask, actor)
        ]
        strike = next((each for each in ways if len(each[1].answers) == 3), None)
        if strike is not None:
            break
        go_on(row, {0: mara}, 1, seed=f"tapped {number}")
    actor, whole = strike
    (_, key), (_, target) = whole.answers[1:]
    tapped = client.get(f"{address}pointed/", {"actor": actor, "model": target}).json()
    assert choice_of(whole.answers) in [one["value"] for one in tapped]
    assert not any("″" in one["words"] for one in tapped), "nothing is measured before (M1-GLO-07)"
    page = client.get(address, {"list": "1"}).content.decode()
    assert choice_of(whole.answers) in page
    assert choice_of(whole.answers) in client.get(address).content.decode(), "the list stays open"
    assert choice_of(whole.answers) not in client.get(address, {"list": "0"}).content.decode()
    assert choice_of(whole.answers) not in client.get(address).content.decode(), "and closed"
    sent = {"seat": 0, "kind": "activate", "seen": row.version, "key": "k"}
    client.post(f"{address}answer/", sent | {"choice": choice_of(whole.answers)})
    said = loading.counting(row).filter(number__gt=row.version, kind__in=("activate", "action", "target"))
    given = [(one.kind, json.loads(one.value)) for one in said.order_by("number")]
    assert given[:3] == [("activate", actor), ("action", key), ("target", target)]


def test_where_a_model_is_deployed_is_pointed_at(mara):
    row = creation.create(mara, encounter_of("practice"), opponent="hot")
    lay_down(row, {0: mara, 1: mara})
    go_on(row, {0: mara, 1: mara}, 2, seed="zones")
    play = loading.play_of(row)
    (ask,) = play.asks
    assert ask.kind == "deploy"
    x, y = next(iter(ask.options.listed()))
    client = browser(mara)
    seen = client.get(f"/play/{row.public_id}/spot/", {"x": x, "y": y}).json()
    assert seen["legal"]
    far = client.get(f"/play/{row.public_id}/spot/", {"x": 18, "y": 18}).json()
    assert (far["legal"], far["rule"]) == (False, "M1-ENC-06")
    last = [model.id for model in play.state.models.values() if model.seat == ask.seat][-1]
    other = client.get(f"/play/{row.public_id}/spot/", {"x": x, "y": y, "model": last}).json()
    assert other["legal"]


def test_the_rest_of_a_crew_is_set_by_one_request_beside_what_is_drafted(mara):
    row = creation.create(mara, encounter_of("practice"), opponent="hot")
    lay_down(row, {0: mara, 1: mara})
    go_on(row, {0: mara, 1: mara}, 2, seed="zones")
    (ask,) = loading.play_of(row).asks
    waiting = [model.id for model in loading.play_of(row).state.models.values() if model.seat == ask.seat]
    client, at = browser(mara), f"/play/{row.public_id}/"
    drafted = {waiting[-1]: next(iter(ask.options.listed()))}
    places = client.get(f"{at}rest/", {"placements": json.dumps(drafted)}).json()
    assert sorted([*places, *drafted]) == sorted(waiting)
    assert client.get(f"{at}rest/", {"placements": json.dumps(drafted | places)}).json() == {}
    sent = {
        "seat": ask.seat,
        "kind": "deploy",
        "seen": row.version,
        "placements": json.dumps(drafted | places),
    }
    client.post(f"{at}answer/", sent)
    row.refresh_from_db()
    after = loading.play_of(row).state.models
    assert {model: [after[model].x, after[model].y] for model in waiting} == drafted | places
    assert client.get(f"{at}rest/").status_code == (
        200 if loading.play_of(row).asks[0].kind == "deploy" else 204
    )


@pytest.mark.rule("M1-MOVE-11", "M3E-MOVE-07", "Q-02")
def test_the_place_pointed_at_says_how_deep_the_fall_is_and_what_it_does():
    down = options(among(roof(6), up=6.0)).end([14.0, 10.0]).falls
    flown = options(among(roof(6), who=FLIER, up=6.0)).end([14.0, 10.0]).falls
    first = SimpleNamespace(rules=M1E)
    assert [FIRST_EDITION.fall(first, fall) for fall in down] == ["6″, 2 damage flips"]
    assert flown == ()
    generous = SimpleNamespace(rules=M1E.with_readings({"fall_partial": "round_up"}))
    assert FIRST_EDITION.fall(generous, Fall(0, 0, 3.5)) == "3.5″, 2 damage flips"
    assert FIRST_EDITION.fall(first, Fall(0, 0, 2.0)) == "2″, no damage"
    assert THIRD_EDITION.fall(None, Fall(0, 0, 5.0, damage=2)) == "5″, 2 damage"


def test_a_drawn_set_up_leads_on_to_the_encounter(mara):
    drawn = setups.draw(mara, Wanted(edition="m1e", size=35, format="scrap"), cards="9m 4c 1r 9t 11c 3m")
    client = browser(mara)
    card = client.get(drawn.get_absolute_url()).content.decode()
    link = f"/play/new/?edition=m1e&amp;drawn={drawn.code}"
    assert link in card
    assert f'value="{drawn.code}"' in client.get(link.replace("&amp;", "&")).content.decode()
    set_up(client, **fields(drawn=drawn.code))
    setup = loading.setup_of(latest())
    assert (setup.deployment, setup.strategies, setup.first) == (
        "diagonal",
        ("Treasure Hunt", "Claim Jump"),
        0,
    )
    assert setup.schemes == 2, "as many as a Scrap has, where nobody says otherwise"
    hire = f"{link}&amp;size=35&amp;format=scrap&amp;crews=hire&amp;opponent=invite"
    assert hire in card
    asked = client.get(hire.replace("&amp;", "&")).content.decode()
    assert '<option value="hire" selected>' in asked
    set_up(client, **fields(drawn=drawn.code, crews="hire"))
    agreed = loading.setup_of(latest())
    assert (agreed.strategies, agreed.hire.soulstones, agreed.figures) == (setup.strategies, 35, {})


@pytest.mark.rule("M1-FEAT-06", "M1-EVT-01")
def test_what_was_drawn_besides_is_played_and_written_down(mara):
    """A shared feature and a special event; of two tables the one that its link names."""
    cards = "9m 4c 1r 9t 11c 3m 6c 5m"
    drawn = setups.draw(
        mara, Wanted(edition="m1e", size=35, format="scrap", feature=True, event=True), cards=cards
    )
    client = browser(mara)
    card = client.get(drawn.get_absolute_url()).content.decode()
    assert f"drawn={drawn.code}&amp;opponent=table" in card
    offered = client.get(f"/play/new/?edition=m1e&opponent=table&drawn={drawn.code}").content.decode()
    assert "Forested, with Earthquake" in " ".join(offered.split())
    assert '<option value="table" selected>' in offered
    for opponent, shown in (
        ("hot", "Special event, the event turn"),
        ("table", "Special event, the event turn"),
    ):
        set_up(client, **fields(drawn=drawn.code, opponent=opponent, schemes="0"))
        row = latest()
        setup = loading.setup_of(row)
        assert (setup.feature, setup.event, setup.schemes) == ("Forested", "Earthquake", 0)
        if opponent == "hot":
            lay_down(row, {0: mara, 1: mara})
        page = client.get(f"/play/{row.public_id}/").content.decode()
        assert shown in page
        assert "M1-FEAT-06" in page
    assert "Forested" in client.get(f"/play/{row.public_id}/cards/").content.decode()
    two = setups.draw(mara, Wanted(edition="m1e", size=35, format="scrap"), each="table", count=2)
    link = f"{two.code}?sheet=2"
    assert f"drawn={two.code}%3Fsheet%3D2" in client.get(two.get_absolute_url()).content.decode()
    set_up(client, **fields(drawn=link))
    second = setup_queries.sheets(two)[1]
    assert loading.setup_of(latest()).first == second.first


@pytest.mark.rule("M1-ENC-04", "M1-TER-02", "M1-TER-04", "M1-TER-14")
def test_terrain_is_water_an_element_and_set_up_in_turns(mara):
    client = browser(mara)
    asked = {"ground": "ready", "elements": "Wire", "water": "pond, pond", "wood": "Crates", "brick": "house"}
    set_up(client, **fields(**asked))
    setup = loading.setup_of(latest())
    assert (setup.elements, setup.water, len(setup.terrain)) == (("wire",), ("pond",), 5)
    assert setup.materials == {"crates": "wood", "house": "brick"}
    set_up(client, **fields(**asked, in_turns="on"))
    row = latest()
    setup = loading.setup_of(row)
    assert (setup.terrain, len(setup.stock)) == ((), 5)
    lay_down(row, {0: mara, 1: mara})
    page = client.get(f"/play/{row.public_id}/").content.decode()
    assert "Which piece of terrain do you set up?" in page
    playing.answer(row, mara, setup.first, "pond", kind="terrain", seen=row.version)
    seen = client.get(f"/play/{row.public_id}/spot/", {"x": 18, "y": 18}).json()
    assert seen["legal"]
    over = client.get(f"/play/{row.public_id}/spot/", {"x": 0, "y": 18}).json()
    assert (over["legal"], over["rule"]) == (False, "M1-ENC-04")
    refused = set_up(client, **fields(ground="ready", water="lake"))
    assert (refused.status_code, "M1-TER-14" in refused.content.decode()) == (422, True)
    refused = set_up(client, **fields(in_turns="on"))
    assert (refused.status_code, "M1-ENC-04" in refused.content.decode()) == (422, True)


@pytest.mark.rule("M1-FEAT-11")
def test_the_point_of_the_effigies_is_written_down_once_and_stays(mara):
    drawn = setups.draw(
        mara, Wanted(edition="m1e", size=35, format="scrap", feature=True), cards="9m 4c 1r 9t 11c 3m 11c"
    )
    client = browser(mara)
    set_up(client, **fields(drawn=drawn.code, opponent="table"))
    row = latest()
    assert "+1 VP Mysterious Effigies" in client.get(f"/play/{row.public_id}/").content.decode()
    point = {"do": "score", "seat": "1", "source": "Mysterious Effigies", "step": "end"}
    taps(client, row, {"tap": "turn:1"}, point)
    row.refresh_from_db()
    refused = client.post(f"/play/{row.public_id}/enter/", {"seen": row.version, **point, "seat": "0"})
    assert refused.status_code == 409
    taps(client, row, {"tap": "over"}, {"do": "reckon"})
    row.refresh_from_db()
    assert loading.record_of(row).state.vp_from(1, "Mysterious Effigies") == 1


def test_what_cannot_be_set_up_is_said_at_its_place(mara):
    client = browser(mara)
    two = setups.draw(mara, Wanted(edition="m1e", size=35, format="scrap"), each="table", count=2)
    refused = set_up(client, **fields(drawn=two.code))
    assert refused.status_code == 422
    assert "Several Encounters were drawn" in refused.content.decode()
    refused = set_up(client, **fields(format="brawl", size="12"))
    assert (refused.status_code, "M1-ENC-02" in refused.content.decode()) == (422, True)
    assert not Encounter.objects.exists()


def under_way(mara, other=None, *, until: str = "action") -> Encounter:
    """One with both sides in one hand, or with another player, up to that question."""
    setup = replace(encounter_of("practice"), schemes=0)
    row = creation.create(mara, setup, opponent="known" if other else "hot", other=other)
    seats = {0: mara, 1: other or mara}
    lay_down(row, seats)
    for number in range(60):
        row.refresh_from_db()
        if loading.play_of(row).asks[0].kind == until:
            return row
        go_on(row, seats, 1, seed=f"under way {number}")
    raise AssertionError(f"no {until} within 60 answers")


def hand(row: Encounter, who, seat: int, *lines: dict[str, object]) -> None:
    row.refresh_from_db()
    playing.act(row, who, seat, {"name": "By hand", "lines": list(lines)}, seen=row.version)
    row.refresh_from_db()


def test_the_referees_hand_changes_the_table_and_is_taken_back(mara):
    """Between two Actions: wounds, Modifiers, cards, places, a Summon; the question is put anew."""
    row = under_way(mara)
    before = loading.play_of(row).state
    ask = loading.play_of(row).asks[0]
    other = "b1" if ask.seat == 0 else "a1"
    hand(
        row,
        mara,
        ask.seat,
        {"do": "hurt", "model": other, "amount": 1},
        {"do": "condition", "model": other, "condition": "poison", "value": 2},
        {"do": "put", "model": other, "x": 18, "y": 18},
        {"do": "stones", "seat": 0, "change": 1},
    )
    state = loading.play_of(row).state
    assert state.models[other].health == before.models[other].health - 1
    assert (state.models[other].conditions["poison"], state.models[other].x) == (2, 18.0)
    assert state.crews[0].stones == before.crews[0].stones + 1
    assert loading.play_of(row).asks[0].kind == "action"
    stands(row)
    page = browser(mara).get(f"/play/{row.public_id}/").content.decode()
    assert "suffers 1 damage" in page
    assert "Do something by hand" in page
    playing.take_back(row, mara, 0, steps=1, seen=row.version)
    row.refresh_from_db()
    assert loading.play_of(row).state.models[other].health == before.models[other].health
    stands_again(row)


def test_the_other_player_may_object_to_what_is_done_by_hand(mara):
    jonas = person("jonas")
    row = under_way(mara, jonas)
    actor = loading.play_of(row).asks[0].seat
    who, rival = ((mara, jonas), (jonas, mara))[actor]
    for answer, gone in (("object", False), ("accept", True)):
        hand(row, who, actor, {"do": "sacrifice", "model": "b2"})
        ask = loading.play_of(row).asks[0]
        assert (ask.kind, ask.seat) == ("object", 1 - actor)
        playing.answer(row, rival, 1 - actor, answer, kind="object", seen=row.version)
        row.refresh_from_db()
        assert (not loading.play_of(row).state.models["b2"].in_play) is gone
    stands(row)


@pytest.mark.rule("M1-ACT-01", "M1-MOD-01", "M1-MAG-06", "M1-ENC-20", "M1R-SPI-09")
def test_what_no_hand_can_do_is_refused_by_its_row(mara):
    row = under_way(mara)
    seat = loading.play_of(row).asks[0].seat
    for line, rule in (
        ({"do": "heal", "model": "a1", "amount": 1}, "M1-ACT-01"),
        ({"do": "condition", "model": "a1", "condition": "staggered"}, "M1-MOD-01"),
        ({"do": "summon", "card": "golem", "seat": 0, "x": 9, "y": 9}, "M1-MAG-06"),
        ({"do": "score", "seat": 0, "source": "Nothing", "step": "end"}, "M1-ENC-20"),
        ({"do": "put", "model": "a1", "x": 0, "y": 0}, "M1-MOVE-01"),
        ({"do": "passes", "seat": 0, "passes": 2}, ""),
    ):
        with pytest.raises(Refusal) as refused:
            hand(row, mara, seat, line)
        assert refused.value.rule == rule
    setup_row = creation.create(mara, encounter_of("practice"), opponent="hot")
    lay_down(setup_row, {0: mara, 1: mara})
    with pytest.raises(Refusal, match="nothing to change by hand"):
        hand(setup_row, mara, 0, {"do": "stones", "seat": 0, "change": 1})


def test_the_panel_of_the_hand_offers_what_the_edition_has(mara):
    row, client = under_way(mara), browser(mara)
    path = f"/play/{row.public_id}/referee/"
    panel = client.get(path).content.decode()
    assert "suffers damage" in panel
    assert "Pass Tokens" not in panel
    assert "is Replaced" not in panel
    seat = loading.play_of(row).asks[0].seat
    sent = {"seat": str(seat), "seen": row.version, "key": "k1", "f-seat": "0", "x": "18", "y": "20"}
    asked = client.post(path, {**sent, "step": "choose", "what": "summon"}).content.decode()
    assert "Watchman" in asked
    sent |= {"what": "summon", "f-card": "Watchman", "f-anyway": "1", "name": "Reinforced"}
    done = client.post(path, {**sent, "step": "apply"})
    assert done.status_code == 302, done.content.decode()
    state = loading.play_of(row).state if row.refresh_from_db() is None else None
    (summoned,) = [model for model in state.models.values() if model.summoned]
    assert (summoned.name, summoned.x, summoned.has("slow")) == ("Watchman", 18.0, True)
    duels = client.post(path, {"seat": str(seat), "step": "choose", "what": "duel"}).content.decode()
    assert '<option value="ca">Ca</option>' in duels
    assert '<option value="mv">' not in duels


def test_beside_a_real_table_the_hand_writes_down_what_was_done(mara):
    row, client = creation.create(mara, encounter_of("practice"), mode="record"), browser(mara)
    assert "Do something by hand" in client.get(f"/play/{row.public_id}/").content.decode()
    path = f"/play/{row.public_id}/referee/"
    panel = client.get(path).content.decode()
    assert "is put anywhere" in panel
    assert "duels against a TN" not in panel, "its cards lie on that table"
    sent = {"seat": "0", "seen": row.version, "key": "k1", "f-seat": "0", "f-card": "Watchman"}
    asked = client.post(path, {**sent, "step": "choose", "what": "summon"})
    assert "Watchman" in asked.content.decode()
    assert "Upgrade" not in asked.content.decode()
    added = client.post(path, {**sent, "step": "add", "what": "summon"})
    assert "Summons Watchman" in added.content.decode(), "nobody knows where it stands"
    line = '{"do":"summon","card":"watchman","seat":0}'
    hurt = {"what": "hurt", "f-model": "b1", "f-amount": "2"}
    done = client.post(path, {**sent, "line": line, "step": "apply", "name": "Reinforced", **hurt})
    assert done.status_code == 302, done.content.decode()
    state = loading.record_of(row).state
    assert [model.name for name, model in state.models.items() if name.startswith("s")] == ["Watchman"]
    assert state.models["b1"].health == state.models["b1"].most - 2
    assert "“Reinforced”" in client.get(f"/play/{row.public_id}/").content.decode()


def test_a_program_sets_it_up_and_answers(mara):
    client = browser(mara)
    body = {"edition": "m1e", "own": "the-hollow-wood", "against": "the-toll-road", "opponent": "hot"}
    made = act(client, "", body)
    assert made.status_code == 201, made.content
    row = latest()
    for seat in (0, 1):
        spoken = {"do": "speak", "seat": seat, "given": part(row, seat).hex()}
        assert act(client, f"{row.public_id}/fate/", spoken).status_code == 200
    seen = client.get(f"/api/v1/play/{row.public_id}/").json()
    (ask,) = seen["asks"]
    assert ask["rule"] == "M1-ENC-17"
    sent = {"seat": ask["seat"], "kind": "zone", "value": "south", "seen": seen["version"]}
    answered = act(client, f"{row.public_id}/answer/", sent)
    assert answered.status_code == 200, answered.content
    assert client.get(f"/api/v1/play/{row.public_id}/log/").status_code == 200


def taps(client: Client, row: Encounter, *sent: dict[str, object]) -> None:
    for fields_sent in sent:
        row.refresh_from_db()
        answer = client.post(f"/play/{row.public_id}/enter/", {"seen": row.version, **fields_sent})
        assert answer.status_code == 302, answer.content.decode()[:2000]


def test_a_game_at_a_real_table_is_written_down_and_reckoned(mara):
    client = browser(mara)
    written = {"models": "Lady Justice 13\n2x Guild Hound 5", "opponent": "table"}
    assert set_up(client, **fields(**written)).status_code == 302
    row = latest()
    assert (row.mode, row.state) == ("record", "playing")
    page = client.get(f"/play/{row.public_id}/").content.decode()
    assert "Guild Hound (A2)" in page
    assert "Wounds of Guild Hound (A2)" in page
    assert "Pass" not in page.split("Soulstone")[1][:60]
    taps(
        client,
        row,
        {"do": "schemes", "seat": "0", "schemes": ["Bodyguard", ""], "of": ["Guild Hound", ""]},
        {"tap": "turn:1"},
        {"tap": "hurt:b1:3"},
        {"do": "condition", "model": "a2", "condition": "Poison", "value": "2"},
        {"do": "reveal", "seat": "0", "scheme": "Bodyguard: Guild Hound"},
        {"tap": "over"},
        {
            "do": "reckon",
            "models-0": "3",
            "masters-0": "1",
            "models-1": "1",
            "done-0": "Bodyguard: Guild Hound",
        },
    )
    row.refresh_from_db()
    assert row.state == Encounter.State.OVER
    state = loading.record_of(row).state
    assert state.models["b1"].health == state.models["b1"].most - 3
    assert state.models["a2"].conditions == {"poison": 2}
    assert state.vp(0) > state.vp(1)
    assert "wins" in client.get(f"/play/{row.public_id}/").content.decode()
    cards = client.get(f"/play/{row.public_id}/cards/").content.decode()
    assert "Wd 13" in cards
    assert "damage" in cards, "the practice Crew's card is printed whole"
    tap = {"seen": row.version, "tap": "withdraw:0"}
    refused = client.post(f"/play/{row.public_id}/enter/", tap, headers={"HX-Request": "true"})
    assert (refused.status_code, "There is no such entry." in refused.content.decode()) == (409, True)
    row.refresh_from_db()
    assert not loading.record_of(row).state.withdrawals


def test_a_line_that_names_no_wounds_is_refused_by_its_number(mara):
    refused = set_up(browser(mara), **fields(models="Lady Justice 13\nGuild Hound", opponent="table"))
    assert refused.status_code == 422
    assert "Line 2" in refused.content.decode()


def test_among_terrain_a_walk_shows_its_region_and_goes_back_with_cards_laid_anew(mara):
    """On the exact table; the way round is offered, one's own last answers are taken back, others watch."""
    client = browser(mara)
    set_up(client, **fields(opponent="random", ground="ready"))
    row = latest()
    assert loading.setup_of(row).ground == "exact"
    lay_down(row, {0: mara})
    for _ in range(200):
        row.refresh_from_db()
        play = loading.play_of(row)
        (ask,) = play.asks
        if ask.kind == "destination":
            break
        keys = [choice.key for choice in getattr(ask.options, "choices", ())]
        value = "walk" if "walk" in keys else ask.options.sample(Stream(digest(str(row.version))))
        playing.answer(row, mara, 0, value, kind=ask.kind, seen=row.version)
    assert ask.kind == "destination"
    assert 'class="region' in client.get(f"/play/{row.public_id}/region/").content.decode()
    place = next(iter(ask.options.listed()))
    playing.answer(row, mara, 0, place, kind="destination", seen=row.version)
    row.refresh_from_db()
    seen = row.version
    client.post(f"/play/{row.public_id}/back/", {"seen": seen, "steps": "1", "do": "back"})
    stands_again(row)
    client.post(f"/play/{row.public_id}/watched/", {"watched": "live"})
    row.refresh_from_db()
    watched = Client().get(f"/play/watch/{row.watch_link}/").content.decode()
    assert "The Boiler Room" in watched


def stands_again(row: Encounter) -> None:
    """What was taken back is gone, and replay, checkpoint and fold agree."""
    row.refresh_from_db()
    short, whole = loading.play_of(row), loading.play_of(row, whole=True)
    events = [fact for _number, fact in loading.facts(row)]
    assert short.state == whole.state == fold(loading.first_state(row), events)
    assert row.decisions.exclude(undone_by=None).exists()


@pytest.mark.parametrize("bot", ["random", "greedy", "level-2", "level-3"])
def test_a_bot_of_each_level_plays_the_other_side(mara, bot):
    row = against_bot(mara, encounter_of("practice"), bot)
    go_on(row, {0: mara}, 18, seed=bot)
    play = loading.play_of(row)
    assert row.decisions.filter(seat=1).exists()
    assert play.state.phase == "activation"
    assert all(ask.seat == 0 for ask in play.asks)


def crew_file(**more: object) -> str:
    slugs = ("captain-of-the-watch", "bailiff", "watchman")
    crew = {"name": "Own", "faction": "guild", "leader": slugs[0], "members": [*slugs[1:]]}
    figures = [msgspec.to_builtins(FIGURES[slug]) for slug in slugs]
    return msgspec.json.encode({**crew, "figures": figures, **more}).decode()


@pytest.mark.rule("M1-ENC-01", "M1-ENC-09", "M1-ENC-12", "M1-CARD-09", "M1-CARD-12")
def test_a_crew_with_figures_of_ones_own_is_played_or_refused_by_its_rows(mara):
    client = browser(mara)
    assert set_up(client, **fields(models=crew_file())).status_code == 302
    setup = loading.setup_of(latest())
    assert (setup.crews[0].name, setup.crews[0].stones) == ("Own", 8)
    for sent, said in (
        (fields(models=crew_file(members=["bailiff"] * 6)), "M1-ENC-01"),
        (fields(models=crew_file(members=["watchman"] * 4)), "M1-ENC-09"),
        (fields(models=crew_file(members=["sexton"])), "M1-ENC-12"),
        (fields(models=crew_file().replace("Ruthless", "Reckless")), "M1-CARD-12"),
        (fields(models='{"name": 3}'), "M1-CARD-09"),
        (fields(models=crew_file().replace("{", '{"name": "Another", ', 1)), "names “name” twice"),
    ):
        refused = set_up(client, **sent)
        assert (refused.status_code, said in refused.content.decode()) == (422, True), said
    assert Encounter.objects.count() == 1


@pytest.mark.rule("M1-ENC-01", "M1-ENC-16")
def test_a_crew_of_the_builder_goes_from_the_set_up_to_the_table(mara):
    """Drawn, hired from a pack, played, recorded."""
    load_release(folder_of("m1e"))
    pack = catalog.create_pack(mara, "Printed", edition="m1e")
    marshal = {"name": "Marshal", "station": "Minion", "factions": ["guild"], "cost": 7, "limit": 1}
    marshal |= {"mv": 5, "cg": 7, "sz": 2, "wp": 5, "ca": 3, "df": 5, "health": 7, "base_mm": 30}
    slug = catalog.add_house(pack, mara, marshal).slug
    drawn = setups.draw(mara, Wanted(edition="m1e", size=35, format="scrap"), cards="9m 4c 1r 9t 11c 3m")
    client = browser(mara)
    card = client.get(drawn.get_absolute_url()).content.decode()
    assert f"/crews/new/?edition=m1e&amp;drawn={drawn.code}&amp;size=35&amp;format=scrap" in card
    crew = hiring.create(
        mara, faction="guild", leader="captain-of-the-watch", size=35, edition="m1e", pack_id=pack.pk
    )
    hiring.add(crew, mara, slug)
    hiring.add(crew, mara, "watchman")
    sent = fields(own=crew.public_id, drawn=drawn.code)
    refused = set_up(client, **sent)
    assert (refused.status_code, "weapons" in refused.content.decode()) == (422, True)
    rifle = {"name": "Rifle", "kind": "ranged", "inches": 12, "combat": 6, "damage": [2, 3, 5]}
    catalog.set_card(pack, mara, slug, {"weapons": [rifle], "talents": [{"name": "Hunter"}]})
    page = client.get("/play/new/", {"edition": "m1e", "own": crew.public_id}).content.decode()
    assert f'value="{crew.public_id}" checked' in page
    assert set_up(client, **sent).status_code == 302
    row = latest()
    setup = loading.setup_of(row)
    assert setup.crews[0].models == ("captain-of-the-watch", slug, "watchman")
    assert (setup.crews[0].name, setup.crews[0].stones) == (crew.name, 8)
    assert setup.figures[slug].weapon("Rifle").combat == 6
    lay_down(row, {0: mara, 1: mara})
    go_on(row, {0: mara, 1: mara}, 30, seed="hired")
    stands(row)
    hiring.change_settings(crew, mara, format="brawl")
    refused = set_up(client, **sent).content.decode()
    assert "is hired for a Brawl, and this is a Scrap" in refused
    hiring.change_settings(crew, mara, format="")
    hiring.add(crew, mara, slug)
    refused = set_up(client, **sent)
    assert (refused.status_code, "M1-ENC-09" in refused.content.decode()) == (422, True)
    recorded = set_up(client, **sent | {"opponent": "table"})
    assert recorded.status_code == 302, "at a real table it is taken as it is"
    record = loading.setup_of(latest())
    assert [record.figures[slug].wd for slug in record.crews[0].models] == [10, 7, 6, 7]
    acting = act(
        client, "", {"edition": "m1e", "own": crew.public_id, "against": "the-watch", "opponent": "hot"}
    )
    assert (acting.status_code, acting.json()["rule"]) == (409, "M1-ENC-09")


def test_an_avatar_comes_along_with_its_master():
    """Whoever a Master manifests as stands in the Encounter's figures."""
    assert "avatar-of-the-graves" in practice_crews()["the-opened-graves"].figures


# Hired in the Encounter


def hired_here(mara, jonas, **more: str) -> Encounter:
    """A set-up of both, opened by its form; nobody is hired yet."""
    sent = fields(crews="hire", opponent="invite", **more)
    assert set_up(browser(mara), **sent).status_code == 302
    row = latest()
    creation.join(row.seats.get(user=None), jonas)
    lay_down(row, {0: mara, 1: jonas})
    row.refresh_from_db()
    return row


def handed_in(row: Encounter, user, seat: int, crew: str):
    row.refresh_from_db()
    sent = {"seat": str(seat), "kind": "hire", "seen": str(row.version), "key": f"{seat}{crew}", "crew": crew}
    return browser(user).post(f"/play/{row.public_id}/answer/", sent)


@pytest.mark.rule("M1-ENC-09", "M1-ENC-16")
def test_both_hire_once_the_strategies_are_known(mara):
    """One a Crew of the builder, the other a practice Crew; each sees the other's when both are in."""
    load_release(folder_of("m1e"))
    jonas = person("jonas")
    crew = hiring.create(mara, faction="guild", leader="captain-of-the-watch", size=35, edition="m1e")
    hiring.add(crew, mara, "watchman")
    dear = hiring.create(
        mara,
        faction="guild",
        leader="captain-of-the-watch",
        size=60,
        edition="m1e",
        name="Dear",
        format="brawl",
    )
    row = hired_here(mara, jonas)
    assert row.title == "A Scrap of 35 Soulstones"
    page = browser(mara).get(row.get_absolute_url()).content.decode()
    assert "Hire your Crew" in page
    assert f'name="crew" value="{crew.public_id}"' in page
    assert "Hand in The Hollow Wood (practice)" in page
    assert "Dear is hired for a Brawl, and this is a Scrap." in page
    at = row.get_absolute_url()
    new = browser(mara).post(at + "hire/", {"seat": "0"})["Location"]
    assert new == "/crews/new/?edition=m1e&size=35&format=scrap"
    assert browser(mara).get(new).status_code == 200
    fixed = browser(mara).post(at + "hire/", {"seat": "0", "crew": dear.public_id})["Location"]
    assert fixed == dear.get_absolute_url()
    assert handed_in(row, mara, 0, dear.public_id).status_code == 409
    client = browser(mara)
    builder_url = client.post(at + "hire/", {"seat": "0", "crew": crew.public_id})["Location"]
    builder = client.get(builder_url).content.decode()
    assert f'<a href="{at}">A Scrap of 35 Soulstones</a>' in builder
    sent = dict(re.findall(r'name="(seat|crew|key)" value="([^"]*)"', builder))
    assert client.post(at + "hand-in/", sent, HTTP_REFERER=builder_url)["Location"] == at
    waiting = browser(jonas).get(at).content.decode()
    assert "Captain of the Watch" not in waiting
    assert handed_in(row, jonas, 1, "the-hollow-wood").status_code in (200, 302)
    row.refresh_from_db()
    assert row.title == f"{crew.name} against The Hollow Wood"
    assert list(row.seats.order_by("seat").values_list("crew", flat=True)) == [crew.pk, None]
    setup = loading.setup_of(row)
    assert setup.crews[0].models == ("captain-of-the-watch", "watchman")
    told = browser(jonas).get(at).content.decode()
    assert "Captain of the Watch" in told
    go_on(row, {0: mara, 1: jonas}, 30, seed="hired here")
    stands(row)
    replayed = browser(mara).get(f"{at}replay/?at=1")
    assert replayed.status_code == 200


@pytest.mark.rule("M1-ENC-09")
def test_what_was_handed_in_is_taken_back_and_handed_in_anew(mara):
    jonas = person("jonas")
    row = hired_here(mara, jonas)
    handed_in(row, jonas, 1, "the-hollow-wood")
    row.refresh_from_db()
    assert playing.take_back(row, jonas, 1, seen=row.version), "free: nothing was told"
    handed_in(row, jonas, 1, "the-toll-road")
    handed_in(row, mara, 0, "the-watch")
    row.refresh_from_db()
    assert row.title == "The Watch against The Toll Road"
    playing.take_back(row, mara, 0, seen=row.version)
    row.refresh_from_db()
    playing.answer_take_back(row, jonas, 1, agreed=True, seen=row.version)
    row.refresh_from_db()
    assert {ask.kind for ask in loading.play_of(row).asks} == {"hire"}
    stands(row)


def test_a_bot_hires_and_a_program_hands_in(mara):
    client = browser(mara)
    body = {"edition": "m1e", "crews": "hire", "size": 35, "format": "scrap", "opponent": "level-2"}
    assert act(client, "", body).status_code == 201
    row = latest()
    lay_down(row, {0: mara})
    seen = client.get(f"/api/v1/play/{row.public_id}/").json()
    (ask,) = seen["asks"]
    assert (ask["kind"], ask["rule"], ask["options"]["options"]) == ("hire", "M1-ENC-09", "Hiring")
    crew = msgspec.to_builtins(practice_crews()["the-boiler-room"].file)
    sent = {"seat": 0, "kind": "hire", "seen": seen["version"]}
    worse = act(client, f"{row.public_id}/answer/", sent | {"value": crew | {"faction": "outcasts"}})
    assert (worse.status_code, worse.json()["rule"]) == (409, "M1-ENC-14")
    answer = client.post(
        f"/api/v1/play/{row.public_id}/answer/",
        sent | {"value": crew},
        content_type="application/json",
        headers={"Idempotency-Key": "again"},
    )
    assert answer.status_code == 200, answer.content
    row.refresh_from_db()
    assert row.title.startswith("The Boiler Room against The ")


def test_where_nobody_hires_here_is_said(mara):
    refused = set_up(browser(mara), **fields(crews="hire", opponent="table"))
    assert refused.status_code == 422
    assert "At a real table Crews are hired before" in refused.content.decode()
    small = set_up(browser(mara), **fields(crews="hire", format="brawl", size="20"))
    assert (small.status_code, "30 to 70" in small.content.decode()) == (422, True)
    assert 'name="crews"' not in Client().get("/play/new/?edition=m1e").content.decode()
    assert 'value="hire"' in browser(mara).get("/play/new/?edition=m1e").content.decode()


def test_rows_that_read_two_ways_are_read_as_both_agree(mara):
    client = browser(mara)
    page = client.get("/play/new/?edition=m1e").content.decode()
    assert "Toward (M1R-TOW-01)" in page
    read = {"reading_toward": "nearer", "reading_charge_strikes": "2", "reading_evasive": "blast"}
    assert set_up(client, **fields(**read)).status_code == 302
    row = latest()
    assert loading.setup_of(row).readings == {"toward": "nearer", "charge_strikes": 2}
    lay_down(row, {0: mara, 1: mara})
    assert loading.play_of(row).rules.readings.charge_strikes == 2
    told = client.get(row.get_absolute_url()).content.decode()
    assert "Strikes of a Charge" in told
    body = {"edition": "m1e", "own": "the-watch", "against": "the-toll-road", "opponent": "hot"}
    assert act(client, "", body | {"readings": {"nexus": "ram", "half_rounds": "up"}}).status_code == 201
    assert loading.setup_of(latest()).readings == {"nexus": "ram"}
    for wrong in ({"humour": True}, {"nexus": "crow"}):
        assert act(client, "", body | {"readings": wrong, "size": 35}).status_code == 409, wrong
    third = {"crews": "two", "opponent": "greedy", "readings": {"toward": "nearer"}}
    assert act(client, "", third).status_code == 409
