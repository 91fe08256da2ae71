"""Earlier releases, each kept as its differences from the present data files of its edition.

They are in ``data/earlier/<edition>-<number>.json``; ``build_catalogue`` writes them anew when it changes the
present files. A league that plays by such a release can go to a portal that began after it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from mfcampaign.catalog.build.datafiles import (
    DATA_DIR,
    FIGURES,
    DataFault,
    Documents,
    Row,
    folder_of,
    read_documents,
    written_charts,
)

FOLDER = DATA_DIR / "earlier"


class Differences(msgspec.Struct):
    """One file: by the name of a data file what was other in it (``slug`` and those fields; a whole row where
    only the earlier release has one) and the slugs that it did not have."""

    edition: str
    sha256: str
    rows: dict[str, list[Row]]
    absent: dict[str, list[str]]


def earlier_files(edition: str = "") -> list[Path]:
    """The files of all earlier releases, or of one edition's."""
    return sorted(FOLDER.glob(f"{edition or '*'}-*.json"))


def read_earlier(path: Path, present: Documents | None = None) -> Documents:
    """The release as it was. ``present`` are the files it differs from: its edition's own without them.
    ``DataFault`` where they do not lead back to it."""
    kept = msgspec.json.decode(path.read_bytes(), type=Differences)
    present = present or read_documents(folder_of(kept.edition))
    files = {name: _rows_before(getattr(present, name), kept, name) for name in FIGURES}
    earlier = replace(present, **files)
    if earlier.sha256 != kept.sha256:
        raise DataFault(
            f"{path.name} does not fit the present figures any more. Change these by `build_catalogue`, "
            "which writes it anew."
        )
    return earlier


def _rows_before(present: list[Row], kept: Differences, name: str) -> list[Row]:
    changed = {row["slug"]: row for row in kept.rows.get(name, ())}
    absent = kept.absent.get(name, ())
    rows = [row | changed.pop(row["slug"], {}) for row in present if row["slug"] not in absent]
    return sorted([*rows, *changed.values()], key=lambda row: str(row["slug"])) if changed else rows


def write_earlier(path: Path, earlier: Documents, present: Documents) -> None:
    """Keep ``earlier`` as differences from ``present``; ``DataFault`` where they do not lead back to it."""
    kept = Differences(earlier.edition, earlier.sha256, {}, {})
    for name in FIGURES:
        before = {row["slug"]: row for row in getattr(earlier, name)}
        now = {row["slug"]: row for row in getattr(present, name)}
        if rows := [_changed(row, now.get(slug, {})) for slug, row in before.items() if row != now.get(slug)]:
            kept.rows[name] = rows
        if slugs := sorted(now.keys() - before.keys()):
            kept.absent[name] = slugs
    path.write_text(written_charts(msgspec.to_builtins(kept)), encoding="utf-8")
    read_earlier(path, present)


def _changed(before: Row, now: Row) -> Row:
    return {
        key: value for key, value in before.items() if key == "slug" or key not in now or now[key] != value
    }
