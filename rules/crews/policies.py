"""Where the text of the hiring rules can be read in more than one way: one named switch a row.

Every default is the reading the ledger recommends. An organiser's league may choose otherwise.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.editions.m2e.hiring.readings import SecondReadings

KeywordOfOtherFaction = Literal["allowed", "refused"]
MastersHalf = Literal["printed", "with-surcharge"]
ExtraMasterSurcharge = Literal["both", "shared", "always-one"]


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
