"""The Crew hired from an Arsenal for one Encounter, its Campaign Rating and its Soulstone Pool.

SL-CREW, SL-UPG, SL-INJURY, SL-RATING, SL-POOL; amounts are Soulstones.
"""

from __future__ import annotations

from msgspec import Struct

from rules.core.campaign.arsenal import Arsenal
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.crews.catalogue import Catalogue
from rules.core.refusal import Line, Total, Violation


class Hired(Struct, frozen=True):
    """A model of the Arsenal in this Crew, with the loose Upgrades put on it (ids). Its Skills and
    Injuries come along by themselves and are not named."""

    model_id: int
    upgrade_ids: tuple[int, ...] = ()


class CampaignCrew(Struct, frozen=True):
    """``members`` holds everyone, the Leader (``leader_id``) included."""

    leader_id: int
    members: tuple[Hired, ...]


class CrewReport(Struct, frozen=True):
    """Every broken rule, the bill (``total`` with lines), what is ``left`` of ``size`` (may be
    negative), and whether a Master leads."""

    violations: tuple[Violation, ...]
    total: Total
    size: int
    left: int
    master_led: bool = False

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.total.lines


def check_crew(
    crew: CampaignCrew, arsenal: Arsenal, size: int, catalogue: Catalogue, policies: Policies = POLICIES
) -> CrewReport:
    """All that is wrong with a Crew for an Encounter of ``size`` Soulstones, and its bill."""
    raise NotImplementedError


def campaign_rating(crew: CampaignCrew, arsenal: Arsenal, policies: Policies = POLICIES) -> Total:
    """The Campaign Rating, one line per Upgrade that counts; may be negative (SL-RATING)."""
    raise NotImplementedError


def pools(
    report_a: CrewReport,
    rating_a: Total | int,
    report_b: CrewReport,
    rating_b: Total | int,
    policies: Policies = POLICIES,
) -> tuple[Total, Total]:
    """Both Soulstone Pools with their lines (SL-POOL, A-05)."""
    raise NotImplementedError
