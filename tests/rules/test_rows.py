"""Answers cite the rows of the edition that is played, or none where its texts are silent; shared code names
topics and no edition's rows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rules.campaign.system import systems
from rules.edition import edition_of, editions
from rules.management.coverage import read_ledger
from rules.refusal import Refusal, Total, TotalLine, Violation
from rules.topics import TOPICS, Rows

ROOT = Path(__file__).parents[2]
CODES = [edition.code for edition in editions()]
BORROWED = {
    "m4e": ("M4-", "SL-4E-"),
    "m3e": ("M3E-", "SL-3E-", "T2-", "M1-MOVE-", "M1R-"),
    "m2e": ("M2-", "T2-"),
    "m1e": ("M1-", "M1R-"),
}
"""Whose rows an edition's texts are, with the guides that it borrows where they are silent. The Third and the
Fourth adapt the campaign by rows of their own."""
OF_NO_EDITION = re.compile(r"(SL-(?!\dE)[A-Z]+-\d+|A-\d+)")
ROW = re.compile(r"(M4|M3E|M2|M1R?|T2)-[A-Z]+-\d+|SL-\dE-\d+")
TOPIC = re.compile(r"[a-z_]+\.[a-z_]+")
GUIDES_AND_SCORES = ("table/presets/kinds.py", "game/results/result.py")
"""Shared modules that hold rows of a guide or a table by edition."""


def foreign(rows: Mapping[str, str], edition: str) -> list[str]:
    """The rows that are neither the edition's, nor borrowed, nor of no edition."""
    return [
        row
        for row in rows.values()
        if row and not row.startswith(BORROWED[edition]) and not OF_NO_EDITION.fullmatch(row)
    ]


def literals(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def shared_modules() -> list[Path]:
    return [
        path
        for path in sorted((ROOT / "rules").rglob("*.py"))
        if "editions" not in path.parts and path.name != "topics.py"
    ]


@pytest.mark.parametrize("edition", CODES)
def test_an_edition_says_its_row_for_every_topic(edition) -> None:
    rows, known = edition_of(edition).rows, read_ledger(ROOT / "docs" / "rules").known
    assert list(rows) == list(TOPICS), "in one order, so that two editions can be read side by side"
    assert {row for row in rows.values() if row and row not in known} == set()
    assert foreign(rows, edition) == []


def test_another_editions_row_is_seen() -> None:
    assert foreign({"sight.line": "M3E-LOS-02", "sight.dense": ""}, "m1e") == ["M3E-LOS-02"]
    assert foreign({"league.pool": "SL-3E-08", "league.jokers": "A-08"}, "m2e") == ["SL-3E-08"]
    assert foreign({"league.leader": "SL-CREW-06"}, "m2e") == []


def test_every_topic_is_cited_and_every_cited_topic_is_listed() -> None:
    areas = {topic.partition(".")[0] for topic in TOPICS}
    in_rules = {
        text
        for path in shared_modules()
        for text in literals(path)
        if TOPIC.fullmatch(text) and text.partition(".")[0] in areas
    }
    assert in_rules - TOPICS.keys() == set()
    in_portal = set()
    for path in (ROOT / "mfcampaign").rglob("*.py"):
        found = re.findall(r'(?:rows\[|rule=)"([a-z_]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
        in_portal |= {*found, *(text for text in literals(path) if text in TOPICS)}
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        in_portal |= set(re.findall(r'\{% rule [^%]*"([a-z_]+\.[a-z_]+)"', text))
    assert in_portal - TOPICS.keys() == set()
    assert TOPICS.keys() - in_rules - in_portal == set()


def test_shared_code_names_no_row_of_an_edition() -> None:
    named = {
        (path.relative_to(ROOT / "rules").as_posix(), text)
        for path in shared_modules()
        for text in literals(path)
        if ROW.fullmatch(text)
    }
    documents = [ROOT / f"docs/rules/{name}.md" for each in systems() for name, _ in each.ledger]
    row_id = re.compile(r"^\| ([A-Z0-9]+-[A-Z0-9]+-\d+) \|", re.M)
    of_campaigns = {row for path in documents for row in row_id.findall(path.read_text())}
    assert {"SL-HIRE-01", "M4-CAMP-09"} <= of_campaigns
    of_editions = {(path, row) for path, row in named if row not in of_campaigns}
    assert {(path, row) for path, row in of_editions if path not in GUIDES_AND_SCORES} == set()


@pytest.mark.parametrize(
    ("rule", "edition", "own"),
    [
        ("sight.line", "m3e", "M3E-LOS-02"),
        ("sight.line", "m1e", "M1-GLO-05"),
        ("sight.line", "m2e", ""),
        ("fly.end", "m3e", "M1-MOVE-09"),
        ("fly.end", "m2e", "T2-FLY-02"),
        ("fly.way", "m1e", "M1-MOVE-09"),
        ("place.distance", "m1e", ""),
        ("upgrade.twice", "m2e", "M2-HIRE-45"),
        ("league.pool", "m3e", "SL-3E-08"),
        ("league.pool", "m2e", "M2-HIRE-56"),
        ("league.pool", "m1e", ""),
        ("league.leader", "m2e", "SL-CREW-06"),
        ("SL-HIRE-01", "m2e", "SL-HIRE-01"),
        ("A-09", "m1e", "A-09"),
        ("T2-FLY-02", "m2e", "T2-FLY-02"),
        ("", "m1e", ""),
    ],
)
def test_a_topic_is_named_by_the_editions_row_and_a_row_stands(rule, edition, own) -> None:
    assert edition_of(edition).rows.named(rule) == own


def test_topics_are_replaced_wherever_they_stand_in_an_answer() -> None:
    rows = edition_of("m1e").rows
    total = Total(3, (TotalLine("a slope", 2, "terrain.impassable", "sight.line"), TotalLine("plain", 1)))
    own = Total(3, (TotalLine("a slope", 2, "M1-TER-10", "sight.line"), TotalLine("plain", 1)))
    assert rows.cited(total) == own
    assert rows.cited(own) is own, "what cites no topic is given back as it is"
    pair = edition_of("m2e").rows.cited((Violation("sight.dense", "Hidden."), 7, "sight.dense"))
    assert pair == (Violation("T2-DENSE-01", "Hidden."), 7, "sight.dense")


def test_a_refusal_names_the_editions_rows() -> None:
    rows = edition_of("m1e").rows
    own = rows.refusal(Refusal("Too far.", rule="move.distance", fix="Stop nearer."))
    assert (own.sentence, own.rule, own.fix) == ("Too far.", "M1-MOVE-01", "Stop nearer.")
    assert rows.refusal(own) is own
    several = Refusal.of([Violation("sight.line", "Hidden."), Violation("move.distance", "Too far.")])
    told = rows.refusal(several)
    assert [violation.rule for violation in told.violations] == ["M1-GLO-05", "M1-MOVE-01"]
    assert (told.rule, told.sentence) == ("M1-GLO-05", "Hidden. (and 1 more)")


def test_a_topic_is_no_word_for_a_person() -> None:
    assert str(Refusal("Too far.", rule="move.distance")) == "Too far."
    assert str(Violation("move.distance", "Too far.")) == "Too far."


def test_what_an_edition_does_not_say_is_not_cited() -> None:
    rows = Rows({"sight.line": "M1-GLO-05"})
    assert (rows["sight.line"], rows["move.distance"], rows.named("A-09")) == ("M1-GLO-05", "", "A-09")
    with pytest.raises(KeyError):
        rows["no.topic"]
