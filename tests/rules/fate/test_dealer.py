"""Where decks come from: a key that always lays the same, and decks stacked by a test."""

from __future__ import annotations

import pytest

from rules.fate.cards import FULL_DECK, Card
from rules.fate.dealer import KeyDealer, StackedDealer
from rules.fate.league import card_of
from rules.fate.shuffle import digest

KEY = digest("tests", "dealer")


def test_a_key_lays_the_same_deck_always_and_another_each_time():
    one, again = KeyDealer(KEY), KeyDealer(KEY)
    laid = one.order(0, 0, FULL_DECK)
    assert laid == again.order(0, 0, tuple(reversed(FULL_DECK)))
    assert sorted(laid) == sorted(FULL_DECK)
    others = [
        one.order(0, 1, FULL_DECK),
        one.order(1, 0, FULL_DECK),
        KeyDealer(digest("other")).order(0, 0, FULL_DECK),
    ]
    assert len({laid, *others}) == 4


@pytest.mark.parametrize("position", [0, 20, 53])
def test_each_card_opens_against_the_root_published_before(position):
    dealer = KeyDealer(KEY)
    laid, proof = dealer.order(1, 3, FULL_DECK), dealer.proof(1, 3, FULL_DECK)
    opening = proof.reveal(position)
    assert card_of(opening.card) == laid[position]
    assert opening.proves(proof.root)
    assert not opening.proves(dealer.proof(1, 4, FULL_DECK).root)


def test_a_stacked_deck_has_what_was_laid_on_top():
    dealer = StackedDealer({0: ("10r 3c", "BJ")})
    assert dealer.order(0, 0, FULL_DECK)[:2] == (Card.parse("10r"), Card.parse("3c"))
    assert dealer.order(0, 1, FULL_DECK)[0] == Card.parse("BJ")
    assert sorted(dealer.order(0, 7, FULL_DECK)) == sorted(FULL_DECK)
    with pytest.raises(ValueError, match="no 10r"):
        dealer.order(0, 0, FULL_DECK[10:])
