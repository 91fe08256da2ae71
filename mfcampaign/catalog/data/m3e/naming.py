"""Consistent names: one spelling of a Master over all titles, and the Master to whom each Totem belongs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify

FACTIONS: dict[str, str] = {
    "Guild": "guild",
    "Arcanists": "arcanists",
    "Neverborn": "neverborn",
    "Ten Thunders": "ten-thunders",
    "Resurrectionists": "resurrectionists",
    "Outcasts": "outcasts",
    "Bayou": "bayou",
    "Explorer's Society": "explorers-society",
    "Dead Man's Hand": "dead-mans-hand",
}
DECLARABLE = tuple(slug for slug in FACTIONS.values() if slug != "dead-mans-hand")

SUITS = {"r": "ram", "m": "mask", "c": "crow", "t": "tome"}

TITLED_WITHOUT_BASE = {"Lucas McCabe, Dismounted Hunter": ("Lucas McCabe", "Dismounted Hunter")}
"""Cards whose source row carries the title inside the name only."""

TOTEM_ALIASES = {"Damian": "Damian Ravencroft"}
"""Short names used for a linked Master, beyond the renamings that the source rows themselves record."""

TOTEMS_WITHOUT_LINK = frozenset(
    {"mr-mordrake", "orville-agassiz", "runaway", "shambling-nest", "sophie", "sovereign"}
)
"""Totems whose Master is named in no source. They have no cost either, so nobody can hire them until
an organiser's pack enters both."""


def name_and_title(row: Mapping[str, Any]) -> tuple[str, str]:
    """The Master's common name and the title, which may be empty (M3E-GEN-06, M3E-HIRE-13).

    >>> name_and_title({"name": "Hoffman Inventor", "base_name": "Charles Hoffman", "title": "Inventor"})
    ('Charles Hoffman', 'Inventor')
    >>> name_and_title({"name": "Rasputina", "title": None})
    ('Rasputina', '')
    """
    if row["name"] in TITLED_WITHOUT_BASE:
        return TITLED_WITHOUT_BASE[row["name"]]
    return tidy(row.get("base_name") or row["name"]), tidy(row.get("title") or "")


def slug_of(row: Mapping[str, Any]) -> str:
    """``charles-hoffman-inventor``: from name and title, the same for the same card in every build."""
    name, title = name_and_title(row)
    return slugify(f"{name.replace('&', ' and ')} {title}") if title else str(row["slug"])


def tidy(name: str) -> str:
    """One spacing, no stray quotation mark, a capital at the start.

    >>> tidy(' "he\\'s Starting to Make Sense..."')
    '"He\\'s Starting to Make Sense..."'
    >>> tidy('"Incorporeal')
    'Incorporeal'
    """
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if text.count('"') % 2:
        text = text.replace('"', "")
    return re.sub(r"^(\W*)(\w)", lambda match: match[1] + match[2].upper(), text, count=1)


def tidy_upgrade(name: str) -> str:
    """As ``tidy``, with the small "of" that titles of cards have."""
    return tidy(name).replace(" Of ", " of ")
