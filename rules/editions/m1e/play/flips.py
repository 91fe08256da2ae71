"""What flips of the First Edition are worth: twists, jokers, bands (M1-GLO-12, -13, M1-DMG).

Nothing here moves a card.

>>> [str(card) for card in counting([Card.parse(code) for code in ("5r", "9c", "9m")], 2)]
['9c', '9m']
>>> damage_of((1, 3, 5), [Card.parse("RJ"), Card.parse("2c")]), damage_of((1, 3, 5), [BLACK_JOKER])
(6, 0)
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.editions.m1e.readings import STANDARD, ReadingsM1, RulesetM1
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.fate.flips import Profile, segment


def cards_flipped(twist: int) -> int:
    """How many cards are flipped: one, and one more for each net fate twist, without a limit
    (M1-GLO-12).

    >>> [cards_flipped(twist) for twist in (0, 1, -2, 5)]
    [1, 2, 3, 6]
    """
    return 1 + abs(twist)


def counting(
    flipped: Sequence[Card], twist: int, readings: ReadingsM1 = STANDARD.readings
) -> tuple[Card, ...]:
    """The cards that may count, in the order they were flipped. There are several only when they have
    the same value, or by the reading that any card of a positive flip may be taken (M1-GLO-12, -13, Q-24,
    Q-37, Q-38).

    ``ValueError`` when nothing was flipped.
    """
    if not flipped:
        raise ValueError("A flip shows at least one card.")
    if BLACK_JOKER in flipped:
        return (BLACK_JOKER,)
    if twist < 0 and RED_JOKER in flipped:
        return (RED_JOKER,)
    if twist > 0 and readings.positive_takes == "any":
        return tuple(flipped)
    pick = max if twist >= 0 else min
    value = pick(card.value for card in flipped)
    return tuple(card for card in flipped if card.value == value)


def bars_cheating(card: Card, twist: int, *, duel: bool, readings: ReadingsM1 = STANDARD.readings) -> str:
    """Why this flip cannot be cheated; empty when it can (M1-GLO-02, -13, Q-06)."""
    if card == BLACK_JOKER:
        return "The Black Joker was flipped."
    if twist < 0 and (readings.negative_bars_duels or not duel):
        return "The flip had a negative fate twist."
    return ""


def suits_of(card: Card) -> tuple[str, ...]:
    """The suit of an ordinary card; jokers have none of their own (Q-31).

    >>> suits_of(Card.parse("3c")), suits_of(RED_JOKER)
    (('crow',), ())
    """
    return () if card.is_joker else (card.suit,)


def _sum(profile: Profile, cards: Sequence[Card]) -> int:
    """The number of a card; for the Red Joker the severe one plus that of the next card (Q-03)."""
    total = 0
    for card in cards:
        if card == BLACK_JOKER:
            return total
        total += profile[segment(card)]
        if card != RED_JOKER:
            return total
    return total


def damage_of(profile: Profile, cards: Sequence[Card]) -> int:
    """The damage of a damage flip: the counting card, and after the Red Joker another (M1-DMG-02)."""
    return _sum(profile, cards)


def prevented_by(cards: Sequence[Card], rules: RulesetM1 = STANDARD) -> int:
    """The wounds prevented by a prevention flip (M1-DMG-03).

    >>> [prevented_by([Card.parse(code)]) for code in ("BJ", "5r", "6r", "11t")]
    [0, 1, 2, 3]
    """
    return _sum(rules.prevention, cards)


def healed_by(card: Card, missing: int, rules: RulesetM1 = STANDARD) -> int:
    """The wounds healed by a healing flip, at most ``missing``; the Red Joker heals all (M1-ACT-01).

    >>> [healed_by(Card.parse(code), 9) for code in ("BJ", "5r", "10r", "11t", "RJ")]
    [0, 1, 2, 3, 9]
    """
    if card == BLACK_JOKER:
        return 0
    return missing if card == RED_JOKER else min(missing, rules.healing[segment(card)])


def blast_damage(profile: Profile, strength: int) -> int:
    """What a Blast deals to models other than its target: one step less than ``strength`` (0 weak, 1
    moderate, 2 severe, 3 the Red Joker), nothing below weak (M1-DMG-11, Q-16).

    >>> [blast_damage((2, 3, 5), strength) for strength in (0, 1, 2, 3)]
    [0, 2, 3, 5]
    """
    return 0 if strength == 0 else profile[strength - 1]


def blasts_of(profile: Profile, strength: int) -> int:
    """How many Blast markers a flip of that strength leaves; -1 is the Black Joker (M1-DMG-11).

    >>> [blasts_of((0, 1, 2), strength) for strength in (-1, 0, 1, 2, 3)]
    [0, 0, 1, 2, 2]
    """
    return 0 if strength < 0 else profile[min(2, strength)]


def halved(amount: int, readings: ReadingsM1 = STANDARD.readings) -> int:
    """Half of the damage, rounded up (M1-GLO-09, Q-10).

    >>> halved(4), halved(3)
    (2, 2)
    """
    return -(-amount // 2) if readings.half_rounds == "up" else amount // 2


def fall_flips(inches: float, rules: RulesetM1 = STANDARD) -> int:
    """How many damage flips a fall of that many inches costs (M1-MOVE-11, Q-02).

    >>> fall_flips(2), fall_flips(3), fall_flips(8)
    (0, 1, 2)
    """
    full = int(inches // rules.fall_step)
    more = inches > full * rules.fall_step and rules.readings.fall_partial == "round_up"
    return full + more
