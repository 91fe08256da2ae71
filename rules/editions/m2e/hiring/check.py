"""Judging a whole Crew of the Second Edition: every violation at once, and a total that opens to its lines.

>>> from rules.crews.catalogue import Catalogue, Profile
>>> from rules.crews.crewlist import CrewList
>>> guild = Catalogue(
...     [
...         Profile("lady-justice", "Lady Justice", "", ("guild",), (), "Master", None, cache=4),
...         Profile("hound", "Guild Hound", "", ("guild",), (), "Minion", 3, limit=4),
...     ],
...     edition="m2e",
... )
>>> report = check_crew(CrewList("guild", "lady-justice").add("hound"), guild)
>>> report.legal, report.total.amount, report.left, report.pool
(True, 3, 47, 7)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.permissions import Opened, in_force
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.together import over_size, too_many_copies, unknown_models
from rules.editions.m2e.factions import FACTIONS
from rules.editions.m2e.hiring.admission import (
    Admission,
    admissions,
    barred,
    crowd_of_totems,
    foreign_leader,
    not_admitted,
    too_many_mercenaries,
    totem_of_another,
)
from rules.editions.m2e.hiring.readings import STANDARD, SecondPolicies, SecondReadings
from rules.editions.m2e.hiring.upgrades import upgrade_violations
from rules.refusal import Total, TotalLine, Violation

POOL_LIMIT = 7
SHOOT_OUT, DUSTUP = 25, 40
"""The largest Shoot-out and the largest Dustup in Soulstones (M2-HIRE-02)."""


def pool(left: int, cache: int) -> int:
    """M2-HIRE-56: what is unspent and the Leader's Cache, at most 7.

    >>> pool(2, 4), pool(6, 4), pool(-1, 3)
    (6, 7, 3)
    """
    return min(POOL_LIMIT, max(0, left) + cache)


def check_crew(crew: CrewList, catalogue: Catalogue, policies: SecondPolicies = STANDARD) -> HiringReport:
    """Judge ``crew`` by M2-HIRE-01 to -57; never raises, whatever the list says."""
    readings = policies.second
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    hired = [catalogue.profile(m.slug) for m in crew.members if catalogue.has_profile(m.slug)]
    opened = opened_by(crew, catalogue)
    rights = admissions(hired, leader, crew.faction, opened, readings)
    sheets = tuple(_sheets(crew, catalogue, leader, rights))
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    left = crew.size - total.amount
    violations = {
        *_leader(crew, leader, readings),
        *unknown_models(crew, catalogue, "M2-HIRE-12"),
        *_hired(hired, rights, leader, crew.faction, opened, readings),
        *too_many_copies([*hired, leader] if leader else hired, "M2-HIRE-17", limit="Rare"),
        *too_many_mercenaries(rights),
        *upgrade_violations(crew, catalogue, readings),
        *over_size(crew.size, total.amount, "M2-HIRE-01"),
    }
    if crowd := crowd_of_totems(hired, readings):
        violations.add(crowd)
    ordered = tuple(sorted(violations, key=lambda v: (v.rule, v.subject, v.sentence)))
    stones = pool(left, leader.cache if leader else 0)
    return HiringReport(ordered, total, crew.size, left, sheets, stones)


def opened_by(crew: CrewList, catalogue: Catalogue) -> tuple[Opened, ...]:
    """What the Crew's models and attached Upgrades let in (M2-HIRE-32, -53)."""
    bearers = (
        (crew.leader, crew.leader_upgrades, True),
        *((m.slug, m.upgrades, False) for m in crew.members),
    )
    cards = []
    for slug, upgrades, leads in dict.fromkeys(bearers):
        if catalogue.has_profile(slug):
            profile = catalogue.profile(slug)
            cards.append((profile.full_name, profile.hiring, leads))
        for card in upgrades:
            if catalogue.has_upgrade(card):
                upgrade = catalogue.upgrade(card)
                cards.append((upgrade.name, upgrade.hiring, leads))
    return in_force(cards)


def _sheets(
    crew: CrewList, catalogue: Catalogue, leader: Profile | None, rights: Sequence[Admission]
) -> Iterator[MemberSheet]:
    if leader is not None:
        cost = leader.cost or 0
        lines = [TotalLine(leader.full_name, cost), TotalLine("Leader", -cost, "M2-HIRE-10")]
        lines += _upgrade_lines(crew.leader_upgrades, catalogue)
        yield MemberSheet(-1, leader.slug, leader.full_name, Total.of(lines))
    admitted = iter(rights)
    for position, member in enumerate(crew.members):
        if not catalogue.has_profile(member.slug):
            lines = [TotalLine(member.slug, 0, "M2-HIRE-12", "not in this release of the catalogue")]
            label = member.slug
        else:
            profile, admission = catalogue.profile(member.slug), next(admitted)
            label = profile.full_name
            lines = [TotalLine(label, profile.cost or 0)]
            if admission.line:
                lines.append(admission.line)
        lines += _upgrade_lines(member.upgrades, catalogue)
        yield MemberSheet(position, member.slug, label, Total.of(lines))


def _upgrade_lines(upgrades: Iterable[str], catalogue: Catalogue) -> list[TotalLine]:
    """M2-HIRE-43."""
    cards = (catalogue.upgrade(slug) for slug in upgrades if catalogue.has_upgrade(slug))
    return [TotalLine(card.name, card.cost, "M2-HIRE-43") for card in cards]


def _leader(crew: CrewList, leader: Profile | None, readings: SecondReadings) -> Iterator[Violation]:
    """M2-HIRE-02, -05 to -07."""
    if crew.faction not in FACTIONS:
        yield Violation(
            "M2-HIRE-05", "A Crew declares one of the seven Factions.", "Choose a Faction.", crew.faction
        )
    if leader is None:
        if not crew.leader:
            yield Violation("M2-HIRE-06", "The Crew has no Leader.", "Choose a Master or a Henchman to lead.")
        return
    name = leader.full_name
    if leader.station not in (MASTER, HENCHMAN) or leader.hiring.never:
        yield Violation(
            "M2-HIRE-31" if leader.hiring.never else "M2-HIRE-06",
            f"{name} cannot lead: only a Master or a Henchman does.",
            "Choose a Master or a Henchman to lead.",
            leader.slug,
        )
    if crew.faction not in leader.factions:
        yield Violation(
            foreign_leader(leader),
            f"{name} is not of the {FACTIONS.get(crew.faction, crew.faction)}, the Faction declared.",
            "Choose another Leader or declare another Faction.",
            leader.slug,
        )
    if readings.size_bands_enforced and leader.station == MASTER and crew.size <= SHOOT_OUT:
        yield Violation(
            "M2-HIRE-02",
            f"{name} is a Master; up to {SHOOT_OUT} Soulstones a Henchman leads.",
            "Let a Henchman lead, or play a larger Encounter.",
            leader.slug,
        )
    if readings.size_bands_enforced and leader.station == HENCHMAN and crew.size > DUSTUP:
        yield Violation(
            "M2-HIRE-02",
            f"{name} is a Henchman; above {DUSTUP} Soulstones a Master leads.",
            "Let a Master lead, or play a smaller Encounter.",
            leader.slug,
        )


def _hired(
    hired: Sequence[Profile],
    rights: Sequence[Admission],
    leader: Profile | None,
    faction: str,
    opened: Sequence[Opened],
    readings: SecondReadings,
) -> Iterator[Violation]:
    for profile, admission in zip(hired, rights, strict=True):
        if profile.station == MASTER:
            yield Violation(
                "M2-HIRE-08",
                f"{profile.full_name} is a Master, and a Master is only ever the Leader.",
                "Let this Master lead, or remove it.",
                profile.slug,
            )
        if admission.way == "none":
            yield not_admitted(profile, leader, faction, opened, readings)
        yield from barred(profile, leader)
        if violation := totem_of_another(profile, leader):
            yield violation
