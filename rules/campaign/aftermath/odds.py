"""What the next flips may bring: exact counts over the cards not yet seen.

A flip that is repeated on some cards ends on each of the others alike, so the chance of a result is its
share among the cards that end the flip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import comb

from msgspec import Struct

from rules.campaign.aftermath.barter import barter_flips
from rules.campaign.aftermath.injuries import INJURY_OUTCOMES, InjuryOutcome, injury_outcome
from rules.campaign.aftermath.reward import chart_name, charts_open
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.charts import Charts
from rules.campaign.charts.rows import InjuryRow
from rules.fate.cards import BLACK_JOKER, FULL_DECK, Card


class OfferOdds(Struct, frozen=True):
    """One row of the Barter chart. ``matching`` of the ``of`` unseen cards offer it on the next flip;
    ``chance`` is that of seeing it offered on any of the ``flips`` still due, uncheated; ``cheats`` the same
    with each held card that offers it kept for it (SL-BARTER-07); ``now``: the card flipped last does."""

    slug: str
    name: str
    price: int
    matching: int
    of: int
    flips: int = 1
    chance: float = 0.0
    cheats: tuple[tuple[Card, float], ...] = ()
    now: bool = False


def barter_odds(
    charts: Charts,
    unseen: Collection[Card],
    hand: Collection[Card] = (),
    flips: int = 1,
    current: Card | None = None,
    *,
    cheatable: bool = True,
) -> tuple[OfferOdds, ...]:
    """The chances of each row of the Barter chart, in the chart's order.

    ``unseen`` and ``hand`` as in ``AftermathView``; ``flips`` are those still to come, ``current`` the card
    flipped last, to be bought on; ``cheatable``: it may still be cheated.
    """
    open_now = current is not None and cheatable
    # Suits do not matter to the Barter (SL-BARTER-05): one card of each value stands for its like.
    kinds = {card.value: card for card in unseen}
    copies = Counter(card.value for card in unseen)
    rows, cards = [], len(unseen)
    for row in charts.barter:
        matching = sum(copies[value] for value, card in kinds.items() if row.offered_by(card))
        now = current is not None and row.offered_by(current)
        helping = [card for card in hand if row.offered_by(card)]
        spoiling = BLACK_JOKER in unseen and not row.offered_by(BLACK_JOKER)
        rows.append(
            OfferOdds(
                slug=row.upgrade,
                name=charts.upgrade(row.upgrade).name,
                price=row.campaign_cost,
                matching=matching,
                of=len(unseen),
                flips=flips,
                chance=1.0 if now else chance_of_match(matching, of=cards, flips=flips),
                cheats=tuple(
                    (
                        card,
                        1.0
                        if now or open_now
                        else chance_with_cheat(of=cards, flips=flips, spoiling=spoiling),
                    )
                    for card in helping
                ),
                now=now,
            )
        )
    return tuple(rows)


def chance_of_match(matching: int, *, of: int, flips: int) -> float:
    """The chance that at least one of ``flips`` cards, drawn without putting back, is a match.

    >>> chance_of_match(4, of=52, flips=1) == 4 / 52
    True
    """
    flips = min(flips, of)
    every = comb(of, flips)
    return (every - comb(of - matching, flips)) / every if of else 0.0


def chance_with_cheat(*, of: int, flips: int, spoiling: bool) -> float:
    """The same with a card in hand that matches: only a Black Joker on the last flip spoils it."""
    if flips == 0 or not of:
        return 0.0
    return 1 - 1 / of if spoiling and flips == 1 else 1.0


def flips_to_come(state: AftermathState) -> int:
    """Barter flips still due, the one just flipped not counted."""
    flipped = sum(flip.kind == "barter" for flip in state.flips)
    if state.run:
        return (
            sum(owed.barter for owed in state.context.owed_flips[: state.run]) + state.proper_barter - flipped
        )
    if state.context.withdrew == "early":
        return 0
    return max(0, len(barter_flips(state.context)) - flipped)


class Risk(Struct, frozen=True):
    """``cards`` of the ``of`` unseen cards that end an Injury flip bring ``fate``; ``name`` says which."""

    fate: InjuryOutcome
    name: str
    cards: int
    of: int

    @property
    def chance(self) -> float:
        return self.cards / self.of if self.of else 0.0


def ending_rows(state: AftermathState) -> Counter[InjuryRow]:
    """The rows of the Injury chart that may end an uncheated flip now, with how many cards lead to each."""
    rows = Counter(state.charts.injury_result(card) for card in state.unseen())
    ending = Counter({row: cards for row, cards in rows.items() if row.result != "reflip"})
    if ending:
        return ending
    rest = set(FULL_DECK) - set(state.hand)  # the discards are shuffled in
    return Counter(r for c in rest if (r := state.charts.injury_result(c)).result != "reflip")


def injury_risks(
    state: AftermathState, model_id: int, ending: Counter[InjuryRow] | None = None
) -> tuple[Risk, ...]:
    """What an uncheated Injury flip does to a model as it is now, the worst first (SL-INJURY). ``ending`` are
    the ``ending_rows`` of the state, counted once for several models."""
    model_state = state.living[model_id]
    ending = ending_rows(state) if ending is None else ending
    counted: Counter[tuple[InjuryOutcome, str]] = Counter()
    for row, cards in ending.items():
        counted[injury_outcome(state, model_state, row)] += cards
    ranked = sorted(
        counted.items(), key=lambda item: (INJURY_OUTCOMES.index(item[0][0]), -item[1], item[0][1])
    )
    return tuple(Risk(fate, name, cards, ending.total()) for (fate, name), cards in ranked)


class RewardOdds(Struct, frozen=True):
    """On ``chart``, ``cards`` of ``of`` unseen cards end the Reward flip with the Upgrade ``name``."""

    chart: str
    name: str
    digest: str
    cards: int
    of: int


def reward_odds(state: AftermathState) -> tuple[RewardOdds, ...]:
    """What each open Reward chart gives on an uncheated flip, jokers and what is owned left out
    (SL-REWARD-03, -06)."""
    odds = []
    for chart, full in charts_open(state):
        rows = state.charts.rewards[chart]
        whole = all(state.owned[row.upgrade] for row in rows)
        fresh = [row for row in rows if whole or not state.owned[row.upgrade]]
        if full:
            continue
        cards = [sum(row.gives(card) for card in state.unseen()) for row in fresh]
        for row, count in zip(fresh, cards, strict=True):
            upgrade = state.charts.upgrade(row.upgrade)
            odds.append(RewardOdds(chart_name(chart), upgrade.name, upgrade.digest, count, sum(cards)))
    return tuple(odds)
