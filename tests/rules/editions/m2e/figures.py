"""The Second Edition's figures as the project ships them, read without the portal."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import msgspec

from rules.crews.catalogue import ANY_NUMBER, Catalogue, Profile, UpgradeProfile

DATA = Path(__file__).parents[4] / "mfcampaign" / "catalog" / "data" / "m2e"


@functools.cache
def second_edition() -> Catalogue:
    models = json.loads((DATA / "models.json").read_text(encoding="utf-8"))
    upgrades = json.loads((DATA / "upgrades.json").read_text(encoding="utf-8"))
    for row in models:
        row["limit"] = row["limit"] or ANY_NUMBER
        row["cache"] = row["cache"] or 0
        row["abilities"] = [ability["name"] for ability in row["figures"].get("abilities", ())]
    return Catalogue(
        msgspec.convert(models, list[Profile]),
        msgspec.convert(upgrades, list[UpgradeProfile]),
        edition="m2e",
    )
