"""What goes with a card: the other titles of the character, its Totems or Masters, crew cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.urls import reverse

from mfcampaign.catalog.cards import ModelCard, Upgrade
from rules.crews.catalogue import MASTER

Links = list[tuple[str, str]]
"""Addresses with what stands on them."""


def goes_with(
    card: ModelCard, cards: Mapping[str, ModelCard], upgrades: Mapping[str, Upgrade]
) -> list[tuple[str, Links]]:
    """What a model's page links to, by what it is; nothing is left out where it is there."""
    others = [other for other in cards.values() if other.slug != card.slug and not other.form_of]
    masters = [other for other in others if brings(other, card)]
    own = (upgrades[slug] for slug in card.hiring.crew_cards if slug in upgrades)
    parts = (
        ("Other titles", links(other for other in others if other.name == card.name)),
        ("Brings", links(other for other in others if brings(card, other))),
        ("Comes with" if any(m.hiring.brings for m in masters) else "Totem of", links(masters)),
        ("Crew card", [(upgrade_address(each), each.name) for each in own]),
    )
    return [(label, entries) for label, entries in parts if entries]


def brings(master: ModelCard, totem: ModelCard) -> bool:
    """Whether the one is the Master of the other: by its own card, or by the name on the Totem's."""
    if master.hiring.brings:
        return totem.slug in master.hiring.brings
    return totem.is_totem and master.station == MASTER and totem.totem_for == master.name


def brought_by(upgrade: Upgrade, cards: Mapping[str, ModelCard]) -> Links:
    """The Leaders whose crew card it is."""
    return links(card for card in cards.values() if upgrade.slug in card.hiring.crew_cards)


def links(cards: Iterable[ModelCard]) -> Links:
    return [(model_address(card), card.full_name) for card in cards]


def model_address(card: ModelCard) -> str:
    return reverse("catalog:model", args=[card.slug]) + card.edition_query


def upgrade_address(upgrade: Upgrade) -> str:
    return reverse("catalog:upgrade", args=[upgrade.slug]) + upgrade.edition_query
