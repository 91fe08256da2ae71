"""Checks a league file line by line before anything is written: every fault with its line and its field."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from mfcampaign.campaigns.transfer import sealing
from mfcampaign.campaigns.transfer.schema import (
    FORMAT,
    ChartsRow,
    Head,
    Person,
    Sealed,
    Totals,
    columns,
    fault_of,
    row_type,
    stored_type,
)
from mfcampaign.campaigns.transfer.tables import BY_NAME, TABLES, target
from rules.campaign.system import CampaignSystem, system_of
from rules.control_characters import json_without_control_characters
from rules.duplicate_keys import duplicate_key
from rules.refusal import Refusal, Violation

LARGEST_FILE = 24 * 1024 * 1024
MOST_LINES = 200_000
MOST_FAULTS = 20
APART: dict[str, type[Struct]] = {
    "league": Head,
    "person": Person,
    "charts": ChartsRow,
    "sealed": Sealed,
    "totals": Totals,
}


class Document(Struct, frozen=True):
    """A file that holds together: ``rows`` by table, numbered from 1; ``sealed`` is the closed box."""

    head: Head
    people: tuple[Person, ...]
    charts: tuple[ChartsRow, ...]
    rows: dict[str, list[dict[str, Any]]]
    totals: Totals
    salt: bytes
    sealed: str = ""

    def opened(self, phrase: str) -> Document:
        """With what was hidden in its place; a ``Refusal`` for a wrong phrase, or if it was left out."""
        if self.head.sealed == "nothing":
            return self
        if self.head.sealed == "left out":
            raise Refusal(
                "This file was written without its sealed part: the seeds, hands and Crews that nobody may "
                "see yet are not in it, so the league cannot be played on from it.",
                fix="Write the file again with a pass-phrase.",
            )
        content = sealing.open_box(self.sealed, phrase, self.salt)
        rows = {name: [dict(row) for row in found_rows] for name, found_rows in self.rows.items()}
        faults: list[Violation] = []
        for name, number, column, value in msgspec.json.decode(content, type=list[tuple[str, int, str, Any]]):
            try:
                field = columns(BY_NAME[name])[column]
                rows[name][number - 1][field.name] = value
            except (KeyError, IndexError):
                raise Refusal("The sealed part speaks of a row that the file does not have.") from None
            if fault := fault_of(name, column, value, self.head.played):
                faults.append(Violation("", f"Sealed, {name} {number}: {fault}."))
        if faults:
            raise Refusal.of(faults[:MOST_FAULTS])
        return msgspec.structs.replace(self, rows=rows)

    def whole(self) -> dict[str, Any]:
        """As plain values, for keeping between the look at it and the bringing in."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built


def read(content: bytes) -> Document:
    """The document in ``content``; one ``Refusal`` with every fault found, each naming its line."""
    if len(content) > LARGEST_FILE:
        raise Refusal(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB.")
    lines = content.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    if len(lines) > MOST_LINES:
        raise Refusal(f"The file has more than {MOST_LINES} lines.")
    if not lines:
        raise Refusal("The file is empty.", fix="Choose the file that the other portal wrote.")
    reader = _Reader(_head(lines[0]))
    for number, line in enumerate(lines, 1):
        reader.take(number, line)
    return reader.document(lines)


def _head(line: bytes) -> CampaignSystem:
    """The campaign of such a file, before every line of something else becomes a fault."""
    try:
        head = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        head = {}
    if head.get("is") != "league":
        raise Refusal("Line 1 is not the head of a league's file.", fix="docs/league-file.md shows one.")
    if head.get("format") != FORMAT:
        raise Refusal(
            f"Line 1: the file has format {head.get('format')!r}; this portal reads format {FORMAT}.",
            fix="Bring both portals to the same version.",
        )
    return system_of(str(head.get("system", "")))


class _Reader:
    def __init__(self, played: CampaignSystem) -> None:
        self.played = played
        self.faults: list[Violation] = []
        self.apart: dict[str, list[Any]] = defaultdict(list)
        self.rows: dict[str, list[dict[str, Any]]] = {table.name: [] for table in TABLES}
        self.line_of: dict[tuple[str, int], int] = {}

    def fault(self, line: int, sentence: str) -> None:
        self.faults.append(Violation("", f"Line {line}: {sentence}", "", f"line {line}"))
        if len(self.faults) >= MOST_FAULTS:
            raise Refusal.of(self.faults)

    def take(self, number: int, line: bytes) -> None:
        line = json_without_control_characters(line)  # the sum at the end is of the line as it came
        if twice := duplicate_key(line):
            self.fault(number, f"“{twice[:40]}” is named twice in one object.")
            return
        try:
            name = msgspec.json.decode(line, type=_Tagged).what
            kind = APART.get(name) or (row_type(name) if name in BY_NAME else None)
            if kind is None:
                self.fault(number, f"there is no table “{name[:40]}”.")
                return
            # The types of lines are made of the tables' columns; mypy cannot know them.
            row: Any = msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.fault(number, f"{error}.")
            return
        except RecursionError:
            self.fault(number, "the values are nested too deeply.")
            return
        if name in APART:
            self.apart[name].append(row)
            if hasattr(row, "n") and row.n != len(self.apart[name]):
                self.fault(number, f"{name} {row.n} is where {len(self.apart[name])} belongs.")
            return
        values = _plain(name, row)
        self.rows[name].append(values)
        for column in values:
            if stored_type(name, column, self.played) is None:
                continue
            if fault := fault_of(name, column, values[column], self.played):
                self.fault(number, f"{fault}.")
        expected = len(self.rows[name])
        self.line_of[name, expected] = number
        if row.n != expected:
            self.fault(number, f"{name} {row.n} is where {expected} belongs.")

    def document(self, lines: list[bytes]) -> Document:
        for name, most in (("league", 1), ("totals", 1), ("sealed", 1)):
            if len(self.apart[name]) > most or (name != "sealed" and not self.apart[name]):
                self.fault(len(lines), f"there should be one line of “{name}”.")
        self._references()
        if self.faults:
            raise Refusal.of(self.faults)
        totals: Totals = self.apart["totals"][0]
        before = b"".join(line + b"\n" for line in lines[:-1])
        if hashlib.sha256(before).hexdigest() != totals.sha256:
            self.fault(len(lines), "the checksum is not that of the lines before: the file was changed.")
        for name, rows in self.rows.items():
            if totals.rows.get(name, 0) != len(rows):
                self.fault(
                    len(lines), f"{totals.rows.get(name, 0)} rows of “{name}” announced, {len(rows)} there."
                )
        entries = len(self.rows["entry"])
        for player in totals.players:
            if player.entry > entries:
                self.fault(len(lines), f"the totals name entry {player.entry}; there are {entries}.")
        sealed = self.apart["sealed"][0].box if self.apart["sealed"] else ""
        head: Head = self.apart["league"][0]
        if (head.sealed == "encrypted") != bool(sealed) or len(self.rows["campaign"]) != 1:
            self.fault(1, "the head does not fit what follows.")
        if self.faults:
            raise Refusal.of(self.faults)
        return Document(
            head=head,
            people=tuple(self.apart["person"]),
            charts=tuple(self.apart["charts"]),
            rows=self.rows,
            totals=totals,
            salt=hashlib.sha256(b"".join(line + b"\n" for line in lines[: -2 if sealed else -1])).digest(),
            sealed=sealed,
        )

    def _references(self) -> None:
        """Every number names a row that is there."""
        most = {name: len(rows) for name, rows in self.rows.items()}
        most |= {"person": len(self.apart["person"]), "charts": len(self.apart["charts"])}
        for table in TABLES:
            pointers = {f.name: target(f) for f in (*table.fields, *table.many) if target(f) is not None}
            for number, row in enumerate(self.rows[table.name], 1):
                for column, to in pointers.items():
                    named = row.get(column)
                    for each in named if isinstance(named, list) else [named]:
                        if each is not None and each > most[str(to)]:
                            line = self.line_of[table.name, number]
                            self.fault(line, f"{column} names {to} {each}; there are {most[str(to)]}.")


class _Tagged(Struct, rename={"what": "is"}):
    what: str


def _plain(name: str, row: Any) -> dict[str, Any]:
    """The columns of the line; a sealed one may not be among them."""
    values = {column: getattr(row, column) for column in columns(BY_NAME[name])}
    return {column: value for column, value in values.items() if value is not UNSET}


__all__ = ["Document", "read"]
