"""A person's JSON file, read strictly, with the line number of each row."""

from __future__ import annotations

import json
import re
from typing import Any

from rules.refusal import Refusal, Violation

Path = tuple[str | int, ...]
# A string that never ends is taken to the end of the text: no escaped quote in it begins another search.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{},:]|[^\s\[\]{},:"]+')
DEEPEST = 40


def parse(text: str) -> Any:
    """The value of ``text``. ``Refusal`` names line and column of a slip, a name written twice, a number
    that is none, or nesting deeper than any chart."""
    if (line := _too_deep(text)) is not None:
        raise Refusal(f"Line {line}: lists within lists more than {DEEPEST} deep.", fix="Flatten the file.")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as slip:
        raise Refusal(
            f"Line {slip.lineno}, column {slip.colno}: this is not JSON ({slip.msg.lower()}).",
            fix="Mind quotation marks and commas: none after the last entry.",
        ) from slip


def _too_deep(text: str) -> int | None:
    """The line on which the nesting becomes too deep, before any parser descends into it."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > DEEPEST:
            return text.count("\n", 0, token.start()) + 1
    return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in pairs:
        if name in row:
            raise Refusal(f"“{name}” is written twice in the same row.", fix="Keep one of the two.")
        row[name] = value
    return row


def _no_constant(name: str) -> Any:
    raise Refusal(f"{name} is not a figure.", fix="Write a number.")


def line_of(text: str, path: Path) -> int | None:
    """The line, from 1, on which the value at ``path`` begins in valid JSON ``text``.

    >>> line_of('{"a": [1,\\n 2]}', ("a", 1))
    2
    """
    return _lines(text).get(path)


def _lines(text: str) -> dict[Path, int]:
    """Line of every value by its path, in one pass over the tokens."""
    lines: dict[Path, int] = {}
    here: list[str | int] = []
    kinds: list[str] = []
    naming = False
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if word in ",:":
            naming = word == "," and kinds[-1] == "{"
            if word == "," and kinds[-1] == "[":
                here[-1] += 1  # type: ignore[operator]
        elif word in "]}":
            kinds.pop()
            here.pop()
            naming = False
        elif naming:
            here[-1] = json.loads(word)
        else:
            lines.setdefault(tuple(here), line)
            if word in "[{":
                kinds.append(word)
                here.append(0 if word == "[" else "")
                naming = word == "{"
    return lines


_ROW = re.compile(r"^(?P<chart>[a-z ]+?)(?: of (?P<key>[\w-]+))?(?: row (?P<row>\d+))?$")


def path_of(subject: str) -> Path:
    """``"lucky miss of guild row 3"`` (as ``load_charts`` names rows) to ``("lucky_miss", "guild", 2)``.

    >>> path_of("injury chart row 12")
    ('injury_chart', 11)
    """
    named = _ROW.match(subject.replace("_", " "))
    if named is None:
        return ()
    path: Path = (named["chart"].replace(" ", "_"),)
    path += (named["key"],) if named["key"] else ()
    return path + ((int(named["row"]) - 1,) if named["row"] else ())


def with_lines(violations: tuple[Violation, ...], text: str) -> list[Violation]:
    """The same faults, each sentence led by its line where the text has one."""
    lines = _lines(text)
    led = []
    for violation in violations:
        line = lines.get(path_of(violation.subject)) if violation.subject else None
        sentence = f"Line {line}: {violation.sentence}" if line else violation.sentence
        led.append(Violation(violation.rule, sentence, violation.fix, violation.subject))
    return led
