"""All cards of one release, read once a process: every page and the hiring rules look cards up here.

A release never changes, so the cached cards remain true; only a new ``Release`` row (or, in tests, one that
takes the number of a vanished one) empties the caches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from django.db.models import Model
from django.db.models.signals import post_delete, post_save

from mfcampaign.catalog.cards import ModelCard, Upgrade, card_from, upgrade_from
from mfcampaign.catalog.models import ChartSet, Faction, Release, StatCard, UpgradeCard
from mfcampaign.catalog.search import CardIndex

Function = TypeVar("Function", bound=Callable[..., Any])
COLUMNS = (
    "slug",
    "name",
    "title",
    "station",
    "cost",
    "limit",
    "is_totem",
    "totem_for",
    "versatile",
    "df",
    "wp",
    "mv",
    "sz",
    "health",
    "base_mm",
    "cg",
    "ca",
    "cache",
    "hiring",
    "verified",
    "characteristics",
    "aliases",
    "sources",
    "figures",
)
UPGRADE_COLUMNS = (
    "slug",
    "name",
    "factions",
    "cost",
    "special",
    "restricted",
    "plentiful",
    "requires",
    "marks",
    "hiring",
    "actions",
    "figures",
)


@dataclass(frozen=True)
class ReleaseCards:
    """All cards and Upgrades of one release by slug, in name order."""

    release_id: int
    label: str
    cards: dict[str, ModelCard]
    upgrades: dict[str, Upgrade]
    edition: str
    search: dict[str, str] = field(default_factory=dict)

    @cached_property
    def index(self) -> CardIndex:
        return CardIndex(self.cards.values(), self.search)


_cached: list[Any] = []


def cached_until_release(room: int) -> Callable[[Function], Function]:
    """A cache of up to ``room`` results; ``forget`` empties it when a release, charts or Factions change."""

    def decorate(function: Any) -> Any:
        cached = lru_cache(maxsize=room)(function)
        _cached.append(cached)
        return cached

    return decorate


@cached_until_release(4)
def cards_of_release(release_id: int) -> ReleaseCards:
    """Five queries on a miss, none on a hit. ``Release.DoesNotExist`` when there is none."""
    return read_release(release_id)


def read_release(release_id: int) -> ReleaseCards:
    """From the rows, never from the cache."""
    release = Release.objects.get(pk=release_id)
    factions = _linked(StatCard.factions.through, release_id, "faction__slug")
    keywords = _linked(StatCard.keywords.through, release_id, "keyword__name")
    cards, search = {}, {}
    for row in StatCard.objects.filter(release_id=release_id).values("id", "search", *COLUMNS):
        card_id, text = row.pop("id"), row.pop("search")
        facts = {**row, "factions": factions[card_id], "keywords": keywords[card_id]}
        card = card_from(facts, release.edition)
        cards[card.slug], search[card.slug] = card, text
    upgrades = UpgradeCard.objects.filter(release_id=release_id).values(*UPGRADE_COLUMNS)
    return ReleaseCards(
        release_id,
        str(release),
        cards,
        {row["slug"]: upgrade_from(row, release.edition) for row in upgrades},
        release.edition,
        search,
    )


def _linked(through: type[Model], release_id: int, column: str) -> dict[int, list[str]]:
    """Card id to slugs or names, in the order in which the card prints them."""
    linked: dict[int, list[str]] = defaultdict(list)
    rows = through._default_manager.filter(statcard__release_id=release_id).order_by("id")
    for card_id, value in rows.values_list("statcard_id", column):
        linked[card_id].append(value)
    return linked


def forget(**_: Any) -> None:
    """Empty the cache of releases and everything derived from them."""
    for cached in _cached:
        cached.cache_clear()


for _sender in (Release, ChartSet, Faction):
    post_save.connect(forget, sender=_sender, dispatch_uid=f"catalog.forget.{_sender.__name__}.save")
    post_delete.connect(forget, sender=_sender, dispatch_uid=f"catalog.forget.{_sender.__name__}.delete")
