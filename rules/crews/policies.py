"""What an organiser decides about hiring. An edition whose rules can be read in more than one way extends
``HiringPolicies`` by one named switch a row, whose default is the reading that the ledger recommends.
"""

from __future__ import annotations

from msgspec import Struct, field


class Allowance(Struct, frozen=True):
    """A card's "when hiring" text, told to the rules as figures (M3E-HIRE-03, M3E-GEN-02).

    The model ``slug`` may be hired whatever its Faction and Keywords, and its price changes by
    ``amount`` Soulstones (never below 0). ``source`` is the card's name, shown on the cost sheet.
    """

    slug: str
    source: str
    amount: int = 0


class Consent(Struct, frozen=True):
    """Models that are hired with the organiser's consent alone: those of ``faction``, which no Crew declares,
    called ``name`` (M3E-HIRE-15)."""

    faction: str
    name: str
    rule: str


class HiringPolicies(Struct, frozen=True):
    """What is decided whatever the edition: ``consent`` to the models that need it (``HiringRules.consent``),
    and the allowances of cards."""

    consent: bool = field(default=False, name="dead_mans_hand")
    allowances: tuple[Allowance, ...] = ()

    def allowance(self, slug: str) -> Allowance | None:
        return next((allowance for allowance in self.allowances if allowance.slug == slug), None)
