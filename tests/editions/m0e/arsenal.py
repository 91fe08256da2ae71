"""What an Arsenal and its Crews may hold: the own Faction, at the printed price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.campaign.arsenal_rules import ArsenalRules, Hirer
from rules.crews.catalogue import Profile, UpgradeProfile
from rules.refusal import TotalLine, Violation


class ToyArsenal(ArsenalRules):
    no_leader = "M0-HIRE-02"

    def has_price(self, profile: Profile) -> bool:
        return profile.cost is not None

    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        if hirer.faction not in profile.factions:
            yield Violation("", f"{profile.name} is of another Faction.", "Choose another.", profile.slug)

    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        return [None for _ in followers]

    def crowding(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        if sum(other.slug == profile.slug for other in hirer.owned) >= profile.limit:
            yield Violation("", f"{profile.name}: the Arsenal holds {profile.limit}.", "", profile.slug)

    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        for profile, copies in Counter(profiles).items():
            if copies > profile.limit:
                yield Violation("", f"{profile.name}: {copies} in the Crew.", "", profile.slug)

    def free_with(self, profile: Profile, leader: Profile | None) -> bool:
        return False

    def sold(self, upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
        if faction not in upgrade.factions:
            yield Violation("", f"{upgrade.name} is of another Faction.", "", upgrade.slug)

    def fits(
        self, upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
    ) -> Iterator[Violation]:
        yield from ()

    def slots(self, bearer: Profile) -> tuple[int, str]:
        return 1, ""

    def takes_slot(self, upgrade: UpgradeProfile) -> bool:
        return True

    def copies(self, upgrade: UpgradeProfile, count: int) -> Violation | None:
        return None
