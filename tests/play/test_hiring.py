"""Crews hired in an Encounter kept as rows: secret until both are in, by page, API, log and version alike."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client

from mfcampaign.audit.computing import nobody_waits
from mfcampaign.crews import operations as crews
from mfcampaign.crews import queries as crew_queries
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import between_games, creation, playing
from mfcampaign.play.operations.log import StaleVersion
from rules.editions.m3e.examples.encounters import skirmish
from rules.fate.shuffle import Stream, digest
from rules.refusal import Refusal
from tests.api.conftest import Program
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import against_bot, go_on, hired_in_it, lay_down, person, set_up

pytestmark = pytest.mark.django_db

# What differs between two answers to one request whatever anybody chose: masks of tokens, fresh keys.
FRESH = re.compile(
    rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|<body [^>]*>|"at":"[^"]*"|<time[^>]*>[^<]*</time>'
)
SECRETS = {
    "faction": ("guild", "bayou"),
    "leader": ("Lady Justice", "Lucius Mattheson"),
    "masters": ([], ["lucius-mattheson"]),
    "hire": (
        {"leader": "lady-justice", "members": [{"slug": "death-marshal"}], "name": "Marshals"},
        {"leader": "lady-justice", "members": [], "name": "Nobody else"},
    ),
    "schemes": (slice(0, 2), slice(2, 4)),
}
BEFORE = {"faction": "guild", "leader": "Lady Justice", "masters": []}


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def answered(row, who, seat, kind, value, seen=None):
    row.refresh_from_db()
    playing.answer(row, who[seat], seat, value, kind=kind, seen=row.version if seen is None else seen)


def until(row, who, kind):
    """Both declare the same, up to that question."""
    while (asks := loading.play_of(row).asks)[0].kind != kind:
        ask = asks[0]
        value = BEFORE.get(ask.kind, next(iter(ask.options.listed())) if ask.kind not in BEFORE else None)
        answered(row, who, ask.seat, ask.kind, value)
    row.refresh_from_db()


@pytest.fixture
def who(catalogue):  # noqa: F811
    return {0: person("mara"), 1: person("jonas")}


@pytest.fixture
def row(who):
    encounter = creation.create(who[0], hired_in_it(50), opponent="known", other=who[1])
    lay_down(encounter, who)
    return encounter


def responses(row, user, seat):
    """Every answer of the portal that says anything of this Encounter to one side."""
    client, program = browser(user), Program(user, "play")
    at, api = row.get_absolute_url(), f"play/{row.public_id}/"
    answers = [
        client.get(at + page)
        for page in (
            "",
            "replay/",
            "proof/",
            "proof.json",
            "now/?seen=0&state=playing&q=-0",
            f"now/?seen={row.version}&state=playing&q=-0",
        )
    ]
    answers += [client.get("/play/"), program.get("play/")]
    answers += [program.get(api + page) for page in ("", "log/", "log/?after=0", "replay/", "proof/")]
    late = {"seat": seat, "kind": "cut", "seen": 1, "key": "late"}
    answers.append(client.post(at + "answer/", late))
    answers.append(program.post(f"{api}answer/", {"seat": seat, "kind": "cut", "value": 1, "seen": 1}))
    # A tag of what holds a time is a hash of that time, too.
    tags = ["" if b'"at":' in a.content else a.get("ETag") for a in answers]
    return [(a.status_code, FRESH.sub(b"", a.content), tag) for a, tag in zip(answers, tags, strict=True)]


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.rule("M3E-SETUP-16", "M3E-SETUP-17", "M3E-SETUP-18")
def test_until_both_are_in_every_response_is_the_same_whatever_the_other_chose(row, who, kind):
    until(row, who, kind)

    def world(choice, told):
        with transaction.atomic(), nobody_waits():
            answered(row, who, 1, kind, choice)
            answers = told()
            transaction.set_rollback(True)
        row.refresh_from_db()
        return answers

    one, two = SECRETS[kind]
    if kind == "schemes":
        one, two = (list(loading.play_of(row).state.pool[which]) for which in SECRETS[kind])

    def everything():
        row.refresh_from_db()
        return responses(row, who[0], 0)

    def revealed():
        answered(row, who, 0, kind, one)
        return FRESH.sub(b"", browser(who[0]).get(row.get_absolute_url()).content)

    first, second = world(one, everything), world(two, everything)
    assert [status for status, *_ in first].count(200) >= 11
    for number, (left, right) in enumerate(zip(first, second, strict=True)):
        assert left == right, f"response {number} tells what was chosen"
    told = world(one, revealed) != world(two, revealed)
    assert told is (kind != "schemes"), "Schemes stay hidden; all else is told once both are in"


@pytest.mark.rule("M3E-SETUP-16")
def test_the_others_half_and_its_taking_back_cost_this_side_no_answer(row, who):
    until(row, who, "faction")
    seen = row.version
    answered(row, who, 1, "faction", "bayou")
    row.refresh_from_db()
    assert playing.take_back(row, who[1], 1, seen=row.version), "free: nothing was revealed"
    answered(row, who, 1, "faction", "guild")
    answered(row, who, 0, "faction", "guild", seen=seen)
    assert [crew.faction for crew in loading.play_of(row).state.crews] == ["guild", "guild"]
    row.refresh_from_db()
    assert not playing.take_back(row, who[0], 0, seen=row.version), "both know now: the other is asked"


def test_a_taken_back_answer_that_was_told_is_missed_by_the_other(row, who):
    seat = loading.play_of(row).asks[0].seat
    answered(row, who, seat, "cut", 3)
    row.refresh_from_db()
    seen = row.version
    playing.take_back(row, who[seat], seat, seen=seen)
    with pytest.raises(StaleVersion):
        answered(row, who, 1 - seat, "cut", 3, seen=seen)


def test_the_builder_knows_the_way_back_and_hands_the_crew_in(row, who):
    until(row, who, "hire")
    client, at = browser(who[0]), row.get_absolute_url()
    dear = crews.create(who[0], faction="guild", leader="lucius-mattheson", name="Elite")
    page = client.get(at).content.decode()
    assert "You declared Lady Justice, and Lucius Mattheson leads this Crew." in page
    assert client.post(at + "hire/", {"seat": "0", "crew": dear.public_id})["Location"] == (
        dear.get_absolute_url()
    ), "to be fixed"
    builder_url = client.post(at + "hire/", {"seat": "0"})["Location"]
    builder = client.get(builder_url).content.decode()
    assert f'<a href="{at}">An Encounter of 50 Soulstones</a>' in builder
    fields = dict(re.findall(r'name="(seat|crew|key)" value="([^"]*)"', builder))
    elite = client.post(
        at + "hand-in/", {**fields, "crew": dear.public_id, "key": "e"}, HTTP_REFERER=builder_url
    )
    assert elite["Location"].endswith(builder_url), "refused: it stays in the builder"
    assert "You declared Lady Justice" in client.get(builder_url).content.decode()
    assert "Hired for" in client.get(dear.get_absolute_url()).content.decode()
    before = row.version
    for _ in range(2):
        assert client.post(at + "hand-in/", fields)["Location"] == at
    row.refresh_from_db()
    assert row.version == before + 1, "once"
    assert "Hired for" not in client.get(builder_url).content.decode()
    assert "Hired for" not in client.get(dear.get_absolute_url()).content.decode(), "nor the other one"
    refused = browser(who[1]).post(at + "hand-in/", fields, headers={"HX-Request": "true"})
    assert (refused.status_code, "That is not your side." in refused.content.decode()) == (409, True)
    row.refresh_from_db()
    assert row.version == before + 1


def test_a_hand_in_that_came_to_nothing_is_forgotten(row, who):
    until(row, who, "hire")
    client, at = browser(who[0]), row.get_absolute_url()
    builder_url = client.post(at + "hire/", {"seat": "0"})["Location"]
    playing.give_up(row, who[1], 1)
    crew = builder_url.strip("/").rpartition("/")[2]
    client.post(at + "hand-in/", {"seat": "0", "crew": crew, "key": "k"}, HTTP_REFERER=builder_url)
    assert "Hired for" not in client.get(builder_url).content.decode()


@pytest.mark.rule("M3E-SETUP-17", "M3E-HIRE-03", "M3E-HIRE-12")
def test_the_invited_hands_in_a_saved_crew_or_hires_on_the_spot(who):
    sent = {"crews": "hire", "size": "30", "opponent": "invite", "seat": "0"}
    assert set_up(browser(who[0]), **sent).status_code == 302
    row = Encounter.objects.get()
    assert row.title == "An Encounter of 30 Soulstones"
    invited = browser(who[1])
    invited.post(f"/play/join/{row.seats.get(user=None).invitation}/")
    lay_down(row, who)
    until(row, who, "hire")
    saved = crews.create(who[1], faction="guild", leader="lady-justice", size=50, name="Marshals")
    crews.add(saved, who[1], "death-marshal")
    dear = crews.create(who[1], faction="guild", leader="lucius-mattheson", name="Elite")
    crews.create(who[1], faction="bayou", name="Swamp")
    page = invited.get(row.get_absolute_url()).content.decode()
    assert "Hand in Marshals" in page
    assert "You declared Lady Justice, and Lucius Mattheson leads this Crew." in page
    assert "Hand in Elite" not in page
    assert "Swamp" not in page, "another Faction was declared"

    spot = {"seat": "1"}
    built = invited.post(row.get_absolute_url() + "hire/", spot)
    assert built.status_code == 302
    hired = crew_queries.own(who[1]).latest("pk")
    assert built["Location"] == hired.get_absolute_url()
    assert (hired.faction, hired.leader, hired.size) == ("guild", "lady-justice", 30)
    assert invited.post(row.get_absolute_url() + "hire/", spot)["Location"] == built["Location"], "once"

    def hand_in(crew, key):
        row.refresh_from_db()
        given = {"seat": "1", "kind": "hire", "seen": row.version, "key": key, "crew": crew}
        return invited.post(row.get_absolute_url() + "answer/", given, headers={"hx-request": "true"})

    refused = hand_in(dear.public_id, "a")
    assert refused.status_code == 409
    assert "You declared Lady Justice" in refused.content.decode()
    assert hand_in("nobody", "b").status_code == 409
    version = row.version
    assert hand_in(saved.public_id, "c").status_code == 200
    row.refresh_from_db()
    assert row.version == version + 1, "one decision, whatever was hired"
    crews.add(saved, who[1], "death-marshal")
    host = browser(who[0]).get(row.get_absolute_url()).content.decode()
    assert "Marshals" not in host
    assert "death-marshal" not in host
    assert "Death Marshal" not in host
    mine = {"leader": "lady-justice", "members": [{"slug": "executioner"}]}
    answered(row, who, 0, "hire", mine)
    host = browser(who[0]).get(row.get_absolute_url()).content.decode()
    assert host.count('<span class="standing-mark side-1">') == 2, "as it was handed in"
    row.refresh_from_db()
    pinned = loading.setup_of(row)
    assert [crew.name for crew in pinned.crews] == ["Lady Justice’s Crew", "Marshals"]
    assert row.title == "Lady Justice’s Crew against Marshals"
    assert set(pinned.cards) == {"lady-justice", "executioner", "death-marshal"}


@pytest.mark.rule("M3E-SETUP-17")
def test_past_the_reveal_the_crews_are_pinned_and_taken_back_they_are_not(row, who):
    until(row, who, "hire")
    before = loading.setup_of(row)
    one, two = SECRETS["hire"]
    answered(row, who, 0, "hire", one)
    answered(row, who, 1, "hire", two)
    row.refresh_from_db()
    assert len(loading.setup_of(row).cards) == 2
    assert not playing.take_back(row, who[1], 1, seen=row.version)
    playing.answer_take_back(row, who[0], 0, agreed=True, seen=row.version)
    row.refresh_from_db()
    assert loading.setup_of(row) == before, "nothing of them is left"
    assert row.title == "An Encounter of 50 Soulstones"
    assert loading.play_of(row).ask_for(0) is None
    answered(row, who, 1, "hire", one)
    for _ in range(60):
        go_on(row, who, 1)
        row.refresh_from_db()
        if row.checkpoint:
            break
    short, whole = loading.play_of(row), loading.play_of(row, whole=True)
    assert row.checkpoint
    assert (short.state, short.hash) == (whole.state, whole.hash)
    assert short.state == loading.state_after(row, loading.facts(row))


def test_a_bot_hires_too_and_one_device_serves_both(who):
    alone = against_bot(who[0], hired_in_it(25))
    until(alone, {0: who[0]}, "hire")
    ask = loading.play_of(alone).asks[0]
    value = ask.options.sample(Stream(digest("hot")))
    answered(alone, {0: who[0]}, 0, "hire", value)
    models = loading.play_of(alone).state.models.values()
    assert sum(model.seat == 1 for model in models) >= 2
    hot = creation.create(who[0], hired_in_it(25), opponent="hot")
    both = {0: who[0], 1: who[0]}
    lay_down(hot, both)
    until(hot, both, "faction")
    client = browser(who[0])
    for seat in (0, 1):
        page = client.get(hot.get_absolute_url()).content.decode()
        assert f'name="seat" value="{seat}"' in page
        hot.refresh_from_db()
        given = {"seat": seat, "kind": "faction", "seen": hot.version, "key": f"k{seat}", "choice": "guild"}
        assert client.post(hot.get_absolute_url() + "answer/", given).status_code == 302
    assert loading.play_of(hot).asks[0].kind == "leader"


def test_programs_hire_and_hear_why_not(row, who):
    until(row, who, "hire")
    program = Program(who[0], "play")
    at = f"play/{row.public_id}/"
    question = program.get(at).json()["asks"][0]
    assert question["options"]["options"] == "Hiring"
    assert "lady-justice" in question["options"]["titles"]
    answer = {"seat": 0, "kind": "hire", "seen": row.version}
    mine = crews.create(who[0], faction="guild", leader="lady-justice", name="Mine")
    row.seats.filter(seat=0).update(crew=mine)  # handed in before, and taken back
    refused = program.post(f"{at}answer/", {**answer, "value": {"leader": "lucius-mattheson"}})
    assert refused.status_code == 409
    assert "You declared Lady Justice" in refused.json()["detail"]
    assert program.post(f"{at}answer/", {**answer, "value": "lady-justice"}).status_code == 409
    assert program.post(f"{at}answer/", {**answer, "value": SECRETS["hire"][0]}).status_code == 200
    assert row.seats.get(seat=0).crew is None, "written out"
    theirs = {**answer, "seat": 1, "seen": row.version}
    assert (
        Program(who[1], "play").post(f"{at}answer/", {**theirs, "value": mine.public_id}).status_code == 409
    )
    saved = crews.create(who[1], faction="guild", leader="lady-justice", name="Marshals")
    assert (
        Program(who[1], "play").post(f"{at}answer/", {**theirs, "value": saved.public_id}).status_code == 200
    )
    assert row.seats.get(seat=1).crew == saved
    response = program.post("play/", {"crews": "hire", "size": 40, "opponent": "greedy"})
    assert response.status_code == 201
    assert loading.setup_of(Encounter.objects.get(public_id=response.json()["id"])).hire.size == 40


def test_a_rematch_brings_the_crews_of_the_set_up_and_none_that_is_still_to_be_hired(row, who):
    until(row, who, "hire")
    saved = crews.create(who[0], faction="guild", leader="lady-justice", name="Marshals")
    answer = {"seat": 0, "kind": "hire", "value": saved.public_id, "seen": row.version}
    assert Program(who[0], "play").post(f"play/{row.public_id}/answer/", answer).status_code == 200
    agreed_on = creation.create(
        who[0], skirmish("brought"), opponent="known", other=who[1], brought={0: saved.pk}
    )
    lay_down(agreed_on, who)
    brought = []
    for over in (row, agreed_on):
        assert over.seats.get(seat=0).crew == saved
        over.refresh_from_db()
        playing.give_up(over, who[0], 0)
        over.refresh_from_db()
        again = between_games.rematch(over, who[0])
        brought.append(list(again.seats.order_by("seat").values_list("crew", flat=True)))
    assert brought == [[None, None], [saved.pk, None]]


@pytest.mark.rule("M3E-SETUP-02")
def test_a_size_is_a_size_and_nobody_brings_a_crew_beforehand(who):
    with pytest.raises(Refusal, match="The size is 1 to"):
        hired_in_it(0)
    mine = crews.create(who[0], faction="guild", leader="lady-justice", name="Marshals")
    sent = {"crews": "hire", "own": mine.public_id, "against": "", "opponent": "greedy", "seat": "0"}
    answer = set_up(browser(who[0]), **sent)
    assert answer.status_code == 422
    assert "You hand your Crew in when you are asked for it." in answer.content.decode()


def test_hiring_on_the_spot_is_for_whoever_is_asked_for_a_crew(row, who):
    client = browser(who[0])
    asked = {"seat": "0"}
    refused = client.post(row.get_absolute_url() + "hire/", asked, headers={"HX-Request": "true"})
    assert (refused.status_code, "You are not asked for a Crew" in refused.content.decode()) == (409, True)
    assert not crew_queries.own(who[0]).exists()
