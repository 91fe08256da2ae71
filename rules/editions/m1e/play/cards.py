"""Cards of the First Edition: the deck, flips with twists, cheating, the Soulstone's card, damage and other
variable flips (M1-GLO-02, -12, -13, M1-DUEL-05)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.dialogue import Choice
from rules.editions.m1e.play.flips import bars_cheating, cards_flipped, counting, damage_of
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.setup import SIZES
from rules.fate.cards import BLACK_JOKER, RED_JOKER, SUITS, Card
from rules.fate.flips import Profile, segment
from rules.game.events.announcements import NumberFlipped
from rules.game.events.cards import (
    CheatDeclined,
    Cheated,
    ConflictCleared,
    Discarded,
    Drew,
    Flipped,
    JokerNamed,
    Shuffled,
    Taken,
)
from rules.game.events.turns import StonesChanged
from rules.game.procedure.asks import Proc, one_of, several
from rules.game.state import Model

KEEP = Choice("keep", "Keep the flip")
BLACK, WEAK, MODERATE, SEVERE, RED = -1, 0, 1, 2, 3
"""The strength of a damage flip's card; a Blast deals one step less (M1-DMG-11)."""


def choice_of(card: Card) -> Choice:
    return Choice(card.code, card.spoken)


def shuffle(g: Match, seat: int) -> None:
    """Shuffle deck and discard pile into a new deck (M1-TURN-09, M1-ENC-18)."""
    crew = g.crew(seat)
    cards = crew.deck + crew.discard
    g.emit(Shuffled(seat, crew.shuffles, g.dealer.order(seat, crew.shuffles, cards)))


def refill(g: Match, seat: int) -> None:
    """Shuffle at once when the deck is empty (Q-36)."""
    if not g.crew(seat).deck and g.crew(seat).discard:
        shuffle(g, seat)


def draw(g: Match, seat: int, cards: int = 1) -> None:
    for _ in range(cards):
        refill(g, seat)
        if not g.crew(seat).deck:
            return
        g.emit(Drew(seat, g.crew(seat).deck[0]))


def discard(g: Match, seat: int, least: int, most: int, *, rule: str, text: str) -> Proc[int]:
    """Discard hand cards of the player's choice; return how many."""
    hand = g.crew(seat).hand
    least, most = min(least, len(hand)), min(most, len(hand))
    if len(hand) == least == most:
        codes = [card.code for card in hand]
    else:
        codes = yield from several(
            seat, "cards", [choice_of(card) for card in hand], least, most, ordered=True, rule=rule, text=text
        )
    if codes:
        g.emit(Discarded(seat, tuple(Card.parse(code) for code in codes), False))
    return len(codes)


@dataclass(slots=True)
class FateFlip:
    """One flip: ``twist`` is its net fate twist, ``card`` the card that counts now, ``barred`` why it cannot
    be cheated."""

    seat: int
    twist: int
    flipped: tuple[Card, ...]
    card: Card
    barred: str = ""
    cheated: bool = False


def flip(g: Match, seat: int, twist: int, why: str, *, duel: bool = False) -> Proc[FateFlip]:
    """Flip a card, and one more for each net twist; the highest (or lowest) card counts (M1-GLO-12)."""
    flipped: list[Card] = []
    for _ in range(cards_flipped(twist)):
        refill(g, seat)
        if not g.crew(seat).deck:
            break
        flipped.append(g.crew(seat).deck[0])
        g.emit(Flipped(seat, flipped[-1], why))
    lawful = counting([g.read(card) for card in flipped], twist, g.readings)
    text = "Which card counts?"
    choices = [choice_of(card) for card in flipped if g.read(card) in lawful]
    code = yield from one_of(seat, "take", choices, rule="M1-GLO-12", text=text, forced=True)
    card = Card.parse(code)
    g.emit(Taken(seat, card, tuple(other for other in flipped if other != card)))
    barred = bars_cheating(card, twist, duel=duel, readings=g.readings)
    return FateFlip(seat, twist, tuple(flipped), card, barred)


def offer_cheat(g: Match, fate: FateFlip, text: str, about: str = "", rule: str = "M1-GLO-02") -> Proc[bool]:
    """Offer the one chance to swap the card for a hand card; return whether it was used."""
    hand = g.crew(fate.seat).hand
    if fate.barred or fate.cheated or not hand:
        return False
    choices = (KEEP, *(choice_of(card) for card in hand))
    names = (about,) if about else ()
    code = yield from one_of(fate.seat, "cheat", choices, rule=rule, text=text, about=names)
    if code == KEEP.key:
        g.emit(CheatDeclined(fate.seat))
        return False
    card = Card.parse(code)
    g.emit(Cheated(fate.seat, card, fate.card))
    fate.card, fate.cheated = card, True
    return True


def clear(g: Match, seat: int, *cards: Card | None) -> None:
    """Discard the cards of a flip that is resolved."""
    held = tuple(card for card in cards if card is not None and card in g.crew(seat).conflict)
    if held:
        g.emit(ConflictCleared(seat, held))


def gain_stones(g: Match, model: Model, number: int, use: str) -> None:
    """Add Soulstones to the model's pool; by the other reading no more than its size allows (M1-ENC-16,
    Q-17)."""
    if g.readings.pool_binds_in_play:
        number = min(number, max(0, SIZES[g.setup.size].pool - g.crew(model.seat).stones))
    if number:
        g.emit(StonesChanged(model.seat, number, use, model.id))


def spend_stone(g: Match, model: Model, use: str) -> None:
    g.emit(StonesChanged(model.seat, -1, use, model.id))


def named_suit(g: Match, seat: int, card: Card) -> Proc[tuple[str, ...]]:
    """The suits of a card in a total; the Red Joker's suit is chosen, the Black Joker has none
    (Q-31)."""
    if card == BLACK_JOKER:
        return ()
    if card != RED_JOKER:
        return (card.suit,)
    choices = [Choice(suit, suit.capitalize()) for suit in SUITS]
    suit = yield from one_of(seat, "suit", choices, rule="M1-DUEL-04", text="Which suit is the Red Joker?")
    g.emit(JokerNamed(seat, suit))
    return (suit,)


def flip_card(g: Match, seat: int, why: str) -> Card:
    """Flip one card that cannot be changed, discard it and return it."""
    refill(g, seat)
    card = g.crew(seat).deck[0]
    g.emit(Flipped(seat, card, why))
    g.emit(Taken(seat, card))
    g.emit(ConflictCleared(seat, (card,)))
    return card


@dataclass(frozen=True, slots=True)
class Numbered:
    """The number of a variable flip and the strength of its card (BLACK to RED)."""

    value: int
    strength: Literal[-1, 0, 1, 2, 3]


def flip_number(
    g: Match, seat: int, profile: Profile, twist: int, why: str, *, cheatable: bool = True, about: str = ""
) -> Proc[Numbered]:
    """Flip a weak, moderate or severe number; after the Red Joker another card is added (M1-DMG-02, -03,
    Q-03)."""
    fate = yield from flip(g, seat, twist, why)
    if cheatable:
        yield from offer_cheat(g, fate, f"Cheat the flip? ({why})", about, "M1-GLO-02")
    used = [fate.card]
    if fate.card == RED_JOKER and g.readings.red_joker_adds:
        more = yield from flip(g, seat, 0, f"{why}: after the Red Joker")
        used.append(more.card)
    cards = [g.read(card) for card in used]
    value = damage_of(profile, cards)
    g.emit(NumberFlipped(seat, value, why))
    clear(g, seat, *used)
    counted = cards[0]
    strength = BLACK if counted == BLACK_JOKER else RED if counted == RED_JOKER else segment(counted)
    return Numbered(value, strength)  # type: ignore[arg-type]
