"""What a campaign Crew is: models of an Arsenal with the loose Upgrades put on them."""

from __future__ import annotations

from msgspec import Struct

from rules.core.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade
from rules.core.refusal import Line, Total, Violation


class Hired(Struct, frozen=True):
    """A model of the Arsenal in this Crew, with the loose Upgrades put on it (ids). Its Skills and
    Injuries come along by themselves and need not be named (SL-UPG-04, SL-INJURY-05)."""

    model_id: int
    upgrade_ids: tuple[int, ...] = ()


class CampaignCrew(Struct, frozen=True):
    """``members`` holds everyone, the Leader (``leader_id``) included."""

    leader_id: int
    members: tuple[Hired, ...]


class CrewReport(Struct, frozen=True):
    """Every broken rule, the bill (``total`` with lines), what is ``left`` of ``size`` (may be
    negative), whether a Master leads, and the Cache printed on that Master."""

    violations: tuple[Violation, ...]
    total: Total
    size: int
    left: int
    master_led: bool = False
    cache: int = 0

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.total.lines


Member = tuple[OwnedModel, tuple[OwnedUpgrade, ...]]
"""A hired model and the loose Upgrades on it."""


def hired_members(crew: CampaignCrew, arsenal: Arsenal) -> list[Member]:
    """The Crew's models with their loose Upgrades; ids the Arsenal does not know are passed over."""
    found: list[Member] = []
    for hired in crew.members:
        model = arsenal.model(hired.model_id)
        if model is not None:
            loose = (arsenal.upgrade(upgrade_id) for upgrade_id in hired.upgrade_ids)
            found.append((model, tuple(upgrade for upgrade in loose if upgrade is not None)))
    return found
