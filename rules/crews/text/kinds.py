"""What a pasted text is: of which edition it says that its Crew is, or that it is no list of models at
all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from rules.crews.text.lines import FIELD, cleaned
from rules.crews.text.names import CardNames, folded, letters_of
from rules.edition import editions, is_known
from rules.refusal import Refusal

LONGEST_TEXT = 20_000
MOST_LINES = 600
LOOKED_AT = 4_000
Elsewhere = Callable[[], Mapping[str, frozenset[str]]]
"""The names of models of other editions, spelled as ``letters_of`` does, by what the edition is called."""

ROSTER = re.compile(r"<\?xml|<(?:roster|catalogue|gameSystem)\b", re.IGNORECASE)
PAGE = re.compile(r"<!doctype html|<html\b|<body\b", re.IGNORECASE)
TAG = re.compile(
    r"</?(?:div|span|p|table|tr|td|ul|li|a|br|h[1-6]|script|style)\b[^<>]{0,200}>", re.IGNORECASE
)
LINKS = re.compile(r"\s*https?://\S+(?:\s+https?://\S+)*\s*$")
MANY_TAGS = 6
PASTE_NAMES = "Paste the names of its models, one a line."


def expect_list(text: str) -> None:
    """``Refusal``, in one sentence, for a text that is no list of models, or too long for one Crew."""
    if refusal := no_list(text):
        raise refusal
    if LINKS.match(text):
        raise Refusal(
            "This is a link, and no link is followed.", fix="Open it, and copy the list from there."
        )
    if len(text) > LONGEST_TEXT:
        raise Refusal(f"The text is longer than {LONGEST_TEXT} characters.", fix="Paste one Crew.")
    if len(text.splitlines()) > MOST_LINES:
        raise Refusal(f"The text has more than {MOST_LINES} lines.", fix="Paste one Crew.")


def no_list(text: str) -> Refusal | None:
    """Why the text is no list of models, in one sentence; ``None`` where it may be one. It takes a time that
    grows with ``LOOKED_AT`` only, JSON apart."""
    start = text[:LOOKED_AT].lstrip("\ufeff \t\r\n")
    if text.startswith("PK\x03\x04") or "\x00" in start:
        return Refusal("This is a file for a program, not a text.", fix=PASTE_NAMES)
    if ROSTER.match(start):
        fix = "In that program, export the list as text and paste it here."
        return Refusal("This is a file of BattleScribe or a program like it (.ros, XML).", fix=fix)
    if PAGE.match(start) or len(TAG.findall(start)) >= MANY_TAGS:
        fix = "Open the page, mark the list itself, and copy that."
        return Refusal("This is the source of a web page.", fix=fix)
    if start.startswith(("{", "[{", "[[", '["')):
        return _json(text)
    return None


def _json(text: str) -> Refusal:
    keys, kind = _keys(text)
    if {"crew", "members", "text"} <= keys:
        fix = "Paste what stands under “text” in it."
        return Refusal("This is a Crew as the API of this portal gives it (JSON).", fix=fix)
    own = "the file of a league" if kind == "league" else next((OWN[key] for key in OWN if key in keys), "")
    if own:
        return Refusal(f"This is {own} of this portal (JSON), not a Crew as text.", fix=PASTE_NAMES)
    return Refusal("This is JSON, data for a program.", fix=PASTE_NAMES)


def _keys(text: str) -> tuple[set[str], object]:
    """The keys of the object that the text, or its first line, is; and what it says that it is."""
    for part in (text, text.lstrip().partition("\n")[0]):
        try:
            data = msgspec.json.decode(part)
        except (msgspec.DecodeError, RecursionError):
            continue
        return (set(data), data.get("is")) if isinstance(data, dict) else (set(), None)
    return set(), None


OWN = {"pieces": "a table", "about": "a file of charts", "leader": "a Crew for the API"}
"""Files by a key that each has."""


def foreign(names: Sequence[str], models: CardNames, elsewhere: Elsewhere) -> str:
    """What the edition is called that has at least two more of these names than this one; empty for none."""
    spelled = {letters: name for name in names if (letters := letters_of(name))}
    known = sum(bool(models.find(name)) for name in spelled.values())
    counts = {called: len(other & spelled.keys()) for called, other in elsewhere().items()}
    best = max(counts, key=counts.__getitem__, default="")
    return best if best and counts[best] > known + 1 else ""


def edition_of_text(text: str) -> str:
    """Of which edition the text says that its Crew is; empty where it says nothing.

    >>> edition_of_text("Edition: Second Edition"), edition_of_text("Faction: Guild")
    ('m2e', '')
    """
    return edition_called(_fields(text).get("edition", ""))


def in_own_layout(text: str) -> bool:
    r"""Whether it is as the portal writes a Crew, which names no edition where it is the unnamed one.

    >>> in_own_layout("Faction: Guild\nLeader: Lady Justice"), in_own_layout("Justice (Guild)\nLeader:\n")
    (True, False)
    """
    fields = _fields(text)
    return bool(fields.get("faction") and fields.get("leader"))


def _fields(text: str) -> dict[str, str]:
    """The first of each field."""
    lines = (FIELD.match(cleaned(" ".join(line.split()))) for line in text.splitlines() if ":" in line)
    fields: dict[str, str] = {}
    for field in filter(None, lines):
        fields.setdefault(field[1].casefold(), field[2])
    return fields


def edition_called(value: str) -> str:
    """The slug of the edition so called; empty when there is none."""
    names = {folded(each.name): each.code for each in editions()}
    return names.get(folded(value), value if is_known(value) else "")
