"""Hiring a Crew by the rules of an edition, found by the figures it is hired from.

>>> from rules.crews.catalogue import Catalogue
>>> hiring_of(Catalogue([], edition="m2e")).pool_limit
7
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import STANDARD_SIZE, CrewList
from rules.crews.offers import Candidate, PriceGroup, UpgradeCandidate, hiring_order
from rules.crews.policies import Consent, HiringPolicies
from rules.crews.report import HiringReport
from rules.edition import edition_of

Policies = TypeVar("Policies", bound=HiringPolicies)
Decided = TypeVar("Decided", bound=HiringPolicies, contravariant=True)
Judge = Callable[[CrewList, Catalogue, Policies], HiringReport]


class ListCandidates(Protocol[Decided]):
    """The models that could be added to a Crew, the legal first. With ``everyone`` the answer also has
    those that no change of the Crew lets in, where the edition can say why not."""

    def __call__(
        self, crew: CrewList, catalogue: Catalogue, policies: Decided, *, everyone: bool = False
    ) -> tuple[Candidate, ...]: ...


class UpgradeOffer(Protocol[Decided]):
    """The Upgrades that the member at ``index`` (``None``: the Leader) could have, the legal first; ``left``
    saves judging the Crew again."""

    def __call__(
        self,
        crew: CrewList,
        catalogue: Catalogue,
        index: int | None,
        policies: Decided,
        *,
        left: int | None = None,
    ) -> tuple[UpgradeCandidate, ...]: ...


class HiringRules(Struct, Generic[Policies], frozen=True, kw_only=True):
    """By which rules a Crew is hired.

    * ``factions``: slug and name of those one may declare; ``faction_rule`` is the row that says so;
    * ``leads``: whether a model may lead a Crew of a Faction;
    * ``pool_limit``: the most Soulstones in a pool; what is unspent above it is lost by ``lost_rule``, empty
      where the pool is not of unspent Soulstones alone;
    * ``slots``: how many Upgrades a model has room for when hired; with ``free_attachments`` some stand
      outside that room;
    * ``policies``: what an organiser decides, made without arguments as nobody decided otherwise;
    * ``groups``: the price rules that a page tells apart, in its order;
    * ``joins_free``: whether a model joins the Leader for nothing, as a Crew begins with it; ``None`` where
      none does; ``must_join``: a Crew without it is not legal;
    * ``leader_card``: the card that a Leader brings for nothing, beside any that are bought, ``None`` where
      there is none; ``attached`` what those are called that a model may have when hired, ``unattached`` none;
    * ``in_the_app``: the official app lists Crews of the edition, and says nowhere of which they are;
    * ``consent``: the models that need the organiser's consent; ``None`` where none does;
    * ``formats``: the Encounters to choose from where a size alone does not say which it is, ``format_rule``
      the row and ``format_note`` the words about them, ``format_of`` a Crew's; ``size`` is the usual one.
    """

    factions: Mapping[str, str]
    faction_rule: str
    leads: Callable[[Profile, str], bool]
    pool_limit: int
    slots: Callable[[Profile], int]
    free_attachments: bool
    policies: type[Policies]
    check_crew: Judge[Policies]
    candidates: ListCandidates[Policies]
    upgrade_candidates: UpgradeOffer[Policies]
    lost_rule: str = ""
    groups: tuple[PriceGroup, ...] = (PriceGroup(name="other", title="To hire"),)
    joins_free: Callable[[Profile, Profile], bool] | None = None
    must_join: bool = False
    leader_card: Callable[[CrewList, Catalogue], UpgradeProfile | None] = lambda crew, catalogue: None
    attached: str = "Upgrade"
    unattached: str = "no Upgrade"
    in_the_app: bool = False
    consent: Consent | None = None
    formats: Mapping[str, str] = {}
    format_rule: str = ""
    format_note: str = ""
    format_of: Callable[[CrewList, Catalogue], str] = lambda crew, catalogue: ""
    size: int = STANDARD_SIZE

    @property
    def fills(self) -> bool:
        """Whether models are proposed for what is left of a Crew's Soulstones."""
        return any(group.fills for group in self.groups)

    def grouped(
        self, candidates: Iterable[Candidate], stations: Sequence[str]
    ) -> Iterator[tuple[PriceGroup, tuple[Candidate, ...]]]:
        """The price rules that have candidates, with these in ``hiring_order``; the barred are in
        none."""
        free = [candidate for candidate in candidates if not candidate.barred]
        for group in self.groups:
            own = (candidate for candidate in free if candidate.group == group.name)
            if ordered := tuple(sorted(own, key=lambda each: hiring_order(each.profile, stations))):
                yield group, ordered

    def needs_consent(self, profile: Profile) -> bool:
        """Whether the model is hired with the organiser's consent alone."""
        return self.consent is not None and self.consent.faction in profile.factions


def hiring_of(catalogue: Catalogue) -> HiringRules[Any]:
    """The rules that go with these figures."""
    return edition_of(catalogue.edition).hiring


def check_crew(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies | None = None) -> HiringReport:
    """Judge ``crew`` by the rules of the edition its figures are of. ``policies`` are that edition's; without
    them nobody decided otherwise."""
    hiring = hiring_of(catalogue)
    return hiring.check_crew(crew, catalogue, policies or hiring.policies())
