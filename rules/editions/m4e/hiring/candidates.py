"""What could be added to a Crew, at which price, and why not: the legal first.

A candidate is legal when adding it breaks nothing that is not broken already; it is judged without
re-checking the whole Crew (tests hold it equal to ``check_crew`` before and after).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.policies import HiringPolicies
from rules.crews.together import another_title, no_further_copy, titles_by_name, too_dear
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
    versions: Mapping[str, set[str]]
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
    versions = titles_by_name([*hired, under.leader] if under.leader else hired)
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
    yield from no_further_copy(profile, copies, about.crew.leader, "M4-HIRE-15")
    yield from another_title(profile, about.versions, "M4-HIRE-10")
    if about.strangers >= MOST_OUT_OF_KEYWORD and about.under.out_of_keyword(profile):
        sentence = f"{name}: two models are out of Keyword already, as many as may be."
        yield Violation("M4-HIRE-12", sentence, "Remove one of them first.", slug)
    yield from too_dear(profile, total, about.left, "M4-HIRE-01")


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
