"""What a model costs to hire, line by line: why 7 and not 6."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from rules.crews.catalogue import HENCHMAN, MASTER, Profile, UpgradeProfile
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from rules.refusal import Refusal, Total, TotalLine


def out_of_keyword(profile: Profile, leader_keywords: Collection[str], faction: str) -> bool:
    """Whether the +1 of M3E-HIRE-05 falls due. Only the Leader's Keywords count (M3E-HIRE-04);
    Versatile waives it within the declared Faction and nowhere else (M3E-HIRE-06)."""
    if any(keyword in leader_keywords for keyword in profile.keywords):
        return False
    return not (profile.versatile and faction in profile.factions)


def surcharge(
    profile: Profile,
    leader_keywords: Collection[str],
    faction: str,
    policies: ThirdReadings = STANDARD,
) -> TotalLine | None:
    """What hiring ``profile`` costs above its printed Cost, or ``None`` (M3E-HIRE-05, -10, -11).

    ``profile`` is not the Leader: a Master is taken for an additional one.

    >>> hound = Profile("guild-hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=4)
    >>> surcharge(hound, ("Marshal",), "guild").amount
    1
    >>> surcharge(hound, ("Guard",), "guild") is None
    True
    """
    stranger = out_of_keyword(profile, leader_keywords, faction)
    if profile.station != MASTER:
        return TotalLine("out of Keyword", 1, "M3E-HIRE-05") if stranger else None
    match policies.extra_master_surcharge:
        case "both":
            label = "additional Master, out of Keyword" if stranger else "additional Master"
            return TotalLine(label, 1 + stranger, "M3E-HIRE-11" if stranger else "M3E-HIRE-10")
        case "shared":
            return TotalLine("additional Master, out of Keyword", 1, "M3E-HIRE-11") if stranger else None
        case "always-one":
            return TotalLine("additional Master", 1, "M3E-HIRE-10")


def leads_totem(profile: Profile, leader: Profile | None) -> bool:
    """Whether ``profile`` is the Totem of the Master who leads (M3E-HIRE-14)."""
    return bool(
        profile.is_totem
        and leader is not None
        and leader.station == MASTER
        and profile.totem_for == leader.name
    )


AS_VERSATILE = {"Beastmaster": "Beast", "Legendary Inventor": "Construct"}
"""The abilities of a Leader under which models of a characteristic are hired as if they were Versatile."""


def as_hired(profile: Profile, leader: Profile | None) -> Profile:
    """The model as that Leader's abilities treat it when hiring (M3E-HIRE-06, M3E-GEN-02)."""
    words = [AS_VERSATILE[name] for name in leader.abilities if name in AS_VERSATILE] if leader else []
    if not words or profile.versatile or set(words).isdisjoint(profile.characteristics):
        return profile
    return replace(profile, versatile=True)


ASHES_AND_BLOOD = "Ashes and Blood"
HELPING_HAND = "Helping Hand"


def helps(profile: Profile, leader: Profile | None) -> bool:
    """Whether its Cost is treated as 0: its card says so where a Henchman of its Faction leads
    (M3E-HIRE-03)."""
    return (
        HELPING_HAND in profile.abilities
        and leader is not None
        and leader.station == HENCHMAN
        and not set(leader.factions).isdisjoint(profile.factions)
    )


def price(
    profile: Profile, leader: Profile | None, faction: str, policies: ThirdReadings = STANDARD
) -> Total:
    """The hiring cost of ``profile`` in Soulstones, under that Leader, opened to its lines. The Totem of the
    Leader costs nothing, known Cost or not.

    ``Refusal`` (M3E-HIRE-03) where nobody knows its Cost: ask ``is_hirable`` first. Whether it
    *may* be hired is not asked here.

    >>> hound = Profile("guild-hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=4)
    >>> justice = Profile("lady-justice", "Lady Justice", "", ("guild",), ("Marshal",), "Master", 16)
    >>> [(line.label, line.amount) for line in price(hound, justice, "guild").lines]
    [('Guild Hound', 3), ('out of Keyword', 1)]
    """
    totem = leads_totem(profile, leader)
    if profile.cost is None and not totem:
        raise Refusal(
            f"{profile.full_name}: nobody knows its Cost, so it has no price.",
            rule="M3E-HIRE-03",
            fix="An organiser can enter a Cost in a pack.",
        )
    cost = profile.cost or 0
    lines = [TotalLine(profile.full_name, cost)]
    if totem:
        return Total.of([*lines, TotalLine("Totem of the Leader", -cost, "M3E-HIRE-14")])
    if helps(profile, leader):
        lines.append(TotalLine(f"when hiring: {HELPING_HAND}", -cost, "M3E-HIRE-03"))
    elif leader is not None and profile.slug == leader.slug and ASHES_AND_BLOOD in leader.abilities:
        lines.append(TotalLine(f"when hiring: {ASHES_AND_BLOOD}", -cost, "M3E-HIRE-03"))
    if extra := surcharge(as_hired(profile, leader), leader.keywords if leader else (), faction, policies):
        lines.append(extra)
    if allowance := policies.allowance(profile.slug):
        amount = max(allowance.amount, -sum(line.amount for line in lines))
        lines.append(TotalLine(f"when hiring: {allowance.source}", amount, "M3E-HIRE-03"))
    return Total.of(lines)


def leader_price(leader: Profile) -> Total:
    """A Leader is hired for nothing (M3E-HIRE-01), whatever the Cost on the card."""
    cost = leader.cost or 0
    return Total.of([TotalLine(leader.full_name, cost), TotalLine("Leader", -cost, "M3E-HIRE-01")])


def upgrade_line(upgrade: UpgradeProfile) -> TotalLine:
    """The line of one bought Upgrade (M3E-HIRE-16)."""
    return TotalLine(upgrade.name, upgrade.cost, "M3E-HIRE-16")
