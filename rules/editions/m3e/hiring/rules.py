"""The Third Edition's hiring as one member of the edition."""

from __future__ import annotations

from rules.crews.catalogue import HENCHMAN, MASTER, Profile
from rules.crews.hiring import HiringRules
from rules.crews.offers import PriceGroup
from rules.crews.policies import Consent
from rules.editions.m3e.factions import DEAD_MANS_HAND, FACTIONS
from rules.editions.m3e.hiring import candidates, check
from rules.editions.m3e.hiring.hirable import never_hired
from rules.editions.m3e.hiring.pricing import leads_totem
from rules.editions.m3e.hiring.readings import ThirdReadings
from rules.editions.m3e.hiring.upgrades import BOUGHT_PER_MODEL


def leads(profile: Profile, faction: str) -> bool:
    """Whether the model may lead a Crew of the Faction (M3E-HIRE-01)."""
    return profile.station in (MASTER, HENCHMAN) and not never_hired(profile) and faction in profile.factions


GROUPS = (
    PriceGroup(
        name="keyword",
        title="Leader’s Keyword",
        note=lambda leader: " or ".join(leader.keywords),
        rule="M3E-HIRE-04",
        fills=True,
    ),
    PriceGroup(
        name="versatile",
        title="Versatile",
        note=lambda leader: "the printed Cost",
        rule="M3E-HIRE-04",
        fills=True,
    ),
    PriceGroup(
        name="other",
        title="Out of Keyword",
        note=lambda leader: "1 Soulstone more each",
        rule="M3E-HIRE-05",
    ),
)
HIRING = HiringRules(
    factions=FACTIONS,
    faction_rule="M3E-FACTION-01",
    leads=leads,
    pool_limit=check.POOL_LIMIT,
    lost_rule="M3E-HIRE-22",
    slots=lambda bearer: BOUGHT_PER_MODEL,
    free_attachments=False,
    policies=ThirdReadings,
    check_crew=check.check_crew,
    candidates=candidates.candidates,
    upgrade_candidates=candidates.upgrade_candidates,
    groups=GROUPS,
    joins_free=leads_totem,
    consent=Consent(DEAD_MANS_HAND, "Dead Man's Hand", "M3E-HIRE-15"),
)
