"""The editions by whose rules a Crew is hired: one object each, found by the figures it is hired from.

>>> from rules.crews.catalogue import Catalogue
>>> edition_of(Catalogue([], edition="m2e")).pool_limit
7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from rules.crews import candidates, first_edition, hiring
from rules.crews.candidates import Candidate, UpgradeCandidate
from rules.crews.catalogue import FIRST, SECOND, THIRD, Catalogue, Profile, factions_of
from rules.crews.crewlist import CrewList
from rules.crews.hiring import HiringReport
from rules.crews.policies import STANDARD, HiringPolicies
from rules.crews.second_edition import candidates as second_candidates
from rules.crews.second_edition import hiring as second_hiring
from rules.crews.second_edition.upgrades import slots_of
from rules.crews.upgrades import BOUGHT_PER_MODEL

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
    """``factions`` slug and name of those one may declare; ``slots`` how many Upgrades a model has room for
    when hired; ``free_attachments`` whether some stand outside that room."""

    slug: str
    name: str
    factions: Mapping[str, str]
    pool_limit: int
    slots: Callable[[Profile], int]
    free_attachments: bool
    check_crew: Judge
    candidates: Offer
    upgrade_candidates: UpgradeOffer


EDITIONS = {
    THIRD: HiringEdition(
        slug=THIRD,
        name="Third Edition",
        factions=factions_of(THIRD),
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
        pool_limit=first_edition.BRAWL.pool,
        slots=lambda bearer: 0,
        free_attachments=False,
        check_crew=first_edition.judged,
        candidates=first_edition.offered,
        upgrade_candidates=lambda crew, catalogue, index, policies=STANDARD, *, left=None: (),
    ),
}


def edition_of(catalogue: Catalogue) -> HiringEdition:
    """The rules that go with these figures."""
    return EDITIONS[catalogue.edition]


def check_crew(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD) -> HiringReport:
    """Judge ``crew`` by the rules of the edition its figures are of."""
    return edition_of(catalogue).check_crew(crew, catalogue, policies)
