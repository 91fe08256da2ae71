"""How many Skills and Injuries a model may carry, by station (SL-UPG-09, SL-INJURY-10)."""

from __future__ import annotations

from rules.core.campaign.policies import POLICIES, Policies

PEON = "Peon"
SKILL_LIMITS = {PEON: 0, "Minion": 1, "Enforcer": 1, "Henchman": 2, "Master": 3}
INJURY_LIMITS = {PEON: 1, "Minion": 2, "Enforcer": 2, "Henchman": 3, "Master": 3}


def campaign_station(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> str:
    """The row of the limits that a model uses (SL-3E-01); ``slug`` finds it in the league's own list.

    >>> campaign_station("Minion", insignificant=True)
    'Peon'
    """
    if policies.peon_mapping == "insignificant_or_no_station" and (insignificant or not station):
        return PEON
    if policies.peon_mapping == "list" and slug in policies.peons:
        return PEON
    return station if station in SKILL_LIMITS else "Minion"


def skill_limit(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> int:
    return SKILL_LIMITS[campaign_station(station, insignificant, policies, slug)]


def injury_limit(station: str, insignificant: bool, policies: Policies = POLICIES, slug: str = "") -> int:
    return INJURY_LIMITS[campaign_station(station, insignificant, policies, slug)]
