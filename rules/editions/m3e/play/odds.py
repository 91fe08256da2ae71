"""Probabilities of flips over the cards that a player has not seen.

A player has seen the own hand, both discard piles and Conflicts and what was set aside. The own deck is
whatever is left; of the opponent's the deck and the hand together are left. No order is read.

>>> from rules.fate.cards import FULL_DECK
>>> round(at_least(tally(FULL_DECK), 6), 3), round(at_least(tally(FULL_DECK), 6, net=1), 3)
(0.611, 0.83)
>>> round(beats(tally(FULL_DECK), tally(FULL_DECK), 0), 2)
0.54
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide
from rules.editions.m3e.statcards import Action
from rules.fate.cards import Card
from rules.fate.flips import RevealCap, cards_revealed
from rules.game.state import Model

HIGHEST = 14
Tally = tuple[int, ...]
"""How many cards there are of each value, from 0 (the Black Joker) to 14 (the Red Joker)."""


def tally(cards: Iterable[Card]) -> Tally:
    counted = [0] * (HIGHEST + 1)
    for card in cards:
        counted[card.value] += 1
    return tuple(counted)


def unseen(g: Game, by: int, of: int) -> Tally:
    """The cards of the deck of seat ``of`` that seat ``by`` has not seen. Of the opponent's cards
    those in hand are included."""
    crew = g.crew(of)
    return tally(crew.deck if by == of else crew.deck + crew.hand)


@lru_cache(maxsize=4096)
def spread(cards: Tally, net: int = 0, cap: RevealCap = "four_in_all") -> tuple[float, ...]:
    """The probability of each value 0 to 14 in the Conflict after a flip with ``net`` fate modifiers.
    Its owner takes the best lawful card: the Black Joker must be taken, the Red Joker may be taken even with
    minus (M3E-FATE-19, -20)."""
    number = sum(cards)
    many = min(cards_revealed(net, cap), number)
    if not many:
        return (0.0,) * (HIGHEST + 1)
    ways, black = comb(number, many), cards[0]
    without = number - black
    likely = [0.0] * (HIGHEST + 1)
    likely[0] = 1 - comb(without, many) / ways
    if net >= 0:
        below = 0
        for value in range(1, HIGHEST + 1):
            up_to = below + cards[value]
            likely[value] = (comb(up_to, many) - comb(below, many)) / ways
            below = up_to
        return tuple(likely)
    red = cards[HIGHEST]
    plain = without - red
    likely[HIGHEST] = (comb(without, many) - comb(plain, many)) / ways
    above = plain
    for value in range(1, HIGHEST):
        beyond = above - cards[value]
        likely[value] = (comb(above, many) - comb(beyond, many)) / ways
        above = beyond
    return tuple(likely)


def at_least(cards: Tally, value: int, net: int = 0, cap: RevealCap = "four_in_all") -> float:
    """The probability that one flip leaves ``value`` or more."""
    return sum(spread(cards, net, cap)[max(0, value) :]) if value <= HIGHEST else 0.0


def beats(own: Tally, theirs: Tally, ahead: int, nets: tuple[int, int] = (0, 0)) -> float:
    """The probability that the actor's flip plus ``ahead`` (its stat less the resister's) equals or
    exceeds the resister's flip (M3E-DUEL-12)."""
    other = spread(theirs, nets[1])
    return sum(part * at_least(own, value - ahead, nets[0]) for value, part in enumerate(other) if part)


def percent(likely: float) -> str:
    """Format a probability as a percentage; only certain outcomes become 0 % or 100 %.

    >>> [percent(likely) for likely in (0.0, 0.001, 0.538, 0.999, 1.0)]
    ['0 %', '1 %', '54 %', '99 %', '100 %']
    """
    whole = round(100 * likely)
    return f"{min(99, max(1, whole)) if 0.0 < likely < 1.0 else whole} %"


def of_attack(g: Game, by: int, actor: Model, action: Action, target: Model) -> float:
    """The probability that an Attack succeeds before a card is flipped, from the current stats,
    without cheating or Focused."""
    assert action.stat is not None
    value = stat(g, actor, action.stat_name) if action.stat_name else action.stat
    ahead = value - (stat(g, target, action.resist) if action.resist else 0)
    own, theirs = unseen(g, by, actor.player), unseen(g, by, target.player)
    nets = (action.modifier - bool(g.table.concealed(g.state, actor, target) and action.icon == "missile"), 0)
    likely = beats(own, theirs, ahead, nets)
    return min(likely, at_least(own, action.tn - value, nets[0])) if action.tn is not None else likely


def of_cheating(g: Game, duel: DuelInProgress, side: DuelSide, total: int) -> float | None:
    """The probability that ``side`` wins with ``total`` while its opponent may still cheat, from the
    cards that could be in the opponent's hand. ``None`` when nobody may cheat, or when cheating cannot change
    the outcome."""
    rival = duel.against(side)
    if rival is None or rival.flip is None or rival.flip.cheated or rival.flip.barred or rival.no_cheat:
        return None
    ahead = total >= rival.total if side is duel.actor else total > rival.total
    held = len(g.crew(rival.seat).hand)
    later = rival.current > side.current or (rival.current == side.current and rival is duel.actor)
    if not ahead or not held or not later:
        return None
    cards = unseen(g, side.seat, rival.seat)
    base = rival.stat + rival.extra
    needed = total - base + (side is duel.actor)
    turning = sum(cards[max(0, needed) :]) if needed <= HIGHEST else 0
    number = sum(cards)
    return comb(number - turning, held) / comb(number, held)
