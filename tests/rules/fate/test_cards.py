"""The 54 cards and what each counts for."""

from collections import Counter

import pytest

from rules.fate.cards import BLACK_JOKER, FULL_DECK, RED_JOKER, SUITS, Card


@pytest.mark.rule("M3E-FATE-01")
def test_a_deck_is_four_suits_of_thirteen_and_two_jokers():
    assert len(FULL_DECK) == len(set(FULL_DECK)) == 54
    assert Counter(card.suit for card in FULL_DECK) == {
        **dict.fromkeys(SUITS, 13),
        "black_joker": 1,
        "red_joker": 1,
    }
    assert all(sorted(c.value for c in FULL_DECK if c.suit == suit) == [*range(1, 14)] for suit in SUITS)


@pytest.mark.rule("M3E-FATE-02")
@pytest.mark.parametrize(
    ("code", "band"),
    [
        ("1r", "weak"),
        ("5r", "weak"),
        ("6m", "moderate"),
        ("10c", "moderate"),
        ("11t", "severe"),
        ("13t", "severe"),
    ],
)
def test_bands_end_at_five_and_ten(code, band):
    assert Card.parse(code).band == band


@pytest.mark.rule("M3E-FATE-03", "M3E-FATE-02")
def test_jokers_are_zero_and_weak_fourteen_and_severe():
    assert (BLACK_JOKER.value, BLACK_JOKER.band) == (0, "weak")
    assert (RED_JOKER.value, RED_JOKER.band) == (14, "severe")
    assert BLACK_JOKER.suit not in SUITS
    assert RED_JOKER.suit not in SUITS


@pytest.mark.parametrize("card", FULL_DECK, ids=str)
def test_every_card_can_be_written_and_read_back(card):
    assert Card.parse(card.code) == card == Card.parse(card.code.upper())


@pytest.mark.parametrize("code", ["", "0r", "14r", "r", "3x", "03c", "-1r", "3", "１r", "JB", "1 r"])
def test_what_is_no_card_is_refused(code):
    with pytest.raises(ValueError, match="no card"):
        Card.parse(code)
