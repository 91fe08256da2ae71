"""``mfx-deck-v1``: shuffles that anyone can check afterwards. Bytes in, bytes out.

A shuffle derives from a 32-byte key and nothing else, so the same key always gives the same order:
a retry cannot re-roll. Before the first draw its Merkle root is published; a drawn card then opens
against the root with its salt and path, and the whole deck once the key is revealed.

Notation of the protocol: ``LP(x)`` is the length of ``x`` as four bytes, then ``x``; ``H`` hashes
the ``LP`` of its parts; ``M`` is HMAC-SHA256. Numbers are big-endian. Text is UTF-8.

>>> shuffled(bytes(32), [b"Tome", b"Crow", b"Ram"]) == shuffled(bytes(32), [b"Ram", b"Tome", b"Crow"])
True
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

KEY_BYTES = 32
SALT_BYTES = 16
_WORDS = 2**32
Item = TypeVar("Item", bound=Any)


def uint32(number: int) -> bytes:
    """``number`` as four bytes; ``OverflowError`` below 0 or from 2**32."""
    return number.to_bytes(4, "big")


def uint64(number: int) -> bytes:
    """``number`` as eight bytes; ``OverflowError`` below 0 or from 2**64."""
    return number.to_bytes(8, "big")


def length_prefixed(part: bytes) -> bytes:
    """``LP``: no two lists of parts are the same bytes."""
    return uint32(len(part)) + part


def as_bytes(part: bytes | str) -> bytes:
    return part.encode() if isinstance(part, str) else part


def digest(*parts: bytes | str) -> bytes:
    """``H(p1..pn)``: SHA-256 over the length-prefixed parts, 32 bytes."""
    return hashlib.sha256(b"".join(length_prefixed(as_bytes(part)) for part in parts)).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """``M(k, m)``: HMAC-SHA256, 32 bytes."""
    return hmac.digest(key, message, "sha256")


class Stream:
    """Endless uint32 words of one key: block ``i`` is ``M(key, "stream" ++ uint64(i))``."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word, 0 to 2**32 - 1."""
        if not self._words:
            block = mac(self._key, b"stream" + uint64(self._block))
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, each equally likely; ``ValueError`` below 1.

        Words of the last, incomplete multiple of ``limit`` are thrown away: no modulo bias.
        """
        if not 1 <= limit <= _WORDS:
            raise ValueError(f"below({limit}): the limit must be 1 to 2**32.")
        fair = _WORDS - _WORDS % limit
        while (word := self.word()) >= fair:
            pass
        return word % limit


def shuffled(key: bytes, cards: Iterable[Item]) -> tuple[Item, ...]:
    """The cards in the order of ``key``: Fisher-Yates from the sorted list, last to first.

    Only the multiset of ``cards`` matters, never the order they come in.
    """
    deck = sorted(cards)
    stream = Stream(key)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def salt(key: bytes, index: int) -> bytes:
    """The 16 bytes that hide card ``index`` until it is opened."""
    return mac(key, b"salt" + uint32(index))[:SALT_BYTES]


def leaf(index: int, card_salt: bytes, card: bytes) -> bytes:
    """The Merkle leaf of one card."""
    return hashlib.sha256(b"\x00" + uint32(index) + card_salt + card).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The Merkle node above two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The Merkle tree, leaves first; an odd node is promoted as it is. ``ValueError`` when empty."""
    if not leaves:
        raise ValueError("A Merkle tree needs a leaf.")
    tree = [list(leaves)]
    while len(tree[-1]) > 1:
        row = tree[-1]
        above = [node(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        tree.append(above + row[len(row) & ~1 :])
    return tree


class CardReveal(Struct, frozen=True):
    """The reveal of one card: what proves it against the published root of its deck.

    ``path`` lists the neighbours from leaf to root; ``None`` where the node was promoted.
    """

    index: int
    card: bytes
    salt: bytes
    path: tuple[bytes | None, ...]

    def proves(self, root: bytes) -> bool:
        """Whether this card lay at ``index`` of the deck published as ``root``."""
        node_here, at = leaf(self.index, self.salt, self.card), self.index
        for neighbour in self.path:
            if neighbour is not None:
                node_here = node(neighbour, node_here) if at & 1 else node(node_here, neighbour)
            at >>= 1
        return at == 0 and hmac.compare_digest(node_here, root)


class ShuffledDeck:
    """One shuffled deck: its cards top first, its root, and a reveal for each card."""

    __slots__ = ("_levels", "cards", "key")

    def __init__(self, key: bytes, cards: Iterable[bytes]) -> None:
        self.key = key
        self.cards = shuffled(key, cards)
        self._levels = levels([leaf(at, salt(key, at), card) for at, card in enumerate(self.cards)])

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def reveal(self, index: int) -> CardReveal:
        """The proof for card ``index`` (0 is the top); ``IndexError`` outside the deck."""
        if not 0 <= index < len(self.cards):
            raise IndexError(f"There is no card {index} in a deck of {len(self.cards)}.")
        path: list[bytes | None] = []
        at = index
        for row in self._levels[:-1]:
            path.append(row[at ^ 1] if at ^ 1 < len(row) else None)
            at >>= 1
        return CardReveal(index, self.cards[index], salt(self.key, index), tuple(path))


def server_commitment(encounter: str, seed: bytes) -> bytes:
    """``Cs``, published before the players send theirs."""
    return digest("mfx-deck-v1/server", encounter, seed)


def client_commitment(encounter: str, seat: str, seed: bytes) -> bytes:
    """``Ca`` or ``Cb``, sent before either seed is opened."""
    return digest("mfx-deck-v1/client", encounter, seat, seed)


def encounter_key(server: bytes, encounter: str, seed_a: bytes, seed_b: bytes) -> bytes:
    """``ek``: all three seeds mixed. ``ValueError`` for a seed that is missing, short, zero or copied."""
    for name, seed in (("server", server), ("A", seed_a), ("B", seed_b)):
        if len(seed) != KEY_BYTES or seed == bytes(KEY_BYTES):
            raise ValueError(f"The seed of {name} must be 32 bytes of chance.")
    if len({server, seed_a, seed_b}) != 3:
        raise ValueError("Two seeds are the same: somebody copied.")
    return mac(server, digest("mfx-deck-v1/mix", encounter, seed_a, seed_b))


def shuffle_key(encounter_key: bytes, seat: str, number: int, cards: Iterable[bytes]) -> bytes:
    """The key of shuffle ``number`` (0, 1, 2, ...) of one seat's deck of ``cards``."""
    return mac(encounter_key, digest("mfx-deck-v1/shuffle", seat, uint32(number), *sorted(cards)))
