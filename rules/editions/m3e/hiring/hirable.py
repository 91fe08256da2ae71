"""Whether a Leader may hire a model at all, the rest of the Crew left aside."""

from __future__ import annotations

from collections.abc import Iterable

from rules.crews.catalogue import HENCHMAN, MASTER, Profile
from rules.crews.permissions import NO_TERMS, HiringTerms
from rules.crews.policies import HiringPolicies
from rules.editions.m3e.factions import DEAD_MANS_HAND, FACTIONS
from rules.editions.m3e.hiring.pricing import leads_totem
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from rules.refusal import Violation


def shares_keyword(profile: Profile, leader: Profile | None) -> bool:
    """M3E-HIRE-04: at least one Keyword in common with the Leader."""
    return leader is not None and any(keyword in leader.keywords for keyword in profile.keywords)


def cost_known(profile: Profile) -> Violation | None:
    if profile.cost is not None:
        return None
    return Violation(
        "M3E-HIRE-03",
        f"{profile.full_name}: nobody knows its Cost, so it cannot be hired.",
        "An organiser can enter a Cost in a pack.",
        profile.slug,
    )


def consent_given(profile: Profile, policies: HiringPolicies) -> Violation | None:
    if policies.consent or DEAD_MANS_HAND not in profile.factions:
        return None
    return Violation(
        "M3E-HIRE-15",
        f"{profile.full_name} is of the Dead Man's Hand and needs the organiser's consent.",
        "Ask the organiser, then say so in the Crew's settings.",
        profile.slug,
    )


def belongs(
    profile: Profile, leader: Profile | None, faction: str, policies: ThirdReadings
) -> Violation | None:
    """Faction or Keyword: M3E-HIRE-04 to -07."""
    if faction in profile.factions or policies.allowance(profile.slug):
        return None
    name = FACTIONS.get(faction, faction)
    if not shares_keyword(profile, leader):
        whose = leader.full_name if leader else "the Leader"
        theirs = " and ".join(FACTIONS.get(slug, slug) for slug in profile.factions) or "no Faction"
        return Violation(
            "M3E-HIRE-06",
            f"{profile.full_name}: {theirs}; your Crew is {name}, and it shares no Keyword with {whose}.",
            f"Hire a model of the {name}, or one that shares a Keyword with the Leader.",
            profile.slug,
        )
    if policies.keyword_of_other_faction == "allowed":
        return None
    return Violation(
        "M3E-HIRE-07",
        f"{profile.full_name} shares a Keyword but is not of the {name}, which this game asks for.",
        f"Hire a model of the {name}.",
        profile.slug,
    )


# What abilities say about the hiring of their model: releases that leagues keep have the names alone.
ABILITY_TERMS = {
    "Dismounted": HiringTerms(never=True),
    "Parts of the Whole": HiringTerms(never=True),
    "Unbound": HiringTerms(never=True),
    "Nephilim Loyalist": HiringTerms(not_under=("Nekima",)),
}


def terms_of(profile: Profile) -> tuple[HiringTerms, ...]:
    """What the card says about its own hiring, as figures and by its abilities; most say nothing."""
    own = () if profile.hiring == NO_TERMS else (profile.hiring,)
    if ABILITY_TERMS.keys().isdisjoint(profile.abilities):
        return own
    return (*own, *(ABILITY_TERMS[name] for name in profile.abilities if name in ABILITY_TERMS))


def never_hired(profile: Profile) -> bool:
    """Whether its card says that it only comes in play, as a Leader too."""
    return any(terms.never for terms in terms_of(profile))


def barred_by_card(profile: Profile, leader: Profile | None) -> Violation | None:
    """What the model's own card says against it (M3E-HIRE-03, M3E-GEN-02)."""
    terms = terms_of(profile)
    if not terms:
        return None
    name = profile.full_name
    if any(term.never for term in terms):
        return Violation(
            "M3E-HIRE-03", f"{name} is never hired: it comes in play.", "Remove it.", profile.slug
        )
    if leader is None:
        return None
    factions = [FACTIONS.get(slug, slug) for slug in leader.factions]
    reason = next(filter(None, (term.against(leader.name, factions) for term in terms)), "")
    if not reason:
        return None
    return Violation(
        "M3E-HIRE-03",
        f"{name} {reason}: its card says so.",
        "Remove it, or let another lead.",
        profile.slug,
    )


def cannot_go_together(profile: Profile, crew: Iterable[Profile]) -> Violation | None:
    """An Effigy that is not hired beside an Emissary (its Before and After; M3E-HIRE-03, M3E-GEN-02)."""
    if "Before and After" in profile.abilities:
        other = next((held for held in crew if "Emissary" in held.name), None)
    elif "Emissary" in profile.name:
        other = next((held for held in crew if "Before and After" in held.abilities), None)
    else:
        return None
    if other is None:
        return None
    return Violation(
        "M3E-HIRE-03",
        f"{profile.full_name} is not hired together with {other.full_name}: a card says so.",
        "Keep one of them.",
        profile.slug,
    )


def additional_master(profile: Profile, leader: Profile | None, faction: str) -> Violation | None:
    """M3E-HIRE-02 and the Faction half of M3E-HIRE-08."""
    if profile.station != MASTER:
        return None
    if leader is not None and leader.station == HENCHMAN:
        return Violation(
            "M3E-HIRE-02",
            f"{profile.full_name} is a Master, and a Crew led by a Henchman hires none.",
            "Let a Master lead, or remove this one.",
            profile.slug,
        )
    if faction not in profile.factions:
        return Violation(
            "M3E-HIRE-08",
            f"{profile.full_name}: additional Masters come from the {FACTIONS.get(faction, faction)} only.",
            "Remove this Master.",
            profile.slug,
        )
    return None


def hirability(
    profile: Profile, leader: Profile | None, faction: str, policies: ThirdReadings = STANDARD
) -> tuple[Violation, ...]:
    """Every reason why ``leader`` (``None``: not chosen yet) cannot hire ``profile``; none: may.

    Copies, titles, Totems and the size depend on the rest of the Crew: ``hiring.check_crew`` judges them.
    """
    reasons = (
        barred_by_card(profile, leader),
        belongs(profile, leader, faction, policies),
        additional_master(profile, leader, faction),
        consent_given(profile, policies),
        None if leads_totem(profile, leader) else cost_known(profile),
    )
    return tuple(violation for violation in reasons if violation is not None)


def is_hirable(
    profile: Profile, leader: Profile | None, faction: str, policies: ThirdReadings = STANDARD
) -> Violation | None:
    """The first reason why not, or ``None`` when ``leader`` may hire ``profile``.

    >>> mage = Profile("silent-one", "Silent One", "", ("arcanists",), ("December",), "Minion", 6)
    >>> justice = Profile("lady-justice", "Lady Justice", "", ("guild",), ("Marshal",), "Master", 16)
    >>> is_hirable(mage, justice, "guild").rule
    'M3E-HIRE-06'
    """
    return next(iter(hirability(profile, leader, faction, policies)), None)
