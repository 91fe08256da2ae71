"""A chart as a page shows it: the columns that have content, each row with its name and its faults."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from mfcampaign.catalog.charts.cells import ChartColumn, cells_of, columns
from mfcampaign.catalog.charts.changes import name_of, row_name
from mfcampaign.catalog.charts.chart import (
    CHARTS,
    Chart,
    Fault,
    Plain,
    edition_for,
    factions,
    faults_of,
    flat_rows,
    printed_of,
)
from rules.campaign.charts.printed import PrintedChart

SOURCES = {"figures": "public figures", "house": "house", "organiser": "organiser"}
# Said by the heading of the row, or by the mark of its source.
APART = frozenset({"name", "slug", "source"})
# Charts whose rows name something of another chart: the column, and that chart.
POINTING = {
    "barter": ("upgrade", "upgrades"),
    "lucky_miss": ("upgrade", "upgrades"),
    "rewards": ("upgrade", "upgrades"),
    "avatars": ("upgrade", "upgrades"),
    "injury_chart": ("injury", "injuries"),
}
WHAT = "what it does"
HEADINGS = {
    "barter": ("upgrade",),
    "avatars": ("master",),
    "lucky_miss": ("of", "values"),
    "rewards": ("of", "suit"),
}


class Cell(Struct, frozen=True):
    """One cell: its lines of text; ``number`` aligns it; ``suits`` are drawn."""

    label: str
    lines: tuple[str, ...]
    number: bool = False
    suits: bool = False


class RowView(Struct, frozen=True):
    """Row ``number`` (from 1) of a chart."""

    number: int
    name: str
    slug: str
    cells: tuple[Cell, ...]
    source: str
    faults: tuple[Fault, ...]


class ChartView(Struct, frozen=True):
    """One chart: its rows, the headings of its columns, faults of no single row."""

    table: Chart
    labels: tuple[tuple[str, bool], ...]
    rows: tuple[RowView, ...]
    faults: tuple[Fault, ...]


class ChartSum(Struct, frozen=True):
    """One chart in the list of a set: how many rows, how many of the organiser's own, how many faults."""

    table: Chart | PrintedChart
    rows: int
    own: int
    faults: int


def sums(body: Mapping[str, Any], faults: Sequence[Fault]) -> list[ChartSum]:
    """Every chart of a document, in order."""
    if printed := printed_of(body):
        return [ChartSum(table, len(table.rows), 0, 0) for table in printed]
    chart_sums = []
    for table in CHARTS.values():
        rows = flat_rows(body, table)
        own = sum(row.get("source", "organiser") == "organiser" for row in rows)
        chart_sums.append(ChartSum(table, len(rows), own, sum(fault.table == table for fault in faults)))
    return chart_sums


def chart(body: Mapping[str, Any], table: Chart) -> ChartView:
    """One chart with the faults of its rows."""
    faults: dict[int | None, list[Fault]] = defaultdict(list)
    for fault in faults_of(body):
        if fault.table == table:
            faults[fault.row].append(fault)
    rows = flat_rows(body, table)
    cells = [cells_of(row, table) for row in rows]
    visible_columns = _telling(table, cells)
    more = ((WHAT, False),) if table.key in POINTING else ()
    return ChartView(
        table,
        (*((column.label, column.shape == "number") for column in visible_columns), *more),
        tuple(
            _row(number, row, texts, visible_columns, body, table, tuple(faults[number]))
            for number, (row, texts) in enumerate(zip(rows, cells, strict=True), 1)
        ),
        tuple(faults[None]),
    )


def _telling(table: Chart, cells: Sequence[Mapping[str, str]]) -> list[ChartColumn]:
    """The columns in which some row says something unusual, and those that every row must say."""
    usual = cells_of({}, table)
    heading = HEADINGS.get(table.key, ())
    return [
        column
        for column in columns(table)
        if column.name not in APART
        and column.name not in heading
        and (column.required or any(row[column.name] != usual[column.name] for row in cells))
    ]


def _row(
    number: int,
    row: Plain,
    texts: Mapping[str, str],
    visible_columns: Sequence[ChartColumn],
    body: Mapping[str, Any],
    table: Chart,
    faults: tuple[Fault, ...],
) -> RowView:
    cells = tuple(_cell(column, texts[column.name], body) for column in visible_columns)
    if (pointing := POINTING.get(table.key)) is not None:
        cells += (_digest(texts[pointing[0]], body.get(pointing[1], ())),)
    slug = texts.get("slug") or (texts["upgrade"] if table.key == "barter" else "")
    source = SOURCES[str(row.get("source", "organiser"))]
    return RowView(number, _heading(row, table, body), slug, cells, source, faults)


def _digest(slug: str, rows: Sequence[Mapping[str, Any]]) -> Cell:
    """What the thing pointed at does, so that nobody has to look it up."""
    target = next((row for row in rows if row.get("slug") == slug), None)
    words = str(target.get("digest", "")) if target else ""
    kind = f"{target['category'].capitalize()}. " if target and "category" in target else ""
    return Cell(WHAT, (f"{kind}{words}",) if kind or words else ())


def _heading(row: Plain, table: Chart, body: Mapping[str, Any]) -> str:
    name = row_name(row, table, body)
    if table.keyed:
        of, _, on = name.partition(", ")
        return f"{factions(body).get(of, of.capitalize())}, {on}"
    return name or "a row without a name"


def _cell(column: ChartColumn, text: str, body: Mapping[str, Any]) -> Cell:
    if column.name == "upgrade" and text:
        text = name_of(text, body)
    if column.name in ("of", "faction"):
        text = factions(body).get(text, text.capitalize() or "everyone’s")
    if column.name == "stat_mods":
        labels = edition_for(body).cards.labels
        text = re.sub(r"\w+", lambda word: labels[word[0]].lower() if word[0] in labels else word[0], text)
    if column.shape == "words":
        text = text.replace(" | ", "; ")
    if column.shape == "yes" and text == "no":
        text = ""
    lines = tuple(line.replace(" | ", " · ") for line in text.splitlines())
    if column.shape == "choice":
        lines = tuple(line.replace("_", " ") for line in lines)
    return Cell(column.label, lines, column.shape == "number", column.name in ("suits", "suit"))
