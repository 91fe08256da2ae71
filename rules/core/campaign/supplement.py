"""An Injury flip that a ruling finds owed after the Aftermath is over (SL-INJURY-01, ledger 4.5).

The hand was discarded when the Aftermath closed, so nothing cheats it; what a player would choose on
the way takes its default answer, for nobody stands at the table any more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from msgspec import Struct

from rules.core.campaign.aftermath import cards_for, default_answer, fate_answer, new_leader
from rules.core.campaign.asks import AftermathContext, Answer, AnyEffect, Ask
from rules.core.campaign.injuries import injure
from rules.core.campaign.table import Table
from rules.core.fate.cards import Card


class Supplement(Struct, frozen=True):
    """What one flip led to: the answers, fate's and the defaults, and every effect in order."""

    answers: tuple[Answer, ...]
    effects: tuple[AnyEffect, ...]


def injury_owed(
    context: AftermathContext, model_id: int, shuffle: Callable[[int], Sequence[Card]]
) -> Supplement:
    """One model's Injury, flipped without a hand; then a new Leader if the old one is gone.

    ``shuffle(n)`` is the deck's n-th order, from 0. ``KeyError`` when the model is not in ``context``.
    """
    table = Table(context)
    answers: list[Answer] = []

    def steps() -> Generator[Ask, Answer, None]:
        table.phase = "injury"
        yield from injure(table, table.living[model_id])
        yield from new_leader(table)

    asking = steps()
    ask: Ask | None = next(asking, None)
    while ask is not None:
        answers.append(_answer(ask, shuffle))
        try:
            ask = asking.send(answers[-1])
        except StopIteration:
            ask = None
    return Supplement(tuple(answers), tuple(table.effects))


def _answer(ask: Ask, shuffle: Callable[[int], Sequence[Card]]) -> Answer:
    if ask.who == "fate":
        return fate_answer(ask, cards_for(ask, shuffle(ask.shuffle)))
    return default_answer(ask)
