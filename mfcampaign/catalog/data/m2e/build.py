"""The builder of the Second Edition’s data files: from two source tables to ``data/m2e/*.json``.

``python manage.py build_catalogue --edition m2e --source DIR`` reads ``m2e_models.json`` and
``m2e_upgrades.json``. What a source has wrong is put right by a row of ``SLIPS`` that names its reason; what
no source holds as data (hiring permissions) is in ``PERMISSIONS``. The same sources give the same bytes.

Walk is ``mv``, Height ``sz`` and Wounds ``health``: the same figures of a card under older names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from mfcampaign.catalog.build.datafiles import Row, write_files

EDITION: Row = {"slug": "m2e", "name": "Malifaux Second Edition"}
FACTIONS: dict[str, str] = {
    "Guild": "guild",
    "Resurrectionists": "resurrectionists",
    "Arcanists": "arcanists",
    "Neverborn": "neverborn",
    "Outcasts": "outcasts",
    "Ten Thunders": "ten-thunders",
    "Gremlins": "bayou",
}
"""The seven (M2-HIRE-05); the Gremlins are the Bayou of later days, and keep one slug with it."""
STATIONS = ("Master", "Henchman", "Enforcer", "Minion", "Peon")
SUITS = ("ram", "mask", "crow", "tome")
STATION_WORDS = frozenset(("master", "henchman", "enforcer", "minion", "peon"))
FAMILIES = ("Modification", "Trinket", "Ascendant", "Soulbound", "Cursed")
"""Labels of Upgrades, no condition on their bearer (M2-HIRE-51, -54)."""
CONFLUX, OXFORDIAN = "Emissary of Fate", "Oxfordian Mage"
MARKS = ("Leader", "Non-Leader", "Non-Master", "Limited")

Slip = tuple[str, Row, str]
SLIPS: tuple[Slip, ...] = (
    ("Franscisco Ortega", {"name": "Francisco Ortega", "rare": 1}, "M2-HIRE-19; the card has Rare 1"),
    ("Samael Hopkins", {"rare": 1}, "M2-HIRE-19; the card has Rare 1"),
    ("Skeeter", {"rare": 2, "totem_for": "Som'er Teeth Jones"}, "M2-HIRE-21; a stray backslash"),
    ("Young LaCroix", {"rare": 3}, "M2-HIRE-21"),
    ("Hollow Waif", {"rare": 2}, "M2-HIRE-21; the source says 3"),
    ("The Gorare", {"name": "Gorar"}, "spelling of the printed name"),
    ("Madam Sybelle", {"name": "Madame Sybelle"}, "spelling of the printed name"),
)
"""Name in the source, what replaces it, and why."""
BANASUVA: Row = {"name": "Banasuva"}
"""The second row called Corpse Candle: the Arcanists’ Totem of Sandeep Desai."""
UPGRADE_SLIPS: tuple[Slip, ...] = (
    ("Tessellating Magnet", {"rare": 1}, "the card has Rare 1"),
    ("Practiced Production", {"rare": 1}, "the card has Rare 1"),
    ("On Dreaming Wings", {"rare": 1}, "the card has Rare 1"),
    ("Corn Husks", {"rare": 1}, "the card has Rare 1"),
    ("Imbued Protection", {"rare": 3}, "the card and a second source have Rare 3"),
    ("The Soffocating Injustice", {"name": "The Suffocating Injustice"}, "spelling"),
)
NO_CARDS = frozenset({"Temporary Shielding (x3)"})
"""Rows that are no Upgrade: a note on a pack of tokens, without a cost."""

NAMES = {
    "Jacob Lynch": "Jakob Lynch",
    "Kirai": "Kirai Ankoku",
    "Sonnia": "Sonnia Criid",
    "Perdita": "Perdita Ortega",
    "Molly": "Molly Squidpiddge",
    "Colette": "Colette Du Bois",
    "Somer": "Som'er Teeth Jones",
    "Ophelia": "Ophelia LaCroix",
    "Nothing Beast": "The Nothing Beast",
    "Madam Sybelle": "Madame Sybelle",
    "Franscisco Ortega": "Francisco Ortega",
    "Viktoria of Ash": "Viktoria of Ashes",
    "Tri'chi": "TriChi",
    "Carlos Vasqueze": "Carlos Vasquez",
}
"""What restrictions write, and the name on the card."""

NEVER_HIRED = frozenset(
    {
        "Lord Chompy Bits",
        "Ikiryo",
        "Seishin",
        "Mindless Zombie",
        "Coryphee Duet",
        "Ashen Core",
        "Dust Storm",
        "Dismounted McCabe",
    }
)
"""M2-HIRE-30, -31."""
BARS: dict[str, Row] = {
    "Lazarus": {"not_under": ["Guild"]},
    "Viktoria of Blood": {"only_under": ["Viktoria of Blood", "Viktoria of Ashes"]},
}
"""M2-HIRE-29."""


def _permission(scope: str, words: Iterable[Iterable[str]], limit: int | None = None, **more: Any) -> Row:
    built = {"scope": scope, "words": [list(alternative) for alternative in words], **more}
    return built if limit is None else built | {"limit": limit}


def _hiring(name: str, permissions: Mapping[str, list[Row]]) -> Row:
    """What the card says about hiring, as ``rules.crews.permissions.HiringTerms`` writes it."""
    terms: Row = dict(BARS.get(name, {}))
    if name in NEVER_HIRED:
        terms["never"] = True
    if name in permissions:
        terms["opens"] = permissions[name]
    return terms


PERMISSIONS: dict[str, list[Row]] = {
    "Misaki": [_permission("leads", [["Last Blossom"]], 4)],
    "Mei Feng": [_permission("leads", [["Foundry"]], 4)],
    "Jakob Lynch": [_permission("leads", [["Darkened"]], 4)],
    "Lucas McCabe": [_permission("leads", [["Black Sheep"], ["Guardsman"]], 4)],
    "Yan Lo": [_permission("leads", [["Retainer"]], 4)],
    "Jack Daw": [_permission("leads", [["Tormented"]])],
    "Marcus": [_permission("contains", [["Beast"]])],
    "Collodi": [_permission("contains", [["Puppet"]])],
    "Toshiro the Daimyo": [_permission("contains", [["Punk Zombie"]], 4)],
    "Zoraida": [_permission("contains", [["Living"]], wp_at_most=4, mercenary=True)],
}
"""What a model lets its Crew hire out of Faction (M2-HIRE-33, -34, -36, -37)."""
UPGRADE_PERMISSIONS: dict[str, list[Row]] = {
    "Sewer King": [_permission("leads", [["Lost"]], 4)],
    "Protect the Young": [_permission("leads", [["Swampfiend"]])],
    "Arcanist Assets": [_permission("leads", [["Arcanists", "M&SU", "Construct"]], 4)],
    "Surprisingly Loyal": [_permission("leads", [["Guardsman"], ["Mimic"]], 4)],
    "Dead of Winters": [
        _permission("leads", [["Death Marshal"], ["The Nothing Beast"], ["Void Wretch"]]),
    ],
    "Tarot Reading": [_permission("contains", [["Swampfiend"]])],
    "Hollow": [_permission("contains", [["Hound"]])],
    "Running Tab": [_permission("contains", [["TriChi"]])],
    "Moonlighting": [_permission("contains", [["Guild Guard"], ["Guild Lawyer"]], 4)],
    "On the Clock": [_permission("contains", [["Nurse"], ["Sebastian"], ["Zombie Chihuahua"]])],
    "The Faces of Oblivion": [
        _permission("contains", [["The Nothing Beast"], ["Void Wretch"], ["Guild Autopsy"]]),
    ],
    "Pariah of Bone": [_permission("contains", [["Undead"]], without=["Gremlin"])],
    "Pariah of Iron": [_permission("contains", [["Construct"]], without=["Gremlin"])],
}
"""What an attached Upgrade lets its Crew hire (M2-HIRE-33 to -36)."""


def build(source: Path, target: Path) -> dict[str, int]:
    """Write all files into ``target``; the number of rows of each. ``OSError`` when a source is missing."""
    models = build_models(_read(source / "m2e_models.json")["models"])
    upgrades = build_upgrades(_read(source / "m2e_upgrades.json")["upgrades"], models)
    files: dict[str, list[Row]] = {
        "editions": [EDITION],
        "factions": [
            {"slug": slug, "name": name, "declarable": True, "order": order}
            for order, (name, slug) in enumerate(FACTIONS.items())
        ],
        "keywords": [],
        "models": models,
        "upgrades": upgrades,
        "seasons": [],
    }
    return write_files(files, target)


def build_models(rows: Iterable[Row]) -> list[Row]:
    """Every model, ordered by slug."""
    slips = {name: changes for name, changes, _ in SLIPS}
    return sorted(
        (
            _model({**row, "source_name": row["name"], **slips.get(row["name"], {}), **_banasuva(row)})
            for row in rows
        ),
        key=lambda model: str(model["slug"]),
    )


def _banasuva(row: Row) -> Row:
    return BANASUVA if row["name"] == "Corpse Candle" and row["factions"] == ["Arcanists"] else {}


def _model(row: Row) -> Row:
    name = row["name"]
    figures: Row = {"df_suit": [], "wp_suit": []}
    if row.get("abilities") is not None:
        figures["abilities"] = [_ability(text) for text in row["abilities"]]
        figures["actions"] = [_action(action) for action in row["actions"]]
    complete = row["df"] is not None
    return {
        "slug": slugify(name.replace("&", " and ")),
        "name": name,
        "title": "",
        "station": row["station"],
        "factions": [slug for long, slug in FACTIONS.items() if long in row["factions"]],
        "keywords": [],
        "characteristics": row["characteristics"],
        "cost": row["cost"],
        "limit": row["rare"] or 0,
        "is_totem": row["totem"],
        "totem_for": row["totem_for"] or "",
        "versatile": False,
        "df": row["df"],
        "wp": row["wp"],
        "mv": row["wk"],
        "cg": row["cg"],
        "sz": row["ht"],
        "health": row["wd"],
        "base_mm": row["base_mm"],
        "cache": row["cache"],
        "hiring": _hiring(name, PERMISSIONS),
        "verified": complete,
        "aliases": [row["source_name"]] if row["source_name"] != name else [],
        "sources": sorted(SOURCE_NAMES[source] for source in row["in_sources"]),
        "figures": figures,
    }


SOURCE_NAMES = {"rythos42": "m2e-models-web", "TheFluffyPanda": "m2e-seeds", "mfx": "m2e-cards-2015"}
DEFENDS = re.compile(r"^(Df/Wp|Df|Wp) ?\(((?::\w+)+)\) (.+)$")
NUMBERED = re.compile(r"^(.+?) (\+?)(\d+)$")
BRACKETED = re.compile(r"^(.+?) \(([^)]+)\)( \d+)?$")


def _ability(text: str) -> Row:
    """``Df (:mask) Quick Draw``, ``Armor +1``, ``Terrifying (All) 12``, ``Infiltration (Foundry)``.

    A Defensive Trigger of two suits says both in brackets.
    """
    if defends := DEFENDS.match(text):
        resists, suits, name = defends[1], _suits(defends[2]), defends[3]
        if len(suits) == 1:
            return {"name": name, "defends": resists, "suit": suits[0]}
        return {"name": name, "type": f"{resists}, {' '.join(suits)}"}
    if numbered := NUMBERED.match(text):
        if numbered[2]:
            return {"name": numbered[1], "value": int(numbered[3])}
        if bracketed := BRACKETED.match(numbered[1]):
            return {"name": bracketed[1], "type": f"{bracketed[2]}, {numbered[3]}"}
        return {"name": numbered[1], "type": numbered[3]}
    if bracketed := BRACKETED.match(text):
        return {"name": bracketed[1], "type": bracketed[2].replace("-", " ")}
    return {"name": text}


RANGE = re.compile(r":?(melee|ranged|aura|pulse)? ?(\d+)")
RANGE_TYPES = {"ranged": "missile", "melee": "melee", "aura": "aura", "pulse": "pulse", "": "plain"}
STAT = re.compile(r"(Ml|Sh|Ca|Wp) (\d+)((?::\w+)*)")


def _action(action: Row) -> Row:
    ranges = RANGE.findall(action["range"] or "")
    stat = STAT.search(action["stat"] or "")
    number, suits = (action["tn"] or "").split(":", 1) if ":" in (action["tn"] or "") else (action["tn"], "")
    built: Row = {
        "name": action["name"].strip(),
        "kind": action["kind"],
        "ap": int(action["ap"]),
        "bonus": False,
        "range_type": RANGE_TYPES[ranges[0][0]] if ranges else None,
        "range": int(ranges[0][1]) if ranges else None,
        "skill": stat[1] if stat else None,
        "stat": int(stat[2]) if stat else None,
        "stat_suits": _suits(stat[3]) if stat else [],
        "stat_flip": None,
        "resist": action["resist"],
        "tn": number or None,
        "tn_suits": _suits(suits),
        "damage": action["damage"],
        "blasts": None,
        "triggers": [_trigger(t) for t in action["triggers"] if not _is_text(t)],
    }
    if len(ranges) > 1:
        built["range_too"] = {"range_type": RANGE_TYPES[ranges[1][0]], "range": int(ranges[1][1])}
    return built


def _is_text(trigger: Row) -> bool:
    """A row that holds a piece of a sentence, cut at a suit, where a Trigger should be."""
    return "<" in trigger["name"] or not re.fullmatch(r"(:(ram|mask|crow|tome))*", trigger["suits"] or "")


def _trigger(trigger: Row) -> Row:
    return {"name": trigger["name"].strip(), "suits": _suits(trigger["suits"] or "")}


def _suits(text: str) -> list[str]:
    return [word for word in text.split(":") if word in SUITS]


def build_upgrades(rows: Iterable[Row], models: Iterable[Row]) -> list[Row]:
    """Ordered by slug, with what their restrictions mean said apart (M2-HIRE-46 to -51, -54)."""
    names = {model["name"] for model in models}
    slips = {name: changes for name, changes, _ in UPGRADE_SLIPS}
    built = [
        _upgrade({**row, **slips.get(row["name"], {})}, names) for row in rows if row["name"] not in NO_CARDS
    ]
    return sorted(built, key=lambda upgrade: str(upgrade["slug"]))


def _upgrade(row: Row, names: set[str]) -> Row:
    words = [NAMES.get(word, word) for word in row["restrictions"]]
    rare = next((int(word.split()[1]) for word in words if word.startswith("Rare ")), 0)
    conditions = [
        word for word in words if not word.startswith("Rare ") and word not in MARKS and word not in FAMILIES
    ]
    marks = [word for word in words if word in MARKS or word in FAMILIES]
    if CONFLUX in conditions:
        marks.append("Conflux")
    return {
        "slug": slugify(row["name"]),
        "name": row["name"],
        "factions": [slug for long, slug in FACTIONS.items() if long in row["factions"]],
        "cost": row["cost"],
        "special": [],
        "restricted": [word.casefold() for word in conditions],
        "requires": _requires(conditions, names),
        "marks": marks,
        "plentiful": row.get("rare", rare),
        "hiring": _hiring(row["name"], UPGRADE_PERMISSIONS),
        "actions": [],
    }


def _requires(words: list[str], names: set[str]) -> list[list[str]]:
    """Groups of which the bearer matches one word each: a row with a name is one group; otherwise the
    stations are one and each characteristic another (M2-HIRE-50, -51)."""
    if not words:
        return []
    if any(word in names for word in words):
        return [words]
    stations = [word for word in words if word.casefold() in STATION_WORDS]
    others = [[word] for word in words if word not in stations]
    return [stations, *others] if stations else others


def slips_by_card() -> Mapping[str, str]:
    """Why the figures of a card differ from the source, by the name in the source."""
    return {name: reason for name, _, reason in (*SLIPS, *UPGRADE_SLIPS)}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
