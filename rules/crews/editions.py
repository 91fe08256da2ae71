"""The editions by whose rules a Crew is hired: one object each, found by the figures it is hired from.

>>> from rules.crews.catalogue import Catalogue
>>> edition_of(Catalogue([], edition="m2e")).pool_limit
7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from rules.crews.catalogue import FIRST, HENCHMAN, MASTER, SECOND, THIRD, Catalogue, Profile, factions_of
from rules.crews.crewlist import STANDARD_SIZE, CrewList
from rules.crews.policies import STANDARD, HiringPolicies
from rules.editions.m1e import hiring as first_edition
from rules.editions.m2e.hiring import candidates as second_candidates
from rules.editions.m2e.hiring import check as second_hiring
from rules.editions.m2e.hiring.upgrades import slots_of
from rules.editions.m3e.hiring import candidates
from rules.editions.m3e.hiring import check as hiring
from rules.editions.m3e.hiring.candidates import Candidate, UpgradeCandidate
from rules.editions.m3e.hiring.check import HiringReport
from rules.editions.m3e.hiring.hirable import never_hired
from rules.editions.m3e.hiring.upgrades import BOUGHT_PER_MODEL

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


class HiringEdition(Struct, frozen=True, kw_only=True):
    """``factions`` slug and name of those one may declare, ``faction_rule`` the row that says so; ``leads``
    whether a model may lead a Crew of a Faction; ``slots`` how many Upgrades a model has room for when hired;
    ``free_attachments`` whether some stand outside that room. ``formats`` are the Encounters to choose from
    where a size alone does not say which it is, ``format_of`` a Crew's; ``size`` is the usual one."""

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


def _master_or_henchman(profile: Profile, faction: str) -> bool:
    """M3E-HIRE-01, M2-HIRE-06."""
    return profile.station in (MASTER, HENCHMAN) and not never_hired(profile) and faction in profile.factions


EDITIONS = {
    THIRD: HiringEdition(
        slug=THIRD,
        name="Third Edition",
        factions=factions_of(THIRD),
        faction_rule="M3E-FACTION-01",
        leads=_master_or_henchman,
        pool_limit=hiring.POOL_LIMIT,
        slots=lambda bearer: BOUGHT_PER_MODEL,
        free_attachments=False,
        check_crew=hiring.check_crew,
        candidates=candidates.candidates,
        upgrade_candidates=candidates.upgrade_candidates,
    ),
    SECOND: HiringEdition(
        slug=SECOND,
        name="Second Edition",
        factions=factions_of(SECOND),
        faction_rule="M2-HIRE-05",
        leads=_master_or_henchman,
        pool_limit=second_hiring.POOL_LIMIT,
        slots=slots_of,
        free_attachments=True,
        check_crew=second_hiring.check_crew,
        candidates=second_candidates.candidates,
        upgrade_candidates=second_candidates.upgrade_candidates,
    ),
    FIRST: HiringEdition(
        slug=FIRST,
        name="First Edition",
        factions=first_edition.FACTIONS,
        faction_rule="M1-ENC-10",
        leads=first_edition.leads,
        pool_limit=first_edition.BRAWL.pool,
        slots=lambda bearer: 0,
        free_attachments=False,
        check_crew=first_edition.judged,
        candidates=first_edition.offered,
        upgrade_candidates=lambda crew, catalogue, index, policies=STANDARD, *, left=None: (),
        formats={size.slug: size.name for size in first_edition.SIZES.values()},
        format_of=lambda crew, catalogue: first_edition.size_of(crew, catalogue).slug,
        size=first_edition.USUAL_SOULSTONES,
    ),
}


def edition_of(catalogue: Catalogue) -> HiringEdition:
    """The rules that go with these figures."""
    return EDITIONS[catalogue.edition]


def check_crew(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD) -> HiringReport:
    """Judge ``crew`` by the rules of the edition its figures are of."""
    return edition_of(catalogue).check_crew(crew, catalogue, policies)
