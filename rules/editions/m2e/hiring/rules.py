"""The Second Edition's hiring as one member of the edition."""

from __future__ import annotations

from rules.crews.catalogue import HENCHMAN, MASTER, Profile
from rules.crews.hiring import HiringRules
from rules.editions.m2e.factions import FACTIONS
from rules.editions.m2e.hiring import candidates, check
from rules.editions.m2e.hiring.readings import SecondPolicies
from rules.editions.m2e.hiring.upgrades import slots_of


def leads(profile: Profile, faction: str) -> bool:
    """Whether the model may lead a Crew of the Faction (M2-HIRE-06)."""
    return profile.station in (MASTER, HENCHMAN) and not profile.hiring.never and faction in profile.factions


HIRING = HiringRules(
    factions=FACTIONS,
    faction_rule="M2-HIRE-05",
    leads=leads,
    pool_limit=check.POOL_LIMIT,
    slots=slots_of,
    free_attachments=True,
    policies=SecondPolicies,
    check_crew=check.check_crew,
    candidates=candidates.candidates,
    upgrade_candidates=candidates.upgrade_candidates,
)
