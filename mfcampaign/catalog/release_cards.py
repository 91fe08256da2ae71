"""A release read whole, once a process: every page and the hiring rules look things up here.

A release never changes, so what is read stays true; only a new ``Release`` row (or, in tests, one
that takes the number of a vanished one) empties the shelf.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from django.db.models import Model
from django.db.models.signals import post_delete, post_save

from mfcampaign.catalog.cards import ModelCard, Upgrade, card_from, upgrade_from
from mfcampaign.catalog.models import ChartSet, Faction, Release, StatCard, UpgradeCard
from mfcampaign.catalog.search import CardIndex

SHELF_ROOM = 4
DERIVED_ROOM = {"catalogue": 16, "charts": 8, "factions": 1, "pages": 96}
Made = TypeVar("Made")
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
    "verified",
    "characteristics",
    "aliases",
    "sources",
    "figures",
)
UPGRADE_COLUMNS = ("slug", "name", "factions", "cost", "special", "restricted", "plentiful", "actions")


@dataclass(frozen=True)
class ReleaseCards:
    """All cards and Upgrades of one release by slug, in name order."""

    release_id: int
    label: str
    cards: dict[str, ModelCard]
    upgrades: dict[str, Upgrade]
    search: dict[str, str] = field(default_factory=dict)

    @cached_property
    def index(self) -> CardIndex:
        return CardIndex(self.cards.values(), self.search)


_shelf: OrderedDict[int, ReleaseCards] = OrderedDict()
_derived: defaultdict[str, OrderedDict[Any, Any]] = defaultdict(OrderedDict)
_lock = Lock()


def cards_of_release(release_id: int) -> ReleaseCards:
    """Five queries on a miss, none on a hit. ``Release.DoesNotExist`` when there is none."""
    with _lock:
        if (found := _shelf.get(release_id)) is not None:
            _shelf.move_to_end(release_id)
            return found
    read = read_release(release_id)
    _put(_shelf, release_id, read, SHELF_ROOM)
    return read


def cached(kind: str, key: Any, make: Callable[[], Made]) -> Made:
    """What ``make`` computes from releases, packs and charts, remembered under ``key`` until ``forget``.

    ``kind`` is one of ``DERIVED_ROOM``. Nothing (an empty table before the first load) is not remembered.
    """
    shelf = _derived[kind]
    with _lock:
        if key in shelf:
            shelf.move_to_end(key)
            found: Made = shelf[key]
            return found
    made = make()
    if made:
        _put(shelf, key, made, DERIVED_ROOM[kind])
    return made


def _put(shelf: OrderedDict[Any, Any], key: Any, value: Any, room: int) -> None:
    with _lock:
        shelf[key] = value
        while len(shelf) > room:
            shelf.popitem(last=False)


def read_release(release_id: int) -> ReleaseCards:
    """From the rows, never from the shelf."""
    release = Release.objects.get(pk=release_id)
    factions = _linked(StatCard.factions.through, release_id, "faction__slug")
    keywords = _linked(StatCard.keywords.through, release_id, "keyword__name")
    cards, search = {}, {}
    for row in StatCard.objects.filter(release_id=release_id).values("id", "search", *COLUMNS):
        card_id, text = row.pop("id"), row.pop("search")
        card = card_from({**row, "factions": factions[card_id], "keywords": keywords[card_id]})
        cards[card.slug], search[card.slug] = card, text
    upgrades = UpgradeCard.objects.filter(release_id=release_id).values(*UPGRADE_COLUMNS)
    return ReleaseCards(
        release_id, str(release), cards, {row["slug"]: upgrade_from(row) for row in upgrades}, search
    )


def _linked(through: type[Model], release_id: int, column: str) -> dict[int, list[str]]:
    """Card id to slugs or names, in the order in which the card prints them."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = through._default_manager.filter(statcard__release_id=release_id).order_by("id")
    for card_id, value in rows.values_list("statcard_id", column):
        found[card_id].append(value)
    return found


def forget(**_: Any) -> None:
    """Empty the shelf and everything derived from it."""
    with _lock:
        _shelf.clear()
        for shelf in _derived.values():
            shelf.clear()


for _sender in (Release, ChartSet, Faction):
    post_save.connect(forget, sender=_sender, dispatch_uid=f"catalog.forget.{_sender.__name__}.save")
    post_delete.connect(forget, sender=_sender, dispatch_uid=f"catalog.forget.{_sender.__name__}.delete")
