"""What an Arsenal and its Crews may hold by the Second Edition's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.campaign.arsenal_rules import ArsenalRules, Hirer
from rules.campaign.candidates import copies_are_bound
from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER, Profile, UpgradeProfile
from rules.crews.together import too_many_copies
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
from rules.refusal import TotalLine, Violation


class SecondArsenal(ArsenalRules):
    no_leader = "M2-HIRE-06"
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
        if copies_are_bound(profile, hirer.policies) and copies >= profile.limit:
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
        """The models that a card would admit if it had room (M2-HIRE-33)."""
        door = Doorkeeper(hirer.leader, hirer.faction, hirer.opened, self.readings)
        for profile, right in zip(profiles, rights, strict=True):
            if right.way == "none" and profile.station != MASTER and door.full(profile):
                yield not_admitted(profile, hirer.leader, hirer.faction, hirer.opened, self.readings)

    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        """Rare, Totems, Mercenaries, what a card lets in at most (M2-HIRE-17, -20 to -23, -27, -33); what is
        owned may be hired, whoever leads now (SL-LEADER-05)."""
        yield from too_many_copies(profiles, "M2-HIRE-17", limit="Rare", remove="Leave {} out.")
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
