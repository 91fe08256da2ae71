"""What a flip shows, which card counts, and what it is worth: the arithmetic of fate modifiers and jokers.

Nothing here moves a card; the engine does that and asks these functions what is lawful.

>>> may_take([Card.parse(code) for code in ("5r", "9c")], net=-1)
(Card(suit='ram', value=5),)
>>> variable((1, 3, 5), Card.parse("RJ")), variable((1, 3, 5), Card.parse("BJ"))
(6, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card

RevealCap = Literal["four_in_all", "four_extra"]
Profile = tuple[int, int, int]
_BANDS = {"weak": 0, "moderate": 1, "severe": 2}


def net(plus: int, minus: int) -> int:
    """The fate modifiers left after cancelling: positive or negative, never both (M3E-FATE-17).

    >>> net(3, 1), net(1, 1), net(0, 2)
    (2, 0, -2)
    """
    return plus - minus


def cards_revealed(net_modifiers: int, cap: RevealCap = "four_in_all") -> int:
    """How many cards a flip reveals: one, and one more for each modifier left (M3E-FATE-18, -21).

    >>> [cards_revealed(n) for n in (0, 1, -2, 3, 4, -9)]
    [1, 2, 3, 4, 4, 4]
    >>> cards_revealed(4, "four_extra")
    5
    """
    return min(1 + abs(net_modifiers), 4 if cap == "four_in_all" else 5)


def may_take(revealed: Sequence[Card], net: int) -> tuple[Card, ...]:
    """The cards the flipper may put into the Conflict, in the order revealed (M3E-FATE-19, -20).

    ``ValueError`` when nothing was revealed.
    """
    if not revealed:
        raise ValueError("A flip reveals at least one card.")
    if BLACK_JOKER in revealed:
        return (BLACK_JOKER,)
    if net >= 0:
        return tuple(revealed)
    lowest = min(card.value for card in revealed)
    return tuple(card for card in revealed if card.value == lowest or card == RED_JOKER)


def segment(card: Card) -> int:
    """0 Weak, 1 Moderate, 2 Severe: the place in a variable profile (M3E-FATE-16)."""
    return _BANDS[card.band]


def variable(profile: Profile, card: Card) -> int:
    """The number a flip gives: the Black Joker 0, the Red Joker Severe and one more (M3E-FATE-27)."""
    if card == BLACK_JOKER:
        return 0
    return profile[segment(card)] + (card == RED_JOKER)


def bars_cheating(card: Card | None, plus: int, minus: int, policy: Literal["net", "any"] = "net") -> str:
    """Why this flip cannot be cheated by its owner, or nothing (M3E-FATE-23, -24).

    ``card`` is the card *flipped* and taken, ``None`` before any flip.
    """
    if card == BLACK_JOKER:
        return "The Black Joker was flipped."
    if (net(plus, minus) < 0) if policy == "net" else minus > 0:
        return "The flip had a negative fate modifier."
    return ""
