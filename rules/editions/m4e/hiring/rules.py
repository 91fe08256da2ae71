"""The Fourth Edition's hiring as one member of the edition."""

from __future__ import annotations

from rules.crews.hiring import HiringRules
from rules.crews.offers import PriceGroup
from rules.crews.policies import HiringPolicies
from rules.editions.m4e.factions import FACTIONS
from rules.editions.m4e.hiring import candidates, check, led

SIZE = 50
GROUPS = (
    PriceGroup(
        name="card",
        title="By the crew card",
        note=lambda leader: "their cost, of any Faction",
        rule="M4-HIRE-18",
        fills=True,
    ),
    PriceGroup(
        name="keyword",
        title="Leader’s Keyword",
        note=lambda leader: f"{' or '.join(leader.keywords)}, of any Faction",
        rule="M4-HIRE-11",
        fills=True,
    ),
    PriceGroup(
        name="versatile",
        title="Versatile",
        note=lambda leader: "their cost",
        rule="M4-HIRE-13",
        fills=True,
    ),
    PriceGroup(
        name="other",
        title="Out of Keyword",
        note=lambda leader: "1 Soulstone more each, two at most",
        rule="M4-HIRE-12",
    ),
)
HIRING = HiringRules(
    factions=FACTIONS,
    faction_rule="M4-HIRE-06",
    leads=led.leads,
    pool_limit=check.POOL_LIMIT,
    lost_rule="M4-HIRE-17",
    slots=lambda bearer: 1 if len(bearer.hiring.crew_cards) > 1 else 0,
    free_attachments=False,
    policies=HiringPolicies,
    check_crew=check.check_crew,
    candidates=candidates.candidates,
    upgrade_candidates=candidates.card_candidates,
    groups=GROUPS,
    joins_free=led.joins_free,
    must_join=True,
    leader_card=led.crew_card,
    attached="crew card",
    unattached="crew card of its title",
    in_the_app=True,
    size=SIZE,
)
