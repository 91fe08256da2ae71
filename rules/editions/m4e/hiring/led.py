"""What decides under a Leader who may be hired and at which price: the Leader, the Faction, the crew card."""

from __future__ import annotations

from msgspec import Struct

from rules.crews.catalogue import MASTER, Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList
from rules.crews.permissions import NO_TERMS, HiringTerms
from rules.crews.policies import HiringPolicies
from rules.crews.words import card_words
from rules.editions.m4e.factions import FACTIONS
from rules.refusal import Total, TotalLine, Violation

CREW_CARD = "Crew card"
LOYAL = "Loyal"
MOST_OUT_OF_KEYWORD = 2


def leads(profile: Profile, faction: str) -> bool:
    """Whether the model may lead a Crew of the Faction: a Master, or a model that a crew card lets lead
    (M4-HIRE-07, -18)."""
    return (profile.station == MASTER or bool(profile.hiring.crew_cards)) and faction in profile.factions


def crew_card(crew: CrewList, catalogue: Catalogue) -> UpgradeProfile | None:
    """The crew card that the Leader brings: the chosen one, else that of its title (M4-HIRE-09)."""
    if not catalogue.has_profile(crew.leader):
        return None
    own = catalogue.profile(crew.leader).hiring.crew_cards
    chosen = [slug for slug in (*crew.leader_upgrades, *own) if slug in own and catalogue.has_upgrade(slug)]
    return catalogue.upgrade(chosen[0]) if chosen else None


class Led(Struct, frozen=True):
    """``leader`` is ``None`` while none is chosen; ``terms`` are what the crew card says about hiring."""

    leader: Profile | None
    faction: str
    card: UpgradeProfile | None
    policies: HiringPolicies
    terms: HiringTerms

    def brings(self, profile: Profile) -> bool:
        """Whether the model comes with the Leader for nothing: its linked Totem, or itself a second time
        (M4-HIRE-08, -24)."""
        return self.leader is not None and profile.slug in self.leader.hiring.brings

    def shares_keyword(self, profile: Profile) -> bool:
        return self.leader is not None and any(word in self.leader.keywords for word in profile.keywords)

    def opens(self, profile: Profile) -> bool:
        """Whether the crew card lets the model in, at its cost (M4-HIRE-18)."""
        if not self.terms.opens:
            return False
        words = card_words(profile, FACTIONS)
        return any(each.lets_in(words, profile.wp) for each in self.terms.opens)

    def out_of_keyword(self, profile: Profile) -> bool:
        """Whether it costs 1 more and is one of two (M4-HIRE-11 to -13)."""
        at_home = profile.versatile and self.faction in profile.factions
        return not (at_home or self.brings(profile) or self.shares_keyword(profile) or self.opens(profile))

    def against(self, profile: Profile) -> tuple[Violation, ...]:
        """Every reason why the model cannot be hired, the rest of the Crew left aside."""
        if self.brings(profile):
            return ()
        reasons = (
            _another_master(profile),
            self._totem(profile),
            _costless(profile),
            self._belongs(profile),
            self._closed(profile),
        )
        return tuple(reason for reason in reasons if reason is not None)

    def _totem(self, profile: Profile) -> Violation | None:
        if not profile.is_totem:
            return None
        whose = profile.totem_for or "a Master whom no source names"
        return Violation(
            "M4-HIRE-08",
            f"{profile.full_name} is the Totem of {whose} and comes with its Master alone.",
            "Remove it, or let its Master lead.",
            profile.slug,
        )

    def _belongs(self, profile: Profile) -> Violation | None:
        if self.shares_keyword(profile):
            return None
        whose = self.leader.full_name if self.leader else "the Leader"
        if LOYAL in profile.characteristics:
            return Violation(
                "M4-HIRE-14",
                f"{profile.full_name} is Loyal and shares no Keyword with {whose}.",
                f"Remove it, or let a Leader of {' or '.join(profile.keywords)} hire it.",
                profile.slug,
            )
        if self.opens(profile) or self.faction in profile.factions or self.policies.allowance(profile.slug):
            return None
        name = FACTIONS.get(self.faction, self.faction)
        theirs = " and ".join(FACTIONS.get(slug, slug) for slug in profile.factions) or "no Faction"
        return Violation(
            "M4-HIRE-11",
            f"{profile.full_name}: {theirs}; your Crew is {name}, and it shares no Keyword with {whose}.",
            f"Hire a model of the {name}, or one that shares a Keyword with the Leader.",
            profile.slug,
        )

    def _closed(self, profile: Profile) -> Violation | None:
        if self.card is None or not self.terms.only:
            return None
        if card_words(profile, FACTIONS) & {word.casefold() for word in self.terms.only}:
            return None
        return Violation(
            "M4-HIRE-18",
            f"{profile.full_name}: by the crew card {self.card.name} the Crew hires "
            f"{' and '.join(self.terms.only)} alone.",
            "Remove it, or let another lead.",
            profile.slug,
        )

    def price(self, profile: Profile) -> Total:
        """What it costs to hire, opened to its lines; one that nobody hires by itself costs nothing."""
        cost = profile.cost or 0
        lines = [TotalLine(profile.full_name, cost)]
        if self.brings(profile):
            lines = [TotalLine(profile.full_name, 0, "M4-HIRE-08", "comes with the Leader")]
        elif self.out_of_keyword(profile):
            lines.append(TotalLine("out of Keyword", 1, "M4-HIRE-12"))
        if allowance := self.policies.allowance(profile.slug):
            amount = max(allowance.amount, -sum(line.amount for line in lines))
            lines.append(TotalLine(f"when hiring: {allowance.source}", amount, "M4-HIRE-18"))
        return Total.of(lines)

    def group(self, profile: Profile) -> str:
        """The name of its price rule."""
        if self.opens(profile):
            return "card"
        if self.brings(profile) or self.shares_keyword(profile):
            return "keyword"
        return "other" if self.out_of_keyword(profile) else "versatile"


def led(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies) -> Led:
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    card = crew_card(crew, catalogue)
    return Led(leader, crew.faction, card, policies, card.hiring if card else NO_TERMS)


def leader_price(leader: Profile) -> Total:
    """A Leader is hired for nothing, whatever its card prints (M4-HIRE-08)."""
    cost = leader.cost or 0
    return Total.of(
        [TotalLine(leader.full_name, cost), *([TotalLine("Leader", -cost, "M4-HIRE-08")] if cost else [])]
    )


def joins_free(profile: Profile, leader: Profile) -> bool:
    """Whether the model comes with that Leader for nothing (M4-HIRE-08, -24)."""
    return profile.slug in leader.hiring.brings


def _another_master(profile: Profile) -> Violation | None:
    if profile.station != MASTER:
        return None
    return Violation(
        "M4-HIRE-07",
        f"{profile.full_name} is a Master: a Crew has one alone, and it leads.",
        "Remove it, or let it lead.",
        profile.slug,
    )


def _costless(profile: Profile) -> Violation | None:
    """Of Masters and Totems other rows say more."""
    if profile.cost is not None or profile.station == MASTER or profile.is_totem:
        return None
    return Violation(
        "M4-HIRE-16",
        f"{profile.full_name} has no cost: it is not hired, and comes in play alone.",
        "Remove it.",
        profile.slug,
    )
