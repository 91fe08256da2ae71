"""Where the text of the Second Edition's hiring rules can be read in more than one way."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.crews.policies import HiringPolicies

SLOTLESS = ("Modification", "Cursed", "Trinket", "Soulbound", "Conflux")


class SecondReadings(Struct, frozen=True, kw_only=True):
    """The readings in force.

    ``size_bands_enforced``: who may lead goes by the Encounter's size (M2-HIRE-02, -03).
    ``infaction_test``: against the declared Faction, or any Faction of the Leader (M2-HIRE-14).
    ``mixed_totems``: another Totem beside one that may be hired more than once (M2-HIRE-22).
    ``permission_surcharge``: Soulstones on a model that a card lets in (M2-HIRE-38); with
    ``permission_beats_mercenary`` a Mercenary so let in pays no +1 and is none of the two (M2-HIRE-39).
    ``upgrade_default_copies``: of an Upgrade without Rare, 0 for any number (M2-HIRE-47).
    ``attached_in_play_families``: outside the slots of their bearer (M2-HIRE-54).
    """

    size_bands_enforced: bool = True
    infaction_test: Literal["declared", "leader"] = "declared"
    mixed_totems: bool = False
    permission_surcharge: int = 0
    permission_beats_mercenary: bool = True
    upgrade_default_copies: int = 1
    attached_in_play_families: tuple[str, ...] = SLOTLESS


class SecondPolicies(HiringPolicies, frozen=True):
    """What an organiser decides: the readings in force are ``second``."""

    second: SecondReadings = SecondReadings()


STANDARD = SecondPolicies()
