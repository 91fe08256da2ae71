"""Reads the data files of an edition, validates them, computes one digest over all, and writes them.

An edition's files are in ``data/<code>/``: figures, ``schema/`` and ``charts/``. A ``build.py`` among them
makes them of source tables.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from mfcampaign.catalog.cards import card_from, upgrade_from
from mfcampaign.catalog.seasons import faults_of_season
from rules.edition import edition_of, editions, is_known, meant_by

Row = dict[str, Any]
DATA_DIR = Path(__file__).resolve().parents[1] / "data"
FILES = ("editions", "factions", "keywords", "models", "upgrades", "seasons")
FIGURES = ("factions", "keywords", "models", "upgrades")
"""The files whose content makes a release; seasons are kept beside releases."""


class DataFault(Exception):
    """The data files contradict their schemas; the message names file and row of each fault."""


def folder_of(edition: str = "") -> Path:
    """Where the project's own figures of that edition lie."""
    return DATA_DIR / meant_by(edition)


def folders() -> dict[str, Path]:
    """Those of all editions by code; one whose figures lie elsewhere is left out."""
    return {each.code: folder for each in editions() if (folder := folder_of(each.code)).is_dir()}


@dataclass(frozen=True)
class Documents:
    """The parsed files, each a list of rows, and the SHA-256 of what makes a release."""

    editions: list[Row]
    factions: list[Row]
    keywords: list[Row]
    models: list[Row]
    upgrades: list[Row]
    seasons: list[Row]

    @property
    def edition(self) -> str:
        return str(self.editions[0]["slug"])

    @property
    def sha256(self) -> str:
        content = {name: getattr(self, name) for name in FIGURES} | {"edition": self.edition}
        canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


def read_documents(directory: Path | None = None) -> Documents:
    """All files of ``directory``, validated; those of the edition that no name means without one.
    ``DataFault`` names every fault; ``OSError`` a missing file."""
    directory = directory or folder_of()
    texts = {name: (directory / f"{name}.json").read_text(encoding="utf-8") for name in FILES}
    edition = _edition(texts["editions"])
    schemas = next(
        (own for own in (directory / "schema", folder_of(edition) / "schema") if own.is_dir()), None
    )
    faults = [fault for name, text in texts.items() for fault in _faults(name, text, edition, schemas)]
    if faults:
        raise DataFault("\n".join(faults))
    return Documents(**{name: json.loads(text) for name, text in texts.items()})


def _edition(text: str) -> str:
    """The edition that a folder's files are of."""
    rows = json.loads(text)
    named = rows[0].get("slug") if isinstance(rows, list) and rows and isinstance(rows[0], dict) else None
    if not isinstance(named, str) or not is_known(named):
        raise DataFault(f"editions.json row 0: there is no edition called {str(named)[:80]!r}.")
    return named


@functools.lru_cache(maxsize=32)
def _faults(name: str, text: str, edition: str, schemas: Path | None) -> list[str]:
    """The same text is checked once."""
    rows = json.loads(text)
    if schemas is None:
        return typed_faults(name, rows, edition)
    return schema_faults(name, rows, schema_of(name, edition, schemas))


def schema_of(name: str, edition: str = "", schemas: Path | None = None) -> Row:
    """The JSON Schema of a file, with the bounds that the edition's cards have for their figures."""
    path = (schemas or folder_of(edition) / "schema") / f"{name}.schema.json"
    schema: Row = json.loads(path.read_text(encoding="utf-8"))
    cards = edition_of(meant_by(edition)).cards
    fields = {"models": cards.fields, "upgrades": cards.upgrade_fields}.get(name, ())
    shapes = schema.get("items", {}).get("properties", {})
    for field in fields:
        if field.name in shapes:
            shapes[field.name] |= field.bounds_shape
    return schema


def schema_faults(name: str, rows: list[Row], schema: Row) -> list[str]:
    """``models.json row 12 (guild-hound) cost: …`` for everything that breaks the schema."""
    from jsonschema_rs import Draft202012Validator  # six megabytes for those who bring files in

    faults = []
    for fault in Draft202012Validator(schema).iter_errors(rows):
        where = list(fault.instance_path)
        row = rows[where[0]] if where and isinstance(where[0], int) else {}
        label = f" row {where[0]} ({row.get('slug', '?')})" if where else ""
        field = "/".join(str(part) for part in where[1:])
        faults.append(f"{name}.json{label} {field}: {fault.message[:200]}")
    return faults


def typed_faults(name: str, rows: Any, edition: str) -> list[str]:
    """The same for an edition without schemas: rows that cannot be read as what they are."""
    if not isinstance(rows, list):
        return [f"{name}.json: this is no list."]
    faults = []
    for number, row in enumerate(rows):
        try:
            if name == "models":
                card_from(row, edition)
            elif name == "upgrades":
                upgrade_from(row, edition)
            elif name == "seasons":
                faults += [
                    f"{name}.json row {number} ({row.get('slug', '?')}): {fault}"
                    for fault in faults_of_season(row, edition)
                ]
            else:
                msgspec.convert(row, _Named)
        except (msgspec.ValidationError, TypeError, AttributeError) as fault:
            slug = row.get("slug", "?") if isinstance(row, dict) else "?"
            faults.append(f"{name}.json row {number} ({slug}): {fault}")
    return faults


class _Named(msgspec.Struct):
    slug: str
    name: str


def write_files(files: Mapping[str, list[Row]], target: Path) -> dict[str, int]:
    """Write each list into its file in ``target``; the number of rows of each."""
    for name, rows in files.items():
        (target / f"{name}.json").write_text(written(rows), encoding="utf-8")
    return {name: len(rows) for name, rows in files.items()}


def written(rows: Iterable[Mapping[str, Any]]) -> str:
    """JSON with one row a line, so that a changed figure is a changed line."""
    lines = (json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def written_charts(document: Row) -> str:
    """A document of charts, or of differences, as JSON with one row a line."""
    parts = []
    for key, value in document.items():
        if isinstance(value, list):
            body = "[\n  " + ",\n  ".join(_line(row) for row in value) + "\n ]"
        elif isinstance(value, dict):
            charts = (
                f"{_line(name)}: [\n   " + ",\n   ".join(_line(row) for row in rows) + "\n  ]"
                for name, rows in value.items()
            )
            body = "{\n  " + ",\n  ".join(charts) + "\n }"
        else:
            body = _line(value)
        parts.append(f" {_line(key)}: {body}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
