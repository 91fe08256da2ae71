"""The search page: parses the query in its address, and prepares what is shown of the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from mfcampaign.catalog import queries
from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.search import FACETS, UNKNOWN, CardIndex, SearchResult, Selection
from rules.crews.printed import Cards
from rules.plain_numbers import whole

PAGE_SIZE = 40
LONGEST_QUERY = 60
FACET_LABELS = {
    "faction": "Faction",
    "station": "Station",
    "characteristic": "Characteristic",
    "keyword": "Keyword",
    "cost": "Cost",
}


@dataclass(frozen=True)
class SearchRequest:
    """A search in its one canonical form: equal searches are equal values, usable as a key."""

    query: str
    chosen: tuple[tuple[str, tuple[str, ...]], ...]
    page: int

    @property
    def selection(self) -> Selection:
        return Selection(self.query, {facet: frozenset(values) for facet, values in self.chosen})

    @property
    def address(self) -> str:
        """The query string without the page."""
        pairs = [("q", self.query)] if self.query else []
        return urlencode(pairs + [(facet, value) for facet, values in self.chosen for value in values])


@dataclass(frozen=True)
class SearchOption:
    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class Facet:
    """One filter; ``choices`` are drawn as boxes to tick, or as one list when ``as_list``."""

    name: str
    label: str
    options: tuple[SearchOption, ...]

    @property
    def as_list(self) -> bool:
        return self.name in ("keyword", "cost")

    @property
    def is_chosen(self) -> bool:
        return any(option.chosen for option in self.options)


def search_request(address: QueryDict, index: CardIndex) -> SearchRequest:
    """What the address asks for. Values that this release does not know are left out."""
    chosen = []
    for facet in FACETS:
        offered = set(index.values(facet))
        if values := tuple(sorted(offered.intersection(address.getlist(facet)))):
            chosen.append((facet, values))
    page = address.get("page", "1")
    number = whole(page, 99_999) or 1
    return SearchRequest(
        " ".join(address.get("q", "").split())[:LONGEST_QUERY], tuple(chosen), max(1, number)
    )


def facets(result: SearchResult, search: SearchRequest, printed: Cards) -> list[Facet]:
    """The filters with their counts, in the order of the page."""
    names = queries.every_faction()
    unknown = {
        "cost": "no cost" if printed.costs_known else "no cost known",
        "station": printed.no_station.lower(),
    }
    order = {slug: place for place, slug in enumerate(names)}
    shown_facets = []
    for facet, label in FACET_LABELS.items():
        chosen = dict(search.chosen).get(facet, ())
        counts = result.counts[facet]
        values = sorted(counts, key=order.__getitem__) if facet == "faction" else list(counts)
        options = (
            SearchOption(value, _label(facet, value, names, unknown), counts[value], value in chosen)
            for value in values
        )
        shown_facets.append(Facet(facet, label, tuple(options)))
    return shown_facets


def _label(facet: str, value: str, names: dict[str, str], unknown: Mapping[str, str]) -> str:
    if value == UNKNOWN:
        return unknown.get(facet, value)
    return names[value] if facet == "faction" else value


def page_of(result: SearchResult, search: SearchRequest) -> Page[ModelCard]:
    return Paginator(result.cards, PAGE_SIZE).get_page(search.page)


def resolve(
    text: str, cards: Mapping[str, ModelCard], index: CardIndex
) -> tuple[ModelCard | None, tuple[ModelCard, ...]]:
    """The model that a person named by slug or name, or up to ten that it may have been."""
    if text in cards:
        return cards[text], ()
    near = index.named(text)
    wanted = " ".join(text.split()).casefold()
    exact = [card for card in near if card.full_name.casefold() == wanted]
    if exact or len(near) == 1:
        return cards.get((exact or near)[0].slug), ()
    return None, near[:10]
