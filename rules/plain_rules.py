"""A row of the ledger in a player's words: what stays open with how it is played here, abbreviations written
out, and no note for whoever writes the engine.

>>> plain("LoS exists iff one line is free.").rule
'Line of sight exists exactly when one line is free.'
>>> open_row = "**AMBIGUOUS** Who is hit: (A) all; (B) one. REC: B, `hits=one`."
>>> plain(open_row).played, plain(open_row).otherwise
('One.', ('all',))
"""

from __future__ import annotations

import re

from msgspec import Struct

Signs = tuple[tuple[str, str], ...]
"""Patterns of what an edition's rows print, each with the words for it."""


class PlainRule(Struct, frozen=True):
    """``rule`` is what holds, or what the text leaves open; then ``played`` says how it is played here, and
    ``otherwise`` how else it could be read."""

    rule: str
    played: str = ""
    otherwise: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it in one paragraph."""
        parts = [self.rule]
        if self.played:
            parts.append(f"The text leaves this open. Here: {self.played}")
        if self.otherwise:
            parts.append(f"It can also be read so: {'; '.join(self.otherwise)}.")
        return " ".join(part for part in parts if part)


OPEN = re.compile(r"\**AMBIGUOUS\**:?\s*")
RECOMMENDED = re.compile(r"\bREC(?: for the portal)?:\s*")
READING = re.compile(r"\(([A-D])\)\s*")
CHOSEN = re.compile(r"([A-D])\b(?:\s*[,;]\s*|\s+(?=\()|\s+|(?=[.;,]|$))(.*)", re.DOTALL)
SILENT = re.compile(r":?\s*\b(?:order |step )?silent\.\s*$", re.IGNORECASE)
NOTES = (
    (re.compile(r",?\s*`[a-z0-9]+(?:_[a-z0-9]+)+(?:=[^`]*)?`"), ""),
    (re.compile(r",?\s*`[a-z_0-9]+=[^`]*`"), ""),
    (re.compile(r"[;,]?\s*(?:the setup validator warns[^.;]*|engines should[^.;]*|switchable)"), ""),
    (re.compile(r"\s*\((?:CB and G code it so|as H codes it)\)"), ""),
    (re.compile(r"\s*Needs? a one-to-one matching\.?"), ""),
    (re.compile(r"\s*No source gives the number; 11 is REC only\."), ""),
    (re.compile(r"\bREC of ([A-Z]+-\d+)"), r"as \1 is played here"),
    (re.compile(r"\bin the app\b\s*"), ""),
)
"""What only whoever writes the engine needs."""
WORDS = (
    (r"\bSS-capable ([a-z]+)", r"\1 that can use Soulstones"),
    (r"\b(one|an|1|a|per|of) SS\b", r"\1 Soulstone"),
    (r"\bSS\b", "Soulstones"),
    (r"\bRJ\b", "Red Joker"),
    (r"\bBJ\b", "Black Joker"),
    (r"\bDZs\b", "Deployment Zones"),
    (r"\bDZ\b", "Deployment Zone"),
    (r"\bLoS\b", "line of sight"),
    (r"\bOOK\b", "out-of-Keyword"),
    (r"\bCR\b", "Campaign Rating"),
    (r"\b(1|1\+|one) FSM\b", r"\1 friendly Scheme Marker"),
    (r"\bFSM\b", "friendly Scheme Markers"),
    (r"\bFSM", "friendly Scheme Markers"),
    (r"\bIP's", "the Initiative player's"),
    (r"\bIP\b", "the player with Initiative"),
    (r"\bthe the\b", "the"),
    (r"\biff\b", "exactly when"),
    (r"\bAND\b", "and"),
    (r"\bOR\b", "or"),
    (r"<=", "≤"),
    (r">=", "≥"),
    (r"->", "→"),
)


def plain(text: str, signs: Signs = ()) -> PlainRule:
    """The row whose words in the ledger are ``text``; bold and code keep their Markdown. ``signs`` are its
    edition's."""
    certain, marked, open_part = _at(OPEN, text)
    if not marked:
        certain, open_part = "", text
    before, recommended, after = _at(RECOMMENDED, open_part)
    if not (marked or recommended):
        return PlainRule(_worded(signs, text))
    asked, readings = _readings(before)
    if not recommended:
        return PlainRule(
            f"{_ended(_worded(signs, certain))} Open: {_ended(_worded(signs, open_part))}".strip()
        )
    chosen = CHOSEN.fullmatch(after) if after else None
    played, more = after, ""
    if chosen is not None and chosen[1] in readings:
        played, more = readings.pop(chosen[1]), chosen[2]
    first, asked = _worded(signs, certain), _worded(signs, SILENT.sub("", asked))
    said = [_worded(signs, each).strip(" .;,") for each in (played, more)]
    if said[1].startswith("("):
        said = [" ".join(said)]
    return PlainRule(
        " ".join(_sentence(each) for each in (first, asked) if each.strip(" .;,")),
        " ".join(_sentence(each) for each in said if each),
        tuple(_worded(signs, each).rstrip(".; ") for each in readings.values()),
    )


def _at(mark: re.Pattern[str], text: str) -> tuple[str, str, str]:
    """What stands before the first mark, the mark, and what stands behind it without further marks."""
    match = mark.search(text)
    if match is None:
        return text, "", ""
    return text[: match.start()], match[0], mark.sub("", text[match.end() :])


def _readings(text: str) -> tuple[str, dict[str, str]]:
    """The question and the readings by their letters."""
    asked, *parts = READING.split(text)
    letters = parts[::2]
    if letters != sorted(set(letters)) or len(letters) < 2:
        return text, {}
    return asked, {letter: words.strip() for letter, words in zip(letters, parts[1::2], strict=True)}


def _worded(signs: Signs, text: str) -> str:
    for pattern, words in NOTES:
        text = pattern.sub(words, text)
    for written, words in (*signs, *WORDS):
        text = re.sub(written, words, text)
    text = re.sub(r"\s+([.,;:])", r"\1", " ".join(text.split()))
    return text[:1].upper() + text[1:] if text.startswith("line of sight") else text


def _sentence(text: str) -> str:
    text = text.strip(" ;,:")
    return _ended(text[:1].upper() + text[1:])


def _ended(text: str) -> str:
    text = text.strip(" ;,:")
    return text if not text or text[-1] in '.?!…”"' else f"{text}."
