"""Saved Crews and figures of the catalogue as the rules take them (``rules.game.setup.equipping``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from mfcampaign.catalog.queries import cards_with_pack, catalogue_for, current_release, pack_version
from mfcampaign.catalog.release_cards import cached_until_release, cards_of_release
from mfcampaign.crews.queries import Build, build, crewlist_of, tried_of
from mfcampaign.play.engines import recorded_by
from rules.campaign.tried import TriedOn
from rules.campaign.tried.playing import wearing
from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.crews.report import HiringReport
from rules.game.printed import Models, Upgrades
from rules.game.setup.equipping import EquippedCrew, Record


class CardRows(Mapping[str, Record]):
    """Cards by slug as plain data, each converted when it is looked at."""

    def __init__(self, cards: Mapping[str, Any]) -> None:
        self._cards = cards
        self._rows: dict[str, Record] = {}

    def __getitem__(self, slug: str) -> Record:
        if slug not in self._rows:
            self._rows[slug] = msgspec.to_builtins(self._cards[slug])
        return self._rows[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


class ReleaseFigures:
    """A release, with a pack laid over it."""

    def __init__(self, release_id: int, pack_id: int | None) -> None:
        self.release_id, self.pack_id = release_id, pack_id

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.release_id, self.pack_id)

    @cached_property
    def _laid(self) -> tuple[CardRows, CardRows]:
        models, upgrades = cards_with_pack(self.release_id, self.pack_id)
        return CardRows(models), CardRows(upgrades)

    @property
    def models(self) -> CardRows:
        return self._laid[0]

    @property
    def upgrades(self) -> CardRows:
        return self._laid[1]

    def everything(self) -> tuple[Models, Upgrades]:
        version = None if self.pack_id is None else pack_version(self.pack_id)
        return _everything(self.release_id, self.pack_id, version)


@cached_until_release(4)
def _everything(release_id: int, pack_id: int | None, version: int | None) -> tuple[Models, Upgrades]:
    """The cards of a release are made once a process; ``version`` is only part of the cache key."""
    by = recorded_by(cards_of_release(release_id).edition).equipment
    models, upgrades = cards_with_pack(release_id, pack_id)
    playable = {slug: by.model(row) for slug, row in CardRows(models).items()}
    return (
        {slug: card for slug, card in playable.items() if card is not None},
        {slug: by.upgrade(row) for slug, row in CardRows(upgrades).items()},
    )


def current_figures(edition: str) -> ReleaseFigures:
    """The figures of the edition that new Crews are hired from, without a pack."""
    return ReleaseFigures(current_release(edition).pk, None)


class Saved:
    """A saved Crew, read and judged as far as it is looked at."""

    def __init__(self, row: Any) -> None:
        self.row = row
        self.name: str = row.name

    @cached_property
    def written(self) -> CrewList:
        return crewlist_of(self.row, list(self.row.members.all()))

    @cached_property
    def _built(self) -> Build:
        return build(self.row)

    @property
    def report(self) -> HiringReport:
        return self._built.report

    @cached_property
    def figures(self) -> ReleaseFigures:
        return ReleaseFigures(self.row.release_id, self.row.pack_id)

    @cached_property
    def tried(self) -> TriedOn:
        return tried_of(self.row, list(self.row.members.all()))

    def wearing(self, crew: EquippedCrew) -> EquippedCrew:
        return wearing(crew, self.tried, self.figures.catalogue) if self.tried else crew
