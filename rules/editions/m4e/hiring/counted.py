"""What Schemes and Strategies count of a model: its cost, and whether it is unique."""

from __future__ import annotations

from rules.crews.catalogue import Profile

MOST_WITHOUT_COST = 10
UNIQUE = "Unique"


def counted_cost(profile: Profile) -> int:
    """M4-HIRE-25: without a cost it counts its maximum health, at most 10.

    >>> counted_cost(
    ...     Profile("kaeris", "Kaeris", "Reborn", ("arcanists",), ("Wildfire",), "Master", None, health=14)
    ... )
    10
    """
    return profile.cost if profile.cost is not None else min(profile.health or 0, MOST_WITHOUT_COST)


def is_unique(profile: Profile) -> bool:
    """M4-HIRE-26: by the characteristic; a limit of 1 alone makes nobody unique."""
    return UNIQUE in profile.characteristics
