"""What differs between two charts, in words: row by row, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mfcampaign.catalog.charts.cells import cells_of, columns, label_of
from mfcampaign.catalog.charts.chart import CHARTS, OF, Chart, Plain, flat_rows, printed_of
from rules.campaign.charts.printed import PrintedChart, differences

# What makes a row the same row in another version.
IDENTITY: dict[str, tuple[str, ...]] = {
    "barter": ("upgrade",),
    "upgrades": ("slug",),
    "injuries": ("slug",),
    "injury_chart": ("suits", "values", "joker"),
    "lucky_miss": (OF, "values"),
    "rewards": (OF, "suit"),
    "avatars": ("master",),
    "bounties": ("slug",),
    "weekly_events": ("slug",),
}
SILENT = frozenset({"source"})


class ChartChanges(Struct, frozen=True):
    """The sentences of one chart."""

    table: Chart | PrintedChart
    sentences: tuple[str, ...]


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ChartChanges]:
    """Every chart that differs, with a sentence for each row; empty when the charts are the same."""
    if printed := printed_of(after):
        old = {table.slug: table for table in printed_of(before)}
        changed = (ChartChanges(table, tuple(differences(old[table.slug], table))) for table in printed)
        return [changes for changes in changed if changes.sentences]
    changed = (ChartChanges(table, tuple(_changes(before, after, table))) for table in CHARTS.values())
    return [changes for changes in changed if changes.sentences]


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], table: Chart) -> list[str]:
    old, new = _by_identity(before, table), _by_identity(after, table)
    sentences = [f"{row_name(row, table, before)} is gone." for key, row in old.items() if key not in new]
    for key, row in new.items():
        if key not in old:
            sentences.append(f"{row_name(row, table, after)} is new: {row_in_words(row, table)}.")
        elif lines := _differences(old[key], row, table):
            sentences.append(f"{row_name(row, table, after)}: {'; '.join(lines)}.")
    return sentences


def _by_identity(body: Mapping[str, Any], table: Chart) -> dict[tuple[str, ...], Plain]:
    """Rows by what names them; a second one of the same name (a draft may have it) is counted."""
    rows: dict[tuple[str, ...], Plain] = {}
    for row in flat_rows(body, table):
        cells = cells_of(row, table)
        key = tuple(cells[name] for name in IDENTITY[table.key])
        while key in rows:
            key = (*key, "again")
        rows[key] = row
    return rows


def _differences(old: Plain, new: Plain, table: Chart) -> list[str]:
    first, second = cells_of(old, table), cells_of(new, table)
    return [
        f"{column.label} {_one_line(first[column.name])} → {_one_line(second[column.name])}"
        for column in columns(table)
        if column.name not in SILENT and first[column.name] != second[column.name]
    ]


def _one_line(cell: str) -> str:
    return cell.replace("\n", "; ") or "nothing"


def row_in_words(row: Plain, table: Chart) -> str:
    """A row in one line: what it says beyond its name and beyond the usual."""
    cells, usual = cells_of(row, table), cells_of({}, table)
    silent = {*SILENT, *IDENTITY[table.key], "name"}
    return ", ".join(
        f"{label_of(name)} {_one_line(cell)}"
        for name, cell in cells.items()
        if name not in silent and cell != usual[name]
    )


def row_name(row: Plain, table: Chart, body: Mapping[str, Any]) -> str:
    """How people call a row: its name, the name of what it gives, or what it is drawn on."""
    cells = cells_of(row, table)
    if name := cells.get("name"):
        return name
    if table.key == "barter":
        return name_of(cells["upgrade"], body)
    if table.keyed:
        on = cells.get("suit") or cells.get("values", "")
        return f"{cells[OF]}, {on}"
    return cells.get("master") or ", ".join(filter(None, (cells.get("suits"), cells.get("values"))))


def name_of(slug: str, body: Mapping[str, Any]) -> str:
    """The name of a Campaign Upgrade of these charts; the slug where there is none."""
    return next((str(up["name"]) for up in body.get("upgrades", ()) if up.get("slug") == slug), slug)
