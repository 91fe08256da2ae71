"""Judging a whole Crew: every violation at once, and a total that opens to its lines.

>>> from rules.crews.catalogue import Catalogue, Profile
>>> from rules.crews.crewlist import CrewList
>>> guild = Catalogue(
...     [
...         Profile("dashel", "Dashel Barker", "", ("guild",), ("Guard",), "Master", 15),
...         Profile("hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=4),
...     ],
...     edition="m3e",
... )
>>> report = check_crew(CrewList("guild", "dashel").add("hound"), guild)
>>> report.legal, report.total.amount, report.left, report.pool
(True, 3, 47, 10)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.together import over_size, several_titles, too_many_copies, unknown_models
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.hirable import barred_by_card, cannot_go_together, consent_given, hirability
from rules.editions.m3e.hiring.pricing import leader_price, leads_totem, price, upgrade_line
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from rules.editions.m3e.hiring.upgrades import upgrade_violations
from rules.refusal import Total, TotalLine, Violation

POOL_LIMIT = 10


def pool(left: int) -> int:
    """M3E-HIRE-22: what is unspent, at most 10; the rest is lost.

    >>> pool(3), pool(12), pool(-1)
    (3, 10, 0)
    """
    return max(0, min(POOL_LIMIT, left))


def check_crew(crew: CrewList, catalogue: Catalogue, policies: ThirdReadings = STANDARD) -> HiringReport:
    """Judge ``crew`` by M3E-HIRE-01 to -22; never raises, whatever the list says."""
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    hired = [catalogue.profile(m.slug) for m in crew.members if catalogue.has_profile(m.slug)]
    everybody = [*hired, leader] if leader else hired
    sheets = tuple(_sheets(crew, catalogue, leader, policies))
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    left = crew.size - total.amount
    violations = {
        *_leader(crew, leader, policies),
        *unknown_models(crew, catalogue, "M3E-GEN-06"),
        *(v for profile in dict.fromkeys(hired) for v in hirability(profile, leader, crew.faction, policies)),
        *too_many_copies(everybody, "M3E-HIRE-12"),
        *several_titles(everybody, "M3E-HIRE-13"),
        *_totems(hired, leader),
        *(v for profile in hired if (v := cannot_go_together(profile, hired))),
        *_masters(crew, leader, hired, policies),
        *upgrade_violations(crew, catalogue),
        *over_size(crew.size, total.amount, "M3E-HIRE-03"),
    }
    ordered = tuple(sorted(violations, key=lambda v: (v.rule, v.subject, v.sentence)))
    return HiringReport(ordered, total, crew.size, left, sheets, pool(left))


def _sheets(
    crew: CrewList, catalogue: Catalogue, leader: Profile | None, policies: ThirdReadings
) -> Iterator[MemberSheet]:
    if leader is not None:
        total = _with_upgrades(leader_price(leader), crew.leader_upgrades, catalogue)
        yield MemberSheet(-1, leader.slug, leader.full_name, total)
    for position, member in enumerate(crew.members):
        if not catalogue.has_profile(member.slug):
            alone = Total.of(
                [TotalLine(member.slug, 0, "M3E-GEN-06", "not in this release of the catalogue")]
            )
            yield MemberSheet(
                position, member.slug, member.slug, _with_upgrades(alone, member.upgrades, catalogue)
            )
            continue
        profile = catalogue.profile(member.slug)
        if profile.cost is None and not leads_totem(profile, leader):
            alone = Total.of([TotalLine(profile.full_name, 0, "M3E-HIRE-03", "Cost not known")])
        else:
            alone = price(profile, leader, crew.faction, policies)
        total = _with_upgrades(alone, member.upgrades, catalogue)
        yield MemberSheet(position, profile.slug, profile.full_name, total)


def _with_upgrades(alone: Total, upgrades: Iterable[str], catalogue: Catalogue) -> Total:
    bought = [upgrade_line(catalogue.upgrade(slug)) for slug in upgrades if catalogue.has_upgrade(slug)]
    return Total.of([*alone.lines, *bought]) if bought else alone


def _leader(crew: CrewList, leader: Profile | None, policies: ThirdReadings) -> Iterator[Violation]:
    if crew.faction not in FACTIONS:
        yield Violation(
            "M3E-FACTION-02", "A Crew declares one of the eight Factions.", "Choose a Faction.", crew.faction
        )
    if leader is None:
        if not crew.leader:
            yield Violation(
                "M3E-HIRE-01", "The Crew has no Leader.", "Choose a Master or a Henchman to lead."
            )
        return
    if leader.station not in (MASTER, HENCHMAN):
        yield Violation(
            "M3E-HIRE-01",
            f"{leader.full_name} cannot lead: only a Master or a Henchman does.",
            "Choose a Master or a Henchman to lead.",
            leader.slug,
        )
    if crew.faction not in leader.factions:
        faction = FACTIONS.get(crew.faction, crew.faction)
        yield Violation(
            "M3E-HIRE-01",
            f"{leader.full_name} is not of the {faction}, the Faction declared.",
            "Choose another Leader or declare another Faction.",
            leader.slug,
        )
    for violation in (consent_given(leader, policies), barred_by_card(leader, None)):
        if violation:
            yield violation


def _totems(hired: Iterable[Profile], leader: Profile | None) -> Iterator[Violation]:
    """M3E-HIRE-14; a Totem that leads is no better off, unless its card says so (Nytemare, M3E-GEN-02)."""
    crew = [*hired, leader] if leader else list(hired)
    masters = {profile.name for profile in crew if profile.station == MASTER}
    for profile in crew:
        freed = profile is leader and "Nytemare" in profile.abilities
        if profile.is_totem and profile.totem_for not in masters and not freed:
            whose = profile.totem_for or "a Master the catalogue does not name"
            yield Violation(
                "M3E-HIRE-14",
                f"{profile.full_name} is the Totem of {whose}, who is not in the Crew.",
                f"Hire {profile.totem_for}, or remove the Totem."
                if profile.totem_for
                else "Remove the Totem; an organiser can name its Master in a pack.",
                profile.slug,
            )


def masters_cost(
    hired: Iterable[Profile], policies: ThirdReadings, faction: str, leader: Profile | None
) -> int:
    """What counts against half the size (M3E-HIRE-08, -09): additional Masters, never the Leader."""
    masters = [profile for profile in hired if profile.station == MASTER and profile.cost is not None]
    if policies.masters_half == "printed":
        return sum(profile.cost or 0 for profile in masters)
    return sum(price(profile, leader, faction, policies).amount for profile in masters)


def _masters(
    crew: CrewList, leader: Profile | None, hired: list[Profile], policies: ThirdReadings
) -> Iterator[Violation]:
    masters = [profile for profile in hired if profile.station == MASTER]
    combined = masters_cost(masters, policies, crew.faction, leader)
    if 2 * combined >= crew.size and masters:
        yield Violation(
            "M3E-HIRE-08",
            f"The additional Masters cost {combined} together; it must be below half of {crew.size}.",
            "Remove a Master, or play a larger Encounter.",
        )
    if crew.announced is None:
        return
    for slug in sorted(set(crew.announced) ^ {profile.slug for profile in masters}):
        announced = slug in crew.announced
        yield Violation(
            "M3E-HIRE-08",
            f"{slug}: announced as an additional Master but not hired."
            if announced
            else f"{slug}: a Master who was not announced before hiring.",
            "Hire every announced Master." if announced else "Remove this Master.",
            slug,
        )
