"""Stats that an Injury names by an older edition's word, and what they are today (SL-3E-20)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.campaign.arsenal import StatMod
from rules.core.campaign.policies import POLICIES, Policies

OLD_STATS = {"wk": "mv", "cg": "mv", "ht": "sz", "wd": "health"}
"""Walk and Charge are Move now, Height is Size, Wounds are Health."""


def lasting(mods: Iterable[StatMod], policies: Policies = POLICIES) -> tuple[StatMod, ...]:
    """The changes an Injury makes to a stat line of the Third Edition (SL-3E-20).

    Walk and Charge hurt together hurt Move once, by the larger change. Where ``stat_map`` is off, a stat
    that is no longer there changes nothing.

    >>> lasting([StatMod("wk", -1), StatMod("cg", -2), StatMod("wp", -1)])
    (StatMod(stat='mv', delta=-2), StatMod(stat='wp', delta=-1))
    """
    found: dict[str, int] = {}
    mapped: dict[str, int] = {}
    for mod in mods:
        if mod.stat not in OLD_STATS:
            found[mod.stat] = found.get(mod.stat, 0) + mod.delta
        elif policies.stat_map == "3e":
            now = OLD_STATS[mod.stat]
            mapped[now] = max(mapped.get(now, 0), mod.delta, key=abs)
    for stat in (*mapped, *found):
        mapped.setdefault(stat, 0)
    return tuple(StatMod(stat, delta + found.get(stat, 0)) for stat, delta in mapped.items())
