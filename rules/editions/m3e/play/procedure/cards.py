"""Procedures for the cards of an Encounter: shuffle, cut, draw, discard, flip, cheat.

Each takes the seat whose deck and hand are meant; for a model that is its controller (M3E-FATE-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.causes import asked
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, fates_of, most_cards
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide, Flip
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import Fate
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.fate.flips import Profile, bars_cheating, cards_revealed, may_take, net, segment, variable
from rules.game.events.announcements import NumberFlipped
from rules.game.events.cards import (
    CardSetAside,
    CardsLookedAt,
    CardsShown,
    CardsTaken,
    CheatDeclined,
    Cheated,
    CheatedUnseen,
    ConflictCleared,
    DeckArranged,
    DeckCut,
    Discarded,
    Drew,
    Flipped,
    FlippedFromDiscard,
    HandReturned,
    JokerNamed,
    Milled,
    PutUnder,
    Reshuffled,
    Shuffled,
    Taken,
)
from rules.game.procedure.asks import Proc, Words, in_words, number, one_of, several, yes
from rules.game.state import Model, other

KEEP = Choice("keep", "Keep the flip")


def choice_of(card: Card) -> Choice:
    return Choice(card.code, card.spoken)


# The deck


def shuffle(g: Game, seat: int) -> Proc[None]:
    """Shuffle deck and discard pile into a new deck and offer the opponent a cut (M3E-FATE-08, -09)."""
    crew = g.crew(seat)
    cards = crew.deck + crew.discard
    g.emit(Shuffled(seat, crew.shuffles, g.dealer.order(seat, crew.shuffles, cards)))
    yield from _cut(g, seat)


def _cut(g: Game, seat: int) -> Proc[None]:
    """Offer the opponent a cut (M3E-FATE-09)."""
    most = max(0, len(g.crew(seat).deck) - 1)
    text = "How many cards of the opponent's deck go under it?"
    at = yield from number(other(seat), "cut", 0, most, rule="M3E-FATE-09", text=text)
    if at:
        g.emit(DeckCut(seat, at))


def _refill(g: Game, seat: int) -> Proc[None]:
    """Shuffle at once when the deck is empty, also in the middle of a flip (M3E-FATE-08)."""
    if not g.crew(seat).deck and g.crew(seat).discard:
        yield from shuffle(g, seat)


def draw(g: Game, seat: int, cards: int = 1) -> Proc[None]:
    """Draw cards from the deck into the hand (M3E-FATE-05)."""
    for _ in range(cards):
        yield from _refill(g, seat)
        if not g.crew(seat).deck:
            return
        g.emit(Drew(seat, g.crew(seat).deck[0]))
        yield from _refill(g, seat)


def discard(
    g: Game,
    seat: int,
    least: int,
    most: int,
    *,
    rule: str,
    text: str,
    instructed: bool = True,
    model: Model | None = None,
) -> Proc[int]:
    """Discard hand cards of the player's choice, in the order they go on the pile (M3E-FATE-11, -12); return
    how many.

    ``model`` is the model that an effect instructed to discard; reactions to the discard refer to it
    (M3E-FATE-13).
    """
    hand = g.crew(seat).hand
    least, most = min(least, len(hand)), min(most, len(hand))
    if len(hand) == least == most <= 1:
        codes = [card.code for card in hand]
    else:
        codes = yield from several(
            seat, "cards", [choice_of(card) for card in hand], least, most, ordered=True, rule=rule, text=text
        )
    yield from discard_these(g, seat, codes, instructed=instructed, model=model)
    return len(codes)


def discard_these(
    g: Game, seat: int, codes: Sequence[str], *, instructed: bool = True, model: Model | None = None
) -> Proc[None]:
    """Discard those hand cards in that order."""
    if not codes:
        return
    g.emit(Discarded(seat, tuple(Card.parse(code) for code in codes), instructed))
    if instructed:
        yield from happen(g, Happening("discarded", model=model, seat=seat, facts={"cards": tuple(codes)}))


def check_hands(g: Game) -> Proc[None]:
    """Make both players discard down to their maximum hand, after each Action, Trigger or ability
    (M3E-FATE-06)."""
    for seat in g.seats():
        most = most_cards(g, seat)
        over = len(g.crew(seat).hand) - most
        if over > 0:
            text = f"Discard down to {most} cards."
            yield from discard(g, seat, over, over, rule="M3E-FATE-06", text=text)


# Looking at and moving cards


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a player may do with the top cards of a deck: discard ``most_discarded`` of them (those of
    ``suits``, at least ``least_discarded``), set ``aside`` some, draw ``drawn``, put ``most_under`` at the
    bottom, and return the rest on top, in any order with ``reorder``. ``shown`` reveals them to both players.
    """

    most_discarded: int = 0
    least_discarded: int = 0
    suits: tuple[str, ...] = ()
    aside: int = 0
    drawn: int = 0
    most_under: int = 0
    reorder: bool = True
    shown: bool = False


def arrange(g: Game, seat: int, by: int, cards: int, how: Arrangement, why: str) -> Proc[int]:
    """Let the player ``by`` look at the top cards of a deck and arrange them (M3E-FATE-14); return how many
    were looked at. A deck with too few cards is shuffled first (M3E-FATE-08)."""
    if len(g.crew(seat).deck) < cards:
        yield from _refill(g, seat)
    seen = list(g.crew(seat).deck[:cards])
    if not seen:
        return 0
    looked = tuple(seen)
    if how.shown:
        g.emit(CardsShown(seat, looked, "deck"))
    else:
        g.emit(CardsLookedAt(seat, looked, by, "deck"))
    aside = yield from _pick(by, seen, how.aside, how.aside, f"{why}: set aside which?", no_jokers=True)
    for card in aside:
        g.emit(CardSetAside(seat, card, "deck"))
    fitting = [card for card in seen if not how.suits or card.is_of(how.suits)]
    gone = yield from _pick(
        by, fitting, how.least_discarded, how.most_discarded, f"{why}: discard which?", ordered=True
    )
    seen = [card for card in seen if card not in gone]
    if gone:
        g.emit(Milled(seat, tuple(gone)))
    drawn = yield from _pick(by, seen, how.drawn, how.drawn, f"{why}: draw which?")
    under = yield from _pick(by, seen, 0, how.most_under, f"{why}: which go to the bottom?", ordered=True)
    if len(seen) > 1 and how.reorder:
        seen = yield from _pick(
            by, seen, len(seen), len(seen), f"{why}: in which order on top?", ordered=True
        )
    if under or (how.reorder and seen):
        g.emit(DeckArranged(seat, by, tuple(drawn + seen), tuple(under)))
    elif drawn:
        g.emit(DeckArranged(seat, by, tuple(drawn + seen)))
    for card in drawn:
        g.emit(Drew(seat, card))
    yield from _refill(g, seat)
    return len(looked)


def _pick(
    by: int,
    cards: list[Card],
    least: int,
    most: int,
    text: str,
    *,
    ordered: bool = False,
    no_jokers: bool = False,
) -> Proc[list[Card]]:
    """Remove the chosen cards from the list and return them in the order chosen."""
    offered = [card for card in cards if not (no_jokers and card.is_joker)]
    most = min(most, len(offered))
    least = min(least, most)
    if most <= 0:
        return []
    if least == most == len(offered) and not (ordered and most > 1):
        picked = list(offered)
    else:
        choices = [choice_of(card) for card in offered]
        codes = yield from several(
            by, "cards", choices, least, most, ordered=ordered, rule="M3E-FATE-14", text=text
        )
        picked = [Card.parse(code) for code in codes]
    for card in picked:
        cards.remove(card)
    return picked


def mill(g: Game, seat: int, cards: int = 1) -> Proc[tuple[Card, ...]]:
    """Discard the top cards of a deck and return them."""
    gone: list[Card] = []
    for _ in range(cards):
        yield from _refill(g, seat)
        if not g.crew(seat).deck:
            break
        gone.append(g.crew(seat).deck[0])
        g.emit(Milled(seat, (gone[-1],)))
    yield from _refill(g, seat)
    return tuple(gone)


def take_from_discard(
    g: Game,
    seat: int,
    cards: int,
    *,
    any_card: bool = False,
    suits: tuple[str, ...] = (),
    to: Literal["hand", "top", "bottom", "aside", "shuffled"] = "hand",
    why: str,
) -> Proc[int]:
    """Take cards from the discard pile: its top ones, or any that the player picks (M3E-FATE-11); return how
    many. Those that are shuffled into the deck are shuffled with all of it and cut (M3E-FATE-09)."""
    pile = list(reversed(g.crew(seat).discard))
    fitting = [card for card in pile if not suits or card.is_of(suits)]
    if not any_card:
        fitting = fitting[:cards]
    picked = yield from _pick(seat, fitting, cards, cards, f"{why}: which cards?", ordered=to == "top")
    if to == "aside":
        for card in picked:
            g.emit(CardSetAside(seat, card, "discard"))
    elif picked:
        g.emit(CardsTaken(seat, tuple(picked), "top" if to == "shuffled" else to))
    if picked and to == "shuffled":
        crew = g.crew(seat)
        g.emit(Reshuffled(seat, crew.shuffles, g.dealer.order(seat, crew.shuffles, crew.deck)))
        yield from _cut(g, seat)
    return len(picked)


def return_to_deck(
    g: Game, seat: int, least: int, most: int, to: Literal["top", "bottom"], why: str
) -> Proc[int]:
    """Put hand cards on the top or the bottom of the deck in an order that their player picks; return how
    many."""
    hand = list(g.crew(seat).hand)
    picked = yield from _pick(seat, hand, least, most, f"{why}: which cards of your hand?", ordered=True)
    if picked:
        g.emit(HandReturned(seat, tuple(picked), to))
    return len(picked)


# A flip


def reveal(g: Game, seat: int, plus: int, minus: int, why: str) -> Proc[Flip]:
    """Reveal the cards of a flip; an empty deck is reshuffled (M3E-FATE-15, -17, -18, -21)."""
    count = cards_revealed(net(plus, minus), g.policies.reveal_cap)
    cards: list[Card] = []
    for _ in range(count):
        yield from _refill(g, seat)
        if not g.crew(seat).deck:
            break
        card = g.crew(seat).deck[0]
        g.emit(Flipped(seat, card, why))
        cards.append(card)
        yield from _refill(g, seat)
    return Flip(seat, plus, minus, tuple(cards))


def from_discard(g: Game, seat: int, why: str) -> Flip:
    """Reveal the top card of the discard pile instead of the deck's."""
    card = g.crew(seat).discard[-1]
    g.emit(FlippedFromDiscard(seat, card, why))
    return Flip(seat, 0, 0, (card,), sinks=True)


def take(g: Game, flip: Flip) -> Proc[None]:
    """Move one revealed card into the Conflict (M3E-FATE-10, -19, -20)."""
    lawful = may_take([flip.reads(card) for card in flip.revealed], flip.net)
    g.deciding = flip
    code = yield from one_of(
        flip.seat,
        "take",
        [choice_of(card) for card in flip.revealed if flip.reads(card) in lawful],
        rule="M3E-FATE-19",
        text=asked(g, "Which card enters the Conflict?"),
        forced=True,
    )
    flip.flipped = flip.card = Card.parse(code)
    rest = tuple(card for card in flip.revealed if card != flip.flipped)
    g.emit(Taken(flip.seat, flip.flipped, rest))
    flip.barred = bars_cheating(
        flip.reads(flip.flipped), flip.plus, flip.minus, g.policies.minus_bars_cheating
    )


def bars_opponent(g: Game, flip: Flip) -> bool:
    """Whether this flip's Red Joker bars the opponent of an opposed duel from cheating
    (M3E-FATE-25)."""
    if g.policies.red_joker_bars == "taken":
        return flip.flipped is not None and flip.reads(flip.flipped) == RED_JOKER
    return RED_JOKER in map(flip.reads, flip.revealed)


def govern(flip: Flip, rules: Iterable[Fate]) -> None:
    """Make the flip's Jokers count as the model's rules say."""
    for rule in rules:
        flip.black_as_red = flip.black_as_red or rule.black_as_red
        flip.red_as_black = flip.red_as_black or rule.red_as_black


def modifiers(rules: Iterable[Fate], plus: int, minus: int) -> tuple[int, int]:
    """Plus and minus of a flip as the model's rules take them."""
    return (minus, plus) if any(rule.turns_modifiers for rule in rules) else (plus, minus)


def lift(flip: Flip, rules: Iterable[Fate], despite_minus: bool = False) -> None:
    """Let the flip be cheated in spite of a minus where a rule allows it; never a Black Joker
    (M3E-FATE-23)."""
    if despite_minus or any(rule.cheat_despite_minus for rule in rules):
        if flip.flipped is not None and flip.reads(flip.flipped) != BLACK_JOKER:
            flip.barred = ""


def offer_cheat(
    g: Game, flip: Flip, model: Model | None = None, text: Words = "", rules: Iterable[Fate] = ()
) -> Proc[bool]:
    """Offer the one chance to cheat this flip (M3E-FATE-22, -23, -26), from the hand or where the model's
    ``rules`` allow it with the top card of the deck; return whether it was used."""
    if flip.barred or flip.cheated or flip.card is None:
        return False
    about = (model.id,) if model else ()
    if any(rule.cheat_with_top for rule in rules) and g.crew(flip.seat).deck:
        wanted = yield from yes(
            flip.seat,
            "use",
            rule="M3E-FATE-22",
            text=f"{in_words(text)} With the top card of the deck?",
            about=about,
        )
        if wanted:
            card = g.crew(flip.seat).deck[0]
            g.emit(Flipped(flip.seat, card, "cheating"))
            g.emit(CheatedUnseen(flip.seat, card, flip.card))
            yield from _refill(g, flip.seat)
            yield from _cheated(g, flip, card, model)
            return True
    hand = g.crew(flip.seat).hand
    if not hand:
        return False
    choices = (KEEP, *(choice_of(card) for card in hand))
    g.deciding = flip
    code = yield from one_of(flip.seat, "cheat", choices, rule="M3E-FATE-22", text=text, about=about)
    if code == KEEP.key:
        g.emit(CheatDeclined(flip.seat))
        return False
    card = Card.parse(code)
    g.emit(Cheated(flip.seat, card, flip.card))
    yield from _cheated(g, flip, card, model)
    return True


def _cheated(g: Game, flip: Flip, card: Card, model: Model | None) -> Proc[None]:
    """Record the card that is now in the Conflict, and resolve the reactions."""
    flip.card, flip.cheated = card, True
    if model is not None:
        duel, side = duel_of(g, flip)
        held, facts = g.state.models.get(model.id, model), {"duel": duel, "side": side}
        yield from happen(g, Happening("cheated", model=held, seat=flip.seat, facts=facts))


def duel_of(g: Game, flip: Flip) -> tuple[DuelInProgress | None, DuelSide | None]:
    """The duel for which the flip was made and its side; neither for any other flip."""
    for duel in (*(duel for _, duel in g.simple), *(action.duel for action in g.in_progress)):
        for side in duel.sides if duel is not None else ():
            if side.flip is flip:
                return duel, side
    return None, None


def reflip(g: Game, flip: Flip, why: str) -> Proc[None]:
    """Discard the card in the Conflict and flip again with the same modifiers (M3E-FATE-15)."""
    if flip.card is not None:
        g.emit(ConflictCleared(flip.seat, (flip.card,)))
    second = yield from reveal(g, flip.seat, flip.plus, flip.minus, why)
    flip.revealed, flip.cheated, flip.sinks = second.revealed, False, False
    yield from take(g, flip)


def joker_suit(g: Game, flip: Flip) -> Proc[tuple[str, ...]]:
    """The suits of the card in the Conflict; the owner of a Red Joker picks its suit (M3E-FATE-03)."""
    if flip.counted is None or flip.counted == BLACK_JOKER:
        return ()
    if flip.counted != RED_JOKER:
        return (flip.counted.suit,)
    suits = [Choice(suit, suit.capitalize()) for suit in ("ram", "mask", "crow", "tome")]
    g.deciding = flip
    suit = yield from one_of(
        flip.seat, "suit", suits, rule="M3E-FATE-03", text=asked(g, "Which suit is the Red Joker?")
    )
    g.emit(JokerNamed(flip.seat, suit))
    return (suit,)


def clear(g: Game, flip: Flip) -> None:
    """Discard the flip's card from the Conflict once its effect is resolved (M3E-FATE-10, -13). A card that
    was flipped from the discard pile goes under it."""
    if flip.sinks and flip.flipped is not None and flip.flipped in g.crew(flip.seat).discard:
        g.emit(PutUnder(flip.seat, flip.flipped, "discard"))
    if flip.card is not None and flip.card in g.crew(flip.seat).conflict:
        if flip.sinks and flip.card == flip.flipped:
            g.emit(PutUnder(flip.seat, flip.card))
        else:
            g.emit(ConflictCleared(flip.seat, (flip.card,)))


# A variable number


@dataclass(frozen=True, slots=True)
class Numbered:
    """The result of a variable flip. ``segment`` is 0 to 2; ``black`` is true when the Black Joker made
    it 0, ``cheated`` when its card was."""

    value: int
    segment: int
    card: Card
    black: bool = False
    cheated: bool = False


def flip_number(
    g: Game,
    seat: int,
    profile: Profile,
    *,
    plus: int = 0,
    minus: int = 0,
    cheatable: bool = True,
    despite_minus: bool = False,
    why: str,
    model: Model | None = None,
) -> Proc[Numbered]:
    """Flip a variable profile (M3E-FATE-16, -27, -28). The card leaves the Conflict when the number is known.

    A Black Joker makes the number 0 and nothing may modify it; policy ``cheated_joker`` says whether a
    joker cheated in counts as one that was flipped.
    """
    rules = fates_of(g, model) if model is not None else []
    flip = yield from reveal(g, seat, *modifiers(rules, plus, minus), why)
    govern(flip, rules)
    yield from take(g, flip)
    lift(flip, rules, despite_minus)
    if model is not None and "number_flipped" in g.moments:
        yield from happen(g, Happening("number_flipped", model=model, seat=seat, facts={"flip": flip}))
    if cheatable:
        yield from offer_cheat(g, flip, model, text=asked(g, f"Cheat the flip? ({why})"), rules=rules)
    card = flip.counted
    assert card is not None
    value = variable(profile, card)
    if flip.cheated and g.policies.cheated_joker == "plain" and card.is_joker:
        value = profile[segment(card)]
    black = value == 0 and card == BLACK_JOKER
    g.emit(NumberFlipped(seat, value, why))
    clear(g, flip)
    return Numbered(value, segment(card), card, black, flip.cheated)
