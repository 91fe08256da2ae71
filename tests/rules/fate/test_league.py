"""The fate of a week: committed, derived from natural keys, and never rolled twice."""

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import fate
from rules.fate.cards import FULL_DECK, Card
from rules.fate.league import FateDeck, card_of, commitment, face, fate_of, purpose_key, verify
from rules.fate.shuffle import ShuffledDeck

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "fate_proof_v1.json").read_text())
SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32).filter(any)


@pytest.mark.parametrize("row", VECTORS["weeks"], ids=lambda row: str(row["n"]))
def test_vectors_of_an_independent_implementation(row):
    seed, clients = bytes.fromhex(row["seed"]), [bytes.fromhex(c) for c in row["clients"]]
    assert commitment(seed) == row["commitment"]
    deck = fate_of(seed, "aftermath", "league-é", row["n"], "A", client_seeds=clients)
    held = [[card_of(card.encode()) for card in row["held"]]]
    expected = row["draws"].split()
    assert [face(deck.draw(at, held)).decode() for at in range(len(expected))] == expected


@given(seeds)
def test_the_commitment_pins_the_seed_and_does_not_hold_it(seed):
    published = commitment(seed)
    assert verify(seed, published)
    assert verify(seed, published.upper())
    assert not verify(bytes([seed[0] ^ 1]) + seed[1:], published)
    assert seed.hex() not in published


@pytest.mark.parametrize("seed", [b"", b"short", bytes(32), bytes(33)])
def test_a_seed_without_chance_is_refused(seed):
    with pytest.raises(ValueError, match="32 bytes of chance"):
        commitment(seed)
    with pytest.raises(ValueError, match="32 bytes of chance"):
        purpose_key(seed, "event")
    with pytest.raises(ValueError, match="32 bytes of chance"):
        purpose_key(SEED, "event", client_seeds=[seed])
    assert not verify(seed, "00" * 32)


def test_what_is_flipped_for_must_be_named():
    with pytest.raises(ValueError, match="needs a name"):
        purpose_key(SEED)


def test_each_purpose_and_each_player_seed_has_cards_of_its_own():
    keys = [
        purpose_key(SEED, "aftermath", "brass", 1, "A"),
        purpose_key(SEED, "aftermath", "brass", 1, "B"),
        purpose_key(SEED, "aftermath", "brass", 2, "A"),
        purpose_key(SEED, "aftermath", "bras", "s1", "A"),
        purpose_key(SEED, "scenario", "brass", 1),
        purpose_key(SEED, "aftermath", "brass", 1, "A", client_seeds=[b"\x01" * 32]),
        purpose_key(SEED, "aftermath", "brass", 1, "A", client_seeds=[b"\x01" * 32, b"\x02" * 32]),
        purpose_key(SEED, "aftermath", "brass", 1, "A", client_seeds=[b"\x02" * 32, b"\x01" * 32]),
        purpose_key(bytes(range(1, 33)), "aftermath", "brass", 1, "A"),
    ]
    assert len(set(keys)) == len(keys)


@settings(max_examples=30, deadline=None)
@given(seeds, st.lists(st.integers(0, 160), min_size=1, max_size=20))
def test_asking_again_in_any_order_never_rolls_again(seed, positions):
    first = {at: fate_of(seed, "aftermath", 7).draw(at) for at in positions}
    again = fate_of(seed, "aftermath", "7")
    assert {at: again.draw(at) for at in reversed(positions)} == first


@pytest.mark.rule("M3E-FATE-01", "SL-AFTER-02")
def test_the_first_54_cards_are_the_whole_deck():
    deck = fate_of(SEED, "aftermath", 1)
    assert sorted(deck.draw(at) for at in range(54)) == sorted(FULL_DECK)
    assert deck.hand(3) == (deck.draw(0), deck.draw(1), deck.draw(2))


@pytest.mark.rule("M3E-FATE-08")
@settings(max_examples=30, deadline=None)
@given(
    seeds, st.sets(st.sampled_from(FULL_DECK), max_size=6), st.sets(st.sampled_from(FULL_DECK), max_size=6)
)
def test_a_deck_that_runs_out_is_the_discards_without_hand_and_conflict(seed, hand, later_hand):
    deck, held = fate_of(seed, "aftermath", 1), [hand, later_hand]
    second, third = 54 - len(hand), 54 - len(later_hand)
    reshuffled = [deck.draw(54 + at, held) for at in range(second)]
    assert sorted(reshuffled) == sorted(set(FULL_DECK) - hand)
    again = [deck.draw(54 + second + at, held) for at in range(third)]
    assert sorted(again) == sorted(set(FULL_DECK) - later_hand)
    assert reshuffled != again
    assert reshuffled != [deck.draw(at) for at in range(second)]


def test_a_deck_wholly_in_hand_cannot_be_reshuffled_and_nothing_lies_before_the_top():
    deck = fate_of(SEED, "aftermath", 1)
    with pytest.raises(ValueError, match="nothing to shuffle"):
        deck.draw(54, [FULL_DECK])
    with pytest.raises(ValueError, match="count from 0"):
        deck.draw(-1)


@pytest.mark.parametrize("position", [0, 1, 27, 53])
def test_a_flip_opens_against_the_published_root(position):
    deck = fate_of(SEED, "aftermath", 1)
    root = deck.shuffle().root
    opening = deck.reveal(position)
    assert opening.proves(root)
    assert card_of(opening.card) == deck.draw(position)
    assert not opening.proves(fate_of(SEED, "aftermath", 2).shuffle().root)


def test_the_revealed_seed_lets_anyone_recompute_a_reshuffle():
    deck, hand = FateDeck(purpose_key(SEED, "aftermath", 1)), [Card.parse("13r")]
    published = deck.shuffle(1, hand)
    assert isinstance(published, ShuffledDeck)
    assert [card_of(card) for card in published.cards] == [deck.draw(54 + at, [hand]) for at in range(53)]


def test_nothing_here_knows_random_a_clock_or_an_id():
    """Deck order from ``random``, time or ids has been guessed in live games; see the protocol."""
    sources = sorted(Path(fate.__file__).parent.glob("*.py"))
    assert len(sources) >= 4
    imported = set()
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
    assert imported <= {"__future__", "collections", "hashlib", "hmac", "msgspec", "rules", "typing"}
