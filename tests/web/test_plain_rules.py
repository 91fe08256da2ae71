"""The rules as they are shown: in a player's words, without notes for whoever writes the engine."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from mfcampaign.web import ledger

NOTE = re.compile(
    r"\bREC\b|AMBIGUOUS|\biff\b|-capable\b|\bengines?\b|\bvalidator\b|\bswitchable\b|\bthe portal\b"
    r"|\bthe app\b|`[a-z0-9]+_[a-z_0-9]+|`[^`]*=(?:true|false|null)|->|<=|>=|\b(?:RJ|BJ|OOK|FSM|DZ|LoS|SS)\b"
)
UNTIDY = re.compile(r"\.\.(?!\.|\d)|\?\.|\s[.,;]|: *\.")


def test_no_row_is_shown_with_a_note_of_an_engineer():
    rows = ledger.rows()
    assert len(rows) > 1000
    shown = {row.rule: f"{row.words} {row.html}" for row in rows.values()}
    assert not {rule: found[0] for rule, text in shown.items() if (found := NOTE.search(text))}


def test_the_notes_would_be_found():
    for text in ("REC: A.", "seen iff free", "an SS-capable model", "`deck_order=true`", "**AMBIGUOUS** Who"):
        assert NOTE.search(text)
    assert any(NOTE.search(row.text) for row in ledger.rows().values()), "they are in the documents"


def test_what_is_left_open_says_how_it_is_played_and_how_else():
    opened = [row for row in ledger.rows().values() if row.plain.played]
    assert len(opened) > 60
    assert not [row.words for row in opened if UNTIDY.search(row.words.replace("33..36", ""))]
    said = ledger.rows()["M3E-DUEL-05"].plain
    assert said.played == "Number only, no suits. Hence no suit-requiring trigger for it."
    assert said.otherwise == ("suits too. The relenter still reaches step E",)


@pytest.mark.django_db
def test_the_rules_are_searched_by_words_of_their_text_their_subject_and_their_id(client: Client):
    page = client.get("/about/rules/", {"q": "joker cheat"}).content.decode()
    assert "M3E-FATE-23" in page
    hit = client.get("/about/rules/", {"q": "m3e-hire-12"}).content.decode()
    assert hit.count("<li>\n      <span") == 1
    none = client.get("/about/rules/", {"q": "zzzz <b>"}).content.decode()
    assert "No rule has “zzzz &lt;b&gt;”" in none


@pytest.mark.django_db
def test_a_rule_opens_in_place_without_the_rest_of_a_page(client: Client):
    page = client.get("/about/rules/M3E-DUEL-05/", {"in": "place"}).content.decode()
    assert "<html" not in page
    assert "It can also be read so" in page
    assert 'href="/about/rules/M3E-DUEL-05/"' in page
    assert client.get("/about/rules/M3E-NOPE-01/", {"in": "place"}).status_code == 404


@pytest.mark.django_db
def test_help_leads_to_the_first_game_and_each_of_its_steps_to_the_next(client: Client):
    assert 'href="/help/"' in client.get("/").content.decode()
    page = client.get("/help/").content.decode()
    number = 1
    while f'href="/play/first-game/{number}/"' in page:
        page = client.get(f"/play/first-game/{number}/").content.decode()
        assert f"step {number} of" in page
        number += 1
    assert number > 5
    assert client.get(f"/play/first-game/{number}/").status_code == 404
