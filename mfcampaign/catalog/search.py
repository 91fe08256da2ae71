"""Search and counted filters over one release: a set of cards is an integer with one bit a card.

Cards keep the order in which they were given (by name). A count that respects the other filters is one ``&``
and one ``bit_count``, so that a page may show every count of every filter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mfcampaign.catalog.cards import ModelCard, folded
from rules.plain_numbers import whole

FACETS = ("faction", "keyword", "station", "cost", "characteristic")
UNKNOWN = "unknown"
"""The value of a facet for cards where nobody knows it."""


@dataclass(frozen=True)
class Selection:
    """What a person asked for. Several values of one facet mean "any of them"; facets add up ("and")."""

    query: str = ""
    chosen: Mapping[str, frozenset[str]] | None = None

    def of(self, facet: str) -> frozenset[str]:
        return (self.chosen or {}).get(facet, frozenset())


@dataclass(frozen=True)
class SearchResult:
    """``cards`` that match, those matching by name first; ``counts`` per facet and value: how many there
    would be with this value, all other facets as chosen. Values that would find nothing are left out
    unless chosen."""

    cards: tuple[ModelCard, ...]
    counts: dict[str, dict[str, int]]


def values_of(card: ModelCard, facet: str) -> tuple[str, ...]:
    """The values under which ``card`` is found in ``facet``.

    >>> values_of(ModelCard("hound", "Guild Hound", cost=3), "cost")
    ('3',)
    """
    match facet:
        case "faction":
            return card.factions
        case "keyword":
            return card.keywords
        case "station":
            totem = ("Totem",) if card.is_totem else ()
            return (card.station or UNKNOWN, *totem)
        case "cost":
            return (UNKNOWN if card.cost is None else str(card.cost),)
        case "characteristic":
            versatile = ("Versatile",) if card.versatile else ()
            return (*card.characteristics, *versatile)
    raise KeyError(facet)


class CardIndex:
    """Immutable once made; a look-up reads only integers and one string a card."""

    def __init__(self, cards: Iterable[ModelCard], search: Mapping[str, str]) -> None:
        self.cards = tuple(cards)
        self.all = (1 << len(self.cards)) - 1
        self._texts = [search.get(card.slug, "") for card in self.cards]
        self._names = [folded(card.full_name) for card in self.cards]
        self._masks: dict[str, dict[str, int]] = {facet: {} for facet in FACETS}
        for place, card in enumerate(self.cards):
            for facet in FACETS:
                for value in values_of(card, facet):
                    masks = self._masks[facet]
                    masks[value] = masks.get(value, 0) | (1 << place)

    def values(self, facet: str) -> tuple[str, ...]:
        """Every value of ``facet`` in this release: numbers by size, names by alphabet, unknown last."""
        return tuple(sorted(self._masks[facet], key=_value_order))

    def find(self, selection: Selection) -> SearchResult:
        """All matches and all counts. Unknown values of a facet match nothing."""
        words = folded(selection.query).split()
        matching = self._matching(self._texts, words)
        within = {facet: self._within(facet, selection.of(facet)) for facet in FACETS}
        counts: dict[str, dict[str, int]] = {}
        result = matching
        for facet in FACETS:
            result &= within[facet]
            others = matching
            for other in FACETS:
                if other != facet:
                    others &= within[other]
            counts[facet] = self._counts(facet, others, selection.of(facet))
        by_name = self._matching(self._names, words) & result if words else result
        return SearchResult(self._listed(by_name) + self._listed(result & ~by_name), counts)

    def named(self, text: str) -> tuple[ModelCard, ...]:
        """The cards whose name holds every word of ``text``, in name order."""
        words = folded(text).split()
        return self._listed(self._matching(self._names, words)) if words else ()

    def _counts(self, facet: str, others: int, chosen: frozenset[str]) -> dict[str, int]:
        masks = self._masks[facet]
        counted = ((value, (masks[value] & others).bit_count()) for value in self.values(facet))
        return {value: count for value, count in counted if count or value in chosen}

    def _within(self, facet: str, chosen: frozenset[str]) -> int:
        if not chosen:
            return self.all
        mask = 0
        for value in chosen:
            mask |= self._masks[facet].get(value, 0)
        return mask

    def _matching(self, texts: list[str], words: list[str]) -> int:
        if not words:
            return self.all
        mask = 0
        for place, text in enumerate(texts):
            if all(word in text for word in words):
                mask |= 1 << place
        return mask

    def _listed(self, mask: int) -> tuple[ModelCard, ...]:
        listed = []
        while mask:
            lowest = mask & -mask
            listed.append(self.cards[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(listed)


STATION_ORDER = ("Master", "Henchman", "Enforcer", "Minion", "Peon", "Totem")


def _value_order(value: str) -> tuple[bool, int, str]:
    if value in STATION_ORDER:
        return (False, STATION_ORDER.index(value), value)
    return (value == UNKNOWN, whole(value) or 0, value)
