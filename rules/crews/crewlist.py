"""What a player writes down when hiring: a Faction, a Leader, an Encounter size and models.

A list says nothing about being legal; ``rules.crews.hiring.check_crew`` does.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

STANDARD_SIZE = 50


class Member(Struct, frozen=True):
    """One hired model other than the Leader, with the slugs of the Upgrades bought for it."""

    slug: str
    upgrades: tuple[str, ...] = ()


class CrewList(Struct, frozen=True):
    """A Crew as written down; slugs throughout, ``size`` in Soulstones (M3E-SETUP-02: 50).

    ``leader`` is empty while none is chosen. Additional Masters are simply the Masters among
    ``members``; ``announced`` holds their slugs once step F is over (``None``: not yet), and from
    then on exactly those must be hired (M3E-HIRE-08). ``format`` names the Encounter where its size alone
    does not: a Scrap or a Brawl of the First Edition (M1-ENC-01, -02).

    >>> crew = CrewList("guild", "dashel-barker").add("guild-hound").add("guild-hound")
    >>> crew.count("guild-hound")
    2
    >>> crew.remove(0).members
    (Member(slug='guild-hound', upgrades=()),)
    """

    faction: str
    leader: str = ""
    size: int = STANDARD_SIZE
    members: tuple[Member, ...] = ()
    leader_upgrades: tuple[str, ...] = ()
    announced: tuple[str, ...] | None = None
    format: str = ""

    def count(self, slug: str) -> int:
        """Copies of that model in the Crew, the Leader included."""
        return sum(member.slug == slug for member in self.members) + (self.leader == slug)

    def add(self, slug: str, upgrades: tuple[str, ...] = ()) -> CrewList:
        return replace(self, members=(*self.members, Member(slug, upgrades)))

    def remove(self, index: int) -> CrewList:
        """Without the member at ``index`` (from 0); ``IndexError`` when there is none."""
        members = list(self.members)
        del members[index]
        return replace(self, members=tuple(members))

    def with_upgrades(self, index: int | None, upgrades: tuple[str, ...]) -> CrewList:
        """With these Upgrades on the member at ``index``; ``None`` is the Leader."""
        if index is None:
            return replace(self, leader_upgrades=upgrades)
        changed = list(self.members)
        changed[index] = Member(changed[index].slug, upgrades)
        return replace(self, members=tuple(changed))

    def bought(self) -> tuple[str, ...]:
        """Every Upgrade in the Crew, one entry a copy."""
        return (*self.leader_upgrades, *(slug for member in self.members for slug in member.upgrades))
