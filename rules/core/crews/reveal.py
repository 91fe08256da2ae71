"""What the other player may know of a Crew as the Encounter is set up (M3E-SETUP-16, -17).

Each stage tells named fields only; nothing is taken away from a full Crew.
"""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from rules.core.crews.catalogue import MASTER, Catalogue
from rules.core.crews.crewlist import CrewList, Member


class Stage(IntEnum):
    """How far the set-up has come; both players always reveal together."""

    HIDDEN = 0
    FACTION = 1
    LEADER = 2
    MASTERS = 3
    CREW = 4


class Revealed(Struct, frozen=True):
    """What is known. ``leader_name`` comes without the title until the Crews are revealed; ``None``
    stands for what is not told yet."""

    faction: str | None = None
    leader_name: str | None = None
    additional_masters: tuple[str, ...] | None = None
    leader: str | None = None
    members: tuple[Member, ...] | None = None
    leader_upgrades: tuple[str, ...] | None = None


def announced_masters(crew: CrewList, catalogue: Catalogue) -> tuple[str, ...]:
    """The slugs told in step F: those announced, or the Masters now in the list."""
    if crew.announced is not None:
        return crew.announced
    return tuple(
        member.slug
        for member in crew.members
        if catalogue.has_profile(member.slug) and catalogue.profile(member.slug).station == MASTER
    )


def revealed(crew: CrewList, catalogue: Catalogue, stage: Stage) -> Revealed:
    """What ``stage`` tells the other player. ``KeyError`` for a Leader the release does not hold."""
    return Revealed(
        faction=crew.faction if stage >= Stage.FACTION else None,
        leader_name=catalogue.profile(crew.leader).name if stage >= Stage.LEADER else None,
        additional_masters=announced_masters(crew, catalogue) if stage >= Stage.MASTERS else None,
        leader=crew.leader if stage >= Stage.CREW else None,
        members=crew.members if stage >= Stage.CREW else None,
        leader_upgrades=crew.leader_upgrades if stage >= Stage.CREW else None,
    )
