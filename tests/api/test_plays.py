"""Encounters of the engine by programs: shuffles, questions, answers, and what comes too late."""

from __future__ import annotations

import hashlib

import pytest

from mfcampaign.play.loading import play_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from rules.fate.shuffle import Stream, client_commitment, digest
from tests.api.conftest import Program, person
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import SMALL, duel, go_on

pytestmark = pytest.mark.django_db


def ok(answer, status=200):
    assert answer.status_code == status, answer.content
    return answer.json()


def fitting_answer(public_id, seat):
    """Some lawful answer of that seat, as JSON has it."""
    play = play_of(Encounter.objects.get(public_id=public_id))
    ask = next(ask for ask in play.asks if ask.seat == seat)
    return ask.kind, ask.options.sample(Stream(digest("api", public_id, ask.kind)))


def test_two_programs_lay_the_shuffles_and_answer_in_turn():
    mara, ash = Program(person("mara"), "play"), Program(person("ash"), "play")
    created = ok(mara.post("play/", {"crews": "two", "opponent": "invite"}), 201)
    at = f"play/{created['id']}/"
    assert created["state"] == "gathering"
    assert ash.get(at).status_code == 404, "nobody else may look"
    token = created["seats"][1]["invitation"].rstrip("/").rpartition("/")[2]
    joined = ok(ash.post("play/join/", {"token": token}))
    assert [seat["mine"] for seat in joined["seats"]] == [False, True]
    parts = {0: (mara, hashlib.sha256(b"a").digest()), 1: (ash, hashlib.sha256(b"b").digest())}
    for seat, (who, seed) in parts.items():
        laid = client_commitment(created["fate"], "AB"[seat], seed).hex()
        ok(who.post(f"{at}fate/", {"do": "commit", "seat": seat, "given": laid}))
    for seat, (who, seed) in parts.items():
        now = ok(who.post(f"{at}fate/", {"do": "open", "seat": seat, "given": seed.hex()}))
    assert now["state"] == "playing"

    views = {seat: who.get(at).json() for seat, (who, _) in parts.items()}
    seat = next(seat for seat, seen in views.items() if seen["asks"])
    who, other = parts[seat][0], parts[1 - seat][0]
    kind, value = fitting_answer(created["id"], seat)
    assert views[seat]["asks"][0]["kind"] == kind
    answer = {"seat": seat, "kind": kind, "value": value, "seen": views[seat]["version"]}
    first = ok(who.post(f"{at}answer/", answer, key="once"))
    assert first["version"] > views[seat]["version"]
    assert ok(who.post(f"{at}answer/", answer, key="once")) == first, "a retry finds its first answer"
    assert Encounter.objects.get(public_id=created["id"]).version == first["version"]
    foreign = other.post(f"{at}answer/", answer)
    assert foreign.status_code == 409
    assert "not your side" in foreign.json()["detail"]
    assert "hand" not in who.get(at).json()["view"]["crews"][1 - seat], "the other's hand is theirs"


def test_an_answer_that_comes_too_late_hears_what_it_missed():
    mara, ash = person("mara"), person("ash")
    row = duel(mara, ash)
    seen = row.version
    go_on(row, {0: mara, 1: ash}, 6)
    row.refresh_from_db()
    program = Program(mara, "play")
    question = play_of(row).asks[0]
    at = f"play/{row.public_id}/"
    late = program.post(f"{at}answer/", {"seat": 0, "kind": question.kind, "value": "x", "seen": seen})
    assert late.status_code == 409
    conflict = late.json()
    assert conflict["version"] == row.version
    assert conflict["missed"], "what was missed is said"
    log = [line["words"] for line in program.get(f"{at}log/?after={seen}").json()]
    assert conflict["missed"] == log[::-1]
    row.refresh_from_db()
    assert row.version == conflict["version"], "nothing was done"


def test_an_encounter_is_looked_at_again_and_proven_once_it_is_over():
    mara, ash = person("mara"), person("ash")
    row = duel(mara, ash)
    go_on(row, {0: mara, 1: ash}, 12)
    program, stranger = Program(mara, "play"), Program()
    at = f"play/{row.public_id}/"
    assert program.get(f"{at}proof/").json()["proof"].get("server_seed") is None
    ok(program.post(f"{at}leave/", {"sure": True}))
    proof = ok(stranger.get(f"{at}proof/"))
    assert [check["held"] for check in proof["checks"][:3]] == [True] * 3, "the seeds are those laid down"
    assert proof["proof"]["server_seed"]
    assert ok(stranger.get(f"{at}replay/?at=1"))["at"] <= 1
    assert ok(stranger.get(at))["state"] == "left"


def test_a_table_is_recorded_and_taken_back():
    mara, ash = person("mara"), person("ash")
    row = creation.create(mara, SMALL, opponent="known", other=ash, mode="record")
    program, other = Program(mara, "play"), Program(ash, "play")
    at = f"play/{row.public_id}/"
    begun = program.get(at).json()
    model, seen = begun["view"]["models"][0], begun["version"]
    hurt = {"do": "hurt", "model": model["id"], "amount": 2}
    first = ok(program.post(f"{at}entries/", {"entries": [{"do": "turn", "turn": 1}, hurt], "seen": seen}))
    assert first["said"]
    late = other.post(f"{at}entries/", {"entries": [hurt], "seen": seen})
    assert late.status_code == 409
    assert late.json()["missed"] == first["said"]
    health = program.get(at).json()["view"]["models"][0]["health"]
    assert health == model["health"] - 2
    ok(program.post(f"{at}entries/undo/", {"seen": first["version"]}))
    assert program.get(at).json()["view"]["models"][0]["health"] == model["health"]
    wrong = program.post(f"{at}entries/", {"entries": [{"do": "fly"}], "seen": seen + 2})
    assert wrong.status_code == 409
    replaced = {"do": "replace", "models": ["a1"], "seat": 0}
    for line in (
        {**replaced, "cards": 5},
        {**replaced, "cards": [[1]]},
        {"do": "act", "lines": 5},
        {"do": "act"},
    ):
        shapeless = program.post(f"{at}entries/", {"entries": [line], "seen": seen + 2})
        assert (shapeless.status_code, shapeless.json()["fix"]) == (409, "Look at it again."), line


def test_the_list_of_encounters_asks_no_more_for_more(django_assert_num_queries):
    mara, ash = person("mara"), person("ash")
    program = Program(mara)
    program.get("play/")
    for number in (1, 2):
        duel(mara, ash)
        with django_assert_num_queries(4):
            assert len(program.get("play/").json()["items"]) == number


@pytest.mark.usefixtures("catalogue")
def test_a_program_begins_a_record_hands_a_side_over_and_ends_it():
    mara, ash = Program(person("mara"), "play"), Program(person("ash"), "play")
    sides = {
        "first": {"name": "Frontier", "models": "Lady Justice"},
        "second": {"name": "Strangers", "models": "Old Bess"},
    }
    amiss = mara.post("play/record/", sides)
    assert amiss.status_code == 422
    assert "nobody here knows “Old Bess”" in amiss.json()["detail"]
    assert amiss.json()["violations"][0]["subject"] == "models"
    sides["second"]["models"] = "Old Bess 7"
    form = sides | {"how": "hand", "strategy": "Turf War", "deployment": "Corner"}
    assert mara.post("play/record/", form | {"strategy": "Chess"}).status_code == 422
    record = ok(mara.post("play/record/", form, key="k"), 201)
    assert ok(mara.post("play/record/", form, key="k"), 201)["id"] == record["id"]
    assert Encounter.objects.count() == 1
    at = f"play/{record['id']}/"
    token = record["seats"][1]["invitation"].rstrip("/").rpartition("/")[2]
    ok(ash.post("play/join/", {"token": token}))
    seen = ash.get(at).json()["version"]
    entries = [{"do": "turn", "turn": 1}, {"do": "hurt", "model": "b1", "amount": 2}, {"do": "over"}]
    assert ok(ash.post(f"{at}entries/", {"entries": entries, "seen": seen}))["state"] == "over"


def test_a_program_does_by_hand_what_a_card_says_and_the_other_is_asked():
    mara, ash = person("mara"), person("ash")
    row = duel(mara, ash)
    while play_of(row).asks[0].kind != "activate":
        ask = play_of(row).asks[0]
        value = next(iter(ask.options.listed()))
        people = {0: mara, 1: ash}
        playing.answer(row, people[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
    at = f"play/{row.public_id}/"
    hurt = {"do": "hurt", "model": "b1", "amount": 2}
    act = {"seat": 0, "name": "Lure", "lines": [hurt], "seen": row.version}
    health = play_of(row).state.models["b1"].health
    one, other = Program(mara, "play"), Program(ash, "play")
    ok(one.post(f"{at}act/", act, key="once"))
    ok(one.post(f"{at}act/", act, key="once"))
    seen = ok(other.get(at))
    assert [(ask["kind"], ask["rule"]) for ask in seen["asks"]] == [("object", "")]
    assert "Pandora suffers 2 damage." in seen["asks"][0]["text"]
    ok(other.post(f"{at}answer/", {"seat": 1, "kind": "object", "value": "accept", "seen": seen["version"]}))
    row.refresh_from_db()
    assert play_of(row).state.models["b1"].health == health - 2
    heal = {"do": "heal", "model": "b1", "amount": 9}
    wrong = one.post(f"{at}act/", {**act, "lines": [heal], "seen": row.version})
    assert (wrong.status_code, wrong.json()["rule"]) == (409, "M3E-HEAL-03")
    late = one.post(f"{at}act/", {**act, "seen": 1})
    assert late.status_code == 409
    assert late.json()["missed"]
