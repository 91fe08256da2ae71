"""mfx-deck-v1: the protocol's own vector, an independent implementation's, fairness, and proofs."""

import hashlib
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fate import shuffle
from rules.fate.shuffle import ShuffledDeck, Stream, digest, encounter_key, shuffled, uint32

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "fate_proof_v1.json").read_text())
CARDS = sorted([f"{suit}{n:02d}".encode() for suit in "CMRT" for n in range(1, 14)] + [b"JB", b"JR"])
SERVER, A, B = bytes(range(32)), b"\xaa" * 32, b"\xbb" * 32


def key(number: int) -> bytes:
    return hashlib.sha256(b"test" + uint32(number)).digest()


def test_the_vector_of_the_protocol():
    assert shuffle.server_commitment("enc-1", SERVER).hex().startswith("83ebfc1e")
    assert shuffle.server_commitment("enc-1", SERVER).hex().endswith("00ce")
    assert shuffle.client_commitment("enc-1", "A", A).hex().startswith("a0831a98")
    assert shuffle.client_commitment("enc-1", "A", A).hex().endswith("e495")
    mixed = encounter_key(SERVER, "enc-1", A, B)
    deck = ShuffledDeck(shuffle.shuffle_key(mixed, "A", 0, CARDS), CARDS)
    assert b" ".join(deck.cards[:10]) == b"C12 T04 T01 M05 R11 M06 T08 M07 C07 R13"
    assert deck.root.hex().startswith("7e00913e")
    assert deck.root.hex().endswith("1d63")


def test_a_thousand_vectors_of_an_independent_implementation():
    assert len(VECTORS["decks"]) == 1000
    wrong = [row["n"] for row in VECTORS["decks"] if _vector(row) != row["digest"]]
    assert wrong == []


def _vector(row: dict) -> str:
    n = row["n"]
    s, a, b = (digest("vector", who, uint32(n)) for who in "sab")
    encounter, seat = f"encounter-{n}", "B" if n % 2 else "A"
    pool = [card for i, card in enumerate(CARDS) if n < 500 or i % (n % 5 + 2) != 0]
    assert len(pool) == row["cards"]
    deck = ShuffledDeck(shuffle.shuffle_key(encounter_key(s, encounter, a, b), seat, n % 7, pool), pool)
    commitments = shuffle.server_commitment(encounter, s), shuffle.client_commitment(encounter, seat, a)
    return digest(*commitments, *deck.cards, deck.root).hex()


def test_parts_are_length_prefixed_so_that_no_two_lists_hash_alike():
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")
    assert digest("a") == hashlib.sha256(b"\x00\x00\x00\x01a").digest()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 2**32))
def test_below_rejects_words_of_the_incomplete_multiple_and_takes_the_rest_in_order(number, limit):
    stream, words = Stream(key(number % 2**32)), Stream(key(number % 2**32))
    drawn = [stream.below(limit) for _ in range(8)]
    fair = 2**32 // limit * limit
    expected = []
    while len(expected) < 8:
        if (word := words.word()) < fair:
            expected.append(word % limit)
    assert drawn == expected


def test_rejection_really_happens_where_half_of_the_words_are_unfair():
    limit = 2**31 + 1
    words = Stream(key(1))
    raw = [words.word() for _ in range(400)]
    fair = [word for word in raw if word < limit]
    stream = Stream(key(1))
    assert [stream.below(limit) for _ in fair] == fair
    assert 150 < len(fair) < 250, "about half must have been thrown away"


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_below_nothing_is_an_error(limit):
    with pytest.raises(ValueError, match="limit"):
        Stream(key(0)).below(limit)


def test_all_orders_of_four_cards_are_equally_likely():
    rounds = 12_000
    seen = Counter(shuffled(key(n), [b"1", b"2", b"3", b"4"]) for n in range(rounds))
    expected = rounds / 24
    chi2 = sum((count - expected) ** 2 / expected for count in seen.values())
    assert len(seen) == 24
    assert chi2 < 49.7, "23 degrees of freedom, p = 0.001"
    assert chi2 > 5, "too even to be chance"


def test_every_card_is_as_often_at_every_place():
    rounds = 20_000
    where = Counter()
    for n in range(rounds):
        where.update(enumerate(shuffled(key(n), CARDS)))
    expected = rounds / 54
    chi2 = sum((where[place, card] - expected) ** 2 / expected for place in range(54) for card in CARDS)
    freedom = 53 * 53
    assert abs(chi2 - freedom) < 4 * (2 * freedom) ** 0.5


def test_neighbours_of_the_sorted_list_do_not_stay_together():
    follows = dict.fromkeys(pairwise(CARDS), 0)
    for n in range(3_000):
        for pair in pairwise(shuffled(key(n), CARDS)):
            if pair in follows:
                follows[pair] += 1
    mean = sum(follows.values()) / len(follows)
    assert abs(mean - 3_000 / 54) < 4, "each ordered pair is adjacent in 53 of 54 * 53 orders"


@settings(max_examples=50, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.permutations(CARDS))
def test_a_shuffle_keeps_the_cards_and_forgets_the_order_they_came_in(secret, given_order):
    assert sorted(shuffled(secret, given_order)) == CARDS
    assert shuffled(secret, given_order) == shuffled(secret, CARDS)


@settings(max_examples=40, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(1, 54))
def test_every_card_opens_against_the_root_and_only_in_its_place(secret, size):
    deck = ShuffledDeck(secret, CARDS[:size])
    for index, card in enumerate(deck.cards):
        opening = deck.reveal(index)
        assert opening.proves(deck.root)
        assert opening.card == card
    other = deck.reveal(0)
    assert not shuffle.CardReveal(0, b"XX", other.salt, other.path).proves(deck.root)
    assert not shuffle.CardReveal(0, other.card, bytes(16), other.path).proves(deck.root)
    assert not shuffle.CardReveal(1, other.card, other.salt, other.path).proves(deck.root)
    with pytest.raises(IndexError):
        deck.reveal(size)


def test_a_deck_of_nothing_has_no_root():
    with pytest.raises(ValueError, match="leaf"):
        ShuffledDeck(key(0), [])


@pytest.mark.parametrize(
    ("server", "a", "b"),
    [
        (b"", A, B),
        (SERVER, A[:31], B),
        (SERVER, bytes(32), B),
        (bytes(32), A, B),
        (SERVER, A, A),
        (A, A, B),
    ],
    ids=["none", "short", "zero", "zero server", "copied", "copied from server"],
)
def test_a_missing_zero_or_copied_seed_is_refused_never_filled_in(server, a, b):
    with pytest.raises(ValueError, match=r"chance|copied"):
        encounter_key(server, "enc-1", a, b)
