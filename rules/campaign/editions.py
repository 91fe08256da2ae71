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

from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import HENCHMAN, MASTER, SECOND, THIRD, Catalogue, Profile, UpgradeProfile
from rules.crews.permissions import Opened, in_force
from rules.crews.words import card_words
from rules.editions.m2e.hiring import upgrades as second_upgrades
from rules.editions.m2e.hiring.admission import (
    MOST_MERCENARIES,
    Admission,
    Doorkeeper,
    admissions,
    barred,
    crowd_of_totems,
    foreign_leader,
    not_admitted,
    too_many_mercenaries,
    totem_of_another,
)
from rules.editions.m2e.hiring.readings import SecondReadings
from rules.editions.m3e.arsenal import candidates as third
from rules.editions.m3e.hiring.hirable import shares_keyword
from rules.editions.m3e.hiring.pricing import leads_totem
from rules.editions.m3e.hiring.upgrades import fits, sale, too_many
from rules.refusal import TotalLine, Violation

OVERSPENT = frozenset({"M3E-HIRE-03", "M2-HIRE-01"})
"""The rules that say a Crew costs more than the Encounter's size."""
NOT_OF_THE_CREW = frozenset({"M3E-HIRE-06", "M3E-HIRE-07"})
"""The rules that keep models of other Factions out."""


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
        """Return the models without the Leader; further copies of its card follow it like others."""
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
    """The edition's half of the campaign's hiring."""

    overspent: str
    no_leader: str

    def foreign_leader(self, leader: Profile) -> str:
        """The row by which one of another Faction does not lead."""
        return self.no_leader

    @abstractmethod
    def has_price(self, profile: Profile) -> bool:
        """Whether anybody could pay for it."""

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


class _ThirdEdition(ArsenalRules):
    overspent, no_leader = "M3E-HIRE-03", "M3E-HIRE-01"

    def has_price(self, profile: Profile) -> bool:
        return profile.cost is not None

    def _let_in_by(self, profile: Profile, hirer: Hirer) -> Opened | None:
        """Return the card that admits a model which is neither of the Faction nor of the Leader's Keyword
        (SL-3E-15); of a Master only the Faction matters."""
        at_home = hirer.faction in profile.factions or shares_keyword(profile, hirer.leader)
        if at_home or profile.station == MASTER or not hirer.opened:
            return None
        words = card_words(profile)
        return next((card for card in hirer.opened if card.permission.lets_in(words, profile.wp)), None)

    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        opened = self._let_in_by(profile, hirer) is not None
        for violation in third.barred(profile, hirer.leader, hirer.faction, hirer.policies):
            if not (opened and violation.rule in NOT_OF_THE_CREW):
                yield violation

    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        return [self._surcharge(profile, hirer) for profile in followers]

    def _surcharge(self, profile: Profile, hirer: Hirer) -> TotalLine | None:
        if opened := self._let_in_by(profile, hirer):
            extra = opened.permission.surcharge or hirer.policies.offkeyword_surcharge
            return TotalLine(f"let in by {opened.source}", extra, "SL-3E-15") if extra else None
        keywords = hirer.leader.keywords if hirer.leader else ()
        return third.off_keyword(profile, keywords, hirer.faction, hirer.policies)

    def crowding(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        yield from third.crowding(profile, hirer.owned, hirer.policies)
        opened = self._let_in_by(profile, hirer)
        if opened is None or opened.permission.limit is None:
            return
        others = sum(self._let_in_by(other, hirer) == opened for other in hirer.owned)
        if others >= opened.permission.limit:
            sentence = (
                f"{profile.full_name}: {opened.source} lets in {opened.permission.limit}, and they are there."
            )
            yield Violation("SL-START-06", sentence, "Choose another model.", profile.slug)

    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        """Copies, titles and Totems (M3E-HIRE-12 to -14)."""
        for profile, count in Counter(profiles).items():
            if count > profile.limit:
                sentence = f"{profile.full_name}: {count} in the Crew, at most {profile.limit}."
                fix = f"Leave {count - profile.limit} out."
                yield Violation("M3E-HIRE-12", sentence, fix, profile.slug)
        for name in dict.fromkeys(profile.name for profile in profiles):
            versions = sorted({profile.full_name for profile in profiles if profile.name == name})
            if len(versions) > 1:
                sentence = f"{name} is in the Crew in {len(versions)} versions."
                yield Violation("M3E-HIRE-13", sentence, "Keep one of them.", name)
        masters = {profile.name for profile in profiles if profile.station == MASTER}
        for profile in dict.fromkeys(profiles):
            if profile.is_totem and profile.totem_for not in masters:
                sentence = f"{profile.full_name} is the Totem of {profile.totem_for}, who is not in the Crew."
                yield Violation("M3E-HIRE-14", sentence, "Hire the Master or leave it out.", profile.slug)

    def free_with(self, profile: Profile, leader: Profile | None) -> bool:
        return leads_totem(profile, leader)

    def sold(self, upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
        yield from sale(upgrade, faction)

    def fits(
        self, upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
    ) -> Iterator[Violation]:
        if violation := fits(upgrade, bearer):
            yield violation

    def slots(self, bearer: Profile) -> tuple[int, str]:
        return 1, "M3E-HIRE-17"

    def takes_slot(self, upgrade: UpgradeProfile) -> bool:
        return True

    def copies(self, upgrade: UpgradeProfile, count: int) -> Violation | None:
        return too_many(upgrade, count)


class _SecondEdition(ArsenalRules):
    overspent, no_leader = "M2-HIRE-01", "M2-HIRE-06"
    readings = SecondReadings(size_bands_enforced=False)  # M2-HIRE-03

    def foreign_leader(self, leader: Profile) -> str:
        return foreign_leader(leader)

    def has_price(self, profile: Profile) -> bool:
        return profile.cost is not None or profile.station == MASTER  # M2-HIRE-11, M2-CAMP-06

    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """A Master becomes the Leader when hired, so its Faction alone decides (M2-HIRE-06, -08)."""
        leader = profile if profile.station == MASTER else hirer.leader
        opened = () if profile.station == MASTER else hirer.opened
        door = Doorkeeper(leader, hirer.faction, opened, self.readings)
        right = door.admit(profile)
        if right.way == "none" or (profile.station == MASTER and right.way != "faction"):
            yield not_admitted(profile, leader, hirer.faction, opened, self.readings)
        yield from barred(profile, leader)

    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        return [right.line for right in self._rights(followers, hirer)]

    def _rights(self, followers: Sequence[Profile], hirer: Hirer) -> tuple[Admission, ...]:
        return admissions(followers, hirer.leader, hirer.faction, hirer.opened, self.readings)

    def crowding(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """Rare, Mercenaries and what a card lets in at most bind the Arsenal too (M2-CAMP-02, M2-HIRE-33); a
        Totem waits for its Master (M2-CAMP-04)."""
        copies = sum(other.slug == profile.slug for other in hirer.owned)
        if third.copies_are_bound(profile, hirer.policies) and copies >= profile.limit:
            sentence = f"{profile.full_name}: Rare {profile.limit}, and the Arsenal holds {copies}."
            yield Violation("M2-CAMP-02", sentence, "Choose another model.", profile.slug)
        if violation := totem_of_another(profile, hirer.leader):
            yield violation
        *rights, one_more = self._rights([*hirer.followers, profile], hirer)
        yield from self._beyond([profile], [one_more], hirer)
        mercenaries = sum(right.way == "mercenary" for right in rights)
        if one_more.way == "mercenary" and mercenaries >= MOST_MERCENARIES:
            sentence = f"{profile.full_name}: the Arsenal holds {mercenaries} Mercenaries of other Factions."
            yield Violation("M2-CAMP-02", sentence, "Choose another model.", profile.slug)

    def _beyond(
        self, profiles: Sequence[Profile], rights: Sequence[Admission], hirer: Hirer
    ) -> Iterator[Violation]:
        """Return the models that a card would admit if it had room (M2-HIRE-33)."""
        door = Doorkeeper(hirer.leader, hirer.faction, hirer.opened, self.readings)
        for profile, right in zip(profiles, rights, strict=True):
            if right.way == "none" and profile.station != MASTER and door.full(profile):
                yield not_admitted(profile, hirer.leader, hirer.faction, hirer.opened, self.readings)

    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        """Rare, Totems, Mercenaries, what a card lets in at most (M2-HIRE-17, -20 to -23, -27, -33); what is
        owned may be hired, whoever leads now (SL-LEADER-05)."""
        for profile, count in Counter(profiles).items():
            if count > profile.limit:
                sentence = f"{profile.full_name}: {count} in the Crew, Rare {profile.limit}."
                fix = f"Leave {count - profile.limit} out."
                yield Violation("M2-HIRE-17", sentence, fix, profile.slug)
        followers = hirer.followers
        if crowd := crowd_of_totems(followers, self.readings):
            yield crowd
        for profile in dict.fromkeys(followers):
            if violation := totem_of_another(profile, hirer.leader):
                yield violation
        rights = self._rights(followers, hirer)
        yield from too_many_mercenaries(rights)
        yield from dict.fromkeys(self._beyond(followers, rights, hirer))

    def free_with(self, profile: Profile, leader: Profile | None) -> bool:
        return False  # M2-HIRE-25

    def sold(self, upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
        yield from second_upgrades.of_faction(upgrade, faction)
        if not self.takes_slot(upgrade):
            sentence = f"{upgrade.name} is handed out in play, not bought for an Arsenal."
            yield Violation("M2-HIRE-54", sentence, "Choose another Upgrade.", upgrade.slug)

    def together(
        self,
        bearer: Profile,
        upgrades: Sequence[UpgradeProfile],
        leader: Profile | None,
        copies: Counter[str],
    ) -> Iterator[Violation]:
        yield from second_upgrades.lessons(bearer, upgrades, leader, copies)
        yield from second_upgrades.limited(bearer, upgrades)

    def stocked(self, upgrade: UpgradeProfile, copies: int, policies: Policies) -> Iterator[Violation]:
        """An Arsenal holds as many as one Crew may have: Rare, or one where none is printed (M2-CAMP-02,
        M2-HIRE-46, -47)."""
        most = second_upgrades.copies_allowed(upgrade, self.readings)
        if policies.arsenal_model_limit and most is not None and copies >= most:
            printed = f"Rare {upgrade.plentiful}" if upgrade.plentiful else f"{most} in a Crew"
            sentence = f"{upgrade.name}: {printed}, and the Arsenal holds {copies}."
            yield Violation("M2-CAMP-02", sentence, "Choose another Upgrade.", upgrade.slug)

    def fits(
        self, upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
    ) -> Iterator[Violation]:
        yield from second_upgrades.fits(upgrade, bearer, leads=leads, leader=leader)
        if self.takes_slot(upgrade) and not second_upgrades.slots_of(bearer):
            sentence = f"{bearer.full_name} is a {bearer.station}, who has no Upgrades."
            yield Violation("M2-HIRE-42", sentence, "Give it to another model.", bearer.slug)

    def slots(self, bearer: Profile) -> tuple[int, str]:
        return second_upgrades.slots_of(bearer), "M2-HIRE-42"

    def takes_slot(self, upgrade: UpgradeProfile) -> bool:
        return second_upgrades.takes_slot(upgrade, self.readings)

    def copies(self, upgrade: UpgradeProfile, count: int) -> Violation | None:
        return second_upgrades.too_many(upgrade, count, self.readings)


ARSENAL_RULES: dict[str, ArsenalRules] = {THIRD: _ThirdEdition(), SECOND: _SecondEdition()}


def arsenal_rules(catalogue: Catalogue) -> ArsenalRules:
    """Those that go with the league's figures."""
    return ARSENAL_RULES[catalogue.edition]


def known_upgrades(slugs: Iterable[str], catalogue: Catalogue) -> list[UpgradeProfile]:
    """The Upgrades of those slugs, one per copy; unknown slugs are passed over."""
    return [catalogue.upgrade(slug) for slug in slugs if catalogue.has_upgrade(slug)]


def able_to_lead(profile: Profile) -> bool:
    """A Master or a Henchman that is ever hired."""
    return profile.station in (MASTER, HENCHMAN) and not profile.hiring.never
