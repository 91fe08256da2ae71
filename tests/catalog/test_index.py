"""Search and counted filters against a plain count over all cards."""

from __future__ import annotations

from itertools import product

import pytest

from mfcampaign.catalog.build.datafiles import Documents
from mfcampaign.catalog.cards import ModelCard, card_from, folded, search_text
from mfcampaign.catalog.search import FACETS, UNKNOWN, CardIndex, Selection, values_of


@pytest.fixture(scope="module")
def cards(documents: Documents) -> list[ModelCard]:
    return sorted(map(card_from, documents.models), key=lambda card: (card.name, card.title))


@pytest.fixture(scope="module")
def index(cards: list[ModelCard]) -> CardIndex:
    return CardIndex(cards, {card.slug: search_text(card) for card in cards})


def _plainly(cards: list[ModelCard], query: str, chosen: dict[str, str]) -> list[ModelCard]:
    """The same question asked card by card."""
    return [
        card
        for card in cards
        if all(word in search_text(card) for word in folded(query).split())
        and all(value in values_of(card, facet) for facet, value in chosen.items())
    ]


SELECTIONS = [
    {},
    {"faction": "guild"},
    {"faction": "bayou", "station": "Minion"},
    {"keyword": "Marshal", "characteristic": "Undead"},
    {"cost": UNKNOWN, "faction": "explorers-society"},
    {"faction": "dead-mans-hand", "station": "Totem"},
    {"faction": "guild", "station": "Minion", "cost": "5", "characteristic": "Living", "keyword": "Guard"},
]

QUESTIONS = list(product(["", "guard", "hard to", "schottemer"], SELECTIONS))


@pytest.mark.parametrize(("query", "chosen"), QUESTIONS)
def test_every_count_equals_a_plain_count(
    cards: list[ModelCard], index: CardIndex, query: str, chosen: dict[str, str]
) -> None:
    result = index.find(Selection(query, {facet: frozenset({value}) for facet, value in chosen.items()}))
    plain = _plainly(cards, query, chosen)
    assert sorted(card.slug for card in result.cards) == sorted(card.slug for card in plain)
    for facet in FACETS:
        others = {other: value for other, value in chosen.items() if other != facet}
        within = _plainly(cards, query, others)
        for value in index.values(facet):
            count = sum(value in values_of(card, facet) for card in within)
            listed = count or value == chosen.get(facet)
            assert result.counts[facet].get(value) == (count if listed else None), (facet, value)


def test_several_values_of_a_facet_mean_any_of_them(cards: list[ModelCard], index: CardIndex) -> None:
    result = index.find(Selection(chosen={"faction": frozenset({"guild", "bayou"})}))
    plain = [card.slug for card in cards if {"guild", "bayou"} & set(card.factions)]
    assert [card.slug for card in result.cards] == plain


def test_models_named_so_come_before_those_that_only_can_do_it(index: CardIndex) -> None:
    named_guild = index.find(Selection("guild")).cards
    names = ["guild" in folded(card.full_name) for card in named_guild]
    assert names.count(True) >= 3
    assert names.count(False) >= 1
    assert names == sorted(names, reverse=True)


def test_accents_apostrophes_and_older_names_are_found(index: CardIndex) -> None:
    assert [c.slug for c in index.find(Selection("arik schottemer")).cards] == ["arik-schottemer"]
    assert "somer-teeth-jones" in [c.slug for c in index.find(Selection("somer")).cards]
    assert [c.slug for c in index.find(Selection("Victor Ramos")).cards] == ["ramos"]


def test_nothing_matches_a_value_that_does_not_exist(index: CardIndex) -> None:
    assert index.find(Selection(chosen={"faction": frozenset({"peons"})})).cards == ()


def test_facet_values_stand_in_a_natural_order(index: CardIndex) -> None:
    assert index.values("station") == ("Master", "Henchman", "Enforcer", "Minion", "Totem", UNKNOWN)
    costs = index.values("cost")
    assert costs[-1] == UNKNOWN
    assert list(costs[:-1]) == sorted(costs[:-1], key=int)
