"""The starting Arsenal: 35 Soulstones, one Henchman to lead, at most one Upgrade (SL-START)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.core.campaign.legality import Candidate
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.crews.catalogue import Catalogue
from rules.core.refusal import Line, Total, Violation

Grants = Mapping[str, tuple[str, ...]]
"""Keywords whose models an Upgrade lets one hire, by the Upgrade's slug (SL-START-10)."""


class StartList(Struct, frozen=True):
    """What a player wants to start with: slugs. ``leader`` is one Henchman, *not* repeated in
    ``models`` (the others, a slug once per copy); ``upgrade`` is empty for none."""

    faction: str
    leader: str
    models: tuple[str, ...] = ()
    upgrade: str = ""


class StartReport(Struct, frozen=True):
    """Every broken rule at once; ``spent`` of ``budget`` with its lines, ``left`` (may be negative),
    ``scrip`` kept of it (SL-START-11)."""

    violations: tuple[Violation, ...]
    spent: Total
    budget: int
    left: int
    scrip: int

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.spent.lines


def check_start(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES, grants: Grants | None = None
) -> StartReport:
    """All that is wrong with a starting Arsenal, and its bill (SL-START-01 to -12)."""
    raise NotImplementedError


def start_leaders(faction: str, catalogue: Catalogue, policies: Policies = POLICIES) -> tuple[Candidate, ...]:
    """Who may lead a starting Arsenal of ``faction``, the possible ones first (SL-START-03, -04)."""
    raise NotImplementedError


def start_candidates(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES, grants: Grants | None = None
) -> tuple[Candidate, ...]:
    """Every model with its price for this list, the legal first, the others with the reason."""
    raise NotImplementedError


def start_upgrades(
    start: StartList, catalogue: Catalogue, policies: Policies = POLICIES
) -> tuple[Candidate, ...]:
    """Every ordinary Upgrade with its price for this list, the legal first (SL-START-08, -09)."""
    raise NotImplementedError


def start_scrip(spent: int, policies: Policies = POLICIES) -> int:
    """Scrip kept of what was not spent (SL-START-11).

    >>> start_scrip(33), start_scrip(20), start_scrip(35)
    (2, 3, 0)
    """
    return max(0, min(policies.start_scrip_cap, policies.start_budget - spent))
