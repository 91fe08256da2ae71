"""CSV for spreadsheets: streamed, and no cell becomes a formula, whatever people typed; and CSV read as
spreadsheets and people write it."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

from rules.refusal import Refusal

BYTE_ORDER_MARK = "\ufeff"
# What makes a spreadsheet compute, after whatever it skips; the second also where it starts a new cell.
_BEGINS = frozenset("=+-@|%")
# Blanks that nothing follows are a match, too: a search would begin again at each of them.
_INSIDE = re.compile(r"([;\t\r\n]\s*+)([=+\-@|%]?)")
_INVISIBLE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Cs"})


class _Echo:
    """A file that gives back what is written into it."""

    def write(self, text: str) -> str:
        return text


def disarmed(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: an apostrophe goes before what would begin one.

    Numbers stay numbers, signs and all; letters are looked at as a spreadsheet may fold them.

    >>> disarmed("=1+1"), disarmed("Mara"), disarmed(-3), disarmed(" @SUM(A1)"), disarmed("\uff1d1")
    ("'=1+1", 'Mara', -3, "' @SUM(A1)", "'\uff1d1")
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    text = _INSIDE.sub(lambda match: f"{match[1]}'{match[2]}" if match[2] else match[1], str(value))
    return f"'{text}" if begins_formula(text) else text


def begins_formula(text: str) -> bool:
    """Whether a spreadsheet may compute this, after whatever it skips and as it may fold letters.

    >>> begins_formula("\\u200b\\uff1d1"), begins_formula("1=1")
    (True, False)
    """
    first = next((char for char in text if unicodedata.category(char) not in _INVISIBLE), "")
    return unicodedata.normalize("NFKC", first)[:1] in _BEGINS or text[:1] in ("\t", "\r", "\n")


def streamed(name: str, header: Iterable[str], rows: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """The rows as a download called ``name``; nothing is gathered in memory."""
    answer = StreamingHttpResponse(_csv_lines(header, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _csv_lines(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer: Any = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + writer.writerow(list(header))
    for row in rows:
        yield writer.writerow([disarmed(cell) for cell in row])


def disarmed_text(cell: str) -> str:
    """``cell`` as text for every spreadsheet, in a file that is read back (``restored_text``)."""
    return f"'{cell}" if _needs_leading(cell) else cell


def restored_text(cell: str) -> str:
    """What ``disarmed`` was given."""
    return cell[1:] if cell.startswith("'") and _needs_leading(cell[1:]) else cell


def _needs_leading(cell: str) -> bool:
    """A formula, or apostrophes before one: these would lose one when read back."""
    return begins_formula(cell.lstrip("'"))


WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_SEPARATOR_LINE = re.compile(r'\A"?sep=([,;\t])"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_LINE_ENDS = "\t\n\r\f"


def decoded(content: bytes) -> tuple[str, str]:
    """The text of a table and the name of its encoding: UTF-8 or UTF-16, with a mark or without, else
    Windows-1252. ``Refusal`` for what is no text.

    >>> decoded("Zoë".encode("cp1252")), decoded("Zoë".encode("utf-16"))
    (('Zoë', 'Windows-1252'), ('Zoë', 'UTF-16'))
    """
    if content.startswith(WORKBOOKS):
        raise Refusal("This is a workbook or a PDF, not a table as text.", fix="Save the table as CSV.")
    for codec, name in _codecs(content):
        try:
            text = content.decode(codec)
        except UnicodeDecodeError:
            continue
        return read_text(text), name
    raise Refusal("This file is no text in UTF-8, UTF-16 or Windows-1252.", fix="Save it as CSV in UTF-8.")


def _codecs(content: bytes) -> Iterator[tuple[str, str]]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield "utf-16", "UTF-16"
    elif b"\x00" in content[:2]:  # letters of the West, each beside a zero
        yield "utf-16-be" if content[0] == 0 else "utf-16-le", "UTF-16"
    else:
        yield "utf-8", "UTF-8"
        yield "cp1252", "Windows-1252"


def read_text(text: str) -> str:
    """The text without its byte order mark; ``Refusal`` where it holds what no table of text does."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if any(char < " " and char not in _LINE_ENDS for char in text):
        raise Refusal("This is no table of text.", fix="Save it as CSV, or paste the lines.")
    return text


def announced(text: str) -> tuple[str, str, int]:
    """The delimiter that a first line such as ``sep=;`` announces ("" for none), the text after that line,
    and the number of lines before that text."""
    match = _SEPARATOR_LINE.match(text)
    return (match[1], text[match.end() :], 1) if match else ("", text, 0)


def records(text: str, delimiter: str, *, quoted: bool = True) -> list[tuple[int, list[str]]]:
    """Each record of a table with the number of its first line; those of empty cells are left out.
    ``Refusal`` that names the line where quotation marks do not fit; not ``quoted``, they are letters like
    others."""
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        strict=True,
    )
    read_records, line = [], 1
    try:
        for record in reader:
            if any(cell.strip() for cell in record):
                read_records.append((line, [restored_text(cell.strip()) for cell in record]))
            line = reader.line_num + 1
    except csv.Error as slip:
        raise Refusal(
            f"Line {line}: a quotation mark is not closed, or does not stand around a whole cell.",
            fix="Remove it, or double it within the cell.",
        ) from slip
    return read_records
