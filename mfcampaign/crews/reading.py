"""From rows to the core's words."""

from __future__ import annotations

from collections.abc import Sequence

from mfcampaign.catalog.queries import catalogue_for
from mfcampaign.crews.models import Crew, CrewMember
from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList, Member
from rules.crews.policies import HiringPolicies


def catalogue_of(crew: Crew) -> Catalogue:
    """The figures this Crew was built with."""
    return catalogue_for(crew.release_id, crew.pack_id)


def crewlist_of(crew: Crew, members: Sequence[CrewMember]) -> CrewList:
    """The Crew for the rules; the order of ``members`` is kept, so indexes fit both."""
    return CrewList(
        faction=crew.faction,
        leader=crew.leader,
        size=crew.size,
        members=tuple(Member(row.slug, tuple(row.upgrades)) for row in members),
        leader_upgrades=tuple(crew.leader_upgrades),
    )


def policies_of(crew: Crew) -> HiringPolicies:
    return HiringPolicies(dead_mans_hand=crew.dead_mans_hand)
