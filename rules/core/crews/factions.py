"""The eight Factions a Crew may declare (M3E-FACTION-01); Dead Man's Hand is none (M3E-FACTION-02)."""

from __future__ import annotations

FACTIONS: dict[str, str] = {
    "arcanists": "Arcanists",
    "bayou": "Bayou",
    "explorers-society": "Explorer's Society",
    "guild": "Guild",
    "neverborn": "Neverborn",
    "outcasts": "Outcasts",
    "resurrectionists": "Resurrectionists",
    "ten-thunders": "Ten Thunders",
}


def faction_name(slug: str) -> str:
    """The printed name of a Faction; the slug itself where there is no such Faction.

    >>> faction_name("ten-thunders")
    'Ten Thunders'
    """
    return FACTIONS.get(slug, slug)
