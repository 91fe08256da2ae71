"""The 54 cards of a Fate Deck (M3E-FATE-01 to -03).

A card is written as its value and the first letter of its suit: ``10r`` is the ten of Rams, ``3c``
the three of Crows; the jokers are ``BJ`` and ``RJ``.

>>> Card.parse("10r")
Card(suit='ram', value=10)
>>> str(Card.parse("RJ")), RED_JOKER.value, BLACK_JOKER.value
('RJ', 14, 0)
>>> len(FULL_DECK)
54
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from rules.plain_numbers import whole

Suit = Literal["ram", "mask", "crow", "tome", "black_joker", "red_joker"]
Band = Literal["weak", "moderate", "severe"]
SUITS: tuple[Suit, ...] = ("ram", "mask", "crow", "tome")
_LETTER = {"r": "ram", "m": "mask", "c": "crow", "t": "tome"}


class Card(Struct, frozen=True, order=True):
    """One card. ``value`` is 1 to 13, 0 for the Black Joker, 14 for the Red Joker."""

    suit: Suit
    value: int

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card written ``code`` (any case); ``ValueError`` for anything else."""
        text = code.strip()
        if text.upper() == "RJ":
            return RED_JOKER
        if text.upper() == "BJ":
            return BLACK_JOKER
        letter, value = text[-1:].lower(), whole(text[:-1])
        if letter not in _LETTER or value is None:
            raise ValueError(f"{code!r} is no card: write 10r, 3c, BJ or RJ.")
        if not 1 <= value <= 13 or text[:-1] != str(value):
            raise ValueError(f"{code!r} is no card: values run from 1 to 13.")
        return cls(_LETTER[letter], value)  # type: ignore[arg-type]

    @property
    def is_joker(self) -> bool:
        return self.suit in ("black_joker", "red_joker")

    @property
    def band(self) -> Band:
        """M3E-FATE-02: weak to 5, moderate to 10, severe from 11; the jokers follow their value."""
        if self.value <= 5:
            return "weak"
        return "moderate" if self.value <= 10 else "severe"

    @property
    def code(self) -> str:
        if self.is_joker:
            return "BJ" if self.value == 0 else "RJ"
        return f"{self.value}{self.suit[0]}"

    @property
    def spoken(self) -> str:
        """The card in words: ``10 of Rams``, ``Red Joker``."""
        if self.is_joker:
            return "Black Joker" if self.value == 0 else "Red Joker"
        return f"{self.value} of {self.suit.capitalize()}s"

    def is_of(self, suits: Collection[str]) -> bool:
        """Whether it counts as one of these suits; the Red Joker always does (M3E-FATE-03)."""
        return self.suit in suits or self == RED_JOKER

    def __str__(self) -> str:
        return self.code


BLACK_JOKER = Card("black_joker", 0)
RED_JOKER = Card("red_joker", 14)
FULL_DECK: tuple[Card, ...] = (
    *(Card(suit, value) for suit in SUITS for value in range(1, 14)),
    BLACK_JOKER,
    RED_JOKER,
)
