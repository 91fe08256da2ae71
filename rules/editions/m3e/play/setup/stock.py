"""A stock to hire from, made of a release of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from rules.crews.catalogue import Catalogue
from rules.editions.m3e.scripts.catalogue import cards_of, is_complete, upgrades_of
from rules.editions.m3e.scripts.equipment import arriving_from
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.setup.equipping import Figures


class ReleaseStock:
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    @property
    def catalogue(self) -> Catalogue:
        return self._figures.catalogue

    @cached_property
    def playable(self) -> frozenset[str]:
        return frozenset(slug for slug, row in self._figures.models.items() if is_complete(row))

    def cards(self, slugs: Iterable[str]) -> dict[str, StatCard]:
        return cards_of(self._figures.models[slug] for slug in slugs)

    def upgrades(self, slugs: Iterable[str]) -> dict[str, UpgradeCard]:
        return upgrades_of(self._figures.upgrades[slug] for slug in slugs)

    def arriving(self, cards: Iterable[StatCard]) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
        return arriving_from(cards, self._figures.everything)


@lru_cache(maxsize=4)
def stock_of(figures: Figures) -> ReleaseStock:
    """The stock of those figures, the same for the same, so that what was computed from it is kept."""
    return ReleaseStock(figures)
