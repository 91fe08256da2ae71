"""A small league for tests: invented figures, short names."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, StatMod
from rules.campaign.charts import Charts, load_charts
from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.words import words_of

DATA = Path(__file__).parents[3] / "mfcampaign" / "catalog" / "data"
CHARTS = {
    "m3e": DATA / "m3e" / "charts" / "house-3e.json",
    "m2e": DATA / "m2e" / "charts" / "house-2e.json",
}
EDITION = os.environ.get("CAMPAIGN_EDITION", "m3e")
"""Whose house charts the tests play by (``test_both_editions``)."""
HOUSE = CHARTS[EDITION]


def profile(slug: str, station: str, cost: int | None, **more: Any) -> Profile:
    facts: dict[str, Any] = {
        "name": slug.replace("-", " ").title(),
        "title": "",
        "factions": ("guild",),
        "keywords": ("Guard",),
        "characteristics": ("Living",),
        **more,
    }
    return Profile(slug=slug, station=station, cost=cost, **facts)


CATALOGUE = Catalogue(
    [
        profile("captain", "Henchman", 8),
        profile("deputy", "Henchman", 7, keywords=("Marshal",)),
        profile("nobody", "Henchman", 0),
        profile("hound", "Minion", 3, limit=4, characteristics=("Beast",)),
        profile("guardsman", "Minion", 5, limit=3),
        profile("marksman", "Enforcer", 6, keywords=("Marshal",)),
        profile("effigy", "Enforcer", 4, keywords=("Effigy",), versatile=True),
        profile("judge", "Master", 16, name="Judge", keywords=("Marshal",)),
        profile("judge-dawn", "Master", 15, name="Judge", title="Dawn", keywords=("Marshal",)),
        profile("warden", "Master", 15, keywords=("Guard",)),
        profile(
            "scales",
            "Minion",
            2,
            keywords=("Marshal",),
            is_totem=True,
            totem_for="Judge",
            abilities=("Insignificant",),
        ),
        profile("outlaw", "Enforcer", 5, factions=("outcasts",)),
        profile("bandit", "Minion", 4, factions=("outcasts",), keywords=("Bandit",)),
        profile("ghost", "Enforcer", 5, factions=("dead-mans-hand", "guild")),
        profile("riddle", "Minion", None),
    ],
    [
        UpgradeProfile("coat", "Coat", ("guild",), 2, restricted=("Living",), plentiful=2),
        UpgradeProfile("badge", "Badge", ("guild",), 0),
        UpgradeProfile("fossil", "Fossil", ("guild",), 1, restricted=("Undead",)),
        UpgradeProfile("gift", "Gift", ("guild",), 1, special=("Ritual",)),
        UpgradeProfile("thorns", "Thorns", ("neverborn",), 1),
    ],
    edition="m3e",
)


def model(model_id: int, slug: str, **more: Any) -> OwnedModel:
    """An owned model of the catalogue."""
    profile = CATALOGUE.profile(slug)
    facts: dict[str, Any] = {
        "name": profile.full_name,
        "station": profile.station,
        "cost": profile.cost or 0,
        "insignificant": profile.insignificant,
        "words": tuple(words_of(profile)),
        **more,
    }
    return OwnedModel(id=model_id, slug=slug, **facts)


def upgrade(upgrade_id: int, slug: str, kind: str = "ordinary", **more: Any) -> OwnedUpgrade:
    return OwnedUpgrade(id=upgrade_id, slug=slug, name=slug.title(), kind=kind, **more)  # type: ignore[arg-type]


def injury(upgrade_id: int, slug: str = "limp", *mods: tuple[str, int], **more: Any) -> OwnedUpgrade:
    return upgrade(upgrade_id, slug, "injury", stat_mods=tuple(StatMod(*mod) for mod in mods), **more)


def arsenal(*models: OwnedModel, upgrades: tuple[OwnedUpgrade, ...] = (), **more: Any) -> Arsenal:
    return Arsenal(**{"faction": "guild", **more}, models=models, upgrades=upgrades)


@cache
def house_document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(HOUSE.read_text(encoding="utf-8"))
    return document


@cache
def house_charts() -> Charts:
    return load_charts(house_document())
