"""The engine's cards of a Crew from rows of the catalogue. What a card's script does not automate becomes a
prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from msgspec.structs import replace

from rules.editions.m3e.scripts.arrivals import arriving, brings
from rules.editions.m3e.scripts.catalogue import card_of, is_complete, upgrade_of
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.setup.equipping import Everything, Record, bare_figures


class _Equipment:
    def model(self, row: Record) -> PrintedModel | None:
        return card_of(row) if is_complete(row) else None

    def bare(
        self, slug: str, name: str, row: Record | None, *, station: str = "", health: int = 0
    ) -> PrintedModel:
        return StatCard(slug=slug, name=name, **bare_figures(row, station, health))

    def copied(self, card: PrintedModel, slug: str, *, health: int = 0) -> PrintedModel:
        assert isinstance(card, StatCard)
        return replace(card, slug=slug, health=health or card.health, of=card.printed_as)

    def upgrade(self, row: Record) -> PrintedUpgrade:
        return upgrade_of(row)

    def arriving(
        self, cards: Iterable[PrintedModel | PrintedUpgrade], everything: Everything
    ) -> tuple[dict[str, PrintedModel], dict[str, PrintedUpgrade]]:
        held = [card for card in cards if isinstance(card, StatCard | UpgradeCard)]
        coming, attached = arriving_from(held, everything)
        return dict(coming), dict(attached)


def arriving_from(
    cards: Iterable[StatCard | UpgradeCard], everything: Everything
) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
    """The engine's cards that those cards may bring into play. The cards of a whole release are made
    only where one brings any."""
    held = tuple(cards)
    if not brings(held):
        return {}, {}
    models, upgrades = everything()
    return arriving(held, cast(Mapping[str, StatCard], models), cast(Mapping[str, UpgradeCard], upgrades))


EQUIPMENT = _Equipment()
