"""New hires at the start of a week, paid in Scrip (SL-HIRE, SL-MASTER).

A ``HireWindow`` holds the facts of one player's window as they stand now; everything else is asked
of it. The window opens with week 2 (SL-HIRE-01).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.core.campaign.arsenal import Arsenal
from rules.core.campaign.legality import Candidate
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.core.refusal import Total, Violation


class HireWindow(Struct, frozen=True, kw_only=True):
    """One player's window: ``arsenal`` as it is now with its Scrip, ``week`` of ``weeks``, how many
    models that are no Masters (``hired_models``) and Masters were hired in this window already.
    ``newcomer``: entered the campaign this very week (its forced hire is waived, A-13)."""

    arsenal: Arsenal
    week: int
    weeks: int
    hired_models: int = 0
    hired_masters: int = 0
    newcomer: bool = False


class ForcedHire(Struct, frozen=True):
    """Whether the week's compulsory hire is met (SL-HIRE-02, A-13), and what a deadline does.

    ``done``: may lock. ``waived``: may lock, nothing legal is affordable. ``owed``: must hire first;
    at the deadline ``timeout`` says what happens and ``slug`` whom to hire (``cheapest_legal`` only).
    """

    state: Literal["done", "waived", "owed"]
    sentence: str
    timeout: Literal["flag", "cheapest_legal", "sit_out"] = "flag"
    slug: str = ""
    rule: str = "SL-HIRE-02"

    @property
    def may_lock(self) -> bool:
        return self.state != "owed"


def halfway_week(weeks: int, policies: Policies = POLICIES) -> int:
    """The first week whose window offers Masters (SL-MASTER-02, A-15).

    >>> halfway_week(6), halfway_week(8), halfway_week(7)
    (4, 5, 4)
    """
    half = weeks // 2 if policies.halfway == "floor_plus_1" else (weeks + 1) // 2
    return half + 1


def hire_price(
    profile: Profile, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> Total:
    """Scrip to hire ``profile`` now (SL-HIRE-04, -05, SL-MASTER-04, -05); ``ValueError`` without a cost."""
    raise NotImplementedError


def upgrade_price(upgrade: UpgradeProfile) -> Total:
    """Scrip for an ordinary Upgrade: twice its Soulstones, at least 2 (SL-HIRE-10, -11)."""
    raise NotImplementedError


def check_hire(
    slug: str, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[Violation, ...]:
    """Every reason why that model cannot be hired now, Scrip included; empty when it can."""
    raise NotImplementedError


def check_upgrade(
    slug: str, window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[Violation, ...]:
    """Every reason why that ordinary Upgrade cannot be bought now, Scrip included."""
    raise NotImplementedError


def hire_candidates(
    window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[Candidate, ...]:
    """Every model with its price in Scrip, the legal first, the others with their reasons."""
    raise NotImplementedError


def upgrade_candidates(
    window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[Candidate, ...]:
    """Every ordinary Upgrade with its price in Scrip, the legal first."""
    raise NotImplementedError


def forced_hire(window: HireWindow, catalogue: Catalogue, policies: Policies = POLICIES) -> ForcedHire:
    """Whether this player may lock the window (SL-HIRE-02, A-13, A-17)."""
    raise NotImplementedError
