"""Where the text of the Third Edition's hiring rules can be read in more than one way."""

from __future__ import annotations

from typing import Literal

from rules.crews.policies import HiringPolicies

KeywordOfOtherFaction = Literal["allowed", "refused"]
MastersHalf = Literal["printed", "with-surcharge"]
ExtraMasterSurcharge = Literal["both", "shared", "always-one"]


class ThirdReadings(HiringPolicies, frozen=True):
    """The readings in force.

    ``keyword_of_other_faction`` (M3E-HIRE-07): may a model of another Faction be hired for a
    shared Keyword? ``masters_half`` (M3E-HIRE-09): which Costs of the additional Masters stay below
    half the Encounter size? ``extra_master_surcharge`` (M3E-HIRE-11): ``both`` adds the +1 of
    M3E-HIRE-05 and the +1 of M3E-HIRE-10; ``shared`` is one and the same +1, so a Keyword Master
    pays none; ``always-one`` is never less and never more than +1.
    """

    keyword_of_other_faction: KeywordOfOtherFaction = "allowed"
    masters_half: MastersHalf = "printed"
    extra_master_surcharge: ExtraMasterSurcharge = "always-one"


STANDARD = ThirdReadings()
