"""One chart as a CSV file: written so that no spreadsheet runs it, read with a line for every fault.

The file is UTF-8, its first line names the columns (in any order; omitted ones have their usual value), and
commas, semicolons or tabs separate them. Cells are those of ``cells``; a cell that looks like a formula is
text like any other.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from mfcampaign.catalog.charts.cells import cells_of, columns, row_of
from mfcampaign.catalog.charts.chart import Chart, Plain
from mfcampaign.web.spreadsheets import disarmed_text, restored_text
from rules.campaign.charts import MOST_ROWS
from rules.refusal import Refusal, Violation

LARGEST_FILE = 512 * 1024
_BOM = "\ufeff"


def written(rows: Iterable[Mapping[str, Any]], table: Chart) -> str:
    """The chart as the text of its file; ``read`` gives the same rows again."""
    out = io.StringIO()
    names = [column.name for column in columns(table)]
    writer = csv.DictWriter(out, names, lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: disarmed_text(cell) for name, cell in cells_of(row, table).items()})
    return out.getvalue()


def read(content: bytes, table: Chart) -> list[Plain]:
    """The rows of an uploaded file. ``Refusal`` carries every fault: “barter.csv line 7, values: …”."""
    file = f"{table.slug}.csv"
    records = csv.reader(
        io.StringIO(_text(content, file), newline=""), delimiter=_delimiter(content), strict=True
    )
    faults: list[Violation] = []
    rows: list[Plain] = []
    try:
        names = _header(records, table, file)
        before = records.line_num
        for record in records:
            line, before = before + 1, records.line_num
            if not any(cell.strip() for cell in record):
                continue
            if len(rows) >= MOST_ROWS:
                raise Refusal(f"{file}: more than {MOST_ROWS} rows.", fix="Charts are short tables.")
            row, wrong = _row(record, names, table, f"{file} line {line}")
            faults += wrong
            rows.append(row or {})
    except csv.Error as slip:
        raise Refusal(f"{file} line {records.line_num}: {slip}.", fix="Mind the quotation marks.") from slip
    if faults:
        raise Refusal.of(faults)
    return rows


def _row(
    record: list[str], names: list[str], table: Chart, place: str
) -> tuple[Plain | None, list[Violation]]:
    if len(record) > len(names):
        sentence = f"{place}: {len(record)} cells, but there are {len(names)} columns."
        return None, [Violation("", sentence, "Put cells with a comma between quotation marks.", place)]
    cells = {name: restored_text(cell) for name, cell in zip(names, record, strict=False)}
    row, wrong = row_of(cells, table)
    return row, [
        Violation("", f"{place}, {fault.field}: {fault.sentence}", "Fix the cell.", place) for fault in wrong
    ]


def _header(records: Any, table: Chart, file: str) -> list[str]:
    """The columns that the first line names."""
    labels = [column.name for column in columns(table)]
    needed = [column.name for column in columns(table) if column.required]
    first = next(records, None)
    names = [cell.strip().lower().replace(" ", "_") for cell in first or ()]
    faults = [
        Violation("", f"{file} line 1: there is no column “{name}”.", f"There are: {', '.join(labels)}.")
        for name in names
        if name not in labels
    ]
    faults += [
        Violation("", f"{file} line 1: the column “{name}” is there twice.", "Keep one of them.")
        for name in sorted({name for name in names if names.count(name) > 1})
    ]
    faults += [
        Violation("", f"{file} line 1: the column “{name}” is missing.", "Put it in.")
        for name in needed
        if name not in names
    ]
    if faults:
        raise Refusal.of(faults)
    return names


def _delimiter(content: bytes) -> str:
    """What parts the names in the first line; spreadsheets of half the world write semicolons."""
    first = content.split(b"\n", 1)[0].decode("utf-8", "replace")
    return max((",", ";", "\t"), key=first.count)


def _text(content: bytes, file: str) -> str:
    if len(content) > LARGEST_FILE:
        raise Refusal(f"{file} is larger than {LARGEST_FILE // 1024} KiB.", fix="Charts are short tables.")
    try:
        text = content.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as slip:
        line = content.count(b"\n", 0, slip.start) + 1
        raise Refusal(f"{file} line {line}: this is not UTF-8 text.", fix="Save the file as UTF-8.") from slip
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise Refusal(f"{file} line {line}: this is no text.", fix="Save the table as CSV.")
    return text
