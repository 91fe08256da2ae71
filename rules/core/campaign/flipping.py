"""One Aftermath flip and the one decision that follows it (SL-AFTER-07, -08)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal

from rules.core.campaign.asks import KEEP, Answer, Ask, AskKind, Option
from rules.core.campaign.table import Table
from rules.core.fate.cards import BLACK_JOKER, Card

Cheatable = Literal["barter", "reward", "injury", "lucky_miss"]
FLIPS: dict[Cheatable, AskKind] = {
    "barter": "barter_flip",
    "reward": "reward_flip",
    "injury": "injury_flip",
    "lucky_miss": "lucky_miss_flip",
}
CHEATS: dict[Cheatable, AskKind] = {
    "barter": "barter_cheat",
    "reward": "reward_cheat",
    "injury": "injury_cheat",
    "lucky_miss": "lucky_miss_cheat",
}


def flip(
    table: Table,
    kind: Cheatable,
    sentence: str,
    rule: str,
    model_id: int | None = None,
    *,
    cheatable: bool = True,
) -> Generator[Ask, Answer, Card]:
    """Flip one card, let the owner keep or cheat it, and return the card that counts.

    The decision is final before any other flip (SL-AFTER-08). The Black Joker cannot be cheated.
    """
    ask = table.ask_fate(FLIPS[kind], sentence, rule, model_id=model_id)
    answer = yield ask
    (card,) = cards = table.cards(ask, answer)
    table.record(kind, ask, cards, answer)
    if not cheatable or not table.hand:
        return card
    if card == BLACK_JOKER:
        table.note("The Black Joker cannot be cheated.", "SL-3E-22", model_id)
        return card
    options = (
        Option(KEEP, f"Keep the {card.spoken}"),
        *(Option(held.code, f"Cheat with the {held.spoken}") for held in table.hand),
    )
    ask = table.ask_player(
        CHEATS[kind],
        f"Flipped: the {card.spoken}. Keep it or cheat?",
        "SL-AFTER-08",
        options,
        KEEP,
        card,
        model_id,
    )
    chosen = table.choice(ask, (yield ask)).key
    if chosen == KEEP:
        return card
    held = Card.parse(chosen)
    table.play(held)
    return held
