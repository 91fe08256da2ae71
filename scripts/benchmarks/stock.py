"""The figures of the Third Edition's catalogue as they stand in the tree, for benches that play its Crews."""

from __future__ import annotations

import json
from pathlib import Path

from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock

DATA = Path(__file__).resolve().parents[2] / "mfcampaign/catalog/data/m3e"


def catalogue_stock() -> CatalogueStock:
    """The figures as they stand in the tree."""
    return CatalogueStock(
        *(json.loads((DATA / name).read_text("utf-8")) for name in ("models.json", "upgrades.json"))
    )
