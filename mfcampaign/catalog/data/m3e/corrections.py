"""Reviewed corrections: one row a figure, each with its source (``corrections.json``).

They are laid over what the source tables say, so a correction is one row, ``manage.py build_catalogue`` and
``load_catalogue``: a new release. The tables themselves are not needed for that; the data files as they stand
are what a correction changes. Where the source says neither ``before`` nor ``after`` any more, the row has to
be reviewed again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

Row = dict[str, Any]
FILE = Path(__file__).resolve().parent / "corrections.json"
ABOVE_FIGURES = ("slug", "name", "title", "sources")


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """``figure`` of one card is ``after``, where the tables say ``before``. ``where`` in the source it was
    found, ``reviewed`` when it was looked at again, ``note`` what a reader should know."""

    file: Literal["models", "upgrades"]
    slug: str
    figure: str
    before: Any
    after: Any
    source: str
    where: str
    reviewed: str
    note: str = ""


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """A second source says the same cost."""

    slug: str
    cost: int
    source: str
    where: str


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    corrections: tuple[Correction, ...]
    confirmed: tuple[Confirmation, ...] = ()


class Outdated(ValueError):
    """A correction that fits its source no longer; the message names the row."""


def read_corrections(path: Path = FILE) -> Corrections:
    return msgspec.json.decode(path.read_bytes(), type=Corrections)


def corrected(files: dict[str, list[Row]], corrections: Corrections) -> dict[str, list[Row]]:
    """The rows with every correction laid over them, and second sources noted. Twice is the same as once;
    cards that the files do not have are passed over."""
    cards = {(name, row["slug"]): row for name in ("models", "upgrades") for row in files[name]}
    for correction in corrections.corrections:
        row = cards.get((correction.file, correction.slug))
        if row is None:
            continue
        if correction.figure in ABOVE_FIGURES or correction.figure not in row:
            raise Outdated(f"{correction.slug}: there is no figure {correction.figure!r} to correct.")
        if row[correction.figure] not in (correction.before, correction.after):
            raise Outdated(
                f"{correction.slug} {correction.figure}: the tables say {row[correction.figure]!r} now, "
                f"not {correction.before!r}; review this correction."
            )
        row[correction.figure] = correction.after
        _note(row, correction.source)
    for confirmation in corrections.confirmed:
        row = cards.get(("models", confirmation.slug))
        if row is None:
            continue
        if row["cost"] != confirmation.cost:
            raise Outdated(f"{confirmation.slug}: a second source says cost {confirmation.cost}.")
        _note(row, confirmation.source)
    return files


def _note(row: Row, source: str) -> None:
    """The mark of the source, where the card lists those."""
    if "sources" in row:
        row["sources"] = sorted({*row["sources"], source})


def correct_in_place(folder: Path, names: tuple[str, ...]) -> dict[str, list[Row]]:
    """The data files of a folder with the corrections over them, to be written again."""
    files = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in names}
    return corrected(files, read_corrections())
