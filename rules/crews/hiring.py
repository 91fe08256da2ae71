"""Hiring a Crew by the rules of an edition, found by the figures it is hired from.

>>> from rules.crews.catalogue import Catalogue
>>> hiring_of(Catalogue([], edition="m2e")).pool_limit
7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import STANDARD_SIZE, CrewList
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.policies import STANDARD, HiringPolicies
from rules.crews.report import HiringReport
from rules.edition import edition_of

Judge = Callable[[CrewList, Catalogue, HiringPolicies], HiringReport]
Offer = Callable[[CrewList, Catalogue, HiringPolicies], tuple[Candidate, ...]]


class UpgradeOffer(Protocol):
    def __call__(
        self,
        crew: CrewList,
        catalogue: Catalogue,
        index: int | None,
        policies: HiringPolicies = STANDARD,
        *,
        left: int | None = None,
    ) -> tuple[UpgradeCandidate, ...]: ...


class Hiring(Struct, frozen=True, kw_only=True):
    """By which rules a Crew is hired.

    ``factions`` slug and name of those one may declare, ``faction_rule`` the row that says so; ``leads``
    whether a model may lead a Crew of a Faction; ``slots`` how many Upgrades a model has room for when hired;
    ``free_attachments`` whether some stand outside that room. ``formats`` are the Encounters to choose from
    where a size alone does not say which it is, ``format_of`` a Crew's; ``size`` is the usual one.
    """

    slug: str
    name: str
    factions: Mapping[str, str]
    faction_rule: str
    leads: Callable[[Profile, str], bool]
    pool_limit: int
    slots: Callable[[Profile], int]
    free_attachments: bool
    check_crew: Judge
    candidates: Offer
    upgrade_candidates: UpgradeOffer
    formats: Mapping[str, str] = {}
    format_of: Callable[[CrewList, Catalogue], str] = lambda crew, catalogue: ""
    size: int = STANDARD_SIZE


def hiring_of(catalogue: Catalogue) -> Hiring:
    """The rules that go with these figures."""
    return edition_of(catalogue.edition).hiring


def check_crew(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD) -> HiringReport:
    """Judge ``crew`` by the rules of the edition its figures are of."""
    return hiring_of(catalogue).check_crew(crew, catalogue, policies)
