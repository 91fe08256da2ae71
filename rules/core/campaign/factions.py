"""Which Factions a league lets its players declare (SL-START-01, SL-3E-23)."""

from __future__ import annotations

from rules.core.campaign.policies import POLICIES, Policies
from rules.core.crews.factions import FACTIONS

SINCE_THIRD_EDITION = frozenset({"explorers-society"})


def declarable(policies: Policies = POLICIES) -> dict[str, str]:
    """Slug and printed name of each, in order; with ``factions="2e"`` the seven that were there before.

    >>> len(declarable()), len(declarable(Policies(factions="2e")))
    (8, 7)
    """
    if policies.factions == "3e":
        return dict(FACTIONS)
    return {slug: name for slug, name in FACTIONS.items() if slug not in SINCE_THIRD_EDITION}
