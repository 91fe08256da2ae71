"""What an Arsenal and its Crews may hold by the edition of their figures: one object each.

*Shifting Loyalties* leaves that to the edition's own hiring rules (SL-START-06, SL-HIRE-03, M2-CAMP-01);
the campaign's own numbers are the same in both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from rules.campaign.cards import LeagueCards
from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile, UpgradeProfile
from rules.crews.permissions import Opened, in_force
from rules.edition import edition_of
from rules.refusal import Refusal, TotalLine, Violation


class Hirer(Struct, frozen=True, dict=True):
    """Who hires, by which edition's rules: the Leader, the Faction, the models and ordinary Upgrades there
    are already."""

    rules: ArsenalRules
    leader: Profile | None
    faction: str
    owned: Sequence[Profile] = ()
    upgrades: Sequence[UpgradeProfile] = ()
    policies: Policies = POLICIES

    @cached_property
    def followers(self) -> list[Profile]:
        """The models without the Leader; further copies of its card follow it like others."""
        rest, slugs = list(self.owned), [each.slug for each in self.owned]
        if self.leader is not None and self.leader.slug in slugs:
            del rest[slugs.index(self.leader.slug)]
        return rest

    @cached_property
    def opened(self) -> tuple[Opened, ...]:
        """What Leader, models and Upgrades let in (M2-HIRE-32, SL-START-10); not what an Upgrade would that
        nobody here could bear (M2-HIRE-53)."""
        leader = self.leader
        cards = [(profile.full_name, profile.hiring, profile == leader) for profile in self.owned]
        if leader is not None:
            cards.append((leader.full_name, leader.hiring, True))
        for upgrade in self.upgrades:
            led = leader is not None and self._fits(upgrade, leader, leads=True)
            if led or any(self._fits(upgrade, model, leads=False) for model in self.followers):
                cards.append((upgrade.name, upgrade.hiring, led))
        return in_force(dict.fromkeys(cards))

    def _fits(self, upgrade: UpgradeProfile, model: Profile, *, leads: bool) -> bool:
        return not any(self.rules.fits(upgrade, model, leads=leads, leader=self.leader))


class ArsenalRules(ABC):
    """The edition's half of the campaign's hiring. ``no_leader`` is the row that says a Crew has no Leader;
    ``cards`` are those of a league's models in play, ``sells_upgrades`` whether Upgrades are bought that are
    not the campaign's."""

    no_leader: str
    cards: LeagueCards = LeagueCards()
    sells_upgrades: bool = True

    def figures(self, printed: Catalogue) -> Catalogue:
        """The figures as its leagues read them: with the stations and costs that the campaign speaks of."""
        return printed

    def joining(self, profile: Profile, figures: Catalogue) -> tuple[Profile, ...]:
        """Who joins the Arsenal with a model that is hired, for nothing: a row for each copy."""
        return ()

    def foreign_leader(self, leader: Profile) -> str:
        """The row by which one of another Faction does not lead."""
        return self.no_leader

    @abstractmethod
    def has_price(self, profile: Profile) -> bool:
        """Whether anybody could pay for it."""

    def barred_to_lead(self, leader: Profile, policies: Policies) -> Iterator[Violation]:
        """Why it cannot lead a starting Arsenal, station and Faction left aside."""
        if leader.cost is None:
            sentence = f"{leader.full_name}: nobody knows its Cost, so it cannot be hired."
            yield Violation("hire.cost", sentence, "An organiser can enter a Cost in a pack.", leader.slug)

    @abstractmethod
    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """Why it cannot be bought at all."""

    @abstractmethod
    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        """What each of them costs above its own cost, one after the other (SL-START-07, M2-CAMP-03)."""

    def surcharge(self, profile: Profile, hirer: Hirer) -> TotalLine | None:
        """The same for one more beside those there are."""
        return self.surcharges([*hirer.followers, profile], hirer)[-1]

    @abstractmethod
    def crowding(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """Why one more does not fit beside what is owned."""

    @abstractmethod
    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        """What the models of one Crew may not be together."""

    @abstractmethod
    def free_with(self, profile: Profile, leader: Profile | None) -> bool:
        """Whether it comes for nothing with that Leader."""

    @abstractmethod
    def sold(self, upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
        """Why the Faction cannot buy it."""

    def stocked(self, upgrade: UpgradeProfile, copies: int, policies: Policies) -> Iterator[Violation]:
        """Why an Arsenal that holds so many ``copies`` cannot buy another."""
        yield from ()

    @abstractmethod
    def fits(
        self, upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
    ) -> Iterator[Violation]:
        """Why the model cannot have it, under ``leader``."""

    def together(
        self,
        bearer: Profile,
        upgrades: Sequence[UpgradeProfile],
        leader: Profile | None,
        copies: Counter[str],
    ) -> Iterator[Violation]:
        """What one model's Upgrades may not be together; ``copies`` are those in the Crew by slug."""
        yield from ()

    @abstractmethod
    def slots(self, bearer: Profile) -> tuple[int, str]:
        """How many Upgrades it may have when hired, and the row that says so."""

    @abstractmethod
    def takes_slot(self, upgrade: UpgradeProfile) -> bool:
        """Whether it counts among them."""

    @abstractmethod
    def copies(self, upgrade: UpgradeProfile, count: int) -> Violation | None:
        """Why there are too many of it in a Crew."""


EQUIPMENT = "Equipment"
"""The mark of Equipment that is sold like an Upgrade for a starting Arsenal."""


def arsenal_rules(catalogue: Catalogue) -> ArsenalRules:
    """Those that go with the league's figures. ``Refusal`` where no league plays the edition."""
    return arsenal_of(catalogue.edition)


def arsenal_of(code: str) -> ArsenalRules:
    """The edition's. ``Refusal`` where no league plays it."""
    edition = edition_of(code)
    if edition.arsenal is None:
        raise Refusal(f"Leagues of the {edition.name} are not played here.")
    return edition.arsenal


def known_upgrades(slugs: Iterable[str], catalogue: Catalogue) -> list[UpgradeProfile]:
    """The Upgrades of those slugs, one per copy; unknown slugs are passed over."""
    return [catalogue.upgrade(slug) for slug in slugs if catalogue.has_upgrade(slug)]


def able_to_lead(profile: Profile) -> bool:
    """A Master or a Henchman that is ever hired."""
    return profile.station in (MASTER, HENCHMAN) and not profile.hiring.never
