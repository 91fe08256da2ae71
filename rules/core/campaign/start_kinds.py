"""What the one Upgrade of a starting Arsenal may be (SL-START-08, A-01)."""

from __future__ import annotations

from rules.core.campaign.charts import Charts
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.crews.catalogue import Catalogue, UpgradeProfile
from rules.core.crews.factions import FACTIONS


def start_catalogue(catalogue: Catalogue, charts: Charts, policies: Policies = POLICIES) -> Catalogue:
    """The figures a starting Arsenal is bought from: where the league says so with the Equipment of its
    charts, at its Soulstone cost and for every Faction. A Skill needs a game behind it, so none is sold;
    a printed Upgrade keeps its slug.
    """
    if policies.start_upgrade_kinds == "non_campaign":
        return catalogue
    equipment = [
        UpgradeProfile(row.slug, row.name, tuple(FACTIONS), row.ss_cost, restricted=row.restricted)
        for row in charts.upgrades
        if row.category == "equipment" and not catalogue.has_upgrade(row.slug)
    ]
    return Catalogue(catalogue.profiles(), [*catalogue.upgrades(), *equipment], release=catalogue.release)
