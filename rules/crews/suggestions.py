"""What the portal proposes of itself: whom a Leader brings along, whom to hire for what is left, and what a
Crew that breaks no rule should still think of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import MASTER, Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import hiring_of
from rules.crews.offers import Candidate
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport
from rules.refusal import Violation

SPARE = 4
"""Soulstones left for the pool where a Crew is filled up."""


def started(crew: CrewList, catalogue: Catalogue) -> CrewList:
    """``crew`` with whom its Leader brings along for nothing, as a Totem joins a Master (M3E-HIRE-14).

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
    >>> guild = Catalogue([justice, scales], edition="m3e")
    >>> [member.slug for member in started(CrewList("guild", "justice"), guild).members]
    ['scales']
    """
    joins_free = hiring_of(catalogue).joins_free
    if joins_free is None or not catalogue.has_profile(crew.leader):
        return crew
    leader = catalogue.profile(crew.leader)
    for profile in catalogue.profiles():
        if joins_free(profile, leader) and crew.faction in profile.factions:
            for _ in range(profile.limit - crew.count(profile.slug)):
                crew = crew.add(profile.slug)
    return crew


def filled(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies | None = None, *, spare: int = SPARE
) -> CrewList:
    """``crew`` with models hired for what is left, ``spare`` Soulstones kept: of the groups that fill a Crew
    the first before the others, one of each before a second copy, the dearest first. Whoever has to be there
    for nothing comes before them."""
    hiring = hiring_of(catalogue)
    if hiring.must_join:
        crew = started(crew, catalogue)
    decided = policies or hiring.policies()
    filling = [group.name for group in hiring.groups if group.fills]
    places = {name: place for place, name in enumerate(filling)}
    while (pick := _next(crew, hiring.candidates(crew, catalogue, decided), places, spare)) is not None:
        crew = crew.add(pick.profile.slug)
    return crew


def owned_of(catalogue: Catalogue, owned: Mapping[str, int]) -> Catalogue:
    """The figures of those models alone, with no more copies of each than are owned.

    >>> from rules.crews.catalogue import Profile
    >>> hound = Profile("hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=4)
    >>> [each.limit for each in owned_of(Catalogue([hound], edition="m3e"), {"hound": 2}).profiles()]
    [2]
    """
    own = (
        replace(profile, limit=min(profile.limit, owned[profile.slug]))
        for profile in catalogue.profiles()
        if owned.get(profile.slug, 0) > 0
    )
    return Catalogue(own, catalogue.upgrades(), edition=catalogue.edition, release=catalogue.release)


class Fielded(Struct, frozen=True):
    """The Crew that a Leader has of what is owned, judged by all figures."""

    leader: Profile
    crew: CrewList
    report: HiringReport


def fielded(catalogue: Catalogue, owned: Mapping[str, int], *, size: int) -> tuple[Fielded, ...]:
    """What each owned Leader can field: the legal Crews first, the dearest of them first."""
    hiring, own = hiring_of(catalogue), owned_of(catalogue, owned)
    crews = []
    for leader in own.profiles():
        faction = next((slug for slug in leader.factions if hiring.leads(leader, slug)), "")
        if faction:
            crew = filled(started(CrewList(faction, leader.slug, size), own), own)
            crews.append(Fielded(leader, crew, hiring.check_crew(crew, catalogue, hiring.policies())))
    return tuple(sorted(crews, key=lambda each: (not each.report.legal, -each.report.total.amount)))


def _next(
    crew: CrewList, offered: Iterable[Candidate], places: Mapping[str, int], spare: int
) -> Candidate | None:
    fitting = [
        candidate
        for candidate in offered
        if candidate.legal
        and candidate.total is not None
        and candidate.total.amount > 0
        and candidate.group in places
        and candidate.profile.station != MASTER
        and candidate.total.amount + spare <= candidate.left
    ]
    return min(
        fitting,
        key=lambda candidate: (
            places[candidate.group],
            crew.count(candidate.profile.slug),
            -(candidate.total.amount if candidate.total else 0),
            candidate.profile.slug,
        ),
        default=None,
    )


def advice(crew: CrewList, catalogue: Catalogue, report: HiringReport) -> tuple[Violation, ...]:
    """What a legal Crew should still think of: it breaks no rule, and gives something away.

    Nothing while the Crew is not legal: then its violations come first.
    """
    if not report.legal:
        return ()
    hiring = hiring_of(catalogue)
    advised = []
    if not crew.members:
        advised.append(Violation("", "Only the Leader is in the Crew.", "Hire models to play with."))
    most = hiring.pool_limit
    if hiring.lost_rule and report.left > most:
        lost = report.left - most
        advised.append(
            Violation(
                hiring.lost_rule,
                f"{report.left} Soulstones are unspent; {most} go into the pool, {lost} would be lost.",
                "Hire more, or play a smaller Encounter.",
            )
        )
    return tuple(advised)
