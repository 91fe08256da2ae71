"""Writes the data files of an edition whose models are the portal's own (``Cards.own_models``)."""

from __future__ import annotations

from pathlib import Path

from mfcampaign.catalog.build.datafiles import Row, write_files
from rules.edition import Edition


def build_own_models(edition: Edition, target: Path) -> dict[str, int]:
    """Write all files into ``target``; the number of rows of each. ``ValueError`` where it makes none."""
    if edition.cards.own_models is None:
        raise ValueError(f"No model of the {edition.name} is the portal's own.")
    files: dict[str, list[Row]] = {
        "editions": [{"slug": edition.code, "name": f"Malifaux {edition.name}"}],
        "factions": [
            {"slug": slug, "name": name, "declarable": True, "order": order}
            for order, (slug, name) in enumerate(edition.hiring.factions.items())
        ],
        "keywords": [],
        "models": sorted(edition.cards.own_models(), key=lambda row: str(row["slug"])),
        "upgrades": [],
        "seasons": [],
    }
    return write_files(files, target)
