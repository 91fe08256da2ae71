"""Judging a whole Crew: every violation at once, and a total that opens to its lines.

>>> from rules.crews.catalogue import Profile
>>> from rules.crews.permissions import HiringTerms
>>> guild = Catalogue(
...     [
...         Profile(
...             "hoffman",
...             "Charles Hoffman",
...             "Inventor",
...             ("guild",),
...             ("Augmented",),
...             "Master",
...             None,
...             hiring=HiringTerms(brings=("edie",)),
...         ),
...         Profile("edie", "Edie Clark", "", ("guild",), ("Augmented",), "", None, is_totem=True),
...         Profile("hunter", "Hunter", "", ("guild",), ("Augmented",), "Minion", 6, limit=3),
...     ],
...     edition="m4e",
... )
>>> report = check_crew(CrewList("guild", "hoffman").add("edie").add("hunter"), guild)
>>> report.legal, report.total.amount, report.left, report.pool
(True, 6, 44, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.together import over_size, several_titles, too_many_copies, unknown_models
from rules.editions.m4e.factions import FACTIONS
from rules.editions.m4e.hiring.led import (
    CREW_CARD,
    MOST_OUT_OF_KEYWORD,
    Led,
    leader_price,
    leads,
    led,
)
from rules.refusal import Total, TotalLine, Violation

POOL_LIMIT = 6
STANDARD = HiringPolicies()


def pool(left: int) -> int:
    """M4-HIRE-17: what is unspent, at most 6; the rest is lost.

    >>> pool(3), pool(9), pool(-1)
    (3, 6, 0)
    """
    return max(0, min(POOL_LIMIT, left))


def check_crew(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD) -> HiringReport:
    """Judge ``crew`` by M4-HIRE-01 and -06 to -19; never raises, whatever the list says."""
    under = led(crew, catalogue, policies)
    hired = [catalogue.profile(m.slug) for m in crew.members if catalogue.has_profile(m.slug)]
    everybody = [*hired, under.leader] if under.leader else hired
    sheets = tuple(_sheets(crew, catalogue, under))
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    left = crew.size - total.amount
    violations = {
        *_leader(crew, under.leader),
        *unknown_models(crew, catalogue, "M4-HIRE-16"),
        *(violation for profile in dict.fromkeys(hired) for violation in under.against(profile)),
        *_brought(crew, catalogue, under.leader),
        *too_many_copies(everybody, "M4-HIRE-15"),
        *several_titles(everybody, "M4-HIRE-10"),
        *_out_of_keyword(hired, under),
        *_cards(crew, catalogue, under.leader),
        *_needed(hired, under),
        *over_size(crew.size, total.amount, "M4-HIRE-01", hired="models"),
    }
    ordered = tuple(sorted(violations, key=lambda each: (each.rule, each.subject, each.sentence)))
    fixed = under.terms.pool
    return HiringReport(ordered, total, crew.size, left, sheets, pool(left) if fixed is None else fixed)


def _sheets(crew: CrewList, catalogue: Catalogue, under: Led) -> Iterator[MemberSheet]:
    if (leader := under.leader) is not None:
        total = leader_price(leader)
        if under.card:
            total = Total.of([*total.lines, TotalLine(under.card.name, 0, "M4-HIRE-09", "crew card")])
        yield MemberSheet(-1, leader.slug, leader.full_name, total)
    for position, member in enumerate(crew.members):
        slug = member.slug
        if catalogue.has_profile(slug):
            profile = catalogue.profile(slug)
            yield MemberSheet(position, slug, profile.full_name, under.price(profile))
        else:
            nothing = TotalLine(slug, 0, "M4-HIRE-16", "not in this release of the catalogue")
            yield MemberSheet(position, slug, slug, Total.of([nothing]))


def _leader(crew: CrewList, leader: Profile | None) -> Iterator[Violation]:
    if crew.faction not in FACTIONS:
        sentence = "A Crew declares one of the eight Factions."
        yield Violation("M4-HIRE-06", sentence, "Choose a Faction.", crew.faction)
    if leader is None:
        if not crew.leader:
            yield Violation("M4-HIRE-07", "The Crew has no Leader.", "Choose a Master to lead.")
        return
    if not any(leads(leader, faction) for faction in leader.factions):
        sentence = f"{leader.full_name} cannot lead: a Master does."
        yield Violation("M4-HIRE-07", sentence, "Choose a Master to lead.", leader.slug)
    if crew.faction not in leader.factions:
        faction = FACTIONS.get(crew.faction, crew.faction)
        yield Violation(
            "M4-HIRE-06",
            f"{leader.full_name} is not of the {faction}, the Faction declared.",
            "Choose another Leader or declare another Faction.",
            leader.slug,
        )


def _brought(crew: CrewList, catalogue: Catalogue, leader: Profile | None) -> Iterator[Violation]:
    """M4-HIRE-08: a Leader has all its Totems with it; M4-HIRE-24: or itself once more."""
    for slug in leader.hiring.brings if leader else ():
        if not catalogue.has_profile(slug) or leader is None:
            continue
        profile = catalogue.profile(slug)
        present = crew.count(slug)
        if present >= profile.limit:
            continue
        if slug == leader.slug:
            yield Violation(
                "M4-HIRE-24",
                f"{profile.full_name} leads as {profile.limit} models; {present} of them in the Crew.",
                f"Hire {profile.limit - present} more, for nothing.",
                slug,
            )
        else:
            there = f"{present} of {profile.limit} are in the Crew" if present else "it is not in the Crew"
            yield Violation(
                "M4-HIRE-08",
                f"{profile.full_name} comes with {leader.full_name}, and {there}.",
                f"Hire {profile.full_name}, for nothing.",
                slug,
            )


def _out_of_keyword(hired: Iterable[Profile], under: Led) -> Iterator[Violation]:
    """M4-HIRE-12; what cannot be hired at all is told for itself."""
    strangers = [p.full_name for p in hired if not under.against(p) and under.out_of_keyword(p)]
    if (more := len(strangers) - MOST_OUT_OF_KEYWORD) > 0:
        yield Violation(
            "M4-HIRE-12",
            f"{len(strangers)} models are out of Keyword ({', '.join(sorted(strangers))}); "
            f"at most {MOST_OUT_OF_KEYWORD} may be.",
            f"Remove {more} of them.",
        )


def _cards(crew: CrewList, catalogue: Catalogue, leader: Profile | None) -> Iterator[Violation]:
    """M4-HIRE-09: one crew card, the Leader's own; no Upgrade is hired."""
    own = leader.hiring.crew_cards if leader else ()
    for slug in dict.fromkeys(crew.bought()):
        if slug in own and slug in crew.leader_upgrades:
            continue
        name = catalogue.upgrade(slug).name if catalogue.has_upgrade(slug) else slug
        said = f"{name}: no such card in this release of the catalogue."
        if catalogue.has_upgrade(slug):
            said = f"{name} is an Upgrade: it is gained in play, never hired."
            if CREW_CARD in catalogue.upgrade(slug).marks:
                said = f"{name} is the crew card of another Leader."
        yield Violation("M4-HIRE-09", said, "Take it off.", slug)
    chosen = [slug for slug in crew.leader_upgrades if slug in own]
    if len(chosen) > 1 or any(slug in own for member in crew.members for slug in member.upgrades):
        sentence = "A Crew has one crew card, and its Leader brings it."
        yield Violation("M4-HIRE-09", sentence, "Leave the Leader one.", leader.slug if leader else "")


def _needed(hired: Iterable[Profile], under: Led) -> Iterator[Violation]:
    """M4-HIRE-18: what the crew card asks for."""
    there = sum(under.opens(profile) for profile in hired)
    if under.card and there < under.terms.needs:
        words = " or ".join(" ".join(each) for one in under.terms.opens for each in one.words)
        yield Violation(
            "M4-HIRE-18",
            f"By the crew card {under.card.name} the Crew hires at least {under.terms.needs} {words} models; "
            f"it has {there}.",
            f"Hire {under.terms.needs - there} more.",
            under.leader.slug if under.leader else "",
        )
