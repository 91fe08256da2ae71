"""What a Spirit suffers less: the incorporeal of the Second Edition, the Spirits of the First (T2-INC-02,
M1R-SPI-03, -04). How they move and hide is a matter of ``moves``, ``pushes``, ``leaps`` and ``barriers``."""

from __future__ import annotations

from rules.core.table.policies import POLICIES, TablePolicies


def halved(damage: int, policies: TablePolicies = POLICIES) -> int:
    """Half of it, rounded as agreed (T2-A05).

    >>> halved(3), halved(3, TablePolicies(half_rounding="down"))
    (2, 1)
    """
    return (damage + (1 if policies.half_rounding == "up" else 0)) // 2


def suffered_by_spirit(
    damage: int, policies: TablePolicies = POLICIES, *, magical: bool = False, armor: int = 0
) -> int:
    """Damage to a Spirit: first halved unless its source is magical, then less Armor, at least 1 of any.

    >>> suffered_by_spirit(4, armor=1)
    1
    """
    if damage <= 0:
        return 0
    left = damage if magical else halved(damage, policies)
    return max(1, left - armor) if armor else left
