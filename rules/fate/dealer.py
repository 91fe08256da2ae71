"""Where the order of a shuffled deck comes from: a verifiable key, or a deck stacked by a test.

A dealer is asked for shuffle ``number`` of a seat's cards and always gives the same answer, so that
replaying the decisions of an Encounter gives the same Encounter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from rules.fate.cards import Card
from rules.fate.league import card_of, face
from rules.fate.shuffle import ShuffledDeck, shuffle_key, shuffled

SEATS = ("A", "B")


class Dealer(Protocol):
    def order(self, seat: int, number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards, top first, as shuffle ``number`` (0, 1, …) of that seat's deck lays them."""


class KeyDealer:
    """Shuffles of ``mfx-deck-v1`` from one 32-byte Encounter key."""

    __slots__ = ("key",)

    def __init__(self, key: bytes) -> None:
        self.key = key

    def order(self, seat: int, number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        faces = [face(card) for card in cards]
        order = shuffled(shuffle_key(self.key, SEATS[seat], number, faces), faces)
        return tuple(card_of(written) for written in order)

    def proof(self, seat: int, number: int, cards: tuple[Card, ...]) -> ShuffledDeck:
        """The same shuffle with its root, published before the first draw, and a reveal a card."""
        faces = [face(card) for card in cards]
        return ShuffledDeck(shuffle_key(self.key, SEATS[seat], number, faces), faces)


class StackedDealer:
    """Decks that a test stacks: the named cards on top, then the rest in the order of the full deck.

    ``tops[seat]`` are the codes of successive shuffles, each a line such as ``"10r 3c BJ"``.
    """

    __slots__ = ("tops",)

    def __init__(self, tops: Mapping[int, Iterable[str]]) -> None:
        self.tops = {seat: tuple(lines) for seat, lines in tops.items()}

    def order(self, seat: int, number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        lines = self.tops.get(seat, ())
        top = [Card.parse(code) for code in lines[number].split()] if number < len(lines) else []
        missing = [card for card in top if card not in cards]
        if missing:
            raise ValueError(f"Shuffle {number} of seat {seat} holds no {missing[0]}.")
        return (*top, *(card for card in sorted(cards) if card not in top))
