"""Probabilities of the next flips, counted exactly over the unseen cards.

A flip that is repeated on some cards ends on each other card with equal probability, so a result's
probability is its share among the cards that end the flip.
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
from rules.fate.flips import cards_revealed


class OfferOdds(Struct, frozen=True):
    """One row of the Barter chart. ``matching`` of the ``of`` unseen cards offer it on the next flip;
    ``chance`` is the probability that any of the remaining ``flips`` offers it without cheating, ``cheats``
    the same when each held card that offers it is kept for it (SL-BARTER-07). ``now`` says that the last card
    flipped offers it."""

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
    """The probabilities of each row of the Barter chart, in the chart's order.

    ``unseen`` and ``hand`` are as in ``AftermathView``; ``flips`` counts those to come, ``current`` is the
    card flipped last, ``cheatable`` says whether it may still be cheated.
    """
    open_now = current is not None and cheatable
    copies = Counter(card.value for card in unseen)
    rows, cards = [], len(unseen)
    for row in charts.barter:
        offering = row.offering
        matching = sum(copies[value] for value in offering)
        now = current is not None and current.value in offering
        helping = [card for card in hand if card.value in offering]
        spoiling = BLACK_JOKER in unseen and not row.black_joker
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
    """The probability that at least one of ``flips`` cards, drawn without replacement, matches.

    >>> chance_of_match(4, of=52, flips=1) == 4 / 52
    True
    """
    flips = min(flips, of)
    every = comb(of, flips)
    return (every - comb(of - matching, flips)) / every if of else 0.0


def chance_with_cheat(*, of: int, flips: int, spoiling: bool) -> float:
    """The same with a matching card in hand: only a Black Joker on the last flip prevents it."""
    if flips == 0 or not of:
        return 0.0
    return 1 - 1 / of if spoiling and flips == 1 else 1.0


def flips_to_come(state: AftermathState) -> int:
    """The number of Barter flips to come, without the last one made."""
    flipped = sum(flip.kind == "barter" for flip in state.flips)
    if state.run:
        return (
            sum(owed.barter for owed in state.context.owed_flips[: state.run]) + state.proper_barter - flipped
        )
    if state.context.withdrew == "early":
        return 0
    return max(0, len(barter_flips(state.context)) - flipped)


class Risk(Struct, frozen=True):
    """``cards`` of the ``of`` unseen cards that end an Injury flip have the result ``fate``, named
    ``name``."""

    fate: InjuryOutcome
    name: str
    cards: int
    of: int

    @property
    def chance(self) -> float:
        return self.cards / self.of if self.of else 0.0


def ending_rows(state: AftermathState) -> Counter[InjuryRow]:
    """The rows of the Injury chart that may end an uncheated flip now, with the number of their
    cards."""
    rows = Counter(state.charts.injury_result(card) for card in state.unseen())
    ending = Counter({row: cards for row, cards in rows.items() if row.result != "reflip"})
    if ending:
        return ending
    rest = set(FULL_DECK) - set(state.hand)  # the discards are shuffled in
    return Counter(r for c in rest if (r := state.charts.injury_result(c)).result != "reflip")


def injury_risks(
    state: AftermathState, model_id: int, ending: Counter[InjuryRow] | None = None
) -> tuple[Risk, ...]:
    """What an uncheated Injury flip may do to a model now, the worst first (SL-INJURY). ``ending`` are
    the ``ending_rows`` of the state, computed once for several models."""
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
    """On ``chart``, ``ways`` of the ``of`` that end the next Reward flip give or offer the Upgrade ``name``:
    single cards, or sets of ``shown`` cards where the flip has fate modifiers."""

    chart: str
    name: str
    digest: str
    ways: int
    of: int
    shown: int = 1


def reward_odds(state: AftermathState, modifier: int) -> tuple[RewardOdds, ...]:
    """What each available Reward chart gives on an uncheated flip with this fate modifier, without
    jokers and what is owned (SL-REWARD-03, -06, A-48)."""
    odds = []
    for chart, full in charts_open(state):
        rows = state.charts.rewards[chart]
        whole = all(state.owned[row.upgrade] for row in rows)
        fresh = [row for row in rows if whole or not state.owned[row.upgrade]]
        if full:
            continue
        unseen, shown = state.unseen(), cards_revealed(modifier)
        given = [{card for card in unseen if row.gives(card)} for row in fresh]
        of = ways_to_take(unseen, set().union(*given), modifier)
        for row, cards in zip(fresh, given, strict=True):
            upgrade = state.charts.upgrade(row.upgrade)
            ways = ways_to_take(unseen, cards, modifier)
            odds.append(RewardOdds(chart_name(chart), upgrade.name, upgrade.digest, ways, of, shown))
    return tuple(odds)


def ways_to_take(unseen: Collection[Card], wanted: Collection[Card], modifier: int) -> int:
    """Of how many sets of cards that a flip with this fate modifier may reveal one of the ``wanted``
    may be taken: any of the set without the Black Joker, of the lowest value where the modifier is negative.
    ``wanted`` holds no joker.

    >>> ways_to_take(FULL_DECK, [card for card in FULL_DECK if card.suit == "ram"], 0)
    13
    >>> ways_to_take([Card.parse(code) for code in ("1r", "2c", "2r", "3r")], [Card.parse("2r")], -1)
    2
    """
    shown = cards_revealed(modifier)
    open_cards = [card for card in unseen if card != BLACK_JOKER]
    lowest = {card.value for card in wanted} if modifier < 0 else {0}
    ways = 0
    for value in lowest:
        least = [card for card in open_cards if card.value >= value]
        here = sum(card in wanted and (modifier >= 0 or card.value == value) for card in least)
        ways += comb(len(least), shown) - comb(len(least) - here, shown)
    return ways
