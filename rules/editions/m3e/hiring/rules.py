"""The Third Edition's hiring as one member of the edition."""

from __future__ import annotations

from rules.crews.catalogue import HENCHMAN, MASTER, Profile, factions_of
from rules.crews.hiring import Hiring
from rules.editions.m3e.hiring import candidates, check
from rules.editions.m3e.hiring.hirable import never_hired
from rules.editions.m3e.hiring.upgrades import BOUGHT_PER_MODEL


def leads(profile: Profile, faction: str) -> bool:
    """Whether the model may lead a Crew of the Faction (M3E-HIRE-01)."""
    return profile.station in (MASTER, HENCHMAN) and not never_hired(profile) and faction in profile.factions


HIRING = Hiring(
    slug="m3e",
    name="Third Edition",
    factions=factions_of("m3e"),
    faction_rule="M3E-FACTION-01",
    leads=leads,
    pool_limit=check.POOL_LIMIT,
    slots=lambda bearer: BOUGHT_PER_MODEL,
    free_attachments=False,
    check_crew=check.check_crew,
    candidates=candidates.candidates,
    upgrade_candidates=candidates.upgrade_candidates,
)
