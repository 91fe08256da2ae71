"""Figures of many models from one table (CSV or JSON), every fault with its row.

The file to fill in lists the models whose figures no source has. A row that names Factions is a whole house
model; as JSON it may contain what is written on its card, under ``figures``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.pack_figures import figures_of, house_slug
from mfcampaign.catalog.search import CardIndex
from mfcampaign.catalog.search_page import resolve
from mfcampaign.web.spreadsheets import disarmed_text, restored_text
from rules.duplicate_keys import duplicate_key
from rules.edition import edition_of, meant_by
from rules.plain_numbers import whole
from rules.refusal import Refusal, Violation

LARGEST = 512 * 1024
MOST_ROWS = 300
LISTS = ("keywords", "characteristics", "factions")
TEXTS = ("station", "totem_for")
FLAGS = ("versatile", "is_totem")
YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0")


def asked(edition: str) -> tuple[str, ...]:
    """Columns of the file to fill in."""
    return ("slug", "name", "station", "cost", "limit", *edition_of(edition).cards.stats, "health", "base_mm")


def columns(edition: str) -> tuple[str, ...]:
    """All columns that a table may have."""
    known = figures_of("model", house=False, factions=(), edition=edition)
    first = asked(edition)
    return (*first, *(name for name in known if name not in first and name != "hiring"), "factions")


def to_fill(cards: Iterable[ModelCard], edition: str = "") -> Iterator[list[Any]]:
    """Rows of the models without a cost or without another figure of their line, what is known filled in."""
    names = asked(meant_by(edition))[2:]
    for card in sorted(cards, key=lambda card: (card.cost is not None, card.full_name)):
        known = [getattr(card, name) for name in names]
        missing = [name for name, value in zip(names, known, strict=True) if value is None]
        if card.house or not missing or (missing == ["cost"] and card.costless):
            continue
        yield [card.slug, disarmed_text(card.full_name), *("" if value is None else value for value in known)]


def read(
    text: str,
    cards: dict[str, ModelCard],
    index: CardIndex,
    house: Iterable[str] = (),
    edition: str = "",
) -> list[dict[str, Any]]:
    """The rows of a table, each with its model's slug. ``Refusal`` names every fault with its line.

    A model is named by ``slug`` or by ``name``; an empty cell says nothing.
    """
    if len(text) > LARGEST:
        raise Refusal(f"The table is larger than {LARGEST // 1024} KiB.", fix="Send it in parts.")
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise Refusal("The table is empty.", fix="Paste rows, or choose a file.")
    reader = _Reader(cards, index, frozenset(house), meant_by(edition))
    rows = _json(text) if text[0] in "[{" else _csv(text)
    read_rows = [reader.row(place, row) for place, row in rows]
    if len(read_rows) > MOST_ROWS:
        raise Refusal(f"A table has at most {MOST_ROWS} rows.", fix="Send it in parts.")
    reader.expect_sound()
    return [row for row in read_rows if row is not None and len(row) > 1]


def _json(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if name := duplicate_key(text):
        raise Refusal(f"An object of this JSON names “{name[:60]}” twice.", fix="Leave one of them out.")
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as slip:
        raise Refusal(f"This is not JSON: {slip}.", fix="Look at that place.") from None
    rows = given.get("rows") if isinstance(given, dict) else given
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refusal("The table is a list of objects.", fix='Write [{"slug": "…", "cost": 5}].')
    for number, row in enumerate(rows, 1):
        yield f"row {number}", row


def _csv(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    first = text.split("\n", 1)[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [cell.strip().lower().replace(" ", "_") for cell in next(records)]
        if not {"slug", "name"} & set(names):
            raise Refusal("Line 1 names no column slug or name.", fix="Begin with the file to fill in.")
        for record in records:
            if not any(cell.strip() for cell in record):
                continue
            if len(record) > len(names):
                raise Refusal(
                    f"Line {records.line_num}: {len(record)} cells, but there are {len(names)} columns.",
                    fix="Put cells with a comma between quotation marks.",
                )
            cells = {name: restored_text(cell).strip() for name, cell in zip(names, record, strict=False)}
            yield f"line {records.line_num}", {name: cell for name, cell in cells.items() if cell}
    except csv.Error as slip:
        raise Refusal(f"Line {records.line_num}: {slip}.", fix="Mind the quotation marks.") from slip


class _Reader:
    """Reads rows and gathers every fault."""

    def __init__(
        self, cards: dict[str, ModelCard], index: CardIndex, house: frozenset[str], edition: str
    ) -> None:
        self.cards, self.index, self.house = cards, index, house
        self.printed = edition_of(edition).cards
        self.rule = edition_of(edition).rows["card.figures"]
        self.figures = figures_of("model", house=False, factions=(), edition=edition)
        names = dict(edition_of(edition).hiring.factions)
        self.own = figures_of("model", house=True, factions=names, edition=edition)
        self.factions = {name.casefold(): slug for slug, name in names.items()}
        self.faults: list[Violation] = []
        self.seen: dict[str, str] = {}

    def row(self, place: str, given: Mapping[str, Any]) -> dict[str, Any] | None:
        house = bool(given.get("factions")) and not given.get("slug")
        slug = self.house_slug(place, given) if house else self.slug(place, given)
        figures = self.own if house else self.figures
        for name in given:
            if name not in figures and name not in ("slug", "name", "title", "figures"):
                self.complain(
                    place, f"there is no column “{str(name)[:40]}”.", f"There are: {', '.join(figures)}."
                )
        row: dict[str, Any] = {} if house else {"slug": slug or ""}
        for name, value in given.items():
            if name in figures:
                row[name] = self.value(name, value)
                if fault := figures[name](row[name]):
                    self.complain(place, f"{name} {fault}, not {str(value)[:40]!r}.", "")
        if "figures" in given:
            row["figures"] = given["figures"]
        return row if slug else None

    def house_slug(self, place: str, given: Mapping[str, Any]) -> str | None:
        slug = house_slug(given)
        if slug in self.seen:
            self.complain(place, f"{slug} is in {self.seen[slug]} already.", "Keep one of them.")
        self.seen[slug] = place
        return slug

    def value(self, name: str, value: Any) -> Any:
        """A cell as the figure; Factions by name or slug."""
        read = _value(name, value, self.printed.stations)
        if name == "factions" and isinstance(read, list):
            return [self.factions.get(str(word).casefold(), word) for word in read]
        return read

    def slug(self, place: str, given: Mapping[str, Any]) -> str | None:
        named = str(given.get("slug") or "").strip()
        if named and named not in self.cards and named not in self.house:
            self.complain(
                place, f"no model has the short name {named[:80]!r}.", "Take it from the file to fill in."
            )
            return None
        if not named:
            text = ", ".join(str(given[key]).strip() for key in ("name", "title") if given.get(key))
            exact, near = resolve(text[:80], self.cards, self.index) if text else (None, ())
            names = () if exact is None else (exact.full_name, *exact.aliases)
            if exact is None or text.casefold() not in (name.casefold() for name in names):
                nearest = exact or next(iter(near), None)
                close = (
                    f"Did you mean {nearest.full_name}?" if nearest else "Take it from the file to fill in."
                )
                self.complain(place, f"no model is called {text[:80]!r}.", close)
                return None
            named = exact.slug
        if named in self.seen:
            self.complain(place, f"{named} is in {self.seen[named]} already.", "Keep one of them.")
        self.seen[named] = place
        return named

    def complain(self, place: str, sentence: str, fix: str) -> None:
        self.faults.append(Violation(self.rule, f"{place.capitalize()}: {sentence}", fix, place))

    def expect_sound(self) -> None:
        if self.faults:
            raise Refusal.of(self.faults)


def _value(name: str, value: Any, stations: tuple[str, ...]) -> Any:
    """A cell as the figure; what cannot be read stays text and is refused with it."""
    if not isinstance(value, str):
        return value
    if name in LISTS:
        return [word for part in value.replace(";", ",").split(",") if (word := part.strip())]
    if name in FLAGS:
        word = value.casefold()
        return True if word in YES else False if word in NO else value
    if name in TEXTS:
        return next((station for station in stations if station.casefold() == value.casefold()), value)
    number = whole(value.removeprefix("-"), 99_999)
    return value if number is None else -number if value.startswith("-") else number
