"""What the next Barter flip may bring: exact counts over the cards not yet seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec import Struct

from rules.core.campaign.charts import Charts
from rules.core.fate.cards import Card


class OfferOdds(Struct, frozen=True):
    """``matching`` of the ``of`` unseen cards offer it; ``in_hand``: a held card would, too."""

    slug: str
    name: str
    price: int
    matching: int
    of: int
    in_hand: bool = False

    @property
    def chance(self) -> float:
        """From 0 to 1."""
        return self.matching / self.of if self.of else 0.0


def barter_odds(
    charts: Charts, unseen: Collection[Card], hand: Collection[Card] = ()
) -> tuple[OfferOdds, ...]:
    """The chance of each row of the Barter chart on the next flip, in the chart's order.

    ``unseen`` and ``hand`` as in ``AftermathView``.
    """
    # Suits do not matter to the Barter (SL-BARTER-05): one card of each value stands for its like.
    kinds = {card.value: card for card in unseen}
    copies = Counter(card.value for card in unseen)
    return tuple(
        OfferOdds(
            row.upgrade,
            charts.upgrade(row.upgrade).name,
            row.campaign_cost,
            sum(copies[value] for value, card in kinds.items() if row.offered_by(card)),
            len(unseen),
            any(row.offered_by(card) for card in hand),
        )
        for row in charts.barter
    )
