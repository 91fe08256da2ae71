"""The shuffles can be checked: by Python, by the page's own script under Node, and neither is fooled."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from django.db import connection

from mfcampaign.play import fate_proof, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from rules.fate.league import face
from rules.refusal import Refusal
from tests.play.playing import SMALL, duel, go_on, lay_down, person

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "fate_proof_v1.json"
SCRIPT = ROOT / "static" / "js" / "fate_proof.mjs"
node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not here")


@pytest.fixture
def proof(db):
    """Two people, a round that came to nothing, thirty answers, one taken back, then given up."""
    two = person("mara"), person("jonas")
    row = creation.create(two[0], SMALL, opponent="known", other=two[1])
    creation.renew(row, two[1], 1)
    lay_down(row, dict(enumerate(two)))
    go_on(row, dict(enumerate(two)), 30)
    row.refresh_from_db()
    seat = row.decisions.last().seat
    if not playing.take_back(row, two[seat], seat, seen=row.version):
        playing.answer_take_back(row, two[1 - seat], 1 - seat, agreed=True, seen=row.version)
    go_on(row, dict(enumerate(two)), 10)
    playing.give_up(row, two[0], 0)
    row.refresh_from_db()
    return json.loads(json.dumps(fate_proof.proof_of(row)))


def tampered(proof):
    """What somebody might have done to it, by what they did."""
    for name in ("server_seed", "hash", "server_commitment"):
        bad = copy.deepcopy(proof)
        bad[name] = "11" * 32
        yield name, bad
    bad = copy.deepcopy(proof)
    bad["seeds"][1] = "22" * 32
    yield "seeds", bad
    bad = copy.deepcopy(proof)
    bad["decks"][0]["root"] = "33" * 32
    yield "root", bad
    bad = copy.deepcopy(proof)
    at = next(n for n, (_d, body) in enumerate(bad["events"]) if '"Drew"' in body)
    other = next(n for n, (_d, body) in enumerate(bad["events"]) if n > at and '"Drew"' in body)
    bad["events"][at], bad["events"][other] = bad["events"][other], bad["events"][at]
    yield "draws", bad
    bad = copy.deepcopy(proof)
    bad["void_rounds"][0]["server_seed"] = "44" * 32
    yield "void round", bad


def test_an_honest_encounter_holds_and_each_tampering_is_found(proof):
    checks = fate_proof.check(proof)
    assert len(checks) == 8
    assert all(held for held, _words in checks), checks
    for what, bad in tampered(proof):
        assert not all(held for held, _words in fate_proof.check(bad)), what


MILL = {"do": "mill", "seat": 0, "cards": 2}
BACK = {"do": "put_back", "seat": 0, "to": "top", "cards": 1}
UNDER = {"do": "put_back", "seat": 0, "to": "bottom", "cards": 1}
DRAW = {"do": "draw", "seat": 0, "cards": 2}


@pytest.fixture
def moved(db):
    """The proofs of an Encounter in which effects discard from the deck and return cards to it: while it is
    played and afterwards."""
    two = person("vera"), person("tom")
    row = duel(*two)
    go_on(row, dict(enumerate(two)), 29)
    row.refresh_from_db()
    act = {"name": "Stir", "lines": [MILL, BACK, DRAW, UNDER, DRAW], "asked": False}
    playing.act(row, two[0], 0, act, seen=row.version)
    go_on(row, dict(enumerate(two)), 10)
    row.refresh_from_db()
    during = json.loads(json.dumps(fate_proof.proof_for(row, (0,))))
    playing.give_up(row, two[0], 0)
    row.refresh_from_db()
    return during, json.loads(json.dumps(fate_proof.proof_of(row)))


def test_cards_that_effects_discard_from_the_deck_or_return_to_it_are_followed(moved):
    for proof in moved:
        checks = fate_proof.check(proof)
        assert all(held for held, _words in checks), checks
    during, after = moved
    kinds = [json.loads(body)["event"] for _decision, body in after["events"]]
    assert {"Milled", "HandReturned"} <= set(kinds)
    seen = len([one for one in during["reveals"] if one["seat"] == 0])
    assert seen >= 8, "the hand, what was discarded and what was drawn"
    without = copy.deepcopy(after)
    without["events"] = [pair for pair in after["events"] if '"Milled"' not in pair[1]]
    assert not all(held for held, _words in fate_proof.check(without))


@node
def test_the_page_script_finds_the_same_as_python(proof, moved, tmp_path):
    cases = [proof, *(bad for _what, bad in tampered(proof)), *moved]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    (tmp_path / "run.mjs").write_text(
        f"import {{ check }} from {json.dumps(SCRIPT.as_uri())};\n"
        "import { readFileSync } from 'node:fs';\n"
        f"const cases = JSON.parse(readFileSync({json.dumps(str(tmp_path / 'cases.json'))}));\n"
        "const out = []; for (const one of cases) out.push(await check(one));\n"
        "console.log(JSON.stringify(out));\n"
    )
    process = subprocess.run(
        ["node", str(tmp_path / "run.mjs")], capture_output=True, text=True, check=True, timeout=600
    )
    assert json.loads(process.stdout) == [[list(pair) for pair in fate_proof.check(case)] for case in cases]


@node
def test_the_page_script_agrees_with_the_shared_vectors(tmp_path):
    (tmp_path / "run.mjs").write_text(
        f"import * as proof from {json.dumps(SCRIPT.as_uri())};\n"
        "const FULL = [...'CMRT'].flatMap((suit) => Array.from({ length: 13 }, (_, i) =>"
        " suit + String(i + 1).padStart(2, '0'))).concat('JB', 'JR').sort();\n"
        "const out = [];\n"
        "for (let n = 0; n < 1000; n += 20) {\n"
        "  const seeds = ['s', 'a', 'b'].map((w) => proof.H('vector', w, proof.u32(n)));\n"
        "  const [s, a, b] = await Promise.all(seeds);\n"
        "  const enc = `encounter-${n}`, seat = n % 2 ? 'B' : 'A';\n"
        "  const pool = FULL.filter((_, i) => n < 500 || i % ((n % 5) + 2) !== 0);\n"
        "  const key = await proof.encounterKey(s, enc, a, b);\n"
        "  const k = await proof.shuffleKey(key, seat, n % 7, pool);\n"
        "  const order = await proof.shuffled(k, pool);\n"
        "  out.push(proof.hex(await proof.H(await proof.serverCommitment(enc, s),"
        " await proof.clientCommitment(enc, seat, a), ...order, await proof.root(k, order))));\n"
        "}\nconsole.log(JSON.stringify(out));\n"
    )
    process = subprocess.run(
        ["node", str(tmp_path / "run.mjs")], capture_output=True, text=True, timeout=600, check=False
    )
    assert process.returncode == 0, process.stderr
    digests = [deck["digest"] for deck in json.loads(VECTORS.read_text())["decks"] if deck["n"] % 20 == 0]
    assert json.loads(process.stdout) == digests
    assert len(digests) == 50


def test_nothing_secret_is_in_the_proof_while_it_is_played(db):
    two = person("mara"), person("jonas")
    row = duel(*two)
    go_on(row, dict(enumerate(two)), 20)
    row.refresh_from_db()
    text = json.dumps(fate_proof.proof_of(row))
    assert bytes(row.server_seed).hex() not in text
    assert all(bytes(seat.seed).hex() not in text for seat in row.seats.all())
    assert "events" not in fate_proof.proof_of(row)
    assert row.decks.first().root in text
    assert fate_proof.check(fate_proof.proof_of(row)) == [
        (False, "The Encounter is not over: its seeds are still secret.")
    ]


# While it is played


@pytest.fixture
def running(db):
    two = person("mara"), person("jonas")
    row = duel(*two)
    go_on(row, dict(enumerate(two)), 30)
    row.refresh_from_db()
    return row


def shown(row, *own):
    return json.loads(json.dumps(fate_proof.proof_for(row, own)))


def test_flipped_cards_open_to_both_and_drawn_ones_to_their_owner_alone(running):
    seen = {own: shown(running, *own)["reveals"] for own in ((), (0,), (1,))}
    state = loading.play_of(running).state
    hands = [{face(card).decode() for card in crew.hand} for crew in state.crews]
    for seat in (0, 1):
        opened = {one["card"] for one in seen[(seat,)] if one["seat"] == seat}
        assert hands[seat] <= opened, "the own hand is opened"
        other = {one["card"] for one in seen[(seat,)] if one["seat"] == 1 - seat}
        assert other == {one["card"] for one in seen[()] if one["seat"] == 1 - seat}
        assert not hands[1 - seat] & other, "the other hand is not"
    assert seen[()], "somebody flipped"
    text = json.dumps(shown(running, 0))
    assert bytes(running.server_seed).hex() not in text


def lies(proof):
    for field, value in (("card", "JB"), ("salt", "00" * 16), ("index", 53), ("number", 9)):
        bad = copy.deepcopy(proof)
        bad["reveals"][0][field] = value if bad["reveals"][0][field] != value else "C01"
        yield bad
    bad = copy.deepcopy(proof)
    bad["reveals"].append(bad["reveals"][0])
    yield bad


def test_each_opened_card_is_checked_against_the_root_laid_before_it(running):
    proof = shown(running, 0)
    assert [held for held, _words in fate_proof.check(proof)] == [True, True]
    for bad in lies(proof):
        assert not all(held for held, _words in fate_proof.check(bad))


@node
def test_the_page_script_checks_reveals_as_python_does(running, tmp_path):
    proof = shown(running, 1)
    cases = [proof, *lies(proof)]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    (tmp_path / "run.mjs").write_text(
        f"import {{ check }} from {json.dumps(SCRIPT.as_uri())};\n"
        "import { readFileSync } from 'node:fs';\n"
        f"const cases = JSON.parse(readFileSync({json.dumps(str(tmp_path / 'cases.json'))}));\n"
        "const out = []; for (const one of cases) out.push(await check(one));\n"
        "console.log(JSON.stringify(out));\n"
    )
    process = subprocess.run(["node", str(tmp_path / "run.mjs")], capture_output=True, text=True, timeout=600)
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == [[list(pair) for pair in fate_proof.check(case)] for case in cases]


# At rest


def test_seeds_lie_sealed_in_the_database_and_open_with_a_former_key(running, settings):
    with connection.cursor() as cursor:
        cursor.execute("SELECT server_seed FROM play_encounter WHERE id = %s", [running.pk])
        stored = bytes(cursor.fetchone()[0])
        cursor.execute("SELECT seed FROM play_seat WHERE encounter_id = %s", [running.pk])
        seeds = [bytes(sealed) for (sealed,) in cursor.fetchall()]
    assert bytes(running.server_seed) not in stored
    assert all(bytes(seat.seed) not in b"".join(seeds) for seat in running.seats.all())
    plain = bytes(running.server_seed)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8
    assert bytes(Encounter.objects.get(pk=running.pk).server_seed) == plain
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(Refusal, match="another key"):
        Encounter.objects.get(pk=running.pk)
