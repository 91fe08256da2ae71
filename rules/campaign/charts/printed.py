"""A chart as a table of words, of campaigns whose charts are uploaded whole and not edited row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct


class PrintedChart(Struct, frozen=True):
    """``columns`` are their headings; the first cell of a row is its name. ``rule`` is the row that it
    serves."""

    slug: str
    title: str
    about: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def labelled(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """Each row: its name, and the other cells with their headings."""
        for row in self.rows:
            yield row[0], tuple(zip(self.columns[1:], row[1:], strict=True))


def differences(before: PrintedChart, after: PrintedChart) -> Iterator[str]:
    """What becomes different, a sentence for each row.

    >>> old = PrintedChart("i", "Injuries", "", "", ("Injury", "Value"), (("Limp", "3"), ("Scar", "4")))
    >>> new = PrintedChart("i", "Injuries", "", "", ("Injury", "Value"), (("Limp", "5"), ("Cut", "4")))
    >>> list(differences(old, new))
    ['Scar is gone.', 'Limp: value 3 → 5.', 'Cut is new: value 4.']
    """
    old, new = _by_name(before.rows), _by_name(after.rows)
    yield from (f"{key[0]} is gone." for key in old if key not in new)
    for key, row in new.items():
        cells = list(zip(after.columns, row, old.get(key, row), strict=True))[1:]
        if key not in old:
            said = "; ".join(f"{column.lower()} {cell}" for column, cell, _ in cells if cell)
            yield f"{key[0]} is new: {said}."
        elif changed := [
            f"{column.lower()} {was or 'nothing'} → {cell or 'nothing'}"
            for column, cell, was in cells
            if cell != was
        ]:
            yield f"{key[0]}: {'; '.join(changed)}."


def _by_name(rows: Sequence[tuple[str, ...]]) -> dict[tuple[str, int], tuple[str, ...]]:
    """By name; several of one name are counted."""
    named: dict[tuple[str, int], tuple[str, ...]] = {}
    for row in rows:
        number = 0
        while (row[0], number) in named:
            number += 1
        named[row[0], number] = row
    return named
