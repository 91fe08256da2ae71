"""What an Arsenal may hold by the Fourth Edition's figures (SL-4E)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.campaign.arsenal_rules import EQUIPMENT, ArsenalRules, Hirer
from rules.campaign.candidates import crowded
from rules.crews.catalogue import HENCHMAN, MASTER, PEON, Catalogue, Profile, UpgradeProfile
from rules.crews.permissions import HiringTerms
from rules.crews.policies import HiringPolicies
from rules.crews.together import several_titles, too_many_copies
from rules.crews.words import meets, words_of
from rules.editions.m4e.factions import FACTIONS
from rules.editions.m4e.hiring.led import MOST_OUT_OF_KEYWORD, Led, joins_free
from rules.refusal import TotalLine, Violation

PRINTED = HiringPolicies()


def as_leagues_read(profile: Profile, printed: Catalogue) -> Profile:
    """A Henchman by characteristic has the campaign's station of that name (SL-4E-01); a Totem costs nothing
    (SL-4E-15); whom one of its crew cards lets in a Master lets in itself (SL-4E-13)."""
    if HENCHMAN in profile.characteristics and not profile.station:
        profile = replace(profile, station=HENCHMAN)
    cards = (printed.upgrade(slug) for slug in profile.hiring.crew_cards if printed.has_upgrade(slug))
    if opens := tuple(permission for card in cards for permission in card.hiring.opens):
        profile = replace(profile, hiring=replace(profile.hiring, opens=opens))
    return replace(profile, cost=0) if profile.is_totem and profile.cost is None else profile


def _led(hirer: Hirer) -> Led:
    """Of crew cards it counts whom they let in, not what they ask of a whole Crew (SL-4E-13)."""
    opens = tuple(opened.permission for opened in hirer.opened)
    return Led(hirer.leader, hirer.faction, None, PRINTED, HiringTerms(opens=opens))


class FourthArsenal(ArsenalRules):
    no_leader = "SL-4E-03"
    sells_upgrades = False

    def figures(self, printed: Catalogue) -> Catalogue:
        return Catalogue(
            (as_leagues_read(profile, printed) for profile in printed.profiles()),
            printed.upgrades(),
            release=printed.release,
            edition=printed.edition,
        )

    def joining(self, profile: Profile, figures: Catalogue) -> tuple[Profile, ...]:
        """Its Totems, or itself once more, in all the copies that their limit allows (SL-4E-15)."""
        joined: list[Profile] = []
        for slug in profile.hiring.brings if profile.station == MASTER else ():
            if not figures.has_profile(slug):
                continue
            companion = figures.profile(slug)
            copies = companion.limit - (slug == profile.slug)
            station = "" if companion.station == MASTER else companion.station
            joined += [replace(companion, station=station, cost=0)] * copies
        return tuple(joined)

    def has_price(self, profile: Profile) -> bool:
        return profile.cost is not None or profile.station == MASTER

    def barred(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """Of a Master the Faction alone decides, as it leads at once (SL-LEADER-01, SL-4E-14)."""
        if profile.station != MASTER:
            yield from _led(hirer).against(profile)
        elif hirer.faction not in profile.factions:
            name = FACTIONS.get(hirer.faction, hirer.faction)
            sentence = f"{profile.full_name} is not of the {name}, the Faction declared."
            yield Violation("SL-4E-14", sentence, "Choose another Master.", profile.slug)

    def surcharges(self, followers: Sequence[Profile], hirer: Hirer) -> list[TotalLine | None]:
        extra, led = hirer.policies.offkeyword_surcharge, _led(hirer)
        line = TotalLine("out of Keyword", extra, "SL-4E-12") if extra else None
        return [line if _out_of_keyword(profile, led) else None for profile in followers]

    def crowding(self, profile: Profile, hirer: Hirer) -> Iterator[Violation]:
        """Limits and titles bind the Arsenal too, and two out of Keyword are the most that a Leader buys
        (SL-4E-11, -12)."""
        yield from crowded(profile, hirer.owned, hirer.policies, "SL-4E-11")
        led = _led(hirer)
        if hirer.leader is None or not _out_of_keyword(profile, led):
            return
        strangers = sum(_out_of_keyword(other, led) for other in hirer.followers)
        if strangers >= MOST_OUT_OF_KEYWORD:
            sentence = (
                f"{profile.full_name} shares no Keyword with {hirer.leader.full_name}, and the Arsenal "
                f"holds {strangers} such models; {MOST_OUT_OF_KEYWORD} are the most."
            )
            yield Violation("SL-4E-12", sentence, "Choose a model of the Leader’s Keywords.", profile.slug)

    def company(self, profiles: Sequence[Profile], hirer: Hirer) -> Iterator[Violation]:
        """Limits, titles, and Totems that go with their Master alone (M4-HIRE-08, -10, -15); what is owned
        may be hired, out of Keyword too (SL-LEADER-05, SL-4E-12)."""
        yield from too_many_copies(profiles, "M4-HIRE-15", remove="Leave {} out.")
        yield from several_titles(profiles, "M4-HIRE-10")
        for profile in dict.fromkeys(profiles):
            if profile.is_totem and not self.free_with(profile, hirer.leader):
                sentence = f"{profile.full_name} is the Totem of {profile.totem_for}, who does not lead."
                yield Violation(
                    "M4-HIRE-08", sentence, "Let that Master lead, or leave it out.", profile.slug
                )

    def free_with(self, profile: Profile, leader: Profile | None) -> bool:
        return leader is not None and joins_free(profile, leader)

    def sold(self, upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
        if EQUIPMENT in upgrade.marks:
            return
        sentence = (
            f"{upgrade.name} is not bought: Upgrades are gained in play, and a Master has its crew card."
        )
        yield Violation("SL-4E-16", sentence, "Barter for Equipment instead.", upgrade.slug)

    def fits(
        self, upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
    ) -> Iterator[Violation]:
        """Equipment to start with (SL-START-09, SL-4E-17)."""
        words = words_of(bearer)
        missing = [word for word in upgrade.restricted if not meets(word, words)]
        if bearer.station == PEON or missing:
            sentence = f"{upgrade.name} is not for {bearer.full_name}."
            yield Violation("SL-4E-17", sentence, "Choose another bearer.", bearer.slug)

    def slots(self, bearer: Profile) -> tuple[int, str]:
        """One Equipment; a Peon bears none (SL-4E-17)."""
        return 0 if bearer.station == PEON else 1, "SL-4E-17"

    def takes_slot(self, upgrade: UpgradeProfile) -> bool:
        return True

    def copies(self, upgrade: UpgradeProfile, count: int) -> Violation | None:
        return None


def _out_of_keyword(profile: Profile, led: Led) -> bool:
    return profile.station != MASTER and not profile.is_totem and led.out_of_keyword(profile)
