"""The Fourth Edition's hiring as one member of the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import HiringRules
from rules.crews.offers import Candidate, PriceGroup, UpgradeCandidate
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport, MemberSheet
from rules.editions.m4e.factions import FACTIONS
from rules.refusal import Total, TotalLine, Violation

MOST_MODELS = 50
POOL = 6
SIZE = 50


def leads(profile: Profile, faction: str) -> bool:
    """Whether the model may lead a Crew of the Faction."""
    return profile.station == "Master" and faction in profile.factions


def judged(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies) -> HiringReport:
    """The Leader comes for nothing, everybody else costs what is printed."""
    sheets = tuple(_sheets(crew, catalogue))
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    left = crew.size - total.amount
    return HiringReport(
        violations=tuple(_wrong(crew, catalogue, left)),
        total=total,
        budget=crew.size,
        left=left,
        lines=sheets,
        pool=max(0, min(left, POOL)),
    )


def _sheets(crew: CrewList, catalogue: Catalogue) -> Iterator[MemberSheet]:
    for place, slug, upgrades in _everybody(crew):
        if not catalogue.has_profile(slug):
            continue
        profile = catalogue.profile(slug)
        price = 0 if place < 0 else profile.cost or 0
        worn = [catalogue.upgrade(each) for each in upgrades if catalogue.has_upgrade(each)]
        lines = [TotalLine(profile.full_name, price), *(TotalLine(each.name, each.cost) for each in worn)]
        yield MemberSheet(place, slug, profile.full_name, Total.of(lines))


def _everybody(crew: CrewList) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    if crew.leader:
        yield -1, crew.leader, crew.leader_upgrades
    for place, member in enumerate(crew.members):
        yield place, member.slug, member.upgrades


def _wrong(crew: CrewList, catalogue: Catalogue, left: int) -> Iterator[Violation]:
    if crew.faction not in FACTIONS:
        yield Violation("", "A Crew declares one of the eight Factions.", "Choose a Faction.", crew.faction)
    hired = [(slug, place) for place, slug, _ in _everybody(crew)]
    if not crew.leader:
        yield Violation("", "The Crew has no Leader.", "Choose a Master.")
    for slug, place in hired:
        if not catalogue.has_profile(slug):
            yield Violation(
                "", f"{slug}: no such model in this release of the catalogue.", "Remove it.", slug
            )
        elif crew.faction not in catalogue.profile(slug).factions:
            yield Violation("", f"{catalogue.profile(slug).name} is of another Faction.", "Remove it.", slug)
        elif place < 0 and not leads(catalogue.profile(slug), crew.faction):
            yield Violation("", f"{catalogue.profile(slug).name} cannot lead.", "Choose a Master.", slug)
    for slug, copies in Counter(slug for slug, _ in hired).items():
        if catalogue.has_profile(slug) and copies > (most := catalogue.profile(slug).limit):
            name = catalogue.profile(slug).name
            yield Violation("", f"{name}: {copies} in the Crew, at most {most}.", "Remove one.", slug)
    if len(hired) > MOST_MODELS:
        yield Violation("", f"More than {MOST_MODELS} models.", "Remove one.")
    if left < 0:
        yield Violation("M4-HIRE-01", f"The Crew costs {-left} too much.", "Remove a model.")


def offered(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    before = set(judged(crew, catalogue, policies).violations)
    left = judged(crew, catalogue, policies).left
    found = []
    for profile in catalogue.profiles():
        at_home = crew.faction in profile.factions
        if not at_home and not everyone:
            continue
        after = judged(crew.add(profile.slug), catalogue, policies)
        found.append(
            Candidate(
                profile,
                Total.of([TotalLine(profile.full_name, profile.cost or 0)]),
                profile.limit - crew.count(profile.slug),
                keyword=at_home,
                reasons=tuple(each for each in after.violations if each not in before),
                group="band",
                left=left,
                barred=not at_home,
            )
        )
    return tuple(sorted(found, key=lambda each: not each.legal))


def upgrades_offered(
    crew: CrewList,
    catalogue: Catalogue,
    index: int | None,
    policies: HiringPolicies,
    *,
    left: int | None = None,
) -> tuple[UpgradeCandidate, ...]:
    room = judged(crew, catalogue, policies).left if left is None else left

    def why_not(upgrade: UpgradeProfile) -> Iterator[Violation]:
        if upgrade.cost > room:
            yield Violation("M4-HIRE-01", f"{upgrade.name} costs {upgrade.cost}; {room} are left.", "")

    return tuple(
        UpgradeCandidate(
            upgrade, upgrade.plentiful - crew.bought().count(upgrade.slug), tuple(why_not(upgrade))
        )
        for upgrade in catalogue.upgrades()
        if crew.faction in upgrade.factions
    )


HIRING = HiringRules(
    factions=FACTIONS,
    faction_rule="",
    leads=leads,
    pool_limit=POOL,
    slots=lambda bearer: 1,
    free_attachments=False,
    policies=HiringPolicies,
    check_crew=judged,
    candidates=offered,
    upgrade_candidates=upgrades_offered,
    groups=(PriceGroup(name="band", title="The band", fills=True),),
    size=SIZE,
)
