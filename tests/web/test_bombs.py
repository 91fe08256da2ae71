"""Texts that are cheap to send and would be dear to read: each is read, or refused, in time that grows with
its length and not with its square."""

from __future__ import annotations

import contextlib
import json
import time
import tracemalloc
from collections.abc import Callable

import pytest

from mfcampaign.api.bodies import depth
from mfcampaign.catalog.charts import json_file
from mfcampaign.web.names import looks
from mfcampaign.web.resilience.logs import masked
from mfcampaign.web.spreadsheets import disarmed
from rules.crews.catalogue import Catalogue
from rules.crews.text import reading as crew_text
from rules.crews.text.kinds import LONGEST_TEXT
from rules.duplicate_keys import duplicate_key
from rules.refusal import Refusal
from rules.table.sheet import read_sheet

SECONDS = 2.0
"""Of processor time. What was quadratic took from 3 s for a tenth of these lengths."""
MEGABYTES = 10
"""At most, of all that is held at once for a fifth of a text, beside the text itself."""
LONG = 100_000


def crew(text: str) -> object:
    return crew_text.read(text[:LONGEST_TEXT], Catalogue((), edition="m3e"))


def names(count: int, last: str) -> str:
    return json.dumps({f"n{number}": 0 for number in range(count)})[:-1] + f', "{last}": 0}}'


BOMBS: list[tuple[str, Callable[[str], object], str]] = [
    ("an open string of escaped quotes", lambda text: depth(text.encode()), '"' + '\\"' * LONG),
    ("the same in charts", json_file.parse, '"' + '\\"' * LONG),
    ("open brackets", json_file.parse, "[" * LONG),
    ("open brackets of a body", lambda text: depth(text.encode()), '[{"a":' * LONG),
    ("open brackets of a table", read_sheet, "[" * LONG),
    ("many names, the last twice", duplicate_key, names(LONG, f"n{LONG - 1}")),
    ("one name many times", duplicate_key, "{" + '"a": 0,' * LONG + '"a": 0}'),
    ("lines of a chart", lambda text: json_file.line_of(text, (LONG,)), "[" + "1,\n" * LONG + "1]"),
    ("line ends in a cell", disarmed, "\n" * LONG + "x"),
    ("tabs and semicolons in a cell", disarmed, ";\t" * LONG + "="),
    ("blanks in a Crew", crew, "Faction: Guild\na" + " " * LONG + "b"),
    ("copies in a Crew", crew, "Faction: Guild\na" + " x" * LONG + "b"),
    ("pluses in a Crew", crew, "Faction: Guild\na" + " +" * LONG + "b"),
    ("an address without digits in the log", masked, "Not Found: /nowhere/" + "a" * LONG),
    ("an address of dashes in the log", masked, "Not Found: /" + "-" * LONG),
    ("a name of signs that stand for many", looks, "\ufdfa" * LONG),
    ("a name of marks", looks, "a" + "\u0301" * LONG),
]


@pytest.mark.parametrize(("read", "text"), [bomb[1:] for bomb in BOMBS], ids=[bomb[0] for bomb in BOMBS])
def test_no_text_holds_a_thread(read: Callable[[str], object], text: str) -> None:
    began = time.thread_time()
    with contextlib.suppress(Refusal):
        read(text)
    assert time.thread_time() - began < SECONDS


@pytest.mark.parametrize(("read", "text"), [bomb[1:] for bomb in BOMBS], ids=[bomb[0] for bomb in BOMBS])
def test_no_text_fills_the_memory(read: Callable[[str], object], text: str) -> None:
    text = text[: len(text) // 5]
    tracemalloc.start()
    try:
        with contextlib.suppress(Refusal):
            read(text)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 2**20
    finally:
        tracemalloc.stop()


def test_what_is_read_is_what_was_read_before() -> None:
    assert depth(b'{"a": [1, "[[[\\"["]}') == 2
    assert [disarmed(text) for text in ("a;\t=1", "a\n\n-2", "a;b", "x=1")] == [
        "a;\t'=1",
        "a\n\n'-2",
        "a;b",
        "x=1",
    ]
    assert masked("/nowhere/kQz8-1mW0pX9Yt2v/abcdefghijklmnopqrst/") == "/nowhere/…/abcdefghijklmnopqrst/"
    assert duplicate_key('{"a": 1, "b": 2, "b": 3, "a": 4}') == "b"
