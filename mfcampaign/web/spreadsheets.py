"""CSV for spreadsheets: streamed, and no cell becomes a formula, whatever people typed."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

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
