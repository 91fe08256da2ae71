"""An organiser's pack laid over a release: the same cards, some with other figures, some new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from mfcampaign.catalog.cards import Card, Upgrade


@dataclass(frozen=True)
class Entry:
    """One row of a pack, as plain facts (see ``PackEntry``)."""

    slug: str
    kind: str
    house: bool
    body: Mapping[str, Any]


def cards_under(cards: Mapping[str, Card], entries: Iterable[Entry]) -> dict[str, Card]:
    """``cards`` by slug with the entries of kind ``model`` over them. A change to a card that this
    release does not have is left aside: another release may have it."""
    laid = dict(cards)
    for entry in entries:
        if entry.kind != "model":
            continue
        if entry.house:
            laid[entry.slug] = msgspec.convert({"slug": entry.slug, "house": "new", **entry.body}, Card)
        elif entry.slug in cards:
            laid[entry.slug] = _changed(cards[entry.slug], entry.body)
    return laid


def upgrades_under(upgrades: Mapping[str, Upgrade], entries: Iterable[Entry]) -> dict[str, Upgrade]:
    """As ``cards_under`` for the entries of kind ``upgrade``."""
    laid = dict(upgrades)
    for entry in entries:
        if entry.kind != "upgrade":
            continue
        if entry.house:
            laid[entry.slug] = msgspec.convert({"slug": entry.slug, "house": "new", **entry.body}, Upgrade)
        elif entry.slug in upgrades:
            laid[entry.slug] = _changed(upgrades[entry.slug], entry.body)
    return laid


def _changed(card: Any, body: Mapping[str, Any]) -> Any:
    facts = {key: tuple(value) if isinstance(value, list) else value for key, value in body.items()}
    return msgspec.structs.replace(card, house="changed", **facts)
