"""Hiring inside an Encounter, steps E to H: the options of what may be declared, announced and hired.

``Hall`` judges by ``rules.crews``; ``Announcing`` and ``LegalCrews`` are the options of its questions. The
procedure is in ``hire_steps.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue, Profile
from rules.crews.crewlist import CrewList, Member
from rules.crews.report import HiringReport
from rules.dialogue import Answer, Several
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import ThirdReadings
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.fate.shuffle import Stream
from rules.game.setup.agreed import Begun, CrewOptions
from rules.game.setup.equipping import SavedCrew
from rules.refusal import Refusal, Violation

MOST_MODELS = 12  # models beside the Leader in a randomly hired Crew
Slug = Annotated[str, Meta(max_length=80)]


class Stock(Protocol):
    """What Crews are hired from: one release of the figures, which never changes, and the engine's cards.

    ``playable`` are the models all of whose figures are known.
    """

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def playable(self) -> frozenset[str]: ...

    def cards(self, slugs: Iterable[str]) -> dict[str, StatCard]:
        """The Stat Cards of playable models, by slug."""

    def upgrades(self, slugs: Iterable[str]) -> dict[str, UpgradeCard]:
        """The Upgrade cards, by slug."""

    def arriving(self, cards: Iterable[StatCard]) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
        """The cards that those cards may bring into play (``scripts/arrivals.py``)."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A Crew as a player hands it in: the answer to ``hire``. ``name`` may be empty."""

    leader: Slug
    members: Annotated[tuple[Member, ...], Meta(max_length=40)] = ()
    leader_upgrades: Annotated[tuple[Slug, ...], Meta(max_length=10)] = ()
    name: Annotated[str, Meta(max_length=60)] = ""


class Hall(Struct, frozen=True):
    """The terms of hiring: the stock, the Encounter's size in Soulstones, the readings."""

    stock: Stock
    size: int
    policies: ThirdReadings

    def judged(self, crew: CrewList) -> HiringReport:
        return check_crew(crew, self.stock.catalogue, self.policies)

    def leaders(self, faction: str) -> tuple[Profile, ...]:
        """Every title that may lead a Crew of that Faction by M3E-HIRE-01, Masters first."""
        return _leaders(self, faction)

    def factions(self) -> tuple[str, ...]:
        """The Factions that have a Leader (M3E-FACTION-01)."""
        return tuple(faction for faction in FACTIONS if self.leaders(faction))

    def titles(self, faction: str, leader: str) -> tuple[Profile, ...]:
        """The titles of a declared Leader; the Crew decides which one leads (M3E-SETUP-16, -17)."""
        return tuple(profile for profile in self.leaders(faction) if profile.name == leader)

    def masters(self, faction: str, leader: str) -> tuple[Profile, ...]:
        """The Masters that may be announced beside that Leader, each considered alone (M3E-HIRE-02,
        -08)."""
        return tuple(
            profile
            for profile in self.stock.catalogue.profiles()
            if profile.station == MASTER
            and profile.slug in self.stock.playable
            and self.may_announce(faction, leader, [profile.slug])
        )

    def may_announce(self, faction: str, leader: str, masters: Iterable[str]) -> bool:
        """Whether a Crew can hold exactly those Masters under any of the Leader's titles."""
        chosen = tuple(masters)
        members = tuple(Member(slug) for slug in chosen)
        return any(
            self.judged(CrewList(faction, title.slug, self.size, members, announced=chosen)).legal
            for title in self.titles(faction, leader)
        )


@lru_cache(maxsize=64)
def _leaders(hall: Hall, faction: str) -> tuple[Profile, ...]:
    """Cached, because every step of every replay needs it and it depends only on the stock."""
    profiles = [
        profile
        for profile in hall.stock.catalogue.profiles()
        if profile.station in (MASTER, HENCHMAN)
        and faction in profile.factions
        and profile.slug in hall.stock.playable
        and hall.judged(CrewList(faction, profile.slug, hall.size)).legal
    ]
    return tuple(sorted(profiles, key=lambda profile: profile.station != MASTER))


class Announcing(Several, frozen=True, kw_only=True):
    """Additional Masters: any that fit in half of the size (M3E-HIRE-08)."""

    hall: Hall
    faction: str
    leader: str

    def contains(self, answer: Answer) -> bool:
        return super().contains(answer) and self.hall.may_announce(self.faction, self.leader, answer)

    def refused(self, answer: Answer) -> Refusal | None:
        if not super().contains(answer):
            return None
        return Refusal(
            "Those Masters do not fit into one Crew: together they cost less than half of "
            f"{self.hall.size}, and each character comes in one version.",
            rule="M3E-HIRE-08",
            fix="Announce fewer.",
        )

    def listed(self) -> Iterator[Answer]:
        keys = [choice.key for choice in self.choices]
        for number in range(self.most + 1):
            yield from (list(chosen) for chosen in combinations(keys, number) if self.contains(chosen))

    def sample(self, stream: Stream) -> Answer:
        chosen = super().sample(stream)
        return chosen if self.contains(chosen) else []

    @property
    def size(self) -> int | None:
        return None

    def shown(self) -> dict[str, Any]:
        return Several(self.choices, self.least, self.most).shown()


class LegalCrews(CrewOptions, frozen=True, kw_only=True, tag="Hiring"):
    """Every legal Crew led by the declared name with exactly the announced Masters (M3E-HIRE-01 to -22)."""

    hall: Hall
    faction: str
    leader: str
    masters: tuple[str, ...] = ()

    @property
    def begun(self) -> Begun:
        return Begun(
            size=self.hall.size,
            faction=self.faction,
            leader=self._titles()[0].slug,
            called=self.leader,
            masters=self.masters,
        )

    def answer_of(self, crew: SavedCrew) -> Answer:
        held = crew.written
        return msgspec.to_builtins(Written(held.leader, held.members, held.leader_upgrades, crew.name))

    def crew(self, written: Written) -> CrewList:
        """The Crew in the form of the hiring rules."""
        return CrewList(
            self.faction,
            written.leader,
            self.hall.size,
            written.members,
            written.leader_upgrades,
            self.masters,
        )

    def violations(self, written: Written) -> tuple[Violation, ...]:
        """Everything that the Crew breaks; faults of its Leader and figures first."""
        return (
            *self._declared(written),
            *self._without_script(written),
            *self.hall.judged(self.crew(written)).violations,
        )

    def _declared(self, written: Written) -> Iterator[Violation]:
        if written.leader not in {title.slug for title in self._titles()}:
            catalogue = self.hall.stock.catalogue
            is_profile = catalogue.has_profile(written.leader)
            leads = catalogue.profile(written.leader).full_name if is_profile else written.leader or "nobody"
            yield Violation(
                "M3E-SETUP-16",
                f"You declared {self.leader}, and {leads} leads this Crew.",
                f"Let {self.leader} lead it.",
                written.leader,
            )

    def _without_script(self, written: Written) -> Iterator[Violation]:
        catalogue, playable = self.hall.stock.catalogue, self.hall.stock.playable
        for slug in dict.fromkeys((written.leader, *(member.slug for member in written.members))):
            if catalogue.has_profile(slug) and slug not in playable:
                name = catalogue.profile(slug).full_name
                yield Violation(
                    "M3E-GEN-06", f"{name}: no source has all of its figures.", "Leave it out.", slug
                )

    def _titles(self) -> tuple[Profile, ...]:
        return self.hall.titles(self.faction, self.leader)

    def contains(self, answer: Answer) -> bool:
        return (written := read(answer)) is not None and not self.violations(written)

    def refused(self, answer: Answer) -> Refusal | None:
        written = read(answer)
        if written is None:
            return Refusal("That is no Crew.", rule="M3E-SETUP-17", fix="Send `leader` and `members`.")
        violations = self.violations(written)
        return Refusal.of(violations) if violations else None

    def listed(self) -> Iterator[Answer]:
        """The smallest Crews: each title with the Masters announced."""
        for title in self._titles():
            answer = self._answer(
                CrewList(self.faction, title.slug, members=tuple(map(Member, self.masters)))
            )
            if self.contains(answer):
                yield answer

    def sample(self, stream: Stream) -> Answer:
        """A random Crew: a smallest one, filled with models that fit."""
        smallest = list(self.listed())
        written = read(smallest[stream.below(len(smallest))])
        assert written is not None
        crew = self.crew(written)
        while len(crew.members) < MOST_MODELS:
            fitting = [
                candidate.profile.slug
                for candidate in candidates(crew, self.hall.stock.catalogue, self.hall.policies)
                if candidate.legal
                and candidate.profile.station != MASTER
                and candidate.profile.slug in self.hall.stock.playable
            ]
            if not fitting:
                break
            crew = crew.add(fitting[stream.below(len(fitting))])
        return self._answer(crew)

    @staticmethod
    def _answer(crew: CrewList) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.to_builtins(Written(crew.leader, crew.members, crew.leader_upgrades))
        return answer

    def shown(self) -> dict[str, Any]:
        return {
            "options": "Hiring",
            "faction": self.faction,
            "leader": self.leader,
            "titles": [title.slug for title in self._titles()],
            "masters": list(self.masters),
            "size": self.hall.size,
            "release": self.hall.stock.catalogue.release,
        }


def read(answer: Answer) -> Written | None:
    """The Crew of an answer, ``None`` for anything else.

    >>> read({"leader": "basse", "members": [{"slug": "guild-hound"}]}).members
    (Member(slug='guild-hound', upgrades=()),)
    """
    try:
        return msgspec.convert(answer, Written)
    except msgspec.ValidationError:
        return None


def titled(written: Written, hall: Hall) -> Written:
    """The Crew with a name: the Leader's when the player gave none."""
    if written.name.strip():
        return written
    return replace(written, name=f"{hall.stock.catalogue.profile(written.leader).name}’s Crew"[:60])


__all__ = ["Announcing", "Hall", "LegalCrews", "Stock", "Written", "read", "titled"]
