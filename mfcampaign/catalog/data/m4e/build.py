"""The builder of the Fourth Edition's data files: from the merged source table to ``data/m4e/*.json``.

``python manage.py build_catalogue --edition m4e --source DIR`` reads ``m4e_models.json`` in ``DIR`` and
writes names and figures, nothing else, in a fixed order: the same table gives the same bytes.
``PROVENANCE.md`` beside it says where the figures come from and how far they may be trusted. Seasons are a
file of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from django.utils.text import slugify

from mfcampaign.catalog.build.datafiles import Row, write_files
from rules.edition import edition_of
from rules.wording import listed

SOURCES = {"A": "builder-2026-06", "P": "cards-2025-12", "T": "tts-2025-06", "W": "cards-2026-03"}
STATS = {"df": "df", "wp": "wp", "mv": "sp", "sz": "sz", "health": "health"}
FACTIONS = edition_of("m4e").hiring.factions
SLUGS = {name: slug for slug, name in FACTIONS.items()}
SAID_OTHERWISE = frozenset({"Totem", "Versatile", "Master", "Minion", "Peon"})
"""Characteristics that a row says as its station or by a flag."""
FAQ_UNIQUE = frozenset({"Dashel Barker", "Candy"})
"""Unique by the FAQ, whatever the table says (M4-HIRE-26)."""
ALIASES: Mapping[str, tuple[str, ...]] = {"Rusty Alyce, Riders Remade": ("Rusty Alyce, Rider Remade",)}
"""Names by which other sources have a card."""
CREW_CARD, IN_PLAY = "Crew card", "gained in play"
FURTHER_CARDS: Mapping[str, tuple[str, ...]] = {
    "Rusty Alyce, Riders Remade": ("Riders of Fate",),
    "Wrath": ("On Tour",),
}
"""Crew cards that a Leader may bring instead of the one linked in the table (M4-HIRE-18)."""
HIRING_BY_CARD: Mapping[str, Row] = {
    "Riders of Fate": {"opens": [{"scope": "leads", "words": [["Horseman"]]}], "needs": 4},
    "On Tour": {
        "opens": [{"scope": "leads", "words": [["Crossroads"]]}],
        "needs": 6,
        "only": ["Crossroads"],
        "pool": 6,
    },
}
"""What crew cards say about hiring, as figures (M4-HIRE-17, -18)."""


def build(source: Path, target: Path) -> dict[str, int]:
    """Write all files but the seasons into ``target``; the number of rows of each. ``OSError`` when the table
    is missing."""
    table = json.loads((source / "m4e_models.json").read_text(encoding="utf-8"))
    models = build_models(table["models"], table["trigger_suits"])
    cards = [_crew_card(row) for row in table["crew_cards"]]
    upgrades = [_upgrade(row) for row in table["upgrades"]]
    named = {keyword for row in (*models, *table["crew_cards"]) for keyword in row["keywords"]}
    files: dict[str, list[Row]] = {
        "editions": [{"slug": "m4e", "name": "Malifaux Fourth Edition"}],
        "factions": [
            {"slug": slug, "name": name, "declarable": True, "order": order}
            for order, (slug, name) in enumerate(FACTIONS.items())
        ],
        "keywords": [{"slug": _slug(name), "name": name} for name in sorted(named)],
        "models": models,
        "upgrades": sorted([*cards, *upgrades], key=lambda row: str(row["slug"])),
    }
    return write_files(files, target)


def build_models(rows: Iterable[Row], suits: Mapping[str, Row]) -> list[Row]:
    """Every model, ordered by slug; ``suits`` are those of triggers that are known, by their names."""
    everyone = list(rows)
    masters: dict[str, list[Row]] = {}
    for row in everyone:
        for totem in row.get("totems", ()):
            if totem != _full_name(row):
                masters.setdefault(totem, []).append(row)
    known = {name: row["suit"].lower() for name, row in suits.items()}
    built = [_model(row, masters.get(_full_name(row), ()), known) for row in everyone]
    return sorted(built, key=lambda model: str(model["slug"]))


def _model(row: Row, masters: Iterable[Row], suits: Mapping[str, str]) -> Row:
    name, title = _tidy(row["name"]), _tidy(row.get("title") or "")
    characteristics = [each for each in row["characteristics"] if each not in SAID_OTHERWISE]
    if name in FAQ_UNIQUE and "Unique" not in characteristics:
        characteristics.append("Unique")
    model: Row = {
        "slug": _slug(_full_name(row)),
        "name": name,
        "title": title,
        "station": row["station"] or "",
        "factions": [SLUGS[row["faction"]]],
        "keywords": row["keywords"],
        "characteristics": characteristics,
        "cost": row["cost"],
        "limit": row["limit"],
        "is_totem": "Totem" in row["characteristics"],
        "totem_for": _together(masters),
        "versatile": "Versatile" in row["characteristics"],
        **{ours: row[theirs] for ours, theirs in STATS.items()},
        "base_mm": row.get("base"),
        "verified": not row.get("unsure"),
        "aliases": [*ALIASES.get(_full_name(row), ()), *([row["name_in_A"]] if "name_in_A" in row else [])],
        "sources": [SOURCES[each] for each in row["sources"]],
        "figures": _figures(row, suits),
    }
    if hiring := _hiring(row):
        model["hiring"] = hiring
    return model


def _together(masters: Iterable[Row]) -> str:
    """The Masters of a Totem, each by its full name; those of one character share it."""
    titles: dict[str, list[str]] = {}
    for master in masters:
        titles.setdefault(master["name"], []).append(master["title"])
    return "; ".join(f"{name}, {listed(each, 'or')}" for name, each in titles.items())


def _hiring(row: Row) -> Row:
    cards = [row["crew_card"]] if "crew_card" in row else []
    cards += FURTHER_CARDS.get(_full_name(row), ())
    hiring: Row = {"brings": [_slug(each) for each in row["totems"]]} if row.get("totems") else {}
    return hiring | ({"crew_cards": [_slug(each) for each in cards]} if cards else {})


def _figures(row: Row, suits: Mapping[str, str]) -> Row:
    figures: Row = {
        "abilities": [{"name": _tidy(name)} for name in row["abilities"]],
        "actions": [
            *(_action(action, "attack", suits) for action in row["attacks"]),
            *(_action(action, "tactical", suits) for action in row["tactical"]),
        ],
    }
    if "stn" in row:
        figures["stn"] = row["stn"]
    ours = {theirs: figure for figure, theirs in STATS.items()}
    doubts = [
        {"figure": ours.get(figure, figure), "other": said, "source": SOURCES[source]}
        for figure, others in row.get("others", {}).items()
        for source, said in others.items()
        if said is not None
    ]
    if doubts:
        figures["doubts"] = doubts
    if row.get("unsure"):
        figures["unsure"] = [ours[figure] for figure in row["unsure"]]
    return figures


def _action(action: Row, kind: str, suits: Mapping[str, str]) -> Row:
    """The table has no melee, missile or magic that may be trusted, hence no kind of range; a TN of 0 is the
    dash of a card that prints none."""
    damage = action.get("damage")
    return {
        "name": _tidy(action["name"]),
        "kind": kind,
        "bonus": False,
        "range_type": "plain",
        "range": action.get("range"),
        "skill": "Skl",
        "stat": action.get("skill"),
        "stat_suits": [],
        "stat_flip": None,
        "resist": action.get("resist"),
        "tn": str(action["tn"]) if action.get("tn") else None,
        "tn_suits": [],
        "damage": None if damage is None else [damage],
        "blasts": None,
        "triggers": [_trigger(name, suits) for name in action.get("triggers", ())],
    }


def _trigger(name: str, suits: Mapping[str, str]) -> Row:
    suit = suits.get(name.lower())
    return {"name": _tidy(name), "suits": [suit] if suit else []}


def _crew_card(row: Row) -> Row:
    return _upgrade(row) | {
        "special": [],
        "marks": [CREW_CARD],
        "hiring": HIRING_BY_CARD.get(row["name"], {}),
        "figures": {"keywords": row["keywords"], "tokens": sorted(row["tokens"])},
    }


def _upgrade(row: Row) -> Row:
    return {
        "slug": _slug(row["name"]),
        "name": _tidy(row["name"]),
        "factions": [SLUGS[row["faction"]]],
        "cost": 0,
        "special": [IN_PLAY],
        "figures": {"keywords": row["keywords"]},
    }


def _full_name(row: Row) -> str:
    return f"{row['name']}, {row['title']}" if row.get("title") else str(row["name"])


def _slug(name: str) -> str:
    return slugify(_tidy(name).replace("&", " and "))


def _tidy(name: str) -> str:
    """One spacing, one kind of apostrophe, no stray quotation mark.

    >>> _tidy("Somethin`s A`Foot"), _tidy('Mighty" Jaws')
    ("Somethin's A'Foot", 'Mighty Jaws')
    """
    text = " ".join(name.replace("`", "'").replace("\u2019", "'").split())
    return text.replace('"', "") if text.count('"') % 2 else text
