"""What could be added to a Crew of the Second Edition, at which price, and why not: the legal first.

A candidate is tried: it is legal when the Crew with it breaks nothing that it does not break already.
"""

from __future__ import annotations

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.report import HiringReport
from rules.editions.m2e.hiring.admission import Doorkeeper
from rules.editions.m2e.hiring.check import check_crew, opened_by
from rules.editions.m2e.hiring.readings import STANDARD, SecondPolicies
from rules.editions.m2e.hiring.upgrades import copies_allowed, fits
from rules.refusal import Violation


def candidates(
    crew: CrewList, catalogue: Catalogue, policies: SecondPolicies = STANDARD, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    """Every model that has a right to join: of the declared Faction, Mercenary, or let in by a card. Nobody
    else is told of, with ``everyone`` either."""
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    opened = opened_by(crew, catalogue)
    before = check_crew(crew, catalogue, policies)
    unsorted = []
    for profile in catalogue.profiles():
        right = Doorkeeper(leader, crew.faction, opened, policies.second).admit(profile)
        if right.way != "none":
            unsorted.append(_candidate(profile, crew, catalogue, policies, before))
    return tuple(sorted(unsorted, key=lambda candidate: not candidate.legal))


def _candidate(
    profile: Profile, crew: CrewList, catalogue: Catalogue, policies: SecondPolicies, before: HiringReport
) -> Candidate:
    after = check_crew(crew.add(profile.slug), catalogue, policies)
    return Candidate(
        profile,
        after.lines[-1].total,
        max(0, profile.limit - crew.count(profile.slug)),
        crew.faction in profile.factions,
        _new(after, before),
    )


def _new(after: HiringReport, before: HiringReport) -> tuple[Violation, ...]:
    stood = {(violation.rule, violation.subject) for violation in before.violations}
    return tuple(v for v in after.violations if (v.rule, v.subject) not in stood)


def upgrade_candidates(
    crew: CrewList,
    catalogue: Catalogue,
    index: int | None,
    policies: SecondPolicies = STANDARD,
    *,
    left: int | None = None,
) -> tuple[UpgradeCandidate, ...]:
    """The Upgrades of the declared Faction for the member at ``index`` (``None``: the Leader), legal
    first; () where that model is not in the catalogue. ``left`` is asked of the Crew itself here."""
    slug = crew.leader if index is None else crew.members[index].slug
    if not catalogue.has_profile(slug):
        return ()
    bearer = catalogue.profile(slug)
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    worn = crew.leader_upgrades if index is None else crew.members[index].upgrades
    before = check_crew(crew, catalogue, policies)
    bought = crew.bought()
    unsorted = []
    for upgrade in catalogue.upgrades():
        if crew.faction not in upgrade.factions:
            continue
        reasons = tuple(fits(upgrade, bearer, leads=index is None, leader=leader))
        if not reasons:
            with_it = crew.with_upgrades(index, (*worn, upgrade.slug))
            reasons = _new(check_crew(with_it, catalogue, policies), before)
        most = copies_allowed(upgrade, policies.second)
        copies_left = len(crew.members) + 1 if most is None else max(0, most - bought.count(upgrade.slug))
        unsorted.append(UpgradeCandidate(upgrade, copies_left, reasons))
    return tuple(sorted(unsorted, key=lambda candidate: not candidate.legal))
