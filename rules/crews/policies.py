"""Where the text of the hiring rules can be read in more than one way: one named switch a row.

Every default is the reading the ledger recommends. An organiser's league may choose otherwise.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

KeywordOfOtherFaction = Literal["allowed", "refused"]
MastersHalf = Literal["printed", "with-surcharge"]
ExtraMasterSurcharge = Literal["both", "shared", "always-one"]


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


class Allowance(Struct, frozen=True):
    """A card's "when hiring" text, told to the rules as figures (M3E-HIRE-03, M3E-GEN-02).

    The model ``slug`` may be hired whatever its Faction and Keywords, and its price changes by
    ``amount`` Soulstones (never below 0). ``source`` is the card's name, shown on the cost sheet.
    """

    slug: str
    source: str
    amount: int = 0


class HiringPolicies(Struct, frozen=True):
    """The readings in force.

    ``keyword_of_other_faction`` (M3E-HIRE-07): may a model of another Faction be hired for a
    shared Keyword? ``masters_half`` (M3E-HIRE-09): which Costs of the additional Masters stay below
    half the Encounter size? ``extra_master_surcharge`` (M3E-HIRE-11): ``both`` adds the +1 of
    M3E-HIRE-05 and the +1 of M3E-HIRE-10; ``shared`` is one and the same +1, so a Keyword Master
    pays none; ``always-one`` is never less and never more than +1.
    ``dead_mans_hand`` is the organiser's consent of M3E-HIRE-15. ``second`` are those of the Second Edition.
    """

    keyword_of_other_faction: KeywordOfOtherFaction = "allowed"
    masters_half: MastersHalf = "printed"
    extra_master_surcharge: ExtraMasterSurcharge = "always-one"
    dead_mans_hand: bool = False
    allowances: tuple[Allowance, ...] = ()
    second: SecondReadings = SecondReadings()

    def allowance(self, slug: str) -> Allowance | None:
        return next((allowance for allowance in self.allowances if allowance.slug == slug), None)


STANDARD = HiringPolicies()
