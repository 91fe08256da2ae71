"""Random legal Crews of the catalogue for bots: 50 Soulstones, each Faction in turn, chosen by a seed.

The figures are passed as records (``models.json``, ``upgrades.json`` of a release); no file is read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from rules.crews.catalogue import MASTER, Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import STANDARD_SIZE, CrewList
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.readings import STANDARD
from rules.editions.m3e.play.setup.before import step_h_reveal
from rules.editions.m3e.play.setup.hiring import Hall
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.scripts.arrivals import arriving
from rules.editions.m3e.scripts.catalogue import cards_of, upgrades_of
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.fate.shuffle import Stream, digest
from rules.game.setup.setup import CrewSetup, EncounterSetup

MOST_MODELS = 12
Record = Mapping[str, Any]


class CatalogueStock:
    """A release of figures, made from its records (``setup.hiring.Stock``)."""

    def __init__(self, models: Iterable[Record], upgrades: Iterable[Record]) -> None:
        self.records, self._upgrades = tuple(models), tuple(upgrades)

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(
            map(_profile, self.records),
            (msgspec.convert(record, UpgradeProfile) for record in self._upgrades),
            edition="m3e",
        )

    @cached_property
    def release(self) -> dict[str, StatCard]:
        return cards_of(self.records)

    @cached_property
    def bought(self) -> dict[str, UpgradeCard]:
        return upgrades_of(self._upgrades)

    @property
    def playable(self) -> frozenset[str]:
        return frozenset(self.release)

    def cards(self, slugs: Iterable[str]) -> dict[str, StatCard]:
        return {slug: self.release[slug] for slug in slugs}

    def upgrades(self, slugs: Iterable[str]) -> dict[str, UpgradeCard]:
        return {slug: self.bought[slug] for slug in slugs}

    def arriving(self, cards: Iterable[StatCard]) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
        return arriving(cards, self.release, self.bought)

    def encounter(self, name: str, factions: Sequence[str] = (), size: int = STANDARD_SIZE) -> EncounterSetup:
        """Two Crews of ``size`` Soulstones, seeded by ``name``: of those Factions, or of two drawn."""
        stream = Stream(digest("mfx-catalogue-crews", name))
        names = list(factions) or [tuple(FACTIONS)[stream.below(len(FACTIONS))] for _ in range(2)]
        lists = [self._drawn(faction, stream, size) for faction in names]
        return self.setup_of(name, *lists)

    def setup_of(self, name: str, first: CrewList, second: CrewList) -> EncounterSetup:
        """Those Crews in one Encounter, with the cards they may bring."""
        crews = tuple(self._revealed(crew) for crew in (first, second))
        cards = self.cards(
            dict.fromkeys(slug for crew in (first, second) for slug in (crew.leader, *_members(crew)))
        )
        summoned, attached = self.arriving(cards.values())
        upgrades = self.upgrades(dict.fromkeys((*first.bought(), *second.bought())))
        return EncounterSetup(
            ruleset=M3E.id,
            encounter=name,
            crews=(crews[0], crews[1]),
            cards=summoned | cards,
            upgrades=attached | upgrades,
        )

    def _revealed(self, crew: CrewList) -> CrewSetup:
        name = f"{self.catalogue.profile(crew.leader).name}’s Crew"
        return step_h_reveal(name, crew, self.catalogue)

    def _drawn(self, faction: str, stream: Stream, size: int) -> CrewList:
        """A Master of the Faction and models that fit, mostly of its Keywords."""
        hall = Hall(self, size, STANDARD)
        leaders = [leader for leader in hall.leaders(faction) if leader.station == MASTER]
        crew = CrewList(faction, leaders[stream.below(len(leaders))].slug, size)
        while len(crew.members) < MOST_MODELS:
            fitting = [
                candidate
                for candidate in candidates(crew, self.catalogue)
                if candidate.legal
                and candidate.profile.station != MASTER
                and candidate.profile.slug in self.release
            ]
            own = [candidate for candidate in fitting if candidate.keyword]
            if own and stream.below(4):
                fitting = own
            if not fitting:
                break
            crew = crew.add(fitting[stream.below(len(fitting))].profile.slug)
        return crew


def _profile(record: Record) -> Profile:
    abilities = [ability["name"] for ability in record["figures"].get("abilities", ())]
    return msgspec.convert({**record, "abilities": abilities}, Profile)


def _members(crew: CrewList) -> tuple[str, ...]:
    return tuple(member.slug for member in crew.members)


__all__ = ["CatalogueStock"]
