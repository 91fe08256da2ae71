"""What could be added to a Crew, at which price, and why not: the legal first.

A candidate is legal when adding it breaks nothing that is not broken already; it is judged without
re-checking the whole Crew (tests hold it equal to ``check_crew`` before and after).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.policies import HiringPolicies
from rules.editions.m4e.hiring.check import STANDARD, check_crew
from rules.editions.m4e.hiring.led import MOST_OUT_OF_KEYWORD, Led, led
from rules.refusal import Total, Violation

FOR_NOW = frozenset({"M4-HIRE-01", "M4-HIRE-12", "M4-HIRE-15"})
"""Rules that say no only as long as the Crew is as it is: no Soulstones, no copies, two out of Keyword."""


class _Crew(Struct, frozen=True):
    """What the judgement of one candidate needs to know of the Crew."""

    crew: CrewList
    under: Led
    left: int
    versions: dict[str, set[str]]
    strangers: int


def candidates(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    """Every model of the declared Faction, of the Leader's Keywords, let in by the crew card or an allowance;
    with ``everyone`` all that there are. Legal first, then Keyword models, then by name."""
    about = _about(crew, catalogue, policies)
    unsorted = [
        _candidate(profile, about)
        for profile in catalogue.profiles()
        if everyone
        or crew.faction in profile.factions
        or about.under.shares_keyword(profile)
        or about.under.opens(profile)
        or policies.allowance(profile.slug)
    ]
    return tuple(sorted(unsorted, key=lambda candidate: (not candidate.legal, not candidate.keyword)))


def _about(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies) -> _Crew:
    under = led(crew, catalogue, policies)
    hired = [catalogue.profile(m.slug) for m in crew.members if catalogue.has_profile(m.slug)]
    versions: dict[str, set[str]] = {}
    for profile in [*hired, under.leader] if under.leader else hired:
        versions.setdefault(profile.name, set()).add(profile.title)
    strangers = sum(not under.against(profile) and under.out_of_keyword(profile) for profile in hired)
    return _Crew(crew, under, check_crew(crew, catalogue, policies).left, versions, strangers)


def _candidate(profile: Profile, about: _Crew) -> Candidate:
    under = about.under
    barring = under.against(profile)
    priced = profile.cost is not None or under.brings(profile)
    total = under.price(profile) if priced else None
    copies = about.crew.count(profile.slug)
    reasons = (*barring, *_reasons(profile, total, copies, about))
    barred = bool(barring) or any(reason.rule not in FOR_NOW for reason in reasons)
    return Candidate(
        profile,
        total,
        max(0, profile.limit - copies),
        under.brings(profile) or under.shares_keyword(profile) or under.opens(profile),
        reasons,
        under.group(profile),
        about.left,
        barred,
    )


def _reasons(profile: Profile, total: Total | None, copies: int, about: _Crew) -> Iterator[Violation]:
    name, slug = profile.full_name, profile.slug
    if copies >= profile.limit:
        leads = slug == about.crew.leader and profile.limit == 1
        why = "leads already" if leads else f"{copies} in the Crew, at most {profile.limit}"
        yield Violation("M4-HIRE-15", f"{name}: {why}.", "Choose another model.", slug)
    if about.versions.get(profile.name, set()) - {profile.title}:
        sentence = f"{profile.name} is in the Crew in another version."
        yield Violation("M4-HIRE-10", sentence, "Remove that version first.", slug)
    if about.strangers >= MOST_OUT_OF_KEYWORD and about.under.out_of_keyword(profile):
        sentence = f"{name}: two models are out of Keyword already, as many as may be."
        yield Violation("M4-HIRE-12", sentence, "Remove one of them first.", slug)
    if total is not None and total.amount > 0 and total.amount > about.left:
        yield Violation(
            "M4-HIRE-01",
            f"{name} costs {total.amount}; {max(about.left, 0)} left.",
            "Remove something first, or play a larger Encounter.",
            slug,
        )


def card_candidates(
    crew: CrewList,
    catalogue: Catalogue,
    index: int | None,
    policies: HiringPolicies = STANDARD,
    *,
    left: int | None = None,
) -> tuple[UpgradeCandidate, ...]:
    """The crew cards among which the Leader (``index`` ``None``) has a choice; () for all others, as no
    Upgrade is hired (M4-HIRE-09)."""
    if index is not None or not catalogue.has_profile(crew.leader):
        return ()
    own = catalogue.profile(crew.leader).hiring.crew_cards
    if len(own) < 2:
        return ()
    taken = set(crew.leader_upgrades)
    cards = [catalogue.upgrade(slug) for slug in own if catalogue.has_upgrade(slug)]
    return tuple(
        UpgradeCandidate(card, 0 if card.slug in taken else 1, tuple(_second(card.slug, taken)))
        for card in cards
    )


def _second(slug: str, taken: set[str]) -> Iterator[Violation]:
    if taken:
        sentence = "A Crew has one crew card, and its Leader brings it."
        yield Violation("M4-HIRE-09", sentence, "Take the other one off first.", slug)
