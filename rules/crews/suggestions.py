"""What the portal proposes of itself: whom a Leader brings along, whom to hire for what is left, and what a
Crew that breaks no rule should still think of."""

from __future__ import annotations

from collections.abc import Iterable

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate
from rules.crews.policies import STANDARD, HiringPolicies
from rules.crews.report import HiringReport
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.check import POOL_LIMIT
from rules.editions.m3e.hiring.pricing import leads_totem
from rules.refusal import Violation

SPARE = 4
"""Soulstones left for the pool where a Crew is filled up."""


def started(crew: CrewList, catalogue: Catalogue) -> CrewList:
    """``crew`` with the Totems of its Leader, which join for nothing (M3E-HIRE-14).

    >>> from rules.crews.catalogue import Profile
    >>> justice = Profile("justice", "Lady Justice", "", ("guild",), ("Marshal",), "Master", 16)
    >>> scales = Profile(
    ...     "scales",
    ...     "Scales",
    ...     "",
    ...     ("guild",),
    ...     ("Marshal",),
    ...     "Minion",
    ...     2,
    ...     is_totem=True,
    ...     totem_for="Lady Justice",
    ... )
    >>> [
    ...     member.slug
    ...     for member in started(CrewList("guild", "justice"), Catalogue([justice, scales])).members
    ... ]
    ['scales']
    """
    if not catalogue.has_profile(crew.leader):
        return crew
    leader = catalogue.profile(crew.leader)
    for profile in catalogue.profiles():
        if leads_totem(profile, leader) and crew.faction in profile.factions:
            for _ in range(profile.limit - crew.count(profile.slug)):
                crew = crew.add(profile.slug)
    return crew


def filled(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD, *, spare: int = SPARE
) -> CrewList:
    """``crew`` with models hired for what is left, ``spare`` Soulstones kept: the Leader's Keyword before
    Versatile models, one of each before a second copy, the dearest first."""
    while (pick := _next(crew, candidates(crew, catalogue, policies), spare)) is not None:
        crew = crew.add(pick.profile.slug)
    return crew


def _next(crew: CrewList, offered: Iterable[Candidate], spare: int) -> Candidate | None:
    fitting = [
        candidate
        for candidate in offered
        if candidate.legal
        and candidate.total is not None
        and candidate.total.amount > 0
        and candidate.group != "other"
        and candidate.profile.station != "Master"
        and candidate.total.amount + spare <= candidate.left
    ]
    return min(
        fitting,
        key=lambda candidate: (
            candidate.group != "keyword",
            crew.count(candidate.profile.slug),
            -(candidate.total.amount if candidate.total else 0),
            candidate.profile.slug,
        ),
        default=None,
    )


def advice(crew: CrewList, report: HiringReport) -> tuple[Violation, ...]:
    """What a legal Crew should still think of: it breaks no rule, and gives something away.

    Nothing while the Crew is not legal: then its violations come first.
    """
    if not report.legal:
        return ()
    advised = []
    if not crew.members:
        advised.append(Violation("", "Only the Leader is in the Crew.", "Hire models to play with."))
    if report.left > POOL_LIMIT:
        lost = report.left - POOL_LIMIT
        advised.append(
            Violation(
                "hire.pool",
                f"{report.left} Soulstones are unspent; {POOL_LIMIT} go into the pool, {lost} would be lost.",
                "Hire more, or play a smaller Encounter.",
            )
        )
    return tuple(advised)
