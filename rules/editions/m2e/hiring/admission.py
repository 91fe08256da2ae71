"""By which right a model joins a Crew of the Second Edition, and what that costs above its printed cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from rules.crews.catalogue import ANY_NUMBER, Profile
from rules.crews.permissions import Opened
from rules.crews.words import card_words
from rules.editions.m2e.factions import FACTIONS
from rules.editions.m2e.hiring.readings import SecondReadings
from rules.refusal import TotalLine, Violation

MERCENARY = "Mercenary"
MERCENARY_SURCHARGE = 1
MOST_MERCENARIES = 2


class Admission(Struct, frozen=True):
    """How a model may be hired: of the declared ``faction``, as a ``mercenary``, by a card's
    ``permission`` (``source`` names it), or not at all (``none``)."""

    way: Literal["faction", "mercenary", "permission", "none"]
    source: str = ""
    extra: int = 0

    @property
    def line(self) -> TotalLine | None:
        """The surcharge, when there is one (M2-HIRE-26, -38)."""
        if not self.extra:
            return None
        if self.way == "mercenary":
            return TotalLine("Mercenary of another Faction", self.extra, "M2-HIRE-26")
        return TotalLine(f"let in by {self.source}", self.extra, "M2-HIRE-38")


def in_faction(profile: Profile, leader: Profile | None, faction: str, readings: SecondReadings) -> bool:
    """M2-HIRE-13, -14.

    >>> lucius = Profile("lucius", "Lucius", "", ("guild", "neverborn"), (), "Master", None)
    >>> in_faction(lucius, None, "neverborn", SecondReadings())
    True
    """
    if readings.infaction_test == "leader" and leader is not None:
        return any(own in profile.factions for own in (faction, *leader.factions))
    return faction in profile.factions


class Doorkeeper:
    """Admits models one after the other; remembers how many each permission has let in."""

    def __init__(
        self, leader: Profile | None, faction: str, opened: Sequence[Opened], readings: SecondReadings
    ) -> None:
        self._leader, self._faction, self._readings = leader, faction, readings
        # Those without a limit first: what they let in spares the others' room.
        self._opened = sorted(opened, key=lambda card: card.permission.limit is not None)
        self._let_in: Counter[int] = Counter()

    def admit(self, profile: Profile) -> Admission:
        """The best right this model has now: its Faction, a card's permission with room, Mercenary."""
        if in_faction(profile, self._leader, self._faction, self._readings):
            return Admission("faction")
        mercenary = Admission("mercenary", extra=MERCENARY_SURCHARGE)
        hired_out = MERCENARY in profile.characteristics
        if hired_out and not self._readings.permission_beats_mercenary:
            return mercenary
        words = card_words(profile, FACTIONS)
        for place, card in enumerate(self._opened):
            permission = card.permission
            if not permission.lets_in(words, profile.wp):
                continue
            if permission.limit is not None and self._let_in[place] >= permission.limit:
                continue
            self._let_in[place] += 1
            if permission.mercenary:
                return mercenary
            extra = self._readings.permission_surcharge + permission.surcharge
            return Admission("permission", card.source, extra)
        return mercenary if hired_out else Admission("none")

    def full(self, profile: Profile) -> Opened | None:
        """The permission that would let it in, had it room (M2-HIRE-33, -35, -36)."""
        words = card_words(profile, FACTIONS)
        return next((card for card in self._opened if card.permission.lets_in(words, profile.wp)), None)


def admissions(
    models: Iterable[Profile],
    leader: Profile | None,
    faction: str,
    opened: Sequence[Opened],
    readings: SecondReadings,
) -> tuple[Admission, ...]:
    """One for each model, in their order."""
    door = Doorkeeper(leader, faction, opened, readings)
    return tuple(door.admit(profile) for profile in models)


def foreign_leader(leader: Profile) -> str:
    """The row by which a Leader of another Faction is refused, a Mercenary by one of its own (M2-HIRE-06,
    -07)."""
    return "M2-HIRE-07" if MERCENARY in leader.characteristics else "M2-HIRE-06"


def not_admitted(
    profile: Profile, leader: Profile | None, faction: str, opened: Sequence[Opened], readings: SecondReadings
) -> Violation:
    """Why a model that has no right is refused (M2-HIRE-13, -33)."""
    door = Doorkeeper(leader, faction, opened, readings)
    name = FACTIONS.get(faction, faction)
    if card := door.full(profile):
        return Violation(
            "M2-HIRE-33",
            f"{profile.full_name}: {card.source} lets in {card.permission.limit} models at most.",
            "Remove one of them.",
            profile.slug,
        )
    return Violation(
        "M2-HIRE-13",
        f"{profile.full_name} is not of the {name}, is no Mercenary, and no card of this Crew lets it in.",
        f"Hire a model of the {name} or a Mercenary.",
        profile.slug,
    )


def too_many_mercenaries(admitted: Sequence[Admission]) -> Iterator[Violation]:
    """M2-HIRE-27, -28."""
    count = sum(admission.way == "mercenary" for admission in admitted)
    if count > MOST_MERCENARIES:
        yield Violation(
            "M2-HIRE-27",
            f"{count} Mercenaries of other Factions; a Crew holds {MOST_MERCENARIES} at most.",
            f"Remove {count - MOST_MERCENARIES}.",
        )


def barred(profile: Profile, leader: Profile | None) -> Iterator[Violation]:
    """What the card itself forbids to everybody (M2-HIRE-29 to -31, -41)."""
    name, terms = profile.full_name, profile.hiring
    if terms.never:
        yield Violation(
            "M2-HIRE-30",
            f"{name} is only ever summoned, never hired.",
            "Remove it.",
            profile.slug,
        )
    if leader is None:
        return
    if reason := terms.against(leader.name, [FACTIONS.get(own, own) for own in leader.factions]):
        yield Violation(
            "M2-HIRE-29", f"{name} {reason}.", "Choose another Leader or remove it.", profile.slug
        )
    allowed = leader.hiring.only
    if allowed and not card_words(profile, FACTIONS) & {word.casefold() for word in allowed}:
        yield Violation(
            "M2-HIRE-41",
            f"{name} is none of those that {leader.full_name} hires: {', '.join(allowed)}.",
            "Hire one of them, or choose another Leader.",
            profile.slug,
        )


def totem_of_another(profile: Profile, leader: Profile | None) -> Violation | None:
    """M2-HIRE-23, -24: a Totem with a name serves that Leader; one without serves any of its Faction."""
    if not profile.is_totem or not profile.totem_for:
        return None
    if leader is not None and leader.name == profile.totem_for:
        return None
    return Violation(
        "M2-HIRE-23",
        f"{profile.full_name} is the Totem of {profile.totem_for}, who does not lead.",
        f"Let {profile.totem_for} lead, or remove the Totem.",
        profile.slug,
    )


def crowd_of_totems(profiles: Sequence[Profile], readings: SecondReadings) -> Violation | None:
    """M2-HIRE-20 to -22: one Totem, or several copies of one whose Rare allows them."""
    totems = [profile for profile in profiles if profile.is_totem]
    if len(totems) < 2:
        return None
    lone = [profile for profile in totems if not 1 < profile.limit < ANY_NUMBER]
    kinds = {profile.slug for profile in totems}
    if len(kinds) == 1 and not lone:
        return None
    if readings.mixed_totems and len(lone) < 2:
        return None
    names = ", ".join(sorted(profile.full_name for profile in totems))
    rule = "M2-HIRE-20" if len(lone) > 1 or len(kinds) == 1 else "M2-HIRE-22"
    return Violation(
        rule, f"{len(totems)} Totems ({names}); a Crew holds one.", "Keep one Totem.", totems[-1].slug
    )
