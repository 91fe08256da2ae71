"""Probabilities of the next flips, counted exactly over the unseen cards.

A flip that is repeated on some cards ends on each other card with equal probability, so a result's
probability is its share among the cards that end the flip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from math import comb

from msgspec import Struct

from rules.campaign.aftermath.asks import Ask
from rules.campaign.aftermath.barter import barter_flips
from rules.campaign.aftermath.injuries import INJURY_OUTCOMES, InjuryOutcome, injury_outcome
from rules.campaign.aftermath.reward import chart_name, charts_open
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.charts import Charts
from rules.campaign.charts.rows import InjuryRow
from rules.fate.cards import BLACK_JOKER, FULL_DECK, Card
from rules.fate.flips import cards_revealed


class OfferOdds(Struct, frozen=True):
    """Something that a flip may offer, for ``price`` Scrip where it has one. ``matching`` of the ``of``
    unseen cards offer it on the next flip; ``chance`` is the probability that any of the remaining ``flips``
    offers it without cheating, ``cheats`` the same when each held card that offers it is kept for it
    (SL-BARTER-07). ``now`` says that the last card flipped offers it."""

    slug: str
    name: str
    price: int | None
    matching: int
    of: int
    flips: int = 1
    chance: float = 0.0
    cheats: tuple[tuple[Card, float], ...] = ()
    now: bool = False


class Offers(Struct, frozen=True):
    """What ``flips`` to come may offer, with a note on what the chances are; ``rows`` as ``likeliest``
    orders them."""

    title: str
    note: str
    rule: str
    flips: int
    rows: tuple[OfferOdds, ...]


class ToFlip(Struct, frozen=True):
    """``flips`` to come from the ``unseen`` cards with that ``hand``. ``current`` is the card flipped last,
    ``cheatable`` says whether it may still be cheated."""

    unseen: Collection[Card]
    hand: Collection[Card] = ()
    flips: int = 1
    current: Card | None = None
    cheatable: bool = True

    def offer(
        self,
        slug: str,
        name: str,
        price: int | None,
        flipped: Callable[[Card], bool],
        cheated: Callable[[Card], bool] | None = None,
    ) -> OfferOdds:
        """The probabilities of what the cards offer for which ``flipped`` is true, and for which ``cheated``
        is where a card of the hand counts otherwise."""
        matching, of = sum(flipped(card) for card in self.unseen), len(self.unseen)
        now = self.current is not None and flipped(self.current)
        certain = now or (self.current is not None and self.cheatable)
        spoiling = BLACK_JOKER in self.unseen and not flipped(BLACK_JOKER)
        kept = 1.0 if certain else chance_with_cheat(of=of, flips=self.flips, spoiling=spoiling)
        return OfferOdds(
            slug=slug,
            name=name,
            price=price,
            matching=matching,
            of=of,
            flips=self.flips,
            chance=1.0 if now else chance_of_match(matching, of=of, flips=self.flips),
            cheats=tuple((card, kept) for card in self.hand if (cheated or flipped)(card)),
            now=now,
        )


def barter_odds(
    charts: Charts,
    unseen: Collection[Card],
    hand: Collection[Card] = (),
    flips: int = 1,
    current: Card | None = None,
    *,
    cheatable: bool = True,
) -> tuple[OfferOdds, ...]:
    """The probabilities of each row of the Barter chart, in the chart's order; the arguments are those of
    ``ToFlip``."""
    to_flip = ToFlip(unseen, hand, flips, current, cheatable)
    return tuple(
        to_flip.offer(row.upgrade, charts.upgrade(row.upgrade).name, row.campaign_cost, row.offered_by)
        for row in charts.barter
    )


def likeliest(odds: Iterable[OfferOdds], scrip: int) -> tuple[OfferOdds, ...]:
    """What may still be had, the affordable first, then the likeliest; with no flip to come, only what the
    card on the table or a held one offers."""
    possible = [offer for offer in odds if offer.flips or offer.now or offer.cheats]
    return tuple(sorted(possible, key=lambda o: ((o.price or 0) > scrip, -o.chance, o.price or 0, o.name)))


def barter_to_come(state: AftermathState, ask: Ask) -> Iterator[Offers]:
    """What this Barter may still bring, before it is over (SL-BARTER-05)."""
    if ask.phase not in ("hand", "barter"):
        return
    current = ask.card if ask.kind in ("barter_cheat", "barter_buy") else None
    flips, cheatable = flips_to_come(state), ask.kind == "barter_cheat"
    odds = barter_odds(state.charts, state.unseen(), state.hand, flips, current, cheatable=cheatable)
    if rows := likeliest(odds, state.scrip):
        note = (
            "The chance to see each offered at least once, uncheated; beside it the chance with a card of "
            "your hand kept for it"
        )
        yield Offers("What this Barter may still bring", note, "SL-BARTER-07", flips, rows)


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
    """``cards`` of the ``of`` unseen cards that end a flip have the result ``fate``, named ``name``; those of
    the hand that have it are its ``cheats``, where they are told."""

    fate: str
    name: str
    cards: int
    of: int
    cheats: tuple[Card, ...] = ()

    @property
    def chance(self) -> float:
        return self.cards / self.of if self.of else 0.0


class Risks(Struct, frozen=True):
    """What flips to come may do, for each of ``models`` by name."""

    title: str
    rule: str
    models: tuple[tuple[str, tuple[Risk, ...]], ...]


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


def injuries_to_come(state: AftermathState, ask: Ask | None) -> Iterator[Risks]:
    """What each model that still owes an Injury flip may meet, in the order of the roster."""
    if state.phase in ("leader", "lock"):
        return
    done = {flip.model_id for flip in state.flips if flip.kind == "injury"}
    now = ask.model_id if ask is not None and ask.kind == "injury_flip" else None
    waiting = [m for m in state.context.owed if m in state.living and (m not in done or m == now)]
    if waiting:
        ending = ending_rows(state)
        models = tuple((state.living[pk].model.name, injury_risks(state, pk, ending)) for pk in waiting)
        yield Risks("Injury flips to come", "SL-INJURY-01", models)


class RewardOdds(Struct, frozen=True):
    """On ``chart``, ``ways`` of the ``of`` that end the next Reward flip give or offer the Upgrade ``name``:
    single cards, or sets of ``shown`` cards where the flip has fate modifiers."""

    chart: str
    name: str
    digest: str
    ways: int
    of: int
    shown: int = 1


def reward_to_come(state: AftermathState, ask: Ask | None) -> int | None:
    """The fate modifiers of the Reward flip that is still to come in this Aftermath, if one is."""
    context = state.context
    if ask is not None and ask.run:
        owed = context.owed_flips[ask.run - 1]
        return owed.reward_modifier if owed.reward and ask.kind != "reward_take" else None
    if not context.completed_bounty or state.phase not in ("hand", "payday", "barter", "reward"):
        return None
    to_come = context.withdrew != "early" and (ask is None or ask.kind != "reward_take")
    return context.reward_modifier if to_come else None


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
