"""What could be added to a Crew, at which price, and why not: the legal first.

A candidate is legal when adding it breaks nothing that is not broken already; it is judged without
re-checking the whole Crew (tests hold it equal to ``hiring.check_crew`` before and after).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from rules.crews.catalogue import MASTER, Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.together import another_title, no_further_copy, titles_by_name, too_dear
from rules.editions.m3e.hiring.check import check_crew, masters_cost
from rules.editions.m3e.hiring.hirable import cannot_go_together, hirability, shares_keyword
from rules.editions.m3e.hiring.pricing import as_hired, leads_totem, price
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from rules.editions.m3e.hiring.upgrades import BOUGHT_PER_MODEL, fits, sale
from rules.refusal import Total, Violation

FOR_NOW = frozenset({"M3E-HIRE-03", "M3E-HIRE-12"})
"""Rules that say no only as long as the Crew is as it is: no Soulstones, no copies left."""


class _Crew(Struct, frozen=True):
    """What the judgement of one candidate needs to know of the Crew."""

    crew: CrewList
    leader: Profile | None
    hired: tuple[Profile, ...]
    left: int
    versions: Mapping[str, set[str]]
    masters: frozenset[str]
    half: int


def candidates(
    crew: CrewList, catalogue: Catalogue, policies: ThirdReadings = STANDARD, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    """Every model of the declared Faction or sharing a Keyword with the Leader, or let in by an
    allowance; with ``everyone`` all that there are. Legal first, then Keyword models, then by name."""
    about = _about(crew, catalogue, policies)
    unsorted = [
        _candidate(profile, about, policies)
        for profile in catalogue.profiles()
        if everyone
        or crew.faction in profile.factions
        or shares_keyword(profile, about.leader)
        or policies.allowance(profile.slug)
    ]
    return tuple(sorted(unsorted, key=lambda c: (not c.legal, not c.keyword)))


def _about(crew: CrewList, catalogue: Catalogue, policies: ThirdReadings) -> _Crew:
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    hired = [catalogue.profile(m.slug) for m in crew.members if catalogue.has_profile(m.slug)]
    everyone = [*hired, leader] if leader else hired
    versions = titles_by_name(everyone)
    return _Crew(
        crew,
        leader,
        tuple(hired),
        check_crew(crew, catalogue, policies).left,
        versions,
        frozenset(profile.name for profile in everyone if profile.station == MASTER),
        masters_cost(hired, policies, crew.faction, leader),
    )


def _candidate(profile: Profile, about: _Crew, policies: ThirdReadings) -> Candidate:
    faction, leader = about.crew.faction, about.leader
    barring = hirability(profile, leader, faction, policies)
    priced = profile.cost is not None or leads_totem(profile, leader)
    total = price(profile, leader, faction, policies) if priced else None
    copies = about.crew.count(profile.slug)
    reasons = (*barring, *_reasons(profile, total, copies, about, policies))
    keyword = shares_keyword(profile, leader)
    group = "other"
    if keyword:
        group = "keyword"
    elif as_hired(profile, leader).versatile and faction in profile.factions:
        group = "versatile"
    barred = bool(barring) or profile.slug == about.crew.leader or any(r.rule not in FOR_NOW for r in reasons)
    return Candidate(
        profile, total, max(0, profile.limit - copies), keyword, reasons, group, about.left, barred
    )


def _reasons(
    profile: Profile, total: Total | None, copies: int, about: _Crew, policies: ThirdReadings
) -> Iterator[Violation]:
    name, slug = profile.full_name, profile.slug
    yield from no_further_copy(profile, copies, about.crew.leader, "M3E-HIRE-12")
    yield from another_title(profile, about.versions, "M3E-HIRE-13")
    if violation := cannot_go_together(profile, about.hired):
        yield violation
    if profile.is_totem and profile.totem_for not in about.masters:
        whose = profile.totem_for or "a Master the catalogue does not name"
        yield Violation("M3E-HIRE-14", f"{name} is the Totem of {whose}.", "Hire that Master first.", slug)
    if profile.station == MASTER:
        yield from _another_master(profile, about, policies)
    yield from too_dear(profile, total, about.left, "M3E-HIRE-03")


def _another_master(profile: Profile, about: _Crew, policies: ThirdReadings) -> Iterator[Violation]:
    size = about.crew.size
    combined = about.half + masters_cost([profile], policies, about.crew.faction, about.leader)
    if 2 * combined >= size:
        yield Violation(
            "M3E-HIRE-08",
            f"With {profile.full_name} the additional Masters cost {combined}, not below half of {size}.",
            "Play a larger Encounter.",
            profile.slug,
        )
    if about.crew.announced is not None and profile.slug not in about.crew.announced:
        yield Violation(
            "M3E-HIRE-08",
            f"{profile.full_name} was not announced as an additional Master.",
            "Masters are announced before hiring.",
            profile.slug,
        )


def upgrade_candidates(
    crew: CrewList,
    catalogue: Catalogue,
    index: int | None,
    policies: ThirdReadings = STANDARD,
    *,
    left: int | None = None,
) -> tuple[UpgradeCandidate, ...]:
    """The Upgrades of the declared Faction for the member at ``index`` (``None``: the Leader), legal
    first; () where that model is not in the catalogue. ``left`` saves judging the Crew again."""
    slug = crew.leader if index is None else crew.members[index].slug
    if not catalogue.has_profile(slug):
        return ()
    bearer = catalogue.profile(slug)
    worn = crew.leader_upgrades if index is None else crew.members[index].upgrades
    spare = check_crew(crew, catalogue, policies).left if left is None else left
    bought = crew.bought()
    unsorted = []
    for upgrade in catalogue.upgrades():
        if crew.faction in upgrade.factions:
            copies = bought.count(upgrade.slug)
            reasons = tuple(_upgrade_reasons(upgrade, bearer, worn, copies, spare, crew.faction))
            unsorted.append(UpgradeCandidate(upgrade, max(0, upgrade.plentiful - copies), reasons))
    return tuple(sorted(unsorted, key=lambda candidate: not candidate.legal))


def _upgrade_reasons(
    upgrade: UpgradeProfile, bearer: Profile, worn: Iterable[str], copies: int, left: int, faction: str
) -> Iterator[Violation]:
    name, borne = bearer.full_name, list(worn)
    yield from sale(upgrade, faction)
    if violation := fits(upgrade, bearer):
        yield violation
    if upgrade.slug in borne:
        yield Violation("M3E-HIRE-20", f"{name} has it already.", "One copy a model.", bearer.slug)
    if len(borne) >= BOUGHT_PER_MODEL:
        yield Violation(
            "M3E-HIRE-17", f"{name} has bought its Upgrade.", "Take that one off first.", bearer.slug
        )
    if copies >= upgrade.plentiful:
        sentence = f"{upgrade.name}: {copies} in the Crew, at most {upgrade.plentiful}."
        yield Violation("M3E-HIRE-19", sentence, "Take one off elsewhere first.", upgrade.slug)
    if 0 < upgrade.cost > left:
        sentence = f"{upgrade.name} costs {upgrade.cost}; {max(left, 0)} left."
        yield Violation("M3E-HIRE-03", sentence, "Remove something first.", upgrade.slug)
