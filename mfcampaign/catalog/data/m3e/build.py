"""The one builder of the Third Edition's data files: from the merged source tables to ``data/m3e/*.json``.

``python manage.py build_catalogue --edition m3e --source DIR`` reads, in ``DIR``, ``m3e_models.json``,
``m3e_beta_models.json``, ``m3e_beta_upgrades.json`` and ``m3e_gaining_grounds.json`` and writes names
and figures, nothing else, in a fixed order: the same sources give the same bytes. ``PROVENANCE.md`` beside it
says where the figures come from and how far they may be trusted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from mfcampaign.catalog.build.datafiles import Row, write_files
from mfcampaign.catalog.data.m3e import naming
from mfcampaign.catalog.data.m3e.corrections import correct_in_place, corrected, read_corrections

STATIONS = ("Master", "Henchman", "Enforcer", "Minion")
EDITION: Row = {"slug": "m3e", "name": "Malifaux Third Edition"}


def build(source: Path, target: Path) -> dict[str, int]:
    """Write all files into ``target``; the number of rows of each. ``OSError`` when a source is missing."""
    merged = _read(source / "m3e_models.json")["models"]
    cards = {row["name"]: row for row in _read(source / "m3e_beta_models.json")["models"]}
    models = build_models(merged, cards)
    files: dict[str, list[Row]] = {
        "editions": [EDITION],
        "factions": build_factions(),
        "keywords": build_keywords(models),
        "models": models,
        "upgrades": build_upgrades(_read(source / "m3e_beta_upgrades.json")["upgrades"]),
        "seasons": build_seasons(_read(source / "m3e_gaining_grounds.json")["seasons"]),
    }
    return write_files(corrected(files, read_corrections()), target)


def correct(target: Path) -> dict[str, int]:
    """Lay the reviewed corrections over the present data files; no source table is needed."""
    return write_files(correct_in_place(target, ("models", "upgrades")), target)


def build_factions() -> list[Row]:
    return [
        {"slug": slug, "name": name, "declarable": slug in naming.DECLARABLE, "order": order}
        for order, (name, slug) in enumerate(naming.FACTIONS.items())
    ]


def build_keywords(models: Iterable[Row]) -> list[Row]:
    names = sorted({keyword for model in models for keyword in model["keywords"]})
    return [{"slug": slugify(name.replace("&", " and ")), "name": name} for name in names]


def build_models(merged: Iterable[Row], cards: Mapping[str, Row]) -> list[Row]:
    """Every model, ordered by slug; ``cards`` holds the full statistics under the name of their source."""
    rows = list(merged)
    masters = master_names(rows)
    built = [_model(row, cards.get(row["beta_name"] or row["name"]), masters) for row in rows]
    return sorted(built, key=lambda model: str(model["slug"]))


def master_names(rows: Iterable[Row]) -> dict[str, str]:
    """Each name a Master has gone by, to the one name that all their titles share."""
    names: dict[str, str] = {}
    for row in rows:
        if row["station"] == "Master":
            name, _ = naming.name_and_title(row)
            names[name] = name
            if row["beta_name"]:
                names[row["beta_name"]] = name
    return names


def _model(row: Row, card: Row | None, masters: Mapping[str, str]) -> Row:
    name, title = naming.name_and_title(row)
    station = row["station"] if row["station"] in STATIONS else ""
    linked = naming.TOTEM_ALIASES.get(row["totem_for"] or "", row["totem_for"] or "")
    return {
        "slug": naming.slug_of(row),
        "name": name,
        "title": title,
        "station": station,
        "factions": [slug for long, slug in naming.FACTIONS.items() if long in row["factions"]],
        "keywords": row["keywords"],
        "characteristics": row["characteristics"] or [],
        "cost": row["cost"],
        "limit": row["limit"] or 1,
        "is_totem": row["is_totem"],
        "totem_for": masters.get(linked, linked),
        "versatile": row["versatile"],
        **{stat: row[stat] for stat in ("df", "wp", "mv", "sz", "health", "base_mm")},
        "verified": row["cost"] is not None and row["stats_source"] is not None,
        "aliases": _aliases(row, name, title),
        "sources": sorted(row["in_sources"]),
        "figures": _figures(row, card),
    }


def _aliases(row: Row, name: str, title: str) -> list[str]:
    printed = {name, f"{name}, {title}"}
    return sorted({alias for alias in (row["name"], row["beta_name"]) if alias} - printed)


def _figures(row: Row, card: Row | None) -> Row:
    figures: Row = {"df_suit": row["df_suit"] or [], "wp_suit": row["wp_suit"] or []}
    if card is not None:
        figures["abilities"] = [_ability(ability) for ability in card["abilities"]]
        figures["actions"] = [_action(action) for action in card["actions"]]
    if row["health_vassal_2022"]:
        figures["doubts"] = [
            {"figure": "health", "other": row["health_vassal_2022"], "source": "vassal-2022-10"}
        ]
    return figures


def _ability(ability: Row) -> Row:
    """``type`` is what the card prints in brackets; ``defends`` and ``suit`` mark a Resistance Trigger."""
    built: Row = {"name": naming.tidy(ability["name"])}
    if ability.get("value") is not None:
        built["value"] = ability["value"]
    if bracket := str(ability.get("type") or "").strip():
        built["type"] = naming.SUITS.get(bracket, bracket)
    if ability.get("defensive_trigger"):
        built["defends"] = ability["defensive_trigger"]
        built["suit"] = naming.SUITS[ability["suit"]]
    return built


ACTION_FIGURES = (
    "kind",
    "bonus",
    "range_type",
    "range",
    "stat",
    "stat_suits",
    "stat_flip",
    "resist",
    "tn",
    "tn_suits",
    "damage",
    "blasts",
)


def _action(action: Row) -> Row:
    built: Row = {"name": naming.tidy(action["name"])}
    built |= {figure: action[figure] for figure in ACTION_FIGURES}
    for figure in ("resist", "tn"):
        built[figure] = None if action[figure] is None else str(action[figure])
    built["triggers"] = [{"name": naming.tidy(t["name"]), "suits": t["suits"]} for t in action["triggers"]]
    return built


def build_upgrades(rows: Iterable[Row]) -> list[Row]:
    """Ordered by slug; costs become numbers, restrictions stay lower case (M3E-HIRE-16, M3E-HIRE-21)."""
    built = [
        {
            "slug": slugify(row["name"]),
            "name": naming.tidy_upgrade(row["name"]),
            "factions": [slug for long, slug in naming.FACTIONS.items() if long in row["factions"]],
            "cost": int(row["cost"]),
            "special": row["special"] or [],
            "restricted": row["restricted"] or [],
            "plentiful": row["plentiful"] or 1,
            "actions": [naming.tidy(name) for name in row["actions"]],
        }
        for row in rows
    ]
    return sorted(built, key=lambda upgrade: str(upgrade["slug"]))


SEASON_NAMES = {
    "gg0": "Core book",
    "gg1": "Gaining Grounds 1",
    "gg2": "Gaining Grounds 2",
    "gg3": "Gaining Grounds 3",
    "gg4": "Gaining Grounds 4",
}


def build_seasons(rows: Iterable[Row]) -> list[Row]:
    built = []
    for row in rows:
        slug = row["season"].split()[0].lower()
        built.append(
            {
                "slug": slug,
                "name": SEASON_NAMES[slug],
                "strategies": [{"name": s["name"], "suit": s.get("suit")} for s in _named(row["strategies"])],
                "schemes": [{"number": s["number"], "name": s["name"]} for s in row["schemes"]],
            }
        )
    return sorted(built, key=lambda season: str(season["slug"]))


def _named(strategies: Iterable[Any]) -> list[Row]:
    return [s if isinstance(s, dict) else {"name": s} for s in strategies]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
