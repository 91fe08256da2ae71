"""What an Arsenal and its Crews may hold by the Third Edition's figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.campaign.arsenal_rules import ArsenalRules, Hirer
from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER, Profile, UpgradeProfile
from rules.crews.permissions import Opened
from rules.crews.together import several_titles, too_many_copies
from rules.crews.words import card_words
from rules.editions.m3e.arsenal import candidates as third
from rules.editions.m3e.arsenal.cards import ScriptedCards
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.hirable import shares_keyword
from rules.editions.m3e.hiring.pricing import as_hired, leads_totem
from rules.editions.m3e.hiring.upgrades import fits, sale, too_many
from rules.refusal import TotalLine, Violation

NOT_OF_THE_CREW = frozenset({"M3E-HIRE-06", "M3E-HIRE-07"})
"""The rules that keep models of other Factions out."""


class ThirdArsenal(ArsenalRules):
    no_leader = "M3E-HIRE-01"
    cards = ScriptedCards()

    def has_price(self, profile: Profile) -> bool:
        return profile.cost is not None

    def barred_to_lead(self, leader: Profile, policies: Policies) -> Iterator[Violation]:
        yield from third.unhireable(leader, policies)

    def _let_in_by(self, profile: Profile, hirer: Hirer) -> Opened | None:
        """The card that admits a model which is neither of the Faction nor of the Leader's Keyword
        (SL-3E-15); of a Master only the Faction matters."""
        at_home = hirer.faction in profile.factions or shares_keyword(profile, hirer.leader)
        if at_home or profile.station == MASTER or not hirer.opened:
            return None
        words = card_words(profile, FACTIONS)
        return next((card for card in hirer.opened if card.permission.lets_in(words, profile.wp)), None)

    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        opened = self._let_in_by(profile, hirer) is not None
        for violation in third.barred(profile, hirer.leader, hirer.faction, hirer.policies):
            if not (opened and violation.rule in NOT_OF_THE_CREW):
                yield violation

    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        return [self.surcharge(profile, hirer) for profile in followers]

    def surcharge(self, profile: Profile, hirer: Hirer) -> TotalLine | None:
        if opened := self._let_in_by(profile, hirer):
            extra = opened.permission.surcharge or hirer.policies.offkeyword_surcharge
            return TotalLine(f"let in by {opened.source}", extra, "SL-3E-15") if extra else None
        keywords = hirer.leader.keywords if hirer.leader else ()
        return third.off_keyword(as_hired(profile, hirer.leader), keywords, hirer.faction, hirer.policies)

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
        yield from too_many_copies(profiles, "M3E-HIRE-12", remove="Leave {} out.")
        yield from several_titles(profiles, "M3E-HIRE-13")
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
