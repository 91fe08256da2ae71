"""The fate of a league's week: every flip the portal draws, from one seed committed beforehand.

When a week opens, the portal takes 32 bytes of chance (``secrets.token_bytes``, in the shell) and
publishes only their commitment. Each purpose of the week (one side's aftermath, the scenario, the
weekly event) has a key of its own, derived from that seed, the purpose's *natural key* and the
seeds the players sent; the key orders a whole Fate Deck. Asking again gives the same cards, and a
command that is withdrawn and sent again has the same natural key, so nothing re-rolls. Once the
week is closed the seed is revealed and anyone can recompute every flip.

>>> deck = fate_of(bytes(range(32)), "aftermath", "brass-league", 3, "A")
>>> deck.draw(0) == fate_of(bytes(range(32)), "aftermath", "brass-league", 3, "A").draw(0)
True
>>> len({deck.draw(position) for position in range(54)})
54
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence

from rules.fate.cards import BLACK_JOKER, FULL_DECK, Card
from rules.fate.shuffle import KEY_BYTES, CardReveal, ShuffledDeck, digest, mac, shuffled, uint32

PROTOCOL = "mfx-league-v1"
NaturalKey = str | int | bytes


def face(card: Card) -> bytes:
    """The card as the protocol writes it: ``C01`` to ``T13``, ``JB``, ``JR``.

    >>> face(Card.parse("3c")), face(BLACK_JOKER)
    (b'C03', b'JB')
    """
    if card.is_joker:
        return b"JB" if card == BLACK_JOKER else b"JR"
    return f"{card.suit[0].upper()}{card.value:02d}".encode()


_CARD_OF = {face(card): card for card in FULL_DECK}


def card_of(written: bytes) -> Card:
    """The card written so in the protocol; ``KeyError`` for anything else."""
    return _CARD_OF[written]


def _checked(seed: bytes, whose: str) -> bytes:
    if len(seed) != KEY_BYTES or seed == bytes(KEY_BYTES):
        raise ValueError(f"The {whose} seed must be 32 bytes of chance.")
    return seed


def commitment(seed: bytes) -> str:
    """What is published when the week opens: 64 hexadecimal digits that pin ``seed`` and hide it.

    ``ValueError`` when ``seed`` is not 32 bytes, or all zero.
    """
    return digest(f"{PROTOCOL}/server", _checked(seed, "server's")).hex()


def verify(seed: bytes, published: str) -> bool:
    """Whether ``seed``, revealed when the week is closed, is the one committed to."""
    return len(seed) == KEY_BYTES and hmac.compare_digest(
        digest(f"{PROTOCOL}/server", seed).hex(), published.lower()
    )


def _part(part: NaturalKey) -> bytes:
    if isinstance(part, bytes):
        return part
    return str(part).encode()


def purpose_key(seed: bytes, *natural_key: NaturalKey, client_seeds: Iterable[bytes] = ()) -> bytes:
    """The 32-byte key of one purpose: ``M(seed, H("mfx-league-v1", natural key, client seeds))``.

    The first part of ``natural_key`` names the purpose and fixes how many parts follow.
    ``ValueError`` without a natural key, or for a client seed that is short or all zero.
    """
    if not natural_key:
        raise ValueError("A deck needs a name: what is it for?")
    seeds = [_checked(client, "player's") for client in client_seeds]
    return mac(_checked(seed, "server's"), digest(PROTOCOL, *(_part(part) for part in natural_key), *seeds))


class FateDeck:
    """A Fate Deck ordered by one key: 54 cards, then the discards again and again (M3E-FATE-01, -08).

    It holds no state of the game: ``position`` counts every card taken since the first shuffle,
    and the caller says what was kept out of each reshuffle.
    """

    __slots__ = ("_orders", "key")

    def __init__(self, key: bytes) -> None:
        self.key = _checked(key, "deck's")
        self._orders: dict[tuple[int, frozenset[Card]], tuple[Card, ...]] = {}

    def draw(self, position: int, kept_out: Sequence[Iterable[Card]] = ()) -> Card:
        """The card at ``position``, 0 being the first of the first shuffle.

        ``kept_out[n]`` are the cards in hand or Conflict when the deck ran out for the (n+1)-th
        time: they were no discards and stay out of that reshuffle; a missing item means none.
        ``ValueError`` for a negative position, or when all 54 cards are kept out.
        """
        if position < 0:
            raise ValueError("Positions of a deck count from 0.")
        number, deck = 0, self._order(0, frozenset())
        while position >= len(deck):
            position -= len(deck)
            held = frozenset(kept_out[number]) if number < len(kept_out) else frozenset()
            number += 1
            deck = self._order(number, held)
        return deck[position]

    def hand(self, size: int) -> tuple[Card, ...]:
        """The first ``size`` cards: an Aftermath Hand, drawn before any flip."""
        return tuple(self.draw(position) for position in range(size))

    def shuffle(self, number: int = 0, kept_out: Iterable[Card] = ()) -> ShuffledDeck:
        """Shuffle ``number`` with its root, which may be published, and its reveals."""
        cards = self._cards(frozenset(kept_out))
        return ShuffledDeck(self._key_of(number, cards), cards)

    def reveal(self, position: int) -> CardReveal:
        """The proof of a card of the first shuffle (``position`` 0 to 53) against its root."""
        return self.shuffle().reveal(position)

    def _cards(self, held: frozenset[Card]) -> list[bytes]:
        faces = sorted(face(card) for card in FULL_DECK if card not in held)
        if not faces:
            raise ValueError("Every card is kept out: there is nothing to shuffle.")
        return faces

    def _key_of(self, number: int, cards: Sequence[bytes]) -> bytes:
        return mac(self.key, digest(f"{PROTOCOL}/shuffle", uint32(number), *cards))

    def _order(self, number: int, held: frozenset[Card]) -> tuple[Card, ...]:
        if (order := self._orders.get((number, held))) is None:
            cards = self._cards(held)
            order = tuple(card_of(card) for card in shuffled(self._key_of(number, cards), cards))
            self._orders[number, held] = order
        return order


def fate_of(seed: bytes, *natural_key: NaturalKey, client_seeds: Iterable[bytes] = ()) -> FateDeck:
    """The deck of one purpose of a week: see ``purpose_key``."""
    return FateDeck(purpose_key(seed, *natural_key, client_seeds=client_seeds))
