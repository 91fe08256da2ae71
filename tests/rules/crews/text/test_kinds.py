"""What a text is that is no Crew of these figures: one sentence says so; and no text takes long."""

from __future__ import annotations

import json
import time

import pytest

from rules.crews.text.doubts import corrected
from rules.crews.text.kinds import edition_of_text
from rules.crews.text.names import letters_of, model_names
from rules.crews.text.reading import MOST_DOUBTS, MOST_PROBLEMS, doubts_of, read
from rules.refusal import Refusal
from tests.rules.crews.text.catalogues import catalogue

THIRD = catalogue("m3e")
FOURTH = [
    "Brewmaster, Proof Prophet",
    "Hopscotch",
    "Barrelby",
    "Squish and Squash",
    "Popcorn Turner",
    "Apprentice Wesley",
]
SECONDS = 2.0
"""Of processor time, for the longest text that a page takes in."""


def elsewhere() -> dict[str, frozenset[str]]:
    return {
        "Second Edition": model_names(catalogue("m2e")).spelled(),
        "Fourth Edition": frozenset(map(letters_of, FOURTH)),
    }


def refusal(text: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        read(text, THIRD, elsewhere)
    return refused.value


ROSTER = '<?xml version="1.0" encoding="UTF-8"?>\n<roster id="1" name="Mine" gameSystemName="Malifaux">'
PAGE = "<!DOCTYPE html>\n<html><head><title>List</title></head><body>" + "<div>Guild Hound</div>\n" * 40
PART_OF_PAGE = "<ul>" + "<li>Guild Hound</li>\n" * 10
LEAGUE = '{"format": 3, "is": "league", "name": "Saturdays"}\n{"is": "person", "n": 1}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ROSTER, "a file of BattleScribe"),
        ("PK\x03\x04\x14\x00", "a file for a program"),
        (PAGE, "the source of a web page"),
        (PART_OF_PAGE, "the source of a web page"),
        (LEAGUE, "the file of a league of this portal (JSON)"),
        (json.dumps({"pieces": [], "width": 36}), "a table of this portal (JSON)"),
        (
            json.dumps({"crew": {}, "members": [], "text": "Faction: Guild"}),
            "a Crew as the API of this portal",
        ),
        (json.dumps({"faction": "guild", "leader": "dashel-barker"}), "a Crew for the API of this portal"),
        (json.dumps([{"name": "x"}]), "JSON, data for a program"),
        ('{"name": "cut off', "JSON, data for a program"),
        ("https://example.org/crews/s/abc", "a link, and no link is followed"),
    ],
)
def test_one_sentence_says_what_is_no_list(text: str, said: str) -> None:
    told = refusal(text)
    assert told.sentence.startswith("This is")
    assert said in told.sentence
    assert told.fix
    assert not told.violations
    assert doubts_of(text, THIRD) == ()


def test_a_list_of_another_edition_is_told_before_its_names() -> None:
    text = "Brew (Bayou)\nLeader:\n  Brewmaster, Proof Prophet\nTotem(s):\n  Apprentice Wesley\nHires:\n"
    told = refusal(text + "  Hopscotch\n  Barrelby\n  Popcorn Turner\n")
    assert told.violations[0].sentence == "This is a list of the Fourth Edition."
    assert told.violations[0].fix == "Write “Edition: Fourth Edition” above it."
    assert "Hopscotch" in told.violations[2].sentence


def test_a_list_of_another_edition_here_says_what_to_write() -> None:
    of_guild = [profile.full_name for profile in catalogue("m2e").profiles() if "guild" in profile.factions]
    models = [name for name in of_guild if not model_names(THIRD).find(name)][:4]
    text = "\n".join(["Faction: Guild", "Leader: Lady Justice", "Guild Hound", *models])
    told = refusal(text)
    assert told.violations[0].sentence == "This is a list of the Second Edition."
    assert told.violations[0].fix == "Write “Edition: Second Edition” above it."
    assert edition_of_text(f"- **Edition**: Second Edition\n{text}") == "m2e"


def test_one_misspelt_name_makes_no_list_of_another_edition() -> None:
    told = refusal("Faction: Guild\nLeader: Dashel Barker\nGild Hound\nExecutioner")
    assert [violation.subject for violation in told.violations] == ["line 3"]


def test_what_is_mostly_prose_is_told_first_and_asks_little() -> None:
    text = "Faction: Guild\n" + "".join(
        f"A sentence number {number} about the weather in spring\n" for number in range(300)
    )
    told = refusal(text)
    assert told.violations[0].sentence == "This does not read as a Crew: 60 of 60 lines name no model."
    assert len(told.violations) <= MOST_PROBLEMS + 1
    assert len(doubts_of(text, THIRD)) == MOST_DOUBTS


def test_a_second_crew_in_the_text_is_refused() -> None:
    crew = "One (Guild)\nLeader:\n  Dashel Barker\nHires:\n  Guild Hound\n"
    told = refusal(crew + crew.replace("One", "Two").replace("Dashel Barker", "Lady Justice"))
    assert any("a second Leader" in violation.sentence for violation in told.violations)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 200_000,
        "<a>" * 66_000,
        "{" * 200_000,
        '{"a":' * 40_000,
        "[[" * 100_000,
        "Gild Hound\n" * 18_000,
        "\n".join("ab"[number % 2] for number in range(599)),
        "\n".join(f"Some {number}" for number in range(599)),
        "Faction: Guild\n" + "Guild Hound, " * 1_500,
        "Faction: Guild\n" + "| Guild Hound " * 1_400,
        "Faction: Guild\n" + "- [ ] " * 3_300,
        "Faction: Guild\n" + "**" * 9_900,
        "Faction: Guild\n" + "*a" * 9_900,
        "Faction: Guild\n" + "[a](https://" * 1_600,
        "Faction: Guild\n" + "&#39" * 4_900,
        "Faction: Guild\n" + ":a" * 9_900,
        "Faction: Guild\n" + "a (" * 6_600,
        "Faction: Guild\n" + "a x" * 6_600,
        "Faction: Guild\n" + "\ufdfa" * 19_000,
        "Faction: Guild\n" + "a\u0301" * 9_900,
        "Faction: Guild\nLeader: Dashel Barker\n" + "Guild Hound 2\n" * 60,
        "Size: 50 - Pool: 6\nFaction: Guild\nLeader: Dashel Barker\n" + "Guild Hound 2\nExecutioner 2\n" * 20,
    ],
    ids=lambda text: repr(text[-12:]),
)
def test_no_text_takes_long(text: str) -> None:
    began = time.thread_time()
    try:
        read(text, THIRD, elsewhere)
    except Refusal:
        doubts = doubts_of(text, THIRD)
        corrected(text, {doubt: doubt.near[0] if doubt.near else "" for doubt in doubts})
    assert time.thread_time() - began < SECONDS
