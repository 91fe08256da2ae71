"""Reads the data files, validates them against their schemas, and computes one digest over all."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from mfcampaign.catalog.build.figures import DATA_DIR
from rules.crews.catalogue import FIRST, SECOND, THIRD

FOLDERS = {THIRD: DATA_DIR, SECOND: DATA_DIR / SECOND, FIRST: DATA_DIR / FIRST}
"""Where the project's own figures of each edition lie."""
EARLIER = sorted((DATA_DIR / "earlier").iterdir())
"""Folders of earlier releases: a league that plays by one can go to a portal that began after it."""
SCHEMA_FOLDERS = {edition: folder / "schema" for edition, folder in FOLDERS.items()}
FILES = ("editions", "factions", "keywords", "models", "upgrades", "seasons")
FIGURES = ("factions", "keywords", "models", "upgrades")
"""The files whose content makes a release; seasons are kept beside releases."""


class DataFault(Exception):
    """The data files contradict their schemas; the message names file and row of each fault."""


@dataclass(frozen=True)
class Documents:
    """The parsed files, each a list of rows, and the SHA-256 of what makes a release."""

    editions: list[dict[str, Any]]
    factions: list[dict[str, Any]]
    keywords: list[dict[str, Any]]
    models: list[dict[str, Any]]
    upgrades: list[dict[str, Any]]
    seasons: list[dict[str, Any]]

    @property
    def edition(self) -> str:
        return str(self.editions[0]["slug"])

    @property
    def sha256(self) -> str:
        content = {name: getattr(self, name) for name in FIGURES} | {"edition": self.edition}
        canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


def read_documents(directory: Path = DATA_DIR) -> Documents:
    """All files of ``directory``, validated. ``DataFault`` names every fault; ``OSError`` a missing file."""
    texts = {name: (directory / f"{name}.json").read_text(encoding="utf-8") for name in FILES}
    edition = _edition(texts["editions"])
    faults = [fault for name, text in texts.items() for fault in _faults(name, text, edition)]
    if faults:
        raise DataFault("\n".join(faults))
    return Documents(**{name: json.loads(text) for name, text in texts.items()})


def _edition(text: str) -> str:
    """The edition that a folder's files are of; for an unknown one the schemas of the Third refuse them."""
    rows = json.loads(text)
    return str(rows[0].get("slug")) if rows and rows[0].get("slug") in SCHEMA_FOLDERS else THIRD


@functools.lru_cache(maxsize=len(FOLDERS) * len(FILES))
def _faults(name: str, text: str, edition: str) -> list[str]:
    """The same text is held against its schema once."""
    return schema_faults(name, json.loads(text), edition)


def schema(name: str, edition: str = THIRD) -> dict[str, Any]:
    path = SCHEMA_FOLDERS[edition] / f"{name}.schema.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def schema_faults(name: str, rows: list[dict[str, Any]], edition: str = THIRD) -> list[str]:
    """``models.json row 12 (guild-hound) cost: …`` for everything that breaks the schema."""
    faults = []
    for fault in Draft202012Validator(schema(name, edition)).iter_errors(rows):
        where = list(fault.instance_path)
        row = rows[where[0]] if where and isinstance(where[0], int) else {}
        label = f" row {where[0]} ({row.get('slug', '?')})" if where else ""
        field = "/".join(str(part) for part in where[1:])
        faults.append(f"{name}.json{label} {field}: {fault.message[:200]}")
    return faults
